/** The questions about a position. What they ask and answer are plain values, so that a helper can answer them, too. */

import { Position } from "../../js/board.js";
import { FIRST_CLICKS } from "../../js/games.js";
import { riskOf } from "./accumulated.js";
import {
  analysisFigures, beliefFigures, cellFigures, deadCells, structureFigures,
} from "./figures.js"; // prettier-ignore
import { hintFigures, lossFigures, rankedGuesses } from "./hints.js";

const [PLAYER, ERROR, MOST_GAMES] = ["fast", 0.01, 1_000_000]; // of evaluations

/** Functions of a position, what is asked about it, and a budget. */
export const QUESTIONS = {
  analyse,
  beliefs: (position, { strategy, rules, window }, budget) => beliefFigures(position, strategy, rules, budget, window),
  cell: (position, { cell, trust_flags }, budget) => cellFigures(position, cell, budget, trust_flags),
  evaluate,
  explain: lossFigures,
  hint: (position, asked, budget) => hintFigures(position, budget, asked.rules, asked),
  risk: riskOf,
  structure: (position, { trust_flags }) => structureFigures(position, trust_flags),
};

function analyse(position, asked, budget) {
  const answer = analysisFigures(position, budget, asked);
  if (!asked.guess || answer.best === null) return answer;
  return { ...answer, ...guessFigures(position, budget, asked, answer) };
}

/** The fields of `analysis` about guesses: the best ones, and the dead cells. */
function guessFigures(position, budget, { moves: most, trust_flags }, known) {
  const dead = deadCells(position, trust_flags, budget);
  if (known.best_risk === 0) return { dead, moves: [], guess: null };
  const moves = rankedGuesses(position, most, trust_flags, budget);
  const win_probability = moves[0].figures?.win_probability ?? null;
  return { dead, moves, guess: moves[0].cell, win_probability };
}

/** The chance to win. @param firstClick what the rules guarantee */
function evaluate(position, { firstClick }, budget) {
  const numbers = [FIRST_CLICKS.indexOf(firstClick), ERROR, MOST_GAMES, budget.seconds];
  const [win_probability, error, exact] = position.ask("evaluate", numbers, [PLAYER])[0](Float64Array);
  return { win_probability, error, exact: exact === 1 };
}

/** What the player of a game sees. */
export function positionOf(game) {
  return new Position(game.topology, game.marks, game.mines);
}
