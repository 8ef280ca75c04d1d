// Compares modules in a worker: large ones take a while.

import { compare } from "./semantic_diff";

self.onmessage = ({ data }: MessageEvent<{ left: string; right: string }>) => {
  self.postMessage(compare(data.left, data.right));
};
