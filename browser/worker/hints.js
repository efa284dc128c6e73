/** Hints, and why a game was lost, as messages write them. */

import { analyse } from "../package/analysis.js";
import { EXPLODED, FLAG, Position } from "../package/board.js";
import { valuesIn } from "../package/engine.js";
import { KINDS } from "../package/game.js";
import { FIRST_CLICKS } from "../package/games.js";
import { Hint, ranking } from "../package/hints.js";
import { filled } from "../package/wording.js";
import { LIMITS } from "./protocol.js";

const NO_DEDUCTION = {
  rule: null,
  pattern: null,
  difficulty: null,
  safe: [],
  mines: [],
  numbers: [],
  cells: [],
  mine_count: false,
};

/** The hint for a position. The rules are those of the game, if it is of one. */
export function hintIn(position, budget, rules = null) {
  return new Hint(position, null, budget.seconds, rules?.first_click);
}

/** The fields of `hint`. The rules are those of the game, if it is of one: they decide whether the first cell is safe. */
export function hintFigures(asked, budget, rules, { all, trust_flags }) {
  let position = asked;
  if (trust_flags) {
    analyse(asked, true, budget.seconds); // its error names the flags
    const marks = asked.marks.map((mark) => (mark === FLAG ? EXPLODED : mark));
    position = new Position(asked.topology, marks, asked.mines);
  }
  const found = hintIn(position, budget, rules);
  const [deduction] = found.inTurn;
  return {
    ...(deduction === undefined ? NO_DEDUCTION : deductionObject(found, deduction)),
    certain: deduction !== undefined,
    sentence: found.text,
    hints: all ? inTurn(found) : [],
    conclusion: found.conclusion,
    ...guessOf(found, budget),
  };
}

/** The guesses of a ranking, with their figures. */
export function rankedGuesses(position, most, trustFlags, budget) {
  const index = (cell) => position.topology.index(cell);
  const moves = ranking(position, most, null, budget.seconds, trustFlags);
  return moves.filter(({ kind }) => kind === "open").map((move) => ({ ...move, cell: index(move.cell) }));
}

/** The fields of `explanation`. @param move the action that lost in this position: kind, cell and firstIsSafe */
export function lossFigures(position, { kind, cell, firstIsSafe }, budget) {
  const limit = budget.seconds;
  const numbers = [KINDS.indexOf(kind), cell, firstIsSafe, limit];
  const [found] = position.ask("loss", numbers, [], "the explanation of the loss", limit);
  const { risk, safe, numbers: premises, given, best, sentence } = valuesIn(found);
  return { risk, safe, numbers: premises, cells: given, best, sentence: filled(sentence) };
}

/** What one press after the other shows: the deductions, then the advice if no cell is safe. */
function inTurn(found) {
  const hints = found.inTurn.slice(0, LIMITS.HINTS).map((each) => deductionObject(found, each));
  if (found.endsInAdvice && hints.length < LIMITS.HINTS) hints.push({ ...NO_DEDUCTION, sentence: found.advice });
  return hints;
}

/** A deduction of a hint as fields, with what its sentence rests on. */
export function deductionObject(found, deduction) {
  const index = (cell) => found.position.topology.index(cell);
  const { numbers, given, mine_count } = found.premises(deduction);
  return {
    rule: deduction.rule,
    pattern: deduction.pattern,
    difficulty: deduction.difficulty,
    sentence: found.explain(deduction),
    safe: deduction.safe.map(index),
    mines: deduction.mines.map(index),
    numbers,
    cells: given,
    mine_count,
  };
}

function guessOf({ position, guess }, budget) {
  if (guess === null) return { guess: null, safest: null, moves: [] };
  const { topology } = position;
  const { cell, risk, safest, safest_risk, reason, figures } = guess;
  return {
    guess: { cell: topology.index(cell), risk, win: figures?.win_probability ?? null, reason },
    safest: { cell: topology.index(safest), risk: safest_risk },
    moves: figures === null ? [] : compared(position, budget),
  };
}

/** The best guesses with their figures; none if the time is up. */
function compared(position, budget) {
  try {
    return rankedGuesses(position, LIMITS.COMPARED, false, budget);
  } catch (error) {
    if (error.type === "budget") return [];
    throw error;
  }
}

/** The first cell that wins most often. */
export function goodFirstCell(topology, mines, firstClick) {
  return topology.ask("good_first_cell", [mines, FIRST_CLICKS.indexOf(firstClick)], [])[0](Float64Array)[0];
}
