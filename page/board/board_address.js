/**
 * Boards as part of the page's address, such as `s9x9x10`: layout, rows, columns and mines. A layout that cannot be chosen
 * stands there in full, as in `knight/wrap~9x9x10`.
 */

import { LIMITS } from '../host/limits.js';
import { LAYOUTS } from './shapes.js';

/** The layouts by the first letters of their names. @type {Record<string, string>} */
const KINDS = Object.fromEntries(LAYOUTS.map(([name]) => [name[0], name]));

/** @param {import('../answers.js').BoardJson} board */
export function boardText({ topology, shape, mines }) {
  const layout = KINDS[topology[0]] === topology ? topology[0] : `${topology}~`;
  return `${layout}${shape.join('x')}x${mines}`;
}

/** The board that a text names, or null if it names none. @param {string} text @returns {import('../answers.js').BoardJson|null} */
export function boardInText(text) {
  const match = /^([a-z]|[a-z][-a-z\d:,/]{0,8000}~)(\d{1,4})x(\d{1,4})x(\d{1,7})$/.exec(text);
  const topology = match && (KINDS[match[1]] ?? match[1].slice(0, -1));
  if (!match || !topology) return null;
  const [rows, columns, mines] = match.slice(2).map(Number);
  const size = rows * columns;
  if (size < 1 || size > LIMITS.MOST_CELLS || Math.max(rows, columns) > LIMITS.MOST_SIDE || mines > LIMITS.MOST_CELLS) return null;
  return { topology, shape: [rows, columns], mines };
}
