/** Hints, and why a game was lost, as messages write them. */

import { SAFE, analyse } from "../package/analysis.js";
import { EXPLODED, FLAG, Position } from "../package/board.js";
import { FIRST_CLICKS } from "../package/games.js";
import { Hint, cellsText, ranking } from "../package/hints.js";
import { filled } from "../package/wording.js";
import { percent } from "../package/words.js";
import { LIMITS } from "./protocol.js";
import { cellsWhere } from "./values.js";

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
const NO_CELLS = { safe: [], numbers: [], cells: [], best: null };

/** The hint for a position in which a cell is open. */
export function hintIn(position, budget) {
  return new Hint(position, null, budget.seconds);
}

/** The fields of `hint`. The rules are those of the game, if it is of one: they decide whether the first cell is safe. */
export function hintFigures(asked, budget, rules, { all, trust_flags }) {
  if (!isBegun(asked)) return beginning(asked, rules, all);
  let position = asked;
  if (trust_flags) {
    analyse(asked, true, budget.seconds); // its error names the flags
    const marks = asked.marks.map((mark) => (mark === FLAG ? EXPLODED : mark));
    position = new Position(asked.topology, marks, asked.mines);
  }
  const found = hintIn(position, budget);
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

/** The fields of `explanation`: what was certain before the move that lost, and the risk of that move. */
export function lossFigures(position, risk, budget) {
  const said = filled(risk === 1 ? ["loss_certain", {}] : ["loss_risk", { risk: percent(risk) }]);
  if (!isBegun(position)) return { ...NO_CELLS, risk, sentence: filled(["loss_at_first", { risk: said }]) };
  const { topology } = position;
  const { risks, verdicts, best } = analyse(position, false, budget.seconds);
  const safe = cellsWhere(verdicts, (verdict) => verdict === SAFE);
  if (safe.length > 0) return { risk, ...missed(position, said, safe, budget) };
  if (best === null || risks[best] >= risk) {
    return { ...NO_CELLS, risk, sentence: filled(["loss_least_risk", { risk: said }]) };
  }
  const cell = topology.describe(topology.cell(best));
  const sentence = filled(["loss_less_risk", { risk: said, least: percent(risks[best]), cell }]);
  return { ...NO_CELLS, risk, best, sentence };
}

/** The simplest proof of a safe cell. A proof that is too hard to find is left out. */
function missed(position, said, safe, budget) {
  const { topology } = position;
  let found = null;
  try {
    found = hintIn(position, budget);
  } catch (error) {
    if (error.type !== "budget") throw error;
  }
  const proof = found?.inTurn[0];
  if (proof === undefined || proof.safe.length === 0) {
    const cell = topology.describe(topology.cell(safe[0]));
    return { ...NO_CELLS, safe: safe.slice(0, 1), sentence: filled(["loss_safe_cell", { risk: said, cell }]) };
  }
  const told = deductionObject(found, proof);
  const { safe: proven, numbers, cells } = told;
  return { ...NO_CELLS, safe: proven, numbers, cells, sentence: filled(["loss_proven", { risk: said, proof: told.sentence }]) };
}

/** What one press after the other shows: the deductions, then the advice if no cell is safe. */
function inTurn(found) {
  const hints = found.inTurn.slice(0, LIMITS.HINTS).map((each) => deductionObject(found, each));
  if (found.endsInAdvice && hints.length < LIMITS.HINTS) hints.push({ ...NO_DEDUCTION, sentence: found.advice });
  return hints;
}

/** A deduction of a hint as fields, with what its sentence rests on. */
export function deductionObject(found, deduction) {
  const told = [...found.support(deduction), deduction];
  const index = (cell) => found.position.topology.index(cell);
  const indices = (name) => [...new Set(told.flatMap((each) => each[name].map(index)))];
  return {
    rule: deduction.rule,
    pattern: deduction.pattern,
    difficulty: deduction.difficulty,
    sentence: found.explain(deduction),
    safe: deduction.safe.map(index),
    mines: deduction.mines.map(index),
    numbers: indices("numbers"),
    cells: indices("given"),
    mine_count: told.some((each) => each.mine_count),
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

/** A good cell to begin with. The rules of a game may make the first cell safe. */
function beginning({ topology, mines }, rules, all) {
  const cell = goodFirstCell(topology, mines, rules?.first_click ?? "opening");
  const risk = (rules?.first_click ?? "any") === "any" ? mines / topology.size : 0;
  const named = cellsText(topology, [cell]);
  const sentence = filled([risk === 0 ? "beginning_safe" : "beginning", { cell: named }]);
  return {
    ...NO_DEDUCTION,
    certain: false,
    sentence,
    hints: all ? [{ ...NO_DEDUCTION, sentence }] : [],
    conclusion: filled(["nothing_else_known", {}]),
    guess: { cell, risk, win: null, reason: null },
    safest: { cell, risk },
    moves: [],
  };
}

/** The first cell that wins most often. */
export function goodFirstCell(topology, mines, firstClick) {
  return topology.ask("good_first_cell", [mines, FIRST_CLICKS.indexOf(firstClick)], [])[0](Float64Array)[0];
}

function isBegun({ marks }) {
  return marks.some((mark) => mark >= 0 || mark === EXPLODED);
}
