// The difference of two modules by their instructions, not their lines: blanks, comments
// and the numbers of ids make none.

export interface Instruction {
  line: number; // from 1
  text: string; // as in the module
  shape: string; // ids by their order of appearance or by name, blanks removed
}

export type Change =
  | { kind: "same"; left: Instruction; right: Instruction }
  | { kind: "removed"; left: Instruction }
  | { kind: "added"; right: Instruction };

/** Splits a text; ids that are numbers are renamed by what defines them. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text.split("\n");
  const definitions = new Map<string, string>();
  const names = new Map<string, string>();
  for (const line of lines) {
    const name = /^\s*OpName\s+%([\w.]+)\s+"((?:[^"\\]|\\.)*)"/.exec(line);
    if (name?.[1] && name[2]) names.set(name[1], `%${name[2]}`);
    const defined = /^\s*%([\w.]+)\s*=\s*(.*)$/.exec(line);
    if (defined?.[1]) definitions.set(defined[1], defined[2] ?? "");
  }
  const labels = new Map<string, string>();
  const labelOf = (id: string): string => {
    const known = labels.get(id);
    if (known !== undefined) return known;
    const named = names.get(id);
    const label = named ?? (/^\d+$/.test(id) ? `%?${shapeOfDefinition(definitions.get(id))}` : `%${id}`);
    labels.set(id, label);
    return label;
  };
  // One level deep: enough to tell types, constants and operations apart.
  const shapeOfDefinition = (definition: string | undefined): string =>
    definition === undefined
      ? ""
      : `(${stripped(definition).replaceAll(/%([\w.]+)/g, (_, id: string) => names.get(id) ?? "%")})`;
  const instructions: Instruction[] = [];
  lines.forEach((line, i) => {
    const code = stripped(line);
    if (code === "") return;
    const shape = code.replaceAll(/%([\w.]+)/g, (_, id: string) => labelOf(id));
    instructions.push({ line: i + 1, text: code, shape });
  });
  return instructions;
}

/** Without comment, and with single blanks. */
function stripped(line: string): string {
  let code = "";
  let inString = false;
  for (let i = 0; i < line.length; ++i) {
    const c = line[i];
    if (c === "\\" && inString) {
      code += c + (line[++i] ?? "");
      continue;
    }
    if (c === '"') inString = !inString;
    if (c === ";" && !inString) break;
    code += c;
  }
  return code.trim().replaceAll(/\s+/g, " ");
}

// Above this number of differences, the rest is one block of removed and added lines.
const MAX_EDITS = 4000;

/** Myers' algorithm: O((n + m) d) for d differences. */
export function diff(left: Instruction[], right: Instruction[]): Change[] {
  let first = 0;
  while (
    first < left.length &&
    first < right.length &&
    left[first]!.shape === right[first]!.shape
  ) {
    ++first;
  }
  let last = 0;
  while (
    last < left.length - first &&
    last < right.length - first &&
    left[left.length - 1 - last]!.shape === right[right.length - 1 - last]!.shape
  ) {
    ++last;
  }
  const same = (l: Instruction, i: number): Change => ({ kind: "same", left: l, right: right[i]! });
  return [
    ...left.slice(0, first).map((l, i) => same(l, i)),
    ...diffMiddle(left.slice(first, left.length - last), right.slice(first, right.length - last)),
    ...left.slice(left.length - last).map((l, i) => same(l, right.length - last + i)),
  ];
}

function diffMiddle(a: Instruction[], b: Instruction[]): Change[] {
  const max = Math.min(a.length + b.length, MAX_EDITS);
  const offset = max + 1;
  const furthest = new Int32Array(2 * offset + 1);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= max; ++d) {
    trace.push(furthest.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
      let x = down ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x]!.shape === b[x - k]!.shape) ++x;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(a, b, trace, d);
    }
  }
  return [
    ...a.map((left): Change => ({ kind: "removed", left })),
    ...b.map((right): Change => ({ kind: "added", right })),
  ];
}

function backtrack(a: Instruction[], b: Instruction[], trace: Int32Array[], edits: number): Change[] {
  const changes: Change[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = edits; d >= 0; --d) {
    const before = trace[d]!;
    const at = (k: number) => before[k + d + 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : at(previousK);
    const previousY = d === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      changes.push({ kind: "same", left: a[--x]!, right: b[--y]! });
    }
    if (d === 0) break;
    if (down) changes.push({ kind: "added", right: b[--y]! });
    else changes.push({ kind: "removed", left: a[--x]! });
  }
  return changes.reverse();
}

const CONTEXT = 3;
const MAX_ROWS = 2000;

/** A line of a comparison; `line` is that of the right module, from 1. */
export type Row =
  | { kind: "same" | "added"; text: string; line: number }
  | { kind: "removed"; text: string }
  | { kind: "gap" };

export interface ModuleDiff {
  removed: number;
  added: number;
  rows: Row[]; // the changes with a few lines around them
}

/** Compares two texts. */
export function compare(left: string, right: string): ModuleDiff {
  const changes = diff(instructionsOf(left), instructionsOf(right));
  const isShown = new Uint8Array(changes.length);
  changes.forEach(({ kind }, i) => {
    if (kind !== "same") isShown.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  const rows: Row[] = [];
  changes.forEach((change, i) => {
    if (isShown[i] === 0 || rows.length >= MAX_ROWS) {
      if (rows.at(-1)?.kind !== "gap") rows.push({ kind: "gap" });
    } else if (change.kind === "removed") {
      rows.push({ kind: "removed", text: change.left.text });
    } else {
      rows.push({ kind: change.kind, text: change.right.text, line: change.right.line });
    }
  });
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  return { removed: count("removed"), added: count("added"), rows };
}
