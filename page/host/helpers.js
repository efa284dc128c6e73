/** Helpers that answer questions. The engine cannot be interrupted, so to stop a question its helper is ended. */

import { SapperError } from "../../js/errors.js";

/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Cancel} Cancel */
/** @typedef {import("./shapes.js").Helper} Helper */

/**
 * A position as plain values: for Python the marks are a list.
 * @typedef {{topology: import("./shapes.js").Topology, mines: number, marks: Int16Array|number[]}} Plain
 */

export class Helpers {
  #begin;
  /** Those that have answered, for the next questions. @type {Helper[]} */
  #idle = [];

  /** @param {() => Helper} begin begins a worker */
  constructor(begin) {
    this.#begin = begin;
  }

  /** A worker for questions that belong together. `give` takes it back. */
  take() {
    return this.#idle.pop() ?? this.#begin();
  }

  /** @param {Helper} worker */
  give(worker) {
    this.#idle.push(worker);
  }

  /**
   * The answer to a question about a position: the name of one of `QUESTIONS`, and what it asks.
   * @template {import("./positions.js").QuestionName} Name
   * @param {Name} question @param {Plain} position @param {object} asked @param {Budget} budget
   * @returns {Promise<import("./positions.js").Found<Name>>}
   */
  async ask(question, { topology, mines, marks }, asked, { seconds, cancel }) {
    cancel.check();
    const worker = this.take();
    const message = { work: "answer", question, board: topology.written(mines), marks, asked, seconds };
    return answerOf(worker, message, cancel, () => this.give(worker));
  }
}

/**
 * What a worker answers to a message; of any type, as all that comes from workers. If it is cancelled or has a fault, the worker is ended; else `done` is called.
 * @param {Helper} worker @param {object} message @param {Cancel} cancel @param {() => void} done @returns {Promise<any>}
 */
export function answerOf(worker, message, cancel, done) {
  return new Promise((resolve, reject) => {
    const end = (/** @type {Error} */ error) => {
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
