// Diagnostics, by rule, with fixes and explanations.

import { element } from "../dom";
import type { LspDiagnostic } from "../language_server";
import type { ShownModule } from "../module";
import type { Pane } from "../tabs";

const SEVERITIES = ["", "error", "warning", "pedantic", "pedantic"];
const MAX_SHOWN = 200;

export class Problems implements Pane {
  readonly title = "Problems";
  readonly root = element("div", { className: "problems" });
  #module: ShownModule;
  #goTo: (line: number, character: number) => void;
  #apply: (diagnostic: LspDiagnostic) => void;

  constructor(
    module: ShownModule,
    goTo: (line: number, character: number) => void,
    apply: (diagnostic: LspDiagnostic) => void,
  ) {
    this.#module = module;
    this.#goTo = goTo;
    this.#apply = apply;
  }

  update() {
    const { diagnostics } = this.#module;
    if (diagnostics.length === 0) {
      this.root.replaceChildren(
        element("p", { textContent: this.#module.isCurrent ? "No problems." : "…" }),
      );
      return;
    }
    const byRule = new Map<string, LspDiagnostic[]>();
    for (const diagnostic of diagnostics.slice(0, MAX_SHOWN)) {
      const of = byRule.get(diagnostic.code);
      if (of) of.push(diagnostic);
      else byRule.set(diagnostic.code, [diagnostic]);
    }
    this.root.replaceChildren(
      ...[...byRule].map(([rule, found]) => this.#group(rule, found)),
      diagnostics.length > MAX_SHOWN
        ? element("p", { textContent: `${diagnostics.length - MAX_SHOWN} more are not shown.` })
        : "",
    );
  }

  #group(rule: string, diagnostics: LspDiagnostic[]): HTMLElement {
    const explanation = element("pre", { hidden: true, className: "explanation" });
    const explain = element("button", {
      type: "button",
      textContent: "Explain",
      attributes: { "aria-expanded": "false", "aria-label": `Explain ${rule}` },
    });
    explain.addEventListener("click", async () => {
      explanation.hidden = !explanation.hidden;
      explain.setAttribute("aria-expanded", String(!explanation.hidden));
      if (explanation.textContent !== "") return;
      try {
        explanation.textContent = (await this.#module.client.explain(rule)).text;
      } catch (error) {
        explanation.textContent = (error as Error).message;
      }
    });
    return element(
      "section",
      { attributes: { "aria-label": rule } },
      element("h2", {}, ruleLink(rule), explain),
      explanation,
      element("ul", {}, ...diagnostics.map((diagnostic) => this.#item(diagnostic))),
    );
  }

  #item(diagnostic: LspDiagnostic): HTMLElement {
    const { start } = diagnostic.range;
    const severity = SEVERITIES[diagnostic.severity] ?? "error";
    const place = this.#placeButton(start.line, start.character);
    const fix = element("button", { type: "button", textContent: "Fix", className: "fix" });
    fix.addEventListener("click", () => this.#apply(diagnostic));
    fix.hidden = true;
    void this.#showFix(diagnostic, fix);
    const notes = (diagnostic.relatedInformation ?? []).map(({ message, location }) =>
      element(
        "li",
        {},
        this.#placeButton(location.range.start.line, location.range.start.character),
        ` ${message}`,
      ),
    );
    return element(
      "li",
      { className: severity },
      place,
      element("span", { className: "severity", textContent: severity }),
      ` ${diagnostic.message} `,
      fix,
      notes.length > 0 ? element("ul", {}, ...notes) : null,
    );
  }

  async #showFix(diagnostic: LspDiagnostic, button: HTMLButtonElement) {
    try {
      const action = await fixOf(this.#module, diagnostic);
      if (!action) return;
      button.textContent = action.title;
      button.hidden = false;
    } catch {
      // The text has changed, and the pane with it.
    }
  }

  #placeButton(line: number, character: number): HTMLElement {
    const button = element("button", {
      type: "button",
      className: "place",
      textContent: `${line + 1}:${character + 1}`,
    });
    button.addEventListener("click", () => this.#goTo(line, character));
    return button;
  }
}

/** To the place of the rule in the rule reference. */
function ruleLink(rule: string): HTMLElement {
  const area = rule.slice(0, rule.indexOf("."));
  return element(
    "a",
    { href: `./rules/${area}.html#${rule}` },
    element("code", { textContent: rule }),
  );
}

/** The code action that changes the text at a diagnostic, if there is one. */
export async function fixOf(module: ShownModule, diagnostic: LspDiagnostic) {
  const actions = await module.server.codeActions(diagnostic.range);
  return actions.find(
    (action) => module.server.editsOf(action).length > 0 && !/^(Suppress|Apply all)/.test(action.title),
  );
}
