/** A game of the host: its moves, its clock, and whether it counts. The engine knows the rules of play. */

import { SapperError } from "../../js/errors.js";
import { KINDS } from "../../js/game.js";
import { cellOf, freshKey, randomText } from "./boards.js";
import { LIMITS } from "./limits.js";

/** @import { ActionMove, GameRow, Kind, Move, Origin, Place } from "./types.js" */

export const CELL_SIZE = 16; // pixels of a cell, for the places of the pointer
// The effects of a move.
export const NOTHING = 0;
export const CHANGE = 1;
export const LOST_BY_GUESS = 2;

const NOWHERE = new Int32Array(); // shared, because separate paths for the moves of the assistant would be most of what is saved

/** @typedef {{cells: number[], values: number[], whole: boolean}} Change */

/** @type {Change} */
export const NO_CHANGE = { cells: [], values: [], whole: false };

/** A game with everything that the page shows about it. */
export class HostGame {
  /** Mines that the next move saves. @type {Uint8Array|null} */
  #minesToSave = null;
  #pointedMs = 0;
  /** @type {Set<string>} */
  #keys = new Set();
  #isFollowed = false;

  /** @param {Origin} origin @param {string} [id] */
  constructor(origin, id = randomText(16)) {
    this.id = id;
    this.origin = origin;
    this.game = origin.game();
    this.clock = new Clock();
    this.clicks = 0;
    this.countsNot = [...origin.counts_not];
    this.startedAt = Date.now();
    /** @type {number|null} */
    this.endedAt = null;
    /** @type {string|null} */
    this.result = null;
    /** @type {number|null} */
    this.resultAt = null;
    /** Null before the end. @type {number|null} */
    this.threeBv = null;
    /** The mines of the fair board, once it is made. @type {Uint8Array|null} */
    this.fair = null;
    this.version = 0; // grows with every move
    this.revision = 0; // grows whenever it is saved
    /** All moves, also those that were saved: the browser may delete what it has. @type {Move[]} */
    this.log = [];
  }

  /** The number of actions that changed something. */
  get moves() {
    return this.game.actions - Number(this.game.lostByGuess);
  }

  get standing() {
    return this.game.standing;
  }

  get hasBegun() {
    return this.standing.hasBegun;
  }

  get status() {
    return this.standing.status;
  }

  /** The guess that lost by the rule of guessing: kind and cell. @returns {[Kind, number]|null} */
  get guessedBy() {
    if (!this.game.lostByGuess) return null;
    const { kind, cell } = this.game.action(this.game.actions - 1);
    return [kind, cell];
  }

  get over() {
    return this.status !== "playing";
  }

  /** Whether the rule of guessing holds for the next click. */
  get isJudged() {
    return this.over || this.game.isJudged;
  }

  /** Whether no mine is under the first cell that is opened. */
  get firstIsSafe() {
    return this.origin.first_click !== "any" || this.standing.firstClick !== "any";
  }

  /** What the statistics count it as now: `result`, or "unfinished"; null for practice games. */
  get countsAs() {
    if (this.result === null && this.hasBegun && !this.over && this.countsNot.length === 0) return "unfinished";
    return this.result;
  }

  get isFollowed() {
    return this.#isFollowed;
  }

  /** Whether the page follows it. The clock runs only while it does. */
  set isFollowed(isFollowed) {
    this.#isFollowed = isFollowed;
    this.#setClock();
  }

  get needsFairBoard() {
    return this.origin.first_click === "fair" && this.origin.mined === null && this.fair === null;
  }

  /** @param {string} key */
  knows(key) {
    return this.#keys.has(key);
  }

  /** Lays the mines of a fair board. The next move saves them. @param {Uint8Array} mined */
  lay(mined) {
    this.fair = this.#minesToSave = mined;
    this.#replace(this.gameAfter(this.game.history));
  }

  /** Another game on the same mines, after the same moves or others. @param {number[]} history */
  gameAfter(history) {
    return this.origin.game(history, { fair: this.fair, minesNow: this.game.minesNow });
  }

