/**
 * Reads files of boards, and writes positions, minefields and finished games. In a replay every click is a button that goes
 * down and up.
 */

import { Position } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { fileIn, fits, formatNamed, minefieldFile, positionFile, replayFile } from "../../js/files.js";
import { cellOf, cellsWhere, checkShape, marksText, minefieldIn, positionIn, wholeNumber, wrong } from "./boards.js";
import { positionOf } from "./figures.js";
import { CELL_SIZE } from "./kept_game.js";
import { LIMITS } from "./limits.js";

/** @typedef {import("./types.js").Counted} Counted */
/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./requests.js").FileRequest} FileRequest */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Recording} Recording */

/** @type {Record<string, string[]>} */
const CLICKS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };
// oxlint-disable-next-line no-control-regex -- they are bytes
const PICTURES = /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|RIFF.{4}WEBP)/s; // their first bytes

/** A recording of a game that was played here, with the path of the pointer. @typedef {Recording & {path: Place[]}} PlayedRecording */

/**
 * What a file holds, as the answer to `POST /api/read`.
 * @param {Engine} engine @param {Uint8Array} content @param {Record<string, string|undefined>} query
 * @returns {import("../answers.js").Read}
 */
export function readFile(engine, content, { mines, nearest, topology, format = "auto" }) {
  if (content.length > LIMITS.FILE_BYTES) throw new SapperError("too_large", `a file has at most ${LIMITS.FILE_BYTES} bytes`);
  const count = wholeNumber("mines", mines);
  if (nearest === "true" && count === null) throw wrong("'nearest' goes with 'mines'");
  const likely = nearest === "true" ? count : null; // which what the file says replaces
  const options = {
    format,
    mines: likely === null ? count : null,
    topology,
    timeLimit: LIMITS.READING_SECONDS,
  };
  const found = /** @type {NonNullable<ReturnType<typeof fileIn>>} */ (fileIn(engine, content, options)); // null is only for a numbered replay
  checkShape(found.holds === "position" ? found.position.topology : found.topology);
  if (found.holds === "position") {
    const isAssumed = likely !== null && found.position.mines === null;
    const { topology: on, marks } = found.position;
    const position = isAssumed ? withNearestMines(new Position(on, marks, likely)) : found.position;
    return { format: found.format, kind: found.holds, assumed: isAssumed, position: { ...on.written(position.checkCount()), marks: marksText(marks) } };
  }
  const mined = cellsWhere(found.mined, (mine) => mine === 1);
  const minefield = { ...found.topology.written(mined.length), mined, first_cell: found.holds === "minefield" ? found.firstCell : null };
  if (found.holds === "minefield") return { format: found.format, kind: found.holds, minefield };
  const last = found.events.reduce((seconds, event) => Math.max(seconds, event.seconds), 0);
  return { format: found.format, kind: found.holds, minefield, about: found.about, actions: found.actions.length, duration_ms: Math.round(1000 * last) };
}

/** The position with the mine count that is nearest to its own and fits its numbers; itself if none is found in time. @param {Counted} position */
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

/** The file of a position or a minefield, which a request describes. @param {Engine} engine @param {FileRequest} request */
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
 * @param {import("../../js/game.js").Game} game @param {PlayedRecording} recording @param {string} format @param {string} version
 */
export function gameFile(game, recording, format, version) {
  const { holds } = formatNamed(game.topology.engine, format);
  if (holds.includes("replay")) return replayOf(recording, format, version);
  if (!holds.includes("minefield")) return positionFile(positionOf(game), format);
  return minefieldFile({ ...recording, firstCell: null }, format);
}

/**
 * The file of a replay. A guess that lost the game, and opened nothing, is the last place of the pointer.
 * @param {PlayedRecording} recording @param {string} format @param {string} version
 */
export function replayOf(recording, format, version) {
  const { topology, mined, rules, clicks, path, guess } = recording;
  const [rows, columns] = topology.shape;
  const pressed = clicks.flatMap(({ at_ms, kind, cell }) =>
    CLICKS[kind].map((event) => ({ seconds: at_ms / 1000, kind: event, ...placeIn(cell, columns) })),
  );
  const moved = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return { seconds: at / 1000, kind: "mv", cell: row < rows && column < columns ? row * columns + column : null, x, y };
  });
  const events = [...moved, ...pressed].sort((one, other) => one.seconds - other.seconds); // of equal times the pointer comes first
  if (guess !== null) events.push({ seconds: guess.at_ms / 1000, kind: "mv", ...placeIn(guess.cell, columns, 0) });
  return replayFile({ topology, mined, rules, events }, format, `Sapper ${version}`);
}

/** The cell, and its pixel: so far from its corner. @param {number} cell @param {number} columns @param {number} [inside] */
function placeIn(cell, columns, inside = CELL_SIZE / 2) {
  return { cell, x: (cell % columns) * CELL_SIZE + inside, y: Math.floor(cell / columns) * CELL_SIZE + inside };
}

/** @param {Uint8Array} content @param {{format?: string}} query */
export function isPicture(content, { format = "auto" }) {
  const begins = PICTURES.test(String.fromCharCode(...content.subarray(0, 12)));
  return format === "auto" && begins && !fits([content], "utf-8");
}
