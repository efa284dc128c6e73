/**
 * Exercises for training. They are positions of games that are played here move by move: all that one number alone decides is
 * open or has a flag, and what follows next takes two numbers, or the mine count.
 */

import { HIDDEN, Topology } from "../../js/board.js";
import { Game } from "../../js/game.js";
import { marksText } from "./boards.js";
import { hintFigures, positionOf } from "./figures.js";

/** @typedef {import("../answers.js").OneHint} OneHint */
/** @typedef {import("./types.js").Budget} Budget */
/** @typedef {import("./types.js").Engine} Engine */

const SHAPE = [9, 9];
const MINES = 17; // as dense as expert
const FIRST_CELL = 40;
const APART = 1_000_003n; // so that neighbouring seeds give other games
const RULES = { first_click: "opening", win: "cleared", on_mine: "stop", question_marks: false };
const TRAINED = ["subset", "overlap", "mine_count"];

/**
 * The fields of `exercise`. The same seed gives the same one.
 * @param {Engine} engine @param {bigint} seed @param {Budget} budget
 */
export function exerciseFigures(engine, seed, budget) {
  const topology = Topology.named(engine, "square", SHAPE);
  for (let stream = seed * APART; ; stream++) {
    const game = new Game(topology, MINES, RULES, { seed: BigInt.asUintN(64, stream) });
    try {
      game.act("open", FIRST_CELL);
      const hint = playOn(game, budget);
      if (hint === null) continue;
      const { rule, pattern, safe, mines, numbers, sentence } = hint;
      const ask = safe.length > 0 ? /** @type {const} */ ("safe") : /** @type {const} */ ("mine");
      return { board: topology.written(MINES), marks: marksText(game.marks), ask, rule, pattern, safe, mines, numbers, sentence };
    } finally {
      engine.release(game);
    }
  }
}

/** Plays what one number alone decides, until something to train follows. Null if nothing does. @param {Game} game @param {Budget} budget @returns {OneHint|null} */
function playOn(game, budget) {
  for (;;) {
    if (game.standing.status !== "playing") return null;
    const found = hintFigures(positionOf(game), { firstClick: null, all: true, trust_flags: false }, budget);
    const easy = found.hints.filter(({ rule }) => rule === "single");
    if (easy.length === 0) {
      const [next] = found.hints;
      return next?.rule && TRAINED.includes(next.rule) && next.difficulty === next.rule ? next : null;
    }
    for (const cell of easy.flatMap(({ mines }) => mines)) if (game.marks[cell] === HIDDEN) game.act("flag", cell);
    for (const cell of easy.flatMap(({ safe }) => safe)) if (game.standing.status === "playing") game.act("open", cell);
  }
}
