/** Finished games in an archive: each is a RawVF file, and a line of JSON with what the file cannot hold. */

import { SapperError } from "../../js/errors.js";
import { replayIn } from "../../js/files.js";
import { quoted } from "../../js/words.js";
import { checkShape } from "./boards.js";
import { CHANGED, LOST_BY_GUESS, NOTHING, thinned } from "./game_moves.js";
import { HostedGame } from "./hosted.js";
import { Origin } from "./origin.js";
import { LIMITS } from "./protocol.js";
import { replayOf } from "./files.js";
import { checkedBody } from "./requests.js";
import { laterRules, recordingOf } from "./recordings.js";
import { rowOf } from "./store.js";
import { progress, turn } from "./thoughts.js";
import { summaryObject, threeBvOf } from "./views.js";
import { Archive, SentArchive } from "./zip.js";

/** @typedef {import("./shapes.js").Cancel} Cancel */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").LaterRules} LaterRules */
/** @typedef {import("./shapes.js").ListedGame} ListedGame */
/** @typedef {import("./shapes.js").Board} Board */
/** @typedef {import("./shapes.js").Move} Move */
/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {import("./shapes.js").Store} Store */
/** @typedef {import("./shapes.js").Tell} Tell */

/** An entry that was left out, and why. @typedef {{file: string, reason: string}} Fault */
/** @typedef {[at: number, kind: string, cell: number]} FoundAction */
/** A game in a replay. @typedef {{board: Board, mined: Uint8Array, rules: LaterRules, actions: FoundAction[], path: Place[]}} FoundGame */

const LIST = "games.jsonl";
const DAY_MS = 86_400_000;
const FARTHEST = 2 ** 15 - 1; // pixels
const SAME = /** @type {const} */ (["category", "ended_at", "elapsed_ms", "clicks", "moves"]); // fields that no two games share that began together

/** @param {string} reason */
const damaged = (reason) => new SapperError("format", reason);

/**
 * All finished games, and those whose loss was taken back, as they were lost. Damaged ones are left out.
 * @param {import("./service.js").Service} service
 */
export async function exported({ store, desk, version }) {
  const archive = new Archive();
  let listed = "";
  const takenBack = (await store.summaries("unfinished", Infinity)).filter(({ counts_not }) => counts_not.includes("undo"));
  for (const { id } of [...(await store.summaries("over", Infinity)), ...takenBack]) {
    try {
      const table = await desk.table(id);
      const all = await store.movesOf(id);
      const { hosted, moves } = table.hosted.over ? { hosted: table.hosted, moves: all } : table.hosted.asItEnded(all);
      const file = `${id}.rawvf`;
      archive.add(file, replayOf(recordingOf(hosted, moves), "rawvf", version));
      listed += `${JSON.stringify({ file, ...summaryObject(rowOf(hosted), hosted.origin), ...restOf(hosted) })}\n`;
    } catch (error) {
      if (!(error instanceof SapperError) || error.type === "too_large") throw error;
    }
    await turn();
  }
  archive.add(LIST, new TextEncoder().encode(listed));
  return archive.end();
}

/** What a line has besides the summary. @param {HostedGame} hosted */
function restOf({ countsNot, resultAt, guessedBy, origin: { fair, start, daily, first } }) {
  const guess = guessedBy === null ? null : { kind: guessedBy[0], cell: guessedBy[1] };
  return { counts_not: countsNot, result_at: resultAt, fair, start, daily, first, guess };
}

/**
 * Adds the games of an archive that are not here yet. Damaged ones are left out and listed. If it is stopped, the games so far
 * stay.
 * @param {Engine} engine @param {Store} store @param {Uint8Array} content @param {Cancel} cancel @param {Tell} tell
 * @throws {SapperError}
 */
