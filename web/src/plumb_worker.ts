// Runs Plumb in a worker, so that the page never waits for it.

import { Plumb } from "../../bindings/npm/src/index.js";

/** The first message: plumb.wasm. */
export interface Start {
  module: WebAssembly.Module;
}

/** A method of Plumb and its arguments. */
export interface Call {
  id: number;
  method: Method;
  args: unknown[];
}

export type Method = Exclude<keyof Plumb, "constructor">;

export type Answer = { id: number; result: unknown } | { id: number; error: string };

let plumb: Plumb;

function answerTo({ id, method, args }: Call): Answer {
  try {
    const called = plumb[method] as (...args: unknown[]) => unknown;
    return { id, result: called.apply(plumb, args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<Start | Call>) => {
  if ("module" in data) plumb = new Plumb(data.module);
  else self.postMessage(answerTo(data));
};
