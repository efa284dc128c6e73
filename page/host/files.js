/** Reads files, and writes positions, minefields and finished games. In a replay every click is a button that goes down and up. */

import { Position } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { fileIn, formatNamed, minefieldFile, positionFile, replayFile } from "../../js/files.js";
import { checkShape, minefieldAsked, positionAsked } from "./boards.js";
import { positionOf } from "./positions.js";
import { LIMITS } from "./protocol.js";
import { cellOf, cellsWhere, marksText } from "./values.js";

/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {import("./shapes.js").Recording} Recording */

const CELL_SIZE = 16; // pixels
/** @typedef {import("./shapes.js").CheckedPosition} CheckedPosition */
/** @typedef {import("./shapes.js").FileRequest} FileRequest */
/** A recording of a game that was played here, with the path of the pointer. @typedef {Recording & {path: Place[]}} PlayedRecording */

/** @type {Record<string, string[]>} */
const CLICKS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };

/**
 * What a file holds, as the answer to `POST /api/read`.
 * @param {Engine} engine @param {Uint8Array} content @param {Record<string, string|undefined>} asked
 * @returns {import("../answers.js").Read}
 */
export function readFile(engine, content, { mines, nearest, topology, format = "auto" }) {
  if (content.length > LIMITS.FILE_BYTES) throw new SapperError("too_large", `a file has at most ${LIMITS.FILE_BYTES} bytes`);
  const likely = nearest === "true" ? Number(mines) : null; // which what the file says replaces
  const options = {
    format,
    mines: mines === undefined || likely !== null ? null : Number(mines),
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
  const last = found.events.reduce((time, event) => Math.max(time, event.time), 0);
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

/** The file of a position or a minefield, which a request describes. @param {Engine} engine @param {FileRequest} asked */
export function fileOf(engine, { position, minefield, format }) {
  if ((position === null) === (minefield === null)) {
    throw new SapperError("request", "give exactly one of 'position' and 'minefield'");
  }
  formatNamed(engine, format);
  if (minefield === null) return positionFile(positionAsked(engine, /** @type {CheckedPosition} */ (position)), format);
  const { first_cell: firstCell } = minefield;
  const { topology, mined } = minefieldAsked(engine, minefield);
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
    CLICKS[kind].map((event) => ({ time: at_ms / 1000, kind: event, ...placeIn(cell, columns) })),
  );
  const moved = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return { time: at / 1000, kind: "mv", cell: row < rows && column < columns ? row * columns + column : null, x, y };
  });
  const events = [...moved, ...pressed].sort((one, other) => one.time - other.time); // of equal times the pointer comes first
  if (guess !== null) events.push({ time: guess.at_ms / 1000, kind: "mv", ...placeIn(guess.cell, columns, 0) });
  return replayFile({ topology, mined, rules, events }, format, `Sapper ${version}`);
}

/** The cell, and its pixel: so far from its corner. @param {number} cell @param {number} columns @param {number} [inside] */
function placeIn(cell, columns, inside = CELL_SIZE / 2) {
  return { cell, x: (cell % columns) * CELL_SIZE + inside, y: Math.floor(cell / columns) * CELL_SIZE + inside };
}
