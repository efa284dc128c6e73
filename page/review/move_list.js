/** The moves of a game as a list. A click goes to a move, and what a guess lost stands beside it. */

import { element } from '../ui/dom.js';
import { capital, placeInWords, quantity, share } from '../ui/plain_words.js';
import { chanceLost, isMistake, kindOf, SHORT } from './verdicts.js';

/** @import { ReviewedMove as Move } from '../answers.js' */
/** @typedef {import('./chances.js').Chances['moves']} ChanceMap */

const MANY = 1000; // of a longer game only what is not certain is listed

export class MoveList {
  /** @type {Map<number, HTMLElement>} */
  rows = new Map();
  /** @type {HTMLElement|undefined} */
  current;

  /** @param {(step: number) => void} onChoice */
  constructor(onChoice) {
    this.onChoice = onChoice;
    this.root = element('ol', { className: 'move-list', 'aria-label': 'Moves' });
  }

  /** @param {Move[]} moves @param {{columns: number}} shape */
  load(moves, shape) {
    this.current = undefined;
    const entries = [...moves.entries()].filter(([, { verdict }]) => moves.length <= MANY || !['certain', 'flag', 'idle'].includes(verdict));
    this.rows = new Map(entries.map(([step, move]) => [step, this.#row(step, move, shape)]));
    this.root.replaceChildren(...[...this.rows.values()].map((row) => element('li', {}, row)));
    this.root.scrollTop = 0;
  }

  /** @param {number} step @param {Move} move @param {{columns: number}} shape */
  #row(step, move, shape) {
    const kind = kindOf(move);
    const risk = move.risk && ['forced', 'needless', 'slip'].includes(move.verdict) ? `, risk ${share(move.risk)}` : '';
    return element(
      'button',
      { type: 'button', className: isMistake(move) ? 'mistake' : '', on: { click: () => this.onChoice(step) } },
      element('i', { className: `key ${kind}`, ariaHidden: 'true' }),
      element('span', { className: 'number', textContent: String(step + 1) }),
      element('span', { textContent: `${capital(placeInWords(move.cell, shape))}: ${SHORT[kind]}${risk}` }),
      element('span', { className: 'loss' }),
    );
  }

  /** Shows what each guess lost, once it is known. @param {ChanceMap} chances by the numbers of the moves, from 1 */
  follow(chances) {
    for (const [step, row] of this.rows) {
      const chance = chances.get(step + 1);
      const loss = chance ? chanceLost(chance) : 0;
      /** @type {HTMLElement} */ (row.lastElementChild).textContent = loss ? `−${quantity(loss, 'point')}` : '';
    }
  }

  /** Marks the move that is next, and scrolls the list to it. @param {number} step */
  mark(step) {
    this.current?.removeAttribute('aria-current');
    this.current = this.rows.get(step);
    if (!this.current) return;
    this.current.setAttribute('aria-current', 'step');
    const { offsetTop: top, offsetHeight: height } = this.current;
    const { scrollTop, clientHeight } = this.root;
    if (top < scrollTop) this.root.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.root.scrollTop = top + height - clientHeight;
  }
}
