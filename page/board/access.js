/**
 * The board for screen readers: one focusable grid whose active cell follows the cursor. The document holds only the
 * cells around the cursor, so a board of a million cells costs no more than a small one.
 */

import { element } from '../ui/dom.js';
import { placeInWords } from '../ui/plain_words.js';
import { inWords } from './marks.js';
import { remarks } from './scene.js';

/** @import { Scene } from './scene.js' */

let boards = 0;

export class AccessibleLayer {
  /** @type {Scene} */
  scene;

  /** @param {HTMLElement} box the element that takes the focus @param {Scene} scene @param {string} label */
  constructor(box, scene, label) {
    this.box = box;
    this.prefix = `board-${(boards += 1)}`;
    this.cells = element('div', { className: 'board-cells', role: 'presentation' });
    box.prepend(this.cells);
    box.tabIndex = 0;
    box.setAttribute('role', 'grid');
    this.show(scene, label);
  }

  /** @param {Scene} scene @param {string} label */
  show(scene, label) {
    this.scene = scene;
    this.box.setAttribute('aria-label', label);
    this.box.setAttribute('aria-rowcount', String(scene.shape.rows));
    this.box.setAttribute('aria-colcount', String(scene.shape.columns));
    this.update();
  }

  /** Writes the cells around the cursor again. */
  update() {
    const { shape, cursor } = this.scene;
    const row = Math.floor(cursor / shape.columns);
    const column = cursor % shape.columns;
    const rows = [];
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, shape.rows - 1); r++) {
      const cells = [];
      for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, shape.columns - 1); c++) {
        cells.push(this.#cell(r, c));
      }
      rows.push(element('div', { role: 'row', ariaRowIndex: String(r + 1) }, ...cells));
    }
    this.cells.replaceChildren(...rows);
    this.box.setAttribute('aria-activedescendant', this.#id(cursor));
  }

  /** @param {number} cell */
  #id(cell) {
    return `${this.prefix}-cell-${cell}`;
  }

  /** @param {number} row @param {number} column */
  #cell(row, column) {
    const cell = row * this.scene.shape.columns + column;
    return element('div', {
      role: 'gridcell',
      id: this.#id(cell),
      ariaColIndex: String(column + 1),
      textContent: cellInWords(this.scene, cell),
    });
  }
}

/**
 * A cell as screen readers speak it.
 * @param {Scene} scene @param {number} cell
 */
export function cellInWords(scene, cell) {
  return [inWords(scene.marks[cell]), ...remarks(scene, cell), placeInWords(cell, scene.shape)].join(', ');
}
