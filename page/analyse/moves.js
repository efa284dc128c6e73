/** The best guesses in a position, as a table. */

import { element } from '../ui/dom.js';
import { placeInWords, share } from '../ui/words.js';

const MOST = 3;

const HEAD = ['Guess', 'Risk', 'Progress', 'Survival'];

/**
 * Shows the best guesses with their figures. Pointing at a row, or moving the focus to it, points out its cell.
 * @param {import('../answers.js').Guess[]} moves the best first
 * @param {{columns: number}} shape
 * @param {(cell: number) => void} pointOut
 */
export function movesTable(moves, shape, pointOut) {
  const shown = moves.slice(0, MOST);
  const wins = shown.some(({ figures }) => typeof figures?.win_probability === 'number');
  const head = [...HEAD, ...(wins ? ['Win'] : [])].map((name) => element('th', { scope: 'col', textContent: name }));
  const rows = shown.map(({ cell, risk, figures }) => {
    const shares = [risk, figures?.progress, figures?.survival, ...(wins ? [figures?.win_probability] : [])];
    const place = element('th', { scope: 'row', textContent: placeInWords(cell, shape) });
    const row = element('tr', { tabIndex: 0 }, place, ...shares.map((value) => element('td', { textContent: share(value) ?? '' })));
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
