/**
 * The marks of cells. A number stands for itself, and all other marks are below zero, as in the positions of the Python
 * package. MINE, WRONG_FLAG and TICK exist on this page only: a finished game shows its mines with the first two.
 * BLANK is open, but nobody knows its number: it is what the package calls SAFE.
 */

export const HIDDEN = -1;
export const FLAG = -2;
export const EXPLODED = -3;
export const QUESTION = -4;
export const MINE = -5;
export const BLANK = -6;
/** A hidden cell that the solver of a puzzle says is safe, whatever its number. -7 is the look of a held button. */
export const TICK = -8;
export const WRONG_FLAG = -9;

/** @param {number} mark */
export const isNumber = (mark) => mark >= 0;

/** Whether the cell is open, so that a puzzle gives it. @param {number} mark */
export const isGiven = (mark) => isNumber(mark) || mark === BLANK;

/**
 * Whether a click may open the cell.
 * @param {number} mark
 */
export const isClosed = (mark) => mark === HIDDEN || mark === QUESTION;

const WORDS = new Map([
  [HIDDEN, 'hidden'],
  [FLAG, 'flag'],
  [EXPLODED, 'exploded mine'],
  [QUESTION, 'question mark'],
  [MINE, 'mine'],
  [WRONG_FLAG, 'wrong flag'],
  [BLANK, 'safe, number unknown'],
  [TICK, 'marked safe'],
]);

/**
 * A mark in words, for labels and announcements.
 * @param {number} mark
 */
export function inWords(mark) {
  if (mark === 0) return 'empty';
  return WORDS.get(mark) ?? String(mark);
}
