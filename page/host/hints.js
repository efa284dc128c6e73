/** Hints, and why a game was lost, as messages write them. */

import { analyse } from "../../js/analysis.js";
import { EXPLODED, FLAG, Position } from "../../js/board.js";
import { valuesIn } from "../../js/engine.js";
import { KINDS } from "../../js/game.js";
import { FIRST_CLICKS } from "../../js/games.js";
import { LIMITS } from "./protocol.js";

/** @typedef {import("./shapes.js").ActionQuestion} ActionQuestion */
/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Rules} Rules */
/** @typedef {import("./shapes.js").Topology} Topology */

/**
 * The fields of `hint`. The rules are those of the game, if it is of one: they decide whether the first cell is safe.
 * @param {Counted} asked @param {Budget} budget @param {Rules|null} rules @param {{all: boolean, trust_flags: boolean}} how
 * @returns {import("../answers.js").Hint}
 */
export function hintFigures(asked, budget, rules, { all, trust_flags }) {
  let position = asked;
  if (trust_flags) {
    analyse(asked, true, budget.seconds); // its error names the flags
    const marks = asked.marks.map((mark) => (mark === FLAG ? EXPLODED : mark));
    position = new Position(asked.topology, marks, asked.mines);
  }
  const limit = budget.seconds;
  const rule = rules === null ? -1 : FIRST_CLICKS.indexOf(rules.first_click); // -1 without a game
  const numbers = [rule, all ? LIMITS.HINTS : 0, LIMITS.COMPARED, limit];
  return valuesIn(position.ask("page_hint", numbers, [], "the search for hints", limit)[0]);
}

/** The guesses of a ranking, with their figures. @param {Counted} position @param {number} most @param {boolean} trustFlags @param {Budget} budget */
export function rankedGuesses(position, most, trustFlags, budget) {
  const limit = budget.seconds;
  const numbers = [Math.min(most, position.topology.size), trustFlags, limit];
  /** @type {import("../answers.js").Guess[]} */
  const moves = valuesIn(position.ask("rank", numbers, [], "the ranking", limit)[0]);
  return moves.filter(({ kind }) => kind === "open");
}

/**
 * The fields of `explanation`.
 * @param {Counted} position @param {ActionQuestion} move the action that lost in this position @param {Budget} budget
 * @returns {import("../answers.js").Loss}
 */
export function lossFigures(position, { kind, cell, firstIsSafe }, budget) {
  const limit = budget.seconds;
  const numbers = [KINDS.indexOf(kind), cell, firstIsSafe, limit];
  return valuesIn(position.ask("page_loss", numbers, [], "the explanation of the loss", limit)[0]);
}

/** The first cell that wins most often. @param {Topology} topology @param {number} mines @param {string} firstClick */
export function goodFirstCell(topology, mines, firstClick) {
  return topology.ask("good_first_cell", [mines, FIRST_CLICKS.indexOf(firstClick)], [])[0](Float64Array)[0];
}
