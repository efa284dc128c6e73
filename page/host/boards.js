/** Boards, positions and minefields as messages write them; names and keys. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import { EXPLODED, HIDDEN, LEVELS, Position, Topology, checkMines } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { LIMITS, tooLarge } from "./limits.js";

/** @import { Board, CheckedBoard, CheckedMinefield, CheckedPosition, CountedPosition, Engine } from "./types.js" */

const SIGNS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]; // of ids

/** What is wrong with a request. @param {string} text */
export const wrong = (text) => new SapperError("request", text);

/** @param {Engine} engine @param {Pick<CheckedPosition, "topology"|"shape"|"adjacency"|"layout">} fields */
function topologyIn(engine, { topology, shape, adjacency, layout }) {
  if (topology === "graph") {
    if (adjacency === null || adjacency.length !== layout?.length) throw wrong("a graph needs `adjacency` and `layout`, with an entry for each cell");
    return Topology.of(engine, { topology, shape: [1, adjacency.length], adjacency, layout });
  }
  if (shape === null) throw wrong("a board needs its `shape`, such as [16, 30]");
  const cells = shape[0] * shape[1];
  if (cells > LIMITS.MOST_CELLS) {
    const text = `a board can have at most ${LIMITS.MOST_CELLS} cells: this one would have ${cells}`;
    throw new SapperError("board", text);
  }
  return Topology.byName(engine, topology, shape);
}

/** @param {Engine} engine @param {import("../../js/index.js").Level} level @param {string} [topology] @returns {Board} */
export function boardOfLevel(engine, level, topology = "square") {
  const [shape, mines] = LEVELS[level];
  return { topology: Topology.byName(engine, topology, shape), mines };
}

/** A topology with a number of mines. @param {Engine} engine @param {CheckedBoard} fields @returns {Board} */
export function boardIn(engine, fields) {
  const { level, shape, mines, density } = fields;
  if (level !== null) {
    if ([shape, mines, density].some((each) => each !== null)) {
      throw wrong("give a board either its `level`, or its size and mines");
    }
    return boardOfLevel(engine, level, fields.topology);
  }
  if (mines !== null && density === null) return checkedBoard(topologyIn(engine, fields), mines);
  if (mines !== null || density === null) throw wrong("a board needs exactly one of `mines` and `density`");
  const topology = topologyIn(engine, fields);
  return checkedBoard(topology, Math.floor(topology.size * density + 0.5));
}

/** The position of a request. The engine reads what stands in place of the mine count. @param {Engine} engine @param {CheckedPosition} fields @returns {CountedPosition} */
export function positionIn(engine, fields) {
  const { mines, mines_left: left, mine_prior: claim } = fields;
  if ([mines, left, claim].filter((each) => each !== null).length !== 1) {
    throw wrong("a position needs exactly one of `mines`, `mines_left` and `mine_prior`");
  }
  const topology = topologyIn(engine, fields);
  const marks = marksIn(topology, fields.marks);
  if (mines !== null) return new Position(topology, marks, checkedBoard(topology, mines).mines);
  if (left !== null) return new Position(topology, marks, minesOfCounter(topology, marks, left));
  const explosions = cellsWhere(marks, (mark) => mark === EXPLODED).length;
  return new Position(topology, marks, explosions, String(claim));
}

/** The number of mines where a mine counter shows a number. @param {Topology} topology @param {Int16Array} marks @param {number} left */
function minesOfCounter(topology, marks, left) {
  if (Math.abs(left) > topology.size) {
    throw new SapperError("position", `\`mines_left\` cannot be ${left}: the board has ${quantity(topology.size, "cell")}`);
  }
  return topology.ask("mines_of_counter", [left], [marks])[0](Float64Array)[0];
}

/** What the player of a game sees. @param {import("../../js/game.js").Game} game @returns {CountedPosition} */
export function positionOf(game) {
  return new Position(game.topology, game.marks, game.mines);
}

