/** The brushes for painting a position. */

import { Atlas } from '../board/atlas.js';
import { EXPLODED, FLAG, HIDDEN } from '../board/marks.js';
import { SQUARE } from '../board/shapes.js';
import { element } from '../ui/dom.js';

export const OPEN = 'open';

/** Each brush and its name. OPEN writes the number of flags around the cell. @type {Array<[number|'open', string]>} */
const BRUSHES = [
  [OPEN, 'Open: writes the number of flags around the cell'],
  [HIDDEN, 'Hidden'],
  [FLAG, 'Flag'],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => /** @type {[number, string]} */ ([number, number ? `Number ${number}` : 'Empty'])),
  [EXPLODED, 'Exploded mine'],
];

export class Brushes {
  /** @param {(brush: number|'open') => void} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    this.brush = /** @type {number|'open'} */ (OPEN);
    this.buttons = BRUSHES.map(([brush, label]) =>
      element('button', { type: 'button', className: 'brush', title: label, 'aria-label': label, on: { click: () => this.choose(brush) } }),
    );
    this.root = element('div', { className: 'brushes', role: 'group', 'aria-label': 'Brush' }, ...this.buttons);
    this.choose(OPEN);
  }

  /** @param {number|'open'} brush */
  choose(brush) {
    this.brush = brush;
    BRUSHES.forEach(([one], i) => this.buttons[i].setAttribute('aria-pressed', String(one === brush)));
    this.chosen(brush);
  }

  /** Draws the brushes as tiles. @param {string} theme */
  draw(theme) {
    const ratio = window.devicePixelRatio || 1;
    const size = Math.round(30 * ratio);
    const atlas = new Atlas(theme, SQUARE, size);
    BRUSHES.forEach(([brush], i) => {
      if (brush === OPEN) {
        this.buttons[i].textContent = 'Open';
        return;
      }
      const picture = atlas.tile(/** @type {number} */ (brush));
      picture.className = 'brush-tile';
      this.buttons[i].replaceChildren(picture);
    });
  }
}
