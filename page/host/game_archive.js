/**
 * Finished games in an archive: each is a RawVF file, and a line of JSON with what the file cannot hold. The archive is a ZIP
 * file. Those that are read may come from strangers.
 */

import { Zip, ZipDeflate, unzipSync } from "fflate";

import { SapperError } from "../../js/errors.js";
import { inQuotes } from "../../js/words.js";
import { checkBytes } from "./boards.js";
import { replayOf } from "./file_contents.js";
import { Origin } from "./game_start.js";
import { summaryObject, threeBvOf } from "./games_in_memory.js";
import { CHANGE, HostGame, LOST_BY_GUESS, NOTHING, thinOut } from "./host_game.js";
import { LIMITS, tooLarge } from "./limits.js";
import { check, LISTED_GAME } from "./requests.js";
import { milliseconds, recordingIn, recordingOf } from "./reviews.js";
import { rowOf } from "./storage.js";
import { progress, turn } from "./tasks.js";

/** @import { Cancel, Click, Engine, GameRow, Kind, ListedGame, Move, Place, Recording, GameStore, Tell } from "./types.js" */

const LIST = "games.jsonl";
const DAY_MS = 86_400_000;
const FARTHEST = 2 ** 15 - 1; // pixels
const SAME = /** @type {const} */ (["category", "ended_at", "elapsed_ms", "clicks", "moves"]); // fields that no two games share that began together
const MOST_FILES = 65_534; // what the end of an archive can count
const NO_DATE = new Date(1980, 0, 1); // the first that the format knows
const BATCH_BYTES = 2 ** 22; // unpacked at once

/** An entry that was left out, and why. @typedef {{file: string, reason: string}} Fault */

/** @param {string} reason */
const damageError = (reason) => new SapperError("format", reason);

/**
 * All finished games, and the losses that the player undid, as they were lost. Damaged games are left out.
 * @param {import("./host.js").Host} host
 */
export async function exportGames({ store, games, version }) {
  const archive = new Archive();
  let list = "";
  const gamesWithUndo = (await store.summaries("unfinished", Infinity)).filter(({ counts_not }) => counts_not.includes("undo"));
  for (const { id } of [...(await store.summaries("over", Infinity)), ...gamesWithUndo]) {
    try {
      const slot = await games.slot(id);
      const all = await store.movesOf(id);
      const { hostGame, moves } = slot.hostGame.over ? { hostGame: slot.hostGame, moves: all } : slot.hostGame.asItEnded(all);
      const file = `${id}.rawvf`;
      archive.add(file, replayOf(recordingOf(hostGame, moves), "rawvf", version));
      list += `${JSON.stringify({ file, ...summaryObject(rowOf(hostGame), hostGame.origin), ...restOf(hostGame) })}\n`;
    } catch (error) {
      if (!(error instanceof SapperError) || error.type === "too_large") throw error;
    }
    await turn();
  }
  archive.add(LIST, new TextEncoder().encode(list));
  return archive.end();
}

/** What a line has besides the summary. @param {HostGame} hostGame */
function restOf({ countsNot, resultAt, guessedBy, origin: { fair, start, daily, first } }) {
  const guess = guessedBy === null ? null : { kind: guessedBy[0], cell: guessedBy[1] };
  return { counts_not: countsNot, result_at: resultAt, fair, start, daily, first, guess };
}

/**
 * Adds the games of an archive that are not here yet. Damaged ones are left out and listed. If it is stopped, the games so far
 * stay.
 * @param {Engine} engine @param {GameStore} store @param {Uint8Array} content @param {Cancel} cancel @param {Tell} tell
 * @throws {SapperError}
 */
export async function importGames(engine, store, content, cancel, tell) {
  checkBytes(content, LIMITS.ARCHIVE_BYTES);
  const archive = new SentArchive(content, LIST);
  const lines = archive.text(LIST, LIMITS.LIST_BYTES).split("\n").filter((line) => line.trim() !== "");
  if (lines.length > LIMITS.ARCHIVE_FILES) throw new SapperError("too_large", `${LIST} has more than ${LIMITS.ARCHIVE_FILES} lines`);
  const left = new Set(archive.names.filter((name) => name !== LIST));
  /** @type {Fault[]} */
  const faults = [];
  let added = 0;
  let known = 0;
  const report = progress("games read", tell);
  for (const [i, line] of lines.entries()) {
    await turn();
    if (cancel.isSet) return { added, known, ...damage(faults), stopped: true };
    report(i, lines.length);
    let file = `${LIST}, line ${i + 1}`;
    try {
      const entry = lineFields(line);
      ({ file } = entry);
      left.delete(file);
      const recording = /** @type {Recording} */ (recordingIn(engine, archive.bytes(file, LIMITS.FILE_BYTES), null)); // null is only for a numbered replay
      const isNew = await isAdded(store, ...gameOf(entry, recording));
      added += Number(isNew);
      known += Number(!isNew);
    } catch (error) {
      if (!(error instanceof SapperError)) throw error;
      faults.push({ file, reason: error.message });
    }
  }
  faults.push(...[...left].sort().map((file) => ({ file, reason: `${LIST} does not list it` })));
  return { added, known, ...damage(faults), stopped: false };
}

