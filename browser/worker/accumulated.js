/** The risk that a player has taken so far in a game, move by move. */

import { EXPLODED } from "../package/board.js";
import { KINDS } from "../package/game.js";

/** Follows a game. Each call analyses only the moves since the last one. */
export class AccumulatedRisk {
  #origin;
  #behind = null; // made when it is first needed
  #laid = null;
  #done = 0;
  #survival = 1;

  constructor(origin) {
    this.#origin = origin;
  }

  /**
   * The chance that the moves so far would have lost; null if the time ran out. The next call continues there.
   *
   * @param history All moves of the game: kind and cell of each, in one array. It begins with those of the last call.
   * @param laid The mines, if they were moved after the game began.
   * @param budget The time limit.
   */
  after(history, laid, budget) {
    const { engine } = this.#origin.board.topology;
    if (this.#behind === null || laid !== this.#laid) {
      if (this.#behind !== null) engine.release(this.#behind);
      this.#behind = this.#origin.game(history.slice(0, 2 * this.#done), laid);
      this.#laid = laid;
    }
    try {
      while (2 * this.#done < history.length) this.#take(...history.slice(2 * this.#done, 2 * this.#done + 2), budget);
      return 1 - this.#survival;
    } catch (error) {
      if (error.type === "budget") return null;
      throw error;
    }
  }

  #take(kind, cell, budget) {
    const name = KINDS[kind];
    const position = { marks: this.#behind.marks };
    if (name !== "flag") this.#survival *= 1 - riskOf(this.#origin, position, name, cell, budget);
    this.#behind.act(name, cell);
    this.#done += 1;
  }
}

/** The chance that opening or chording a cell opens a mine, as far as the marks show. */
export function riskOf({ board, first_click, variant }, { marks }, kind, cell, budget) {
  if (!marks.some((mark) => mark >= 0 || mark === EXPLODED)) {
    const promised = kind !== "open" || first_click !== "any" || variant === "lucky";
    return promised ? 0 : board.mines / board.topology.size;
  }
  const limit = budget.seconds;
  const numbers = [board.mines, KINDS.indexOf(kind), cell, limit];
  return board.topology.ask("action_risk", numbers, [marks], "the risk of the action", limit)[0](Float64Array)[0];
}
