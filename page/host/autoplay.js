/** Plays for the player: the assistant makes certain moves and guesses, and strategies play whole games while the player watches. */

import { FLAG, QUESTION } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { FIRST_CLICKS } from "../../js/rule_names.js";
import { Player } from "../../js/player.js";
import { freshKey, positionOf } from "./boards.js";
import { LIMITS } from "./limits.js";
import { goodFirstCell, hintFigures } from "./position_figures.js";
import { Behind } from "./tables.js";
import { Budget, answerOf, late, pause, think, turn } from "./tasks.js";

/** @import { Cancel, CountedPosition, GamesInMemory, GameSlot, HostGame, Remote, Step, Tell } from "./types.js" */

const LONGEST_MS = 100; // of thinking before what was found so far is shown

/** @typedef {(position: CountedPosition, budget: Budget) => Step[]} FindSteps */

/**
 * What an assistant does, for whom, and how.
 * @typedef {object} AssistantOptions
 * @property {GamesInMemory} games
 * @property {GameSlot} slot
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
export class MoveMaker {
  /** @param {AssistantOptions} options */
  constructor({ games, slot, strategy, by, flags, pace, timeLimitMs, cancel, say, remote }) {
    this.games = games;
    this.slot = slot;
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
    this.hint = null; // the hint that `guess` followed, as the fields of `hint`
  }

  get #hostGame() {
    return this.slot.hostGame;
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

  /** @param {FindSteps} find */
  async #do(find) {
    if (this.#hostGame.over) return "over";
    const { version, game } = this.#hostGame;
    const position = positionOf(game);
    const steps = await this.#inTime((budget) => find(position, budget));
    if (steps.length === 0) {
      await this.games.help(this.slot); // to hear that nothing is certain helps too
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
    const { version, game } = this.#hostGame;
    return (await this.#make(opening(game.marks, cell, 0), version)) ?? "done";
  }

  /**
   * Lets the strategy play. `before` is called with each position before the strategy chooses.
   * @param {boolean} guesses @param {((position: CountedPosition) => Promise<void>)|null} [before]
   */
  async autoplay(guesses, before = null) {
    const hostGame = this.#hostGame;
    if (hostGame.needsFairBoard) {
      throw new SapperError("game", "a fair board is made around the first cell that you open: open a cell");
    }
    const { game } = hostGame;
    let { version } = hostGame;
    let { minesNow } = game;
    let shadow = this.#shadow();
    try {
      while (!hostGame.over) {
        if (before !== null) await before(positionOf(game));
        const most = this.pace.delayMs > 0 ? 1 : LIMITS.STEPS;
        const steps = await shadow.next(most, guesses, this.#budget());
        if (hostGame.version !== version) return "acted";
        if (steps.length === 0) return "guess";
        if (this.flags) {
          const flagging = (/** @type {Budget} */ budget) => this.#certainSteps(positionOf(game), budget, { opens: false });
          steps.push(...(await this.#inTime(flagging)));
        }
        const reason = await this.#make(steps, version);
        if (reason !== null) return reason;
        version = hostGame.version;
        if (game.minesNow !== minesNow) {
          minesNow = game.minesNow; // the copy needs the mines as they are now
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
    return remote.has(strategy) ? new RemoteShadow(this.#hostGame, strategy, remote) : new Shadow(this.#hostGame, strategy);
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
    const hostGame = this.#hostGame;
    const most = hostGame.origin.guessing === "free" ? LIMITS.STEPS : LIMITS.LARGE_STEPS; // the others think about each move
    let version = since;
    for (let from = 0; from < steps.length; ) {
      if (hostGame.version !== version) return "acted";
      if (this.cancel.isSet) return "stopped";
      const atOnce = this.pace.delayMs > 0 ? 1 : most;
      const now = steps.slice(from, from + atOnce);
      from += now.length;
      let update;
      try {
        update = await this.games.act(this.slot, now, this.by);
      } catch (error) {
        if (error instanceof Behind) return "acted"; // in another tab
        if (error.type === "game") return "over";
        throw error;
      }
      const moves = hostGame.version - version;
      version = hostGame.version;
      this.moves += moves;
      if (moves > 0) this.say({ type: "update", ...update });
      if (hostGame.over) return "over";
      if (moves > 0 && this.pace.delayMs > 0) await pause(this.pace.delayMs, this.pace);
      else await turn();
    }
    return this.cancel.isSet ? "stopped" : null;
  }

  /**
   * All certain moves, or the first one of a hint. Without `opens`, the flags for all mines.
   * @param {CountedPosition} position @param {Budget} budget @param {{opens?: boolean, hint?: number}} [which] @returns {Step[]}
   */
  #certainSteps(position, { seconds }, { opens = true, hint = -1 } = {}) {
    const { game, origin } = this.#hostGame;
    const flags = this.flags || origin.win === "flagged";
    const numbers = [FIRST_CLICKS.indexOf(game.standing.firstClick), opens, flags, hint, seconds];
    const moves = position.ask("certain_moves", numbers, [], "the search for hints", seconds);
    const [safe, mines] = moves.map((cells) => Array.from(cells(Uint32Array)));
    return [
      ...safe.flatMap((cell) => opening(position.marks, cell, 0)),
      ...mines.flatMap((cell) => flagging(position.marks, cell)),
    ];
  }

  /** @param {CountedPosition} position @param {Budget} budget */
  #guessSteps(position, budget) {
    const hint = hintFigures(position, { firstClick: this.#hostGame.standing.firstClick, all: true, trust_flags: false }, budget);
    const hintToFollow = hint.hints.at(hint.safe.length > 0 ? 0 : -1); // the advice on the guess is the last
    this.hint = { ...hint, sentence: hintToFollow?.sentence ?? hint.sentence, hints: [] };
    if (hint.safe.length > 0) return opening(position.marks, hint.safe[0], 0);
    if (hint.guess === null) throw new SapperError("game", "every hidden cell is a mine: there is nothing to open");
    return opening(position.marks, hint.guess.cell, hint.guess.risk);
  }
}

/** The cell that a hint names before a cell is open. @param {import("./host_game.js").HostGame} hostGame */
export function firstCell({ game }) {
  return goodFirstCell(game.topology, game.mines, game.standing.firstClick);
}

/**
 * A copy of a game. The strategy plays ahead on it, and the game itself repeats the moves. The strategy follows the copy
 * move by move, which costs far less than analysing every position again.
 */
class Shadow {
  #player;
  #seed;
  #game;
  #marks; // of the copy; to ask for all of them again takes long on a large board
  #actionsSeen = -1; // the number of actions that the player has seen; -1 if it has to begin anew
  /** Steps of the last choice that are still to be done. @type {Step[]} */
  #ahead = [];
  /** A step that was done on the copy and not returned yet. @type {Step|null} */
  #waiting = null;

  /** @param {HostGame} hostGame @param {string} strategy */
  constructor(hostGame, strategy) {
    const { origin, game } = hostGame;
    this.#seed = origin.seed ?? 0n;
    this.#game = hostGame.gameAfter(game.history);
    this.#marks = this.#game.marks;
    this.#player = new Player(game.topology, game.mines, game.freeRules, strategy);
  }

  release() {
    const { engine } = this.#game.topology;
    engine.release(this.#player);
    engine.release(this.#game);
  }

  /**
   * The next moves: up to `most` of them, and none after a guess. Empty if there is nothing to do. Guesses are kept for
   * later unless `guesses` asks for them. When the time is up, a further call goes on where this one was.
   * @param {number} most @param {boolean} guesses @param {Budget} whole @returns {Promise<Step[]>}
   */
  next(most, guesses, whole) {
    return think((budget) => this.#nextSteps(most, guesses, budget), whole, { isWhole: true });
  }

  /** @param {number} most @param {boolean} guesses @param {Budget} budget */
  #nextSteps(most, guesses, budget) {
    /** @type {Step[]} */
    const steps = [];
    const until = performance.now() + LONGEST_MS;
    while (steps.length < most && (steps.length === 0 || performance.now() < until)) {
      const step = this.#waiting ?? this.#stepOr(steps, budget);
      this.#waiting = null;
      if (step === null) break;
      if (step.risk !== 0 && (steps.length > 0 || !guesses)) {
        this.#waiting = step;
        break;
      }
      steps.push(step);
    }
    return steps;
  }

  /** The next step; null if the time is up but there are steps already. @param {Step[]} steps @param {Budget} budget */
  #stepOr(steps, budget) {
    try {
      return this.#step(budget);
    } catch (error) {
      if (error.type === "budget" && steps.length > 0) return null;
      throw error;
    }
  }

  /** Does the strategy's next action on the copy; null when the game is over. @param {Budget} budget */
  #step(budget) {
    while (this.#game.standing.status === "playing") {
      const step = this.#ahead.shift();
      if (step === undefined) this.#choose(budget);
      else if (this.#does(step)) {
        if (this.#game.actions === this.#actionsSeen + 1) {
          this.#player.follow(this.#game);
          this.#actionsSeen += 1;
        }
        return step;
      } // an earlier step may have opened the cell
    }
    return null;
  }

  /** Does a step on the copy. Returns whether it changed something. @param {Step} step */
  #does({ kind, cell }) {
    const { cells, marks } = this.#game.act(kind, cell, false); // the game itself is judged
    for (let i = 0; i < cells.length; i++) this.#marks[cells[i]] = marks[i];
    return cells.length > 0;
  }

  /** @param {Budget} budget */
  #choose(budget) {
    if (this.#actionsSeen !== this.#game.actions) this.#player.begin(this.#game, this.#seed, budget.seconds);
    this.#actionsSeen = -1; // a choice that is interrupted leaves the player in an unknown state
    const { cells, flags, risk } = this.#player.next(budget.seconds);
    this.#actionsSeen = this.#game.actions;
    this.#ahead = [
      ...cells.flatMap((cell) => opening(this.#marks, cell, Number.isNaN(risk) ? null : risk)),
      ...flags.flatMap((cell) => flagging(this.#marks, cell)),
    ].map((step) => (step.kind === "flag" ? { ...step, risk: 0 } : step));
  }
}

/** A copy of a game that a strategy in Python plays, with the methods of `Shadow`. */
class RemoteShadow {
  #taskWorkers;
  #worker;
  /** What the first message says. @type {object|null} */
  #begin;

  /** @param {HostGame} hostGame @param {string} strategy @param {Remote} remote */
  constructor(hostGame, strategy, { taskWorkers }) {
    const { origin, game, fair } = hostGame;
    const mined = game.minesNow ?? fair ?? origin.mined;
    this.#taskWorkers = taskWorkers;
    this.#worker = taskWorkers.take();
    this.#begin = {
      strategy,
      board: game.topology.boardJson(game.mines),
      rules: game.freeRules,
      seed: String(origin.seed ?? 0n),
      mined: mined === null ? null : Array.from(mined),
      history: game.history,
    };
  }

  release() {
    this.#taskWorkers.give(this.#worker);
  }

  /** @param {number} most @param {boolean} guesses @param {Budget} budget @returns {Promise<Step[]>} */
  async next(most, guesses, budget) {
    const message = { work: "move", begin: this.#begin, most, guesses, seconds: budget.seconds };
    this.#begin = null;
    const moves = await answerOf(this.#worker, message, budget.cancel, () => {}).catch((error) => {
      throw late(error, budget);
    });
    return moves.map((/** @type {Step} */ { kind, cell, risk }) => step(kind, cell, risk));
  }
}

/** An action to carry out, with a new key. @param {Step["kind"]} kind @param {number} cell @param {number|null} [risk] @returns {Step} */
const step = (kind, cell, risk = null) => ({ kind, cell, key: freshKey(), risk });

/** Opens a cell, and removes its flag first. @param {Int16Array} marks @param {number} cell @param {number|null} risk */
function opening(marks, cell, risk) {
  return [...(marks[cell] === FLAG ? [step("flag", cell)] : []), step("open", cell, risk)];
}

/** Flags a cell. A question mark first turns to hidden. @param {Int16Array} marks @param {number} cell */
function flagging(marks, cell) {
  const turns = marks[cell] === FLAG ? 0 : marks[cell] === QUESTION ? 2 : 1;
  return Array.from({ length: turns }, () => step("flag", cell));
}
