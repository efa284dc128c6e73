/** Helpers that answer questions. The engine cannot be interrupted, so to stop a question its helper is ended. */

import { SapperError } from "../../js/errors.js";

export class Helpers {
  #begin;
  #idle = []; // those that have answered, for the next questions

  /** @param begin begins a worker */
  constructor(begin) {
    this.#begin = begin;
  }

  /** A worker for questions that belong together. `give` takes it back. */
  take() {
    return this.#idle.pop() ?? this.#begin();
  }

  give(worker) {
    this.#idle.push(worker);
  }

  /** The answer to a question about a position: the name of one of `QUESTIONS`, and what it asks. */
  async ask(question, { topology, mines, marks }, asked, { seconds, cancel }) {
    cancel.check();
    const worker = this.take();
    const message = { work: "answer", question, board: topology.written(mines), marks, asked, seconds };
    return answerOf(worker, message, cancel, () => this.give(worker));
  }
}

/** What a worker answers to a message. If it is cancelled or has a fault, the worker is ended; else `done` is called. */
export function answerOf(worker, message, cancel, done) {
  return new Promise((resolve, reject) => {
    const end = (error) => {
      worker.terminate();
      reject(error);
    };
    cancel.whenSet(end);
    worker.onmessage = ({ data: { answer, error } }) => {
      cancel.whenSet(() => {});
      done();
      if (error === undefined) resolve(answer);
      else reject(new SapperError(error.type, error.message, error.place));
    };
    worker.onerror = ({ message: why }) => end(new Error(why));
    worker.postMessage(message);
  });
}
