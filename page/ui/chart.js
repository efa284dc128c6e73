/** Small SVG charts: a line with a band, a line of points, points against a diagonal, and bars. */

import { element } from './dom.js';
import { svg } from './svg.js';

const WIDTH = 460;
const HEIGHT = 240;
const MOST_DOTS = 60;
const MOST_NAMES = 8; // under bars, with room for six letters each
const EDGE = { left: 52, right: 24, top: 12, bottom: 34 };

/**
 * @typedef {object} Axis
 * @property {number} from
 * @property {number} to
 * @property {(value: number) => string} text
 * @property {string} [label]
 * @property {number[]} [ticks]
 */

/** Round numbers at even distances. @param {number} from @param {number} to @param {number} count */
function ticksOf(from, to, count = 5) {
  const raw = (to - from) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw) ?? raw;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to + step / 1e6; tick += step) ticks.push(tick);
  return ticks;
}

/** @typedef {(value: number) => number} Scale */

/** @param {{from: number, to: number}} axis @param {number} low @param {number} high @returns {Scale} */
const scale = ({ from, to }, low, high) => (value) => low + ((value - from) / (to - from || 1)) * (high - low);

/** @param {string} title @param {Axis} x @param {Axis} y @param {(across: Scale, up: Scale) => SVGElement[]} draw */
function frame(title, x, y, draw) {
  const across = scale(x, EDGE.left, WIDTH - EDGE.right);
  const up = scale(y, HEIGHT - EDGE.bottom, EDGE.top);
  const lines = (y.ticks ?? ticksOf(y.from, y.to, 4)).map((tick) => [
    svg('line', { class: 'grid', x1: EDGE.left, x2: WIDTH - EDGE.right, y1: up(tick), y2: up(tick) }),
    svg('text', { class: 'tick', x: EDGE.left - 8, y: up(tick) + 4, 'text-anchor': 'end' }, y.text(tick)),
  ]);
  const marks = (x.ticks ?? ticksOf(x.from, x.to, 5)).map((tick) => svg('text', { class: 'tick', x: across(tick), y: HEIGHT - EDGE.bottom + 16, 'text-anchor': 'middle' }, x.text(tick)));
  const label = x.label ? svg('text', { class: 'axis', x: (EDGE.left + WIDTH - EDGE.right) / 2, y: HEIGHT - 5, 'text-anchor': 'middle' }, x.label) : '';
  const drawing = svg('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title }, ...lines.flat(), ...marks, label, ...draw(across, up));
  return element('figure', { className: 'figure' }, element('figcaption', { textContent: title, ariaHidden: 'true' }), drawing);
}

/**
 * A line with a band around it.
 * @param {string} title @param {Array<[number, number, number, number]>} points x, y, low, high
 * @param {Axis} x @param {Axis} y
 */
export function bandChart(title, points, x, y) {
  return frame(title, x, y, (across, up) => {
    const upper = points.map(([at, , , high]) => `${across(at)},${up(high)}`);
    const lower = points.map(([at, , low]) => `${across(at)},${up(low)}`).reverse();
    const line = points.map(([at, value]) => `${across(at)},${up(value)}`).join(' ');
    return [svg('polygon', { class: 'band', points: [...upper, ...lower].join(' ') }), svg('polyline', { class: 'line', points: line })];
  });
}

/** A name and its points: x and y. @typedef {[string, Array<[number, number]>]} Series */

/**
 * Lines through points, with a key if there are several.
 * @param {string} title @param {Series[]} series @param {Axis} x @param {Axis} y
 */
export function linesChart(title, series, x, y) {
  const picture = frame(title, x, y, (across, up) =>
    series.flatMap(([, points], i) => [
      svg('polyline', { class: `line nth-${i}`, points: points.map(([at, value]) => `${across(at)},${up(value)}`).join(' ') }),
      ...(points.length <= MOST_DOTS ? points.map(([at, value]) => svg('circle', { class: `point nth-${i}`, cx: across(at), cy: up(value), r: 3 })) : []),
    ]),
  );
  if (series.length > 1) picture.append(element('ul', { className: 'chart-key' }, ...series.map(([name], i) => element('li', {}, sample(i), name))));
  return picture;
}

/** @param {number} i the number of the series */
const sample = (i) => svg('svg', { viewBox: '0 0 26 8', 'aria-hidden': 'true' }, svg('line', { class: `line nth-${i}`, x1: 0, x2: 26, y1: 4, y2: 4 }));

/**
 * Points against the diagonal. The area of a point grows with its weight.
 * @param {string} title @param {Array<[number, number, number]>} points x, y, weight
 * @param {Axis} x @param {Axis} y
 */
export function scatterChart(title, points, x, y) {
  const most = Math.max(...points.map(([, , weight]) => weight), 1);
  return frame(title, x, y, (across, up) => [
    svg('line', { class: 'diagonal', x1: across(x.from), y1: up(x.from), x2: across(x.to), y2: up(x.to) }),
    ...points.map(([at, value, weight]) => svg('circle', { class: 'point', cx: across(at), cy: up(value), r: 2.5 + 6 * Math.sqrt(weight / most) })),
  ]);
}

/**
 * Bars, each partly filled.
 * @param {string} title @param {Array<[string, number, number]>} bars name, height and height of the fill
 * @param {Axis} y @param {string} label the label under the names
 */
export function barChart(title, bars, y, label) {
  const every = Math.ceil(bars.length / MOST_NAMES);
  const names = bars.map((_, i) => i).filter((i) => i % every === 0);
  const x = { from: -0.5, to: bars.length - 0.5, text: (/** @type {number} */ i) => bars[i][0], label, ticks: names };
  return frame(title, x, y, (across, up) => {
    const width = Math.max((across(1) - across(0)) * 0.76, 1);
    return bars.flatMap(([, height, fill], i) => [
      svg('rect', { class: 'bar-back', x: across(i) - width / 2, y: up(height), width, height: up(y.from) - up(height) }),
      svg('rect', { class: 'bar-fill', x: across(i) - width / 2, y: up(fill), width, height: up(y.from) - up(fill) }),
    ]);
  });
}
