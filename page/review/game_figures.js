/** The figures of a game under review: its line, by kinds of clicks and ratios, and what is odd about its recording. */

import { facts } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { boardName, capital, decimal, quantity, seconds, share, whole } from '../ui/plain_words.js';
import { aboutInWords } from './about.js';

/** @import { Doubt, GameLine, Review } from '../answers.js' */
/** @import { Fact } from '../ui/controls.js' */

const BUTTONS = /** @type {const} */ (['left', 'right', 'double']);

/** The main figures, and below them all others, to be unfolded. @param {Review} review */
export function gameFigures(review) {
  const { line } = review;
  const all = element('details', { className: 'whole-line' }, element('summary', { textContent: 'The whole line of this game' }), facts(clicksOf(line)), facts(ratiosOf(line, review.status)), facts(handOf(line)));
  return [facts(mainFigures(review)), all];
}

/** @param {Review} review @returns {Fact[]} */
function mainFigures({ board, level, about, status, result, line, moves, summary }) {
  const waste = BUTTONS.map((button) => line[`wasted_${button}`]);
  const slips = moves.filter(({ verdict }) => verdict === 'slip');
  return [
    ['Board', boardName(board, level)],
    ...aboutInWords(about),
    ['Result', status === 'playing' ? 'not finished' : result === 'helped' ? `${status}, helped` : status],
    ['Time', seconds(1000 * line.seconds)],
    ['3BV', `${line.solved} of ${line.three_bv}`],
    ['3BV per second', decimal(line.three_bv_per_second)],
    ['Clicks', String(line.clicks)],
    ['By button', byButton(BUTTONS.map((button) => line[`${button}_clicks`]))],
    ['Wasted clicks', byButton(waste)],
    ['Efficiency', share(line.efficiency)],
    ['Chance to get this far', share(summary.luck)],
    ['Forced guesses', summary.riskier ? `${summary.forced} (${summary.riskier} riskier than needed)` : String(summary.forced)],
    ['Needless guesses', summary.near ? `${summary.needless} (${summary.near} within 3 pixels of a safe cell)` : String(summary.needless)],
    ['Slips', `${summary.slips}${missedBy(slips)}`],
  ];
}

/** By how much slips missed. @param {Review['moves']} slips */
function missedBy(slips) {
  const ways = slips.flatMap(({ missed_by: pixels }) => (pixels === null ? [] : [pixelsInWords(pixels)]));
  return ways.length ? ` (by ${ways.join(', ')})` : '';
}

/** @param {number} pixels */
export const pixelsInWords = (pixels) => (pixels < 1 ? 'less than a pixel' : quantity(Math.round(pixels), 'pixel'));

/** The clicks of each button. @param {number[]} counts */
const byButton = (counts) => counts.flatMap((count, i) => (count ? [`${whole(count)} ${BUTTONS[i]}`] : [])).join(', ') || 'none';

/** @param {GameLine} line @returns {Fact[]} */
function clicksOf(line) {
  const rate = (/** @type {number|null} */ value) => (value === null ? '' : `, ${decimal(value)} a second`);
  /** @type {Fact[]} */
  const rows = BUTTONS.map((button) => [`${capital(button)} clicks`, `${whole(line[`${button}_clicks`])}${rate(line[`${button}_per_second`])}, ${whole(line[`wasted_${button}`])} wasted`]);
  return [...rows, ['Effective clicks', whole(line.effective_clicks)], ['Clicks as Arbiter counts them', line.button_clicks === line.clicks ? null : whole(line.button_clicks)], ['Clicks with presses of chords', line.chord_presses ? whole(line.clicks + line.chord_presses) : null], ['Longest streak without waste', quantity(line.longest_streak, 'click')]];
}

/** @param {GameLine} line @param {string} status @returns {Fact[]} */
function ratiosOf(line, status) {
  const three = (/** @type {number|null} */ value) => decimal(value, 3);
  return [
    ['Openings', `${whole(line.openings)}, and ${quantity(line.islands, 'island')}`],
    ['ZiNi', `${whole(line.zini)} (HZiNi ${whole(line.hzini)})`],
    ['Estimated time', status === 'won' || line.estimated === null ? null : seconds(1000 * line.estimated)],
    ['Correctness', three(line.correctness)],
    ['Throughput', three(line.throughput)],
    ['STNB', decimal(line.stnb)],
    ['RQP', three(line.rqp)],
    ['QG', three(line.qg)],
    ['ZiNi efficiency', three(line.zini_efficiency)],
    ['HZiNi efficiency', three(line.hzini_efficiency)],
  ];
}

/** @param {GameLine} line @returns {Fact[]} */
function handOf(line) {
  const { path, path_per_second: rate, path_efficiency: straight } = line;
  const way = path === null ? null : `${whole(Math.round(path))} pixels${rate === null ? '' : `, ${whole(Math.round(rate))} a second`}${straight === null ? '' : `; ${share(straight)} of it straight`}`;
  const yieldInWords = (/** @type {number|null} */ value) => (value === null ? null : `${decimal(value)} 3BV`);
  return [
    ['Path', way],
    ['Style', line.style],
    ['Flags set', line.flags_set ? `${whole(line.flags_set)}, ${whole(line.wrong_flags)} on safe cells` : null],
    ['1.5 clicks', line.flags_set ? whole(line.chords_of_flags) : null],
    ['3BV by chords', line.chord_solved ? whole(line.chord_solved) : null],
    ['Yield of a flag', yieldInWords(line.flag_yield)],
    ['Yield of a chord', yieldInWords(line.chord_yield)],
  ];
}

/** What is said before a doubt, by its grade. @type {Record<Doubt['grade'], string>} */
const GRADES = { contradiction: 'Contradiction: ', doubt: 'Doubt: ', note: '' };

/** What is odd about a recording, in words. @param {Doubt} doubt */
export const doubtInWords = ({ grade, text }) => `${GRADES[grade]}${text}`;

/** A line that says what is odd about a recording, the gravest first; further lines are unfolded. @param {Doubt[]} doubts */
export function checksLine(doubts) {
  const [first, ...others] = doubts;
  if (first === undefined) return element('p', { className: 'checks', textContent: 'Checks: nothing odd was seen.' });
  const text = doubtInWords(first);
  const className = `checks ${first.grade}`;
  if (others.length === 0) return element('p', { className, textContent: text });
  const rest = element('ul', {}, ...others.map((doubt) => element('li', { textContent: doubtInWords(doubt) })));
  return element('details', { className }, element('summary', {}, text, element('span', { className: 'more', textContent: ` And ${whole(others.length)} more.` })), rest);
}
