/** The risk that a player has taken so far in a game, move by move. */

import { Position } from "../../js/board.js";
import { KINDS } from "../../js/game.js";

/** @typedef {import("./shapes.js").ActionQuestion} ActionQuestion */
/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Origin} Origin */

/** Answers what risk an action has in a position. @typedef {(position: Counted, move: ActionQuestion) => Promise<number>} Ask */

/** Follows a game. Each call analyses only the moves since the last one. */
export class AccumulatedRisk {
  #origin;
  /** @type {import("../../js/game.js").Game|null} */
  #behind = null; // made when it is first needed
  /** @type {Uint8Array|null} */
  #laid = null;
  #done = 0;
  #survival = 1;

  /** @param {Origin} origin */
  constructor(origin) {
    this.#origin = origin;
  }

  /**
   * The chance that the moves so far would have lost; null if the time ran out. The next call continues there. Several
   * calls may be in progress at once.
   *
   * @param {number[]} history All moves of the game: kind and cell of each, in one array. It begins with those of the last call.
   * @param {Uint8Array|null} laid The mines, if they were moved after the game began.
   * @param {Ask} ask Gives the answer to the question `risk` about a position.
   */
  async after(history, laid, ask) {
    const { engine } = this.#origin.board.topology;
    if (this.#behind === null || laid !== this.#laid) {
      if (this.#behind !== null) engine.release(this.#behind);
      this.#behind = this.#origin.game(history.slice(0, 2 * this.#done), laid);
      this.#laid = laid;
    }
    try {
      while (2 * this.#done < history.length) await this.#take(history[2 * this.#done], history[2 * this.#done + 1], ask);
      return 1 - this.#survival;
    } catch (error) {
      if (error.type === "budget") return null;
      throw error;
    }
  }

  /** @param {number} kind @param {number} cell @param {Ask} ask */
  async #take(kind, cell, ask) {
    const name = KINDS[kind];
    const number = this.#done;
    const behind = /** @type {import("../../js/game.js").Game} */ (this.#behind);
    const { topology, marks, mines } = behind;
    const { firstIsSafe } = this.#origin;
    const risk = name === "flag" ? 0 : await ask(new Position(topology, marks, mines), { kind: name, cell, firstIsSafe });
    if (this.#done > number) return; // another call took it meanwhile
    this.#survival *= 1 - risk;
    behind.act(name, cell);
    this.#done += 1;
  }
}

/**
 * The chance that opening or chording a cell opens a mine, as far as the position shows.
 * @param {Counted} position @param {ActionQuestion} action @param {Budget} budget
 */
export function riskOf(position, { kind, cell, firstIsSafe }, budget) {
  const limit = budget.seconds;
  const numbers = [KINDS.indexOf(kind), cell, firstIsSafe, limit];
  return position.ask("action_risk", numbers, [], "the risk of the action", limit)[0](Float64Array)[0];
}