/** The mines of a request, a byte for each cell, with their board. @param {Engine} engine @param {CheckedMinefield} fields */
export function minefieldIn(engine, fields) {
  const board = checkedBoard(topologyIn(engine, fields), fields.mines);
  const { size } = board.topology;
  const mined = new Uint8Array(size);
  for (const cell of fields.mined) {
    if (!Number.isInteger(cell)) throw wrong("`mined` must be a list of whole numbers, one for each cell with a mine");
    if (cell < 0 || cell >= size) {
      throw new SapperError("cell", `there is no cell ${cell}: the board has ${quantity(size, "cell")}`);
    }
    mined[cell] = 1;
  }
  const count = mined.reduce((sum, each) => sum + each, 0);
  if (count !== board.mines) throw wrong(`\`mined\` names ${count} cells, but the board has ${board.mines} mines`);
  return { ...board, mined };
}

/** Refuses files that are too large to read. @param {Uint8Array} content @param {number} most bytes @param {string} [advice] */
export function checkBytes({ length }, most, advice = "") {
  if (length > most) throw new SapperError("too_large", `this file is too large: ${tooLarge(most)}${advice}`);
}

/** Refuses boards in files that the page cannot show. @param {{name: string, shape: number[]}} topology */
export function checkShape({ name, shape }) {
  const [rows, columns] = shape;
  if (shape.length !== 2) {
    throw new SapperError("format", `the page shows boards with rows and columns, not Topology.${name}(${shape.join(", ")})`);
  }
  if (Math.max(rows, columns) <= LIMITS.MOST_SIDE && rows * columns <= LIMITS.MOST_CELLS) return;
  throw new SapperError("format", `a board of ${rows} x ${columns} is too large for the page`);
}

/** The name of the level with this board; null if there is none. @param {Board} board @returns {import("../../js/index.js").Level|null} */
export function levelOf({ topology, mines }) {
  if (topology.name !== "square") return null;
  const levels = /** @type {[import("../../js/index.js").Level, [number[], number]][]} */ (Object.entries(LEVELS));
  const match = levels.find(([, [shape, its]]) => String(topology.shape) === String(shape) && mines === its);
  return match?.[0] ?? null;
}

/** @param {Topology} topology @param {number} mines @returns {Board} */
function checkedBoard(topology, mines) {
  checkMines(topology, mines);
  return { topology, mines };
}

/** The topology of a board in a request; null if there is no such board. @param {Engine} engine @param {CheckedPosition} fields */
export function topologyOrNull(engine, fields) {
  try {
    return topologyIn(engine, fields);
  } catch {
    return null;
  }
}

/** The marks that a message has. @param {Topology} topology @param {Int8Array|null} marks all are hidden if it is null */
function marksIn({ size }, marks) {
  if (marks === null) return new Int16Array(size).fill(HIDDEN);
  if (marks.length !== size) throw wrong(`\`marks\` has ${marks.length} marks, but the board has ${size} cells`);
  return Int16Array.from(marks);
}

/**
 * The numbers of the cells for which something holds.
 * @param {Int16Array|Uint8Array} values @param {(value: number, cell: number) => boolean} holds
 */
export function cellsWhere(values, holds) {
  /** @type {number[]} */
  const cells = [];
  values.forEach((value, cell) => holds(value, cell) && cells.push(cell));
  return cells;
}

/** A cell by its number, as coordinates. @param {Topology} topology @param {number} cell */
export function cellOf(topology, cell) {
  if (cell < topology.size) return topology.cell(cell);
  throw new SapperError("cell", `there is no cell number ${cell}: the board has ${topology.size} cells`);
}

/** A name that only equal values share, in hexadecimal digits. @param {Uint8Array|object} value */
export function digestOf(value) {
  return bytesToHex(sha256(value instanceof Uint8Array ? value : new TextEncoder().encode(JSON.stringify(value))));
}

const keys = randomText(11);
let keysSoFar = 0;

/** A key that no other action has. Randomness is slow, and the assistant makes thousands of moves a second. */
export function freshKey() {
  keysSoFar += 1;
  return `${keys}-${keysSoFar}`;
}

/** A random text of so many signs, for ids. @param {number} count */
export function randomText(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => SIGNS[byte % SIGNS.length]).join("");
}