/** @param {Fault[]} faults */
function damage(faults) {
  return { damaged_count: faults.length, damaged: faults.slice(0, LIMITS.FAULTS) };
}

/** @param {string} line @returns {ListedGame} */
function lineFields(line) {
  if (line.length > LIMITS.LINE_BYTES) throw damageError(`it has more than ${LIMITS.LINE_BYTES} bytes`);
  try {
    return check(LISTED_GAME, JSON.parse(line));
  } catch {
    throw damageError("it does not describe a finished game");
  }
}

/** A game of an archive, and its moves to save. @param {ListedGame} entry @param {Recording} recording @returns {[HostGame, Move[]]} */
function gameOf(entry, { topology, mines, mined, rules, clicks, events }) {
  const { first_click, guessing, fair, first, start, daily } = entry;
  const path = events.filter(({ kind }) => kind === "mv").map(({ seconds, x, y }) => /** @type {Place} */ ([milliseconds(seconds), x, y]));
  for (const cell of [start, entry.guess?.cell ?? null]) {
    if (cell !== null && cell >= topology.size) {
      throw damageError(`there is no cell number ${cell}: the board has ${topology.size} cells`);
    }
  }
  const seed = entry.seed === null ? null : BigInt(entry.seed);
  const origin = new Origin({ topology, mines }, { first_click, ...rules, guessing, seed, mined, fair, first, start, daily });
  const hostGame = new HostGame(origin, entry.game);
  const moves = movesOf(origin.game(), entry, entry.guess === null ? clicks : clicks.slice(0, -1), path);
  hostGame.restore(moves, entry.elapsed_ms, Math.max(0, Date.now() - entry.ended_at));
  if (hostGame.status !== entry.status || !hostGame.hasBegun) {
    throw damageError(`its clicks do not lead to the end ${inQuotes(entry.status)}`);
  }
  if (entry.started_at > entry.ended_at || entry.ended_at > Date.now() + DAY_MS) throw damageError("its dates are impossible");
  setStanding(hostGame, entry);
  hostGame.threeBv = threeBvOf(hostGame);
  return [hostGame, moves];
}

/**
 * Plays the clicks. What happened to each is kept as in the store.
 * @param {import("../../js/game.js").Game} game @param {ListedGame} listed @param {Click[]} clicks @param {Place[]} path
 */
function movesOf(game, { guess, elapsed_ms }, clicks, path) {
  /** @type {Move[]} */
  const moves = [];
  const way = path.filter(([, x, y]) => [x, y].every((each) => each >= 0 && each <= FARTHEST));
  let end = 0;
  let pointedMs = 0;
  const note = (/** @type {Kind} */ kind, /** @type {number} */ cell, /** @type {number} */ effect, /** @type {number} */ at) => {
    const from = end;
    while (end < way.length && way[end][0] <= at) end += 1;
    const places = thinOut(way.slice(from, end), pointedMs);
    pointedMs = places.at(-3) ?? pointedMs;
    const number = moves.length;
    moves.push({ number, kind, cell, key: `archive-${number}`, by: "player", effect, elapsed_ms: at, mined: null, path: places });
  };
  for (const { at_ms, kind, cell } of clicks) {
    if (game.standing.status !== "playing") throw damageError("it goes on after the end of the game");
    note(kind, cell, game.act(kind, cell, false).cells.length > 0 ? CHANGE : NOTHING, at_ms);
  }
  if (guess !== null && game.standing.status === "playing") note(guess.kind, guess.cell, LOST_BY_GUESS, elapsed_ms);
  return moves;
}

/** What the game counts as. @param {HostGame} hostGame @param {ListedGame} listed */
function setStanding(hostGame, { started_at, ended_at, counts_not, result, result_at, status }) {
  [hostGame.startedAt, hostGame.endedAt] = [started_at, ended_at];
  hostGame.countsNot = counts_not;
  hostGame.result = hostGame.countsNot.length > 0 ? result : status;
  hostGame.resultAt = hostGame.result === null ? null : (result_at ?? ended_at);
}

/**
 * Saves a game, unless it is here, maybe under another id. Returns whether it is new.
 * @param {GameStore} store @param {HostGame} hostGame @param {Move[]} moves
 */
