/** Boards as part of the page's address, such as `s9x9x10`: layout, rows, columns and mines. */

import { LAYOUTS } from './shapes.js';

/** The layouts by the first letters of their names. @type {Record<string, string>} */
const KINDS = Object.fromEntries(LAYOUTS.map(([name]) => [name[0], name]));
const MOST_CELLS = 1000000;
const MOST_SIDE = 2000;

/** @param {import('../answers.js').WrittenBoard} board */
export const boardText = ({ topology, shape, mines }) => `${topology[0]}${shape.join('x')}x${mines}`;

/** The board that a text names, or null if it names none. @param {string} text @returns {import('../answers.js').WrittenBoard|null} */
export function boardIn(text) {
  const match = /^([a-z])(\d{1,4})x(\d{1,4})x(\d{1,7})$/.exec(text);
  if (!match || !KINDS[match[1]]) return null;
  const [rows, columns, mines] = match.slice(2).map(Number);
  const size = rows * columns;
  if (size < 1 || size > MOST_CELLS || Math.max(rows, columns) > MOST_SIDE || mines > MOST_CELLS) return null;
  return { topology: KINDS[match[1]], shape: [rows, columns], mines };
}
