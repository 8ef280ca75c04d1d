// The module that the page shows, and what Plumb says about it.

import type { Options } from "../../bindings/npm/src/index.js";
import { LanguageServer, type LspDiagnostic } from "./language_server";
import { PlumbClient } from "./plumb_client";

export interface Settings {
  environment: string; // empty: of a comment in the text, or SPIR-V 1.6
  version: string; // "1.4"; empty: of a comment in the text, or the newest
  pedantic: boolean;
  off: string[]; // patterns of rules
  device: string; // a Vulkan profile as JSON; empty: none
  /** Other options of the command line. */
  more: Record<string, string | boolean>;
}

export const DEFAULT_SETTINGS: Settings = {
  environment: "",
  version: "",
  pedantic: false,
  off: [],
  device: "",
  more: {},
};

const URI = "file:///module.spvasm";

export class ShownModule {
  readonly client = new PlumbClient();
  readonly server = new LanguageServer(this.client, URI);
  #text = "";
  #settings: Settings = DEFAULT_SETTINGS;
  #diagnostics: LspDiagnostic[] = [];
  #results = new Map<string, Promise<unknown>>();
  #listeners: (() => void)[] = [];
  #isSending = false;
  #isOpen = false;
  #sent = "";
  #failure = "";

  constructor() {
    this.server.ondiagnostics = (diagnostics) => {
      this.#diagnostics = diagnostics;
      this.#notify();
    };
    this.client.onrestart = () => {
      this.#isOpen = false;
      this.#results.clear();
    };
  }

  get text(): string {
    return this.#text;
  }
  get settings(): Settings {
    return this.#settings;
  }
  get diagnostics(): LspDiagnostic[] {
    return this.#diagnostics;
  }
  /** Whether the diagnostics are of this text. */
  get isCurrent(): boolean {
    return this.#isOpen && !this.#isSending && this.#sent === this.#text;
  }

  /** Why the text was not validated; empty if it was, or is being. */
  get failure(): string {
    return this.#failure;
  }

  /** Called when the text has changed, before it is validated. */
  onstart: () => void = () => {};

  /** Calls `listener` when there are new results. */
  onchange(listener: () => void) {
    this.#listeners.push(listener);
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  options(): Options {
    const { environment, version, pedantic, off, device, more } = this.#settings;
    return {
      ...more,
      file: "module.spvasm",
      pedantic,
      ...(environment === "" ? {} : { "target-env": environment }),
      ...(version === "" ? {} : { "spirv-version": version }),
      ...(off.length === 0 ? {} : { off }),
      ...(device === "" ? {} : { device }),
    };
  }

  async #configureServer() {
    const { file: _, ...options } = this.options();
    await this.client.call("configureServer", options);
  }

  async setText(text: string): Promise<void> {
    this.#text = text;
    this.#results.clear();
    this.#failure = "";
    this.onstart();
    await this.#synchronize();
  }

  async setSettings(settings: Settings): Promise<void> {
    this.#settings = settings;
    this.#results.clear();
    if (this.#isOpen) {
      await this.#configureServer();
      await this.server.configure();
      this.#notify();
    }
  }

  /** The last text counts: while one is validated, others are skipped. */
  async #synchronize() {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (!this.#isOpen || this.#sent !== this.#text) {
        const text = this.#text;
        if (this.#isOpen) {
          await this.server.change(text);
        } else {
          await this.#configureServer();
          await this.server.open(text);
        }
        this.#isOpen = true;
        this.#sent = text;
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isSending = false;
      this.#notify();
    }
  }

  /** A result for the current text, computed once. */
  result<T>(name: string, compute: () => Promise<T>): Promise<T> {
    let found = this.#results.get(name) as Promise<T> | undefined;
    if (!found) {
      found = compute();
      this.#results.set(name, found);
      found.catch(() => this.#results.delete(name));
    }
    return found;
  }

  needs() {
    return this.result("needs", () => this.client.call("needs", this.#text, this.options()));
  }
  controlFlow() {
    return this.result("flow", () => this.client.call("controlFlow", this.#text, this.options()));
  }
  instructions() {
    return this.result("instructions", () =>
      this.client.call("instructions", this.#text, this.options()),
    );
  }
  assemble() {
    return this.result("assemble", () => this.client.call("assemble", this.#text, this.options()));
  }
}

/** The index into a string of a byte of its UTF-8. */
export function indexOfByte(text: string, byte: number): number {
  let bytes = 0;
  for (let i = 0; i < text.length; ++i) {
    if (bytes >= byte) return i;
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00) {
      bytes += 4;
      ++i;
    } else bytes += 3;
  }
  return text.length;
}

/** The reverse. */
export function byteOfIndex(text: string, index: number): number {
  return new TextEncoder().encode(text.slice(0, index)).length;
}
