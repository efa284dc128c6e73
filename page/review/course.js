/** The course of a game under review: what the board shows before each move, and when each move is made. */

import { HIDDEN } from '../board/marks.js';
import { isMistake } from './verdicts.js';
import { Way } from './way.js';

/** @import { Kind } from '../host/requests.js' */

const STEP_MS = 500; // milliseconds between moves of a recording without times

export class Course {
  /** @param {Pick<import('../answers.js').Review, 'moves'|'pointer'|'buttons'>} review @param {number} size the number of cells */
  constructor({ moves, pointer, buttons }, size) {
    this.moves = moves;
    this.size = size;
    /** Whether the recording has times. */
    this.isTimed = moves.some((move) => move.at_ms > 0);
    /** When each move is made, in milliseconds. They never decrease. @type {number[]} */
    this.times = [];
    for (const [i, move] of moves.entries()) this.times.push(this.isTimed ? Math.max(move.at_ms, this.times[i - 1] ?? 0) : (i + 1) * STEP_MS);
    this.way = new Way(this.isTimed ? pointer : []);
    /** Which buttons are down from a time on. */
    this.buttons = this.isTimed ? buttons : [];
    this.step = 0;
    this.marks = new Int8Array(size).fill(HIDDEN);
  }

  /** The number of moves. */
  get length() {
    return this.moves.length;
  }

  /** The marks before a move. They change with the next call. @param {number} step */
  before(step) {
    if (step < this.step) {
      this.marks.fill(HIDDEN);
      this.step = 0;
    }
    for (; this.step < step; this.step++) {
      const { cells, values } = this.moves[this.step];
      cells.forEach((cell, i) => (this.marks[cell] = values[i]));
    }
    return this.marks;
  }

  /** The buttons that are down at a time: letters of `l`, `m` and `r`. @param {number} time */
  down(time) {
    return this.buttons.findLast(({ at_ms: at }) => at <= time)?.down ?? '';
  }

  /** The time of a move, or of the end. @param {number} step */
  timeOf(step) {
    return this.times[Math.min(step, this.length - 1)] ?? 0;
  }

  /** The time at which a position begins. @param {number} step */
  startOf(step) {
    return step > 0 ? this.times[step - 1] : 0;
  }

  /** The nearest mistake after a move, or before it; null if there is none. @param {number} step @param {1|-1} way */
  mistake(step, way) {
    for (let i = step + way; i >= 0 && i < this.length; i += way) if (isMistake(this.moves[i])) return i;
    return null;
  }

  /** The actions before a move, as a practice game takes them. @param {number} step @returns {{kind: Kind, cell: number}[]} */
  actions(step) {
    return this.moves.slice(0, step).filter(({ cells }) => cells.length).map(({ kind, cell }) => ({ kind, cell }));
  }

  /** The cell that was opened first; null if none was. */
  get first() {
    return this.moves.find(({ verdict }) => verdict === 'first')?.cell ?? null;
  }
}
