// The language server of the worker, for one document.

import type { PlumbClient } from "./plumb_client";

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface LspDiagnostic {
  range: Range;
  severity: 1 | 2 | 3 | 4;
  code: string;
  codeDescription?: { href: string };
  message: string;
  relatedInformation?: { location: { uri: string; range: Range }; message: string }[];
}

export interface LspEdit {
  range: Range;
  newText: string;
}

export interface CodeAction {
  title: string;
  isPreferred?: boolean;
  edit?: { changes?: Record<string, LspEdit[]> };
  command?: { command: string; arguments?: unknown[] };
}

export interface CompletionItem {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: string | { value: string };
  insertText?: string;
  sortText?: string;
  textEdit?: LspEdit;
}

interface Message {
  id?: number;
  method?: string;
  params?: { uri: string; version?: number; diagnostics: LspDiagnostic[] };
  result?: unknown;
  error?: { code: number; message: string };
}

const NOT_OPEN = new Error("the document is not open");

export class LanguageServer {
  #client: PlumbClient;
  #uri: string;
  #version = 0;
  #nextId = 1;
  #isOpen = false;

  /** Called with the diagnostics of a version of the text. */
  ondiagnostics: (diagnostics: LspDiagnostic[], version: number) => void = () => {};

  constructor(client: PlumbClient, uri: string) {
    this.#client = client;
    this.#uri = uri;
  }

  async #send(method: string, params: object, id?: number): Promise<unknown> {
    const messages = (await this.#client.call("serve", {
      jsonrpc: "2.0",
      id,
      method,
      params,
    })) as Message[];
    let result: unknown;
    for (const message of messages) {
      if (message.method === "textDocument/publishDiagnostics" && message.params?.uri === this.#uri) {
        this.ondiagnostics(message.params.diagnostics, message.params.version ?? this.#version);
      } else if (message.id === id && id !== undefined) {
        if (message.error) throw new Error(message.error.message);
        result = message.result;
      }
    }
    return result;
  }

  async open(text: string): Promise<void> {
    this.#isOpen = false;
    ++this.#version;
    const document = { uri: this.#uri, languageId: "spirv", version: this.#version, text };
    await this.#send("initialize", { capabilities: {} }, this.#nextId++)
      // It was initialized before.
      .catch(() => this.configure());
    await this.#send("textDocument/didOpen", { textDocument: document });
    this.#isOpen = true;
  }

  async change(text: string): Promise<void> {
    ++this.#version;
    await this.#send("textDocument/didChange", {
      textDocument: { uri: this.#uri, version: this.#version },
      contentChanges: [{ text }],
    });
  }

  /** Validates again, with the options of Plumb.configureServer(). */
  async configure(): Promise<void> {
    await this.#send("workspace/didChangeConfiguration", { settings: {} });
  }

  async request<T>(method: string, params: object = {}): Promise<T> {
    if (!this.#isOpen) throw NOT_OPEN;
    const all = { textDocument: { uri: this.#uri }, ...params };
    return (await this.#send(method, all, this.#nextId++)) as T;
  }

  hover(position: Position) {
    return this.request<{ contents: { value: string }; range?: Range } | null>(
      "textDocument/hover",
      { position },
    );
  }

  completion(position: Position) {
    return this.request<{ items: CompletionItem[] } | CompletionItem[] | null>(
      "textDocument/completion",
      { position },
    );
  }

  codeActions(range: Range) {
    return this.request<CodeAction[]>("textDocument/codeAction", {
      range,
      context: { diagnostics: [] },
    });
  }

  editsOf(action: CodeAction): LspEdit[] {
    return action.edit?.changes?.[this.#uri] ?? [];
  }
}
