/** Reports on files of games: on each file, and on all those that the player chose together. */

import { SapperError } from "../../js/errors.js";
import { general } from "../../js/words.js";
import { LIMITS } from "./limits.js";
import { gameReport, recordingIn } from "./reviews.js";

/** @import { Budget, Engine, FileReport, GameReport, NamedGameReport } from "./types.js" */

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
