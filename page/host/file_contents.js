/**
 * Files: what they hold (positions, minefields and games), which is read and written, and reports on the games in them: of each
 * file, and of all those that the player chose together.
 */

import { Position, checkMines } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { fileIn, fits, formatNamed, minefieldFile, positionFile, replayFile } from "../../js/files.js";
import { general } from "../../js/words.js";
import { cellOf, cellsWhere, checkBytes, checkShape, minefieldIn, positionIn, positionOf, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";
import { gameReport, lengthOf, recordingIn } from "./reviews.js";

/** @import { Budget, Checked, CountedPosition, Engine, FileReport, GameReport, NamedGameReport, Recording } from "./types.js" */

// oxlint-disable-next-line no-control-regex -- they are bytes
const PICTURES = /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|RIFF.{4}WEBP)/s; // their first bytes

/** What a file holds. @param {Engine} engine @param {Checked<"read">} request @returns {import("../answers.js").Read} */
export function readFile(engine, { content, mines, nearest, topology, format }) {
  checkBytes(content, LIMITS.FILE_BYTES);
  if (nearest && mines === null) throw wrong("`nearest` goes with `mines`");
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
  if (position !== null || minefield === null) throw wrong("give exactly one of `position` and `minefield`");
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
 * The report on a file: its games up to the first damaged one. The generator rests after every move.
 * @param {Engine} engine @param {Uint8Array} bytes @param {boolean} win @param {Budget} budget @returns {Generator<void, FileReport>}
 */
export function* reviewFile(engine, bytes, win, budget) {
  const most = win ? LIMITS.CHANCE_CELLS : LIMITS.REPORT_CELLS;
  /** @type {GameReport[]} */
  const games = [];
  try {
    for (let number = 1; ; number++) {
      const recording = recordingIn(engine, bytes, number, budget.seconds);
      if (recording === null) return { games, skipped: null };
      if (recording.topology.size > most) {
        throw new SapperError("format", `reports leave out boards of more than ${most} cells`);
      }
      games.push(yield* gameReport(recording, win, budget));
    }
  } catch (error) {
    if (!(error instanceof SapperError) || error.type === "cancelled") throw error;
    const gave_up = error.type === "budget";
    const late = `it was not reviewed within ${general(budget.milliseconds / 1000)} seconds`;
    return { games, skipped: { error: gave_up && budget.isOver ? late : error.message, gave_up } };
  }
}

/** A file that could not be reviewed. @typedef {{name: string, error: string, gave_up: boolean}} Skipped */

/** The reports on the files that the player chose. Files of equal content count once. */
export class FolderReports {
  /** By the names of the files. @type {Map<string, string>} */
  #keys = new Map();
  /** @type {Map<string, FileReport>} */
  #reports = new Map();
  #bytes = 0;

  /** Adds a file whose content was reviewed. Returns false if it was not. @param {string} name @param {string} key */
  knows(name, key) {
    if (!this.#reports.has(key)) return false;
    this.#take(name, key, 0);
    return true;
  }

  /** @param {string} name @param {string} key @param {FileReport} report */
  add(name, key, report) {
    this.#take(name, key, JSON.stringify(report).length);
    this.#reports.set(key, report);
  }

  /** The games by their dates, and the files that could not be reviewed. @returns {[NamedGameReport[], Skipped[]]} */
  games() {
    /** @type {NamedGameReport[]} */
    const games = [];
    /** @type {Skipped[]} */
    const skipped = [];
    const keys = new Set();
    for (const [name, key] of [...this.#keys].sort(([one], [other]) => byCodePoints(one, other))) {
      if (keys.has(key)) continue;
      keys.add(key);
      const report = /** @type {FileReport} */ (this.#reports.get(key));
      report.games.forEach((game, i) => games.push({ game: report.games.length === 1 ? name : `${name}#${i + 1}`, ...game }));
      if (report.skipped !== null) skipped.push({ name, ...report.skipped });
    }
    return [games.sort(inOrderOfPlay), skipped];
  }

  /** @param {string} name @param {string} key @param {number} size */
  #take(name, key, size) {
    const more = LIMITS.ENTRY_BYTES + name.length + size;
    if (this.#keys.size >= LIMITS.FOLDER_FILES || this.#bytes + more > LIMITS.FOLDER_BYTES) {
      throw new SapperError(
        "too_large",
        `a report here takes at most ${LIMITS.FOLDER_FILES} files, and fewer if they have many mistakes: choose fewer, ` +
          "or use `sapper review FOLDER`",
      );
    }
    this.#bytes += more;
    this.#keys.set(name, key);
  }
}

/**
 * The order of play: by date, games without one last. Equals keep their order.
 * @param {NamedGameReport} one @param {NamedGameReport} other
 */
export function inOrderOfPlay({ played: one }, { played: other }) {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Date.parse(one) - Date.parse(other) || microsecondsIn(one) - microsecondsIn(other);
}

/** Those beyond the milliseconds, which dates here do not have. @param {string} played */
const microsecondsIn = (played) => Number(/\.\d{3}(\d{3})/.exec(played)?.[1] ?? 0);

/** The order of names in the library: by code points, where texts compare by halves of them. @param {string} one @param {string} other */
function byCodePoints(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [first, second] = [one, other].map((text) => rankOf(text.charCodeAt(at)));
  return first - second;
}

/** Halves of a pair stand for code points beyond all others. @param {number} unit NaN behind the end */
function rankOf(unit) {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
