/** Two recorded games side by side: where one was quicker, and the way that the pointer of the second went. */

import { valuesIn } from "../../js/engine.js";
import { lineOf } from "./lines.js";

/** @typedef {import("./types.js").Recording} Recording */

const PARTS = 10;

/** The fields of `comparison`. @param {Recording} first @param {Recording} second */
export function sideBySide(first, second) {
  const lines = [first, second].map((each) => lineOf(each).line);
  const same_board = isSameBoard(first, second);
  const paces = [...lines.map((line) => Float64Array.from(line.splits)), ...lines.map((line) => Uint32Array.from(line.split_clicks))];
  /** @type {import("../answers.js").Phase[]} */
  const phases = valuesIn(first.topology.engine.call("side_by_side", [same_board, PARTS], paces)[0]);
  const clicks = second.clicks.map(({ at_ms, cell }) => ({ at_ms, cell }));
  return { same_board, lines: lines.map(({ splits: _, split_clicks: __, ...line }) => line), phases, ghost: { pointer: second.pointer, clicks } };
}

/** @param {Recording} one @param {Recording} other */
function isSameBoard(one, other) {
  return JSON.stringify(one.board) === JSON.stringify(other.board) && one.mined.every((mine, cell) => mine === other.mined[cell]);
}