export async function imported(engine, store, content, cancel, tell) {
  const archive = new SentArchive(content, LIST);
  const lines = archive.text(LIST, LIMITS.LIST_BYTES).split("\n").filter((line) => line.trim() !== "");
  if (lines.length > LIMITS.ARCHIVE_FILES) throw new SapperError("too_large", `${LIST} has more than ${LIMITS.ARCHIVE_FILES} lines`);
  const left = new Set(archive.names.filter((name) => name !== LIST));
  /** @type {Fault[]} */
  const faults = [];
  let added = 0;
  let known = 0;
  const told = progress("games read", tell);
  for (const [i, line] of lines.entries()) {
    await turn();
    if (cancel.isSet) return { added, known, ...damage(faults), stopped: true };
    told(i, lines.length);
    let file = `${LIST}, line ${i + 1}`;
    try {
      const listed = listedGame(line);
      ({ file } = listed);
      left.delete(file);
      const game = gameIn(engine, archive.bytes(file, LIMITS.FILE_BYTES));
      const isNew = await isAdded(store, ...archived(listed, game));
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
  return { damaged_count: faults.length, damaged: faults.slice(0, LIMITS.DAMAGED) };
}

/**
 * The game in a replay. Where a guess ended it, the last place of the path says when. @throws {SapperError}
 * @param {Engine} engine @param {Uint8Array} bytes
 */
function gameIn(engine, bytes) {
  const replay = /** @type {import("../../js/files.js").FileReplay} */ (replayIn(engine, bytes, { timeLimit: LIMITS.READING_SECONDS }));
  const { topology, mined, rules, events, actions } = replay;
  const at = (/** @type {number} */ time) => Math.round(1000 * time);
  checkShape(topology);
  return {
    board: { topology, mines: mined.reduce((sum, mine) => sum + mine, 0) },
    mined,
    rules: laterRules(rules),
    actions: actions.map(({ time, kind, cell }) => /** @type {FoundAction} */ ([at(time), kind, cell])),
    path: events.filter(({ kind }) => kind === "mv").map(({ time, x, y }) => /** @type {Place} */ ([at(time), x, y])),
  };
}

/** @param {string} line @returns {ListedGame} */
function listedGame(line) {
  if (line.length > LIMITS.LINE_BYTES) throw damaged(`it has more than ${LIMITS.LINE_BYTES} bytes`);
  try {
    return checkedBody("ListedGame", JSON.parse(line));
  } catch {
    throw damaged("it does not describe a finished game");
  }
}

/** A game of an archive, and its moves to save. @param {ListedGame} listed @param {FoundGame} game @returns {[HostedGame, Move[]]} */
function archived(listed, { board, mined, rules, actions, path }) {
  const { first_click, variant, fair, first, start, daily } = listed;
  const { topology } = board;
  for (const cell of [start, listed.guess?.cell ?? null]) {
    if (cell !== null && cell >= topology.size) {
      throw damaged(`there is no cell number ${cell}: the board has ${topology.size} cells`);
    }
  }
  const seed = listed.seed === null ? null : BigInt(listed.seed);
  const made = fair === null ? {} : { fair };
  const origin = new Origin(board, { first_click, variant, ...rules, seed, mined, ...made, first, start, daily });
  const hosted = new HostedGame(origin, listed.game);
  const moves = movesOf(origin.game(), listed, actions, path);
  hosted.restore(moves, listed.elapsed_ms, Math.max(0, Date.now() - listed.ended_at));
  if (hosted.status !== listed.status || !hosted.begun) {
    throw damaged(`its clicks do not lead to the end ${quoted(listed.status)}`);
  }
  if (listed.started_at > listed.ended_at || listed.ended_at > Date.now() + DAY_MS) throw damaged("its dates are impossible");
  setStanding(hosted, listed);
  hosted.threeBv = threeBvOf(hosted);
  return [hosted, moves];
}

/**
 * Plays the actions. What happened to each is kept as in the store.
 * @param {import("../../js/game.js").Game} game @param {ListedGame} listed @param {FoundAction[]} actions @param {Place[]} path
 */
function movesOf(game, { guess, elapsed_ms }, actions, path) {
  /** @type {Move[]} */
  const moves = [];
  // If a guess lost the game, the last place is no part of the path: it marks the guess.
  const way = (guess === null ? path : path.slice(0, -1)).filter(([, x, y]) => [x, y].every((each) => each >= 0 && each <= FARTHEST));
  let taken = 0;
  let pointedMs = 0;
  const note = (/** @type {string} */ kind, /** @type {number} */ cell, /** @type {number} */ effect, /** @type {number} */ at) => {
    const from = taken;
    while (taken < way.length && way[taken][0] <= at) taken += 1;
    const places = thinned(way.slice(from, taken), pointedMs);
    pointedMs = places.at(-3) ?? pointedMs;
    const number = moves.length;
    moves.push({ number, kind, cell, key: `archive-${number}`, by: "player", effect, elapsed_ms: at, mined: null, path: places });
  };
  for (const [at, kind, cell] of actions) {
    if (game.standing.status !== "playing") throw damaged("it goes on after the end of the game");
    note(kind, cell, game.act(kind, cell).cells.length > 0 ? CHANGED : NOTHING, at);
  }
  if (guess !== null && game.standing.status === "playing") note(guess.kind, guess.cell, LOST_BY_GUESS, elapsed_ms);
  return moves;
}

/** What the game counts as. Earlier versions listed only whether it counted. @param {HostedGame} hosted @param {ListedGame} listed */
function setStanding(hosted, { started_at, ended_at, counts, counts_not, result, result_at, status }) {
  [hosted.startedAt, hosted.endedAt] = [started_at, ended_at];
  hosted.countsNot = counts_not ?? (counts ? [] : ["help"]);
  hosted.result = hosted.countsNot.length > 0 ? result : status;
  hosted.resultAt = hosted.result === null ? null : (result_at ?? ended_at);
}

/**
 * Saves a game, unless it is here, maybe under another id. Returns whether it is new.
 * @param {Store} store @param {HostedGame} hosted @param {Move[]} moves
 */
async function isAdded(store, hosted, moves) {
  if ((await store.game(hosted.id)) !== undefined) return false;
  /** @type {import("./shapes.js").GameRow} */
  const row = rowOf(hosted);
  for (const other of await store.begunAt(row.started_at)) {
    if (!SAME.every((field) => other[field] === row[field])) continue;
    const its = await store.movesOf(other.id);
    if (its.at(-1)?.cell === moves.at(-1)?.cell) return false;
  }
  await store.save(hosted, moves);
  hosted.game.topology.engine.release(hosted.game);
  return true;
}
