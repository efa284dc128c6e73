/**
 * Tasks that may take long take turns with messages. The engine cannot pause, so a task gets a moment first. If it is not done
 * by then, it starts again: in a worker of its own, or here with several times as long. A click waits for a moment to end, so
 * where there is such a worker it is short: half a frame. To stop a task in a worker, the worker is ended.
 */

import { Position, Topology } from "../../js/board.js";
import { Engine } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { FIRST_CLICKS } from "../../js/rule_names.js";
import { countFrom, general } from "../../js/words.js";

/** @import { BoardJson, Plan, Progress, QuestionAnswers, QuestionDetails, QuestionName, TaskWorker, Tell } from "./types.js" */

const NEWS_EVERY_MS = 100; // of progress
const FIRST_MS = 100; // the moment that a task gets first
const FIRST_BEFORE_WORKER_MS = 8; // the same where a worker can go on
const LONGER = 4; // times as long for each further moment

/** Stops a task: at once in a task worker, otherwise at its next turn. */
export class Cancel {
  #isSet = false;
  #hear = (/** @type {Error} */ _error) => {};

  set() {
    this.#isSet = true;
    this.#hear(cancellation());
  }

  /** Calls a function with the error of the task when it is set. It replaces the one before. @param {(error: Error) => void} hear */
  whenSet(hear) {
    this.#hear = hear;
  }

  get isSet() {
    return this.#isSet;
  }

  /** Throws if it is set. */
  check() {
    if (this.#isSet) throw cancellation();
  }
}

function cancellation() {
  return new SapperError("cancelled", "the inquiry was cancelled");
}

/** A time limit, and a way to stop the work earlier. */
export class Budget {
  #until;

  /** @param {number} milliseconds @param {Cancel} cancel */
  constructor(milliseconds, cancel) {
    this.milliseconds = milliseconds;
    this.cancel = cancel;
    this.#until = performance.now() + milliseconds;
  }

  get left() {
    return Math.max(0, this.#until - performance.now());
  }

  get isOver() {
    return this.left === 0;
  }

  /** The seconds that are left, to give to the engine. */
  get seconds() {
    if (this.isOver) throw new SapperError("budget", "the time is up");
    return this.left / 1000;
  }

  /** A part of at most this many milliseconds. @param {number} milliseconds */
  part(milliseconds) {
    return this.left > milliseconds ? new Budget(milliseconds, this.cancel) : this;
  }
}

/** Lets messages in that have come meanwhile. */
export function turn() {
  const { setImmediate } = /** @type {{setImmediate?: (then: () => void) => void}} */ (/** @type {unknown} */ (globalThis)); // in Node.js
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(() => resolve(undefined)));
  return /** @type {Promise<void>} */ (new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  }));
}

/** Waits, unless `pace.wake` ends the wait. @param {number} milliseconds @param {{wake: () => void}} pace */
export function pause(milliseconds, pace) {
  return /** @type {Promise<void>} */ (new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    pace.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  }));
}

/**
 * Calls a function with the budget that it has. At first that is a part, and at last all that is left, at least half of it.
 * When it is called again, it has to start again. An answer that came late may lack parts, so it counts only if `isWhole`
 * says that it lacks none. `elsewhere` starts it after the first moment where it can be ended.
 * @template Answer
 * @param {(part: Budget) => Answer} work @param {Budget} budget @param {{isWhole?: boolean, elsewhere?: (() => Promise<Answer>)|null}} [how]
 */
export async function think(work, budget, { isWhole = false, elsewhere = null } = {}) {
  const first = elsewhere === null ? FIRST_MS : FIRST_BEFORE_WORKER_MS;
  for (let moment = first; ; moment *= LONGER) {
    await turn();
    budget.cancel.check();
    const inWorker = moment > first && elsewhere !== null;
    const part = inWorker || moment >= budget.left / 2 ? budget : budget.part(moment);
    try {
      if (inWorker) return await elsewhere();
      const answer = await work(part);
      if (part === budget || isWhole || !part.isOver) return answer;
    } catch (error) {
      if (!(error instanceof SapperError && error.type === "budget")) throw error;
      if (part !== budget && part.isOver) continue;
      throw late(error, budget);
    }
  }
}

/**
 * Runs a generator to its end, and lets messages in between its steps. It takes all of the budget.
 * @template Value @param {Iterator<void, Value>} steps @param {Budget} budget @returns {Promise<Value>}
 */
async function runSteps(steps, budget) {
  try {
    for (;;) {
      budget.cancel.check();
      const { done, value } = steps.next();
      if (done) return value;
      await turn();
    }
  } catch (error) {
    throw late(error, budget);
  }
}

/** The error, or one that names the whole time limit if that is up and not just the memory. @param {unknown} error @param {Budget} budget */
export function late(error, budget) {
  if (!(error instanceof SapperError && error.type === "budget" && budget.isOver)) return error;
  return new SapperError("budget", `this was not done within ${general(budget.milliseconds / 1000)} seconds`);
}

