/** Figures of positions, as messages write them. */

import { analyse, configurationsIn } from "../../js/analysis.js";
import { EXPLODED, FLAG, HIDDEN, Position } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { Player } from "../../js/player.js";
import { LIMITS } from "./protocol.js";
import { cellOf, cellsWhere, floats } from "./values.js";

/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Rules} Rules */
/** @typedef {import("./shapes.js").Topology} Topology */
/** @typedef {import("./shapes.js").Window} Window */

const NUMBERS = 9; // a cell shows 0 to 8 on the boards of the page
const USUAL_RULES = { first_click: "opening", win: "cleared", on_mine: "stop", question_marks: false };

/**
 * The fields of `analysis`, without those about guesses and about a game.
 * @param {Counted} position @param {Budget} budget @param {{window: Window, trust_flags: boolean, count: boolean, zeros: boolean}} asked
 */
export function analysisFigures(position, budget, { window, trust_flags, count, zeros }) {
  const { topology } = position;
  const shown = windowOn(topology, window);
  const cells = cellsIn(topology, shown);
  const limit = budget.seconds;
  const found = analyse(position, trust_flags, limit);
  const { risks, log, exact, best, win, elapsed } = found;
  const configurations = count ? configurationsIn(topology, { ...found, left: budget.seconds }) : null;
  const countOf = (/** @type {number} */ risk) => risks.reduce((sum, each) => sum + Number(each === risk), 0);
  return {
    window: shown,
    mine_probability: floats(cells.map((cell) => risks[cell])),
    zero_probability: zeros ? zerosIn(position, budget, trust_flags, cells) : null,
    safe: cells.filter((cell) => risks[cell] === 0),
    mines: cells.filter((cell) => risks[cell] === 1),
    safe_count: countOf(0),
    mine_count: countOf(1),
    hidden: position.hiddenCells,
    mines_left: position.mines - cellsWhere(position.marks, (mark) => mark === EXPLODED || mark === FLAG).length,
    best,
    best_risk: best === null ? null : risks[best],
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

/** The dead cells of a position that some minefield fits. @param {Counted} position @param {boolean} trustFlags @param {Budget} budget */
export function deadCells(position, trustFlags, budget) {
  const limit = budget.seconds;
  const results = position.ask("dead_cells", [trustFlags, limit], [], "the search for dead cells", limit);
  return Array.from(results[0](Uint32Array));
}

/**
 * The fields of `beliefs`: what a strategy itself believes.
 * @param {Counted} position @param {string} strategy @param {Rules|null} rules @param {Budget} budget @param {Window} window
 */
export function beliefFigures(position, strategy, rules, budget, window) {
  const { topology, mines, marks } = position;
  const shown = windowOn(topology, window);
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
  const cells = cellsIn(topology, shown);
  const inside = new Set(cells);
  const near = statements.filter((each) => each.cells.some((cell) => inside.has(cell)));
  return {
    strategy,
    window: shown,
    risk: floats(cells.map((cell) => risks?.[cell] ?? NaN)),
    safe: safe.filter((cell) => inside.has(cell)),
    mines: mined.filter((cell) => inside.has(cell)),
    safe_count: safe.length,
    mine_count: mined.length,
    statements: near.slice(0, LIMITS.STATEMENTS),
    statement_count: statements.length,
  };
}

/** The fields of `cell`. @param {Counted} position @param {number} cell @param {Budget} budget @param {boolean} trustFlags */
export function cellFigures(position, cell, budget, trustFlags) {
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
    numbers: [...numbers, ...Array.from({ length: NUMBERS }, () => 0)].slice(0, NUMBERS),
    progress,
    next_safety,
    win: proven === 1 ? 1 - risk : null,
  };
}

/** Refuses cells that are not there or not hidden. @param {Counted} position @param {number} cell */
export function hiddenCell({ topology, marks }, cell) {
  const place = cellOf(topology, cell);
  if (marks[cell] >= 0 || marks[cell] === EXPLODED) {
    throw new SapperError("request", `${topology.describe(place)} is open: only hidden cells have figures`);
  }
}

/** Refuses boards on which the chance to win takes too long. @param {{topology: Topology}} position */
export function checkForChance({ topology }) {
  if (topology.size <= LIMITS.CHANCE_CELLS) return;
  const most = LIMITS.CHANCE_CELLS.toLocaleString("en");
  throw new SapperError("too_large", `the chance to win is estimated on boards of at most ${most} cells`);
}

/** The fields of `structure`. @param {Counted} position @param {boolean} trustFlags */
export function structureFigures(position, trustFlags) {
  const results = position.ask("anatomy", [trustFlags], []);
  const lists = [0, 1, 3, 4, 5, 6].map((number) => Array.from(results[number](Uint32Array)));
  const [safe, mines, shapes, numbers, groups, cells] = lists;
  const components = [];
  for (let i = 0; i < shapes.length; i += 2) {
    const its = numbers.splice(0, shapes[i]);
    const sweep = groups.splice(0, shapes[i + 1]).map((size) => cells.splice(0, size));
    components.push({ cells: sweep.flat(), numbers: its, sweep });
  }
  return { type: /** @type {const} */ ("structure"), safe, mines, components, sea: results[2](Float64Array)[0] };
}

/** A window: top, left, bottom and right. Null means the whole board. @param {Topology} topology @param {Window} window */
export function windowOn({ shape: [rows, columns] }, window) {
  if (window === null) return [0, 0, rows, columns];
  const [top, left, bottom, right] = window;
  if (!(top <= bottom && bottom <= rows && left <= right && right <= columns)) {
    const text = `the window [${window.join(", ")}] is not on a board of ${rows} x ${columns}`;
    throw new SapperError("request", text);
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
 * @param {Counted} position @param {Budget} budget @param {boolean} trustFlags @param {number[]} cells
 */
function zerosIn(position, budget, trustFlags, cells) {
  if (cells.length > LIMITS.ZERO_CELLS) return null;
  const limit = budget.seconds;
  const inputs = [Uint32Array.from(cells)];
  const results = position.ask("zero_chances", [trustFlags, limit], inputs, "the chances of zeros", limit);
  return floats(results[0](Float64Array));
}

/**
 * The exact number of configurations with a mine in the cell; null if it is not known.
 * @param {Counted} position @param {number} cell @param {Budget} budget @param {boolean} trustFlags
 */
function withMine({ topology, mines, marks }, cell, budget, trustFlags) {
  const flagged = trustFlags ? marks.slice() : marks.map((mark) => (mark === FLAG ? HIDDEN : mark));
  flagged[cell] = FLAG;
  try {
    const found = analyse(new Position(topology, flagged, mines), true, budget.seconds);
    const configurations = configurationsIn(topology, { ...found, left: budget.seconds });
    return configurations;
  } catch (error) {
    if (error.type === "contradiction") return "0";
    throw error;
  }
}
