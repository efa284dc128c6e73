/**
 * Boards of any graph from files: JSON as in the documentation of `Board`, with a drawing. Points in the drawing stand for
 * squares. A grid of three dimensions needs no drawing: its layers stand side by side.
 */

import { pack, unpack } from '../ui/share.js';

/** @import { NewGame } from '../host/requests.js' */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{topology?: unknown, shape?: unknown, adjacency?: unknown, layout?: unknown, mines?: unknown, first_click?: unknown}} GraphJson */

const LINK = 'z'; // before the packed bytes of a file
const MOST_BYTES = 2 ** 20;
const GAP = 1; // between two layers, in cells

/** The board in the text of a file, as a new game takes it; null if the text is about something else. @param {string|Uint8Array} content @returns {NewGame|null} */
export function graphIn(content) {
  const text = typeof content === 'string' ? content : content[0] === 0x7b ? new TextDecoder().decode(content) : '';
  if (!text.trimStart().startsWith('{')) return null;
  /** @type {GraphJson} */
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { topology, mines, first_click } = json;
  const graph = topology === 'graph' ? graphOf(json) : topology === 'grid' ? layers(json) : null;
  if (!graph) return null;
  return { board: { topology: 'graph', mines: Number(mines), ...graph }, first_click: typeof first_click === 'string' ? first_click : 'safe' };
}

/** @param {GraphJson} json */
function graphOf({ adjacency, layout }) {
  if (!Array.isArray(adjacency) || !Array.isArray(layout)) throw new Error('This graph needs a “layout”: for each cell its corners, or its middle.');
  const isPoint = (/** @type {unknown} */ place) => Array.isArray(place) && typeof place[0] === 'number';
  return { adjacency, layout: layout.every(isPoint) ? squaresAt(layout) : layout };
}

/** Squares around points, as large as they can be. @param {Point[]} points @returns {Point[][]} */
function squaresAt(points) {
  const apart = points.flatMap(([x, y], i) => points.slice(i + 1).map(([toX, toY]) => Math.max(Math.abs(x - toX), Math.abs(y - toY))));
  const half = Math.min(...apart.filter((each) => each > 0), 1e4) / 2;
  return points.map(([x, y]) => [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]);
}

/** The layers of a grid of three dimensions. @param {GraphJson} json */
function layers({ shape }) {
  const isShape = Array.isArray(shape) && shape.length === 3 && shape.every((extent) => Number.isInteger(extent) && extent > 0);
  if (!isShape) throw new Error('The page shows grids of three dimensions, such as {"topology": "grid", "shape": [3, 4, 4], "mines": 8}.');
  const [planes, rows, columns] = /** @type {number[]} */ (shape);
  const cells = Array.from({ length: planes * rows * columns }, (_, cell) => [Math.floor(cell / (rows * columns)), Math.floor(cell / columns) % rows, cell % columns]);
  const touch = (/** @type {number[]} */ one, /** @type {number[]} */ other) => one !== other && one.every((at, i) => Math.abs(at - other[i]) <= 1);
  const adjacency = cells.map((cell) => [...cells.keys()].filter((other) => touch(cell, cells[other])));
  return { adjacency, layout: squaresAt(cells.map(([plane, row, column]) => [plane * (columns + GAP) + column, row])) };
}

/** The board in a link, as a new game takes it; null if there is none. @param {string} text */
export async function graphInLink(text) {
  const [kind, bytes] = text.split('.');
  const content = kind === LINK && bytes ? await unpack(bytes, MOST_BYTES) : null;
  return content && graphIn(content);
}

/** A link to a board of a graph. @param {import('../answers.js').BoardJson} board @param {string} firstClick */
export async function graphLink({ adjacency, layout, mines }, firstClick) {
  const text = JSON.stringify({ topology: 'graph', adjacency, layout, mines, first_click: firstClick });
  return `${LINK}.${await pack(new TextEncoder().encode(text))}`;
}
