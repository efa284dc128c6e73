/** The best guesses in a position, as a table. */

import { percent } from '../ui/chance_bar.js';
import { element } from '../ui/dom.js';
import { placeInWords, share } from '../ui/words.js';

export const MOST = 3;

/** The figures of a guess, and what they mean. @type {Record<string, string>} */
export const FIGURES = {
  Risk: 'the chance of a mine',
  Progress: 'the chance that the cell is safe and then proves another one safe, or wins',
  Survival: 'the chance to survive it and the safest cell after it',
  'Chance to win': 'how often a good player who begins with it wins; the figure that decides between guesses',
};

/** @typedef {import('./guess_chances.js').Chance} Found */

/** How a chance to win stands in the table. @param {Found} found */
const winText = ({ win_probability: chance, error, exact }) => (exact ? (share(chance) ?? '') : `${percent(chance)} ± ${Math.max(1, Math.round(100 * error))} %`);

/**
 * Shows the best guesses with their figures. Pointing at a row, or moving the focus to it, points out its cell. Once all
 * chances to win have come, they decide the order, and the first of them is pointed out.
 * @param {import('../answers.js').Guess[]} moves the best first
 * @param {{columns: number}} shape
 * @param {(cell: number) => void} pointOut
 * @param {boolean} [follow] whether chances to win come later
 */
export function movesTable(moves, shape, pointOut, follow = false) {
  const shown = moves.slice(0, MOST);
  const wins = follow || shown.some(({ figures }) => typeof figures?.win_probability === 'number');
  const names = Object.keys(FIGURES).slice(0, wins ? undefined : -1);
  const head = ['Guess', ...names].map((name) => element('th', { scope: 'col', title: FIGURES[name] ?? '', textContent: name === 'Chance to win' ? 'Win' : name }));
  /** @type {Map<number, HTMLElement>} */
  const places = new Map();
  /** @type {Map<number, Found>} */
  const known = new Map();
  const rows = new Map(shown.map(({ cell, risk, figures }) => {
    const shares = [risk, figures?.progress, figures?.survival];
    const place = element('th', { scope: 'row', textContent: placeInWords(cell, shape) });
    const cells = shares.map((value) => element('td', { textContent: share(value) ?? '' }));
    if (wins) {
      const win = element('td', { textContent: share(figures?.win_probability) ?? '…' });
      places.set(cell, win);
      cells.push(win);
    }
    const row = element('tr', { tabIndex: 0 }, place, ...cells);
    for (const kind of ['pointerenter', 'focus']) row.addEventListener(kind, () => pointOut(cell));
    return [cell, row];
  }));
  const body = element('tbody', {}, ...rows.values());
  const root = element(
    'table',
    { className: 'moves' },
    element('caption', { textContent: 'Best guesses' }),
    element('thead', {}, element('tr', {}, ...head)),
    body,
  );
  /** Puts the chance to win in the row of its cell; null if it cannot be found. @param {number} cell @param {Found|null} found */
  const put = (cell, found) => {
    const place = places.get(cell);
    if (!place) return;
    place.textContent = found ? winText(found) : '?';
    if (found) known.set(cell, found);
    if (known.size < shown.length) return;
    const order = orderOf(known, shown[0].cell);
    body.append(...order.flatMap((one) => rows.get(one) ?? []));
    if (order[0] !== shown[0].cell) pointOut(order[0]);
  };
  return { root, put };
}

/** The cells by their chances. The first one stays unless another is better beyond doubt. @param {Map<number, Found>} known @param {number} first */
function orderOf(known, first) {
  const falling = [...known].sort(([, one], [, other]) => other.win_probability - one.win_probability);
  const [[top, most]] = falling;
  const own = /** @type {Found} */ (known.get(first));
  const best = most.win_probability - own.win_probability > 2 * Math.hypot(most.error, own.error) ? top : first;
  return [best, ...falling.map(([cell]) => cell).filter((cell) => cell !== best)];
}

/** What the columns mean, to be unfolded. */
export function figuresExplained() {
  const words = Object.entries(FIGURES).flatMap(([name, meaning]) => [element('dt', { textContent: name }), element('dd', { textContent: meaning })]);
  return element('details', { className: 'review-words' }, element('summary', { textContent: 'What these figures mean' }), element('dl', {}, ...words));
}
