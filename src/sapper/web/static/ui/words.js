/** Numbers and names as people read them. */

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(milliseconds < 100000 ? 2 : 1)} s`;
}

/** @param {number|null|undefined} share @param {number} [digits] */
export function share(share, digits = 1) {
  if (share === null || share === undefined || Number.isNaN(share)) return null;
  return `${(share * 100).toFixed(digits)} %`;
}

/** @param {number|null|undefined} value @param {number} [digits] */
export function decimal(value, digits = 2) {
  return value === null || value === undefined ? null : value.toFixed(digits);
}

/** A count with thousands set apart. @param {number} value */
export const whole = (value) => value.toLocaleString('en').replaceAll(',', '\u2009');

/** How many of something. @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${whole(count)} ${count === 1 ? one : many}`;

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A large count from its digits or its logarithm.
 * @param {string|null} digits @param {number} log10
 */
export function largeCount(digits, log10) {
  if (digits !== null && digits.length <= 12) return digits.replace(/\B(?=(\d{3})+$)/g, '\u2009');
  const exponent = Math.floor(log10);
  const raised = [...String(exponent)].map((digit) => RAISED[Number(digit)]).join('');
  return `${(10 ** (log10 - exponent)).toFixed(2)} × 10${raised}`;
}

/** A board in words. @param {import('../engine.js').Board} board @param {string|null} [level] */
export function boardName(board, level) {
  if (level && board.topology === 'square') return level[0].toUpperCase() + level.slice(1);
  const name = level ? level[0].toUpperCase() + level.slice(1) : `${board.shape.join(' × ')}, ${counted(board.mines, 'mine')}`;
  return board.topology === 'square' ? name : `${name}, ${board.topology}`;
}

export const LEVELS = {
  beginner: { rows: 9, columns: 9, mines: 10 },
  intermediate: { rows: 16, columns: 16, mines: 40 },
  expert: { rows: 16, columns: 30, mines: 99 },
};

export const FIRST_CLICKS = { safe: 'Safe', opening: 'Opening', fair: 'No guess needed', any: 'Nothing sure' };
export const VARIANTS = { normal: 'Normal', hard_core: 'Hard core', lucky: 'Lucky' };

const FIRST_RULES = { safe: 'first click safe', opening: 'first click an opening', fair: 'no guess needed', any: 'first click unsure' };

/** Those of the rules that are not the usual ones. @param {any} game */
export function specialRules({ variant, win, on_mine: onMine }) {
  const rules = [
    variant !== 'normal' && VARIANTS[variant].toLowerCase(),
    win === 'flagged' && 'won by flags',
    onMine === 'continue' && 'mines do not end it',
  ];
  return rules.filter(Boolean);
}

/** The rules of a game in a line. @param {any} game */
export function rulesInWords(game) {
  const { board, level, first_click: first, fair } = game;
  const rules = [
    boardName(board, level),
    FIRST_RULES[first],
    fair?.method,
    fair?.mine_count === false && 'without the mine count',
    ...specialRules(game),
  ];
  return rules.filter(Boolean).join(', ');
}
