// The recorded modules have the same diagnostics as by the native spv-val.
//
// PLUMB_SHARED has the folder with vectors/val, and SPV_VAL the path of the program.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { load } from "../src/index.js";

const { PLUMB_SHARED: shared, SPV_VAL: program } = process.env;
const folder = shared && join(shared, "vectors/val");
const missing =
  !program ? "SPV_VAL does not name spv-val"
  : !folder ? "PLUMB_SHARED does not name a folder with vectors"
  : false;

/** The cases by their options, which a run of the program shares. */
function readGroups() {
  const groups = new Map();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
    for (const line of readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean)) {
      const { id, env, asm, words, options = [], limits = {} } = JSON.parse(line);
      const switches = options.filter((option) => option !== "no-friendly-names");
      const all = { "target-env": env, ...Object.fromEntries(switches.map((o) => [o, true])), ...limits };
      const key = JSON.stringify(all);
      if (!groups.has(key)) groups.set(key, { options: all, modules: [] });
      const content = asm === undefined ? wordsOf(words) : Buffer.from(asm, "latin1");
      groups.get(key).modules.push({ id, content });
    }
  }
  return [...groups.values()];
}

/** Of eight hexadecimal digits a word. */
function wordsOf(digits) {
  return Uint8Array.from(Buffer.from(digits, "hex").swap32());
}

function argumentsOf(options) {
  return Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  );
}

/** The diagnostics of the program, by module. */
function runProgram({ options, modules }, work) {
  mkdirSync(work);
  modules.forEach(({ content }, i) => writeFileSync(join(work, `${i}`), content));
  const { stdout, stderr, status } = spawnSync(
    program,
    ["--no-config", "--format", "json", "--max-errors", "0", ...argumentsOf(options),
      ...modules.map((_, i) => `${i}`)],
    { cwd: work, encoding: "utf8", maxBuffer: 1 << 30 },
  );
  assert.ok(status === 0 || status === 1, stderr);
  const found = modules.map(() => []);
  for (const line of stdout.split("\n").filter(Boolean)) {
    const { file, kind, ...diagnostic } = JSON.parse(line);
    if (kind === "diagnostic") found[Number(file)].push(diagnostic);
  }
  return found;
}

test("recorded modules", { skip: missing }, async () => {
  const plumb = await load();
  const work = mkdtempSync(join(tmpdir(), "plumb-vectors-"));
  try {
    let count = 0;
    readGroups().forEach((group, g) => {
      const native = runProgram(group, join(work, String(g)));
      group.modules.forEach(({ id, content }, i) => {
        const { diagnostics } = plumb.validate(content, { file: "x", ...group.options });
        const compared = diagnostics.map(({ file: _, kind: __, ...diagnostic }) => diagnostic);
        assert.deepEqual(compared, native[i], `${id} ${JSON.stringify(group.options)}`);
        ++count;
      });
    });
    assert.ok(count > 1000, `${count} modules`);
  } finally {
    rmSync(work, { recursive: true });
  }
});
