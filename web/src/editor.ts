// The editor: CodeMirror with the language server's diagnostics, hovers and completion.

import {
  autocompletion,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { element } from "./dom";
import type { CompletionItem, LspDiagnostic, Position } from "./language_server";
import type { ShownModule } from "./module";
import { fixOf } from "./panes/problems";
import { spirv } from "./spirv_language";

const MAX_MARKS = 1000;
const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.variableName, color: "var(--id)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)" },
  { tag: tags.atom, color: "var(--enumerant)" },
  { tag: tags.meta, color: "var(--number)" },
]);

function offsetOf(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const { from, to } = text.line(line + 1);
  return Math.min(from + character, to);
}

function positionOf(text: Text, offset: number): Position {
  const { number, from } = text.lineAt(offset);
  return { line: number - 1, character: offset - from };
}

export class Editor {
  readonly view: EditorView;
  #module: ShownModule;

  /** Called with the offset of the cursor after it moved. */
  onmove: (offset: number) => void = () => {};

  constructor(parent: HTMLElement, module: ShownModule) {
    this.#module = module;
    this.view = new EditorView({ parent, state: this.#stateOf("") });
    module.onchange(() => this.#showDiagnostics());
  }

  #stateOf(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        highlightSelectionMatches(),
        spirv(),
        syntaxHighlighting(colors),
        lintGutter(),
        autocompletion({ override: [(context) => this.#complete(context)] }),
        hoverTooltip((view, offset) => this.#hover(view, offset)),
        keymap.of([
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": "SPIR-V assembly", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) void this.#module.setText(update.state.doc.toString());
          if (update.selectionSet) this.onmove(update.state.selection.main.head);
        }),
      ],
    });
  }

  setText(text: string) {
    this.view.setState(this.#stateOf(text));
    void this.#module.setText(text);
  }

  goTo(line: number, character: number) {
    const offset = offsetOf(this.view.state.doc, { line, character });
    this.goToOffset(offset);
  }

  goToOffset(offset: number) {
    const anchor = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    this.view.focus();
  }

  async applyFix(diagnostic: LspDiagnostic) {
    const action = await fixOf(this.#module, diagnostic);
    if (!action) return;
    const { doc } = this.view.state;
    const changes = this.#module.server.editsOf(action).map(({ range, newText }) => ({
      from: offsetOf(doc, range.start),
      to: offsetOf(doc, range.end),
      insert: newText,
    }));
    this.view.dispatch({ changes });
    this.view.focus();
  }

  #showDiagnostics() {
    if (!this.#module.isCurrent) return;
    const { doc } = this.view.state;
    const shown = this.#module.diagnostics.slice(0, MAX_MARKS).map((diagnostic): Diagnostic => {
      const from = offsetOf(doc, diagnostic.range.start);
      return {
        from,
        to: Math.max(from, offsetOf(doc, diagnostic.range.end)),
        severity: SEVERITIES[diagnostic.severity],
        source: diagnostic.code,
        message: diagnostic.message,
      };
    });
    shown.sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  async #hover(view: EditorView, offset: number) {
    const { doc } = view.state;
    const hover = await this.#module.server.hover(positionOf(doc, offset)).catch(() => null);
    if (!hover) return null;
    return {
      pos: hover.range ? offsetOf(doc, hover.range.start) : offset,
      ...(hover.range ? { end: offsetOf(doc, hover.range.end) } : {}),
      create: () => ({ dom: markdown(hover.contents.value) }),
    };
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[%\w.]+$/);
    if (!word && !context.explicit) return null;
    const { doc } = context.state;
    const answer = await this.#module.server
      .completion(positionOf(doc, context.pos))
      .catch(() => null);
    if (!answer || context.aborted) return null;
    const items = Array.isArray(answer) ? answer : answer.items;
    return {
      from: word?.from ?? context.pos,
      options: items.map(toCompletion),
      validFor: /^[%\w.]*$/,
    };
  }
}

function toCompletion(item: CompletionItem): Completion {
  const { documentation } = item;
  const text = typeof documentation === "string" ? documentation : documentation?.value;
  return {
    label: item.label,
    ...(item.detail ? { detail: item.detail } : {}),
    apply: item.textEdit?.newText ?? item.insertText ?? item.label,
    ...(text ? { info: () => markdown(text) } : {}),
  };
}

/** The few forms of Markdown that the language server uses. */
export function markdown(text: string): HTMLElement {
  const root = element("div", { className: "markdown" });
  let code: string[] | undefined;
  let rows: string[][] = [];
  const endTable = () => {
    if (rows.length === 0) return;
    root.append(
      element(
        "table",
        {},
        ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, ...inline(cell))))),
      ),
    );
    rows = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      if (code) root.append(element("pre", { textContent: code.join("\n") }));
      code = code ? undefined : [];
      continue;
    }
    if (code) {
      code.push(line);
      continue;
    }
    const cells = /^\|(.*)\|\s*$/.exec(line)?.[1];
    if (cells !== undefined) {
      if (!/^[\s|:-]*$/.test(cells)) rows.push(cells.split("|").map((cell) => cell.trim()));
      continue;
    }
    endTable();
    if (line.trim() !== "") root.append(element("p", {}, ...inline(line)));
  }
  endTable();
  return root;
}

function inline(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (/^`.+`$/.test(part)) return element("code", { textContent: part.slice(1, -1) });
    if (/^\*\*.+\*\*$/.test(part)) return element("strong", { textContent: part.slice(2, -2) });
    const link = /^\[([^\]]+)\]\((https:[^)]+)\)$/.exec(part);
    if (link) return element("a", { textContent: link[1]!, href: link[2]!, target: "_blank", rel: "noreferrer" });
    return part.replace(/^#+ |^- /, "");
  });
}
