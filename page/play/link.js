/**
 * A board to play as part of the page's address. With a seed it is such as `s16x30x99.opening.1234.17`: the board, what the
 * first click promises, the seed, and the first cell, which the mines may have to make room for. The rules follow if they
 * are not the usual ones: `hard_core`, `lucky`, `kaboom`, `flagged`, `continue`, `adjusted`, `uncounted`. Without a seed it is such as
 * `s9x9x10.mines.AAEC.4`, with a bit for each cell.
 */

import { boardInText, boardText } from '../board/board_address.js';
import { complain, note } from '../ui/announce.js';
import { FIRST_CLICKS } from '../ui/plain_words.js';
import { addressText, bytesIn } from '../ui/share.js';

const MINES = 'mines';
const GRAPH = 'z.'; // the board of a graph follows, packed

/** @import { NewGame } from '../host/requests.js' */
/** @typedef {{guessing?: string, win: string, on_mine: string}} Rules */

/** The rules as an order has them, by their words. @type {Record<string, Partial<Rules>>} */
const RULES = {
  hard_core: { guessing: 'hard_core' },
  lucky: { guessing: 'lucky' },
  kaboom: { guessing: 'kaboom' },
  flagged: { win: 'flagged' },
  continue: { on_mine: 'continue' },
};

/** The words for rules: those of which each rule is among them. @param {Rules} rules */
function ruleWords({ guessing, win, on_mine }) {
  /** @type {Rules & Record<string, string|undefined>} */
  const its = { guessing, win, on_mine };
  return Object.keys(RULES).filter((word) => Object.entries(RULES[word]).every(([name, value]) => its[name] === value));
}

/** The link to the board of a game that is over. @param {import('../answers.js').State} state @param {import('../answers.js').End & {seed: string|null}} end */
export function gameLink(state, end) {
  const { board, first_click: firstClick, fair } = state;
  const { first } = end;
  if (end.seed === null || fair?.rule) return minesLink(board, end.mined, first, state);
  const making = fair ? [fair.method === 'adjusted' && 'adjusted', !fair.mine_count && 'uncounted'] : [];
  return [boardText(board), firstClick, end.seed, first, ...ruleWords(state), ...making].filter((part) => part !== null && part !== false).join('.');
}

/**
 * The link to a board by its mines.
 * @param {import('../answers.js').BoardJson} board @param {number[]} mined @param {number|null} first the cell to open first
 * @param {Rules} rules
 */
export function minesLink(board, mined, first, rules) {
  const bits = new Uint8Array(Math.ceil((board.shape[0] * board.shape[1]) / 8));
  for (const cell of mined) bits[cell >> 3] |= 0x80 >> (cell & 7);
  return [boardText(board), MINES, addressText(bits), first, ...ruleWords(rules)].filter((part) => part !== null).join('.');
}

/**
 * What a link asks for, or null if the text is not a link: a game in the form that the engine takes, and the first cell.
 * @param {string} text
 * @returns {{order: NewGame, first: number|null}|null}
 */
function orderIn(text) {
  const [name, firstClick, source, ...rest] = text.split('.');
  const board = boardInText(name);
  if (!board || !source) return null;
  const size = board.shape[0] * board.shape[1];
  const first = /^\d{1,7}$/.test(rest[0] ?? '') ? Number(rest.shift()) : null;
  if (first !== null && first >= size) return null;
  const order = firstClick === MINES ? orderOfMines(board, source) : orderOfSeed(board, firstClick, source, rest);
  if (!order || !rest.every((word) => RULES[word])) return null;
  return { order: Object.assign(order, ...rest.map((word) => RULES[word])), first };
}

/**
 * Starts a game on the board in a link. The address becomes that of the view, so that a reload shows this game again.
 * @param {import('./current_game.js').CurrentGame} currentGame @param {string} text
 * @param {(order: NewGame) => Promise<unknown>} start @param {() => Promise<void>} otherwise what to do if there is no game then
 */
export async function openLink(currentGame, text, start, otherwise) {
  history.replaceState(history.state, '', '#play');
  const target = text.startsWith(GRAPH) ? await graphIn(text) : orderIn(text);
  const before = currentGame.id;
  if (target) await start(target.order);
  else note('This link does not contain a board.', 'error');
  if (target && target.first !== null && currentGame.id !== before) {
    currentGame.scene.cursor = target.first;
    await currentGame.act('open', target.first).catch(complain);
  }
  if (!currentGame.state) await otherwise();
}

/** What a link to the board of a graph asks for. Few players need its reader. @param {string} text */
async function graphIn(text) {
  const { graphInLink } = await import('../board/graph_file.js');
  const order = await graphInLink(text).catch(() => null);
  return order && { order, first: null };
}

/** @param {import('../answers.js').BoardJson} board @param {string} text @returns {NewGame|null} */
function orderOfMines(board, text) {
  const bits = bytesIn(text);
  const size = board.shape[0] * board.shape[1];
  if (bits?.length !== Math.ceil(size / 8)) return null;
  const mined = [];
  for (let cell = 0; cell < size; cell++) if (bits[cell >> 3] & (0x80 >> (cell & 7))) mined.push(cell);
  return mined.length === board.mines ? { minefield: { ...board, mined } } : null;
}

/**
 * @param {import('../answers.js').BoardJson} board @param {string} firstClick @param {string} seed
 * @param {string[]} words those that say how a board without guesses is made are taken out
 * @returns {NewGame|null}
 */
function orderOfSeed(board, firstClick, seed, words) {
  if (!FIRST_CLICKS[firstClick] || !/^\d{1,20}$/.test(seed)) return null;
  const order = { board, first_click: firstClick, seed };
  if (firstClick !== 'fair') return order;
  const takes = (/** @type {string} */ word) => words.includes(word) && words.splice(words.indexOf(word), 1).length > 0;
  return { ...order, fair: { method: takes('adjusted') ? 'adjusted' : 'uniform', mine_count: !takes('uncounted') } };
}