  /**
   * Opens, flags or chords a cell: what changed, and the move to save, unless the assistant changed nothing.
   * @param {Kind} kind @param {number} target @param {string} key @param {string} [by] @param {Place[]} [path] @returns {[Change, Move|null]}
   */
  act(kind, target, key, by = "player", path = []) {
    const { topology } = this.game;
    cellOf(topology, target);
    const cell = kind === "open" && !this.hasBegun && this.origin.start !== null ? this.origin.start : target;
    if (this.over) {
      const place = topology.cell(cell);
      const text = `cannot ${kind} ${topology.describe(place)}: the game is over (${this.status})`;
      throw new SapperError("game", text, { cell: place });
    }
    if (this.hasBegun) this.clock.makeUp(); // a player who does not follow the game has played all that time
    const changes = this.game.act(kind, cell);
    this.#minesToSave = changes.minesNow ?? this.#minesToSave;
    const effect = this.game.lostByGuess ? LOST_BY_GUESS : changes.cells.length > 0 ? CHANGE : NOTHING;
    if (effect === NOTHING && by !== "player") return [NO_CHANGE, null];
    return [changeOf(changes), this.#note(kind, cell, key, by, effect, path)];
  }

  /** Takes back the losing move. The loss still counts, and what follows is practice. @returns {[Change, Move]} */
  undo() {
    if (this.status !== "lost") throw new SapperError("game", "only a lost game can take its last move back");
    if (!this.game.lostByGuess) this.clicks -= 1;
    const change = changeOf(this.game.undo());
    this.endedAt = null;
    if (!this.countsNot.includes("undo")) this.countsNot.push("undo");
    return [change, this.#note("undo", 0, freshKey(), "undo", CHANGE)];
  }

  /** The game as it was before the move that lost, and that move: its kind and its cell. */
  beforeLoss() {
    if (this.status !== "lost") throw new SapperError("game", "only a lost game has a move that lost it");
    const { history, actions } = this.game;
    return { game: this.gameAfter(history.slice(0, -2)), ...this.game.action(actions - 1) };
  }

  /** Makes a practice game of a game in play, because its mines will be known from another game. */
  practise() {
    return !this.over && this.countsNot.length === 0 && this.#endCounting("same", "abandoned");
  }

  /** Notes that the player of a game in play got help. Returns whether that is new. @param {string} reason */
  takeHelp(reason) {
    return this.#endCounting(reason, "helped");
  }

  /** Becomes the game that the store has: its row and its moves. @param {GameRow} row @param {Move[]} moves */
  restoreFrom(row, moves) {
    this.restore(moves, row.elapsed_ms, Math.max(0, Date.now() - row.changed_at));
    this.countsNot = [...row.counts_not];
    [this.startedAt, this.endedAt, this.threeBv] = [row.started_at, row.ended_at, row.three_bv];
    [this.result, this.resultAt] = row.standing === "unfinished" ? [null, null] : [row.standing, row.result_at];
    this.revision = row.revision ?? 0;
    this.#setClock();
  }

  /**
   * The game as it ended for the first time, and its moves until then. That counts, even if the player undid the loss. If the loss
   * was not undone, this is the game itself.
   * @param {Move[]} moves all moves @returns {{hostGame: HostGame, moves: Move[]}}
   */
  asItEnded(moves) {
    const end = moves.findIndex(({ kind }) => kind === "undo");
    if (end < 0) return { hostGame: this, moves };
    const those = moves.slice(0, end);
    const its = new HostGame(this.origin, this.id);
    its.restore(those, those[end - 1].elapsed_ms, 0);
    const others = this.countsNot.filter((reason) => reason !== "undo");
    its.countsNot = this.result === "lost" || this.result === "drawn" ? [] : others; // what came later does not matter
    [its.startedAt, its.result, its.resultAt] = [this.startedAt, this.result, this.resultAt];
    its.endedAt = this.resultAt ?? this.startedAt + its.clock.elapsedMs;
    its.threeBv = its.game.metrics(0, 0).three_bv;
    return { hostGame: its, moves: those };
  }

  /**
   * Repeats saved moves in a new game. The clock was stopped for `stoodMs`.
   * @param {Move[]} moves @param {number} elapsedMs @param {number} stoodMs
   */
  restore(moves, elapsedMs, stoodMs) {
    this.#keys.clear();
    [this.fair, this.#minesToSave, this.version, this.#pointedMs] = [null, null, 0, 0];
    this.log = [...moves];
    let minesNow = null;
    for (const move of moves) {
      if (move.mined && this.needsFairBoard) this.fair = move.mined;
      else minesNow = move.mined ?? minesNow;
      this.#keys.add(move.key);
      this.version = move.number + 1;
      this.#pointedMs = move.elapsed_ms;
    }
    const { clicks, guess } = standingMoves(moves);
    this.clicks = clicks.length;
    const actions = clicks.filter(({ effect }) => effect === CHANGE);
    if (guess !== null) actions.push(guess);
    const history = actions.flatMap(({ kind, cell }) => [KINDS.indexOf(kind), cell]);
    this.#replace(this.origin.game(history, { fair: this.fair, minesNow }, guess !== null));
    this.clock = new Clock(elapsedMs, stoodMs);
  }

  /**
   * Adds a reason why the game does not count from now on. If it counted until now, it gets a result for good.
   * @param {string} reason @param {string} result
   */
  #endCounting(reason, result) {
    if (this.countsNot.includes(reason)) return false;
    if (this.countsAs === "unfinished") [this.result, this.resultAt] = [result, Date.now()];
    this.countsNot.push(reason);
    return true;
  }

  /**
   * @param {Move["kind"]} kind @param {number} cell @param {string} key @param {string} by @param {number} effect @param {Place[]} [path] @returns {Move}
   */
  #note(kind, cell, key, by, effect, path = []) {
    if (this.over) this.#setClock(); // so that the last move has the time of the game
    const elapsed = this.clock.elapsedMs;
    const way = path.map(([beforeMs, x, y]) => /** @type {Place} */ ([elapsed - beforeMs, x, y]));
    const places = thinOut(way, this.#pointedMs);
    this.#pointedMs = places.at(-3) ?? this.#pointedMs;
    const move = {
      number: this.version,
      kind,
      cell,
      key,
      by,
      effect,
      elapsed_ms: elapsed,
      mined: this.#minesToSave,
      path: places,
    };
    this.log.push(move);
    this.#minesToSave = null;
    this.version += 1;
    this.#keys.add(key);
    if (kind !== "undo" && effect !== LOST_BY_GUESS) this.clicks += 1;
    if (this.over && this.endedAt === null) {
      this.endedAt = Date.now();
      if (this.result === null && this.countsNot.length === 0) {
        [this.result, this.resultAt] = [this.status, this.endedAt];
      }
    }
    this.#setClock();
    return move;
  }

  /** @param {import("../../js/game.js").Game} game */
  #replace(game) {
    game.topology.engine.release(this.game);
    this.game = game;
  }

  #setClock() {
    if (this.isFollowed && this.hasBegun && !this.over) this.clock.start();
    else this.clock.stop();
  }
}

