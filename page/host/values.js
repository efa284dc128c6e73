/** Marks, figures and bytes as messages write them. */

import { Position } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";

/** @typedef {import("./shapes.js").Topology} Topology */

const HIDDEN = -1;
const CHUNK = 0x8000;

/** Bytes in base64. @param {Uint8Array} bytes */
export function base64(bytes) {
  let text = "";
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  }
  return btoa(text);
}

/** All marks of a board; null if all are hidden. @param {Int16Array} marks */
export function marksText(marks) {
  if (marks.every((mark) => mark === HIDDEN)) return null;
  return base64(new Uint8Array(Int8Array.from(marks).buffer));
}

/** Figures as float32, little endian, in base64. @param {number[]|Float64Array} values */
export function floats(values) {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setFloat32(4 * i, value, true));
  return base64(new Uint8Array(view.buffer));
}

/** The position that a message describes. @param {Topology} topology @param {number} mines @param {string|null} marks */
export function positionFrom(topology, mines, marks) {
  if (marks === null) return Position.hidden(topology, mines);
  const raw = textIn(marks);
  if (raw === null) throw new SapperError("request", "'marks' must be base64 of one byte for every cell");
  if (raw.length !== topology.size) {
    const text = `'marks' has ${raw.length} bytes, but the board has ${topology.size} cells`;
    throw new SapperError("request", text);
  }
  const bytes = Int8Array.from(raw, (each) => each.charCodeAt(0));
  return new Position(topology, Int16Array.from(bytes), mines);
}

/** The bytes of a file. @param {string} file */
export function bytesIn(file) {
  const raw = textIn(file);
  if (raw === null) throw new SapperError("request", "'file' must be the bytes of a file in base64");
  return Uint8Array.from(raw, (each) => each.charCodeAt(0));
}

/** The bytes of base64 as a text; null if it is none. Without its padding it is none either. @param {string} base64 */
function textIn(base64) {
  if (base64.length % 4 !== 0) return null;
  try {
    return atob(base64);
  } catch {
    return null;
  }
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

const keys = randomText(8);
let keysSoFar = 0;

/** A key that no other action has. Randomness is slow, and the assistant makes thousands of moves a second. */
export function freshKey() {
  keysSoFar += 1;
  return `${keys}-${keysSoFar}`;
}

/** A random text of so many bytes, for ids. @param {number} bytes */
export function randomText(bytes) {
  const text = base64(crypto.getRandomValues(new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
