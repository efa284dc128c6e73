/**
 * Recordings of finished games, from the store or from files, and their reviews: what the moves were worth, what a report needs of a
 * game, and what the hand did (its line, its splits, two games side by side).
 */

import { valuesIn } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { NO_CELL, columnsOf, fileRules, playedAt, replayIn } from "../../js/files.js";
import { KINDS } from "../../js/game.js";
import { STATUSES } from "../../js/rule_names.js";
import { namesOf } from "../../js/strategies.js";
import { cellsWhere, checkBytes, checkShape, levelOf } from "./boards.js";
import { CELL_SIZE, standingMoves } from "./host_game.js";
import { LIMITS } from "./limits.js";

/** @import { Budget, Click, Engine, GameReport, GamesInMemory, HostGame, LaterRules, Mistake, Move, Place, Progress, Recording } from "./types.js" */

const ABOUT = "the review";
const VERDICTS = ["first", "certain", "forced", "needless", "slip", "flag", "idle"]; // by the engine's numbers
const CLAIMS = ["Time", "BBBV", "Status", "Level", "Mode"]; // what a file says, and its events can contradict
const SHARES = [0.25, 0.5, 0.75, 1]; // of the 3BV, at which a game has splits
const PARTS = 10; // of two games side by side
/** @type {Record<string, string>} */
const GUESSING = { hard_core: "hard core", lucky: "lucky", kaboom: "kaboom" }; // other games, in which risks mean little
/** @type {Record<string, string[]>} */
const BUTTONS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };

/**
 * What the engine says about a move; the verdict and the rule by their numbers.
 * @typedef {object} Judgement
 * @property {number} verdict
 * @property {boolean} guess
 * @property {number|null} risk null for the first cell, and where it is not known
 * @property {number|null} rule
 * @property {number|null} safest
 * @property {number|null} safest_risk
 * @property {string|null} reason
 * @property {string|null} sentence
 * @property {number[]} safe
 * @property {number} safe_count
 * @property {boolean} riskier
 * @property {number[]} numbers
 * @property {number[]} given
 * @property {number|null} missed_by how far a slip or a needless guess was from where it would have been no risk, in pixels of cells of 16
 * @property {boolean} near whether a needless guess was so near to a safe cell that it may be a slip
 * @property {boolean} lost_by_guess whether it lost by the rule of guessing, and so opened nothing
 * @property {boolean} over whether the game is over
 */
/** The cells that a move changed, and their marks then. @typedef {{judgement: Judgement, cells: number[], values: number[]}} MoveReview */
/** @typedef {(click: Click, review: MoveReview) => void} Take */
/** The share of the chance to win that the choices kept, what they lost, and the standard errors. @typedef {{accuracy: number, accuracy_error: number, chance_lost: number, chance_lost_error: number}} WinFigures */
/**
 * What the engine says about all moves together. Some fields mean something only if it followed the chance to win.
 * @typedef {Omit<GameReport, "status"|keyof WinFigures> & WinFigures & {status: number, lost_by_guess: boolean, near: number, needed_luck: number, fair: boolean, grade_names: string[], grades: number[], chances: (import("../answers.js").MoveChance|null)[]}} GameTotals
 */

/**
 * A finished game as it was played: the minefield, the rules, all clicks that were not undone, and the path of the pointer.
 * @param {HostGame} hostGame @param {Move[]} moves @returns {Recording} @throws {SapperError} it is in play
 */
export function recordingOf(hostGame, moves) {
  const { game, origin } = hostGame;
  const mined = game.minefield;
  if (!hostGame.over || mined === null) {
    throw new SapperError("game", "a game can be reviewed and saved when it is over");
  }
  /** @type {Place[]} */
  const path = [];
  for (const { path: way } of moves) {
    for (let i = 0; i < way.length; i += 3) path.push([way[i], way[i + 1], way[i + 2]]);
  }
  const { clicks: others, guess } = standingMoves(moves);
  const clicks = (guess === null ? others : [...others, guess]).map(({ kind, cell, elapsed_ms: at_ms }) => ({ kind, cell, at_ms }));
  const events = playedEvents(game.topology.shape, clicks, path);
  return {
    board: origin.boardJson,
    level: origin.level,
    rules: laterRules(origin),
    topology: game.topology,
    mines: game.mines,
    mined,
    clicks,
    events,
    cellSize: CELL_SIZE,
    pointer: path.length === 0 ? [] : pointerOf(events, CELL_SIZE),
    duration_ms: lengthOf(events),
    clock: hostGame.clock.elapsedMs / 1000,
    played: hostGame.endedAt === null ? null : new Date(hostGame.endedAt).toISOString(),
    mode: GUESSING[origin.guessing] ?? null,
    about: {},
    result: hostGame.result,
  };
}

