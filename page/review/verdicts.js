/** Words for what a review finds out about a move. */

import { EXPLODED } from '../board/marks.js';
import { capital, percent, placeInWords, quantity, share, whole, wholePercent } from '../ui/plain_words.js';
import { pixelsInWords } from './game_figures.js';

/** @import { MoveChance as Chance, ReviewedMove as Move } from '../answers.js' */

/** What a guess is called by what it lost. @type {Record<string, string>} */
const GRADES = { best: 'the best guess', fine: 'a fine guess', inaccuracy: 'an inaccuracy', mistake: 'a mistake', blunder: 'a blunder' };

/** @type {Record<string, string>} */
const NAMES = {
  certain: 'Certain',
  forced: 'A forced guess',
  riskier: 'A riskier guess than needed',
  needless: 'A needless guess',
  slip: 'A slip of the mouse',
  flag: 'Flag',
  first: 'The first cell',
  idle: 'Changed nothing',
};

/** The same in a list. @type {Record<string, string>} */
export const SHORT = {
  certain: 'safe',
  forced: 'forced guess',
  riskier: 'riskier than needed',
  needless: 'needless guess',
  slip: 'slip',
  flag: 'flag',
  first: 'first cell',
  idle: 'changed nothing',
};

/** What each rule of deduction sees. @type {Record<string, string>} */
export const RULE_NAMES = {
  single: 'One number alone',
  subset: 'Two numbers, the cells of one among those of the other',
  overlap: 'Two numbers that share some cells',
  chain: 'Several numbers, one after the other',
  cases: 'Supposing a mine, and finding a contradiction',
  mine_count: 'The number of mines left',
  counting: 'All placements of the mines together',
};

/** What Review calls a mistake. @param {Pick<Move, 'verdict'|'riskier'>} move */
export const isMistake = ({ verdict, riskier }) => verdict === 'needless' || riskier;

/** The kind of a move, for its name and its colour. @param {Pick<Move, 'verdict'|'riskier'>} move */
export const kindOf = ({ verdict, riskier }) => (riskier ? 'riskier' : verdict);

/**
 * The move and its verdict, what it did to the chance to win, and what was better, and why.
 * @param {Move} move @param {{columns: number}} shape @param {Chance} [chance] once it is known @param {string} [ending] what it did to the game
 */
export function moveInWords(move, shape, chance, ending = '') {
  if (move.verdict === 'flag') return 'flag.';
  const parts = [`${move.kind}.`, verdictInWords(move), ending, chance && choiceInWords(move, chance), betterInWords(move, shape, chance), chance && luckInWords(chance), move.sentence];
  return parts.filter(Boolean).join(' ');
}

/** @param {Move} move */
function verdictInWords(move) {
  const risk = ['forced', 'needless', 'slip'].includes(move.verdict) ? `, risk ${share(move.risk)}` : '';
  return `${NAMES[kindOf(move)]}${risk}.${move.values.includes(EXPLODED) ? ' It hit a mine.' : ''}`;
}

/** What the choice did, apart from luck. @param {Move} move @param {Chance} chance */
function choiceInWords(move, chance) {
  const { before, chosen, lost, grade } = chance;
  if (move.verdict === 'certain') return `Your chance to win is ${percent(before)}.`;
  if (!lost) return `It keeps your chance to win of ${percent(before)}: ${GRADES[grade]}.`;
  return `You lost ${points(chanceLost(chance))} of your chance to win (${percent(before)} to ${percent(chosen)}): ${GRADES[grade]}.`;
}

/** @param {Move} move @param {{columns: number}} shape @param {Chance} [chance] */
function betterInWords({ verdict, risk, safest, safest_risk: least, safe, safe_count: count, missed_by: missedBy, near }, shape, chance) {
  const at = (/** @type {number} */ cell) => capital(placeInWords(cell, shape));
  if (verdict === 'slip' && safest !== null) return `The button went down at ${placeInWords(safest, shape)}, where this was no risk${missedBy === null ? '' : `, and came up ${pixelsInWords(missedBy)} away from it`}.`;
  const sure = safest ?? safe[0]; // the sentence proves this one
  const beside = near && missedBy !== null ? ` The pointer was ${pixelsInWords(missedBy)} beside a safe cell, so this may be a slip, too.` : '';
  if (count && sure !== null) return `${at(sure)} was safe${count > 1 ? `, and so ${count === 2 ? 'was another cell' : `were ${whole(count - 1)} more`}` : ''}.${beside}`;
  if (safest !== null && least !== null && risk !== null && least < risk - 1e-9) return `${at(safest)} had a risk of ${share(least)}.`;
  return chance?.lost && chance.best !== null ? `${at(chance.best)} was better.` : '';
}

/** What the outcome did. @param {Chance} chance */
function luckInWords({ chosen, after }) {
  if (after === null || wholePercent(chosen) === wholePercent(after)) return '';
  return after > chosen ? `Luck gave you ${points(between(after, chosen))}.` : `Luck took ${points(between(chosen, after))}.`;
}

/** What a choice lost, in points. @param {Chance} chance */
export const chanceLost = ({ before, chosen, lost }) => (lost ? between(before, chosen) : 0);

/** The points between two chances as they are written, in whole per cent: 72 % to 54 % are 18. @param {number} more @param {number} less */
const between = (more, less) => Math.round(100 * more) - Math.round(100 * less);

/** @param {number} count */
const points = (count) => (count > 0 ? quantity(count, 'point') : 'less than a point');
