/** A strategy of the engine that plays one game at a time. */

import { Failure } from "./engine.js";
import { SapperError } from "./errors.js";
import { rulesForEngine } from "./game.js";
import { checkStrategy } from "./strategies.js";
import { general } from "./words.js";

/** @import { Input, Parameter } from "./engine.js" */

/** A strategy that plays one game at a time. */
export class Player {
  #topology;

  /**
   * @param {import("./board.js").Topology} topology @param {number} mines @param {import("./game.js").Rules} rules @param {string} name
   * @throws {SapperError} There is no such strategy.
   */
  constructor(topology, mines, rules, name) {
    checkStrategy(topology.engine, name);
    this.#topology = topology;
    this.mines = mines;
    this.rules = rules;
    this.release = "release_player";
    this.make = () => {
      const numbers = [topology.engine.handleOf(topology), mines, ...rulesForEngine(rules)];
      return this.#answer("make_player", numbers, [name])[0](Float64Array)[0];
    };
    topology.engine.handleOf(this);
  }

  /**
   * Begins with a game in any state of play. It draws its random numbers from the seed.
   * @param {import("./game.js").Game} game @param {bigint} seed @param {number} seconds
   */
  begin(game, seed, seconds) {
    this.#ask("begin", [this.#topology.engine.handleOf(game), seed, seconds], [], seconds);
  }

  /** Begins with a position. @param {import("./board.js").CountedPosition} position @param {number} seconds */
  beginAt(position, seconds) {
    const { topology, mines, marks } = position;
    const numbers = [topology.engine.handleOf(topology), mines, ...rulesForEngine(this.rules), seconds];
    this.#ask("begin_at", numbers, [marks], seconds);
  }

  /** Learns what the last action of its game changed. @param {import("./game.js").Game} game */
  follow(game) {
    this.#ask("follow", [this.#topology.engine.handleOf(game)]);
  }

  /** The cells to open, the cells to flag, and the risk; NaN if the player does not know it. @param {number} seconds */
  next(seconds) {
    const [cells, flags, risk] = this.#ask("next", [seconds], [], seconds);
    return { cells: Array.from(cells(Uint32Array)), flags: Array.from(flags(Uint32Array)), risk: risk(Float64Array)[0] };
  }

  /** What it believes: safe cells, mines, its estimate for every cell (null without one), and statements. @param {number} seconds */
  beliefs(seconds) {
    const [safe, mines, risks, shapes, cells] = this.#ask("beliefs", [seconds], [], seconds);
    const estimates = risks(Float64Array);
    const sizes = shapes(Uint32Array);
    const all = cells(Uint32Array);
    const statements = [];
    for (let i = 0, from = 0; i < sizes.length; i += 3) {
      const its = Array.from(all.subarray(from, from + sizes[i]));
      statements.push({ cells: its, least: sizes[i + 1], most: sizes[i + 2] });
      from += sizes[i];
    }
    return {
      safe: Array.from(safe(Uint32Array)),
      mines: Array.from(mines(Uint32Array)),
      risks: estimates.length > 0 ? estimates : null,
      statements,
    };
  }

  /** @param {string} name @param {Parameter[]} [numbers] @param {Input[]} [inputs] @param {number} [seconds] */
  #ask(name, numbers = [], inputs = [], seconds = Infinity) {
    return this.#answer(name, [this.#topology.engine.handleOf(this), ...numbers], inputs, seconds);
  }

  /** @param {string} name @param {Parameter[]} numbers @param {Input[]} [inputs] @param {number} [seconds] */
  #answer(name, numbers, inputs = [], seconds = Infinity) {
    try {
      return this.#topology.engine.call(name, numbers, inputs);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === "time") {
        throw new SapperError("budget", `the choice did not finish within ${general(seconds)} seconds`);
      }
      /** @type {Record<string, string>} */
      const types = { game: "game", memory: "budget", budget: "budget", contradiction: "error" };
      throw new SapperError(types[error.status] ?? "error", error.message);
    }
  }
}
