/** The moves of a game as the store has them: their effects, those that stand, and the path of the pointer before each. */

import { LIMITS } from "./protocol.js";

/** @typedef {import("./shapes.js").Move} Move */
/** @typedef {import("./shapes.js").Place} Place */

// The effects of a move.
export const NOTHING = 0;
export const CHANGED = 1;
export const LOST_BY_GUESS = 2;

const NOWHERE = new Int32Array(); // a path of its own for each move of the assistant would be most of what is saved

/** The actions that were not undone, including those that changed nothing; and the guess that lost, or null. @param {Move[]} moves */
export function standingMoves(moves) {
  /** @type {Move[]} */
  const clicks = [];
  /** @type {Move|null} */
  let guess = null;
  for (const move of moves) {
    if (move.effect === LOST_BY_GUESS) guess = move;
    else if (move.kind !== "undo") clicks.push(move);
    else if (guess === null) clicks.pop();
    else guess = null;
  }
  return { clicks, guess };
}

/**
 * The places of the pointer, without those that follow each other too soon: milliseconds, x and y of each, in one array.
 * @param {Place[]} places @param {number} lastMs
 */
export function thinned(places, lastMs) {
  if (places.length === 0) return NOWHERE;
  /** @type {number[]} */
  const kept = [];
  for (const [at, x, y] of places) {
    if (at < lastMs + LIMITS.PATH_STEP_MS) continue;
    kept.push(at, x, y);
    lastMs = at;
  }
  return Int32Array.from(kept);
}
