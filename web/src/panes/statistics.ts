// Numbers of a module: its size, and the instructions of each opcode.

import { element } from "../dom";
import type { ShownModule } from "../module";
import type { Pane } from "../tabs";

/** Of a text, by the opcodes that it names. */
export function countOpcodes(text: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const opcode = /^\s*(?:%[\w.]+\s*=\s*)?(Op\w+)/.exec(line)?.[1];
    if (opcode) counts.set(opcode, (counts.get(opcode) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

export class StatisticsPane implements Pane {
  readonly title = "Statistics";
  readonly root = element("div", { className: "statistics" });
  #module: ShownModule;
  #shown?: Promise<unknown>;

  constructor(module: ShownModule) {
    this.#module = module;
  }

  async update() {
    const result = this.#module.instructions();
    if (result === this.#shown) return;
    this.#shown = result;
    const { text } = this.#module;
    try {
      const { binary, words, verdict } = await result;
      if (this.#shown !== result) return;
      const rows: [string, string][] = [["Bytes of text", text.length.toLocaleString("en")]];
      if (verdict !== "malformed" && binary.byteLength >= 20) {
        const view = new DataView(binary.buffer, binary.byteOffset);
        const version = view.getUint32(4, true);
        rows.push(
          ["Version", `${(version >> 16) & 255}.${(version >> 8) & 255}`],
          ["Bytes of the binary", binary.byteLength.toLocaleString("en")],
          ["Instructions", words.length.toLocaleString("en")],
          ["Bound of ids", view.getUint32(12, true).toLocaleString("en")],
        );
      }
      const opcodes = countOpcodes(text);
      this.root.replaceChildren(
        table("Module", rows),
        table("Opcodes", opcodes.map(([name, count]) => [name, count.toLocaleString("en")])),
      );
    } catch (error) {
      this.root.replaceChildren(element("p", { textContent: (error as Error).message }));
    }
  }
}

function table(caption: string, rows: [string, string][]): HTMLElement {
  return element(
    "table",
    {},
    element("caption", { textContent: caption }),
    element(
      "tbody",
      {},
      ...rows.map(([name, value]) =>
        element(
          "tr",
          {},
          element("th", { textContent: name, attributes: { scope: "row" } }),
          element("td", { textContent: value }),
        ),
      ),
    ),
  );
}
