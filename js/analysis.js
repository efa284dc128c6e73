import { configurationsOf } from "./configurations.js";
import { SapperError } from "./errors.js";

export const SAFE = 2; // verdicts
export const MINE = 3;
const MOST_DIGITS = 4000;

/** A function that says how many seconds are left. */
export function countdown(seconds) {
  const end = performance.now() + 1000 * seconds;
  return () => Math.max(0, (end - performance.now()) / 1000);
}

/** The milliseconds since a moment, to three digits after the point. */
export function milliseconds(start) {
  return Math.round(1000 * (performance.now() - start)) / 1000;
}

/** Analyses a position: the figures of every cell, and of the whole. */
export function analyse(position, trustFlags, seconds) {
  const start = performance.now();
  const results = position.ask("analyse", [trustFlags, seconds], [], "the analysis", seconds);
  const elapsed = milliseconds(start);
  const [log, logError, exact, best, win] = results[3](Float64Array);
  return {
    risks: results[0](Float64Array),
    errors: results[1](Float64Array),
    verdicts: results[2](Uint8Array),
    log,
    logError,
    exact: exact === 1,
    best: best < 0 ? null : best,
    win: Number.isNaN(win) ? null : win,
    left: seconds - elapsed / 1000,
    elapsed,
  };
}

/**
 * The exact number of configurations of the analysis that the engine made last; null if it is estimated or has too many
 * digits, or the time is up.
 */
export function configurationsIn(topology, { log, exact, left }) {
  if (!exact || log > MOST_DIGITS * Math.LN10) return null;
  const timeLeft = countdown(Math.max(0, left));
  const [components, rest] = topology.goOn("factors", []);
  const pairs = components(Float64Array);
  const [sea, mines] = rest(Float64Array);
  const factors = Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
  try {
    return configurationsOf(factors, sea, mines, (component, prime) =>
      topology.goOn("ways_modulo", [component, prime, timeLeft()], "the count", Math.max(0, left))[0](Uint32Array),
    );
  } catch (error) {
    if (error instanceof SapperError && error.type === "budget") return null;
    throw error;
  }
}
