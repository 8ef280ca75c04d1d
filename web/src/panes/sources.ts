// The source files that debug information contains: OpString and OpSource,
// OpSourceContinued, DebugSource and DebugSourceContinued.

import { element } from "../dom";
import type { ShownModule } from "../module";
import type { Pane } from "../tabs";

export interface SourceFile {
  name: string;
  text: string;
}

/** Without what a text in assembly needs before quotes and backslashes. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, "$1");
}

export function sourcesOf(module: string): SourceFile[] {
  const strings = new Map<string, string>();
  const files: SourceFile[] = [];
  let open: SourceFile | undefined;
  const string = `"((?:[^"\\\\]|\\\\.)*)"`;
  const pattern = new RegExp(
    [
      `%([\\w.]+)\\s*=\\s*OpString\\s+${string}`,
      `^[ \\t]*OpSource\\s+\\w+\\s+\\d+(?:\\s+%([\\w.]+))?(?:\\s+${string})?`,
      `^[ \\t]*OpSourceContinued\\s+${string}`,
      `=\\s*OpExtInst\\s+%[\\w.]+\\s+%[\\w.]+\\s+DebugSource\\s+%([\\w.]+)(?:\\s+%([\\w.]+))?`,
      `=\\s*OpExtInst\\s+%[\\w.]+\\s+%[\\w.]+\\s+DebugSourceContinued\\s+%([\\w.]+)`,
    ].join("|"),
    "gms",
  );
  for (const match of module.matchAll(pattern)) {
    const [, id, value, file, text, more, debugFile, debugText, debugMore] = match;
    if (id !== undefined) {
      strings.set(id, unescaped(value ?? ""));
    } else if (more !== undefined) {
      if (open) open.text += unescaped(more);
    } else if (debugMore !== undefined) {
      if (open) open.text += strings.get(debugMore) ?? "";
    } else {
      const name = strings.get(file ?? debugFile ?? "") ?? "source";
      open = { name, text: text !== undefined ? unescaped(text) : strings.get(debugText ?? "") ?? "" };
      if (open.text !== "") files.push(open);
    }
  }
  return files;
}

export class Sources implements Pane {
  readonly title = "Source";
  readonly root = element("div", { className: "sources" });
  #module: ShownModule;
  #shown = "";

  constructor(module: ShownModule) {
    this.#module = module;
  }

  update() {
    const { text } = this.#module;
    if (text === this.#shown && this.root.hasChildNodes()) return;
    this.#shown = text;
    const files = sourcesOf(text);
    this.root.replaceChildren(
      ...(files.length === 0
        ? [element("p", { textContent: "The module contains no source." })]
        : files.map(({ name, text: source }) =>
            element(
              "section",
              {},
              element("h2", { textContent: name }),
              element("pre", { textContent: source }),
            ),
          )),
    );
  }
}
