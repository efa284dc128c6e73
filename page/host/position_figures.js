/**
 * The questions about a position, and the figures that answer them, as messages write them. What is asked and answered are plain
 * values, so that another worker can answer, too.
 */

import { analyse, configurationsIn, mineCounts } from "../../js/analysis.js";
import { EXPLODED, FLAG, HIDDEN, Position, SAFE } from "../../js/board.js";
import { valuesIn } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { KINDS } from "../../js/game.js";
import { FIRST_CLICKS } from "../../js/rule_names.js";
import { Player } from "../../js/player.js";
import { cellOf, cellsWhere, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";

/** @import { ActionQuestion, Budget, CountedPosition, QuestionAnswers, QuestionDetails, QuestionName, Topology, Window } from "./types.js" */

const [PLAYER, ERROR, MOST_GAMES] = ["fast", 0.01, 1_000_000]; // of evaluations
const NUMBERS = 9; // a cell shows 0 to 8, except on some graphs
export const USUAL_RULES = { first_click: "opening", win: "cleared", on_mine: "stop", question_marks: false };

/**
 * By the names of the questions.
 * @type {{[Name in QuestionName]: (position: CountedPosition, details: QuestionDetails[Name], budget: Budget) => QuestionAnswers[Name]}}
 */
const ANSWERS = {
  analyse: analysisFigures,
  beliefs: beliefFigures,
  cell: cellFigures,
  evaluate: evaluationFigures,
  explain: lossFigures,
  hint: hintFigures,
  rank: (position, order, budget) => ({ moves: rankedGuesses(position, { ...order, byWin: true }, budget) }),
  risk: riskOf,
  structure: structureFigures,
};

/**
 * @template {QuestionName} Name @param {Name} question @param {CountedPosition} position @param {QuestionDetails[Name]} details @param {Budget} budget
 * @returns {QuestionAnswers[Name]}
 */
export function answerTo(question, position, details, budget) {
  return ANSWERS[question](position, details, budget);
}

/** The fields of `analyse`, without those about a game. @param {CountedPosition} position @param {QuestionDetails["analyse"]} details @param {Budget} budget */
function analysisFigures(position, details, budget) {
  const figures = probabilityFigures(position, details, budget);
  if (!details.guess || figures.safest === null) return figures;
  return { ...figures, ...guessFigures(position, details, figures.safest_risk, budget) };
}

/**
 * The fields of `analyse` except those about guesses.
 * @param {CountedPosition} position @param {QuestionDetails["analyse"]} details @param {Budget} budget @returns {import("../answers.js").Analysis}
 */
function probabilityFigures(position, { window, trust_flags, count, zeros }, budget) {
  const { topology } = position;
  const area = windowOn(topology, window);
  const cells = cellsIn(topology, area);
  const limit = budget.seconds;
  const analysis = analyse(position, trust_flags, limit);
  const { risks, log, exact, win, elapsed } = analysis;
  const safest = analysis.safest === null || Number.isNaN(risks[analysis.safest]) ? null : analysis.safest;
  const isCounted = position.claim === "";
  const configurations = count && isCounted ? configurationsIn(topology, { ...analysis, left: budget.seconds }) : null;
  const countOf = (/** @type {number} */ risk) => risks.reduce((sum, each) => sum + Number(each === risk), 0);
  return {
    window: area,
    mine_probability: Float32Array.from(cells, (cell) => risks[cell]),
    zero_probability: zeros ? zerosIn(position, budget, trust_flags, cells) : null,
    safe: cells.filter((cell) => risks[cell] === 0),
    mines: cells.filter((cell) => risks[cell] === 1),
    safe_count: countOf(0),
    mine_count: countOf(1),
    hidden: position.hiddenCells,
    mines_left: isCounted ? position.minesLeft : null,
    mine_counts: count ? mineCounts(position, budget.seconds) : null,
    safest,
    safest_risk: safest === null ? null : risks[safest],
    log10_configurations: Math.max(0, log / Math.LN10),
    configurations,
    win_probability: win,
    guess: null,
    moves: null,
    dead: null,
    exact,
    risk_taken: null,
    elapsed_ms: elapsed,
  };
}

/**
 * The fields about guesses: the best ones, and the dead cells.
 * @param {CountedPosition} position @param {QuestionDetails["analyse"]} details @param {number|null} leastRisk @param {Budget} budget
 */
function guessFigures(position, { moves: most, trust_flags }, leastRisk, budget) {
  const dead = position.claim === "" ? deadCells(position, trust_flags, budget) : null;
  if (leastRisk === 0) return { dead, moves: [], guess: null };
  const moves = rankedGuesses(position, { moves: most, trust_flags }, budget);
  if (moves.length === 0) return { dead, moves, guess: null };
  const win_probability = moves[0].figures?.win_probability ?? null;
  return { dead, moves, guess: moves[0].cell, win_probability };
}

/** @param {CountedPosition} position @param {boolean} trustFlags @param {Budget} budget */
function deadCells(position, trustFlags, budget) {
  const limit = budget.seconds;
  const cells = position.ask("dead_cells", [trustFlags, limit], [], "the search for dead cells", limit)[0];
  return Array.from(cells(Uint32Array));
}

/**
 * The guesses of a ranking, with their figures.
 * @param {CountedPosition} position @param {{moves: number, trust_flags: boolean, firstClick?: string, byWin?: boolean}} order @param {Budget} budget
 */
function rankedGuesses(position, { moves: most, trust_flags: trustFlags, firstClick: rule = "opening", byWin = false }, budget) {
  if (byWin) position.checkCount();
  const limit = budget.seconds;
  const numbers = [Math.min(most, position.topology.size), trustFlags, FIRST_CLICKS.indexOf(rule), byWin, limit];
  /** @type {import("../answers.js").Guess[]} */
  const moves = valuesIn(position.askWithClaim("rank", numbers, "the ranking", limit)[0]);
  return moves.filter(({ kind }) => kind === "open");
}

/**
 * The fields of `beliefs`: what a strategy itself believes.
 * @param {CountedPosition} position @param {QuestionDetails["beliefs"]} details @param {Budget} budget
 */
export function beliefFigures(position, { strategy, rules, window }, budget) {
  const { topology, mines, marks } = position;
  const area = windowOn(topology, window);
  const open = position.hiddenCells + cellsWhere(marks, (mark) => mark === EXPLODED).length <= mines;
  if (open && (rules ?? USUAL_RULES).win === "cleared") {
    throw new SapperError("game", "there is no move: all safe cells are open, so this game is over");
  }
  try {
    analyse(position, false, budget.seconds); // its error names the numbers in conflict
  } catch (error) {
    if (error.type !== "budget") throw error; // strategies that do not count can still play
  }
  const player = new Player(topology, mines, rules ?? USUAL_RULES, strategy);
  player.beginAt(position, budget.seconds);
  const { safe, mines: mined, risks, statements } = player.beliefs(budget.seconds);
  topology.engine.release(player);
  const cells = cellsIn(topology, area);
  const inside = new Set(cells);
  const near = statements.filter((each) => each.cells.some((cell) => inside.has(cell)));
  return {
    strategy,
    window: area,
    risk: Float32Array.from(cells, (cell) => risks?.[cell] ?? NaN),
    safe: safe.filter((cell) => inside.has(cell)),
    mines: mined.filter((cell) => inside.has(cell)),
    safe_count: safe.length,
    mine_count: mined.length,
    statements: near.slice(0, LIMITS.STATEMENTS),
    statement_count: statements.length,
  };
}

/** The fields of `cell`. @param {CountedPosition} position @param {QuestionDetails["cell"]} details @param {Budget} budget */
export function cellFigures(position, { cell, trust_flags: trustFlags }, budget) {
  hiddenCell(position, cell);
  const limit = budget.seconds;
  const results = position.ask("aftermath_of", [cell, trustFlags, limit], [], "the figures of the cell", limit);
  const [risk, log, progress, next_safety, proven] = results[0](Float64Array);
  const numbers = Array.from(results[1](Float64Array));
  return {
    cell,
    risk,
    configurations: withMine(position, cell, budget, trustFlags),
    log10_configurations: risk > 0 ? (log + Math.log(risk)) / Math.LN10 : null,
    numbers: [...numbers, ...Array.from({ length: NUMBERS }, () => 0)].slice(0, Math.max(NUMBERS, position.topology.mostAround + 1)),
    progress,
    next_safety,
    win: proven === 1 ? 1 - risk : null,
  };
}

/** Refuses cells that are not there or not hidden. @param {CountedPosition} position @param {number} cell */
export function hiddenCell({ topology, marks }, cell) {
  const place = cellOf(topology, cell);
  if (marks[cell] >= 0 || marks[cell] === EXPLODED || marks[cell] === SAFE) {
    throw wrong(`${topology.describe(place)} is open: only hidden cells have figures`);
  }
}

/** Refuses boards on which the chance to win takes too long. @param {{topology: Topology}} position */
export function checkForChance({ topology }) {
  if (topology.size <= LIMITS.CHANCE_CELLS) return;
  const most = LIMITS.CHANCE_CELLS.toLocaleString("en");
  throw new SapperError("too_large", `the chance to win is estimated on boards of at most ${most} cells`);
}

/** The fields of `structure`. @param {CountedPosition} position @param {QuestionDetails["structure"]} details */
export function structureFigures(position, { trust_flags }) {
  const results = position.askWithClaim("anatomy", [trust_flags]);
  const lists = [0, 1, 3, 4, 5, 6].map((number) => Array.from(results[number](Uint32Array)));
  const [safe, mines, shapes, numbers, groups, cells] = lists;
  const components = [];
  for (let i = 0; i < shapes.length; i += 2) {
    const its = numbers.splice(0, shapes[i]);
    const sweep = groups.splice(0, shapes[i + 1]).map((size) => cells.splice(0, size));
    components.push({ cells: sweep.flat(), numbers: its, sweep });
  }
  return { safe, mines, components, sea: results[2](Float64Array)[0] };
}

/** A window: top, left, bottom and right. Null means the whole board. @param {Topology} topology @param {Window} window */
export function windowOn({ shape: [rows, columns] }, window) {
  if (window === null) return [0, 0, rows, columns];
  const [top, left, bottom, right] = window;
  if (!(top <= bottom && bottom <= rows && left <= right && right <= columns)) {
    throw wrong(`the window [${window.join(", ")}] is not on a board of ${rows} x ${columns}`);
  }
  return window;
}

/** @param {Topology} topology @param {number[]} window */
function cellsIn({ shape: [, columns] }, [top, left, bottom, right]) {
  const cells = [];
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) cells.push(row * columns + column);
  }
  return cells;
}

