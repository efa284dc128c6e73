/** Lets a strategy play a hosted game. */

import { Player } from "../../js/player.js";
import { flagging, opening } from "./steps.js";
import { think } from "./thoughts.js";

/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").HostedGame} HostedGame */
/** @typedef {import("./shapes.js").Step} Step */

const LONGEST_MS = 100; // of thinking before what was found so far is shown

/**
 * A copy of a game. The strategy plays ahead on it, and the game itself repeats the moves. The strategy follows the copy
 * move by move, which costs far less than analysing every position again.
 */
export class Shadow {
  #player;
  #seed;
  #game;
  #marks; // of the copy; to ask for all of them again takes long on a large board
  #known = -1; // the number of actions that the player has seen; -1 if it has to begin anew
  /** Steps of the last choice that are still to be done. @type {Step[]} */
  #ahead = [];
  /** A step that was done on the copy and not returned yet. @type {Step|null} */
  #kept = null;

  /** @param {HostedGame} hosted @param {string} strategy */
  constructor(hosted, strategy) {
    const { origin, game } = hosted;
    this.#seed = origin.seed ?? 0n;
    this.#game = origin.game(game.history, hosted.laid);
    this.#marks = this.#game.marks;
    this.#player = new Player(game.topology, game.mines, game.rules, strategy);
  }

  /** Gives back what the engine holds for it. */
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
    return think((budget) => this.#found(most, guesses, budget), whole, { isWhole: true });
  }

  /** @param {number} most @param {boolean} guesses @param {Budget} budget */
  #found(most, guesses, budget) {
    /** @type {Step[]} */
    const steps = [];
    const until = performance.now() + LONGEST_MS;
    while (steps.length < most && (steps.length === 0 || performance.now() < until)) {
      const step = this.#kept ?? this.#stepOr(steps, budget);
      this.#kept = null;
      if (step === null) break;
      if (step.risk !== 0 && (steps.length > 0 || !guesses)) {
        this.#kept = step;
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
        if (this.#game.actions === this.#known + 1) {
          this.#player.follow(this.#game);
          this.#known += 1;
        }
        return step;
      } // an earlier step may have opened the cell
    }
    return null;
  }

  /** Does a step on the copy. Returns whether it changed something. @param {Step} step */
  #does({ kind, cell }) {
    const { cells, marks } = this.#game.act(kind, cell);
    for (let i = 0; i < cells.length; i++) this.#marks[cells[i]] = marks[i];
    return cells.length > 0;
  }

  /** @param {Budget} budget */
  #choose(budget) {
    if (this.#known !== this.#game.actions) this.#player.begin(this.#game, this.#seed, budget.seconds);
    this.#known = -1; // a choice that is interrupted leaves the player in an unknown state
    const { cells, flags, risk } = this.#player.next(budget.seconds);
    this.#known = this.#game.actions;
    this.#ahead = [
      ...cells.flatMap((cell) => opening(this.#marks, cell, Number.isNaN(risk) ? null : risk)),
      ...flags.flatMap((cell) => flagging(this.#marks, cell)),
    ].map((step) => (step.kind === "flag" ? { ...step, risk: 0 } : step));
  }
}
