/**
 * The numbers of rows and columns at the edges of the board: of those that a hint names, and if the player asks for it, of
 * all that have room, in round steps.
 */

import { element } from '../ui/dom.js';

const CLOSEST = 1.1; // of the size of the letters: rows that are closer get no number
const DIGIT = 0.62; // of the size of the letters: the width of a digit
const RING = 5; // CSS pixels between the board and its numbers, for the ring of the focus
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export class Rulers {
  /** @param {import('./view.js').BoardView} view */
  constructor(view) {
    this.view = view;
    this.root = element('div', { className: 'rulers', ariaHidden: 'true' });
    /** The cells that a hint names. @type {number[]} */
    this.cells = [];
    /** Whether rows and columns have numbers that no hint names. */
    this.always = false;
    for (const kind of ['scroll', 'board-layout']) view.box.addEventListener(kind, () => this.#draw(), { passive: true });
  }

  /** Shows the rows and columns of some cells. @param {number[]} cells */
  show(cells) {
    this.cells = cells;
    this.#draw();
  }

  /** Whether to number rows and columns that no hint names. @param {boolean} always */
  keep(always) {
    if (always === this.always) return;
    this.always = always;
    this.view.layout();
  }

  /** Takes the room for the numbers beside the board, and returns it in CSS pixels. The numbers of a hint need none. */
  takeRoom() {
    const { rows, hasRows } = this.view.scene.shape;
    const letters = this.#letters;
    const room = this.always && hasRows ? { width: Math.ceil(digits(rows) * DIGIT * letters) + RING, height: Math.ceil(1.3 * letters) + RING } : { width: 0, height: 0 };
    const place = this.root.parentElement;
    if (place) place.style.padding = `0 0 ${room.height}px ${room.width}px`;
    place?.classList.toggle('ruled', this.always);
    return room;
  }

  /** The size of the letters in CSS pixels. */
  get #letters() {
    return parseFloat(getComputedStyle(this.root).fontSize) || 10;
  }

  #draw() {
    const { columns, drawing, hasRows } = this.view.scene.shape;
    if (!hasRows || (!this.always && !this.cells.length)) {
      if (this.root.firstChild) this.root.replaceChildren();
      return;
    }
    const { inView } = this.view;
    const { left, top, right, bottom } = this.view.scene.shape.range(inView);
    const beyond = Math.max(drawing.rows - this.view.scene.shape.rows, 1); // a torus draws some rows twice
    const rows = this.#lines(this.cells.map((cell) => Math.floor(cell / columns)), top - beyond, bottom, (row) => row * columns, 'row');
    const across = this.#lines(this.cells.map((cell) => cell % columns), left - beyond, right, (column) => column, 'column');
    this.root.replaceChildren(...rows, ...across);
  }

  /**
   * The numbers along one edge. The numbers of a hint come first and push others out.
   * @param {number[]} lines @param {number} from the first line that may be in view @param {number} to
   * @param {(line: number) => number} cellOf a cell of the line @param {'row'|'column'} kind
   */
  #lines(lines, from, to, cellOf, kind) {
    const { shape } = this.view.scene;
    const count = kind === 'row' ? shape.rows : shape.columns;
    const letters = this.#letters;
    const apart = kind === 'row' ? CLOSEST * letters : digits(count) * DIGIT * letters + 4;
    const css = (this.view.tile / this.view.ratio) * (kind === 'row' ? shape.pitch : 1);
    const box = this.view.box.getBoundingClientRect();
    const own = this.root.getBoundingClientRect();
    const [low, high] = kind === 'row' ? [box.top, box.bottom] : [box.left, box.right];
    /** @type {number[]} */
    const places = [];
    const number = (/** @type {number} */ line, /** @type {string} */ className) => {
      const place = this.view.rectangle(cellOf(line));
      const at = kind === 'row' ? (place.top + place.bottom) / 2 : (place.left + place.right) / 2;
      if (at < low || at > high || places.some((other) => Math.abs(other - at) < apart)) return [];
      places.push(at);
      const label = element('b', { className: `${kind} ${className}`, textContent: String(line + 1) });
      Object.assign(label.style, kind === 'row' ? { top: `${at - own.top}px`, right: `${own.right - box.left}px` } : { left: `${at - own.left}px`, top: `${box.bottom - own.top}px` });
      return [label];
    };
    const labels = inOrder(lines).flatMap((line) => number(line, 'named'));
    if (!this.always) return labels;
    const step = STEPS.find((size) => size * css >= apart) ?? count;
    const plain = [];
    for (let line = Math.max(from, 0); line < Math.min(to, count); line++) if ((line + 1) % step === 0 || line === 0) plain.push(...number(line, ''));
    return [...labels, ...plain];
  }
}

/** @param {number} count */
const digits = (count) => String(count).length;
/** @param {number[]} numbers */
const inOrder = (numbers) => [...new Set(numbers)].sort((one, other) => one - other);
