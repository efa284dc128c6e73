/** Reviews of recordings, as messages write them. */

import { valuesIn } from "../../js/engine.js";
import { KINDS } from "../../js/game.js";
import { ON_MINES, STATUSES, WINS } from "../../js/games.js";
import { namesOf } from "../../js/strategies.js";
import { LIMITS } from "./protocol.js";
import { cellsWhere } from "./values.js";

/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Click} Click */
/** @typedef {import("./shapes.js").Progress} Progress */
/** @typedef {import("./shapes.js").Recording} Recording */
/** @typedef {import("./shapes.js").Topology} Topology */

/**
 * What the engine says about a move; the verdict and the rule by their numbers.
 * @typedef {object} Judged
 * @property {number} verdict
 * @property {boolean} guess
 * @property {number|null} risk null for the first cell, and where it is not known
 * @property {number|null} rule
 * @property {number|null} best
 * @property {number|null} best_risk
 * @property {string|null} reason
 * @property {string|null} sentence
 * @property {number[]} safe
 * @property {number} safe_count
 * @property {boolean} riskier
 * @property {number[]} numbers
 * @property {number[]} given
 * @property {boolean} over whether the game is over
 */
/** The cells that a move changed, and their marks then. @typedef {{judged: Judged, cells: number[], values: number[]}} Repeated */
/** @typedef {(click: Click, found: Repeated) => void} Take */
/**
 * What the engine says about all moves; what it has of them depends on whether it followed the chance to win.
 * @typedef {Omit<import("./shapes.js").Reported, "status"|"accuracy"|"chance_lost"> & {status: number, accuracy: number,
 *   chance_lost: number, needed_luck: number, fair: boolean, grade_names: string[], grades: number[], chances: (import("../answers.js").MoveChance|null)[]}} Found
 */

const ABOUT = "the review";
const VERDICTS = ["first", "certain", "forced", "needless", "slip", "flag", "idle"]; // by the engine's numbers
const NO_CELL = 0xffffffff;

/**
 * The fields of `review`, as a generator that rests after every move.
 * @param {Recording} recording @param {Budget} budget @param {Progress} progress
 */
export function* reviewFigures(recording, budget, progress) {
  const { topology, mined, guess, rules } = recording;
  const { rules: difficulties } = namesOf(topology.engine);
  /** @type {(ReturnType<typeof toldMove> & Pick<Repeated, "cells"|"values"> & {n: number, luck: number, missed_rule: string|null})[]} */
  const moves = [];
  let luck = 1;
  /** @type {Take} */
  const take = (click, { judged, cells, values }) => {
    if (judged.guess && click !== guess) luck *= 1 - (judged.risk ?? 0);
    const missed_rule = judged.rule === null ? null : difficulties[judged.rule];
    moves.push({ n: moves.length + 1, cells, values, luck, missed_rule, ...toldMove(click, judged) });
  };
  const found = yield* repeated(recording, false, budget, progress, take);
  if (guess !== null) take(guess, { ...repeat(topology, guess, budget), cells: [], values: [] });
  const { forced, riskier, slips, needed_luck, fair } = found;
  const needless = moves.filter(({ verdict }) => verdict === "needless").length; // with that guess
  return {
    board: recording.board,
    level: recording.level,
    ...rules,
    status: guess === null ? STATUSES[found.status] : "lost",
    mined: cellsWhere(mined, (mine) => mine === 1),
    duration_ms: recording.duration_ms,
    about: recording.about,
    moves,
    lost_by_guess: guess !== null,
    pointer: recording.pointer,
    metrics: recording.metrics,
    summary: {
      risk_taken: 1 - found.luck,
      luck: found.luck,
      needed_luck,
      forced,
      riskier,
      needless,
      slips,
      missed: needless + slips, // a cell was safe
      fair,
      zini: topology.ask("measure", [], [mined])[0](Float64Array)[3],
    },
    result: recording.result,
  };
}

