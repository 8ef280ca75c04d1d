// Runs Plumb in a worker, so that the page never waits for it.

import { load, type Plumb } from "../../bindings/npm/src/index.js";
import wasmUrl from "../../bindings/npm/plumb.wasm?url";

/** A method of Plumb and its arguments. */
export interface Call {
  id: number;
  method: Method;
  args: unknown[];
}

export type Method = Exclude<keyof Plumb, "constructor">;

export type Answer = { id: number; result: unknown } | { id: number; error: string };

const loaded = load(fetch(wasmUrl));

self.onmessage = async ({ data }: MessageEvent<Call>) => {
  let answer: Answer;
  try {
    const plumb = await loaded;
    const method = plumb[data.method] as (...args: unknown[]) => unknown;
    answer = { id: data.id, result: method.apply(plumb, data.args) };
  } catch (error) {
    answer = { id: data.id, error: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};
