/**
 * The moves of a game side by side. The height of a bar is the risk of its move, and a line shows the chance to get this
 * far. A click goes to a move.
 */

import { element } from '../ui/dom.js';
import { whole } from '../ui/plain_words.js';
import { svg } from '../ui/svg.js';
import { kindOf } from './verdicts.js';

const HEIGHT = 100; // so a unit is one per cent
const LEAST = 3; // the height of a bar without risk

/** The meaning of the colours. */
const KEY = [['certain', 'no risk'], ['forced', 'forced guess'], ['riskier', 'riskier than needed'], ['needless', 'needless guess'], ['slip', 'slip'], ['luck', 'chance to get this far'], ['chance', 'chance to win']];

/** What the words mean. */
const WORDS = [
  ['Risk', 'The chance that a move opens a mine, as far as anybody could know before it.'],
  ['Forced guess', 'A move with a risk while no cell was certainly safe. Nobody can avoid it.'],
  ['Riskier than needed', 'A forced guess whose risk was at least 10 percentage points above the least possible.'],
  ['Needless guess', 'A move with a risk although some cell was certainly safe.'],
  ['Slip', 'The button went down on a cell where the move was no risk, and came up on another cell, which was one. It is not a missed deduction.'],
  ['Mistake', 'A needless guess, or a guess that was riskier than needed.'],
  ['Chance to get this far', 'The chance to survive all risks that were taken so far, if they were all left to luck.'],
  ['Chance to win', 'The chance that a good player wins from the position before the move. From 100 % to 80 % are 20 points.'],
  ['Loss', 'What a guess that is not the best takes from the chance to win. Up to 2 points it is fine, up to 5 an inaccuracy, up to 10 a mistake, and more a blunder.'],
  ['Luck', 'What the outcome of a guess then gives to the chance to win, or takes from it. Over many games it is 0 points.'],
  ['Accuracy', 'The share of the chance to win that the choices kept.'],
  ['3BV', 'The fewest left clicks that clear the board without flags.'],
  ['Efficiency', 'The 3BV that you cleared, divided by your clicks.'],
];

export class Timeline {
  /** Where the board stands. @type {SVGRectElement} */
  here;

  /** @param {(step: number) => void} onChoice */
  constructor(onChoice) {
    this.drawing = svg('svg', { class: 'timeline-drawing', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.slider = element('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Move', on: { input: () => void onChoice(Number(this.slider.value)) } });
    const key = KEY.map(([kind, label]) => element('li', {}, element('i', { className: `key ${kind}` }), label));
    this.last = element('span', { ariaHidden: 'true' });
    const scale = ['100 %', '50 %', '0 %'].map((text) => element('span', { textContent: text }));
    this.root = element(
      'div',
      { className: 'timeline' },
      element('div', { className: 'timeline-scale', ariaHidden: 'true' }, ...scale),
      element('div', { className: 'timeline-plot' }, this.drawing, this.slider),
      element('div', { className: 'timeline-foot' }, element('span', { textContent: 'move 1', ariaHidden: 'true' }), element('ul', { className: 'timeline-key' }, ...key), this.last),
    );
    this.drawing.addEventListener('click', (event) => {
      const box = this.drawing.getBoundingClientRect();
      onChoice(Math.min(Math.floor(((event.clientX - box.left) / box.width) * this.count), this.count - 1));
    });
    this.count = 0;
  }

  /** @param {import('../answers.js').ReviewedMove[]} moves */
  load(moves) {
    this.count = moves.length;
    this.slider.max = String(moves.length);
    this.last.textContent = `move ${whole(moves.length)}`;
    this.drawing.setAttribute('viewBox', `0 0 ${Math.max(moves.length, 1)} ${HEIGHT}`);
    const bars = moves.map((move, i) => {
      const height = LEAST + (move.risk ?? 0) * (HEIGHT - LEAST);
      return svg('rect', { class: `move ${kindOf(move)}`, 'vector-effect': 'non-scaling-stroke', x: i + 0.1, y: HEIGHT - height, width: 0.8, height });
    });
    const luck = moves.map(({ luck: value }, i) => `${i + 0.5},${HEIGHT - value * HEIGHT}`).join(' ');
    const middle = svg('line', { class: 'grid', x1: 0, x2: Math.max(moves.length, 1), y1: HEIGHT / 2, y2: HEIGHT / 2, 'vector-effect': 'non-scaling-stroke' });
    this.here = svg('rect', { class: 'here', y: 0, width: 1, height: HEIGHT });
    this.chance = svg('polyline', { class: 'chance', points: '', 'vector-effect': 'non-scaling-stroke' });
    this.drawing.replaceChildren(middle, this.here, ...bars, svg('polyline', { class: 'luck', points: luck, 'vector-effect': 'non-scaling-stroke' }), this.chance);
  }

  /** Draws the chance to win. @param {import('./chances.js').Chances['moves']} moves the chances by the numbers of the moves, from 1 */
  follow(moves) {
    const points = [...moves.values()].map(({ n, before }) => `${n - 0.5},${HEIGHT - before * HEIGHT}`);
    const last = [...moves.values()].at(-1);
    if (last && last.after !== null) points.push(`${Math.min(last.n + 0.5, this.count)},${HEIGHT - last.after * HEIGHT}`);
    this.chance?.setAttribute('points', points.join(' '));
    this.root.classList.toggle('has-chance', points.length > 0);
  }

  /** @param {number} step */
  mark(step) {
    this.slider.value = String(step);
    this.slider.setAttribute('aria-valuetext', step < this.count ? `${step + 1} of ${this.count}` : 'End');
    this.here.setAttribute('x', String(step));
  }
}

/** What the words of a review mean, to be unfolded. */
export function wordsExplained() {
  const words = WORDS.flatMap(([word, meaning]) => [element('dt', { textContent: word }), element('dd', { textContent: meaning })]);
  return element('details', { className: 'review-words' }, element('summary', { textContent: 'What these words mean' }), element('dl', {}, ...words));
}