/**
 * The recording of a replay in a file. Null if the file has fewer replays.
 * @param {Engine} engine @param {Uint8Array} bytes @param {number|null} number which one, if it has several, from 1 @param {number} [timeLimit]
 * @returns {Recording|null}
 */
export function recordingIn(engine, bytes, number, timeLimit = LIMITS.READING_SECONDS) {
  checkBytes(bytes, LIMITS.FILE_BYTES);
  const replay = replayIn(engine, bytes, { replay: number ?? 0, timeLimit });
  if (replay === null) return null;
  const { topology, mined, cellSize, about, events, actions } = replay;
  checkShape(topology);
  const mines = mined.reduce((sum, mine) => sum + mine, 0);
  const moves = events.some(({ kind }) => kind === "mv");
  const clicks = actions.map(({ seconds, kind, cell, pressed, x, y }) => ({ kind, cell, pressed, pixel: /** @type {[number, number]|null} */ (moves ? [x, y] : null), at_ms: milliseconds(seconds) }));
  return {
    board: topology.boardJson(mines),
    level: levelOf({ topology, mines }),
    rules: laterRules(replay.rules),
    topology,
    mines,
    mined,
    clicks,
    events,
    cellSize,
    pointer: moves ? pointerOf(events, cellSize) : [],
    duration_ms: lengthOf(events),
    clock: null,
    played: playedAt(engine, about),
    mode: GUESSING[replay.rules.guessing ?? "free"] ?? about.Mode ?? null,
    about,
    result: null,
  };
}

/** The rules after the first click: those that a file has. @param {Omit<LaterRules, "guessing"> & {guessing?: string}} rules @returns {LaterRules} */
const laterRules = ({ guessing = "free", win, on_mine, question_marks }) => ({ guessing, win, on_mine, question_marks });

/**
 * The events of a game that was played here, by time. Every click is a button that goes down and up in the middle of its cell. Of
 * equal times the pointer comes first.
 * @param {number[]} shape @param {Click[]} clicks @param {Place[]} path @returns {import("../../js/files.js").Event[]}
 */
function playedEvents([rows, columns], clicks, path) {
  const presses = clicks.flatMap(({ at_ms, kind, cell }) => BUTTONS[kind].map((event) => ({ seconds: at_ms / 1000, kind: event, ...placeIn(cell, columns) })));
  const movements = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return { seconds: at / 1000, kind: "mv", cell: row < rows && column < columns ? row * columns + column : null, x, y };
  });
  return [...movements, ...presses].sort((one, other) => one.seconds - other.seconds);
}

/** The cell, and the pixel in its middle. @param {number} cell @param {number} columns */
function placeIn(cell, columns) {
  const middle = CELL_SIZE / 2;
  return { cell, x: (cell % columns) * CELL_SIZE + middle, y: Math.floor(cell / columns) * CELL_SIZE + middle };
}

/** How long a game took, in milliseconds. @param {Recording["events"]} events */
export const lengthOf = (events) => milliseconds(events.reduce((last, { seconds }) => Math.max(last, seconds), 0));

/** @param {number} seconds */
export const milliseconds = (seconds) => Math.round(1000 * seconds);

/** The path of the pointer, thinned out: milliseconds, and x and y in cells. @param {Recording["events"]} events @param {number} cellSize */
function pointerOf(events, cellSize) {
  const every = Math.ceil(events.length / LIMITS.POINTER_PLACES);
  const inCells = (/** @type {number} */ pixels) => Number((pixels / cellSize).toFixed(2));
  return events.filter((_, i) => i % every === 0).map(({ seconds, x, y }) => [milliseconds(seconds), inCells(x), inCells(y)]);
}

/**
 * The fields of `review`, as a generator that rests after every move.
 * @param {Recording} recording @param {Budget} budget @param {Progress} progress
 */
