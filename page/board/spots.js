/**
 * Places within cells, in the form that recordings have: column and row, and the part of the cell to the right and down.
 * They are the same on every layout, however its cells lie.
 */

/** @import { Shape } from './shape.js' */
/** @typedef {{x: number, y: number}} Point */

const most = 1 - 1e-6; // a place on the far edge of a cell belongs to the cell

/** The place within a cell that a point of the drawing is in; null outside the board. @param {Shape} shape @param {Point} point */
export function spotAt(shape, { x, y }) {
  const cell = shape.at(x, y);
  if (cell < 0) return null;
  const corner = shape.corner(cell);
  // A torus shows some cells twice, a whole board apart.
  const right = shape.wraps ? modulo(x - corner.x) : x - corner.x;
  const down = shape.wraps ? modulo(y - corner.y) : (y - corner.y) / shape.tileHeight;
  const within = (/** @type {number} */ part) => Math.min(Math.max(part, 0), most);
  return { x: (cell % shape.columns) + within(right), y: Math.floor(cell / shape.columns) + within(down) };
}

/** The point of the drawing for such a place. It may lie outside the board. @param {Shape} shape @param {Point} spot @returns {Point} */
export function pointOf(shape, { x, y }) {
  const column = nearest(x, shape.columns);
  const row = nearest(y, shape.rows);
  const corner = shape.corner(row * shape.columns + column);
  return { x: corner.x + x - column, y: corner.y + (y - row) * shape.tileHeight };
}

/** @param {number} value */
const modulo = (value) => value - Math.floor(value);
/** @param {number} value @param {number} count */
const nearest = (value, count) => Math.min(Math.max(Math.floor(value), 0), count - 1);
