/** The moves of a game side by side. The height of a bar is the risk of its move, and a line shows the luck so far. A click goes to a move. */

import { element } from '../ui/dom.js';
import { svg } from '../ui/svg.js';

const HEIGHT = 96;
const LEAST = 3; // the height of a bar without risk

/** The meaning of the colours. */
const KEY = [['certain', 'certain'], ['forced', 'forced guess'], ['needless', 'needless guess'], ['luck', 'luck so far']];

export class Timeline {
  /** @param {(step: number) => void} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    this.drawing = svg('svg', { class: 'timeline-drawing', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.slider = element('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Move', on: { input: () => chosen(Number(this.slider.value)) } });
    const key = KEY.map(([kind, label]) => element('li', {}, element('i', { className: `key ${kind}` }), label));
    this.root = element('div', { className: 'timeline' }, this.drawing, this.slider, element('ul', { className: 'timeline-key' }, ...key));
    this.drawing.addEventListener('click', (event) => {
      const box = this.drawing.getBoundingClientRect();
      chosen(Math.min(Math.floor(((event.clientX - box.left) / box.width) * this.count), this.count - 1));
    });
    this.count = 0;
  }

  /** @param {any[]} moves */
  load(moves) {
    this.count = moves.length;
    this.slider.max = String(moves.length);
    this.drawing.setAttribute('viewBox', `0 0 ${Math.max(moves.length, 1)} ${HEIGHT}`);
    const most = Math.max(0.5, ...moves.map(({ risk }) => risk ?? 0));
    this.bars = moves.map(({ verdict, risk }, i) => {
      const height = LEAST + ((risk ?? 0) / most) * (HEIGHT - LEAST);
      return svg('rect', { class: `move ${verdict}`, x: i + 0.1, y: HEIGHT - height, width: 0.8, height });
    });
    const luck = moves.map(({ luck: value }, i) => (value === null ? '' : `${i + 0.5},${HEIGHT - value * HEIGHT}`)).join(' ');
    this.here = svg('rect', { class: 'here', y: 0, width: 1, height: HEIGHT });
    this.drawing.replaceChildren(this.here, ...this.bars, svg('polyline', { class: 'luck', points: luck, 'vector-effect': 'non-scaling-stroke' }));
  }

  /** @param {number} step */
  mark(step) {
    this.slider.value = String(step);
    this.here.setAttribute('x', String(step));
  }
}
