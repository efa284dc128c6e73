/** Finds games, changes them one action at a time, saves them, and tells the page of changes that it did not ask for. */

import { SapperError } from "../../js/errors.js";
import { HostedGame, NO_CHANGE } from "./hosted.js";
import { Origin } from "./origin.js";
import { LIMITS } from "./protocol.js";
import { Behind } from "./tables.js";
import { stateObject, threeBvOf, updateObject } from "./views.js";

/** @typedef {import("./shapes.js").AccumulatedRisk} AccumulatedRisk */
/** @typedef {import("./shapes.js").Change} Change */
/** @typedef {import("./shapes.js").Action} Action */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Move} Move */
/** @typedef {import("./shapes.js").Step} Step */
/** @typedef {import("./shapes.js").Store} Store */
/** @typedef {import("./shapes.js").Tell} Tell */

/** @type {Record<string, string>} */
const HELP = { assist: "help", autoplay: "auto" }; // why a game does not count, by who made a move
const BEAT_MS = 1000;

/** A game in memory, and whose turn it is to change it. */
export class Table {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** The risk that its player has taken, once it was asked for. @type {AccumulatedRisk|undefined} */
  accumulated;
  /** Resolves when a fair board is there, while one is made. @type {Promise<void>|undefined} */
  making;

  /** @param {HostedGame} hosted */
  constructor(hosted) {
    this.hosted = hosted;
    this.isBehind = false; // another tab has changed it
  }

  /** Calls a function when all that came before is done. @template Answer @param {() => Answer|Promise<Answer>} work @returns {Promise<Answer>} */
  inTurn(work) {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

export class Desk {
  #engine;
  #tell;
  /** Those unused for longest come first. @type {Map<string, Table>} */
  #tables = new Map();

  /** @param {Engine} engine @param {Store} store @param {Tell} tell */
  constructor(engine, store, tell) {
    this.#engine = engine;
    this.store = store;
    this.#tell = tell;
    store.whenChanged((game) => this.#followOn(game));
  }

  /** Starts a game. @param {Origin} origin */
  async start(origin) {
    const table = this.#seated(new HostedGame(origin));
    await this.store.save(table.hosted);
    return table;
  }

  /** Starts a practice game on the minefield of another. @param {Table} table */
  startAgain({ hosted }) {
    return this.start(hosted.origin.again(hosted.origin.first ?? hosted.id, hosted.game.minefield));
  }

  /**
   * Starts the game on a daily board, or goes on with the first one in play. If all are over, the next is practice.
   * @param {Origin} origin a daily one
   */
  async startDaily(origin) {
    const games = await this.store.dailyGames(origin.category, String(origin.daily));
    if (games.length === 0) return this.start(origin);
    const inPlay = games.find((row) => row.status === "playing");
    if (inPlay !== undefined) return this.table(inPlay.id);
    return this.startAgain(await this.table(games[0].id));
  }

  /** The table of a game, from memory or from the store. @param {string} game */
  async table(game) {
    const table = this.#tables.get(game) ?? (await this.#broughtBack(game));
    if (table === null) throw new SapperError("unknown", "you have no such game; begin a new one");
    this.#tables.delete(game); // and put it last
    this.#tables.set(game, table);
    return table;
  }

  /** The table of a game that is in memory. @param {string} game */
  known(game) {
    return this.#tables.get(game);
  }

  /** @param {Table} table */
  async state({ hosted }) {
    return stateObject(hosted, await this.#record(hosted));
  }

  /**
   * Carries out actions one by one until the game is over, and saves them. An action whose key was used before is not
   * done again. `isAnswer` says whether the page gets the update as its answer. It then does not get it as news.
   * @param {Table} table @param {Step[]} steps @param {string} by @param {boolean} [isAnswer]
   */
  act(table, steps, by, isAnswer = true) {
    return this.#inStep(table, by === "player", async () => {
      const { hosted } = table;
      const fresh = steps.filter((step) => !hosted.knows(step.key));
      if (fresh.length === 0) return this.#update(table, NO_CHANGE, null, isAnswer);
      if (hosted.origin.first !== null && !hosted.begun) await this.#practise(hosted.origin.first);
      if (by in HELP) hosted.takeHelp(HELP[by]);
      const { change, moves, last } = done(hosted, fresh, by);
      await this.#keep(table, moves);
      return this.#update(table, change, actionObject(last.kind, last.cell, by, last.risk), isAnswer);
    });
  }

  /** Takes back the move that lost. @param {Table} table */
  undo(table) {
    return this.#inStep(table, true, async () => {
      const [change, move] = table.hosted.undo();
      table.accumulated = undefined;
      await this.#keep(table, [move]);
      return this.#update(table, change, actionObject("undo", 0, "undo"), true);
    });
  }

  /** Notes that the assistant helped in a game in play, and tells the page. @param {Table} table */
  async help(table) {
    const { hosted } = table;
    if (hosted.over || !hosted.takeHelp("help")) return;
    await this.note(table);
    await this.#update(table, NO_CHANGE, null, false);
  }

