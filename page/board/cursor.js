/** Moves of the cursor, the cell where the keyboard acts. */

/** @import { Shape } from "./shape.js" */

const PAGE = 8;

/** The step of each key, where the keys cannot be changed. @type {Record<string, string>} */
export const KEY_STEPS = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
  Home: 'rowStart', End: 'rowEnd', PageUp: 'pageUp', PageDown: 'pageDown',
};

/** @type {Record<string, number[]>} */
const STEPS = {
  left: [0, -1],
  right: [0, 1],
  up: [-1, 0],
  down: [1, 0],
  pageUp: [-PAGE, 0],
  pageDown: [PAGE, 0],
};

/**
 * The cell after a step. A torus goes around, and other boards end at their edges.
 * @param {Shape} shape @param {number} cell @param {string} step a name in STEPS, "rowStart" or "rowEnd"
 */
export function cellAfter(shape, cell, step) {
  if (shape.step) return shape.step(cell, step);
  const row = Math.floor(cell / shape.columns);
  const column = cell % shape.columns;
  if (step === 'rowStart') return row * shape.columns;
  if (step === 'rowEnd') return (row + 1) * shape.columns - 1;
  const [down, right] = STEPS[step];
  return within(shape, row + down, shape.rows) * shape.columns + within(shape, column + right, shape.columns);
}

/** @param {Shape} shape @param {number} place @param {number} count */
function within(shape, place, count) {
  if (shape.wraps) return ((place % count) + count) % count;
  return Math.min(Math.max(place, 0), count - 1);
}
