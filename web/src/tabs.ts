// Tabs as the ARIA practices describe them: arrow keys move between them.

import { byId, element } from "./dom";

export interface Pane {
  readonly title: string;
  readonly root: HTMLElement;
  /** Called when the pane is shown, or its module changes while it is. */
  update(): void | Promise<void>;
}

export class Tabs {
  #panes: Pane[];
  #tabs: HTMLButtonElement[] = [];
  #panels: HTMLElement[] = [];
  #selected = 0;

  constructor(panes: Pane[]) {
    this.#panes = panes;
    const list = byId("tabs");
    const panels = byId("panels");
    panes.forEach((pane, i) => {
      const tab = element("button", {
        type: "button",
        id: `tab-${i}`,
        textContent: pane.title,
        attributes: { role: "tab", "aria-controls": `panel-${i}` },
      });
      tab.addEventListener("click", () => this.select(i));
      tab.addEventListener("keydown", (event) => this.#move(event, i));
      const panel = element(
        "div",
        {
          id: `panel-${i}`,
          tabIndex: 0,
          attributes: { role: "tabpanel", "aria-labelledby": `tab-${i}` },
        },
        pane.root,
      );
      this.#tabs.push(tab);
      this.#panels.push(panel);
      list.append(tab);
      panels.append(panel);
    });
    this.select(0);
  }

  select(index: number) {
    this.#selected = index;
    this.#tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      this.#panels[i]!.hidden = i !== index;
    });
    this.update();
  }

  /** The module or its options have changed. */
  update() {
    void this.#panes[this.#selected]!.update();
  }

  setTitle(pane: Pane, title: string) {
    this.#tabs[this.#panes.indexOf(pane)]!.textContent = title;
  }

  #move(event: KeyboardEvent, from: number) {
    const last = this.#tabs.length - 1;
    const to =
      event.key === "ArrowRight" ? (from === last ? 0 : from + 1)
      : event.key === "ArrowLeft" ? (from === 0 ? last : from - 1)
      : event.key === "Home" ? 0
      : event.key === "End" ? last
      : -1;
    if (to < 0) return;
    event.preventDefault();
    this.select(to);
    this.#tabs[to]!.focus();
  }
}
