// The client of spv-lsp, and commands for drawings, binaries and folders.
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

// Documents of this scheme are binaries, disassembled and read-only.
const BINARY_SCHEME = "spirv";

let client: LanguageClient | undefined;

function settings() {
  const configuration = vscode.workspace.getConfiguration("plumb");
  return {
    targetEnv: configuration.get<string>("targetEnv", ""),
    pedantic: configuration.get<boolean>("pedantic", false),
  };
}

function startClient(): LanguageClient {
  const command = vscode.workspace.getConfiguration("plumb").get<string>("server", "spv-lsp");
  const run = { command, transport: TransportKind.stdio };
  return new LanguageClient(
    "plumb",
    "SPIR-V",
    { run, debug: run },
    {
      documentSelector: [
        { scheme: "file", language: "spirv" },
        { scheme: "untitled", language: "spirv" },
        { scheme: BINARY_SCHEME },
      ],
      initializationOptions: settings(),
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/plumb.json") },
      middleware: {
        // The server's command returns the explanation, which is shown here.
        executeCommand: async (command, args, next) => {
          const result: unknown = await next(command, args);
          if (command === "spv-lsp.explain" && typeof result === "string") {
            await showMarkdown(result);
          }
          return result;
        },
      },
    },
  );
}

async function showMarkdown(text: string) {
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
  await vscode.commands.executeCommand("markdown.showPreviewToSide", document.uri);
}

class BinaryContent implements vscode.TextDocumentContentProvider {
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const content = await client?.sendRequest<{ text: string }>(
      "workspace/textDocumentContent",
      { uri: uri.toString() },
    );
    return content?.text ?? "";
  }
}

async function showControlFlow() {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || client === undefined) return;
  const page = await client.sendRequest<string>("workspace/executeCommand", {
    command: "spv-lsp.controlFlow",
    arguments: [document.uri.toString()],
  });
  const panel = vscode.window.createWebviewPanel(
    "plumb.controlFlow",
    `Control flow of ${path.basename(document.uri.path)}`,
    vscode.ViewColumn.Beside,
    { enableScripts: true },
  );
  panel.webview.html = page;
}

async function openBinary(file?: vscode.Uri) {
  const chosen =
    file ?? (await vscode.window.showOpenDialog({ filters: { "SPIR-V": ["spv"] } }))?.[0];
  if (chosen === undefined) return;
  const document = await vscode.workspace.openTextDocument(
    vscode.Uri.from({ scheme: BINARY_SCHEME, path: chosen.path }),
  );
  await vscode.languages.setTextDocumentLanguage(document, "spirv");
  await vscode.window.showTextDocument(document);
}

async function validateFolder(folder?: vscode.Uri) {
  const chosen = folder ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (chosen === undefined) return;
  const program = vscode.workspace.getConfiguration("plumb").get<string>("validator", "spv-val");
  const env = settings().targetEnv;
  const args = ["--format", "concise", ...(env === "" ? [] : ["--target-env", env]), "--", chosen.fsPath];
  await vscode.tasks.executeTask(
    new vscode.Task(
      { type: "process", task: "spv-val" },
      vscode.TaskScope.Workspace,
      "spv-val",
      "plumb",
      new vscode.ProcessExecution(program, args),
      "$spv-val",
    ),
  );
}

export async function activate(context: vscode.ExtensionContext) {
  client = startClient();
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(BINARY_SCHEME, new BinaryContent()),
    vscode.commands.registerCommand("plumb.showControlFlow", showControlFlow),
    vscode.commands.registerCommand("plumb.openBinary", openBinary),
    vscode.commands.registerCommand("plumb.validateFolder", validateFolder),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration("plumb")) return;
      await client?.sendNotification("workspace/didChangeConfiguration", {
        settings: { plumb: settings() },
      });
    }),
  );
  await client.start();
}

export async function deactivate() {
  await client?.stop();
}