export function* reviewFigures(recording, budget, progress) {
  const { mined, rules } = recording;
  const { line, doubts } = lineOf(recording);
  /** @type {(ReturnType<typeof moveFields> & Pick<MoveReview, "cells"|"values"> & {n: number, luck: number})[]} */
  const moves = [];
  let luck = 1;
  /** @type {Take} */
  const take = (click, { judgement, cells, values }) => {
    if (judgement.guess && !judgement.lost_by_guess) luck *= 1 - (judgement.risk ?? 0);
    moves.push({ n: moves.length + 1, cells, values, luck, ...moveFields(click, judgement) });
  };
  const totals = yield* repeatGame(recording, false, budget, progress, take);
  const { forced, riskier, needless, slips, near, needed_luck, fair } = totals;
  return {
    board: recording.board,
    level: recording.level,
    ...rules,
    status: STATUSES[totals.status],
    mined: cellsWhere(mined, (mine) => mine === 1),
    duration_ms: recording.duration_ms,
    about: recording.about,
    moves,
    lost_by_guess: totals.lost_by_guess,
    pointer: recording.pointer,
    buttons: buttonsOf(recording.events),
    line,
    doubts,
    summary: {
      risk_taken: 1 - totals.luck,
      luck: totals.luck,
      needed_luck,
      forced,
      riskier,
      needless,
      slips,
      near,
      missed: needless + slips, // a cell was safe
      fair,
    },
    result: recording.result,
  };
}

/** The fields of `chances`, as such a generator. @param {Recording} recording @param {Budget} budget @param {Progress} progress */
export function* chanceFigures(recording, budget, progress) {
  const totals = yield* repeatGame(recording, true, budget, progress, () => {});
  const { chances } = totals;
  const grades = Object.fromEntries(totals.grade_names.map((name, i) => [name, totals.grades[i]]));
  const moves = chances.map((chance, i) => chance && { n: i + 1, ...chance }).filter((move) => move !== null);
  return { ...winFigures(totals), grades, moves };
}

/** @param {WinFigures} totals @returns {WinFigures} */
const winFigures = ({ accuracy, accuracy_error, chance_lost, chance_lost_error }) => ({ accuracy, accuracy_error, chance_lost, chance_lost_error });

const NO_WIN_FIGURES = { accuracy: null, accuracy_error: null, chance_lost: null, chance_lost_error: null };

/**
 * What a report needs of a game, as such a generator. Its mistakes are the needless guesses.
 *
 * @param {Recording} recording @param {boolean} byWin whether to follow the chance to win @param {Budget} budget
 * @returns {Generator<void, GameReport>}
 */
export function* gameReport(recording, byWin, budget) {
  const { topology, board, level, played, mode, about } = recording;
  const { line, doubts } = lineOf(recording);
  const { level: level_name, seconds, style, board_key, three_bv, solved, clicks } = line;
  const { rules } = namesOf(topology.engine);
  /** @type {Mistake[]} */
  const mistakes = [];
  let move = 0;
  /** @type {Take} */
  const take = ({ cell }, { judgement: { verdict, risk, safest, rule, reason } }) => {
    if (VERDICTS[verdict] === "needless") {
      if (risk === null || safest === null || rule === null) throw new Error("a needless guess has a risk, a better cell and a rule");
      mistakes.push({ move, cell, risk, safest, rule: rules[rule], reason });
    }
    move += 1;
  };
  const totals = yield* repeatGame(recording, byWin, budget, () => {}, take);
  const { forced, riskier, needless, slips, expected, mines_hit, excess, luck } = totals;
  return {
    board, level, level_name, played, mode, style, board_key, doubts, three_bv, solved, clicks, mistakes,
    seconds: seconds || null,
    player: (about.Player ?? "").trim(),
    values: standingMetrics(topology.engine).map((name) => /** @type {number|null} */ (line[name])),
    status: STATUSES[totals.status],
    forced, riskier, needless, slips, expected, mines_hit, excess, luck,
    ...(byWin ? winFigures(totals) : NO_WIN_FIGURES),
  };
}

/**
 * Repeats a game in the engine up to its end. Calls `take` with the review of each move, and returns the totals.
 * @param {Recording} recording @param {boolean} byWin @param {Budget} budget @param {Progress} progress @param {Take} take @returns {Generator<void, GameTotals>}
 */
function* repeatGame(recording, byWin, budget, progress, take) {
  const { topology, mined, clicks, rules } = recording;
  const numbers = [...fileRules(rules), byWin];
  topology.ask("begin_review", [...numbers, budget.seconds], [mined], ABOUT, budget.seconds);
  for (const [number, click] of clicks.entries()) {
    const review = repeatMove(recording, click, budget);
    take(click, review);
    progress(number + 1, clicks.length);
    yield;
    if (review.judgement.over) break;
  }
  return valuesIn(topology.goOn("end_review", [budget.seconds], ABOUT, budget.seconds)[0]);
}

/**
 * The judgement of a move, the cells that it changed, and their marks then.
 * @param {Recording} recording @param {Click} click @param {Budget} budget @returns {MoveReview}
 */
