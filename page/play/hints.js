/** The hints on one position: what one press after the other shows. The engine decides what they are and their order. */

import { markHint } from '../board/scene.js';
import { quantity } from '../ui/plain_words.js';

/** @import { OneHint } from '../answers.js' */

export class Hints {
  /** @param {import('../answers.js').Hint} answer */
  constructor(answer) {
    this.answer = answer;
    this.list = answer.hints;
    /** The hint that is shown. Its length means the end of the list. */
    this.at = -1;
    /** Whether all hints are shown together. */
    this.all = false;
  }

  /** Goes on to the next hint. After the last one comes the end, and then the first one again. */
  next() {
    this.show(this.at < this.list.length ? this.at + 1 : 0);
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    this.all = false;
  }

  showAll() {
    this.all = true;
  }

  /** The hint that is shown alone. @returns {OneHint|null} */
  get one() {
    return this.all ? null : (this.list[this.at] ?? null);
  }

  /** Which hint a single move follows. */
  get indexToFollow() {
    return this.list[this.at] ? this.at : 0;
  }

  /** Whether the guesses are compared. */
  get compares() {
    return this.answer.moves.length > 0 && (this.all || this.one?.rule === null);
  }

  get sentence() {
    const { list, at } = this;
    if (this.all) return this.#sum();
    if (!list[at]) return `${this.answer.conclusion} The next hint is the first one again.`;
    return list.length > 1 ? `Hint ${at + 1} of ${list.length}: ${list[at].sentence}` : list[at].sentence;
  }

  #sum() {
    const count = (/** @type {'safe'|'mines'} */ kind) => this.list.reduce((total, hint) => total + hint[kind].length, 0);
    const [safe, mines] = [count('safe'), count('mines')];
    if (!safe && !mines) return this.answer.sentence;
    return `All hints: ${quantity(safe, 'cell is', 'cells are')} certainly safe, and ${quantity(mines, 'cell is a mine', 'cells are mines')}.`;
  }

  /** Marks the cells of the hint that is shown, or those of all hints. @param {import('../board/scene.js').Scene} scene */
  mark(scene) {
    scene.roles.clear();
    if (this.all) {
      for (const { safe, mines } of this.list) markHint(scene, { safe, mines });
    } else if (this.one) {
      markHint(scene, this.one);
    }
    const { guess, safest, moves } = this.answer;
    if (guess && safest && (this.all || this.one?.rule === null)) {
      scene.mark('considered', [safest.cell, ...moves.map(({ cell }) => cell)]);
      scene.mark('best', [guess.cell]);
    }
  }

  /** The cell to look at: the first one that the hint is about. @returns {number|undefined} */
  get target() {
    const { one } = this;
    if (!one) return undefined;
    return one.rule === null ? this.answer.guess?.cell : [...one.safe, ...one.mines][0];
  }

  /** All cells that the hint names. @returns {number[]} */
  get namedCells() {
    const { one, answer } = this;
    if (!one) return [];
    if (one.rule !== null) return [...one.numbers, ...one.cells, ...one.safe, ...one.mines];
    return answer.guess && answer.safest ? [answer.guess.cell, answer.safest.cell] : [];
  }
}
