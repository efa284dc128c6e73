/**
 * Runs thoughts in slices, so that the one thread hears messages in between. The engine cannot pause, so a thought
 * gets a moment first. If it is not done by then, it starts again with several times as long.
 */

import { SapperError } from "../package/errors.js";
import { general } from "../package/words.js";

const FIRST_MS = 100;
const LONGER = 4;

/** Stops a thought, at its next slice; or at once, where the work can be ended. */
export class Cancel {
  #isSet = false;
  #hear = () => {};

  set() {
    this.#isSet = true;
    this.#hear(cancelled());
  }

  /** Calls a function with the error of the thought when it is set. It replaces the one before. */
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

  /** A part of at most this many milliseconds. */
  part(milliseconds) {
    return this.left > milliseconds ? new Budget(milliseconds, this.cancel) : this;
  }
}

/** Lets messages in that have come meanwhile. */
export function turn() {
  if (globalThis.setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Waits, unless `changed` ends the wait. */
export function pause(milliseconds, pace) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    pace.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/**
 * Calls a function with the budget that it has: a part at first, all that is left at last, which is at least half of it.
 * When it is called again, it has to start again. An answer that came late may lack parts, so it counts only if `isWhole`
 * says that it lacks none.
 */
export async function think(work, budget, { isWhole = false } = {}) {
  for (let moment = FIRST_MS; ; moment *= LONGER) {
    await turn();
    budget.cancel.check();
    const part = moment < budget.left / 2 ? budget.part(moment) : budget;
    try {
      const answer = await work(part);
      if (part === budget || isWhole || !part.isOver) return answer;
    } catch (error) {
      if (!(error instanceof SapperError && error.type === "budget")) throw error;
      if (part !== budget && part.isOver) continue;
      throw late(error, budget);
    }
  }
}

/** Runs a generator to its end, and lets messages in between its steps. It takes all of the budget. */
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

/** The error, or one that names the whole time limit if that is up and not just the memory. */
function late(error, budget) {
  if (error?.type !== "budget" || !budget.isOver) return error;
  return new SapperError("budget", `this was not done within ${general(budget.milliseconds / 1000)} seconds`);
}
