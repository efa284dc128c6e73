/** The results on one board with one set of rules: win rate, streak, personal bests, and charts over time. */

import { LIMITS } from '../host/limits.js';
import { linesChart } from '../ui/chart.js';
import { card, choiceButtons, facts } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { boardName, quantity, DAY, decimal, FIRST_CLICKS, seconds, share, specialRules } from '../ui/plain_words.js';

/** @import { Category, LuckFreeStatistics, Win } from '../records.js' */
/** @typedef {'elapsed_ms'|'three_bv_per_second'|'efficiency'} Field */
/** Shows the review of a game. @typedef {(game: string) => void} Review */

/** The measures of a won game: name, field, and how people read it. @type {Array<[string, Field, (value: number) => string]>} */
const MEASURES = [
  ['Time', 'elapsed_ms', seconds],
  ['3BV/s', 'three_bv_per_second', (value) => /** @type {string} */ (decimal(value))],
  ['Efficiency', 'efficiency', (value) => /** @type {string} */ (share(value))],
];

const RATE = 'win_rate';
const CHARTS = [[RATE, 'Win rate'], ...MEASURES.map(([name, field]) => [field, name])];

/** @typedef {LuckFreeStatistics['rates'][number]} LuckFreeRate */

/**
 * @param {Category} category @param {Review} review @param {LuckFreeRate} luckFree its win rate without luck, if it is there
 * @param {boolean} isPart whether that takes only the latest of all games
 */
export function categoryCard(category, review, luckFree = null, isPart = false) {
  const { board, level, played, won, lost, left, helped, streak, best_streak: bestStreak } = category;
  const rate = won / played;
  return card(
    boardName(board, level),
    element('p', { className: 'hint', textContent: rulesOf(category) }),
    element('p', { className: 'big-number', textContent: share(rate) }),
    element('p', { className: 'hint', textContent: `Win rate: ${won} of ${quantity(played, 'game')} won, ${lost} lost, ${left} left, ${helped} helped` }),
    element('progress', { max: 1, value: rate, 'aria-label': 'Win rate' }),
    luckFree && element('p', { className: 'hint without-luck', textContent: luckInWords(luckFree, isPart) }),
    facts([
      ['Winning streak', `${streak} (best: ${bestStreak})`],
      ['Average winning time', category.mean_ms === null ? null : seconds(category.mean_ms)],
      ['Average 3BV/s', decimal(category.three_bv_per_second)],
    ]),
    category.bests && bests(category.bests, review),
    charts(category),
    category.best.length > 1 ? bestTimes(category.best, review) : null,
  );
}

/**
 * A win rate without luck. Of the latest games it covers those that could be reviewed.
 * @param {NonNullable<LuckFreeRate>} figure @param {boolean} isPart whether there are games before the latest
 */
function luckInWords({ games, won, value, win_interval: [low, high] }, isPart) {
  const all = isPart ? `, among your latest ${LIMITS.REPORT_GAMES} games` : '';
  return `Without luck: ${share(value)}, 95 % interval: ${share(low)} to ${share(high)}, from ${quantity(games, 'reviewed game')} (${won} won)${all}`;
}

/** The rules that tell two categories of the same board apart. @param {Category} category */
const rulesOf = (category) =>
  [`First click: ${FIRST_CLICKS[category.first_click].toLowerCase()}`, ...specialRules(category)].join(', ');

/** A value that leads to the review of its game. @param {string} text @param {Win} win @param {Review} review */
function withLink(text, { game }, review) {
  return element('button', { type: 'button', className: 'link', textContent: text, title: 'Review this game', on: { click: () => review(game) } });
}

/** @param {NonNullable<Category['bests']>} bests @param {Review} review */
function bests(bests, review) {
  const rows = MEASURES.flatMap(([name, field, text]) => {
    const win = bests[field === 'elapsed_ms' ? 'time' : field];
    const value = win?.[field] ?? null;
    if (!win || value === null) return [];
    return [element('tr', {}, element('td', { textContent: name }), element('td', {}, withLink(text(value), win, review)), element('td', { textContent: DAY.format(win.ended_at) }))];
  });
  return element('table', { className: 'bests' }, element('caption', { textContent: 'Personal bests' }), element('tbody', {}, ...rows));
}

/** @param {Win[]} best @param {Review} review */
function bestTimes(best, review) {
  const rows = best.map((win, i) =>
    element(
      'tr',
      {},
      element('td', { textContent: String(i + 1) }),
      element('td', {}, withLink(seconds(win.elapsed_ms), win, review)),
      element('td', { textContent: win.three_bv ? `3BV ${win.three_bv}` : '' }),
      element('td', { textContent: win.three_bv_per_second ? `${decimal(win.three_bv_per_second)} 3BV/s` : '' }),
      element('td', { textContent: DAY.format(win.ended_at) }),
    ),
  );
  return element('details', {}, element('summary', { textContent: 'Best times' }), element('table', { 'aria-label': 'Best times' }, element('tbody', {}, ...rows)));
}

/** A chart over time, and a choice of what it shows. Null while there are too few games for a line. @param {Category} category */
function charts(category) {
  const choices = CHARTS.filter(([field]) => pointsOf(category, field).length > 1);
  if (!choices.length) return null;
  const place = element('div', {});
  const choice = choiceButtons('Chart', choices, null, (field) => {
    choice.choose(field);
    place.replaceChildren(chartOf(category, field));
  });
  choice.choose(choices[0][0]);
  place.append(chartOf(category, choices[0][0]));
  return element('div', { className: 'charts' }, choices.length > 1 ? choice.root : '', place);
}

/** @param {Category} category @param {string} field @returns {Array<[number, number]>} */
function pointsOf({ win_rates: rates, won, wins }, field) {
  if (field === RATE) return rates.map(({ game, rate }) => [game, rate]);
  const before = won - wins.length;
  const measure = MEASURES.find(([, one]) => one === field)?.[1];
  return wins.flatMap((win, i) => {
    const value = measure ? win[measure] : null;
    return value === null ? [] : [/** @type {[number, number]} */ ([before + i + 1, value])];
  });
}

/** @param {Category} category @param {string} field */
function chartOf(category, field) {
  const points = pointsOf(category, field);
  const last = points[points.length - 1][0];
  const [name, , text] = MEASURES.find(([, one]) => one === field) ?? ['Win rate', RATE, null];
  const y = { from: 0, to: text ? Math.max(...points.map(([, value]) => value)) * 1.05 : 1, text: (/** @type {number} */ value) => tick(field, value) };
  const x = { from: points[0][0], to: last, text: String, label: text ? 'won games' : 'games', ticks: ticks(points[0][0], last) };
  return linesChart(text ? `${name} of won games` : 'Win rate over the last 50 games', [['', points]], x, y);
}

/** Short texts for the axis. @param {string} field @param {number} value */
function tick(field, value) {
  if (field === 'elapsed_ms') return `${+(value / 1000).toFixed(1)} s`;
  return field === 'three_bv_per_second' ? String(+value.toFixed(2)) : `${Math.round(value * 100)} %`;
}

/** A few whole numbers from the first to the last. @param {number} from @param {number} to */
function ticks(from, to) {
  const step = Math.max(1, Math.ceil((to - from) / 4));
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
}