function repeatMove({ topology, cellSize }, { kind, cell, pressed, pixel }, budget) {
  const [x, y] = pixel ?? [NaN, NaN];
  const numbers = [KINDS.indexOf(kind), cell, pressed ?? NO_CELL, x, y, cellSize, budget.seconds];
  const [json, cells, values] = topology.goOn("review_move", numbers, ABOUT, budget.seconds);
  return { judgement: valuesIn(json), cells: Array.from(cells(Uint32Array)), values: Array.from(values(Int16Array)) };
}

/** A move as fields. @param {Click} click @param {Judgement} judgement */
function moveFields({ kind, cell, at_ms }, judgement) {
  const { verdict, safe, sentence, risk, safest, safest_risk, safe_count, riskier, numbers, given, missed_by, near } = judgement;
  return {
    at_ms, kind, cell, risk, safest, safest_risk, safe_count, riskier, numbers, given, missed_by, near,
    verdict: VERDICTS[verdict],
    safe: safe.slice(0, LIMITS.SAFE_CELLS),
    sentence,
  };
}

/**
 * Which buttons are down, from each press and release on: letters of `l`, `m` and `r`.
 * @param {import("../../js/files.js").Event[]} events
 */
function buttonsOf(events) {
  let down = "";
  return events.flatMap(({ seconds, kind }) => {
    const [button, way] = kind === "sc" ? ["l", "c"] : kind; // left with Shift
    if (!"lmr".includes(button) || !"cr".includes(way)) return [];
    down = down.replace(button, "") + (way === "c" ? button : "");
    return [{ at_ms: milliseconds(seconds), down }];
  });
}

/**
 * The line of a game. Nothing is odd about a game that was played here.
 * @param {Recording} recording @returns {{line: import("../answers.js").GameLine, doubts: import("../answers.js").Doubt[]}}
 */
function lineOf({ topology, rules, mined, events, cellSize, clock, about }) {
  const numbers = [...fileRules(rules), cellSize, clock ?? NaN];
  const places = [Float64Array.from(events, ({ x }) => x), Float64Array.from(events, ({ y }) => y)];
  const claims = CLAIMS.map((name) => about[name] ?? "").join("\n");
  const [line, doubts] = topology.ask("game_line", numbers, [mined, ...columnsOf(events), ...places, claims]);
  return { line: valuesIn(line), doubts: clock === null ? valuesIn(doubts) : [] };
}

/** The metrics of standings: their names in the line of a game, in the order of the engine. @param {Engine} engine @returns {(keyof import("../answers.js").GameLine)[]} */
export function standingMetrics(engine) {
  return valuesIn(engine.call("standing_metrics", [])[0]);
}

/** The time at which each share was done, in milliseconds on the clock. @param {Recording} recording that of a won game @returns {number[]} */
function splitsOf(recording) {
  const { three_bv: whole, splits: times } = lineOf(recording).line;
  const parts = SHARES.map((part) => Math.max(Math.ceil(part * whole), 1)).filter((units) => units <= times.length);
  return parts.map((units) => Math.round(1000 * times[units - 1]));
}

/**
 * The splits of a won game, and of the quickest other win of its category that counts. Null if there is no other.
 * @param {GamesInMemory} games @param {string} id
 */
export async function splits(games, id) {
  const { hostGame } = await games.slot(id);
  if (hostGame.status !== "won") throw new SapperError("game", "only a won game has splits");
  if (hostGame.game.topology.size > LIMITS.SMALL_CELLS) return { shares: [], own: [], best: null };
  const best = await games.store.bestOther(hostGame);
  const other = best && (await games.slot(best.game)).hostGame;
  const timesOf = async (/** @type {HostGame} */ won) => splitsOf(recordingOf(won, await games.store.movesOf(won.id)));
  return { shares: SHARES, own: await timesOf(hostGame), best: other && (await timesOf(other)) };
}

/** The fields of `compare`. @param {Recording} first @param {Recording} second */
export function sideBySide(first, second) {
  const lines = [first, second].map((each) => lineOf(each).line);
  const same_board = isSameBoard(first, second);
  const paces = [...lines.map((line) => Float64Array.from(line.splits)), ...lines.map((line) => Uint32Array.from(line.split_clicks))];
  /** @type {import("../answers.js").Phase[]} */
  const phases = valuesIn(first.topology.engine.call("side_by_side", [same_board, PARTS], paces)[0]);
  const clicks = second.clicks.map(({ at_ms, cell }) => ({ at_ms, cell }));
  return { same_board, lines: lines.map(({ splits: _, split_clicks: __, ...line }) => line), phases, ghost: { pointer: second.pointer, clicks } };
}

/** @param {Recording} one @param {Recording} other */
function isSameBoard(one, other) {
  return JSON.stringify(one.board) === JSON.stringify(other.board) && one.mined.every((mine, cell) => mine === other.mined[cell]);
}
