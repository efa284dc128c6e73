/** Words for what a review finds out about a move. */

import { decimal, share } from '../ui/words.js';

const NAMES = {
  certain: 'Certain',
  forced: 'A forced guess',
  needless: 'A needless guess',
  flag: 'Flag',
  first: 'The first cell',
  idle: 'Changed nothing',
};

/** The time, the move and its verdict. @param {any} move */
export function moveInWords(move) {
  const when = `${decimal(move.at_ms / 1000)} s`;
  return move.verdict === 'flag' ? `${when}, flag.` : `${when}, ${move.kind}. ${verdictInWords(move)}`;
}

function verdictInWords(move) {
  const parts = [NAMES[move.verdict] ?? move.verdict];
  if (move.verdict === 'forced' || move.verdict === 'needless') parts.push(riskInWords(move));
  return `${parts.join(': ')}.${move.sentence ? ` ${move.sentence}` : ''}`;
}

function riskInWords({ risk, best_risk: best, safe }) {
  const words = `risk ${share(risk)}`;
  if (safe.length) return `${words}, while ${safe.length === 1 ? 'a cell was' : `${safe.length} cells were`} certainly safe`;
  return best !== null && risk !== null && best < risk - 1e-9 ? `${words}, but ${share(best)} was possible` : words;
}