/**
 * The chance of a zero for every hidden cell of a window; null if it is too large.
 * @param {CountedPosition} position @param {Budget} budget @param {boolean} trustFlags @param {number[]} cells
 */
function zerosIn(position, budget, trustFlags, cells) {
  if (cells.length > LIMITS.ZERO_CELLS) return null;
  const limit = budget.seconds;
  const inputs = [Uint32Array.from(cells)];
  const results = position.ask("zero_chances", [trustFlags, limit], inputs, "the chances of zeros", limit);
  return Float32Array.from(results[0](Float64Array));
}

/**
 * The exact number of configurations with a mine in the cell; null if it is not known.
 * @param {CountedPosition} position @param {number} cell @param {Budget} budget @param {boolean} trustFlags
 */
function withMine({ topology, mines, marks }, cell, budget, trustFlags) {
  const marksWithFlag = trustFlags ? marks.slice() : marks.map((mark) => (mark === FLAG ? HIDDEN : mark));
  marksWithFlag[cell] = FLAG;
  try {
    const analysis = analyse(new Position(topology, marksWithFlag, mines), true, budget.seconds);
    return configurationsIn(topology, { ...analysis, left: budget.seconds });
  } catch (error) {
    if (error.type === "contradiction") return "0";
    throw error;
  }
}

