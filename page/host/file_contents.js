/** What files hold: positions, minefields and games, which are read and written. */

import { Position, checkMines } from "../../js/board.js";
import { fileIn, fits, formatNamed, minefieldFile, positionFile, replayFile } from "../../js/files.js";
import { cellOf, cellsWhere, checkBytes, checkShape, minefieldIn, positionIn, positionOf, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";
import { lengthOf } from "./reviews.js";

/** @import { Checked, CountedPosition, Engine, Recording } from "./types.js" */

// oxlint-disable-next-line no-control-regex -- they are bytes
const PICTURES = /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|RIFF.{4}WEBP)/s; // their first bytes

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
