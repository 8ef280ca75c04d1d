// The difference to another module, by instructions.

import { element } from "../dom";
import type { ShownModule } from "../module";
import { diff, instructionsOf, type Change } from "../semantic_diff";
import type { Pane } from "../tabs";

const CONTEXT = 3;
const MAX_LINES = 2000;

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

  constructor(module: ShownModule, goToLine: (line: number) => void) {
    this.#module = module;
    this.#goToLine = goToLine;
    const keep = element("button", { type: "button", textContent: "Compare with the current text" });
    keep.addEventListener("click", () => this.setOther(module.text));
    this.#other.addEventListener("input", () => this.update());
    this.root.append(keep, this.#other, this.#summary, this.#changes);
  }

  setOther(text: string) {
    this.#other.value = text;
    this.update();
  }

  update() {
    if (this.#other.value.trim() === "") {
      this.#summary.textContent = "";
      this.#changes.replaceChildren();
      return;
    }
    const changes = diff(instructionsOf(this.#other.value), instructionsOf(this.#module.text));
    const count = (kind: Change["kind"]) => changes.filter((c) => c.kind === kind).length;
    this.#summary.textContent =
      count("added") + count("removed") === 0
        ? "The same instructions."
        : `${count("removed")} instructions removed, ${count("added")} added`;
    this.#changes.replaceChildren(...this.#lines(changes));
  }

  #lines(changes: Change[]): HTMLElement[] {
    const shown = changes.map(() => false);
    changes.forEach(({ kind }, i) => {
      if (kind === "same") return;
      shown.fill(true, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
    });
    const lines: HTMLElement[] = [];
    let skipped = false;
    changes.forEach((change, i) => {
      if (!shown[i] || lines.length >= MAX_LINES) {
        skipped = true;
        return;
      }
      if (skipped) lines.push(element("div", { className: "gap", textContent: "…" }));
      skipped = false;
      lines.push(this.#line(change));
    });
    return lines;
  }

  #line(change: Change): HTMLElement {
    if (change.kind === "removed") {
      return element("div", { className: "removed", textContent: `− ${change.left.text}` });
    }
    const line = element("button", {
      type: "button",
      className: change.kind,
      textContent: `${change.kind === "added" ? "+" : " "} ${change.right.text}`,
    });
    line.addEventListener("click", () => this.#goToLine(change.right.line - 1));
    return line;
  }
}