  /** Saves the state of a game. If another tab was faster, what that tab has saved counts. @param {Table} table */
  note(table) {
    return table.inTurn(() => this.store.save(table.hosted)).catch((error) => {
      if (!(error instanceof Behind)) throw error;
    });
  }

  /**
   * Changes a game, and looks first at what another tab has made of it, if that was faster. Then the work is done again, or
   * the error tells of it.
   * @template Answer @param {Table} table @param {boolean} again @param {() => Promise<Answer>} work
   */
  #inStep(table, again, work) {
    return table.inTurn(async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Behind)) throw error;
        await this.#reload(table);
        if (!again) throw error;
        return work();
      }
    });
  }

  /** Takes over what another tab has saved of a game. @param {string} game */
  #followOn(game) {
    const table = this.#tables.get(game);
    if (table === undefined || table.isBehind) return;
    table.isBehind = true; // it may change again until it has its turn
    table.inTurn(() => this.#reload(table));
  }

  /** @param {Table} table */
  async #reload(table) {
    const { hosted } = table;
    table.isBehind = false;
    const row = await this.store.game(hosted.id);
    if (row === undefined || row.revision === hosted.revision) return;
    hosted.restoreFrom(row, await this.store.movesOf(hosted.id));
    table.accumulated = undefined;
    if (hosted.followed) this.#tell(await this.state(table));
  }

  /** Notes at short intervals that the page is alive, as long as some clock runs. */
  beat() {
    setInterval(() => {
      const runs = [...this.#tables.values()].some(({ hosted }) => hosted.clock.running);
      if (runs) this.store.beat().catch(() => {}); // the next one comes soon, and others report the trouble
    }, BEAT_MS);
  }

  /** Makes a practice game of the first game on a minefield, before another game shows something of it. @param {string} first */
  async #practise(first) {
    const table = await this.table(first).catch(() => null);
    await table?.inTurn(async () => {
      if (!table.hosted.practise()) return;
      await this.#keep(table, []);
      await this.#update(table, NO_CHANGE, null, false);
    });
  }

  /** @param {Table} table @param {Move[]} moves */
  #keep({ hosted }, moves) {
    hosted.threeBv = threeBvOf(hosted) ?? hosted.threeBv;
    return this.store.save(hosted, moves);
  }

  /** @param {Table} table @param {Change} change @param {Action|null} action @param {boolean} isAnswer */
  async #update({ hosted }, change, action, isAnswer) {
    const update = updateObject(hosted, change, action, await this.#record(hosted));
    if (!isAnswer && hosted.followed) this.#tell(update);
    return update;
  }

  /** @param {HostedGame} hosted */
  async #record(hosted) {
    if (hosted.status !== "won" || hosted.result !== "won") return null;
    const [faster, best] = await this.store.record(hosted);
    const elapsed = hosted.clock.elapsedMs;
    return { rank: faster + 1, best_ms: Math.min(elapsed, best ?? elapsed), previous_ms: best };
  }

  /** @param {string} game */
  async #broughtBack(game) {
    const row = await this.store.game(game);
    if (row === undefined) return null;
    const moves = await this.store.movesOf(game);
    const already = this.#tables.get(game); // another request may have loaded it
    if (already !== undefined) return already;
    const hosted = new HostedGame(Origin.restored(this.#engine, row.origin), game);
    hosted.restoreFrom(row, moves);
    return this.#seated(hosted);
  }

  /** Takes a game into memory. Others that nobody follows leave it if there are too many cells. @param {HostedGame} hosted */
  #seated(hosted) {
    const table = new Table(hosted);
    this.#tables.set(hosted.id, table);
    let cells = 0;
    for (const each of [...this.#tables.values()].reverse()) {
      cells += each.hosted.game.topology.size + LIMITS.GAME_CELLS + each.hosted.version * LIMITS.MOVE_CELLS;
      if (cells <= LIMITS.CELLS_OF_A_PLAYER || each === table || each.hosted.followed) continue;
      this.#tables.delete(each.hosted.id);
      this.#engine.release(each.hosted.game);
    }
    return table;
  }
}

/** Carries out steps: all changes, the moves to save, and the last step. @param {HostedGame} hosted @param {Step[]} steps @param {string} by */
function done(hosted, steps, by) {
  /** @type {Map<number, number>} */
  const values = new Map();
  /** @type {Move[]} */
  const moves = [];
  let whole = false;
  let last = steps[0];
  for (const step of steps) {
    const [change, move] = hosted.act(step.kind, step.cell, step.key, by, step.path ?? []);
    change.cells.forEach((cell, i) => values.set(cell, change.values[i]));
    whole ||= change.whole;
    last = step;
    if (move !== null) moves.push(move);
    if (hosted.over) break;
  }
  const change = whole ? { ...NO_CHANGE, whole } : { cells: [...values.keys()], values: [...values.values()], whole };
  return { change, moves, last };
}

/** @param {string} kind @param {number} cell @param {string} by @param {number|null} [risk] @returns {Action} */
function actionObject(kind, cell, by, risk = null) {
  return { kind, cell, by, risk };
}
