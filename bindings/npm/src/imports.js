// What plumb.wasm imports.  It has no files, no arguments and no clock: each
// function of the system answers "not supported", except the few that matter.

const NOT_SUPPORTED = 52; // ENOSYS of WASI

/** @returns {WebAssembly.Imports} for a module. */
export function makeImports(module) {
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== "function") continue;
    imports[from] ??= {};
    imports[from][name] = KNOWN[name] ?? (() => answerOf(from));
  }
  return imports;
}

function answerOf(from) {
  return from === "env" ? -NOT_SUPPORTED : NOT_SUPPORTED;
}

const KNOWN = {
  emscripten_notify_memory_growth() {},
  proc_exit(status) {
    throw new WebAssembly.RuntimeError(`the module ended with status ${status}`);
  },
};
