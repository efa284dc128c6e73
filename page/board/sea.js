/** The sea: the hidden cells that no number touches. All of them have the same risk, so it is said once. */

import { wholePercent } from './scene.js';

/** @typedef {import("./shapes.js").Shape} Shape */

const APART = 2; // steps between the label and the cells that are not of the sea, where there is room
const MANY = 20000; // cells; in a larger sea the middle is good enough

/** The risk of the sea, and the one cell on which it is written. @typedef {{risk: number, label: number}} Sea */

/** Whether a hidden cell belongs to the sea. @param {{shape: import('./shapes.js').Shape, marks: Int8Array}} scene @param {number} cell */
export const isSea = ({ shape, marks }, cell) => shape.neighbours(cell).every((near) => marks[near] < 0);

/**
 * Finds the sea among the cells whose chance is known. Null if there is none, or if its cells differ.
 * @param {import('./scene.js').Scene} scene
 * @returns {Sea|null}
 */
export function seaOf(scene) {
  const { risks, marks, shape } = scene;
  if (!risks) return null;
  /** @type {number[]} */
  const cells = [];
  for (let cell = 0; cell < risks.length; cell++) {
    if (!Number.isNaN(risks[cell]) && marks[cell] < 0 && isSea(scene, cell)) cells.push(cell);
  }
  const risk = risks[cells[0]];
  const same = cells.every((cell) => wholePercent(risks[cell]) === wholePercent(risk));
  if (cells.length < 2 || !same || risk === 0 || risk === 1) return null;
  return { risk, label: middle(inner(cells, shape), shape) };
}

/** The cells of the sea that are some steps away from all others, so that the label stands apart. @param {number[]} cells @param {Shape} shape */
function inner(cells, shape) {
  let found = cells;
  for (let step = 0; step < APART && cells.length <= MANY; step++) {
    const before = new Set(found);
    const deeper = found.filter((cell) => shape.neighbours(cell).every((near) => before.has(near)));
    if (!deeper.length) break;
    found = deeper;
  }
  return found;
}

/** The cell next to the middle of some cells, so that the label stands among them. @param {number[]} cells @param {Shape} shape */
function middle(cells, { columns }) {
  const places = cells.map((cell) => /** @type {[row: number, column: number]} */ ([Math.floor(cell / columns), cell % columns]));
  const mean = (/** @type {0|1} */ at) => places.reduce((sum, place) => sum + place[at], 0) / cells.length;
  const [row, column] = [mean(0), mean(1)];
  const far = (/** @type {[row: number, column: number]} */ [y, x]) => (y - row) ** 2 + (x - column) ** 2;
  const nearest = places.reduce((best, place) => (far(place) < far(best) ? place : best));
  return nearest[0] * columns + nearest[1];
}