/**
 * The cells that changed and their marks, unless there are too many to list.
 * @param {{cells: Uint32Array, marks: Int16Array}} change @returns {Change}
 */
function changeOf({ cells, marks }) {
  if (cells.length > LIMITS.DIFF_CELLS) return { ...NO_CHANGE, whole: true };
  return { cells: Array.from(cells), values: Array.from(marks), whole: false };
}

/** The actions that were not undone, including those that changed nothing; and the guess that lost, or null. @param {Move[]} moves */
export function standingMoves(moves) {
  /** @type {ActionMove[]} */
  const clicks = [];
  /** @type {ActionMove|null} */
  let guess = null;
  for (const move of moves) {
    if (move.kind !== "undo") {
      if (move.effect === LOST_BY_GUESS) guess = move;
      else clicks.push(move);
    } else if (guess === null) clicks.pop();
    else guess = null;
  }
  return { clicks, guess };
}

/**
 * The places of the pointer, without those that follow each other too soon: milliseconds, x and y of each, in one array.
 * @param {Place[]} places @param {number} lastMs
 */
export function thinOut(places, lastMs) {
  if (places.length === 0) return NOWHERE;
  /** @type {number[]} */
  const rest = [];
  for (const [at, x, y] of places) {
    if (at < lastMs + LIMITS.PATH_STEP_MS) continue;
    rest.push(at, x, y);
    lastMs = at;
  }
  return Int32Array.from(rest);
}

/** Measures milliseconds of play, and can be stopped. It is stopped at first. */
class Clock {
  #before;
  /** @type {number|null} */
  #since = null;
  #stillSince;

  constructor(elapsedMs = 0, stoodMs = 0) {
    this.#before = elapsedMs;
    this.#stillSince = performance.now() - stoodMs;
  }

  get running() {
    return this.#since !== null;
  }

  get elapsedMs() {
    return Math.floor(this.#before + (this.#since === null ? 0 : performance.now() - this.#since));
  }

  /** How long it has been stopped; 0 while it runs. */
  get stoodMs() {
    return this.running ? 0 : Math.floor(performance.now() - this.#stillSince);
  }

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    this.#stillSince = performance.now();
    if (this.#since === null) return;
    this.#before += this.#stillSince - this.#since;
    this.#since = null;
  }

  /** Adds the time for which it was stopped. Does nothing while it runs. */
  makeUp() {
    if (this.running) return;
    const since = this.#stillSince;
    this.#stillSince = performance.now();
    this.#before += this.#stillSince - since;
  }
}