/**
 * The chance to win. `firstClick` is what the rules guarantee.
 * @param {CountedPosition} position @param {QuestionDetails["evaluate"]} details @param {Budget} budget @returns {import("../answers.js").Evaluation}
 */
function evaluationFigures(position, { firstClick, trust_flags }, budget) {
  const numbers = [FIRST_CLICKS.indexOf(firstClick), trust_flags, ERROR, MOST_GAMES, budget.seconds];
  const [win_probability, error, exact] = position.ask("evaluate", numbers, [PLAYER])[0](Float64Array);
  return { win_probability, error, exact: exact === 1 };
}

/**
 * The fields of `hint`. What the first click promises decides whether the first cell is safe; null promises nothing.
 * @param {CountedPosition} position @param {QuestionDetails["hint"]} details @param {Budget} budget @returns {import("../answers.js").Hint}
 */
export function hintFigures(position, { firstClick, all, trust_flags }, budget) {
  const subject = trust_flags ? withFlagsAsMines(position, budget) : position;
  const limit = budget.seconds;
  const rule = firstClick === null ? -1 : FIRST_CLICKS.indexOf(firstClick);
  const numbers = [rule, all ? LIMITS.HINTS : 0, LIMITS.COMPARISONS, limit];
  return valuesIn(subject.askWithClaim("page_hint", numbers, "the search for hints", limit)[0]);
}

/** A position in which the flags are known mines. @param {CountedPosition} position @param {Budget} budget @returns {CountedPosition} */
function withFlagsAsMines(position, budget) {
  const { topology, marks, mines, claim } = position;
  analyse(position, true, budget.seconds); // its error names the flags
  return new Position(topology, marks.map((mark) => (mark === FLAG ? EXPLODED : mark)), mines, claim);
}

/**
 * The fields of `explain`.
 * @param {CountedPosition} position @param {ActionQuestion} move the action that lost in this position @param {Budget} budget
 * @returns {import("../answers.js").Loss}
 */
function lossFigures(position, { kind, cell, firstIsSafe, byRule = false }, budget) {
  const limit = budget.seconds;
  const numbers = [KINDS.indexOf(kind), cell, firstIsSafe, byRule, limit];
  return valuesIn(position.ask("page_loss", numbers, [], "the explanation of the loss", limit)[0]);
}

/** The first cell that wins most often. @param {Topology} topology @param {number} mines @param {string} firstClick */
export function goodFirstCell(topology, mines, firstClick) {
  return topology.ask("good_first_cell", [mines, FIRST_CLICKS.indexOf(firstClick)], [])[0](Float64Array)[0];
}

/**
 * The chance that opening or chording a cell opens a mine, as far as the position shows.
 * @param {CountedPosition} position @param {ActionQuestion} action @param {Budget} budget
 */
function riskOf(position, { kind, cell, firstIsSafe }, budget) {
  const limit = budget.seconds;
  const numbers = [KINDS.indexOf(kind), cell, firstIsSafe, limit];
  return position.ask("action_risk", numbers, [], "the risk of the action", limit)[0](Float64Array)[0];
}
