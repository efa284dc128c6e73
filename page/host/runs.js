/** Simulations: the runs that the store keeps, the one in progress, and the sums of their games. */

import { Topology } from "../../js/board.js";
import { valuesIn } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { boardIn, digestOf, levelOf } from "./boards.js";
import { LIMITS } from "./limits.js";

/** @import { Checked, Course, Crew, Engine, Ranges, Remote, RunRow, GameStore, TaskWorker } from "./types.js" */

const OWN_CHUNK = 10; // games that a strategy in Python plays before it can be stopped without a loss
const AHEAD = 16; // chunks for each worker: how far they may get ahead of a slow one
const IN_WORK = 2; // chunks that a worker has at once, so that it never waits
const SAVE_MS = 1000; // between two times that a run is saved
const BINS_OF_A_BAR = 16; // a bar of times is half a power of two wide; the engine divides it further

/** All runs. At most one is in progress. */
export class Runs {
  #engine;
  #version;
  #store;
  #crew;
  #remote;
  /** @type {CurrentRun|null} */
  #current = null;

  /** @param {Engine} engine @param {string} version @param {GameStore} store @param {Crew} crew @param {Remote} remote */
  constructor(engine, version, store, crew, remote) {
    this.#remote = remote;
    this.#engine = engine;
    this.#version = version;
    this.#store = store;
    this.#crew = crew;
  }

