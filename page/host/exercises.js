/**
 * Exercises for training, and puzzles. The exercises are positions of games that are played here move by move: all that one number alone decides is
 * open or has a flag, and what follows next takes two numbers, or the mine count.
 */

import { HIDDEN, Topology } from "../../js/board.js";
import { Game } from "../../js/game.js";
import { namesOf } from "../../js/strategies.js";
import { unknown } from "../../js/words.js";
import { marksText, positionOf, wrong } from "./boards.js";
import { hintFigures } from "./figures.js";

/** @typedef {import("../answers.js").OneHint} OneHint */
/** @typedef {import("./types.js").Budget} Budget */
/** @typedef {import("./types.js").Engine} Engine */

const SHAPE = [9, 9];
const MINES = 17; // as dense as expert
const FIRST_CELL = 40;
const APART = 1_000_003n; // so that neighbouring seeds give other games
const RULES = { first_click: "opening", win: "cleared", on_mine: "stop", question_marks: false };
const TRAINING_RULES = ["subset", "overlap", "mine_count"];

/**
 * The fields of `exercise`. The same seed gives the same one.
 * @param {Engine} engine @param {bigint} seed @param {Budget} budget
 */
export function exerciseFigures(engine, seed, budget) {
  const topology = Topology.byName(engine, "square", SHAPE);
  for (let stream = seed * APART; ; stream++) {
    const game = new Game(topology, MINES, RULES, { seed: BigInt.asUintN(64, stream) });
    try {
      game.act("open", FIRST_CELL);
      const hint = playOn(game, budget);
      if (hint === null) continue;
      const { rule, pattern, safe, mines, numbers, sentence } = hint;
      const ask = safe.length > 0 ? /** @type {const} */ ("safe") : /** @type {const} */ ("mine");
      return { board: topology.boardJson(MINES), marks: marksText(game.marks), ask, rule, pattern, safe, mines, numbers, sentence };
    } finally {
      engine.release(game);
    }
  }
}

/**
 * The fields of `puzzle`: numbers that prove where all mines are. The same seed gives the same one, also in Python.
 * @param {import("./types.js").Board} board @param {{hardest: string, seed: string}} request @param {Budget} budget
 */
export function puzzleFigures({ topology, mines }, { hardest, seed }, budget) {
  const { rules } = namesOf(topology.engine);
  if (!rules.includes(hardest)) throw wrong(`'hardest': ${unknown("rule", hardest, rules)}`);
  const numbers = [mines, rules.indexOf(hardest), BigInt.asUintN(64, BigInt(seed)), budget.seconds];
  const [figures, marks] = topology.ask("make_puzzle", numbers, [], "making the puzzle", budget.seconds);
  const [rule, steps, number] = figures(Float64Array);
  return { board: topology.boardJson(mines), marks: marksText(marks(Int16Array)), hardest: rules[rule], steps, number };
}

/** Plays what one number alone decides, until something to train follows. Null if nothing does. @param {Game} game @param {Budget} budget @returns {OneHint|null} */
function playOn(game, budget) {
  for (;;) {
    if (game.standing.status !== "playing") return null;
    const figures = hintFigures(positionOf(game), { firstClick: null, all: true, trust_flags: false }, budget);
    const easy = figures.hints.filter(({ rule }) => rule === "single");
    if (easy.length === 0) {
      const [next] = figures.hints;
      return next?.rule && TRAINING_RULES.includes(next.rule) && next.difficulty === next.rule ? next : null;
    }
    for (const cell of easy.flatMap(({ mines }) => mines)) if (game.marks[cell] === HIDDEN) game.act("flag", cell);
    for (const cell of easy.flatMap(({ safe }) => safe)) if (game.standing.status === "playing") game.act("open", cell);
  }
}
