/** How likely each number of mines is, where nobody knows the number. */

import { facts } from '../ui/controls.js';
import { barChart } from '../ui/chart.js';
import { share, whole } from '../ui/plain_words.js';

const MOST_BARS = 40;
const WIDE = 0.95; // the range that is named

/** @typedef {[mines: number, chance: number]} MineCount */

/** The likeliest number, the range of most of the chance, and a bar for each number. @param {MineCount[]|null} counts ascending */
export function mineCountsPart(counts) {
  if (!counts?.length) return [];
  const [likeliest, chance] = counts.reduce((best, each) => (each[1] > best[1] ? each : best));
  const [least, most] = rangeOf(counts);
  const figures = facts([
    ['Likeliest number of mines', `${whole(likeliest)} (${share(chance)})`],
    ['In 95 % of cases', least === most ? whole(least) : `${whole(least)} to ${whole(most)}`],
  ]);
  if (counts.length === 1) return [figures];
  const bars = barsOf(counts).map(([name, height]) => /** @type {[string, number, number]} */ ([name, height, height]));
  const y = { from: 0, to: Math.max(...bars.map(([, height]) => height)), text: (/** @type {number} */ value) => `${Number((100 * value).toPrecision(2))} %` };
  return [figures, barChart('How likely each number of mines is', bars, y, 'mines')];
}

/** The least and the most mines, when the unlikely ends are left out. @param {MineCount[]} counts */
function rangeOf(counts) {
  const end = (/** @type {MineCount[]} */ counts) => {
    let rest = (1 - WIDE) / 2;
    for (const [mines, chance] of counts) {
      rest -= chance;
      if (rest < 0) return mines;
    }
    return counts[counts.length - 1][0];
  };
  return [end(counts), end([...counts].reverse())];
}

/** Bars for the numbers that can be seen, several to a bar if there are many. @param {MineCount[]} counts @returns {[string, number][]} */
function barsOf(counts) {
  const highest = Math.max(...counts.map(([, chance]) => chance));
  const isVisible = (/** @type {MineCount} */ [, chance]) => chance > highest / 500;
  const visible = counts.slice(counts.findIndex(isVisible), counts.findLastIndex(isVisible) + 1);
  const each = Math.ceil(visible.length / MOST_BARS);
  return Array.from({ length: Math.ceil(visible.length / each) }, (_, bar) => {
    const its = visible.slice(each * bar, each * (bar + 1));
    return [String(its[0][0]), its.reduce((sum, [, chance]) => sum + chance, 0)];
  });
}
