/** The numbers of the rows and columns that a hint names, at the edges of the board. */

import { element } from '../ui/dom.js';

const CLOSEST = 11; // CSS pixels between two numbers; of numbers that are closer, only the first one shows

export class Rulers {
  /** @param {import('./view.js').BoardView} view */
  constructor(view) {
    this.view = view;
    this.root = element('div', { className: 'rulers', ariaHidden: 'true' });
    /** @type {number[]} */
    this.cells = [];
    for (const kind of ['scroll', 'board-layout']) view.box.addEventListener(kind, () => this.#draw(), { passive: true });
  }

  /** Shows the rows and columns of some cells. @param {number[]} cells */
  show(cells) {
    this.cells = cells;
    this.#draw();
  }

  #draw() {
    const { columns } = this.view.scene.shape;
    const rows = inOrder(this.cells.map((cell) => Math.floor(cell / columns)));
    const named = inOrder(this.cells.map((cell) => cell % columns));
    this.root.replaceChildren(...this.#numbers('row', rows, (row) => row * columns), ...this.#numbers('column', named, (column) => column));
  }

  /**
   * @param {'row'|'column'} kind @param {number[]} lines @param {(line: number) => number} cellOf a cell of the line
   */
  #numbers(kind, lines, cellOf) {
    const box = this.view.box.getBoundingClientRect();
    const own = this.root.getBoundingClientRect();
    const down = kind === 'row';
    const [from, to] = down ? [box.top, box.bottom] : [box.left, box.right];
    let last = -Infinity;
    return lines.flatMap((line) => {
      const place = this.view.rectangle(cellOf(line));
      const at = down ? (place.top + place.bottom) / 2 : (place.left + place.right) / 2;
      if (at < from || at > to || at - last < CLOSEST) return [];
      last = at;
      const style = down ? { top: `${at - own.top}px`, right: `${own.right - box.left}px` } : { left: `${at - own.left}px`, top: `${box.bottom - own.top}px` };
      const number = element('b', { className: kind, textContent: String(line + 1) });
      Object.assign(number.style, style);
      return [number];
    });
  }
}

const inOrder = (numbers) => [...new Set(numbers)].sort((one, other) => one - other);
