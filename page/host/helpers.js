/** Helpers that answer questions. The engine cannot be interrupted, so to stop a question its helper is ended. */

import { SapperError } from "../../js/errors.js";

export class Helpers {
  #begin;
  #idle = []; // those that have answered, for the next questions

  /** @param begin begins a worker */
  constructor(begin) {
    this.#begin = begin;
  }

  /** The answer to a question about a position: the name of one of `QUESTIONS`, and what it asks. */
  async ask(question, { topology, mines, marks }, asked, { seconds, cancel }) {
    cancel.check();
    const worker = this.#idle.pop() ?? this.#begin();
    return new Promise((resolve, reject) => {
      const end = (error) => {
        worker.terminate();
        reject(error);
      };
      cancel.whenSet(end);
      worker.onmessage = ({ data: { answer, error } }) => {
        cancel.whenSet(() => {});
        this.#idle.push(worker);
        if (error === undefined) resolve(answer);
        else reject(new SapperError(error.type, error.message, error.place));
      };
      worker.onerror = ({ message }) => end(new Error(message));
      worker.postMessage({ work: "answer", question, board: topology.written(mines), marks, asked, seconds });
    });
  }
}