/** The fields of `chances`, as such a generator. @param {Recording} recording @param {Budget} budget @param {Progress} progress */
export function* chanceFigures(recording, budget, progress) {
  const found = yield* repeated(recording, true, budget, progress, () => {});
  const { accuracy, chance_lost, chances } = found;
  const grades = Object.fromEntries(found.grade_names.map((name, i) => [name, found.grades[i]]));
  const moves = chances.map((chance, i) => chance && { n: i + 1, ...chance }).filter((move) => move !== null);
  return { accuracy, chance_lost, grades, moves };
}

/**
 * What a report needs of a game, as such a generator. Its mistakes are the needless guesses.
 *
 * @param {Recording} recording @param {boolean} byWin whether to follow the chance to win @param {Budget} budget
 * @returns {Generator<void, import("./shapes.js").Reported>}
 */
export function* reportedGame(recording, byWin, budget) {
  const { topology, guess, board, level, played, mode, seconds } = recording;
  const { rules } = namesOf(topology.engine);
  /** @type {import("./shapes.js").Mistake[]} */
  const mistakes = [];
  let move = 0;
  /** @type {Take} */
  const take = ({ cell }, { judged: { verdict, risk, best, rule, reason } }) => {
    if (VERDICTS[verdict] === "needless") {
      if (risk === null || best === null || rule === null) throw new Error("a needless guess has a risk, a better cell and a rule");
      mistakes.push({ move, cell, risk, best, rule: rules[rule], reason });
    }
    move += 1;
  };
  const found = yield* repeated(recording, byWin, budget, () => {}, take);
  if (guess !== null) take(guess, repeat(topology, guess, budget));
  const { forced, riskier, slips, expected, struck, excess, luck, accuracy, chance_lost } = found;
  const { three_bv, solved, clicks } = recording.metrics;
  return {
    board, level, played, mode, seconds: seconds || null, three_bv, solved, clicks, mistakes,
    status: guess === null ? STATUSES[found.status] : "lost",
    forced, riskier, slips, expected, struck, excess, luck, needless: mistakes.length,
    accuracy: byWin ? accuracy : null,
    chance_lost: byWin ? chance_lost : null,
  };
}

/**
 * Repeats a game in the engine up to its end, hands over what is found about each move, and returns what is about all.
 * @param {Recording} recording @param {boolean} byWin @param {Budget} budget @param {Progress} progress @param {Take} take @returns {Generator<void, Found>}
 */
function* repeated({ topology, mined, clicks, rules }, byWin, budget, progress, take) {
  const { win, on_mine, question_marks } = rules;
  const numbers = [WINS.indexOf(win), ON_MINES.indexOf(on_mine), question_marks, byWin];
  topology.ask("begin_review", [...numbers, budget.seconds], [mined], ABOUT, budget.seconds);
  for (const [number, click] of clicks.entries()) {
    const found = repeat(topology, click, budget);
    take(click, found);
    progress(number + 1, clicks.length);
    yield;
    if (found.judged.over) break;
  }
  return valuesIn(topology.goOn("end_review", [budget.seconds], ABOUT, budget.seconds)[0]);
}

/**
 * What is found about a move, the cells that it changed, and their marks then.
 * @param {Topology} topology @param {Click} click @param {Budget} budget @returns {Repeated}
 */
function repeat(topology, { kind, cell, pressed }, budget) {
  const numbers = [KINDS.indexOf(kind), cell, pressed ?? NO_CELL, budget.seconds];
  const [found, cells, values] = topology.goOn("review_move", numbers, ABOUT, budget.seconds);
  return { judged: valuesIn(found), cells: Array.from(cells(Uint32Array)), values: Array.from(values(Int16Array)) };
}

/** A move as fields. @param {Click} click @param {Judged} judged */
function toldMove({ kind, cell, at_ms }, judged) {
  const { verdict, safe, sentence, risk, best, best_risk, safe_count, riskier, numbers, given } = judged;
  return {
    at_ms, kind, cell, risk, best, best_risk, safe_count, riskier, numbers, given,
    verdict: VERDICTS[verdict],
    safe: safe.slice(0, LIMITS.SAFE_CELLS),
    sentence,
  };
}
