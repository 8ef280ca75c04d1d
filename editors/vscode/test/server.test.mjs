// spv-lsp, driven by VS Code's own implementation of the protocol.  SPV_LSP is the
// server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import protocol from "vscode-languageserver-protocol/node.js";

const TEXT = `OpCapability Shader
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
const URI = "file:///nowhere/a.spvasm";

let server, connection, capabilities;
const published = [];
const waiting = [];

// The diagnostics that are published next.
function nextDiagnostics() {
  if (published.length > 0) return Promise.resolve(published.shift());
  return new Promise((resolve) => waiting.push(resolve));
}

before(async () => {
  server = spawn(process.env.SPV_LSP, ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  connection = protocol.createProtocolConnection(server.stdout, server.stdin);
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
    const resolve = waiting.shift();
    if (resolve === undefined) published.push(params);
    else resolve(params);
  });
  connection.listen();
  const result = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
    },
  });
  capabilities = result.capabilities;
  await connection.sendNotification(protocol.InitializedNotification.type, {});
});

after(async () => {
  await connection.sendRequest(protocol.ShutdownRequest.type);
  const exited = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await exited, 0);
  connection.dispose();
});

const textDocument = { uri: URI };
const at = (line, character) => ({ textDocument, position: { line, character } });

test("the server counts in UTF-16 unless the client asks for more", () => {
  assert.equal(capabilities.positionEncoding, "utf-16");
});

test("a valid text has no diagnostics", async () => {
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: URI, languageId: "spirv", version: 1, text: TEXT },
  });
  assert.deepEqual((await nextDiagnostics()).diagnostics, []);
});

test("a hover describes an opcode", async () => {
  const hover = await connection.sendRequest(protocol.HoverRequest.type, at(6, 10));
  assert.match(hover.contents.value, /OpFunction.*54/);
});

test("a definition is found", async () => {
  const place = await connection.sendRequest(protocol.DefinitionRequest.type, at(2, 25));
  assert.deepEqual(place.range.start, { line: 6, character: 0 });
});

test("completion offers enumerants", async () => {
  const list = await connection.sendRequest(protocol.CompletionRequest.type, at(2, 17));
  assert.ok(list.items.some((item) => item.label === "GLCompute"));
});

test("renaming changes all uses", async () => {
  const edit = await connection.sendRequest(protocol.RenameRequest.type, {
    ...at(6, 2),
    newName: "start",
  });
  assert.equal(edit.changes[URI].length, 3);
});

test("a wrong name is refused", async () => {
  await assert.rejects(
    connection.sendRequest(protocol.RenameRequest.type, { ...at(6, 2), newName: "a b" }),
    /letters, digits and underscores/,
  );
});

test("tokens, symbols, folds and hints have the protocol's form", async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const tokens = await connection.sendRequest(protocol.SemanticTokensRequest.type, { textDocument });
  assert.equal(tokens.data.length % 5, 0);
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
  assert.ok(symbols.some((symbol) => symbol.name === "main" && symbol.children?.length === 1));
  const folds = await connection.sendRequest(protocol.FoldingRangeRequest.type, { textDocument });
  assert.deepEqual(folds[0], { startLine: 6, endLine: 9, kind: "region" });
  const hints = await connection.sendRequest(protocol.InlayHintRequest.type, { textDocument, range });
  assert.equal(hints[0].label, ": void");
});

test("a mistake is published, and its fix makes the text valid", async () => {
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: URI, version: 2 },
    contentChanges: [
      {
        range: { start: { line: 4, character: 8 }, end: { line: 4, character: 18 } },
        text: "OpTypeViod",
      },
    ],
  });
  const { diagnostics } = await nextDiagnostics();
  assert.equal(diagnostics[0].code, "asm.opcode.unknown");
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument,
    range: diagnostics[0].range,
    context: { diagnostics },
  });
  const fix = actions.find((action) => action.title === "Replace OpTypeViod by OpTypeVoid");
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: URI, version: 3 },
    contentChanges: fix.edit.changes[URI].map((edit) => ({
      range: edit.range,
      text: edit.newText,
    })),
  });
  assert.deepEqual((await nextDiagnostics()).diagnostics, []);
});
