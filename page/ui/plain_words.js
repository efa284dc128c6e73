/** Numbers, names and rules as people read them. */

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(milliseconds < 100000 ? 2 : 1)} s`;
}

/**
 * A probability or another share in per cent. All of them have two decimals, and only what is certain is 0 % or 100 %. What
 * lies in the middle goes to the even digit, as in the sentences of the engine.
 * @param {number|null|undefined} share
 */
export function share(share) {
  if (share === null || share === undefined || Number.isNaN(share)) return null;
  if (share === 0 || share === 1) return `${share * 100} %`;
  if (share > 0 && share < 0.0001) return '< 0.01 %';
  if (share < 1 && share > 0.9999) return '> 99.99 %';
  const value = share * 100;
  const odd = Math.floor(value * 8) % 8;
  const down = value * 8 === Math.floor(value * 8) && (odd === 1 || odd === 5); // toFixed takes .125 and .625 up
  return `${(down ? value - 0.001 : value).toFixed(2)} %`;
}

/**
 * A probability in whole per cent, where there is no room for more, or where it is an estimate.
 * @param {number} chance 0 to 1
 */
export const percent = (chance) => `${wholePercent(chance).replace('<', 'under ').replace('>', 'over ')} %`;

/** The same for a figure on a cell. Only what is certain is 0 or 100. @param {number} chance */
export function wholePercent(chance) {
  const figure = Math.round(100 * chance);
  if (chance > 0 && figure === 0) return '<1';
  return chance < 1 && figure === 100 ? '>99' : String(figure);
}

/** The share that stands for all with the same whole per cent. @param {number} chance */
export function wholeShare(chance) {
  const figure = wholePercent(chance);
  if (figure === '<1') return 0.001;
  return figure === '>99' ? 0.999 : Number(figure) / 100;
}

/** @param {number|null|undefined} value @param {number} [digits] */
export function decimal(value, digits = 2) {
  return value === null || value === undefined ? null : value.toFixed(digits);
}

/** An estimate with its standard error, to a digit of the error: `83 ± 4`, `4.1 ± 0.3`. @param {number} value @param {number} error */
export function withError(value, error) {
  const digits = error >= 0.95 ? 0 : error >= 0.095 ? 1 : 2;
  return `${value.toFixed(digits)} ± ${Math.max(error, 0.01).toFixed(digits)}`;
}

/** A day, and a moment, as people write them where the page is read. */
export const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
export const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Whether a game can be from a moment. Clocks that were never set begin in 1970. @param {number} milliseconds */
export const isDated = (milliseconds) => milliseconds > Date.UTC(1980);

/** A count with a thin space between thousands. @param {number} value */
export const whole = (value) => value.toLocaleString('en').replaceAll(',', '\u2009');

/** A count and what it counts. @param {number} count @param {string} one @param {string} [many] */
export const quantity = (count, one, many = `${one}s`) => `${whole(count)} ${count === 1 ? one : many}`;

/** How many mines some cells hold. @param {{cells: number[], least: number, most: number}} statement */
export function minesAmong({ cells, least, most }) {
  const mines = least === most ? quantity(most, 'mine') : `${whole(least)} to ${whole(most)} mines`;
  return `${mines} among ${quantity(cells.length, 'cell')}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A large count, from its digits or its logarithm.
 * @param {string|null} digits @param {number} log10
 */
export function largeCount(digits, log10) {
  if (digits !== null && digits.length <= 12) return digits.replace(/\B(?=(\d{3})+$)/g, '\u2009');
  const exponent = Math.floor(log10);
  const power = [...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${(10 ** (log10 - exponent)).toFixed(2)} × 10${power}`;
}

/** A message of the engine for players: it has the names of fields in backticks, for programs. @param {string} message */
export const forPlayers = (message) => message.replaceAll(/`(\w[^`]*)`/g, '$1');

/** A text with a capital letter. @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {import('../answers.js').BoardJson} board @param {string|null} [level] */
export function boardName(board, level) {
  const size = board.topology === 'graph' ? quantity(board.shape[1], 'cell') : board.shape.join(' × ');
  const name = level ? capital(level) : `${size}, ${quantity(board.mines, 'mine')}`;
  return board.topology === 'square' ? name : `${name}, ${board.topology}`;
}

/** The place of a cell as people count: from 1. On a graph it has only its number, as in the file. @param {number} cell @param {{columns: number, hasRows?: boolean}} shape */
export const placeInWords = (cell, { columns, hasRows = true }) => (hasRows ? inRows(cell, columns) : `cell ${cell}`);
/** @param {number} cell @param {number} columns */
const inRows = (cell, columns) => `row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;

export const LEVELS = {
  beginner: { rows: 9, columns: 9, mines: 10 },
  intermediate: { rows: 16, columns: 16, mines: 40 },
  expert: { rows: 16, columns: 30, mines: 99 },
};

/** The levels to choose from: value and name. */
export const LEVEL_NAMES = Object.keys(LEVELS).map((level) => [level, capital(level)]);

/** @type {Record<string, string>} */
export const FIRST_CLICKS = { safe: 'Safe', opening: 'Opening', fair: 'No guess needed', any: 'Unprotected' };
/** @type {Record<string, string>} */
export const GUESSING = { free: 'Free', hard_core: 'Hard core', lucky: 'Lucky', kaboom: 'Kaboom' };

/** @type {Record<string, string>} */
const FIRST_RULES = { safe: 'safe first click', opening: 'first click opens an area', fair: 'no guess needed', any: 'unprotected first click' };

/** What to say while nothing is open and no first click hits a mine. @param {'opening'|'safe'} promise */
export const unopenedInWords = (promise) => `Nothing is open. The first click ${promise === 'opening' ? 'opens an area' : 'is safe'}, wherever it is.`;

/**
 * The rules of a game, as messages tell them.
 * @typedef {{guessing: string, win: string, on_mine: string}} GameRules
 */
/**
 * The rules with the board.
 * @typedef {GameRules & {board: import('../answers.js').BoardJson, level: string|null, first_click: string,
 *   fair?: {method: string, mine_count: boolean}|null, daily?: string|null}} PlayedRules
 */

/** The rules of a game that differ from the usual ones. @param {GameRules} game */
export function specialRules({ guessing, win, on_mine: onMine }) {
  const rules = [
    guessing !== 'free' && GUESSING[guessing].toLowerCase(),
    win === 'flagged' && 'won by flags',
    onMine === 'continue' && 'mines do not end the game',
  ];
  return rules.filter(Boolean);
}

/** All rules of a game in one line. @param {PlayedRules} game */
export function rulesInWords(game) {
  const { board, level, first_click: first, fair, daily } = game;
  const rules = [
    daily && `Daily board of ${daily}`,
    boardName(board, level),
    FIRST_RULES[first],
    fair?.method === 'adjusted' && fair.method,
    fair?.mine_count === false && 'without the mine count',
    ...specialRules(game),
  ];
  return rules.filter(Boolean).join(', ');
}

/** The name of a strategy. Those in Python are called as they were named. @param {string} name */
export const strategyInWords = (name) => (name.includes(':') ? name : name.replaceAll('_', ' '));
