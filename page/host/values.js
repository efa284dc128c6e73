/** Marks, figures and bytes as messages write them. */

import { Position } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";

const HIDDEN = -1;
const CHUNK = 0x8000;

/** Bytes in base64. */
export function base64(bytes) {
  let text = "";
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  }
  return btoa(text);
}

/** All marks of a board; null if all are hidden. */
export function marksText(marks) {
  if (marks.every((mark) => mark === HIDDEN)) return null;
  return base64(new Uint8Array(Int8Array.from(marks).buffer));
}

/** Figures as float32, little endian, in base64. */
export function floats(values) {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setFloat32(4 * i, value, true));
  return base64(new Uint8Array(view.buffer));
}

/** The position that a message describes. */
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

/** The bytes of a file. */
export function bytesIn(file) {
  const raw = textIn(file);
  if (raw === null) throw new SapperError("request", "'file' must be the bytes of a file in base64");
  return Uint8Array.from(raw, (each) => each.charCodeAt(0));
}

/** The bytes of base64 as a text; null if it is none. Without its padding it is none either. */
function textIn(base64) {
  if (base64.length % 4 !== 0) return null;
  try {
    return atob(base64);
  } catch {
    return null;
  }
}

/** The numbers of the cells for which something holds. */
export function cellsWhere(values, holds) {
  const cells = [];
  values.forEach((value, cell) => holds(value, cell) && cells.push(cell));
  return cells;
}

/** A cell by its number, as coordinates. */
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

/** A random text of so many bytes, for ids. */
export function randomText(bytes) {
  const text = base64(crypto.getRandomValues(new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