/** Tasks for the engine, one at a time. */
export class Queue {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * Runs the steps of a task when those before have ended.
   * @template Value @param {Iterator<void, Value>} steps @param {Budget} budget @returns {Promise<Value>}
   */
  next(steps, budget) {
    const result = this.#last.then(() => runSteps(steps, budget));
    this.#last = result.catch(() => {});
    return result;
  }
}

/** A function that takes the progress of a work, and passes it on now and then. @param {string} text @param {Tell} tell @returns {Progress} */
export function progress(text, tell) {
  let last = performance.now();
  return (done, of) => {
    if (performance.now() - last < NEWS_EVERY_MS) return;
    last = performance.now();
    tell({ type: "progress", done, of, text });
  };
}

/**
 * A position as plain values: for Python the marks are a list.
 * @typedef {{topology: Topology, mines: number, claim?: string, marks: Int16Array|number[]}} Plain
 */

/** Workers that answer questions (in the browser or in Python) or read pictures. */
export class TaskWorkers {
  #begin;
  /** Those that have answered, for the next questions. @type {TaskWorker[]} */
  #idle = [];

  /** @param {() => TaskWorker} begin begins a worker */
  constructor(begin) {
    this.#begin = begin;
  }

  /** A worker for questions that belong together. `give` takes it back. */
  take() {
    return this.#idle.pop() ?? this.#begin();
  }

  /** @param {TaskWorker} worker */
  give(worker) {
    this.#idle.push(worker);
  }

  /**
   * The answer to a question about a position.
   * @template {QuestionName} Name
   * @param {Name} question @param {Plain} position @param {QuestionDetails[Name]} details @param {Budget} budget
   * @returns {Promise<QuestionAnswers[Name]>}
   */
  async ask(question, { topology, mines, claim, marks }, details, { seconds, cancel }) {
    const message = { work: "answer", question, board: topology.boardJson(mines), claim, marks, details, seconds };
    return this.answer(message, cancel);
  }

  /** The answer to a message. @param {object} message @param {Cancel} cancel */
  async answer(message, cancel) {
    cancel.check();
    const worker = this.take();
    return answerOf(worker, message, cancel, () => this.give(worker));
  }
}

/** The error for a part of the page that did not come. It is tried again when it is next needed. */
export function loadError() {
  return new SapperError("offline", "a part of the page could not be loaded: try again with a network");
}

/**
 * What a worker answers to a message; of any type, as all that comes from workers. If it is cancelled or has a fault, the worker
 * is ended; else `done` is called.
 * @param {TaskWorker} worker @param {object} message @param {Cancel} cancel @param {() => void} done @returns {Promise<any>}
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
    worker.onerror = ({ message: why }) => end(why === undefined ? loadError() : new Error(why));
    worker.postMessage(message);
  });
}

/**
 * A question about a position.
 * @template {QuestionName} [Name=QuestionName]
 * @typedef {{question: Name, board: BoardJson, claim?: string, marks: Int16Array, details: QuestionDetails[Name], seconds: number}} Question
 */
/** A chunk of a run. @typedef {{plan: Plan, first: number, count: number}} Chunk */

/** @type {Engine} */
let engine;
/** @type {number} */
let tick;

/** Makes this worker one for tasks. The first message is the compiled module. All others are tasks, and it answers each. */
export function takeTasks() {
  tick = shortestTime();
  countFrom(1); // its messages are for people
  self.onmessage = async ({ data }) => {
    if (data instanceof WebAssembly.Module) engine = new Engine(data);
    else self.postMessage(await resultOf(data));
  };
}

/** What to answer to a message: plain values, an error too. @param {({work: "play"} & Chunk)|({work: "answer"} & Question)} message */
async function resultOf(message) {
  try {
    return { answer: message.work === "play" ? play(message) : await answer(message) };
  } catch (error) {
    if (!(error instanceof SapperError)) throw error;
    const { type, message: text, name, ...place } = error;
    return { error: { type, message: text, place } };
  }
}

/** Plays games of a run. @param {Chunk} chunk */
function play({ plan: { board, first_click, strategy, seed }, first, count }) {
  const numbers = [board.mines, FIRST_CLICKS.indexOf(first_click), BigInt(seed), BigInt(first), count, tick];
  return topologyOf(board).ask("play_chunk", numbers, [strategy]).map((counts) => counts(Float64Array));
}

/** Answers a question about a position. @param {Question} question */
async function answer({ question, board, claim, marks, details, seconds }) {
  const { answerTo } = await import("./position_figures.js"); // a page that starts has no questions yet
  const position = new Position(topologyOf(board), marks, board.mines, claim);
  return answerTo(question, position, details, new Budget(1000 * seconds, new Cancel()));
}

/** @param {BoardJson} board */
const topologyOf = (board) => Topology.of(engine, board);

/** The shortest time that the clock can tell, in nanoseconds. Browsers keep their clocks coarse. */
function shortestTime() {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    return now - start;
  });
  return 1e6 * Math.min(...times);
}
