/** The best guesses in a position, as a table. */

import { chanceText } from '../ui/chance_bar.js';
import { element } from '../ui/dom.js';
import { placeInWords, share } from '../ui/plain_words.js';

export const MOST = 3;

/** The figures of a guess, and what they mean. @type {Record<string, string>} */
const FIGURES = {
  Risk: 'the chance of a mine',
  Progress: 'the chance that the cell is safe and then proves another one safe, or wins',
  Survival: 'the chance to survive it and the safest cell after it',
  'Chance to win': 'how often a good player who begins with it wins; the figure that decides between guesses',
};

/** The chance to win as it stands in the table. @param {import('../answers.js').Guess} move @param {string} otherwise */
function winText({ evaluation, figures }, otherwise) {
  if (evaluation) return chanceText({ ...evaluation, exact: evaluation.games === 0 });
  return share(figures?.win_probability) ?? otherwise;
}

/**
 * Shows the best guesses with their figures. Pointing at a row, or moving the focus to it, points out its cell.
 * @param {import('../answers.js').Guess[]} moves the best first
 * @param {{columns: number}} shape
 * @param {(cell: number) => void} pointOut
 * @param {string} [unknown] what stands where a chance to win is not known; without it, chances are left out if there are none
 */
export function movesTable(moves, shape, pointOut, unknown = '') {
  const best = moves.slice(0, MOST);
  const wins = unknown !== '' || best.some((move) => winText(move, '') !== '');
  const names = Object.keys(FIGURES).slice(0, wins ? undefined : -1);
  const head = ['Guess', ...names].map((name) => element('th', { scope: 'col', title: FIGURES[name] ?? '', textContent: name === 'Chance to win' ? 'Win' : name }));
  const rows = best.map((move) => {
    const { cell, risk, figures } = move;
    const place = element('th', { scope: 'row', textContent: placeInWords(cell, shape) });
    const shares = [risk, figures?.progress, figures?.survival].map((value) => share(value) ?? '');
    const texts = wins ? [...shares, winText(move, unknown)] : shares;
    const row = element('tr', { tabIndex: 0 }, place, ...texts.map((textContent) => element('td', { textContent })));
    for (const kind of ['pointerenter', 'focus']) row.addEventListener(kind, () => pointOut(cell));
    return row;
  });
  return element(
    'table',
    { className: 'moves' },
    element('caption', { textContent: 'Best guesses' }),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

/** What the columns mean, to be unfolded. */
export function figuresExplained() {
  const words = Object.entries(FIGURES).flatMap(([name, meaning]) => [element('dt', { textContent: name }), element('dd', { textContent: meaning })]);
  return element('details', { className: 'review-words' }, element('summary', { textContent: 'What these figures mean' }), element('dl', {}, ...words));
}
