/** A run in progress, whose chunks several workers play. They are counted in their order, so the sums do not depend on the workers. */

import { addChunk } from "./course.js";

/** @typedef {import("./shapes.js").Crew} Crew */
/** @typedef {import("./shapes.js").Helper} Helper */
/** @typedef {import("./shapes.js").Ranges} Ranges */
/** @typedef {import("./shapes.js").RunRow} RunRow */

const AHEAD = 16; // chunks for each worker: how far they may get ahead of a slow one
const IN_WORK = 2; // chunks that a worker has at once, so that it never waits
const SAVE_MS = 1000;

export class Played {
  #crew;
  #ranges;
  #save;
  /** Each with the numbers of the chunks that it has. @type {Map<Helper, number[]>} */
  #workers = new Map();
  /** What came before an earlier chunk, by number. @type {Map<number, number[][]>} */
  #waiting = new Map();
  #next;
  #before;
  #began = performance.now();
  #saved = performance.now();

  /**
   * @param {RunRow} row the run as the store has it; it is changed
   * @param {Crew} crew how many workers play at once (`size`), and what begins one (`begin`)
   * @param {Ranges} ranges gives the first game of a chunk, and their number
   * @param {(row: RunRow) => Promise<void>} save saves the row
   */
  constructor(row, crew, ranges, save) {
    this.row = row;
    /** Why it failed. @type {string|null} */
    this.message = null;
    this.isGoingOn = true;
    this.#crew = crew;
    this.#ranges = ranges;
    this.#save = save;
    this.#next = row.course.chunks;
    this.#before = row.seconds;
    this.#feed();
  }

  /** Ends the workers, with the chunks that they are playing. @param {string|null} [message] */
  async stop(message = null) {
    if (!this.isGoingOn) return;
    this.isGoingOn = false;
    this.message = message;
    for (const worker of this.#workers.keys()) worker.terminate();
    await this.#save(this.row).catch((error) => (this.message ??= `the run cannot be kept: ${error?.message}`));
  }

  /** Gives the workers what to play. */
  #feed() {
    for (let chunk = this.#chunk(); chunk !== null; chunk = this.#chunk()) {
      const worker = this.#free();
      if (worker === undefined) return;
      this.#workers.get(worker)?.push(chunk.number);
      worker.postMessage({ work: "play", plan: this.row.plan, ...chunk });
      this.#next += 1;
    }
  }

  /** The next chunk to play; null if none is left, or if it has to wait for a slow one. */
  #chunk() {
    const { plan, course } = this.row;
    const [first, size] = this.#ranges(this.#next);
    const count = Math.min(size, plan.games - first);
    const isFar = this.#next >= course.chunks + AHEAD * this.#crew.size;
    return count <= 0 || isFar ? null : { number: this.#next, first, count };
  }

  /** A worker with nothing to do, or a new one, or the one with the least; undefined if all have enough. */
  #free() {
    const [least] = [...this.#workers].sort(([, one], [, other]) => one.length - other.length);
    if (least?.[1].length === 0) return least[0];
    if (this.#workers.size < this.#crew.size) return this.#begun();
    return least[1].length < IN_WORK ? least[0] : undefined;
  }

  #begun() {
    const worker = this.#crew.begin();
    worker.onmessage = ({ data }) => this.isGoingOn && this.#hear(worker, data);
    worker.onerror = ({ message }) => this.stop(`a worker failed: ${message ?? "it could not be loaded"}`);
    this.#workers.set(worker, []);
    return worker;
  }

  /** A worker answers in the order in which it was asked. @param {Helper} worker @param {{error?: {message: string}, answer: number[][]}} message */
  #hear(worker, { error, answer }) {
    if (error !== undefined) return void this.stop(error.message);
    this.#waiting.set(/** @type {number} */ (this.#workers.get(worker)?.shift()), answer);
    const { row } = this;
    const before = row.course.games;
    for (let /** @type {number[][]|undefined} */ next; (next = this.#waiting.get(row.course.chunks)) !== undefined; ) {
      this.#waiting.delete(row.course.chunks);
      const [first, size] = this.#ranges(row.course.chunks);
      if (first + size > row.plan.games) row.whole = structuredClone(row.course); // to play this chunk again, as a whole
      addChunk(row.course, next);
    }
    row.played += row.course.games - before;
    row.seconds = this.#before + (performance.now() - this.#began) / 1000;
    if (row.course.games >= row.plan.games) return void this.stop();
    if (performance.now() - this.#saved >= SAVE_MS) {
      this.#saved = performance.now();
      this.#save(row).catch(() => {}); // the next time comes soon
    }
    this.#feed();
  }
}
