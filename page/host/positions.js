/** The questions about a position. What they ask and answer are plain values, so that a helper can answer them, too. */

import { Position } from "../../js/board.js";
import { FIRST_CLICKS } from "../../js/games.js";
import { riskOf } from "./accumulated.js";
import {
  analysisFigures, beliefFigures, cellFigures, deadCells, structureFigures,
} from "./figures.js"; // prettier-ignore
import { hintFigures, lossFigures, rankedGuesses } from "./hints.js";

/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Rules} Rules */
/** @typedef {import("./shapes.js").Window} Window */

/** @typedef {{window: Window, trust_flags: boolean, count: boolean, zeros: boolean, guess: boolean, moves: number}} AnalysisAsked */
/** @typedef {keyof typeof QUESTIONS} QuestionName */
/** What a question is answered with. @template {QuestionName} Name @typedef {ReturnType<typeof QUESTIONS[Name]>} Found */
/** @typedef {{strategy: string, rules: Rules|null, window: Window}} BeliefsAsked */
/** @typedef {{rules: Rules|null, all: boolean, trust_flags: boolean}} PageHintOrder */

const [PLAYER, ERROR, MOST_GAMES] = ["fast", 0.01, 1_000_000]; // of evaluations

/** Functions of a position, what is asked about it, and a budget. */
export const QUESTIONS = {
  analyse,
  beliefs: (/** @type {Counted} */ position, /** @type {BeliefsAsked} */ { strategy, rules, window }, /** @type {Budget} */ budget) => beliefFigures(position, strategy, rules, budget, window),
  cell: (/** @type {Counted} */ position, /** @type {{cell: number, trust_flags: boolean}} */ { cell, trust_flags }, /** @type {Budget} */ budget) => cellFigures(position, cell, budget, trust_flags),
  evaluate,
  explain: lossFigures,
  hint: (/** @type {Counted} */ position, /** @type {PageHintOrder} */ asked, /** @type {Budget} */ budget) => hintFigures(position, budget, asked.rules, asked),
  risk: riskOf,
  structure: (/** @type {Counted} */ position, /** @type {{trust_flags: boolean}} */ { trust_flags }) => structureFigures(position, trust_flags),
};

/**
 * The function that answers a question. Each takes what its question asks.
 * @template {QuestionName} Name @param {Name} question @returns {(position: Counted, asked: object, budget: Budget) => Found<Name>}
 */
export function answerFrom(question) {
  return /** @type {(position: Counted, asked: object, budget: Budget) => Found<Name>} */ (/** @type {unknown} */ (QUESTIONS[question]));
}

/** @param {Counted} position @param {AnalysisAsked} asked @param {Budget} budget @returns {import("../answers.js").Analysis<string>} */
function analyse(position, asked, budget) {
  const answer = analysisFigures(position, budget, asked);
  if (!asked.guess || answer.best === null) return answer;
  return { ...answer, ...guessFigures(position, budget, asked, answer) };
}

/**
 * The fields of `analysis` about guesses: the best ones, and the dead cells.
 * @param {Counted} position @param {Budget} budget @param {AnalysisAsked} asked @param {{best_risk: number|null}} known
 */
function guessFigures(position, budget, { moves: most, trust_flags }, known) {
  const dead = deadCells(position, trust_flags, budget);
  if (known.best_risk === 0) return { dead, moves: [], guess: null };
  const moves = rankedGuesses(position, most, trust_flags, budget);
  const win_probability = moves[0].figures?.win_probability ?? null;
  return { dead, moves, guess: moves[0].cell, win_probability };
}

/**
 * The chance to win. `firstClick` is what the rules guarantee.
 * @param {Counted} position @param {{firstClick: string}} asked @param {Budget} budget
 */
function evaluate(position, { firstClick }, budget) {
  const numbers = [FIRST_CLICKS.indexOf(firstClick), ERROR, MOST_GAMES, budget.seconds];
  const [win_probability, error, exact] = position.ask("evaluate", numbers, [PLAYER])[0](Float64Array);
  return { win_probability, error, exact: exact === 1 };
}

/** What the player of a game sees. @param {import("../../js/game.js").Game} game @returns {Counted} */
export function positionOf(game) {
  return new Position(game.topology, game.marks, game.mines);
}
