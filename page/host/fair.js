/** Makes fair boards: those that need no guess. */

import { text } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { FIRST_CLICKS, METHODS, MOST_THREE_BV } from "../../js/games.js";
import { namesOf } from "../../js/strategies.js";
import { turn } from "./thoughts.js";

const FIRST_SECONDS = 0.05;

/**
 * Searches in slices, and tells how many boards it has tried.
 *
 * @param {import("./shapes.js").Board} board A topology with a number of mines.
 * @param {number} start The first cell.
 * @param {import("./shapes.js").Fair} fair The method, the hardest rule, and whether the mine count may be used.
 * @param {bigint} seed The same seed gives the same board as in Python.
 * @param {import("./thoughts.js").Budget} budget The time limit.
 * @param {(tried: number) => void} tell Called with the number of boards tried so far.
 * @returns The mines, a byte for each cell.
 * @throws {SapperError} There was none in time, or it was stopped.
 */
export async function fairMinefield({ topology, mines }, start, fair, seed, budget, tell) {
  const hardest = namesOf(topology.engine).rules.indexOf(fair.rule ?? "counting");
  const opening = FIRST_CLICKS.indexOf("opening");
  let sums = [0, 0, 0, 0, 0];
  for (let seconds = FIRST_SECONDS; ; ) {
    const left = budget.left / 1000;
    const numbers = [
      mines, start, opening, METHODS.indexOf(fair.method), hardest, fair.mine_count, 0, MOST_THREE_BV,
      seed, BigInt(sums[0]), 1, Math.min(seconds, left),
    ]; // prettier-ignore
    try {
      const found = topology.ask("generate", numbers, [], "the search for a minefield", left);
      return found[2](Uint8Array);
    } catch (error) {
      if (error.results === undefined) throw error;
      const tried = error.results[0](Float64Array);
      sums = sums.map((sum, i) => sum + tried[i]);
      if (tried[0] === 0) seconds *= 2; // the next candidate needs longer
    }
    if (budget.isOver) {
      const order = [mines, start, opening, METHODS.indexOf(fair.method), budget.milliseconds / 1000];
      const [why] = topology.ask("shortfall", order, [Float64Array.from(sums)]);
      throw new SapperError("budget", text(why));
    }
    tell(sums[0]);
    await turn();
    budget.cancel.check();
  }
}
