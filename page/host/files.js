/**
 * Files of boards and games are read and written here. Games come from files, and go to them, as recordings. In the recording of a
 * game that was played here, every click is a button that goes down and up.
 */

import { Position, checkMines } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { fileIn, fits, formatNamed, minefieldFile, playedAt, positionFile, replayFile, replayIn } from "../../js/files.js";
import { cellOf, cellsWhere, checkShape, checkBytes, levelOf, minefieldIn, positionIn, positionOf, wrong } from "./boards.js";
import { CELL_SIZE, standingMoves } from "./host_game.js";
import { LIMITS } from "./limits.js";

/** @import { Checked, Click, CountedPosition, Engine, HostGame, LaterRules, Move, Place, Recording } from "./types.js" */

// oxlint-disable-next-line no-control-regex -- they are bytes
const PICTURES = /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|RIFF.{4}WEBP)/s; // their first bytes
/** @type {Record<string, string>} */
const GUESSING = { hard_core: "hard core", lucky: "lucky", kaboom: "kaboom" }; // other games, in which risks mean little
/** @type {Record<string, string[]>} */
const BUTTONS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };

/** What a file holds. @param {Engine} engine @param {Checked<"read">} request @returns {import("../answers.js").Read} */
export function readFile(engine, { content, mines, nearest, topology, format }) {
  checkBytes(content, LIMITS.FILE_BYTES);
  if (nearest && mines === null) throw wrong("'nearest' goes with 'mines'");
  const likely = nearest ? mines : null; // which what the file says replaces
  const options = { format, mines: nearest ? null : mines, topology: topology ?? undefined, timeLimit: LIMITS.READING_SECONDS };
  const file = /** @type {NonNullable<ReturnType<typeof fileIn>>} */ (fileIn(engine, content, options)); // null is only for a numbered replay
  checkShape(file.holds === "position" ? file.position.topology : file.topology);
  if (file.holds === "position") {
    const isAssumed = likely !== null && file.position.mines === null;
    const { topology: on, marks } = file.position;
    if (isAssumed) checkMines(on, likely);
    const position = isAssumed ? withNearestMines(new Position(on, marks, likely)) : file.position;
    return { format: file.format, kind: file.holds, assumed: isAssumed, position: { ...on.boardJson(position.checkCount()), marks: Int8Array.from(marks) } };
  }
  const mined = cellsWhere(file.mined, (mine) => mine === 1);
  const minefield = { ...file.topology.boardJson(mined.length), mined, first_cell: file.holds === "minefield" ? file.firstCell : null };
  if (file.holds === "minefield") return { format: file.format, kind: file.holds, minefield };
  return { format: file.format, kind: file.holds, minefield, about: file.about, actions: file.actions.length, duration_ms: lengthOf(file.events) };
}

/** The position with the mine count that is nearest to its own and fits its numbers; itself if none is found in time. @param {CountedPosition} position */
function withNearestMines(position) {
  const { topology, marks, mines } = position;
  const seconds = LIMITS.DEFAULT_TIME_LIMIT_MS / 1000;
  try {
    const [nearest] = topology.ask("nearest_mine_count", [mines, seconds], [marks], "the search", seconds);
    return new Position(topology, marks, nearest(Float64Array)[0]);
  } catch (error) {
    if (error.type === "budget") return position;
    throw error;
  }
}

/** The file of a position or a minefield, which a request describes. @param {Engine} engine @param {Checked<"write">} request */
export function fileOf(engine, { position, minefield, format }) {
  if (position !== null && minefield === null) {
    formatNamed(engine, format); // its error comes first
    return positionFile(positionIn(engine, position), format);
  }
  if (position !== null || minefield === null) throw wrong("give exactly one of 'position' and 'minefield'");
  formatNamed(engine, format);
  const { first_cell: firstCell } = minefield;
  const { topology, mined } = minefieldIn(engine, minefield);
  if (firstCell !== null) cellOf(topology, firstCell);
  return minefieldFile({ topology, mined, firstCell }, format);
}

/**
 * The file of a finished game: a replay, as `recordingOf` gives it, or what else the format holds.
 * @param {import("../../js/game.js").Game} game @param {Recording} recording @param {string} format @param {string} version
 */
export function gameFile(game, recording, format, version) {
  const { holds } = formatNamed(game.topology.engine, format);
  if (holds.includes("replay")) return replayOf(recording, format, version);
  if (!holds.includes("minefield")) return positionFile(positionOf(game), format);
  return minefieldFile({ ...recording, firstCell: null }, format);
}

/** @param {Recording} recording @param {string} format @param {string} version */
export const replayOf = (recording, format, version) => replayFile(recording, format, `Sapper ${version}`);

/** @param {Checked<"read">} request */
export function isPicture({ content, format }) {
  const begins = PICTURES.test(String.fromCharCode(...content.subarray(0, 12)));
  return format === "auto" && begins && !fits([content], "utf-8");
}

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
const lengthOf = (events) => milliseconds(events.reduce((last, { seconds }) => Math.max(last, seconds), 0));

/** @param {number} seconds */
export const milliseconds = (seconds) => Math.round(1000 * seconds);

/** The path of the pointer, thinned out: milliseconds, and x and y in cells. @param {Recording["events"]} events @param {number} cellSize */
function pointerOf(events, cellSize) {
  const every = Math.ceil(events.length / LIMITS.POINTER_PLACES);
  const inCells = (/** @type {number} */ pixels) => Number((pixels / cellSize).toFixed(2));
  return events.filter((_, i) => i % every === 0).map(({ seconds, x, y }) => [milliseconds(seconds), inCells(x), inCells(y)]);
}