  /** All runs without their results, the latest first. */
  async list() {
    const rows = await this.#store.runs();
    rows.sort((one, other) => other.started_at - one.started_at);
    return { runs: rows.map((row) => this.#object(this.#now(row))) };
  }

  /** A run with its results. @param {string} id */
  async run(id) {
    const row = this.#now(await this.#row(id));
    return { ...this.#object(row), results: resultsObject(this.#engine, row.plan.board.shape, row.course) };
  }

  /** Starts a run, or continues the same one to another number of games. @param {Checked<"start_run">} request */
  async start(request) {
    const board = boardIn(this.#engine, request.board);
    const { topology, mines } = board;
    if (mines >= topology.size) throw new SapperError("game", `a game needs a safe cell, but ${quantity(mines, "mine")} leave none`);
    const strategy = this.#remote.strategyNamed(this.#engine, request.strategy);
    if (BigInt(request.seed) >= 2n ** 64n) {
      throw new SapperError("error", `\`seed\` must be from 0 to 2^64 - 1, not ${BigInt(request.seed)}`);
    }
    const { first_click, games, seed } = request;
    const mark = this.#remote.markOf(strategy);
    const identity = { board: topology.boardJson(mines), first_click, strategy, mark, seed: String(BigInt(seed)) };
    const id = `r-${digestOf({ ...identity, version: this.#version }).slice(0, 18)}`; // all that decides its results
    const plan = { ...identity, games };
    const fresh = { id, plan, version: this.#version, started_at: Date.now(), seconds: 0, played: 0, course: emptyCourse() };
    const before = await this.#store.run(id);
    return this.#play(before === undefined ? fresh : this.#now(before), games);
  }

  /** @param {{run: string}} request */
  async resume({ run }) {
    const row = this.#now(await this.#row(run));
    const { strategy, mark } = row.plan;
    if (this.#remote.has(strategy) && this.#remote.markOf(strategy) !== mark) {
      throw new SapperError("game", "the strategy has changed since this run began: start it anew");
    }
    if (row.version === this.#version) return this.#play(row, row.plan.games);
    throw new SapperError("game", "another version of Sapper began this run, and may have played otherwise: start it anew");
  }

  /** Stops a run. Does nothing if it is not in progress. @param {{run: string}} request */
  async stop({ run: id }) {
    const its = this.#current;
    if (its !== null && its.row.id === id) await its.stop();
    return this.run(id);
  }

  /** @param {RunRow} row @param {number} games */
  async #play(row, games) {
    if (this.#current?.isGoingOn) {
      throw new SapperError("busy", "another run is in progress: stop it, or wait until it ends");
    }
    row.plan.games = games;
    const goesOn = row.course.games < games;
    if (goesOn && row.whole) [row.course, row.whole] = [row.whole, null];
    await this.#store.saveRun(row);
    if (goesOn) {
      const crew = isOwn(row.plan.strategy, this.#remote) ? this.#remote.crew : this.#crew;
      this.#current = new CurrentRun(row, crew, this.#rangesOf(row), (its) => this.#store.saveRun(its));
    }
    return this.run(row.id);
  }

  /** The chunks of a run by their numbers: the first game, and the number of games. @param {RunRow} row @returns {Ranges} */
  #rangesOf({ plan: { board, strategy } }) {
    if (isOwn(strategy, this.#remote)) return (number) => [OWN_CHUNK * number, OWN_CHUNK];
    const cells = board.shape[0] * board.shape[1];
    return (number) => this.#engine.call("usual_chunk", [cells, number])[0](Float64Array);
  }

  /** @param {string} id @returns {Promise<RunRow>} */
  async #row(id) {
    const row = await this.#store.run(id);
    if (row === undefined) throw new SapperError("unknown", "there is no such run");
    return row;
  }

  /** The row of a run as it is now. @param {RunRow} row @returns {RunRow} */
  #now(row) {
    const its = this.#current?.row;
    return its?.id === row.id ? its : row;
  }

  /** @param {RunRow} row */
  #object({ id, plan, course, seconds, played, started_at }) {
    const { board, first_click, strategy, seed, games } = plan;
    const its = this.#current?.row.id === id ? this.#current : null;
    const message = its?.message ?? null;
    const end = message !== null ? "failed" : course.games >= games ? "finished" : "stopped";
    const [rate, ...interval] = course.games > 0 ? rates(this.#engine, [[course.games, course.won]])[0] : [null];
    return {
      run: id,
      state: its?.isGoingOn ? "running" : end,
      mine: true,
      message,
      name: null, // it has no file
      board,
      level: levelOf({ topology: Topology.byName(this.#engine, board.topology, board.shape), mines: board.mines }),
      first_click,
      strategy,
      seed,
      games,
      done: course.games,
      won: course.won,
      win_rate: rate,
      win_interval: rate === null ? null : interval,
      without_luck: withoutLuck(this.#engine, course),
      games_per_second: played > 0 && seconds > 0 ? played / seconds : null,
      started_at,
    };
  }
}

/** Whether Python has to play a strategy, also if it is not there now. @param {string} name @param {Remote} remote */
function isOwn(name, remote) {
  return remote.has(name) || name.includes(":");
}

/** A run in progress. Several workers play its chunks. The chunks are added in order, so the sums do not depend on the workers. */
class CurrentRun {
  #crew;
  #ranges;
  #save;
  /** Each worker with the numbers of its chunks. @type {Map<TaskWorker, number[]>} */
  #workers = new Map();
  /** What came before an earlier chunk, by number. @type {Map<number, number[][]>} */
  #early = new Map();
  #next;
  #before;
  #began = performance.now();
  #saveTime = performance.now();

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
    if (this.#workers.size < this.#crew.size) return this.#begin();
    return least[1].length < IN_WORK ? least[0] : undefined;
  }

  #begin() {
    const worker = this.#crew.begin();
    worker.onmessage = ({ data }) => this.isGoingOn && this.#hear(worker, data);
    worker.onerror = ({ message }) => this.stop(`a worker failed: ${message ?? "it could not be loaded"}`);
    this.#workers.set(worker, []);
    return worker;
  }

  /** A worker answers in the order in which it was asked. @param {TaskWorker} worker @param {{error?: {message: string}, answer: number[][]}} message */
  #hear(worker, { error, answer }) {
    if (error !== undefined) return void this.stop(error.message);
    this.#early.set(/** @type {number} */ (this.#workers.get(worker)?.shift()), answer);
    const { row } = this;
    const before = row.course.games;
    for (let /** @type {number[][]|undefined} */ next; (next = this.#early.get(row.course.chunks)) !== undefined; ) {
      this.#early.delete(row.course.chunks);
      const [first, size] = this.#ranges(row.course.chunks);
      if (first + size > row.plan.games) row.whole = structuredClone(row.course); // to play this chunk again, as a whole
      addChunk(row.course, next);
    }
    row.played += row.course.games - before;
    row.seconds = this.#before + (performance.now() - this.#began) / 1000;
    if (row.course.games >= row.plan.games) return void this.stop();
    if (performance.now() - this.#saveTime >= SAVE_MS) {
      this.#saveTime = performance.now();
      this.#save(row).catch(() => {}); // the next time comes soon
    }
    this.#feed();
  }
}

/** The sums before the first chunk. They are plain values, so the store keeps them as they are. @returns {Course} */
function emptyCourse() {
  return { chunks: 0, games: 0, won: 0, byGuesses: [], riskCounts: [], riskSums: [], lostAt: [], times: [], luck: [], points: [], step: 1 };
}

/** Counts the next chunk. `counts` are the results of `play_chunk`. @param {Course} course @param {number[][]} counts */
function addChunk(course, counts) {
  const names = /** @type {const} */ (["byGuesses", "riskCounts", "riskSums", "lostAt", "times", "luck"]); // each may grow with the run
  names.forEach((name, i) => (course[name] = sumOf(course[name], counts[i])));
  const [games, won] = pairs(course.byGuesses).reduce(([all, wins], [more, moreWins]) => [all + more, wins + moreWins]);
  Object.assign(course, { games, won, chunks: course.chunks + 1 });
  if ((course.chunks - 1) % course.step === 0) course.points.push([games, won]);
  if (course.points.length > LIMITS.COURSE_POINTS) {
    course.step *= 2;
    course.points = course.points.filter((_, place) => place % 2 === 0);
  }
}

/** The sums of two lists, place by place. @param {number[]} one @param {ArrayLike<number>} other */
function sumOf(one, other) {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, place) => (one[place] ?? 0) + (other[place] ?? 0));
}

/**
 * The win rate without the luck of the guesses; null without games.
 * @param {Engine} engine @param {Course} course
 */
function withoutLuck(engine, { games, won, luck }) {
  if (games === 0) return null;
  return valuesIn(engine.call("luck_free_rate", [games, won], [Float64Array.from(luck)])[0]);
}

/**
 * Shares of trials with their 95 % intervals: the share, the lower and the upper end. `results` are trials and hits.
 * @param {Engine} engine @param {[trials: number, hits: number][]} results
 */
function rates(engine, results) {
  const ends = engine.call("wilson", [], [Float64Array.from(results.flatMap(([trials, hits]) => [hits, trials]))]);
  return pairs(ends[0](Float64Array)).map((interval, i) => [results[i][1] / results[i][0], ...interval]);
}

/** What the plots of a run show. @param {Engine} engine @param {number[]} shape @param {Course} course */
function resultsObject(engine, [rows, columns], course) {
  const { chunks, games, won, points } = course;
  const isLast = (/** @type {[number, number]} */ [at, wins]) => at === games && wins === won;
  /** @type {[games: number, won: number][]} */
  const all = chunks === 0 || points.slice(-1).some(isLast) ? points : [...points, [games, won]];
  const guesses = pairs(course.riskCounts).map(([count, wrong], bin) => [1 - course.riskSums[bin] / count, 1 - wrong / count, count]);
  const byGuesses = pairs(course.byGuesses).map(([count, wins], number) => [number, count, wins]);
  const losses = Array.from(chunks === 0 ? { length: rows * columns } : course.lostAt, (count) => count ?? 0);
  return {
    win_rate_by_games: rates(engine, all).map((rate, i) => [all[i][0], ...rate]),
    calibration: guesses.filter(([, , count]) => count > 0),
    by_guesses: byGuesses.filter(([, count]) => count > 0),
    milliseconds: bars(course.times),
    heat: { rows, columns, lost: losses },
  };
}

/** Games by time: upper bounds in milliseconds, and numbers of games. @param {number[]} times */
function bars(times) {
  const counts = Array.from({ length: times.length / BINS_OF_A_BAR }, (_, bar) =>
    times.slice(bar * BINS_OF_A_BAR, (bar + 1) * BINS_OF_A_BAR).reduce((sum, count) => sum + count, 0),
  );
  const all = counts.map((count, bar) => [2 ** ((bar + 1) / 2) / 1e6, count]);
  const isUsed = (/** @type {number[]} */ [, count]) => count > 0;
  return all.slice(all.findIndex(isUsed), all.findLastIndex(isUsed) + 1);
}

/** @param {ArrayLike<number>} values @returns {[number, number][]} */
function pairs(values) {
  return Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i], values[2 * i + 1]]);
}
