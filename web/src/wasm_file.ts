// Loads plumb.wasm.

import wasmUrl from "../../bindings/npm/plumb.wasm?url";

declare global {
  // Of plumb.wasm.js: the module in base64.
  var PLUMB_WASM: string | undefined;
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} is missing.`));
    document.head.append(script);
  });
}

/** Pages of files may run scripts beside them, but not fetch anything. */
async function readFromScript(): Promise<Uint8Array<ArrayBuffer>> {
  await loadScript("./plumb.wasm.js");
  const binary = atob(globalThis.PLUMB_WASM ?? "");
  globalThis.PLUMB_WASM = undefined;
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

async function compile(): Promise<WebAssembly.Module> {
  if (location.protocol === "file:") return WebAssembly.compile(await readFromScript());
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${wasmUrl}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled module; the file is loaded once. */
export function plumbModule(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}
