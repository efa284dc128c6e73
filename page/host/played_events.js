/** The events of a game that was played here. Every click is a button that goes down and up in the middle of its cell. */

import { CELL_SIZE } from "./host_game.js";

/** @typedef {import("./types.js").Click} Click */
/** @typedef {import("./types.js").Place} Place */

/** @type {Record<string, string[]>} */
const BUTTONS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };

/**
 * The clicks and the path of the pointer by time. Of equal times the pointer comes first.
 * @param {number[]} shape @param {Click[]} clicks @param {Place[]} path @returns {import("../../js/files.js").Event[]}
 */
export function playedEvents([rows, columns], clicks, path) {
  const presses = clicks.flatMap(({ at_ms, kind, cell }) => BUTTONS[kind].map((event) => ({ seconds: at_ms / 1000, kind: event, ...placeIn(cell, columns) })));
  const movements = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return { seconds: at / 1000, kind: "mv", cell: row < rows && column < columns ? row * columns + column : null, x, y };
  });
  return [...movements, ...presses].sort((one, other) => one.seconds - other.seconds);
}

/** The cell, and the pixel in its middle. @param {number} cell @param {number} columns */
function placeIn(cell, columns) {
  const middle = CELL_SIZE / 2;
  return { cell, x: (cell % columns) * CELL_SIZE + middle, y: Math.floor(cell / columns) * CELL_SIZE + middle };
}
