/** Starts games. What a game starts from: board, rules and mines; the daily boards, and boards that need no guess. */

import { sha256 } from "@noble/hashes/sha2.js";

import { LEVELS, Topology } from "../../js/board.js";
import { text } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { Game } from "../../js/game.js";
import { FIRST_CLICKS, METHODS, MOST_THREE_BV } from "../../js/rule_names.js";
import { namesOf } from "../../js/strategies.js";
import { inQuotes, unknown } from "../../js/words.js";
import { boardIn, boardOfLevel, cellOf, digestOf, freshKey, levelOf, minefieldIn, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";
import { Budget, turn } from "./tasks.js";

/** @import { Level } from "../../js/index.js" */
/** @import { Board, BoardJson, Cancel, Checked, CheckedBoard, Engine, Fair, GameSlot, GamesInMemory, GameStore, Tell } from "./types.js" */

const SOURCES = /** @type {const} */ (["board", "same_as", "minefield", "daily"]);
const FIRST_SECONDS = 0.05; // the first slice of the search for a fair board

/**
 * What a game starts from, besides the board.
 * @typedef {object} Fields
 * @property {string} first_click
 * @property {string} guessing
 * @property {string} win
 * @property {string} on_mine
 * @property {boolean} question_marks
 * @property {bigint|null} seed
 * @property {Uint8Array|null} mined a byte for each cell
 * @property {Fair} fair
 * @property {string[]} counts_not
 * @property {string|null} first the first game on this minefield
 * @property {number|null} start
 * @property {string|null} daily
 */

/** @type {Fields} */
const USUAL = {
  first_click: "opening",
  guessing: "free",
  win: "cleared",
  on_mine: "stop",
  question_marks: false,
  seed: null,
  mined: null,
  fair: { method: "uniform", mine_count: true, rule: null },
  counts_not: [],
  first: null,
  start: null,
  daily: null,
};

/** The mines of a fair board, once it is made; and the mines now, if some have moved. @typedef {{fair?: Uint8Array|null, minesNow?: Uint8Array|null}} Mines */

/** Board, rules, and the source of the mines. */
export class Origin {
  /** @param {{topology: Topology, mines: number}} board @param {Partial<Fields>} fields those that are not as usual */
  constructor(board, fields) {
    const its = { ...USUAL, ...fields };
    this.first_click = its.first_click;
    this.guessing = its.guessing;
    this.win = its.win;
    this.on_mine = its.on_mine;
    this.question_marks = its.question_marks;
    this.seed = its.seed;
    this.mined = its.mined;
    this.fair = its.fair;
    this.counts_not = its.counts_not;
    this.first = its.first;
    this.start = its.start;
    this.daily = its.daily;
    this.board = board;
  }

  /**
   * The game at its start, or after a history.
   * @param {number[]} [history] @param {Mines} [places] @param {boolean} [lostByGuess] whether the history ends with a guess that lost
   */
  game(history = [], { fair = null, minesNow = null } = {}, lostByGuess = false) {
    const mined = fair ?? this.mined;
    const usual = this.first_click === "fair" ? "opening" : this.first_click;
    const { guessing, win, on_mine, question_marks } = this;
    const rules = { first_click: mined === null ? usual : "any", guessing, win, on_mine, question_marks };
    const { topology, mines } = this.board;
    return new Game(topology, mines, rules, { seed: this.seed ?? 0n, mined, minesNow }, history, lostByGuess);
  }

  /**
   * The same minefield again. Before the first click there is none, and the same seed is used.
   * @param {string} first @param {Uint8Array|null} mined
   */
  again(first, mined) {
    const source = mined === null ? {} : { mined, seed: null };
    return new Origin(this.board, { ...this, counts_not: ["same"], first, ...source });
  }

  get level() {
    return levelOf(this.board);
  }

  /** The category in statistics, as text. It is a key in the store. */
  get category() {
    const { level, first_click, guessing, win, on_mine } = this;
    const { adjacency, layout, ...fieldsButGraph } = this.boardJson;
    const board = adjacency ? { ...fieldsButGraph, graph: digestOf(adjacency) } : fieldsButGraph;
    return JSON.stringify({ board, level, first_click, guessing, win, on_mine });
  }

  get boardJson() {
    return this.board.topology.boardJson(this.board.mines);
  }

  /** What the store keeps of it. */
  fields() {
    return { ...this, board: this.boardJson };
  }

  /** @param {Engine} engine @param {Partial<Fields> & {board: BoardJson}} row */
  static from(engine, { board, ...fields }) {
    return new Origin({ topology: Topology.of(engine, board), mines: board.mines }, fields);
  }
}

/** @param {{engine: Engine, games: GamesInMemory}} parts @param {Checked<"new">} request @param {Cancel} cancel */
export async function startGame({ engine, games }, request, cancel) {
  if (SOURCES.filter((name) => request[name] !== null).length !== 1) {
    throw wrong("a new game needs exactly one of `board`, `same_as`, `minefield` and `daily`");
  }
  if (request.daily !== null) return startDaily(engine, games, request, request.daily, cancel);
  if (request.same_as !== null) {
    refuseFurther(request, ["same_as"], "the same board is played again with the same rules");
    return games.startAgain(await games.slot(request.same_as));
  }
  const origin = originIn(engine, request);
  const past = (request.actions ?? []).map((action) => ({ ...action, key: freshKey() }));
  for (const { cell } of past) cellOf(origin.board.topology, cell); // before there is a game
  const slot = await games.start(origin);
  if (past.length > 0) await games.act(slot, past, "past");
  return slot;
}

/**
 * Starts a game on a daily board. It needs no guess from its marked first cell.
 * @param {Engine} engine @param {GamesInMemory} games @param {Checked<"new">} request @param {Level} level @param {Cancel} cancel
 */
async function startDaily(engine, games, request, level, cancel) {
  refuseFurther(request, ["daily", "question_marks"], "a daily board has its own rules");
  const date = today();
  const board = boardOfLevel(engine, level);
  const { goodFirstCell } = await import("./position_figures.js");
  const start = goodFirstCell(board.topology, board.mines, "opening");
  const budget = new Budget(LIMITS.TIME_LIMIT_MS, cancel);
  const mined = await fairMinefield(board, start, USUAL.fair, dailySeed(level, date), budget, () => {});
  const question_marks = request.question_marks === true;
  cancel.check(); // the page may have begun another game meanwhile
  return games.startDaily(new Origin(board, { first_click: "fair", mined, start, daily: date, question_marks }));
}

/** Refuses fields that go with another kind of new game. @param {Checked<"new">} request @param {string[]} free @param {string} why */
function refuseFurther(request, free, why) {
  const fields = /** @type {Record<string, unknown>} */ (request);
  const names = Object.keys(fields).filter((name) => fields[name] !== null && ![...free, "type", "id"].includes(name));
  if (names.length > 0) throw wrong(`${why}: leave out \`${names.sort()[0]}\``);
}

/** The daily boards, with the first game of the player on each. @param {Engine} engine @param {GameStore} store */
export async function dailyBoards(engine, store) {
  const date = today();
  const boards = [];
  for (const level of /** @type {Level[]} */ (Object.keys(LEVELS))) {
    const { category } = new Origin(boardOfLevel(engine, level), { first_click: "fair" }); // as of any board of the level that needs no guess
    const [first] = await store.dailyGames(category, date);
    const result = first === undefined || first.standing === "unfinished" ? null : first.standing;
    const { id: game = null, status = null, elapsed_ms = null } = first ?? {};
    boards.push({ level, game, status, result, elapsed_ms });
  }
  return { date, boards };
}

/**
 * Lays the mines of a fair board around the first cell. Another click may wait for the same board.
 * @param {GameSlot} slot @param {number} cell @param {Cancel} cancel @param {Tell} tell
 */
export async function makeFair(slot, cell, cancel, tell) {
  const { hostGame } = slot;
  const { board, fair, seed } = hostGame.origin;
  const progress = (/** @type {number} */ boards) => tell({ type: "progress", done: boards, of: null, text: "boards tried" });
  slot.making ??= fairMinefield(board, cell, fair, /** @type {bigint} */ (seed), new Budget(LIMITS.TIME_LIMIT_MS, cancel), progress)
    .then((mined) => slot.inTurn(() => hostGame.lay(mined)))
    .finally(() => (slot.making = undefined));
  await slot.making;
}

/** The origin that a request for a new game describes. @param {Engine} engine @param {Checked<"new">} request */
function originIn(engine, request) {
  const { actions, minefield, guessing, seed, first_click, fair, board } = request;
  if (actions !== null && (minefield === null || ![null, "free"].includes(guessing))) {
    throw wrong("`actions` goes with `minefield`, where guesses are free");
  }
  /** @type {Partial<Fields>} */
  let fields;
  let its;
  if (minefield !== null) {
    if (seed !== null || first_click !== null || fair !== null) {
      throw wrong("with `minefield`, leave out `seed`, `first_click` and `fair`");
    }
    const { mined, ...rest } = minefieldIn(engine, minefield);
    its = rest;
    fields = { first_click: "any", mined, counts_not: [actions === null ? "given" : "past"] };
  } else {
    const gameSeed = seed === null ? randomSeed() : BigInt(seed);
    if (gameSeed >= 2n ** 64n) throw wrong("`seed` must be 0 to 2^64 - 1");
    its = boardIn(engine, /** @type {CheckedBoard} */ (board)); // the request has one of them
    fields = { first_click: first_click ?? "opening", seed: gameSeed, counts_not: seed === null ? [] : ["seed"] };
    if (["opening", "fair"].includes(first_click ?? "opening")) checkOpening(its);
    if (fair !== null) fields.fair = fairIn(engine, fair, first_click ?? "opening");
  }
  for (const name of /** @type {const} */ (["guessing", "win", "on_mine", "question_marks"])) {
    if (request[name] !== null) Object.assign(fields, { [name]: request[name] });
  }
  const origin = new Origin(its, fields);
  if (origin.guessing !== "free" && its.topology.size > LIMITS.HARD_CORE_CELLS) {
    const most = LIMITS.HARD_CORE_CELLS;
    throw wrong(`the rule of guessing ${inQuotes(origin.guessing)} is for boards of at most ${most} cells`);
  }
  return origin;
}

/** How to make a fair board. @param {Engine} engine @param {Fair} fair @param {string} firstClick */
function fairIn(engine, fair, firstClick) {
  if (firstClick !== "fair") throw wrong("`fair` is allowed only if `first_click` is 'fair': leave it out");
  const { rules } = namesOf(engine);
  if (fair.rule !== null && !rules.includes(fair.rule)) throw wrong(unknown("`fair.rule`", fair.rule, rules));
  return fair;
}

/** Refuses boards on which some first cell could not be an opening. The page promises that all are. @param {Board} board */
function checkOpening({ topology, mines }) {
  const opening = topology.mostAround + 1;
  const free = topology.size - mines;
  if (free > 0 && free < opening) {
    throw wrong(
      `an opening needs up to ${opening} cells without mines; ${mines} mines leave only ${free}: ` +
        "choose fewer mines, or the first click 'safe'",
    );
  }
}

/** The day in UTC, as "2026-11-23". */
const today = () => new Date().toISOString().slice(0, 10);

/** The seed of a daily board: the first 8 bytes of the SHA-256 of "sapper", the date and the level. @param {Level} level @param {string} day */
function dailySeed(level, day) {
  const text = new TextEncoder().encode(`sapper ${day} ${level}`);
  return new DataView(sha256(text).buffer).getBigUint64(0);
}

function randomSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}

