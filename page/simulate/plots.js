/** The plots of a run. */

import { riskColour, PALETTES } from '../board/palettes.js';
import { bandChart, barChart, scatterChart } from '../ui/chart.js';
import { element } from '../ui/dom.js';
import { share, whole } from '../ui/plain_words.js';

/** A share on an axis, without the zeros at its end. @param {number} value */
const tickText = (value) => `${Number((value * 100).toFixed(2))} %`;

/** @import { FullRun } from '../records.js' */
/** @typedef {FullRun['results']} Results */
/** @typedef {[name: string, height: number, filled: number]} Bar */

/** All plots that the run has data for. @param {FullRun} run @param {string} theme */
export function plotsOf({ results }, theme) {
  if (!results) return [];
  const byGuesses = results.by_guesses?.map(([count, games, wins]) => /** @type {Bar} */ ([String(count), games, wins]));
  const guesses = histogram('Games by number of guesses (filled: won)', byGuesses, 'guesses in a game');
  const byTime = results.milliseconds?.map(([upTo, games]) => /** @type {Bar} */ ([shortTime(upTo), games, games]));
  const times = histogram('Time for a game', byTime, 'milliseconds at most');
  return [winRate(results.win_rate_by_games), calibration(results.calibration), guesses, times, heat(results.heat, theme)].filter(Boolean);
}

/** @param {number[][]} points games, rate, and the ends of its interval */
function winRate(points) {
  if (!points?.length) return null;
  const late = points.slice(Math.floor(points.length / 8));
  const low = Math.min(...late.map((point) => point[2]));
  const high = Math.max(...late.map((point) => point[3]));
  const margin = Math.max((high - low) * 0.15, 0.005);
  const y = { from: Math.max(low - margin, 0), to: Math.min(high + margin, 1), text: tickText };
  const later = points.slice(points.findIndex(([, rate]) => rate >= y.from && rate <= y.to)); // after the first wild games
  const inside = later.map(([games, rate, from, to]) => /** @type {[number, number, number, number]} */ ([games, clamp(rate, y), clamp(from, y), clamp(to, y)]));
  const x = { from: later[0][0], to: points[points.length - 1][0], text: shortCount, label: 'games' };
  return bandChart('The win rate settles', inside, x, y);
}

/** @param {number} value @param {{from: number, to: number}} bounds */
const clamp = (value, { from, to }) => Math.min(Math.max(value, from), to);

/** @param {number[][]} points predicted, observed, and how many guesses */
function calibration(points) {
  if (!points?.length) return null;
  const low = Math.min(...points.flatMap(([chance, share]) => [chance, share]), 0.9);
  const axis = { from: Math.floor(low * 10) / 10, to: 1, text: tickText };
  return scatterChart('Guesses: predicted and observed safety', /** @type {[number, number, number][]} */ (points), { ...axis, label: 'predicted' }, axis);
}

/** @param {string} title @param {Bar[]} bars @param {string} label */
function histogram(title, bars, label) {
  if (!bars?.length) return null;
  const most = Math.max(...bars.map(([, games]) => games));
  return barChart(title, bars, { from: 0, to: most, text: shortCount }, label);
}

/** @param {Results["heat"]} map @param {string} theme */
function heat(map, theme) {
  if (!map?.lost?.length) return null;
  const size = Math.max(1, Math.floor(420 / map.columns));
  const canvas = element('canvas', { width: map.columns * size, height: map.rows * size, role: 'img', 'aria-label': 'Where games were lost' });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const most = Math.max(...map.lost, 1);
  map.lost.forEach((count, cell) => {
    context.fillStyle = riskColour(PALETTES[theme], Math.sqrt(count / most));
    context.fillRect((cell % map.columns) * size, Math.floor(cell / map.columns) * size, size - (size > 4 ? 1 : 0), size - (size > 4 ? 1 : 0));
  });
  const worst = `at most ${whole(most)} in one cell`;
  const scale = element('div', { className: 'risk-scale' }, element('i'), element('span', { textContent: 'never' }), element('span', { textContent: 'most often' }));
  return element('figure', { className: 'figure' }, element('figcaption', { textContent: `Where games were lost (${worst})` }), canvas, scale);
}

/** @param {number} value */
function shortCount(value) {
  if (value >= 1e6) return `${value / 1e6} M`;
  return value >= 1000 ? `${Math.round(value / 100) / 10} k` : String(Math.round(value));
}

/** @param {number} milliseconds */
function shortTime(milliseconds) {
  const seconds = milliseconds >= 1000;
  return `${Number((seconds ? milliseconds / 1000 : milliseconds).toPrecision(2))}${seconds ? ' s' : ''}`;
}

/** @param {{win_interval: (number|null)[]|null}} figure */
export const intervalOf = ({ win_interval: interval }) => (interval ? `${share(interval[0])} to ${share(interval[1])}` : null);
