// The difference of two modules by their instructions, not their lines: blanks, comments
// and what ids are called make none.

export interface Instruction {
  line: number; // from 1
  text: string; // as in the module
  ids: string[]; // in their order
  result: string | undefined; // one of the ids
  shape: string; // ids by their name or by what defines them, blanks removed
}

export type Change =
  | { kind: "same"; left: Instruction; right: Instruction }
  | { kind: "removed"; left: Instruction }
  | { kind: "added"; right: Instruction };

const IDS = /%([\w.]+)/g;

interface Listing {
  instructions: Instruction[]; // without shapes
  definitions: Map<string, string>; // by result, without it
  names: Map<string, string>; // of ids: that of OpName, or the id unless it is a number
}

function read(text: string): Listing {
  const instructions: Instruction[] = [];
  const definitions = new Map<string, string>();
  const names = new Map<string, string>();
  text.split("\n").forEach((line, i) => {
    const code = stripped(line);
    if (code === "") return;
    const named = /^OpName %([\w.]+) "((?:[^"\\]|\\.)*)"/.exec(code);
    if (named?.[1] && named[2]) names.set(named[1], named[2]);
    const [, result, definition] = /^%([\w.]+) ?= ?(.*)$/.exec(code) ?? [];
    if (result !== undefined) {
      definitions.set(result, definition ?? "");
      if (!names.has(result) && !/^\d+$/.test(result)) names.set(result, result);
    }
    const ids = Array.from(code.matchAll(IDS), ([, id]) => id ?? "");
    instructions.push({ line: i + 1, text: code, ids, result, shape: "" });
  });
  return { instructions, definitions, names };
}

/** A name that the other module also has tells what an id is, and else its definition. */
function withShapes({ instructions, definitions, names }: Listing, other: Listing): Instruction[] {
  const shared = new Set(other.names.values());
  const nameOf = (id: string) => {
    const name = names.get(id);
    return name !== undefined && shared.has(name) ? `%${name}` : undefined;
  };
  const labels = new Map<string, string>();
  // One level deep: enough to tell types, constants and operations apart.
  const labelOf = (id: string): string => {
    let label = labels.get(id) ?? nameOf(id);
    if (label === undefined) {
      const definition = definitions.get(id) ?? "";
      label = `%?(${definition.replaceAll(IDS, (_, used: string) => nameOf(used) ?? "%")})`;
    }
    labels.set(id, label);
    return label;
  };
  return instructions.map((instruction) => ({
    ...instruction,
    shape: instruction.text.replaceAll(IDS, (_, id: string) => labelOf(id)),
  }));
}

/** Splits the pairs whose ids are not defined by a pair, as of a - b and b - a. */
function splitUnlike(changes: Change[]): Change[] {
  const rightOf = new Map<string, string>();
  const leftOf = new Map<string, string>();
  for (const change of changes) {
    if (change.kind !== "same") continue;
    const { left, right } = change;
    if (left.result === undefined || right.result === undefined) continue;
    rightOf.set(left.result, right.result);
    leftOf.set(right.result, left.result);
  }
  const areAlike = (left: Instruction, right: Instruction) =>
    left.ids.every((id, i) => {
      const other = right.ids[i] ?? "";
      const isPaired = rightOf.has(id) || leftOf.has(other);
      return !isPaired || rightOf.get(id) === other;
    });
  return changes.flatMap((change): Change[] => {
    if (change.kind !== "same" || areAlike(change.left, change.right)) return [change];
    const { left, right } = change;
    return [
      { kind: "removed", left },
      { kind: "added", right },
    ];
  });
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
function diff(left: Instruction[], right: Instruction[]): Change[] {
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
  const [before, after] = [read(left), read(right)];
  const changes = splitUnlike(diff(withShapes(before, after), withShapes(after, before)));
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
