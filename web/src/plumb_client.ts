// Calls of Plumb in a worker, each with a time limit: a worker that does not answer in
// time is replaced.

import type { Plumb } from "../../bindings/npm/src/index.js";
import type { Answer, Call, Method, Start } from "./plumb_worker";
import PlumbWorker from "./plumb_worker?worker&inline";
import { explanationTexts, plumbModule } from "./plumb_files";

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class TimeLimitError extends Error {
  constructor(seconds: number) {
    super(`Stopped after ${seconds} seconds. The programs have no such limit.`);
    this.name = "TimeLimitError";
  }
}

const TIME_LIMIT_SECONDS = 20;

export class PlumbClient {
  #worker?: Promise<Worker>;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #timer?: number;
  #hasExplanations = false;

  /** Called after the worker was replaced: it has no documents. */
  onrestart = () => {};

  call<M extends Method>(
    method: M,
    ...args: Parameters<Plumb[M]>
  ): Promise<ReturnType<Plumb[M]>> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#worker.then((worker) => {
        this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
        worker.postMessage({ id, method, args } satisfies Call);
        this.#watch();
      }, reject);
    });
  }

  /** Loads the texts of explanations if the worker does not have them. */
  async explain(rule: string): Promise<ReturnType<Plumb["explain"]>> {
    const texts = await explanationTexts();
    if (!this.#hasExplanations) {
      await this.call("setExplanations", texts);
      this.#hasExplanations = true;
    }
    return this.call("explain", rule);
  }

  async #start(): Promise<Worker> {
    const module = await plumbModule();
    const worker = new PlumbWorker();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#answer(data);
    worker.onerror = (event) => this.#restart(new Error(event.message || "The worker failed."));
    worker.postMessage({ module } satisfies Start);
    return worker;
  }

  #answer(answer: Answer) {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    this.#watch();
    if ("error" in answer) waiting.reject(new Error(answer.error));
    else waiting.resolve(answer.result);
  }

  /** The time begins anew with each answer, because calls wait for each other. */
  #watch() {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    this.#timer = self.setTimeout(
      () => this.#restart(new TimeLimitError(TIME_LIMIT_SECONDS)),
      TIME_LIMIT_SECONDS * 1000,
    );
  }

  #restart(error: Error) {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
    this.#hasExplanations = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    clearTimeout(this.#timer);
    for (const { reject } of waiting) reject(error);
    this.onrestart();
  }
}
