/**
 * Games as they were recorded, from the store or from files, and what the hand did in them: the line of a game, its splits, and
 * two games side by side.
 */

import { valuesIn } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { columnsOf, fileRules, playedAt, replayIn } from "../../js/files.js";
import { checkShape, levelOf } from "./boards.js";
import { CELL_SIZE, standingMoves } from "./host_game.js";
import { LIMITS } from "./limits.js";

/** @typedef {import("./types.js").Click} Click */
/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./types.js").GamesInMemory} GamesInMemory */
/** @typedef {import("./types.js").HostGame} HostGame */
/** @typedef {import("./types.js").LaterRules} LaterRules */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Recording} Recording */

/** @type {Record<string, string>} */
const GUESSING = { hard_core: "hard core", lucky: "lucky", kaboom: "kaboom" }; // other games, in which risks mean little
/** @type {Record<string, string[]>} */
const BUTTONS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };
const CLAIMS = ["Time", "BBBV", "Status", "Level", "Mode"]; // what a file says, and its events can contradict
const SHARES = [0.25, 0.5, 0.75, 1]; // of the 3BV, at which a game has splits
const PARTS = 10; // of two games side by side

/**
 * A finished game as it was played: the minefield, the rules, all clicks that were not undone, and the path of the pointer
 * (milliseconds, and pixels of cells of 16).
 *
 * @param {HostGame} hostGame The game.
 * @param {Move[]} moves Its moves in the store.
 * @returns {Recording}
 * @throws {SapperError} It is in play.
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
  const times = [clicks.at(-1)?.at_ms, path.at(-1)?.[0]];
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
    duration_ms: Math.max(...times.map((time) => time ?? 0)),
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
  const replay = replayIn(engine, bytes, { replay: number ?? 0, timeLimit });
  if (replay === null) return null;
  const { topology, mined, cellSize, about, events, actions } = replay;
  checkShape(topology);
  const mines = mined.reduce((sum, mine) => sum + mine, 0);
  const moves = events.some(({ kind }) => kind === "mv");
  const lastTime = events.reduce((last, { seconds }) => Math.max(last, seconds), 0);
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
    duration_ms: milliseconds(lastTime),
    clock: null,
    played: playedAt(engine, about),
    mode: GUESSING[replay.rules.guessing ?? "free"] ?? about.Mode ?? null,
    about,
    result: null,
  };
}

/** The rules after the first click: those that a file has. @param {Omit<LaterRules, "guessing"> & {guessing?: string}} rules @returns {LaterRules} */
export const laterRules = ({ guessing = "free", win, on_mine, question_marks }) => ({ guessing, win, on_mine, question_marks });

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

/** @param {number} seconds */
export const milliseconds = (seconds) => Math.round(1000 * seconds);

/** The path of the pointer, thinned out: milliseconds, and x and y in cells. @param {Recording["events"]} events @param {number} cellSize */
function pointerOf(events, cellSize) {
  const every = Math.ceil(events.length / LIMITS.POINTER_PLACES);
  const inCells = (/** @type {number} */ pixels) => Number((pixels / cellSize).toFixed(2));
  return events.filter((_, i) => i % every === 0).map(({ seconds, x, y }) => [milliseconds(seconds), inCells(x), inCells(y)]);
}

/**
 * The line of a game. Nothing is odd about a game that was played here.
 * @param {Recording} recording @returns {{line: import("../answers.js").GameLine, doubts: import("../answers.js").Doubt[]}}
 */
export function lineOf({ topology, rules, mined, events, cellSize, clock, about }) {
  const numbers = [...fileRules(rules), cellSize, clock ?? NaN];
  const places = [Float64Array.from(events, ({ x }) => x), Float64Array.from(events, ({ y }) => y)];
  const claims = CLAIMS.map((name) => about[name] ?? "").join("\n");
  const [line, doubts] = topology.ask("game_line", numbers, [mined, ...columnsOf(events), ...places, claims]);
  return { line: valuesIn(line), doubts: clock === null ? valuesIn(doubts) : [] };
}

/** The metrics of standings: their names in the line of a game, in the order of the engine. @param {import("./types.js").Engine} engine @returns {(keyof import("../answers.js").GameLine)[]} */
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
  const timesOf = async (/** @type {import("./types.js").HostGame} */ won) => splitsOf(recordingOf(won, await games.store.movesOf(won.id)));
  return { shares: SHARES, own: await timesOf(hostGame), best: other && (await timesOf(other)) };
}

/** The fields of `comparison`. @param {Recording} first @param {Recording} second */
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
