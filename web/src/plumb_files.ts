// Loads the files of Plumb: plumb.wasm, and the texts of its explanations.

import explanationsUrl from "../../bindings/npm/explanations.txt?url";
import wasmUrl from "../../bindings/npm/plumb.wasm?url";

declare global {
  // Of plumb.wasm.js and explanations.txt.js: the file in base64.
  var PLUMB_FILE: string | undefined;
}

function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} is missing.`));
    document.head.append(script);
  });
}

/** Of the scripts that are loaded, one after the other: all set PLUMB_FILE. */
let lastScript: Promise<unknown> = Promise.resolve();

/** Pages of files may run scripts beside them, but not fetch anything. */
function readFromScript(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = lastScript.then(async () => {
    await runScript(`./${name}.js`);
    const binary = atob(globalThis.PLUMB_FILE ?? "");
    globalThis.PLUMB_FILE = undefined;
    return Uint8Array.from(binary, (c) => c.charCodeAt(0));
  });
  lastScript = bytes.catch(() => undefined);
  return bytes;
}

async function read(name: string, address: string): Promise<BufferSource> {
  if (location.protocol === "file:") return readFromScript(name);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

let compiled: Promise<WebAssembly.Module> | undefined;
let explanations: Promise<BufferSource> | undefined;

/** The compiled module; the file is loaded once. */
export function plumbModule(): Promise<WebAssembly.Module> {
  compiled ??= read("plumb.wasm", wasmUrl).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** What `setExplanations` takes; loaded at the first call, and again after a failure. */
export function explanationTexts(): Promise<BufferSource> {
  explanations ??= read("explanations.txt", explanationsUrl).catch((error: unknown) => {
    explanations = undefined;
    throw error;
  });
  return explanations;
}
