/** The assistant: makes certain moves and guesses, and plays whole games while the player watches. */

import { SapperError } from "../../js/errors.js";
import { FIRST_CLICKS } from "../../js/games.js";
import { Shadow } from "./autoplaying.js";
import { goodFirstCell, hintFigures } from "./hints.js";
import { LIMITS } from "./protocol.js";
import { positionOf } from "./positions.js";
import { RemoteShadow } from "./remote.js";
import { flagging, opening } from "./steps.js";
import { Behind } from "./tables.js";
import { Budget, pause, think, turn } from "./thoughts.js";

/** @typedef {import("./shapes.js").Cancel} Cancel */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Desk} Desk */
/** @typedef {import("./shapes.js").Remote} Remote */
/** @typedef {import("./shapes.js").Step} Step */
/** @typedef {import("./shapes.js").Table} Table */
/** @typedef {import("./shapes.js").Tell} Tell */

/** @typedef {(position: Counted, budget: Budget) => Step[]} Thought */

/**
 * What an assistant does, for whom, and how.
 * @typedef {object} Task
 * @property {Desk} desk
 * @property {Table} table
 * @property {string|null} strategy
 * @property {"assist"|"autoplay"} by
 * @property {boolean} flags whether it may flag
 * @property {Pace} pace
 * @property {number} timeLimitMs
 * @property {Cancel} cancel
 * @property {Tell} say
 * @property {Remote} remote
 */

/** How fast to play. It may change during play. */
export class Pace {
  /** @param {number} delayMs */
  constructor(delayMs) {
    this.delayMs = delayMs;
    this.wake = () => {}; // ends the current delay
  }

  /** @param {number} delayMs */
  set(delayMs) {
    this.delayMs = delayMs;
    this.wake();
  }
}

/**
 * Makes moves in a game for its player. The methods return why they stopped: "done", "guess" (nothing certain is left),
 * "over", "stopped", or "acted" (somebody else acted).
 */
export class Assistant {
  /** @param {Task} task */
  constructor({ desk, table, strategy, by, flags, pace, timeLimitMs, cancel, say, remote }) {
    this.desk = desk;
    this.table = table;
    this.strategy = strategy;
    this.by = by;
    this.flags = flags;
    this.pace = pace;
    this.timeLimitMs = timeLimitMs;
    this.cancel = cancel;
    this.say = say;
    this.remote = remote;
    this.moves = 0;
    /** @type {import("../answers.js").Hint|null} */
    this.told = null; // the hint that `guess` followed, as the fields of `hint`
  }

