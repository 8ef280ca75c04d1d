// The difference to another module, by instructions.

import DiffWorker from "../diff_worker?worker&inline";
import { element } from "../dom";
import type { ShownModule } from "../module";
import type { ModuleDiff, Row } from "../semantic_diff";
import type { Pane } from "../tabs";

export class Comparison implements Pane {
  readonly title = "Compare";
  readonly root = element("div", { className: "comparison" });
  #module: ShownModule;
  #goToLine: (line: number) => void;
  #other = element("textarea", {
    rows: 8,
    spellcheck: false,
    attributes: { "aria-label": "The other module", placeholder: "The other module" },
  });
  #summary = element("p", { attributes: { role: "status" } });
  #changes = element("div", { className: "changes" });
  #worker?: Worker;

  constructor(module: ShownModule, goToLine: (line: number) => void) {
    this.#module = module;
    this.#goToLine = goToLine;
    const keep = element("button", { type: "button", textContent: "Compare with the current text" });
    keep.addEventListener("click", () => {
      this.#other.value = module.text;
      this.update();
    });
    this.#other.addEventListener("input", () => this.update());
    this.root.append(keep, this.#other, this.#summary, this.#changes);
  }

  /** Begins anew: a comparison of older texts ends. */
  update() {
    this.#worker?.terminate();
    this.#worker = undefined;
    const left = this.#other.value;
    if (left.trim() === "") {
      this.#summary.textContent = "";
      this.#changes.replaceChildren();
      return;
    }
    this.#summary.textContent = "Comparing…";
    const worker = new DiffWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<ModuleDiff>) => {
      worker.terminate();
      this.#show(data);
    };
    worker.onerror = (event) => {
      this.#summary.textContent = event.message || "The texts cannot be compared.";
    };
    worker.postMessage({ left, right: this.#module.text });
  }

  #show({ removed, added, rows }: ModuleDiff) {
    this.#summary.textContent =
      removed + added === 0
        ? "The same instructions."
        : `${removed} ${removed === 1 ? "instruction" : "instructions"} removed, ${added} added`;
    this.#changes.replaceChildren(...rows.map((row) => this.#line(row)));
  }

  #line(row: Row): HTMLElement {
    if (row.kind === "gap") return element("div", { className: "gap", textContent: "…" });
    if (row.kind === "removed") {
      return element("div", { className: "removed", textContent: `− ${row.text}` });
    }
    const line = element("button", {
      type: "button",
      className: row.kind,
      textContent: `${row.kind === "added" ? "+" : " "} ${row.text}`,
    });
    line.addEventListener("click", () => this.#goToLine(row.line - 1));
    return line;
  }
}
