/** The boards, positions and minefields in requests. */

import { LEVELS, Topology, checkMines } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { LIMITS } from "./protocol.js";
import { positionFrom } from "./values.js";

/** @typedef {import("./shapes.js").Board} Board */
/** @typedef {import("./shapes.js").CheckedBoard} CheckedBoard */
/** @typedef {import("./shapes.js").CheckedMinefield} CheckedMinefield */
/** @typedef {import("./shapes.js").CheckedPosition} CheckedPosition */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Engine} Engine */

/** @param {string} text */
const wrong = (text) => new SapperError("request", text);

/**
 * The topology of a size: the shape, or rows and columns as earlier versions wrote them.
 * @param {Engine} engine @param {Omit<CheckedPosition, "mines"|"marks">} asked
 */
function topologyAsked(engine, { topology, shape, rows, columns }) {
  let sides = shape;
  if (sides === null && rows !== null && columns !== null) sides = [rows, columns];
  else if (sides === null || rows !== null || columns !== null) {
    throw wrong("a board needs its 'shape', such as [16, 30], or 'rows' and 'columns'");
  }
  const cells = sides[0] * sides[1];
  if (cells > LIMITS.MOST_CELLS) {
    const text = `a board can have at most ${LIMITS.MOST_CELLS} cells: this one would have ${cells}`;
    throw new SapperError("board", text);
  }
  return Topology.named(engine, topology, sides);
}

/** A topology with a number of mines. @param {Engine} engine @param {CheckedBoard} asked @returns {Board} */
export function boardAsked(engine, asked) {
  const { level, shape, rows, columns, mines, density } = asked;
  if (level !== null) {
    if ([shape, rows, columns, mines, density].some((each) => each !== null)) {
      throw wrong("give a board either its 'level', or its size and mines");
    }
    const [sides, its] = LEVELS[level];
    return { topology: Topology.named(engine, asked.topology, sides), mines: its };
  }
  if (mines !== null && density === null) return checkedBoard(topologyAsked(engine, asked), mines);
  if (mines !== null || density === null) throw wrong("a board needs exactly one of 'mines' and 'density'");
  const topology = topologyAsked(engine, asked);
  return checkedBoard(topology, Math.floor(topology.size * density + 0.5));
}

/** The position of a request. @param {Engine} engine @param {CheckedPosition} asked @returns {Counted} */
export function positionAsked(engine, asked) {
  const { topology, mines } = checkedBoard(topologyAsked(engine, asked), asked.mines);
  return positionFrom(topology, mines, asked.marks);
}

/** The mines of a request, a byte for each cell, with their board. @param {Engine} engine @param {CheckedMinefield} asked */
export function minefieldAsked(engine, asked) {
  const board = checkedBoard(topologyAsked(engine, asked), asked.mines);
  const { size } = board.topology;
  const mined = new Uint8Array(size);
  for (const cell of asked.mined) {
    if (!Number.isInteger(cell)) throw wrong("'mined' must be a list of whole numbers, one for each cell with a mine");
    if (cell < 0 || cell >= size) {
      throw new SapperError("cell", `there is no cell ${cell}: the board has ${quantity(size, "cell")}`);
    }
    mined[cell] = 1;
  }
  const count = mined.reduce((sum, each) => sum + each, 0);
  if (count !== board.mines) throw wrong(`'mined' names ${count} cells, but the board has ${board.mines} mines`);
  return { ...board, mined };
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
  const found = levels.find(([, [shape, its]]) => String(topology.shape) === String(shape) && mines === its);
  return found?.[0] ?? null;
}

/** @param {Topology} topology @param {number} mines @returns {Board} */
function checkedBoard(topology, mines) {
  checkMines(topology, mines);
  return { topology, mines };
}

/** The topology of a board in a request; null if there is no such board. @param {Engine} engine @param {CheckedPosition} asked */
export function boardOf(engine, asked) {
  try {
    return topologyAsked(engine, asked);
  } catch {
    return null;
  }
}
