/** Asks one worker for evaluations, one after the other. The engine cannot be interrupted, so to stop it the worker is ended. */

import { SapperError } from "../package/errors.js";

export class Evaluator {
  #begin;
  #worker = null; // it stays for the next question
  #last = Promise.resolve();

  /** @param begin begins a worker */
  constructor(begin) {
    this.#begin = begin;
  }

  /** The chance to win a position. @param firstClick what the rules guarantee */
  evaluate(position, firstClick, budget) {
    const evaluated = this.#last.then(() => this.#evaluated(position, firstClick, budget));
    this.#last = evaluated.catch(() => {});
    return evaluated;
  }

  #evaluated({ topology, mines, marks }, firstClick, { seconds, cancel }) {
    cancel.check();
    this.#worker ??= this.#begin();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = (error) => {
        worker.terminate();
        this.#worker = null;
        reject(error);
      };
      cancel.whenSet(end);
      worker.onmessage = ({ data: { answer, error } }) => {
        cancel.whenSet(() => {});
        if (error === undefined) resolve(answer);
        else reject(new SapperError(error.type, error.message, error.place));
      };
      worker.onerror = ({ message }) => end(new Error(message));
      worker.postMessage({ work: "evaluate", board: topology.written(mines), marks, first_click: firstClick, seconds });
    });
  }
}
