/** The analysis of a position: from the engine's results to the objects of the package. */

import { text } from "./engine.js";
import { SapperError } from "./errors.js";

const MOST_DIGITS = 4000;

/**
 * Analyses a position: the figures of every cell, and of the whole.
 * @param {import("./board.js").Position} position @param {boolean} trustFlags @param {number} seconds
 */
export function analyse(position, trustFlags, seconds) {
  const start = performance.now();
  const results = position.askWithClaim("analyse", [trustFlags, seconds], "the analysis", seconds);
  const elapsed = Math.round(1000 * (performance.now() - start)) / 1000; // three digits after the point
  const [log, , exact, safest, win] = results[3](Float64Array);
  return {
    risks: results[0](Float64Array),
    log,
    exact: exact === 1,
    safest: safest < 0 ? null : safest,
    win: Number.isNaN(win) ? null : win,
    elapsed,
  };
}

/**
 * How likely each number of mines is after the analysis of this position, which the engine made last: pairs of a number and its
 * chance. Null if the number is known, if nothing is believed of it, if the analysis is an estimate, or if the time is up.
 * @param {import("./board.js").Position} position @param {number} seconds
 * @returns {[mines: number, chance: number][]|null}
 */
export function mineCounts(position, seconds) {
  if (position.claim === "") return null;
  try {
    const [counts, chances] = position.askWithClaim("mine_counts", [seconds], "the chances of the mine counts", seconds);
    if (counts === undefined) return null;
    const its = chances(Float64Array);
    return Array.from(counts(Float64Array), (count, i) => [count, its[i]]);
  } catch (error) {
    if (error instanceof SapperError && error.type === "budget") return null;
    throw error;
  }
}

/**
 * The exact number of configurations of the analysis that the engine made last, in digits; null if it is estimated or has
 * too many digits, or the time is up.
 * @param {import("./board.js").Topology} topology
 * @param {{log: number, exact: boolean, left: number}} analysis `left` is the time left, in seconds
 */
export function configurationsIn(topology, { log, exact, left }) {
  if (!exact || log > MOST_DIGITS * Math.LN10) return null;
  try {
    return text(topology.goOn("count_configurations", [Math.max(0, left)])[0]);
  } catch (error) {
    if (error instanceof SapperError && error.type === "budget") return null;
    throw error;
  }
}
