/** Carries out what goes beyond one game: new games, fair boards, daily boards, lists, statistics. */

import { LEVELS } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { strategiesOf } from "../../js/strategies.js";
import { quoted } from "../../js/words.js";
import { boardAsked } from "./boards.js";
import { Desk } from "./desk.js";
import { fairMinefield } from "./fair.js";
import { goodFirstCell } from "./hints.js";
import { Origin, dailyCategory, dailySeed, originAsked, today } from "./origin.js";
import { ANNOUNCED, LIMITS } from "./protocol.js";
import { Questions } from "./questions.js";
import { Reports } from "./reports.js";
import { Runs } from "./runs.js";
import { statisticsObject } from "./statistics.js";
import { Budget, Cancel, Queue } from "./thoughts.js";
import { cellOf, freshKey } from "./values.js";
import { summaryObject } from "./views.js";

/** @typedef {import("./shapes.js").Checked<"new">} Asked */
/** @typedef {import("../../js/index.js").Level} Level */

/** @typedef {import("./shapes.js").Crew} Crew */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Remote} Remote */
/** @typedef {import("./shapes.js").Step} Step */
/** @typedef {import("./shapes.js").Store} Store */
/** @typedef {import("./shapes.js").Table} Table */
/** @typedef {import("./shapes.js").Tell} Tell */

const USUAL = ["best", "fast"]; // the strategies that a page offers first
const SOURCES = /** @type {const} */ (["board", "same_as", "minefield", "daily"]);

export class Service {
  /** @param {Engine} engine @param {string} version @param {Store} store @param {Crew} crew @param {Remote} remote @param {Tell} tell */
  constructor(engine, version, store, crew, remote, tell) {
    this.remote = remote;
    this.engine = engine;
    this.version = version;
    this.store = store;
    this.desk = new Desk(engine, store, tell);
    const reviewed = new Queue();
    this.questions = new Questions(engine, this.desk, crew, remote, reviewed);
    this.reports = new Reports(engine, version, this.desk, reviewed);
    this.runs = new Runs(engine, version, store, crew, remote);
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
    const listed = strategiesOf(this.engine).map((each) => ({ ...each, usual: USUAL.includes(each.name) }));
    const usual = USUAL.map((name) => listed.find((each) => each.name === name));
    const own = this.remote.strategies.map((each) => ({ ...each, usual: true }));
    const strategies = [...usual, ...listed.filter((each) => !each.usual), ...own];
    return { version: this.version, strategies, limits: ANNOUNCED, remote: this.remote.told() };
  }

  /** Starts a game. @param {Asked} asked */
  async newGame(asked) {
    if (SOURCES.filter((name) => asked[name] !== null).length !== 1) {
      const text = "a new game needs exactly one of 'board', 'same_as', 'minefield' and 'daily'";
      throw new SapperError("request", text);
    }
    if (asked.daily !== null) return this.#daily(asked, asked.daily);
    if (asked.same_as !== null) {
      refuseFurther(asked, ["same_as"], "the same board is played again with the same rules");
      return this.desk.startAgain(await this.desk.table(asked.same_as));
    }
    const origin = originAsked(this.engine, asked);
    const past = (asked.actions ?? []).map((action) => ({ ...action, key: freshKey() }));
    for (const { cell } of past) cellOf(origin.board.topology, cell); // before there is a game
    const table = await this.desk.start(origin);
    if (past.length > 0) await this.desk.act(table, past, "past");
    return table;
  }

  /**
   * Opens, flags or chords a cell. The first click on a fair board makes the board.
   * @param {Table} table @param {Step} step @param {Cancel} cancel @param {Tell} tell
   */
  async act(table, step, cancel, tell) {
    if (step.kind === "open" && table.hosted.needsFairBoard) {
      cellOf(table.hosted.game.topology, step.cell);
      await this.makeFair(table, step.cell, cancel, tell);
    }
    return this.desk.act(table, [step], "player");
  }

  /**
   * Lays the mines of a fair board around the first cell. Another click may wait for the same board.
   * @param {Table} table @param {number} cell @param {Cancel} cancel @param {Tell} tell
   */
  async makeFair(table, cell, cancel, tell) {
    const { hosted } = table;
    const { board, fair, seed } = hosted.origin;
    const progress = (/** @type {number} */ tried) => tell({ type: "progress", done: tried, of: null, text: "boards tried" });
    table.making ??= fairMinefield(board, cell, fair, /** @type {bigint} */ (seed), new Budget(LIMITS.TIME_LIMIT_MS, cancel), progress)
      .then((mined) => table.inTurn(() => hosted.lay(mined)))
      .finally(() => (table.making = undefined));
    await table.making;
  }

  /** The games of the player, the latest first. @param {string|null} status @param {number} limit */
  async games(status, limit) {
    const rows = await this.store.summaries(status, limit);
    return rows.map((row) => summaryObject(row, Origin.restored(this.engine, row.origin)));
  }

  /** The results of the player, and the games that can be finished. */
  async statistics() {
    return {
      ...statisticsObject(this.engine, await this.store.results()),
      not_counted: await this.store.practiceGames(),
      unfinished: await this.games("unfinished", LIMITS.UNFINISHED),
    };
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

  /** A daily board. It needs no guess from its marked first cell. @param {Asked} asked @param {Level} level */
  async #daily(asked, level) {
    refuseFurther(asked, ["daily", "question_marks"], "a daily board has its own rules");
    const date = today();
    const named = { level, topology: "square", shape: null, rows: null, columns: null };
    const board = boardAsked(this.engine, { ...named, mines: null, density: null });
    const start = goodFirstCell(board.topology, board.mines, "opening");
    const usual = { method: "uniform", mine_count: true, rule: null };
    const budget = new Budget(LIMITS.TIME_LIMIT_MS, new Cancel());
    const seed = dailySeed(level, date);
    const mined = await fairMinefield(board, start, usual, seed, budget, () => {});
    const question_marks = asked.question_marks === true;
    return this.desk.startDaily(
      new Origin(board, { first_click: "fair", mined, start, daily: date, question_marks }),
    );
  }
}

/** Refuses fields that go with another kind of new game. @param {Asked} asked @param {string[]} free @param {string} why */
function refuseFurther(asked, free, why) {
  const given = /** @type {Record<string, unknown>} */ (asked);
  const said = Object.keys(given).filter((name) => given[name] !== null && ![...free, "type", "id"].includes(name));
  if (said.length > 0) throw new SapperError("request", `${why}: leave out ${quoted(said.sort()[0])}`);
}
