/** Carries out what goes beyond one game: new games, fair boards, daily boards, lists, statistics. */

import { LEVELS } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { strategiesOf } from "../../js/strategies.js";
import { inQuotes } from "../../js/words.js";
import { boardIn, cellOf, freshKey } from "./boards.js";
import { Origin, dailyCategory, dailySeed, fairMinefield, originIn, today } from "./game_start.js";
import { GamesInMemory, summaryObject } from "./games_in_memory.js";
import { LIMITS } from "./limits.js";
import { luckFreeRates, statisticsObject } from "./results.js";
import { Budget, Cancel, Queue, TaskWorkers } from "./tasks.js";

/** @typedef {import("./types.js").PageCrew} PageCrew */
/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./types.js").GameSlot} GameSlot */
/** @typedef {import("../../js/index.js").Level} Level */
/** @typedef {import("./types.js").Remote} Remote */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./types.js").Tell} Tell */

const USUAL = ["best", "fast"]; // the strategies that a page offers first
const SOURCES = /** @type {const} */ (["board", "same_as", "minefield", "daily"]);

/** @typedef {import("./types.js").Checked<"new">} NewGameRequest */

export class Service {
  #crew;
  /** The queue of the reviews. */
  #reviewQueue = new Queue();
  /** @type {import("./questions.js").Questions|undefined} */
  #questions;
  /** @type {import("./player_reports.js").Reports|undefined} */
  #reports;
  /** @type {import("./runs.js").Runs|undefined} */
  #runs;

  /** @param {Engine} engine @param {string} version @param {Store} store @param {PageCrew} crew @param {Remote} remote @param {Tell} tell */
  constructor(engine, version, store, crew, remote, tell) {
    this.remote = remote;
    this.engine = engine;
    this.version = version;
    this.store = store;
    this.games = new GamesInMemory(engine, store, tell);
    this.readers = new TaskWorkers(crew.beginReader);
    this.#crew = crew;
  }

  // These parts are loaded when a request first needs them, so that the page starts faster.

