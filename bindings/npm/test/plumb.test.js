import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { load, PlumbError } from "../src/index.js";

const VALID = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
`;
const WRONG = VALID.replace("OpTypeVoid", "OpTypeViod");
const NO_MODEL = VALID.replace("OpMemoryModel Logical GLSL450\n", "");

const plumb = await load();

test("a valid module", () => {
  const report = plumb.validate(VALID, { "target-env": "vulkan1.3" });
  assert.equal(report.verdict, "valid");
  assert.equal(report.environment, "vulkan1.3");
  assert.deepEqual(report.diagnostics, []);
});

test("diagnostics have rules, places and fixes", () => {
  const { verdict, diagnostics } = plumb.validate(WRONG, { file: "a.spvasm" });
  assert.equal(verdict, "malformed");
  const [{ rule, file, line, column, fix }] = diagnostics;
  assert.deepEqual({ rule, file, line, column }, {
    rule: "asm.opcode.unknown",
    file: "a.spvasm",
    line: 5,
    column: 9,
  });
  assert.equal(fix.edits[0].replacement, "OpTypeVoid");
});

test("a module that violates a rule has no binary", () => {
  const { verdict, binary, errors } = plumb.assemble(NO_MODEL);
  assert.equal(verdict, "invalid");
  assert.equal(binary, null);
  assert.equal(errors, 1);
});

test("assembling and disassembling", () => {
  const { binary } = plumb.assemble(VALID);
  assert.equal(new DataView(binary.buffer).getUint32(0, true), 0x07230203);
  const { text } = plumb.disassemble(binary, { style: { noHeader: true, noIndent: true } });
  assert.match(text, /^%\d+ = OpFunction %void None/m);
  assert.deepEqual(plumb.assemble(text).binary, binary);
  assert.throws(() => plumb.disassemble(binary, { style: { pretty: true } }), TypeError);
});

test("bytes may be part of a buffer", () => {
  const { binary } = plumb.assemble(VALID);
  const padded = new Uint8Array(binary.length + 8);
  padded.set(binary, 4);
  const part = padded.subarray(4, 4 + binary.length);
  assert.equal(plumb.validate(part).verdict, "valid");
  assert.equal(plumb.validate(new DataView(padded.buffer, 4, binary.length)).verdict, "valid");
  assert.equal(plumb.validate(binary.buffer).verdict, "valid");
  assert.throws(() => plumb.validate(7), TypeError);
});

test("instructions", () => {
  const { words, offsets, binary } = plumb.instructions(VALID);
  assert.equal(words.length, 10);
  assert.equal(words[0], 5);
  assert.equal(VALID.slice(offsets[2]).split(" ")[0], "OpEntryPoint");
  assert.ok(binary.length > words.at(-1) * 4);
});

test("fixes", () => {
  assert.equal(plumb.fix(WRONG).fixes, 0);
  const { text, fixes } = plumb.fix(WRONG, { unsafe: true });
  assert.equal(fixes, 1);
  assert.equal(text, VALID);
});

test("interface", () => {
  const found = plumb.interface(VALID, { file: "a" });
  assert.equal(found.interface.entry_points.length, 1);
  assert.equal(plumb.interface(NO_MODEL).interface, null);
});

test("pipelines", () => {
  const vertex = VALID.replace("GLCompute", "Vertex").replace(/OpExecutionMode.*\n/, "");
  const modules = [{ file: "a.vert", input: vertex, entryPoint: "main" }];
  const { verdict, description, errors } = plumb.validatePipeline(modules);
  assert.equal(verdict, "valid");
  assert.equal(errors, 0);
  assert.equal(description.stages[0].module, "a.vert");
  const patches = { ...description, topology: "PATCH_LIST" };
  const invalid = plumb.validatePipeline(modules, { description: patches });
  assert.equal(invalid.verdict, "invalid");
  assert.equal(invalid.diagnostics[0].rule, "pipeline.tessellation.required");
  assert.equal(invalid.description, null);
  assert.throws(() => plumb.validatePipeline([]), { code: -4 });
  assert.throws(() => plumb.validatePipeline(modules, { description: { x: 1 } }), { code: -6 });
});

test("needs", () => {
  const { needs } = plumb.needs(VALID);
  assert.ok(JSON.stringify(needs).includes("Shader"));
  assert.equal(plumb.needs(NO_MODEL).needs, null);
});

test("control flow", () => {
  assert.match(plumb.controlFlow(VALID).drawing, /<svg/);
  assert.match(plumb.controlFlow(VALID, { format: "dot" }).drawing, /^digraph/);
});

test("rules and environments", () => {
  const { version, environments } = plumb.about();
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.ok(environments.some(({ name }) => name === "vulkan1.3"));
  assert.ok(plumb.rules().length > 2000);
  assert.match(plumb.explain("ssa.id.defined").text, /ssa\.id\.defined/);
});

test("explanations are in a file of their own", async () => {
  const [module, texts] = await Promise.all(
    ["../plumb.wasm", "../explanations.txt"].map((name) =>
      readFile(new URL(name, import.meta.url)),
    ),
  );
  const without = await load(module);
  assert.deepEqual(without.validate(NO_MODEL), plumb.validate(NO_MODEL));
  assert.ok(without.rules().every(({ requirement }) => requirement === ""));
  assert.equal(without.explain("ssa.id.defined").invalid_example, "");
  assert.throws(() => without.setExplanations(texts.subarray(1)), { code: -1 });
  without.setExplanations(texts);
  assert.deepEqual(without.rules(), plumb.rules());
  const explanation = plumb.explain("ssa.id.defined");
  assert.deepEqual(without.explain("ssa.id.defined"), explanation);
  assert.equal(plumb.validate(explanation.valid_example).verdict, "valid");
  assert.deepEqual((await load(module, texts)).explain("ssa.id.defined"), explanation);
});

test("what does not exist has an error", () => {
  for (const call of [
    () => plumb.validate(VALID, { "target-env": "vulkan9" }),
    () => plumb.validate(VALID, { colour: "red" }),
    () => plumb.explain("no.such.rule"),
  ]) {
    assert.throws(call, (e) => e instanceof PlumbError && e.code === -8 && e.message !== "");
  }
});

test("options that may be repeated are arrays", () => {
  const options = { off: ["asm.*", "layout.*"], pedantic: true };
  assert.equal(plumb.validate(NO_MODEL, options).verdict, "valid");
});

test("garbage has a diagnostic", () => {
  let state = 1;
  for (let size = 0; size < 400; ++size) {
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size; ++i) bytes[i] = (state = (state * 48271) % 2147483647);
    if (size > 8 && size % 2) bytes.set([3, 2, 0x23, 7]);
    const { verdict, errors } = plumb.validate(bytes);
    assert.equal(verdict, "malformed");
    assert.ok(errors > 0);
  }
});

test("a large module", () => {
  const lines = [];
  for (let i = 0; i < 100_000; ++i) lines.push(`%c${i} = OpConstant %uint ${i}`);
  const text = VALID.replace("%fn =", `%uint = OpTypeInt 32 0\n${lines.join("\n")}\n%fn =`);
  assert.equal(plumb.validate(text).verdict, "valid");
  plumb.reset();
  assert.equal(plumb.validate(VALID).verdict, "valid");
});

test("the language server", () => {
  const send = (method, params, id) => plumb.serve({ jsonrpc: "2.0", id, method, params });
  const [{ result }] = send("initialize", { capabilities: {} }, 1);
  assert.equal(result.serverInfo.name, "spv-lsp");
  assert.deepEqual(send("initialized", {}), []);
  const uri = "file:///a.spvasm";
  const [opened] = send("textDocument/didOpen", { textDocument: { uri, version: 1, text: WRONG } });
  assert.equal(opened.method, "textDocument/publishDiagnostics");
  assert.equal(opened.params.diagnostics[0].code, "asm.opcode.unknown");
  const [hover] = send(
    "textDocument/hover",
    { textDocument: { uri }, position: { line: 6, character: 10 } },
    2,
  );
  assert.match(hover.result.contents.value, /OpFunction/);
  const [error] = plumb.serve("{");
  assert.equal(error.error.code, -32700);
});
