/** A game in the engine, and what its actions change. */

import { Failure, valuesIn } from "./engine.js";
import { SapperError } from "./errors.js";
import { FIRST_CLICKS, GUESSING, ON_MINES, STATUSES, WINS } from "./rule_names.js";

/** @typedef {"open"|"flag"|"chord"} Kind */

/** By the engine's numbers. @type {Kind[]} */
export const KINDS = ["open", "flag", "chord"];

/** The rules, as the Python package names them. Without `guessing` guesses are free. @typedef {{first_click: string, win: string, on_mine: string, question_marks: boolean, guessing?: string}} Rules */
/** Where a game comes from: its seed, or its mines, a byte for each cell; and the mines now, if they have moved. @typedef {{seed?: bigint, mined?: Uint8Array|null, minesNow?: Uint8Array|null}} Source */
/** @import { Input, Parameter, Result } from "./engine.js" */

/** The rules except the rule of guessing, as calls of the engine take them. @param {Rules} rules */
export function rulesForEngine({ first_click, win, on_mine, question_marks }) {
  return [FIRST_CLICKS.indexOf(first_click), WINS.indexOf(win), ON_MINES.indexOf(on_mine), question_marks];
}

/** A game and its rules, in the engine. */
export class Game {
  #topology;
  /** Those that changed something, and a guess that lost: a kind and a cell each. @type {number[]} */
  #actions;
  /** @type {{status: string, hasBegun: boolean, firstClick: string}|null} */
  #standing = null; // until the next change

  /**
   * Starts a game and repeats a history. No rule of guessing judges it again.
   * @param {import("./board.js").Topology} topology @param {number} mines @param {Rules} rules @param {Source} source
   * @param {Iterable<number>} [history] the actions to repeat: kind and cell of each, in one array
   * @param {boolean} [lostByGuess] whether the last of them is a guess that lost by the rule of guessing
   * @throws {SapperError} No cell would be safe.
   */
  constructor(topology, mines, rules, { seed = 0n, mined = null, minesNow = null }, history = [], lostByGuess = false) {
    this.#topology = topology;
    this.#actions = [...history];
    this.mines = mines;
    this.rules = rules;
    /** The mines now, if some have moved away from guesses. */
    this.minesNow = minesNow;
    /** Whether the last action was a guess that lost by the rule of guessing. It opened nothing. */
    this.lostByGuess = lostByGuess;
    this.release = "release_game";
    this.make = () => {
      const guessing = GUESSING.indexOf(rules.guessing ?? "free");
      const numbers = [topology.engine.handleOf(topology), mines, ...rulesForEngine(rules), guessing, mined === null ? seed : 0n, this.lostByGuess];
      const inputs = [mined ?? new Uint8Array(), Uint32Array.from(this.#actions), this.minesNow ?? new Uint8Array()];
      return this.#answer("make_game", numbers, inputs)[0](Float64Array)[0];
    };
    topology.engine.handleOf(this);
  }

  get topology() {
    return this.#topology;
  }

  /** The actions that changed something, and a guess that lost: kind and cell of each, in one array. */
  get history() {
    return this.#actions;
  }

  get actions() {
    return this.#actions.length / 2;
  }

  /** Kind and cell of an action. @param {number} number */
  action(number) {
    return { kind: KINDS[this.#actions[2 * number]], cell: this.#actions[2 * number + 1] };
  }

  /**
   * Opens, flags or chords a cell. Returns the cells that changed, their marks, and the mines if some have moved.
   * @param {Kind} kind @param {number} cell @param {boolean} [isJudged] whether the rule of guessing holds for it
   */
  act(kind, cell, isJudged = true) {
    const [cells, marks, mines, loss] = this.#ask("act", [KINDS.indexOf(kind), cell, isJudged]);
    const changes = { cells: cells(Uint32Array), marks: marks(Int16Array), minesNow: bytesOrNull(mines) };
    this.lostByGuess = loss(Float64Array)[0] === 1;
    this.minesNow = changes.minesNow ?? this.minesNow;
    if (changes.cells.length === 0 && !this.lostByGuess) return changes;
    this.#standing = null;
    this.#actions.push(KINDS.indexOf(kind), cell);
    return changes;
  }

  /** Takes back the last action. Returns the cells that change back and their marks. */
  undo() {
    const [cells, marks] = this.#ask("undo");
    this.#standing = null;
    this.#actions.length -= 2;
    this.lostByGuess = false;
    if (this.#actions.length === 0) this.minesNow = null;
    return { cells: cells(Uint32Array), marks: marks(Int16Array) };
  }

  /** `firstClick` is what all rules together promise of the first click. */
  get standing() {
    if (this.#standing === null) {
      const [status, hasBegun, firstClick] = this.#ask("standing")[0](Float64Array);
      this.#standing = { status: STATUSES[status], hasBegun: hasBegun === 1, firstClick: FIRST_CLICKS[firstClick] };
    }
    return this.#standing;
  }

  /** The rules for a player who takes guesses for free, with what all rules together promise of the first click. */
  get freeRules() {
    const { guessing: _, ...rules } = this.rules;
    return { ...rules, first_click: this.standing.firstClick };
  }

  get marks() {
    return this.#ask("marks")[0](Int16Array);
  }

  /** A byte for each cell; null before the first cell is open. */
  get minefield() {
    return this.#ask("minefield")[0]?.(Uint8Array) ?? null;
  }

  /** Whether the rule of guessing holds for the next click: not where the position is too hard to count. */
  get isJudged() {
    return this.#ask("is_judged")[0](Float64Array)[0] === 1;
  }

  /** How it stands, and how it ended. @param {number} clicks @param {number} seconds @param {number} mostCells */
  report(clicks, seconds, mostCells) {
    return valuesIn(this.#ask("standing_of", [clicks, seconds, mostCells])[0]);
  }

  /** The metrics of a game that has mines. @param {number} clicks @param {number} seconds */
  metrics(clicks, seconds) {
    return valuesIn(this.#ask("metrics_of", [clicks, seconds])[0]);
  }

  /** @param {string} name @param {Parameter[]} [numbers] */
  #ask(name, numbers = []) {
    return this.#answer(name, [this.#topology.engine.handleOf(this), ...numbers]);
  }

  /** @param {string} name @param {Parameter[]} numbers @param {Input[]} [inputs] */
  #answer(name, numbers, inputs = []) {
    try {
      return this.#topology.engine.call(name, numbers, inputs);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      /** @type {Record<string, string>} */
      const types = { game: "game", memory: "budget", budget: "budget" };
      throw new SapperError(types[error.status] ?? "error", error.message);
    }
  }
}

/** The bytes of a result; null if there are none. @param {Result} result */
function bytesOrNull(result) {
  const bytes = result(Uint8Array);
  return bytes.length > 0 ? bytes : null;
}
