/** The layout of square cells, on which the other layouts build. */

/** The nearest value within bounds. @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** @type {import('./shapes.js').Form} */
export const SQUARE = { width: 1, height: 1, overhang: 0, corners: null };

/** The plain board, and the base of the others. */
export class Square {
  static title = 'Square';

  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    this.kind = 'square';
    this.rows = rows;
    this.columns = columns;
    this.size = rows * columns;
    this.width = columns;
    this.height = rows;
    this.tileHeight = 1;
    this.pitch = 1;
    this.forms = [SQUARE];
    this.overhang = 0;
    this.wraps = false;
    this.halves = 1;
    this.most = 8;
  }

  form() {
    return this.forms[0];
  }

  corner(index) {
    return { x: index % this.columns, y: Math.floor(index / this.columns) };
  }

  at(x, y) {
    const row = Math.floor(y);
    const column = Math.floor(x);
    return this.has(row, column) ? row * this.columns + column : -1;
  }

  has(row, column) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }

  neighbours(index) {
    const row = Math.floor(index / this.columns);
    const column = index % this.columns;
    const found = [];
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        if ((r !== row || c !== column) && this.has(r, c)) found.push(r * this.columns + c);
      }
    }
    return found;
  }

  range({ left, top, right, bottom }) {
    return {
      left: clamp(Math.floor(left), 0, this.width),
      top: clamp(Math.floor(top), 0, this.height),
      right: clamp(Math.ceil(right), 0, this.width),
      bottom: clamp(Math.ceil(bottom), 0, this.height),
    };
  }

  visit(box, visit) {
    const { left, top, right, bottom } = this.range(box);
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) visit(row * this.columns + column, column, row, false);
    }
  }
}
