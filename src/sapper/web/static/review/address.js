/**
 * What Review shows as part of the page's address: `GAME.12` is move 12 of a game that the server keeps, `z.BYTES.12` a move of
 * a replay whose file is in the address, and `report` the report over many games.
 */

import { packed, unpacked } from '../ui/share.js';

const FILE = 'z';
export const REPORT = 'report';

/** @typedef {{game: string}|{file: Uint8Array}} Source what is reviewed */

/** @param {string} game @param {number} step */
export const gameAddress = (game, step) => `${game}.${step + 1}`;

/** The address of a replay file without a move. @param {Uint8Array} file */
export const fileAddress = async (file) => `${FILE}.${await packed(file)}`;

/**
 * What an address leads to; null if it leads to nothing.
 * @param {string} text @param {number} most the largest number of bytes in a file
 * @returns {Promise<{source: Source|null, step: number}|null>} without a source for the report
 */
export async function addressIn(text, most) {
  if (text === REPORT) return { source: null, step: 0 };
  const parts = text.split('.');
  const inside = parts[0] === FILE;
  if (inside) parts.shift();
  const [name, move = '1'] = parts;
  if (!/^[\w-]+$/.test(name) || !/^\d{1,7}$/.test(move) || parts.length > 2) return null;
  const step = Math.max(Number(move) - 1, 0);
  if (!inside) return { source: { game: name }, step };
  const file = await unpacked(name, most);
  return file && { source: { file }, step };
}
