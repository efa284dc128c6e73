/** Simulations: the runs that the store keeps, and the one in progress. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import { Topology } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { boardAsked, levelOf } from "./boards.js";
import { emptyCourse, rates, resultsObject } from "./course.js";
import { Played } from "./played.js";
import { strategyNamed } from "./questions.js";
import { checkedBody } from "./requests.js";

/** @typedef {import("./shapes.js").Crew} Crew */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Ranges} Ranges */
/** @typedef {import("./shapes.js").Remote} Remote */
/** @typedef {import("./shapes.js").RunRow} RunRow */
/** @typedef {import("./shapes.js").Store} Store */

const OWN_CHUNK = 10; // games that a strategy in Python plays before it can be stopped without a loss

export class Runs {
  #engine;
  #version;
  #store;
  #crew;
  #remote;
  /** @type {Played|null} */
  #played = null;

  /** @param {Engine} engine @param {string} version @param {Store} store @param {Crew} crew @param {Remote} remote */
  constructor(engine, version, store, crew, remote) {
    this.#remote = remote;
    this.#engine = engine;
    this.#version = version;
    this.#store = store;
    this.#crew = crew;
  }

  /** All runs without their results, the latest first. */
  async listed() {
    const rows = await this.#store.runs();
    rows.sort((one, other) => other.started_at - one.started_at);
    return rows.map((row) => this.#object(this.#now(row)));
  }

  /** A run with its results. @param {string} id */
  async run(id) {
    const row = this.#now(await this.#row(id));
    return { ...this.#object(row), results: resultsObject(this.#engine, row.plan.board.shape, row.course) };
  }

  /** Starts a run, or continues the same one to another number of games. @param {unknown} body */
  async start(body) {
    const asked = checkedBody("RunRequest", body);
    const board = boardAsked(this.#engine, asked.board);
    const { topology, mines } = board;
    if (mines >= topology.size) throw new SapperError("game", `a game needs a safe cell, but ${quantity(mines, "mine")} leave none`);
    const strategy = strategyNamed({ engine: this.#engine, remote: this.#remote }, asked.strategy);
    if (BigInt(asked.seed) >= 2n ** 64n) {
      throw new SapperError("error", `seed must be from 0 to 2^64 - 1, not ${BigInt(asked.seed)}`);
    }
    const { first_click, games, seed } = asked;
    const mark = this.#remote.markOf(strategy);
    const identity = { board: topology.written(mines), first_click, strategy, mark, seed: String(BigInt(seed)) };
    const id = idOf({ ...identity, version: this.#version });
    const plan = { ...identity, games };
    const fresh = { id, plan, version: this.#version, started_at: Date.now(), seconds: 0, played: 0, course: emptyCourse() };
    const kept = await this.#store.run(id);
    return this.#play(kept === undefined ? fresh : this.#now(kept), games);
  }

  /** Continues a run. @param {string} id */
  async resume(id) {
    const row = this.#now(await this.#row(id));
    const { strategy, mark } = row.plan;
    if (this.#remote.has(strategy) && this.#remote.markOf(strategy) !== mark) {
      throw new SapperError("game", "the strategy has changed since this run began: start it anew");
    }
    if (row.version === this.#version) return this.#play(row, row.plan.games);
    throw new SapperError("game", "another version of Sapper began this run, and may have played otherwise: start it anew");
  }

  /** Stops a run. Does nothing if it is not in progress. @param {string} id */
  async stop(id) {
    const its = this.#played;
    if (its !== null && its.row.id === id) await its.stop();
    return this.run(id);
  }

  /** @param {RunRow} row @param {number} games */
  async #play(row, games) {
    if (this.#played?.isGoingOn) {
      throw new SapperError("busy", "another run is in progress: stop it, or wait until it ends");
    }
    row.plan.games = games;
    const goesOn = row.course.games < games;
    if (goesOn && row.whole) [row.course, row.whole] = [row.whole, null];
    await this.#store.saveRun(row);
    if (goesOn) {
      const crew = isOwn(row.plan.strategy, this.#remote) ? this.#remote.crew : this.#crew;
      this.#played = new Played(row, crew, this.#rangesOf(row), (its) => this.#store.saveRun(its));
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
    const its = this.#played?.row;
    return its?.id === row.id ? its : row;
  }

  /** @param {RunRow} row */
  #object({ id, plan, course, seconds, played, started_at }) {
    const { board, first_click, strategy, seed, games } = plan;
    const its = this.#played?.row.id === id ? this.#played : null;
    const message = its?.message ?? null;
    const ended = message !== null ? "failed" : course.games >= games ? "finished" : "stopped";
    const [rate, ...interval] = course.games > 0 ? rates(this.#engine, [[course.games, course.won]])[0] : [null];
    return {
      run: id,
      state: its?.isGoingOn ? "running" : ended,
      mine: true,
      message,
      name: null, // it has no file
      board,
      level: levelOf({ topology: Topology.named(this.#engine, board.topology, board.shape), mines: board.mines }),
      first_click,
      strategy,
      seed,
      games,
      done: course.games,
      won: course.won,
      win_rate: rate,
      win_interval: rate === null ? null : interval,
      games_per_second: played > 0 && seconds > 0 ? played / seconds : null,
      started_at,
    };
  }
}

/** Whether Python has to play a strategy, also if it is not there now. @param {string} name @param {Remote} remote */
function isOwn(name, remote) {
  return remote.has(name) || name.includes(":");
}

/** The id of a run: the beginning of a digest of all that decides its results. @param {object} identity */
function idOf(identity) {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(identity)));
  return `r-${bytesToHex(bytes.subarray(0, 9))}`;
}
