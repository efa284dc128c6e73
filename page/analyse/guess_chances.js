/** The chance to win by each of some guesses: the mean over what the guessed cell may show. */

import { positionOf } from '../engine.js';

const TIME = 2000; // milliseconds for all that one guess may show; less gives larger errors
const LEAST_TIME = 250; // for one of them
const LEAST = 1e-4; // what is rarer is left out

/** @typedef {{win_probability: number, error: number, exact: boolean}} Chance */

/**
 * Finds the chances one after the other.
 * @param {import('../engine.js').Engine} engine
 * @param {{board: import('../answers.js').WrittenBoard, marks: Int8Array, trustFlags: boolean}} position
 * @param {number[]} cells the guesses
 * @param {(cell: number, chance: Chance|null) => void} tell hears each, or null if it cannot be found
 * @param {() => boolean} wanted whether to go on
 */
export async function chancesOf(engine, { board, marks, trustFlags }, cells, tell, wanted) {
  for (const cell of cells) {
    const found = await chanceOf(cell).catch(() => null);
    if (!wanted()) return;
    tell(cell, found);
  }

  /** @param {number} cell @returns {Promise<Chance>} */
  async function chanceOf(cell) {
    const source = { ...positionOf(board, marks), trust_flags: trustFlags };
    const { numbers } = await engine.cell(source, cell).answer;
    let [sum, variance, exact] = [0, 0, true];
    for (const [number, chance] of numbers.entries()) {
      if (chance < LEAST || !wanted()) continue;
      const after = Int8Array.from(marks);
      after[cell] = number;
      const answer = await engine.evaluate({ ...positionOf(board, after), trust_flags: trustFlags }, Math.max(Math.ceil(TIME * chance), LEAST_TIME)).answer;
      sum += chance * answer.win_probability;
      variance += (chance * answer.error) ** 2;
      exact &&= answer.exact;
    }
    return { win_probability: sum, error: Math.sqrt(variance), exact };
  }
}