/**
 * The mines of a fair board, a byte for each cell. The same seed gives the same board as in Python. It searches in slices, and tells
 * how many boards it has tried so far.
 * @param {Board} board @param {number} start the first cell @param {Fair} fair @param {bigint} seed @param {Budget} budget
 * @param {(count: number) => void} tell @throws {SapperError} there was none in time, or it was stopped
 */
async function fairMinefield({ topology, mines }, start, fair, seed, budget, tell) {
  const hardest = namesOf(topology.engine).rules.indexOf(fair.rule ?? "counting");
  const opening = FIRST_CLICKS.indexOf("opening");
  let sums = [0, 0, 0, 0, 0];
  for (let seconds = FIRST_SECONDS; ; await turn()) {
    budget.cancel.check();
    const left = budget.left / 1000;
    const numbers = [
      mines, start, opening, METHODS.indexOf(fair.method), hardest, fair.mine_count, 0, MOST_THREE_BV,
      seed, BigInt(sums[0]), 1, Math.min(seconds, left),
    ]; // prettier-ignore
    try {
      const results = topology.ask("generate", numbers, [], "the search for a minefield", left);
      return results[2](Uint8Array);
    } catch (error) {
      if (error.results === undefined) throw error;
      const counts = error.results[0](Float64Array);
      sums = sums.map((sum, i) => sum + counts[i]);
      if (counts[0] === 0) seconds *= 2; // the next candidate needs longer
    }
    if (budget.isOver) {
      const order = [mines, start, opening, METHODS.indexOf(fair.method), budget.milliseconds / 1000];
      const [why] = topology.ask("shortfall", order, [Float64Array.from(sums)]);
      throw new SapperError("budget", text(why));
    }
    tell(sums[0]);
  }
}
