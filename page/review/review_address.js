/**
 * What Review shows as part of the page's address: `GAME.12` is move 12 of a game that the engine keeps, `z.BYTES.12` a move of
 * a replay whose file is in the address, and `report` the report on many games. `files` is the report on the files that the
 * player chose, and `files.3.12` a move of one of its games; both lead somewhere only while the page has the files.
 */

import { pack, unpack } from '../ui/share.js';
import { FILES } from './folder.js';

const FILE = 'z';
export const REPORT = 'report';

/** @typedef {{game: string}|{file: Uint8Array, replay?: number, member?: number}} Source what is reviewed */
/** @typedef {{source: Source|null, step: number, member?: number|null}} Place `member`: a game of the chosen files, or null for their report */

/** @param {string} game @param {number} step */
export const gameAddress = (game, step) => `${game}.${step + 1}`;

/** A game of the files that the player chose. @param {number} member @param {number} step */
export const memberAddress = (member, step) => gameAddress(`${FILES}.${member + 1}`, step);

/** The address of a replay file without a move. @param {Uint8Array} file */
export const fileAddress = async (file) => `${FILE}.${await pack(file)}`;

/**
 * What an address leads to; null if it leads to nothing.
 * @param {string} text @param {number} most the largest number of bytes in a file
 * @returns {Promise<Place|null>} without a source for a report, and for games of the chosen files
 */
export async function addressIn(text, most) {
  if (text === REPORT) return { source: null, step: 0 };
  if (text === FILES) return { source: null, step: 0, member: null };
  const parts = text.split('.');
  const inside = parts[0] === FILE;
  const isMember = parts[0] === FILES;
  if (inside || isMember) parts.shift();
  const [name, move = '1'] = parts;
  if (!/^[\w-]+$/.test(name) || !/^\d{1,7}$/.test(move) || parts.length > 2) return null;
  const step = Math.max(Number(move) - 1, 0);
  if (isMember) return /^\d{1,6}$/.test(name) ? { source: null, step, member: Number(name) - 1 } : null;
  if (!inside) return { source: { game: name }, step };
  const file = await unpack(name, most);
  return file && { source: { file }, step };
}
