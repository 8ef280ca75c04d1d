// The version, capabilities and extensions that the module needs, and why.

import { element } from "../dom";
import type { ShownModule } from "../module";
import type { Pane } from "../tabs";

interface Need {
  kind: string;
  name: string;
  rule?: string;
  message?: string;
}

interface NeedsReport {
  declared_version?: string;
  needed?: Need[];
  unneeded?: Need[];
}

export class Needs implements Pane {
  readonly title = "Needs";
  readonly root = element("div", { className: "needs" });
  #module: ShownModule;
  #shown?: Promise<unknown>;

  constructor(module: ShownModule) {
    this.#module = module;
  }

  async update() {
    const result = this.#module.needs();
    if (result === this.#shown) return;
    this.#shown = result;
    try {
      const { needs } = await result;
      if (this.#shown === result) this.#show(needs as NeedsReport | null);
    } catch (error) {
      this.root.replaceChildren(element("p", { textContent: (error as Error).message }));
    }
  }

  #show(needs: NeedsReport | null) {
    if (needs === null) {
      this.root.replaceChildren(
        element("p", { textContent: "A module with errors has no list of needs." }),
      );
      return;
    }
    const list = (title: string, all: Need[] = []) =>
      all.length === 0
        ? null
        : element(
            "section",
            {},
            element("h2", { textContent: title }),
            element("ul", {}, ...all.map((need) => this.#item(need))),
          );
    this.root.replaceChildren(
      ...[
        element("p", { textContent: `Declared version: ${needs.declared_version ?? "unknown"}` }),
        list("Needed", needs.needed),
        list("Declared without need", needs.unneeded),
      ].filter((part) => part !== null),
    );
  }

  #item({ kind, name, message }: Need): HTMLElement {
    return element(
      "li",
      {},
      `${kind} `,
      element("code", { textContent: name }),
      message ? element("span", { className: "weak", textContent: `: ${message}` }) : null,
    );
  }
}