  async questions() {
    const { Questions } = await import("./questions.js");
    return (this.#questions ??= new Questions(this.engine, this.games, this.#crew, this.remote, this.#reviewQueue));
  }

  async runs() {
    await this.engine.complete();
    const { Runs } = await import("./runs.js");
    return (this.#runs ??= new Runs(this.engine, this.version, this.store, this.#crew, this.remote));
  }

  async reports() {
    const { Reports } = await import("./player_reports.js");
    return (this.#reports ??= new Reports(this.engine, this.version, this.games, this.#reviewQueue));
  }

  /** The first message. */
  async hello() {
    return {
      type: "hello",
      ...this.about(),
      player: (await this.store.greet()) ? "known" : "new",
      game: await this.store.lastGame(),
      settings: await this.store.settings(),
    };
  }

  about() {
    const list = strategiesOf(this.engine).map((each) => ({ ...each, usual: USUAL.includes(each.name) }));
    const usual = USUAL.map((name) => list.find((each) => each.name === name));
    const own = this.remote.strategies.map((each) => ({ ...each, usual: true }));
    const strategies = [...usual, ...list.filter((each) => !each.usual), ...own];
    return { version: this.version, strategies, remote: this.remote.about() };
  }

  /** Starts a game. @param {NewGameRequest} request */
  async newGame(request) {
    if (SOURCES.filter((name) => request[name] !== null).length !== 1) {
      const text = "a new game needs exactly one of 'board', 'same_as', 'minefield' and 'daily'";
      throw new SapperError("request", text);
    }
    if (request.daily !== null) return this.#daily(request, request.daily);
    if (request.same_as !== null) {
      refuseFurther(request, ["same_as"], "the same board is played again with the same rules");
      return this.games.startAgain(await this.games.slot(request.same_as));
    }
    const origin = originIn(this.engine, request);
    const past = (request.actions ?? []).map((action) => ({ ...action, key: freshKey() }));
    for (const { cell } of past) cellOf(origin.board.topology, cell); // before there is a game
    const slot = await this.games.start(origin);
    if (past.length > 0) await this.games.act(slot, past, "past");
    return slot;
  }

  /**
   * Opens, flags or chords a cell. The first click on a fair board makes the board.
   * @param {GameSlot} slot @param {Step} step @param {Cancel} cancel @param {Tell} tell
   */
  async act(slot, step, cancel, tell) {
    if (step.kind === "open" && slot.hostGame.needsFairBoard) {
      cellOf(slot.hostGame.game.topology, step.cell);
      await this.makeFair(slot, step.cell, cancel, tell);
    }
    const answer = await this.games.act(slot, [step], "player");
    this.engine.complete().catch(() => {}); // who plays soon asks for more
    return answer;
  }

  /**
   * Lays the mines of a fair board around the first cell. Another click may wait for the same board.
   * @param {GameSlot} slot @param {number} cell @param {Cancel} cancel @param {Tell} tell
   */
  async makeFair(slot, cell, cancel, tell) {
    const { hostGame } = slot;
    const { board, fair, seed } = hostGame.origin;
    const progress = (/** @type {number} */ tried) => tell({ type: "progress", done: tried, of: null, text: "boards tried" });
    slot.making ??= fairMinefield(board, cell, fair, /** @type {bigint} */ (seed), new Budget(LIMITS.TIME_LIMIT_MS, cancel), progress)
      .then((mined) => slot.inTurn(() => hostGame.lay(mined)))
      .finally(() => (slot.making = undefined));
    await slot.making;
  }

  /** The games of the player, the latest first. @param {string|null} status @param {number} limit */
  async summaries(status, limit) {
    const rows = await this.store.summaries(status, limit);
    return rows.map((row) => summaryObject(row, Origin.from(this.engine, row.origin)));
  }

  /** The results of the player, and the games that can be finished. */
  async statistics() {
    return {
      ...statisticsObject(this.engine, await this.store.results()),
      not_counted: await this.store.practiceGames(),
      unfinished: await this.summaries("unfinished", LIMITS.UNFINISHED),
    };
  }

  /**
   * The win rates without luck, for the categories of the statistics in their order. It reviews all games that count.
   * @param {import("./tasks.js").Cancel} cancel @param {Tell} tell
   */
  async luckFreeStatistics(cancel, tell) {
    const { course, left_out } = await (await this.reports()).report({ added: false, only: null, win: false, time_limit_ms: LIMITS.DEFAULT_TIME_LIMIT_MS }, cancel, tell);
    return { rates: luckFreeRates(this.engine, await this.store.results(), course), left_out };
  }

  /** The daily boards, with the first game of the player on each. */
  async daily() {
    const date = today();
    const boards = [];
    for (const level of /** @type {Level[]} */ (Object.keys(LEVELS))) {
      const [first] = await this.store.dailyGames(dailyCategory(this.engine, level), date);
      const result = first === undefined || first.standing === "unfinished" ? null : first.standing;
      const { id: game = null, status = null, elapsed_ms = null } = first ?? {};
      boards.push({ level, game, status, result, elapsed_ms });
    }
    return { date, boards };
  }

  /** A daily board. It needs no guess from its marked first cell. @param {NewGameRequest} request @param {Level} level */
  async #daily(request, level) {
    refuseFurther(request, ["daily", "question_marks"], "a daily board has its own rules");
    await this.engine.complete();
    const date = today();
    const named = { level, topology: "square", shape: null, rows: null, columns: null, adjacency: null, layout: null };
    const board = boardIn(this.engine, { ...named, mines: null, density: null });
    const { goodFirstCell } = await import("./figures.js");
    const start = goodFirstCell(board.topology, board.mines, "opening");
    const usual = { method: "uniform", mine_count: true, rule: null };
    const budget = new Budget(LIMITS.TIME_LIMIT_MS, new Cancel());
    const seed = dailySeed(level, date);
    const mines = await fairMinefield(board, start, usual, seed, budget, () => {});
    const question_marks = request.question_marks === true;
    return this.games.startDaily(
      new Origin(board, { first_click: "fair", mined: mines, start, daily: date, question_marks }),
    );
  }
}

/** Refuses fields that go with another kind of new game. @param {NewGameRequest} request @param {string[]} free @param {string} why */
function refuseFurther(request, free, why) {
  const fields = /** @type {Record<string, unknown>} */ (request);
  const names = Object.keys(fields).filter((name) => fields[name] !== null && ![...free, "type", "id"].includes(name));
  if (names.length > 0) throw new SapperError("request", `${why}: leave out ${inQuotes(names.sort()[0])}`);
}
