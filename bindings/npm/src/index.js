// Plumb in JavaScript: see index.d.ts.

import { makeImports } from "./imports.js";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** An error of a call, with the code of plumb.h. */
export class PlumbError extends Error {
  constructor({ code, message }) {
    super(message);
    this.name = "PlumbError";
    this.code = code;
  }
}

/** The content of a file of this package; a page fetches it. */
async function readOwnFile(url) {
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return readFile(url);
  }
  return fetch(url);
}

async function readBytes(source) {
  source = await source;
  if (typeof Response === "undefined" || !(source instanceof Response)) return source;
  if (!source.ok) throw new Error(`${source.url}: ${source.status} ${source.statusText}`);
  return source.arrayBuffer();
}

async function readModule(source) {
  if (source instanceof WebAssembly.Module) return source;
  return WebAssembly.compile(await readBytes(source));
}

export async function load(source, explanations) {
  if (source === undefined) {
    source = readOwnFile(new URL("../plumb.wasm", import.meta.url));
    explanations ??= readOwnFile(new URL("../explanations.txt", import.meta.url));
  }
  const [module, texts] = await Promise.all([
    readModule(source),
    explanations === undefined ? undefined : readBytes(explanations),
  ]);
  const plumb = new Plumb(module);
  if (texts !== undefined) plumb.setExplanations(texts);
  return plumb;
}

export class Plumb {
  #module;
  #exports;
  #explanations;
  #serverOptions;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    const instance = new WebAssembly.Instance(this.#module, makeImports(this.#module));
    this.#exports = instance.exports;
    this.#exports._initialize?.();
  }

  /** Calls `use` with the address of a copy of `bytes`. */
  #with(bytes, use) {
    const { malloc, free, memory } = this.#exports;
    const address = malloc(Math.max(bytes.length, 1));
    if (address === 0) throw new PlumbError({ code: -2, message: "not enough memory" });
    try {
      new Uint8Array(memory.buffer).set(bytes, address);
      return use(address);
    } finally {
      free(address);
    }
  }

  #result(ok) {
    const e = this.#exports;
    const slice = (address, size) => new Uint8Array(e.memory.buffer, address, size);
    const json = JSON.parse(decoder.decode(slice(e.plumb_js_text(), e.plumb_js_text_size())));
    if (!ok) throw new PlumbError(json);
    return { json, bytes: slice(e.plumb_js_bytes(), e.plumb_js_byte_count()).slice() };
  }

  #restart() {
    this.#start();
    if (this.#explanations) this.#call("setExplanations", this.#explanations);
    if (this.#serverOptions) this.#call("configureServer", "", { options: this.#serverOptions });
  }

  /** After a trap, the memory of an instance is not to be trusted. */
  #guard(work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        this.#restart();
        throw new PlumbError({ code: -10, message: String(error.message) });
      }
      throw error;
    }
  }

  #call(call, input, request = {}) {
    const bytes = bytesOf(input);
    const text = encoder.encode(JSON.stringify({ call, ...request }));
    return this.#guard(() =>
      this.#with(text, (t) =>
        this.#with(bytes, (b) =>
          this.#result(this.#exports.plumb_js_call(t, text.length, b, bytes.length)),
        ),
      ),
    );
  }

  about() {
    return this.#call("about").json;
  }

  setExplanations(content) {
    this.#explanations = undefined;
    this.#call("setExplanations", content);
    this.#explanations = content;
  }

  rules() {
    return this.#call("rules").json;
  }

  explain(rule) {
    return this.#call("explain", "", { rule }).json;
  }

  validate(input, { file, ...options } = {}) {
    return readReport(this.#call("validate", input, { file, options }).json);
  }

  assemble(input, { file, validate = true, ...options } = {}) {
    const { json, bytes } = this.#call("assemble", input, { file, validate, options });
    const report = readReport(json);
    return { ...report, binary: report.verdict === "valid" ? bytes : null };
  }

  disassemble(input, { file, style = {}, ...options } = {}) {
    let flags = 0;
    for (const [name, on] of Object.entries(style)) {
      if (!(name in TEXT_FLAGS)) throw new TypeError(`unknown style '${name}'`);
      if (on) flags |= TEXT_FLAGS[name];
    }
    const { json } = this.#call("disassemble", input, { file, flags, options });
    return { ...readReport(json), text: json.text };
  }

  needs(input, { file, ...options } = {}) {
    const { json } = this.#call("needs", input, { file, options });
    return { ...readReport(json), needs: json.needs };
  }

  interface(input, { file, ...options } = {}) {
    const { json } = this.#call("interface", input, { file, options });
    return { ...readReport(json), interface: json.interface };
  }

  validatePipeline(modules, { description, ...options } = {}) {
    const inputs = modules.map(({ input }) => bytesOf(input));
    const all = new Uint8Array(inputs.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const bytes of inputs) {
      all.set(bytes, end);
      end += bytes.length;
    }
    const parts = modules.map(({ file, entryPoint }, i) => ({
      file,
      entryPoint,
      size: inputs[i].length,
    }));
    const { json } = this.#call("pipeline", all, { modules: parts, description, options });
    const { environment: _, ...report } = readReport(json);
    return { ...report, description: json.description };
  }

  fix(input, { file, unsafe = false, ...options } = {}) {
    const { json } = this.#call("fix", input, { file, unsafe, options });
    return { ...readReport(json), text: json.text, fixes: json.fixes };
  }

  controlFlow(input, { file, format = "html", ...options } = {}) {
    const { json } = this.#call("controlFlow", input, { file, format, options });
    return { ...readReport(json), drawing: json.drawing };
  }

  instructions(input, { file, ...options } = {}) {
    const { json, bytes } = this.#call("instructions", input, { file, options });
    const { words = [], offsets = [] } = json;
    return { ...readReport(json), binary: bytes, words, offsets };
  }

  configureServer(options = {}) {
    this.#call("configureServer", "", { options });
    this.#serverOptions = options;
  }

  serve(message) {
    const bytes = encoder.encode(typeof message === "string" ? message : JSON.stringify(message));
    return this.#guard(() =>
      this.#with(bytes, (m) => this.#result(this.#exports.plumb_js_serve(m, bytes.length)).json),
    );
  }

  reset() {
    this.#exports.plumb_js_reset();
  }
}

const TEXT_FLAGS = {
  noHeader: 1,
  noIndent: 2,
  rawIds: 4,
  offsets: 8,
  comments: 16,
  color: 32,
  printable: 64,
  keepLineEnds: 128,
  nestedIndent: 256,
  reorderBlocks: 512,
  unknownAsNumbers: 1024,
  badIdsAsWords: 2048,
};

function bytesOf(input) {
  if (typeof input === "string") return encoder.encode(input);
  if (input === undefined) return new Uint8Array();
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) {
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  throw new TypeError("the input must be a string, an ArrayBuffer or a view of one");
}

/** The report is JSON Lines: of each input, diagnostics and then the counts. */
function readReport({ verdict, report, environment }) {
  const lines = report.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const inputs = lines.filter(({ kind }) => kind === "input");
  const total = (count) => inputs.reduce((sum, input) => sum + (input[count] ?? 0), 0);
  return {
    verdict,
    environment,
    errors: total("errors"),
    warnings: total("warnings"),
    diagnostics: lines.filter(({ kind }) => kind === "diagnostic"),
  };
}
