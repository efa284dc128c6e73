/** Charts of how a player changed from game to game, each with its figures as a table. */

import { linesChart } from '../ui/chart.js';
import { card, choiceButtons, wideTable } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { decimal, share } from '../ui/plain_words.js';
import { RULE_NAMES } from './verdicts.js';

const WINDOW = 20; // games at least; the figures of single games jump
const WINDOWS = 40; // in a long record
const MOST_POINTS = 500; // of a line
const FEWEST = 5; // games for a chart
const MOST_ROWS = 8;
const LATEST = 12; // wins; the longest of the means in a standing
const MOST_KINDS = 4; // lines of missed deductions; the rarer kinds share one more

/** @import { Series } from '../ui/chart.js' */
/** @typedef {import('../records.js').Report['course'][number]} CourseGame */
/** A figure of some games; null if it is not known. @typedef {(games: CourseGame[]) => number|null} Figure */
/** @typedef {{name: string, title: string, series: Series[], text: (value: number) => string|null}} Chart */

/** A card with the charts; nothing while there are too few games. @param {CourseGame[]} games the first one first @param {boolean} selected @param {string[]} rules those that were missed, most often first */
export function progressCard(games, selected, rules) {
  if (games.length < FEWEST) return '';
  const charts = chartsOf(games, selected, rules);
  const place = element('div', {});
  const choice = choiceButtons('Chart', charts.map(({ name }) => [name, name]), null, show);
  /** @param {string} name */
  function show(name) {
    const chart = /** @type {Chart} */ (charts.find((each) => each.name === name));
    choice.choose(name);
    place.replaceChildren(drawChart(chart, games.length), table(chart));
  }
  show(charts[0].name);
  return card('From game to game', element('div', { className: 'charts' }, choice.root, place));
}

/** How the times of wins changed, with the figures; nothing while there are too few. @param {number[]} times in seconds, the first one first */
export function timesChart(times) {
  if (times.length < FEWEST) return '';
  let best = Infinity;
  const records = times.map((time) => (best = Math.min(best, time)));
  const series = [moving(`Mean of the last ${LATEST}`, times, LATEST, (some) => total(some, Number) / some.length), moving('Best so far', records, 1, ([time]) => time)];
  const chart = { name: 'Times', title: 'Time of wins, in seconds', series, text: (/** @type {number} */ value) => decimal(value) };
  return element('div', { className: 'charts' }, drawChart(chart, times.length, 'win'), table(chart, 'Win'));
}

/** @param {CourseGame[]} games @param {boolean} selected @param {string[]} rules @returns {Chart[]} */
function chartsOf(games, selected, rules) {
  const two = (/** @type {number} */ value) => decimal(value);
  const width = Math.max(WINDOW, Math.round(games.length / WINDOWS));
  const recent = `over the last ${width} games`;
  const series = (/** @type {string} */ name, /** @type {Figure} */ figure) => moving(name, games, width, figure);
  const mistakes = kindsOf(rules).map(([name, kinds]) => series(name, (some) => perGame(some, (game) => total(kinds, (rule) => game.missed[rule] ?? 0))));
  const charts = [
    { name: 'Luck', title: 'Mines that luck spared you so far (below 0: bad luck)', series: selected ? [] : [luck(games)], text: two },
    { name: 'Efficiency', title: `3BV per click, ${recent}`, series: [series('Efficiency', efficiency)], text: share },
    { name: 'Speed', title: `3BV per second, ${recent}`, series: [series('Speed', speed)], text: two },
    {
      name: 'Mistakes',
      title: `Mistakes per game, ${recent}`,
      series: [series('Needless guesses', (some) => perGame(some, ({ needless }) => needless)), series('Riskier than needed', (some) => perGame(some, ({ riskier }) => riskier))],
      text: two,
    },
    { name: 'Missed', title: `Missed deductions per game, ${recent}`, series: mistakes, text: two },
  ];
  return charts.filter(({ series: lines }) => lines.some(([, points]) => points.length > 1));
}