  get #hosted() {
    return this.table.hosted;
  }

  /** Opens all cells that are known to be safe and flags all known mines. */
  move() {
    return this.#do((position, budget) => this.#certainSteps(position, budget));
  }

  /** Does what a hint says first: opens or flags one cell. Which hint is counted from 0. @param {number} number */
  step(number) {
    return this.#do((position, budget) => this.#certainSteps(position, budget, { hint: number }));
  }

  /** Opens the cell that a hint names: its first safe cell if there is one, else its guess. */
  guess() {
    return this.#do((position, budget) => this.#guessSteps(position, budget));
  }

  /** Makes the moves that a thought finds. @param {Thought} thought */
  async #do(thought) {
    if (this.#hosted.over) return "over";
    const { version, game } = this.#hosted;
    const position = positionOf(game);
    const steps = await this.#inTime((budget) => thought(position, budget));
    if (steps.length === 0) {
      await this.desk.help(this.table); // to hear that nothing is certain helps too
      return "guess";
    }
    return (await this.#make(steps, version)) ?? "done";
  }

  /** Moves until a guess is needed. */
  async goOn() {
    for (;;) {
      const reason = await this.move();
      if (reason !== "done") return reason;
    }
  }

  /** Opens the first cell, for which a fair board was made. @param {number} cell */
  async begin(cell) {
    const { version, game } = this.#hosted;
    return (await this.#make(opening(game.marks, cell, 0), version)) ?? "done";
  }

  /**
   * Lets the strategy play. `before` is called with the position before each thought.
   * @param {boolean} guesses @param {((position: Counted) => Promise<void>)|null} [before]
   */
  async autoplay(guesses, before = null) {
    const hosted = this.#hosted;
    if (hosted.needsFairBoard) {
      throw new SapperError("game", "a fair board is made around the first cell that you open: open a cell");
    }
    let { version, game } = hosted;
    let shadow = this.#shadow();
    try {
      while (!hosted.over) {
        if (before !== null) await before(positionOf(game));
        const most = this.pace.delayMs > 0 ? 1 : LIMITS.STEPS;
        const steps = await shadow.next(most, guesses, this.#budget());
        if (hosted.version !== version) return "acted";
        if (steps.length === 0) return "guess";
        if (this.flags) {
          const flagging = (/** @type {Budget} */ budget) => this.#certainSteps(positionOf(game), budget, { opens: false });
          steps.push(...(await this.#inTime(flagging)));
        }
        const reason = await this.#make(steps, version);
        if (reason !== null) return reason;
        version = hosted.version;
        if (hosted.game !== game) {
          game = hosted.game; // the mines moved: the copy needs them too
          shadow.release();
          shadow = this.#shadow();
        }
      }
      return "over";
    } finally {
      shadow.release();
    }
  }

  /** A copy of the game that the strategy plays, here or in Python. */
  #shadow() {
    const { remote } = this;
    const strategy = /** @type {string} */ (this.strategy);
    return remote.has(strategy) ? new RemoteShadow(this.#hosted, strategy, remote) : new Shadow(this.#hosted, strategy);
  }

  /** @param {(budget: Budget) => Step[]} work @returns {Promise<Step[]>} */
  #inTime(work) {
    return think(work, this.#budget());
  }

  #budget() {
    return new Budget(this.timeLimitMs, this.cancel);
  }

  /** Makes moves one by one, or many at once without a delay. Returns why to stop, or null. @param {Step[]} steps @param {number} since */
  async #make(steps, since) {
    const hosted = this.#hosted;
    const most = hosted.origin.variant === "normal" ? LIMITS.STEPS : LIMITS.LARGE_STEPS; // the others think about each move
    let version = since;
    for (let from = 0; from < steps.length; ) {
      if (hosted.version !== version) return "acted";
      if (this.cancel.isSet) return "stopped";
      const atOnce = this.pace.delayMs > 0 ? 1 : most;
      const now = steps.slice(from, from + atOnce);
      from += now.length;
      let update;
      try {
        update = await this.desk.act(this.table, now, this.by);
      } catch (error) {
        if (error instanceof Behind) return "acted"; // in another tab
        if (error.type === "game") return "over";
        throw error;
      }
      const changed = hosted.version - version;
      version = hosted.version;
      this.moves += changed;
      if (changed > 0) this.say(update);
      if (hosted.over) return "over";
      if (changed > 0 && this.pace.delayMs > 0) await pause(this.pace.delayMs, this.pace);
      else await turn();
    }
    return this.cancel.isSet ? "stopped" : null;
  }

  /**
   * All certain moves, or the first one of a hint. Without `opens`, the flags for all mines.
   * @param {Counted} position @param {Budget} budget @param {{opens?: boolean, hint?: number}} [which] @returns {Step[]}
   */
  #certainSteps(position, { seconds }, { opens = true, hint = -1 } = {}) {
    const { game, origin } = this.#hosted;
    const flags = this.flags || origin.win === "flagged";
    const asked = [FIRST_CLICKS.indexOf(game.rules.first_click), opens, flags, hint, seconds];
    const moves = position.ask("certain_moves", asked, [], "the search for hints", seconds);
    const [safe, mines] = moves.map((cells) => Array.from(cells(Uint32Array)));
    return [
      ...safe.flatMap((cell) => opening(position.marks, cell, 0)),
      ...mines.flatMap((cell) => flagging(position.marks, cell)),
    ];
  }

  /** @param {Counted} position @param {Budget} budget */
  #guessSteps(position, budget) {
    const told = hintFigures(position, budget, this.#hosted.game.rules, { all: true, trust_flags: false });
    const chosen = told.hints.at(told.safe.length > 0 ? 0 : -1); // the advice on the guess is the last
    this.told = { ...told, sentence: chosen?.sentence ?? told.sentence, hints: [] };
    if (told.safe.length > 0) return opening(position.marks, told.safe[0], 0);
    if (told.guess === null) throw new SapperError("game", "every hidden cell is a mine: there is nothing to open");
    return opening(position.marks, told.guess.cell, told.guess.risk);
  }
}

/** The cell that a hint names before a cell is open. @param {import("./hosted.js").HostedGame} hosted */
export function firstCell({ game }) {
  return goodFirstCell(game.topology, game.mines, game.rules.first_click);
}
