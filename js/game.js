import { Failure, valuesIn } from "./engine.js";
import { SapperError } from "./errors.js";
import { FIRST_CLICKS, ON_MINES, STATUSES, WINS } from "./games.js";

// By the engine's numbers.
/** @typedef {"open"|"flag"|"chord"} Kind */

/** @type {Kind[]} */
export const KINDS = ["open", "flag", "chord"];
const GUESSING = ["free", "hard_core", "lucky", "kaboom"];

/** The rules, as the Python package names them. @typedef {{first_click: string, win: string, on_mine: string, question_marks: boolean}} Rules */
/** @typedef {import("./engine.js").Parameter} Parameter */

/** Rules as calls of the engine take them. @param {Rules} rules */
export function rulesForEngine({ first_click, win, on_mine, question_marks }) {
  return [FIRST_CLICKS.indexOf(first_click), WINS.indexOf(win), ON_MINES.indexOf(on_mine), question_marks];
}

/** A game and its rules, in the engine. */
export class Game {
  #topology;
  /** Those that changed something: a kind and a cell each. @type {number[]} */
  #actions;
  /** @type {{status: string, begun: boolean}|null} */
  #standing = null; // until the next change

  /**
   * Starts a game and plays a history.
   *
   * @param {import("./board.js").Topology} topology The topology.
   * @param {number} mines The number of mines.
   * @param {Rules} rules The rules.
   * @param {{seed?: bigint, mined?: Uint8Array|null}} origin The seed; or the mines, a byte for each cell.
   * @param {Iterable<number>} [history] The actions to play first: kind and cell of each, in one array.
   * @throws {SapperError} No cell would be safe.
   */
  constructor(topology, mines, rules, { seed = 0n, mined = null }, history = []) {
    this.#topology = topology;
    this.#actions = [...history];
    this.mines = mines;
    this.rules = rules;
    this.release = "release_game";
    this.make = () => {
      const numbers = [topology.engine.held(topology), mines, ...rulesForEngine(rules), mined === null ? seed : 0n];
      const [handle] = this.#answer("make_game", numbers, [mined ?? new Uint8Array()])[0](Float64Array);
      if (this.#actions.length > 0) this.#answer("act_again", [handle], [Uint32Array.from(this.#actions)]);
      return handle;
    };
    topology.engine.held(this);
  }

  get topology() {
    return this.#topology;
  }

  /** The actions that changed something: kind and cell of each, in one array. */
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

  /** Opens, flags or chords a cell. Returns the cells that changed and their marks. @param {Kind} kind @param {number} cell */
  act(kind, cell) {
    const changed = this.#changed("act", [KINDS.indexOf(kind), cell]);
    if (changed.cells.length === 0) return changed;
    this.#standing = null;
    this.#actions.push(KINDS.indexOf(kind), cell);
    return changed;
  }

  /** Takes back the last action. Returns the cells that change back and their marks. */
  undo() {
    const changed = this.#changed("undo");
    this.#standing = null;
    this.#actions.length -= 2;
    return changed;
  }

  get standing() {
    if (this.#standing === null) {
      const [status, begun] = this.#ask("standing")[0](Float64Array);
      this.#standing = { status: STATUSES[status], begun: begun === 1 };
    }
    return this.#standing;
  }

  get marks() {
    return this.#ask("marks")[0](Int16Array);
  }

  /** A byte for each cell; null before the first cell is open. */
  get minefield() {
    return this.#ask("minefield")[0]?.(Uint8Array) ?? null;
  }

  /**
   * What a rule of guessing says about an action: the cells of a guess that loses, and the mines after they have moved.
   * @param {string} guessing @param {Kind} kind @param {number} cell
   */
  ruling(guessing, kind, cell) {
    const [guess, mined] = this.#ask("rule_on", [GUESSING.indexOf(guessing), KINDS.indexOf(kind), cell]);
    const moved = mined(Uint8Array);
    return { guess: Array.from(guess(Uint32Array)), mined: moved.length > 0 ? moved : null };
  }

  /** Whether a rule of guessing holds for the next click: not where the position is too hard to count. @param {string} guessing */
  isJudged(guessing) {
    return this.#ask("is_judged", [GUESSING.indexOf(guessing)])[0](Float64Array)[0] === 1;
  }

  /**
   * How it stands, and how it ended. `guess` has kind and cell of the guess that lost in hard core, or is null.
   * @param {[kind: Kind, cell: number]|null} guess @param {number} clicks @param {number} seconds @param {number} mostCells
   */
  told(guess, clicks, seconds, mostCells) {
    const [kind, cell] = guess ?? ["open", 0];
    const numbers = [guess !== null, KINDS.indexOf(kind), cell, clicks, seconds, mostCells];
    return valuesIn(this.#ask("standing_of", numbers)[0]);
  }

  /** The metrics of a game that has mines. @param {number} clicks @param {number} seconds */
  metrics(clicks, seconds) {
    return valuesIn(this.#ask("metrics_of", [clicks, seconds])[0]);
  }

  /** @param {string} name @param {Parameter[]} [numbers] */
  #changed(name, numbers) {
    const [cells, marks] = this.#ask(name, numbers);
    return { cells: cells(Uint32Array), marks: marks(Int16Array) };
  }

  /** @param {string} name @param {Parameter[]} [numbers] */
  #ask(name, numbers = []) {
    return this.#answer(name, [this.#topology.engine.held(this), ...numbers]);
  }

  /** @param {string} name @param {Parameter[]} numbers @param {import("./engine.js").Input[]} [inputs] */
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
