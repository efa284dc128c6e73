/**
 * Thoughts take turns with messages. The engine cannot pause, so a thought gets a moment first. If it is not done by then,
 * it starts again: in a helper, or here with several times as long. A click waits for a moment to end, so where there is a
 * helper it is short: half a frame.
 */

import { SapperError } from "../../js/errors.js";
import { general } from "../../js/words.js";

/** @typedef {import("./shapes.js").Progress} Progress */
/** @typedef {import("./shapes.js").Tell} Tell */

const NEWS_EVERY_MS = 100;
const FIRST_MS = 100;
const FIRST_BEFORE_HELP_MS = 8;
const LONGER = 4;

/** Stops a thought: at once in a helper, else at its next turn. */
export class Cancel {
  #isSet = false;
  #hear = (/** @type {Error} */ _error) => {};

  set() {
    this.#isSet = true;
    this.#hear(cancelled());
  }

  /** Calls a function with the error of the thought when it is set. It replaces the one before. @param {(error: Error) => void} hear */
  whenSet(hear) {
    this.#hear = hear;
  }

  get isSet() {
    return this.#isSet;
  }

  /** Throws if it is set. */
  check() {
    if (this.#isSet) throw cancelled();
  }
}

function cancelled() {
  return new SapperError("cancelled", "the thought was cancelled");
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

/** Waits, unless `changed` ends the wait. @param {number} milliseconds @param {{wake: () => void}} pace */
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
  const first = elsewhere === null ? FIRST_MS : FIRST_BEFORE_HELP_MS;
  for (let moment = first; ; moment *= LONGER) {
    await turn();
    budget.cancel.check();
    const helped = moment > first && elsewhere !== null;
    const part = helped || moment >= budget.left / 2 ? budget : budget.part(moment);
    try {
      if (helped) return await elsewhere();
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
export async function stepped(steps, budget) {
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

/** Thoughts of which the engine has one at a time. */
export class Queue {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * Runs the steps of a thought when those before have ended.
   * @template Value @param {Iterator<void, Value>} steps @param {Budget} budget @returns {Promise<Value>}
   */
  next(steps, budget) {
    const found = this.#last.then(() => stepped(steps, budget));
    this.#last = found.catch(() => {});
    return found;
  }
}

/** A function that takes how much of a work is done, and tells it now and then. @param {string} text @param {Tell} tell @returns {Progress} */
export function progress(text, tell) {
  let last = performance.now();
  return (done, of) => {
    if (performance.now() - last < NEWS_EVERY_MS) return;
    last = performance.now();
    tell({ type: "progress", done, of, text });
  };
}
