/** The assistant: makes certain moves and guesses, and plays whole games while the player watches. */

import { analyse } from "../package/analysis.js";
import { SapperError } from "../package/errors.js";
import { Shadow } from "./autoplaying.js";
import { goodFirstCell, hintFigures, hintIn } from "./hints.js";
import { LIMITS } from "./protocol.js";
import { positionOf } from "./positions.js";
import { flagging, opening } from "./steps.js";
import { Budget, pause, think, turn } from "./thoughts.js";
import { cellsWhere } from "./values.js";

/** How fast to play. It may change during play. */
export class Pace {
  constructor(delayMs) {
    this.delayMs = delayMs;
    this.wake = () => {}; // ends the current delay
  }

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
  constructor({ desk, table, strategy, by, flags, pace, timeLimitMs, cancel, say }) {
    Object.assign(this, { desk, table, strategy, by, flags, pace, timeLimitMs, cancel, say });
    this.moves = 0;
    this.told = null; // the hint that `guess` followed, as the fields of `hint`
  }

  get #hosted() {
    return this.table.hosted;
  }

  /** Opens all cells that are known to be safe and flags all known mines. */
  move() {
    return this.#do((position, budget) => this.#certainSteps(position, budget));
  }

  /** Does what a hint says first: opens or flags one cell. Which hint is counted from 0. */
  step(number) {
    return this.#do((position, budget) => this.#hintedSteps(number, position, budget));
  }

  /** Opens the cell that a hint names: its first safe cell if there is one, else its guess. */
  guess() {
    return this.#do((position, budget) => this.#guessSteps(position, budget));
  }

  /** Makes the moves that a thought finds. */
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

  /** Opens the first cell, for which a fair board was made. */
  async begin(cell) {
    const { version, game } = this.#hosted;
    return (await this.#make(opening(game.marks, cell, 0), version)) ?? "done";
  }

  /** Lets the strategy play. `before` is called with the position before each thought. */
  async autoplay(guesses, before = null) {
    const hosted = this.#hosted;
    if (hosted.needsFairBoard) {
      throw new SapperError("game", "a fair board is made around the first cell that you open: open a cell");
    }
    let { version, game } = hosted;
    let shadow = new Shadow(hosted, this.strategy);
    try {
      while (!hosted.over) {
        if (before !== null) await before(positionOf(game));
        const most = this.pace.delayMs > 0 ? 1 : LIMITS.STEPS;
        const steps = await this.#inTime((budget) => shadow.next(most, guesses, budget), { isWhole: true });
        if (hosted.version !== version) return "acted";
        if (steps.length === 0) return "guess";
        if (this.flags) steps.push(...(await this.#inTime((budget) => this.#flagSteps(budget))));
        const reason = await this.#make(steps, version);
        if (reason !== null) return reason;
        version = hosted.version;
        if (hosted.game !== game) {
          game = hosted.game; // the mines moved: the copy needs them too
          shadow.release();
          shadow = new Shadow(hosted, this.strategy);
        }
      }
      return "over";
    } finally {
      shadow.release();
    }
  }

  #inTime(work, how) {
    return think(work, new Budget(this.timeLimitMs, this.cancel), how);
  }

  /** Makes moves one by one, or many at once without a delay. Returns why to stop, or null. */
  async #make(steps, since) {
    const hosted = this.#hosted;
    const small = hosted.game.topology.size <= LIMITS.SMALL_CELLS && hosted.origin.variant === "normal";
    let version = since;
    for (let from = 0; from < steps.length; ) {
      if (hosted.version !== version) return "acted";
      if (this.cancel.isSet) return "stopped";
      const atOnce = this.pace.delayMs > 0 ? 1 : small ? LIMITS.STEPS : LIMITS.LARGE_STEPS;
      const now = steps.slice(from, from + atOnce);
      from += now.length;
      let update;
      try {
        update = await this.desk.act(this.table, now, this.by);
      } catch (error) {
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

  /** All certain moves: safe cells to open and, if wanted, mines to flag. */
  #certainSteps(position, budget) {
    if (!this.#hosted.begun) return this.#firstIsSafe ? this.#firstSteps() : [];
    const { safe, mines } = known(position, budget);
    const steps = safe.flatMap((cell) => opening(position.marks, cell, 0));
    if (this.#flags) steps.push(...mines.flatMap((cell) => flagging(position.marks, cell)));
    return steps;
  }

  /** The first cell of a hint, or of the next hint that leaves something to do. */
  #hintedSteps(number, position, budget) {
    if (!this.#hosted.begun) return this.#firstIsSafe ? this.#firstSteps() : [];
    const found = hintIn(position, budget);
    const { topology, marks } = position;
    for (const { safe, mines } of [...found.inTurn.slice(number), ...found.inTurn.slice(0, number)]) {
      if (safe.length > 0) return opening(marks, topology.index(safe[0]), 0);
      for (const cell of this.#flags ? mines : []) {
        const steps = flagging(marks, topology.index(cell));
        if (steps.length > 0) return steps;
      }
    }
    if (found.complete) return [];
    const steps = this.#certainSteps(position, budget);
    return steps.filter(({ cell }) => cell === steps[0].cell);
  }

  #guessSteps(position, budget) {
    const { begun, game } = this.#hosted;
    const told = hintFigures(position, budget, game.rules, { all: begun, trust_flags: false });
    if (!begun) {
      this.told = told;
      return this.#firstSteps();
    }
    const chosen = told.hints.at(told.safe.length > 0 ? 0 : -1); // the advice on the guess is the last
    this.told = { ...told, sentence: chosen.sentence, hints: [] };
    if (told.safe.length > 0) return opening(position.marks, told.safe[0], 0);
    if (told.guess === null) throw new SapperError("game", "every hidden cell is a mine: there is nothing to open");
    return opening(position.marks, told.guess.cell, told.guess.risk);
  }

  /** Whether mines are flagged. */
  get #flags() {
    return this.flags || this.#hosted.origin.win === "flagged";
  }

  /** Whether the rules make the first cell safe. */
  get #firstIsSafe() {
    return this.#hosted.game.rules.first_click !== "any";
  }

  /** Opens the first cell that a hint names. */
  #firstSteps() {
    const { topology, mines, marks } = this.#hosted.game;
    return opening(marks, firstCell(this.#hosted), this.#firstIsSafe ? 0 : mines / topology.size);
  }

  #flagSteps(budget) {
    const position = positionOf(this.#hosted.game);
    return flagsIn(position, analyse(position, false, budget.seconds).risks);
  }
}

/** The cell that a hint names before a cell is open. */
export function firstCell({ game }) {
  return goodFirstCell(game.topology, game.mines, game.rules.first_click);
}

/** The cells that are known to be safe, and the known mines: all that hints say. */
function known(position, budget) {
  try {
    const { risks, exact } = analyse(position, false, budget.seconds);
    if (exact) {
      return { safe: cellsWhere(risks, (risk) => risk === 0), mines: cellsWhere(risks, (risk) => risk === 1) };
    }
  } catch (error) {
    if (error.type !== "budget" || budget.isOver) throw error;
  }
  const { deductions } = hintIn(position, budget);
  const all = (name) => [...new Set(deductions.flatMap((each) => each[name].map((cell) => position.topology.index(cell))))];
  return { safe: all("safe"), mines: all("mines") };
}

function flagsIn({ marks }, risks) {
  return cellsWhere(risks, (risk) => risk === 1).flatMap((cell) => flagging(marks, cell));
}
