/** Reviews of finished games, as messages write them. */

import { HIDDEN, Position } from "../package/board.js";
import { valuesIn } from "../package/engine.js";
import { SapperError } from "../package/errors.js";
import { KINDS } from "../package/game.js";
import { ON_MINES, STATUSES, WINS } from "../package/games.js";
import { namesOf } from "../package/strategies.js";
import { LOST_BY_GUESS } from "./hosted.js";
import { deductionObject, hintIn } from "./hints.js";
import { cellsWhere } from "./values.js";
import { metricsOf } from "./views.js";

const ABOUT = "the review";
const VERDICTS = ["first", "certain", "forced", "needless", "flag", "idle"]; // by the engine's numbers
const MOST_SAFE = 100;
const MOST_PLACES = 20_000;
const CELL_SIZE = 16; // of the places of the pointer

/**
 * A finished game as it was played: the minefield, the rules, all clicks that were not undone, and the way of the pointer.
 *
 * @param hosted The game.
 * @param moves Its moves in the store.
 * @throws {SapperError} It is in play.
 */
export function recordingOf(hosted, moves) {
  const { game, origin } = hosted;
  const mined = game.minefield;
  if (!hosted.over || mined === null) {
    throw new SapperError("game", "a game can be reviewed and saved when it is over");
  }
  const clicks = [];
  const path = [];
  let guessed = false;
  for (const { kind, cell, effect, elapsed_ms: at_ms, path: way } of moves) {
    for (let i = 0; i < way.length; i += 3) path.push([way[i], way[i + 1], way[i + 2]]);
    if (kind !== "undo" && effect !== LOST_BY_GUESS) clicks.push({ kind, cell, at_ms });
    else if (kind === "undo" && !guessed) clicks.pop();
    guessed = effect === LOST_BY_GUESS;
  }
  const guess = hosted.guessedBy === null ? null : guessOf(hosted);
  return {
    board: origin.written,
    level: origin.level,
    rules: { win: origin.win, on_mine: origin.on_mine, question_marks: origin.question_marks },
    topology: game.topology,
    mines: game.mines,
    mined,
    clicks,
    guess,
    path,
    about: {},
    metrics: metricsOf(hosted),
    result: hosted.result,
  };
}

/** The guess that ended a game of hard core. It opened nothing. */
function guessOf({ guessedBy: [kind, cell], clock }) {
  return { kind, cell, at_ms: clock.elapsedMs };
}

/** The fields of `review`, as a generator that rests after every move. */
export function* reviewFigures(recording, budget, progress) {
  const { topology, mines, mined, clicks, guess, rules } = recording;
  const { rules: difficulties } = namesOf(topology.engine);
  const marks = new Int16Array(topology.size).fill(HIDDEN);
  const moves = [];
  let luck = 1;
  const take = (click, { judged, cells, values }) => {
    const told = toldMove(click, judged, () => hintIn(new Position(topology, marks.slice(), mines), budget));
    if (judged.guess && click !== guess) luck *= 1 - judged.risk;
    const missed_rule = difficulties[judged.rule] ?? null;
    moves.push({ n: moves.length + 1, cells, values, luck, missed_rule, ...told });
    cells.forEach((cell, i) => (marks[cell] = values[i]));
  };
  const found = yield* repeated(recording, false, budget, progress, take);
  if (guess !== null) take(guess, { ...repeat(topology, guess, budget), cells: [], values: [] });
  const { forced, riskier, needed_luck, fair } = found;
  const needless = moves.filter(({ verdict }) => verdict === "needless").length; // with that guess
  const times = [clicks.at(-1)?.at_ms, guess?.at_ms, recording.path.at(-1)?.[0]];
  return {
    board: recording.board,
    level: recording.level,
    ...rules,
    status: guess === null ? STATUSES[found.status] : "lost",
    mined: cellsWhere(mined, (mine) => mine === 1),
    duration_ms: Math.max(...times.map((time) => time ?? 0)),
    about: recording.about,
    moves,
    lost_by_guess: guess !== null,
    pointer: pointerOf(recording),
    metrics: recording.metrics,
    summary: {
      risk_taken: 1 - found.luck,
      luck: found.luck,
      needed_luck,
      forced,
      riskier,
      needless,
      missed: needless, // a cell was safe
      fair,
      zini: topology.ask("measure", [], [mined])[0](Float64Array)[3],
    },
    result: recording.result,
  };
}

/** The fields of `chances`, as such a generator. */
export function* chanceFigures(recording, budget, progress) {
  const found = yield* repeated(recording, true, budget, progress, () => {});
  const { accuracy, chance_lost, chances } = found;
  const grades = Object.fromEntries(found.grade_names.map((name, i) => [name, found.grades[i]]));
  const moves = chances.map((chance, i) => chance && { n: i + 1, ...chance }).filter(Boolean);
  return { accuracy, chance_lost, grades, moves };
}

/** Repeats a game in the engine up to its end, hands over what is found about each move, and returns what is about all. */
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

/** What is found about a move, the cells that it changed, and their marks then. */
function repeat(topology, { kind, cell }, budget) {
  const numbers = [KINDS.indexOf(kind), cell, budget.seconds];
  const [found, cells, values] = topology.goOn("review_move", numbers, ABOUT, budget.seconds);
  return { judged: valuesIn(found), cells: Array.from(cells(Uint32Array)), values: Array.from(values(Int16Array)) };
}

/** A move as fields. The hint tells why the best cell was safe. */
function toldMove({ kind, cell, at_ms }, { verdict, risk, best, best_risk, safe, safe_count, riskier }, hinted) {
  const told = { at_ms, kind, cell, risk, best, best_risk, safe_count, riskier };
  const why = safe.includes(best) ? proofOf(best, hinted()) : { sentence: null, numbers: [], cells: [] };
  return {
    ...told,
    verdict: VERDICTS[verdict],
    safe: safe.slice(0, MOST_SAFE),
    sentence: why.sentence,
    numbers: why.numbers,
    given: why.cells,
  };
}

function proofOf(best, found) {
  const { topology } = found.position;
  return deductionObject(found, found.deductions.find((each) => each.safe.some((cell) => topology.index(cell) === best)));
}

/** The way of the pointer, thinned out: milliseconds, and x and y in cells. A click leads to the middle of its cell. */
function pointerOf({ topology, clicks, path }) {
  if (path.length === 0) return [];
  const [, columns] = topology.shape;
  const middle = (number) => number * CELL_SIZE + CELL_SIZE / 2;
  const clicked = ({ cell, at_ms }) => [at_ms, middle(cell % columns), middle(Math.floor(cell / columns))];
  const pressed = clicks.map(clicked).flatMap((place) => [place, place]); // down and up
  const seen = [...path, ...pressed].sort(([one], [other]) => one - other);
  const every = Math.ceil(seen.length / MOST_PLACES);
  return seen.filter((_, i) => i % every === 0).map(([at, x, y]) => [at, inCells(x), inCells(y)]);
}

/** With two decimals; those in the middle between two go to the even one. */
function inCells(pixels) {
  const hundredths = (100 * pixels) / CELL_SIZE;
  const below = Math.floor(hundredths);
  const rest = hundredths - below;
  return (below + (rest > 0.5 || (rest === 0.5 && below % 2 !== 0))) / 100;
}
