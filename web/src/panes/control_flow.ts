// The picture of spv-cfg, without its script: this page zooms and finds lines.

import { element } from "../dom";
import type { ShownModule } from "../module";
import type { Pane } from "../tabs";

export class ControlFlow implements Pane {
  readonly title = "Control flow";
  readonly root = element("div", { className: "flow" });
  #module: ShownModule;
  #goToInstruction: (number: number) => void;
  #shown?: Promise<unknown>;
  #zoom = 1;
  #view = element("div", { className: "picture" });
  #shadow = this.#view.attachShadow({ mode: "open" });
  #message = element("p");

  constructor(module: ShownModule, goToInstruction: (number: number) => void) {
    this.#module = module;
    this.#goToInstruction = goToInstruction;
    const button = (text: string, label: string, factor: number) => {
      const made = element("button", {
        type: "button",
        textContent: text,
        attributes: { "aria-label": label },
      });
      made.addEventListener("click", () => this.#setZoom(factor === 0 ? 1 : this.#zoom * factor));
      return made;
    };
    this.root.append(
      element(
        "div",
        { className: "buttons" },
        button("−", "Smaller", 0.8),
        button("100 %", "100 %: original size", 0),
        button("+", "Larger", 1.25),
      ),
      this.#message,
      this.#view,
    );
    this.#shadow.addEventListener("click", (event) => this.#click(event));
  }

  async update() {
    const result = this.#module.controlFlow();
    if (result === this.#shown) return;
    this.#shown = result;
    try {
      const { drawing } = await result;
      if (this.#shown !== result) return;
      this.#message.textContent = "";
      this.#show(drawing);
    } catch (error) {
      this.#message.textContent = (error as Error).message;
      this.#shadow.replaceChildren();
    }
  }

  #show(page: string) {
    const parsed = new DOMParser().parseFromString(page, "text/html");
    const style = element("style", {
      textContent: [...parsed.querySelectorAll("style")]
        .map(({ textContent }) => (textContent ?? "").replaceAll(":root", ":host").replaceAll(/\bbody\b/g, ":host"))
        .join("\n"),
    });
    const parts = [...parsed.body.children].filter(
      ({ tagName, className }) => tagName === "DETAILS" || className === "messages",
    );
    this.#shadow.replaceChildren(style, ...parts.map((part) => document.importNode(part, true)));
    if (parts.length === 0) this.#message.textContent = "There are no functions.";
    this.#applyZoom();
    this.#applyTheme();
  }

  #applyTheme() {
    const { theme } = document.documentElement.dataset;
    this.#view.dataset["theme"] = theme ?? "light";
  }

  #setZoom(zoom: number) {
    this.#zoom = Math.min(4, Math.max(0.2, zoom));
    this.#applyZoom();
  }

  #applyZoom() {
    for (const svg of this.#shadow.querySelectorAll("svg")) {
      const box = svg.viewBox.baseVal;
      svg.setAttribute("width", String(box.width * this.#zoom));
      svg.setAttribute("height", String(box.height * this.#zoom));
    }
  }

  /** A line of a block is an instruction, unless lines of debug information are hidden. */
  #click(event: Event) {
    const target = event.target as Element;
    const block = target.closest<SVGElement>(".block");
    const first = Number(block?.dataset["instruction"] ?? 0);
    if (!block || first === 0) return;
    const line = [...block.querySelectorAll("text:not(.message)")].indexOf(
      target.closest("text") ?? target,
    );
    const isWhole = block.closest(".without-debug") === null;
    this.#goToInstruction(first + (isWhole ? Math.max(line, 0) : 0));
  }
}