/** The kinds of deductions for the lines, those that are rare together. @param {string[]} rules @returns {Array<[string, string[]]>} */
function kindsOf(rules) {
  const often = rules.slice(0, rules.length > MOST_KINDS + 1 ? MOST_KINDS : rules.length);
  const rare = rules.slice(often.length);
  return [...often.map((rule) => /** @type {[string, string[]]} */ ([RULE_NAMES[rule] ?? rule, [rule]])), ...(rare.length ? [/** @type {[string, string[]]} */ (['All other kinds', rare])] : [])];
}

/** @template Each @param {Each[]} list @param {(each: Each) => number} value */
const total = (list, value) => list.reduce((sum, each) => sum + value(each), 0);
/** @param {CourseGame[]} games @param {(game: CourseGame) => number} value */
const perGame = (games, value) => total(games, value) / games.length;

/** @type {Figure} */
function efficiency(games) {
  const clicks = total(games, (game) => game.clicks);
  return clicks ? total(games, ({ solved }) => solved) / clicks : null;
}

/** @type {Figure} */
function speed(games) {
  const gamesWithTime = games.flatMap(({ solved, seconds }) => (seconds === null ? [] : [{ solved, seconds }]));
  return gamesWithTime.length ? total(gamesWithTime, ({ solved }) => solved) / total(gamesWithTime, ({ seconds }) => seconds) : null;
}

/**
 * A figure of the latest games, after every game. @template Each
 * @param {string} name @param {Each[]} games @param {number} width @param {(games: Each[]) => number|null} figure @returns {Series}
 */
function moving(name, games, width, figure) {
  const points = games.flatMap((_, i) => {
    const value = isDrawn(games, i) ? figure(games.slice(Math.max(0, i + 1 - width), i + 1)) : null;
    return value === null ? [] : [/** @type {[number, number]} */ ([i + 1, value])];
  });
  return [name, points];
}

/** @param {CourseGame[]} games @returns {Series} */
function luck(games) {
  let sum = 0;
  const points = games.map(({ expected, mines_hit }, i) => /** @type {[number, number]} */ ([i + 1, (sum += expected - mines_hit)]));
  return ['Mines spared', points.filter((_, i) => isDrawn(games, i))];
}

/** Whether a line has a point after a game. It always has one after the last. @param {unknown[]} games @param {number} place */
const isDrawn = (games, place) => (games.length - 1 - place) % Math.ceil(games.length / MOST_POINTS) === 0;

/** @param {Chart} chart @param {number} count of all games @param {string} label what is counted */
function drawChart({ title, series: lines, text }, count, label = 'game') {
  const values = lines.flatMap(([, points]) => points.map(([, value]) => value));
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = most - least || 1;
  const x = { from: 1, to: count, text: String, label };
  const y = { from: least && least - span * 0.05, to: least + span * 1.05, text: (/** @type {number} */ value) => (text === share ? `${Math.round(value * 100)} %` : String(+value.toFixed(2))) };
  return linesChart(title, lines, x, y);
}

/** Some whole numbers from 1 to the last. @param {number} last @param {number} most */
function evenly(last, most) {
  const steps = Math.min(most, last) - 1;
  return Array.from({ length: steps + 1 }, (_, i) => Math.round(1 + (i * (last - 1)) / (steps || 1)));
}

/** The figures of some of the games. @param {Chart} chart @param {string} head what is counted */
function table({ series: lines, text }, head = 'Game') {
  const columns = lines.map(([, points]) => new Map(points));
  const games = [...columns[0].keys()];
  const rows = evenly(games.length, MOST_ROWS).map((place) => {
    const game = games[place - 1];
    return element('tr', {}, element('th', { scope: 'row', textContent: String(game) }), ...columns.map((values) => element('td', { textContent: text(/** @type {number} */ (values.get(game))) })));
  });
  const title = 'The figures as a table';
  return element('details', {}, element('summary', { textContent: title }), wideTable(title, [head, ...lines.map(([name]) => name)], rows));
}
