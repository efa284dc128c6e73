/** Actions to carry out: kind, cell, key, and the risk if it is known. */

import { FLAG, QUESTION } from "../../js/board.js";
import { freshKey } from "./values.js";

/** @typedef {import("./shapes.js").Step} Step */

/** An action with a key of its own. @param {string} kind @param {number} cell @param {number|null} [risk] @returns {Step} */
export const step = (kind, cell, risk = null) => ({ kind, cell, key: freshKey(), risk });

/** Opens a cell, and removes its flag first. @param {Int16Array} marks @param {number} cell @param {number|null} risk */
export function opening(marks, cell, risk) {
  return [...(marks[cell] === FLAG ? [step("flag", cell)] : []), step("open", cell, risk)];
}

/** Flags a cell. A question mark first turns to hidden. @param {Int16Array} marks @param {number} cell */
export function flagging(marks, cell) {
  const turns = marks[cell] === FLAG ? 0 : marks[cell] === QUESTION ? 2 : 1;
  return Array.from({ length: turns }, () => step("flag", cell));
}