async function isAdded(store, hostGame, moves) {
  if ((await store.game(hostGame.id)) !== undefined) return false;
  /** @type {GameRow} */
  const row = rowOf(hostGame);
  for (const other of await store.begunAt(row.started_at)) {
    if (!SAME.every((field) => other[field] === row[field])) continue;
    const its = await store.movesOf(other.id);
    if (its.at(-1)?.cell === moves.at(-1)?.cell) return false;
  }
  await store.save(hostGame, moves);
  hostGame.game.topology.engine.release(hostGame.game);
  return true;
}

const archiveError = (/** @type {string} */ text) => new SapperError("too_large", `the archive ${text}`);

/** Collects files. */
class Archive {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  #parts = [];
  #files = 0;
  #zip = new Zip((error, part) => {
    if (error !== null) throw error;
    this.#parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (part));
  });

  /** @param {string} name @param {Uint8Array} content */
  add(name, content) {
    this.#files += 1;
    if (this.#files > MOST_FILES) throw new SapperError("too_large", `an archive has room for ${MOST_FILES} files`);
    const file = new ZipDeflate(name);
    file.mtime = NO_DATE;
    this.#zip.add(file);
    file.push(content, true);
  }

  /** The whole archive. */
  end() {
    this.#zip.end();
    const whole = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let place = 0;
    for (const part of this.#parts) {
      whole.set(part, place);
      place += part.length;
    }
    return whole;
  }
}

/** An archive that strangers sent. Files are unpacked some at a time, the first when one is asked for, and none that is too large. */
class SentArchive {
  #bytes;
  /** Sizes and places of the files. @type {Map<string, {size: number, number: number}>} */
  #files = new Map();
  /** Those that were unpacked last. @type {Record<string, Uint8Array>} */
  #contents = {};

  /** @param {Uint8Array} bytes @param {string} list the file that must be there */
  constructor(bytes, list) {
    this.#bytes = bytes;
    let left = LIMITS.UNPACKED_BYTES;
    try {
      this.#unzip(({ name, originalSize: size }) => {
        left -= size;
        if (this.#files.size >= LIMITS.ARCHIVE_FILES) throw archiveError(`has more than ${LIMITS.ARCHIVE_FILES} files`);
        if (left < 0) throw archiveError(`unpacks to more than ${LIMITS.UNPACKED_BYTES / 2 ** 20} MiB`);
        if (this.#files.has(name)) throw new RangeError("two files of one name");
        this.#files.set(name, { size, number: this.#files.size });
        return false;
      });
    } catch (error) {
      if (error instanceof SapperError) throw error;
      const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
      throw new SapperError("format", isZip ? "this ZIP archive is damaged" : "this file is not a ZIP archive");
    }
    if (!this.#files.has(list)) {
      throw new SapperError("format", `this ZIP archive has no '${list}', so Sapper did not export it: unpack it, and open the files in it`);
    }
  }

  get names() {
    return [...this.#files.keys()];
  }

  /** A file as text. @param {string} name @param {number} most bytes */
  text(name, most) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(this.bytes(name, most));
    } catch (error) {
      throw error instanceof SapperError ? error : new SapperError("format", `${name} is damaged: it is not text`);
    }
  }

  /** The bytes of a file. @param {string} name @param {number} most bytes */
  bytes(name, most) {
    const entry = this.#files.get(name);
    if (entry === undefined) throw new SapperError("format", `${name} is missing`);
    if (entry.size > most) throw new SapperError("too_large", `${name} is too large: ${tooLarge(most)}`);
    if (!Object.hasOwn(this.#contents, name)) this.#unpackFrom(name, entry.number, most);
    const content = this.#contents[name];
    if (content?.length !== entry.size) throw new SapperError("format", `${name} is damaged: it cannot be unpacked`);
    return content;
  }

  /** Unpacks a file and some after it. If one of them is damaged, only the first. @param {string} first @param {number} number @param {number} most */
  #unpackFrom(first, number, most) {
    let left = BATCH_BYTES;
    const names = new Set([first]);
    for (const [name, { size, number: its }] of this.#files) {
      if (its <= number || size > most) continue;
      left -= size;
      if (left < 0) break;
      names.add(name);
    }
    try {
      this.#contents = this.#unzip(({ name }) => names.has(name));
    } catch {
      this.#contents = {};
      try {
        this.#contents = this.#unzip(({ name }) => name === first);
      } catch {
        // It stays without content.
      }
    }
  }

  /** @param {(file: import("fflate").UnzipFileInfo) => boolean} filter */
  #unzip(filter) {
    return unzipSync(this.#bytes, { filter });
  }
}
