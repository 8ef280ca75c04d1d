// The words of the binary, coloured by instruction.  Only the rows in view exist.

import { element } from "../dom";
import type { ShownModule } from "../module";
import type { Pane } from "../tabs";

const WORDS_IN_ROW = 4;
const ROW_HEIGHT = 20; // in pixels, as in style.css
const HEADER_WORDS = 5;
const COLORS = 6;
// Browsers limit the height of an element.
const MAX_ROWS = 400_000;

export class Binary implements Pane {
  readonly title = "Binary";
  readonly root = element("div", { className: "binary" });
  #module: ShownModule;
  #goToOffset: (offset: number) => void;
  #message = element("p");
  #scroller = element("div", { className: "words", tabIndex: 0, attributes: { role: "group", "aria-label": "Words" } });
  #space = element("div", { className: "space" });
  #shown?: Promise<unknown>;
  #words: DataView = new DataView(new ArrayBuffer(0));
  #first: number[] = [];
  #offsets: number[] = [];
  #selected = -1;

  constructor(module: ShownModule, goToOffset: (offset: number) => void) {
    this.#module = module;
    this.#goToOffset = goToOffset;
    this.#scroller.append(this.#space);
    this.root.append(this.#message, this.#scroller);
    this.#scroller.addEventListener("scroll", () => this.#draw());
    this.#scroller.addEventListener("click", (event) => this.#click(event));
  }

  async update() {
    const result = this.#module.instructions();
    if (result === this.#shown) return this.#draw();
    this.#shown = result;
    this.#first = [];
    try {
      const { binary, words, offsets, verdict } = await result;
      if (this.#shown !== result) return;
      this.#words = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
      this.#first = words;
      this.#offsets = offsets;
      this.#message.textContent =
        verdict === "malformed"
          ? "The text has errors, so there is no binary."
          : `${binary.byteLength / 4} words, ${words.length} instructions`;
    } catch (error) {
      this.#words = new DataView(new ArrayBuffer(0));
      this.#message.textContent = (error as Error).message;
    }
    this.#draw();
  }

  /** Selects the instruction that contains an offset of the text. */
  select(offset: number) {
    this.#selected = lastNotAfter(this.#offsets, offset);
    if (this.root.offsetParent === null || this.#selected < 0) return;
    const row = Math.floor(this.#first[this.#selected]! / WORDS_IN_ROW);
    const top = row * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.#scroller;
    if (top < scrollTop || top > scrollTop + clientHeight - ROW_HEIGHT) {
      this.#scroller.scrollTop = top - clientHeight / 2;
    }
    this.#draw();
  }

  #draw() {
    const count = this.#words.byteLength / 4;
    const rows = Math.min(Math.ceil(count / WORDS_IN_ROW), MAX_ROWS);
    this.#space.style.height = `${rows * ROW_HEIGHT}px`;
    const first = Math.max(0, Math.floor(this.#scroller.scrollTop / ROW_HEIGHT) - 5);
    const last = Math.min(rows, first + Math.ceil(this.#scroller.clientHeight / ROW_HEIGHT) + 10);
    const shown: HTMLElement[] = [];
    for (let row = first; row < last; ++row) shown.push(this.#row(row, count));
    this.#space.replaceChildren(...shown);
  }

  #row(row: number, count: number): HTMLElement {
    const made = element("div", { className: "row" });
    made.style.top = `${row * ROW_HEIGHT}px`;
    made.append(
      element("span", {
        className: "offset",
        textContent: (row * WORDS_IN_ROW * 4).toString(16).padStart(8, "0"),
      }),
    );
    const end = Math.min((row + 1) * WORDS_IN_ROW, count);
    for (let word = row * WORDS_IN_ROW; word < end; ++word) {
      const instruction = word < HEADER_WORDS ? -1 : lastNotAfter(this.#first, word);
      const color = instruction < 0 ? "header" : `c${instruction % COLORS}`;
      const selected = instruction >= 0 && instruction === this.#selected ? " selected" : "";
      const begins = this.#first[instruction] === word ? " first" : "";
      const made_word = element("span", {
        className: `word ${color}${selected}${begins}`,
        textContent: this.#words.getUint32(word * 4, true).toString(16).padStart(8, "0"),
      });
      made_word.dataset["instruction"] = String(instruction);
      made.append(made_word);
    }
    return made;
  }

  #click(event: Event) {
    const { instruction } = (event.target as HTMLElement).dataset;
    const offset = this.#offsets[Number(instruction ?? -1)];
    if (offset === undefined) return;
    this.#selected = Number(instruction);
    this.#draw();
    this.#goToOffset(offset);
  }
}

/** The index of the last number that is not greater; -1 if all are. */
export function lastNotAfter(sorted: number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
