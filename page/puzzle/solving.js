/** A puzzle while it is solved: numbers that stay, and the player's flags and marks for “safe” on the cells between them. */

import { PaintedPosition } from '../analyse/painted_position.js';
import { FLAG, HIDDEN, isGiven, TICK } from '../board/marks.js';
import { LAYOUTS } from '../board/shapes.js';

export class Solving extends PaintedPosition {
  /** The position without anything of the player's, as the engine takes it. */
  get clues() {
    return Int8Array.from(this.scene.marks, (mark) => (isGiven(mark) ? mark : HIDDEN));
  }

  /** The clues with one flag. @param {number} cell */
  cluesWith(cell) {
    const marks = this.clues;
    marks[cell] = FLAG;
    return marks;
  }

  /** Only hidden cells take marks, and only those for a mine and for safe. @param {number} cell @param {number} mark */
  paint(cell, mark) {
    if (isGiven(this.scene.marks[cell]) || isGiven(mark)) return;
    super.paint(cell, mark === FLAG || mark === TICK ? mark : HIDDEN);
  }

  /** What opening a cell means here: it is safe. */
  numberAt() {
    return TICK;
  }

  /** The wheel changes no number. */
  turn() {}

  /** The marks of the player that the solution contradicts. @param {Float32Array} risks 0 or 1 for each cell that is not given @returns {number[]} */
  mistakes(risks) {
    const wrong = (/** @type {number} */ mark, /** @type {number} */ cell) => (mark === FLAG && risks[cell] === 0) || (mark === TICK && risks[cell] === 1);
    const { marks } = this.scene;
    return [...marks.keys()].filter((cell) => wrong(marks[cell], cell));
  }

  /** Whether flags mark the mines, all of them and nothing else. @param {Float32Array} risks */
  isSolved(risks) {
    return this.scene.marks.every((mark, cell) => isGiven(mark) || (mark === FLAG) === (risks[cell] === 1));
  }
}

/**
 * The puzzle in a line of `sapper puzzle --json`. Null if the text is none, or of a board that has no layout here.
 * @param {string|Uint8Array} content @returns {import('../views.js').ViewInput['puzzle']|null}
 */
export function puzzleIn(content) {
  const text = typeof content === 'string' ? content : content[0] === 0x7b ? new TextDecoder().decode(content) : '';
  if (!text.trimStart().startsWith('{"board"')) return null;
  try {
    const { board: { topology, shape }, marks, mined } = JSON.parse(text);
    const clues = Int8Array.from(marks.flat());
    const isDrawn = LAYOUTS.some(([name]) => name === topology) && shape.length === 2;
    return isDrawn && clues.length === shape[0] * shape[1] ? { board: { topology, shape, mines: mined.length }, marks: clues } : null;
  } catch {
    return null; // several lines, or another file
  }
}
