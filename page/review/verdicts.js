/** Words for what a review finds out about a move. */

import { EXPLODED } from '../board/marks.js';
import { quantity, decimal, placeInWords, share } from '../ui/words.js';

/** @typedef {import('../answers.js').ReviewedMove} Move */

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

/** The time, the move and its verdict. @param {Move} move @param {{columns: number}} shape */
export function moveInWords(move, shape) {
  const when = `${decimal(move.at_ms / 1000)} s`;
  return move.verdict === 'flag' ? `${when}, flag.` : `${when}, ${move.kind}. ${verdictInWords(move, shape)}`;
}

/** @param {Move} move @param {{columns: number}} shape */
function verdictInWords(move, shape) {
  const parts = [NAMES[kindOf(move)]];
  if (['forced', 'needless', 'slip'].includes(move.verdict)) parts.push(riskInWords(move, shape));
  const hit = move.values.includes(EXPLODED) ? ' It hit a mine.' : '';
  return `${parts.join(': ')}.${hit}${move.sentence ? ` ${move.sentence}` : ''}`;
}

/** @param {Move} move @param {{columns: number}} shape */
function riskInWords({ verdict, risk, best, best_risk: least, safe_count: safe }, shape) {
  const words = `risk ${share(risk)}`;
  if (verdict === 'slip' && best !== null) return `${words}, but the button went down at ${placeInWords(best, shape)}, where this was no risk`;
  if (safe) return `${words}, while ${safe === 1 ? 'a cell was' : `${quantity(safe, 'cell')} were`} certainly safe`;
  const better = best !== null && least !== null && risk !== null && least < risk - 1e-9;
  return better ? `${words}, but ${share(least)} was possible at ${placeInWords(best, shape)}` : words;
}
