/**
 * The games with all their moves, the settings, and the runs. In a browser they are in IndexedDB, so they outlast the page:
 * one database for each address, that is, each folder of an origin. Tabs share it. They tell each other of every change.
 * A game is a row of plain values: its origin, its state, and what it counts as. Moves that were made at once are one row.
 *
 * The statistics need of all games what they count as. So that is kept apart from them, and together: a shelf has the results of
 * all games whose ids begin with the same sign, as one text, which is far quicker to read than many values.
 */

import { Behind, Tables } from "./tables.js";

/** @import { HostGame } from "./host_game.js" */
/** @import { AboutValues, GameReport, GameRow, Move, Result, Rows, RunRow, Shelf } from "./types.js" */

/** A result on the shelf of its category. @typedef {[game: string, standing: string, at: number, elapsed_ms: number, three_bv: number|null, clicks: number]} ShelfResult */

const ALONE_MS = 150; // how long a page that was just closed may count as open

/** What to tell the player, by what happened. */
const UNKEPT = {
  blocked: "Your browser does not let this page keep anything. Games and settings last until you close this tab. Statistics exports your games.",
  outdated: "A newer version of this page keeps the games now. Reload this tab to play on with it. Until then, this tab keeps nothing.",
  older: "The games that this page kept are of an older version, and could not be renewed. They are still there: reload this tab to try again. Until then, this tab keeps nothing.",
  dropped: "Your browser has deleted the games and settings that this page kept. It keeps the game in play and those to come.",
  full: "Your browser has no more room for this page. New games and settings last until you close this tab, unless you make room. Statistics exports your games.",
};

/** What ends when the page is loaded again. */
const RELOAD = ["outdated", "older"];

export class GameStore {
  #tables;
  #address;
  /** @type {BroadcastChannel|null} */
  #others = null;
  /** @type {Set<string>} */
  #complaints = new Set();

  /** @param {Tables} tables @param {string|null} address */
  constructor(tables, address) {
    this.#tables = tables;
    this.#address = address;
  }

  /**
   * Opens the database of an address. What cannot be kept there lasts as long as the page; without an address, everything.
   * @param {string|null} [address] the path of the page's folder
   */
  static async open(address = null) {
    const store = new GameStore(new Tables(address === null ? null : `sapper ${address}`), address);
    if (address === null) return store;
    await store.#settle();
    if (typeof BroadcastChannel !== "undefined") store.#others = new BroadcastChannel(`sapper ${address}`);
    return store;
  }

  /** Calls a function when something cannot be kept, with what to tell the player and whether to load the page again helps: each text once. @param {(text: string, reload: boolean) => void} tell */
  whenUnkept(tell) {
    if (this.#address === null) return;
    this.#tables.whenRefused((why) => {
      if (this.#complaints.has(why)) return;
      this.#complaints.add(why);
      tell(UNKEPT[why], RELOAD.includes(why));
    });
  }

  /** Calls a function when another tab has changed a game. @param {(game: string) => void} hear */
  whenChanged(hear) {
    if (this.#others !== null) this.#others.onmessage = ({ data }) => hear(data.game);
  }

  async settings() {
    return (await this.#about("settings")) ?? {};
  }

  /** @param {object} settings */
  putSettings(settings) {
    return this.#put("settings", settings);
  }

  /** Whether somebody has played here before. From now on, yes. */
  async greet() {
    const isKnown = (await this.#about("known")) ?? false;
    if (!isKnown) await this.#put("known", true);
    return isKnown;
  }

  /**
   * Saves moves, and the state of the game after them.
   * @param {HostGame} hostGame @param {Move[]} [moves]
   * @throws {Behind} if another tab has saved the game meanwhile
   */
  async save(hostGame, moves = []) {
    let revision = 0;
    await this.#tables.change(["games", "moves", "results"], async (change) => {
      const before = await change.get("games", hostGame.id);
      // The browser may have deleted it. If there was no room before, its row was in memory, and only its moves are gone.
      const first = hostGame.log[0] ?? moves[0];
      const isWithoutMoves = async () => first !== undefined && (before?.moves ?? 0) > 0 && (await change.get("moves", [hostGame.id, first.number])) === undefined;
      const isDropped = hostGame.revision > 0 && (before === undefined || (await isWithoutMoves()));
      if (!isDropped && (before?.revision ?? 0) !== hostGame.revision) throw new Behind("it went on in another tab");
      const movesToSave = isDropped ? hostGame.log : moves;
      revision = hostGame.revision + 1;
      const row = { ...rowOf(hostGame), revision };
      const [resultBefore, resultNow] = [before === undefined ? null : resultOf(before), resultOf(row)];
      if (JSON.stringify(resultBefore) !== JSON.stringify(resultNow)) {
        change.put("results", shelfWith(await change.get("results", shelfOf(hostGame.id)), hostGame.id, resultNow));
      }
      change.put("games", row);
      if (movesToSave.length > 0) change.put("moves", { game: hostGame.id, number: movesToSave[0].number, moves: movesToSave });
    });
    hostGame.revision = revision;
    this.#others?.postMessage({ game: hostGame.id });
  }

  /** Notes that the page is alive. */
  beat() {
    return this.#put("beat", Date.now());
  }

  /** The row of a game; undefined if there is no such game. @param {string} game */
  game(game) {
    return this.#tables.get("games", game);
  }

  /** The moves of a game, in their order. @param {string} game @returns {Promise<Move[]>} */
  async movesOf(game) {
    const rows = await this.#tables.rows("moves", null, { from: [game, 0], to: [game, Number.MAX_SAFE_INTEGER] });
    // After a deletion all moves are written anew, and some of them may have waited for room.
    return [...new Map(rows.flatMap((row) => row.moves).map((move) => [move.number, move])).values()];
  }

  /** The games, the latest first. @param {string} status "playing", "over" or "unfinished" @param {number} limit */
  async summaries(status, limit) {
    const kinds = status === "playing" ? ["unfinished", "new"] : [status];
    const lists = kinds.map((kind) => this.#tables.rows("games", "changed", { from: [kind], to: [kind, []], latest: true, limit }));
    const rows = (await Promise.all(lists)).flat();
    return rows.sort((one, other) => other.changed_at - one.changed_at || (one.id < other.id ? -1 : 1)).slice(0, limit);
  }

  /** The game begun last, if it is in play or can be undone. */
  async lastGame() {
    const last = await this.#last();
    return last !== undefined && ["playing", "lost"].includes(last.status) ? last.id : null;
  }

  /** The ids of the latest games that count as won or lost, the oldest of them first. @param {number} limit @returns {Promise<string[]>} */
  async countable(limit) {
    const rows = await this.#tables.rows("games", "counted", { from: 0, latest: true, limit });
    return rows.map(({ id }) => id).reverse();
  }

  /** The games that began at a moment. @param {number} at */
  begunAt(at) {
    return this.#tables.rows("games", "begun", { from: [at], to: [at, []] });
  }

  /** The report of a version of Sapper on a game. Null if that version has not reviewed it. @param {string} game @param {string} version */
  async review(game, version) {
    const row = await this.#tables.get("reviews", game);
    return row?.version === version ? row.report : null;
  }

  /** @param {string} game @param {string} version @param {GameReport} report */
  putReview(game, version, report) {
    return this.#tables.put("reviews", { game, version, report });
  }

  /** The games on a daily board, the first one first. @param {string} category @param {string} date */
  async dailyGames(category, date) {
    const rows = await this.#tables.rows("games", "daily", { from: date, to: date });
    const those = rows.filter((row) => row.category === category);
    return those.sort((one, other) => one.started_at - other.started_at || (one.id < other.id ? -1 : 1));
  }

  /**
   * How many other games of the category were won faster, and their best time, of games that count.
   * @param {HostGame} hostGame @returns {Promise<[number, number|null]>}
   */
  async record(hostGame) {
    const times = (await this.#otherWins(hostGame)).map((row) => row.elapsed_ms);
    const elapsed = hostGame.clock.elapsedMs;
    return [times.filter((time) => time < elapsed).length, times.length > 0 ? Math.min(...times) : null];
  }

  /** The quickest other win of the category among the games that count; null if there is none. @param {HostGame} hostGame */
  async bestOther(hostGame) {
    const wins = await this.#otherWins(hostGame);
    return wins.length > 0 ? wins.reduce((best, win) => (win.elapsed_ms < best.elapsed_ms ? win : best)) : null;
  }

  /** The other wins of its category that count. @param {HostGame} hostGame */
  async #otherWins({ id, origin: { category } }) {
    const results = await this.#countableResults();
    return results.filter((result) => result.category === category && result.standing === "won" && result.game !== id);
  }

  /** Leaves the results so far out of the statistics. */
  forget() {
    return this.#put("forgotten", Date.now());
  }

  /** The results of the games that count, in the order of their dates. */
  async results() {
    const [results, last] = await Promise.all([this.#countableResults(), this.#last()]);
    return results.filter(({ standing, game }) => !(standing === "unfinished" && game === last?.id));
  }

  /** How many games are over and do not count. @returns {Promise<number>} */
  async practiceGames() {
    return this.#tables.count("games", "practice", await this.#forgottenUntil());
  }

  runs() {
    return this.#tables.rows("runs");
  }

  /** The row of a run; undefined if there is none. @param {string} id */
  run(id) {
    return this.#tables.get("runs", id);
  }

  /** @param {RunRow} row */
  saveRun(row) {
    return this.#tables.put("runs", row);
  }

  async #last() {
    return (await this.#tables.rows("games", "begun", { latest: true, limit: 1 }))[0];
  }

  async #countableResults() {
    const [shelves, forgotten] = await Promise.all([this.#tables.rows("results"), this.#forgottenUntil()]);
    return resultsOn(shelves).filter(({ at }) => at > forgotten);
  }

  async #forgottenUntil() {
    return (await this.#about("forgotten")) ?? 0;
  }

  /** @template {keyof AboutValues} Name @param {Name} name @returns {Promise<AboutValues[Name]|undefined>} */
  async #about(name) {
    const row = await this.#tables.get("about", name);
    return /** @type {AboutValues[Name]|undefined} */ (row?.value);
  }

  /** @template {keyof AboutValues} Name @param {Name} name @param {AboutValues[Name]} value */
  #put(name, value) {
    return this.#tables.put("about", /** @type {Rows["about"]} */ ({ name, value }));
  }

  /** Stops the clocks that ran when the page was closed, at its last sign of life. Another tab keeps its clocks. */
  async #settle() {
    const stop = async () => {
      const running = await this.#tables.rows("games", "running", { from: 1, to: 1 });
      if (running.length === 0) return;
      const beat = (await this.#about("beat")) ?? 0;
      const rows = running.map((row) => ({
        ...row,
        elapsed_ms: row.elapsed_ms + Math.max(0, beat - row.changed_at),
        changed_at: Math.max(row.changed_at, beat),
        running: 0,
      }));
      await this.#tables.put("games", ...rows);
    };
    await this.#inTurn("alive", { signal: AbortSignal.timeout(ALONE_MS) }, stop).catch(() => {});
    this.#inTurn("alive", { mode: "shared" }, () => new Promise(() => {})); // until the page is closed
  }

  /**
   * Does a work while no other tab does one of this name. Pages over plain HTTP have no locks, and do it at once.
   * @param {string} name @param {LockOptions} options @param {() => Promise<unknown>} work
   */
  #inTurn(name, options, work) {
    const locks = globalThis.navigator?.locks;
    return locks === undefined ? work() : locks.request(`sapper ${this.#address} ${name}`, options, work);
  }
}

/** @param {HostGame} hostGame */
export function rowOf(hostGame) {
  const { status, moves, countsAs: standing, resultAt, endedAt } = hostGame;
  return {
    id: hostGame.id,
    origin: hostGame.origin.fields(),
    category: hostGame.origin.category,
    status,
    moves,
    clicks: hostGame.clicks,
    elapsed_ms: hostGame.clock.elapsedMs,
    running: Number(hostGame.clock.running),
    counts_not: [...hostGame.countsNot],
    three_bv: hostGame.threeBv,
    standing,
    result_at: resultAt,
    started_at: hostGame.startedAt,
    changed_at: Date.now() - hostGame.clock.stoodMs, // when the clock stopped, or now
    ended_at: endedAt,
    kind: hostGame.over ? "over" : moves > 0 ? "unfinished" : "new",
    counted_at: ["won", "lost", "drawn"].includes(standing ?? "") ? resultAt : null,
    practice_at: standing === null ? endedAt : null,
  };
}

/** The result of a game; null if it counts as nothing. While it can still change, it has no figures. @param {GameRow} row @returns {Result|null} */
function resultOf({ id, category, standing, result_at, started_at, elapsed_ms, three_bv, clicks, status }) {
  if (standing === null) return null;
  const figures = status === "playing" ? { elapsed_ms: 0, three_bv: null, clicks: 0 } : { elapsed_ms, three_bv, clicks };
  return { game: id, category, standing, at: result_at ?? started_at, ...figures };
}

/** @param {string} game */
const shelfOf = (game) => game.slice(0, 1);

/** A shelf with another result of a game. @param {Shelf|undefined} shelf @param {string} game @param {Result|null} result @returns {Shelf} */
function shelfWith(shelf, game, result) {
  const its = shelf === undefined ? {} : shelfIn(shelf);
  for (const category of Object.keys(its)) {
    its[category] = its[category].filter(([id]) => id !== game);
  }
  if (result !== null) its[result.category] = [...(its[result.category] ?? []), pack(result)];
  return { shelf: shelfOf(game), text: JSON.stringify(its) };
}

/** The results on shelves, in the order of their dates. @param {Shelf[]} shelves @returns {Result[]} */
function resultsOn(shelves) {
  const results = shelves.flatMap((shelf) => Object.entries(shelfIn(shelf)).flatMap(([category, all]) => all.map(unpack(category))));
  return results.sort((one, other) => one.at - other.at || (one.game < other.game ? -1 : Number(one.game > other.game)));
}

/** @param {Shelf} shelf @returns {Record<string, ShelfResult[]>} */
function shelfIn({ text }) {
  return JSON.parse(text);
}

/** @param {Result} result @returns {ShelfResult} */
function pack({ game, standing, at, elapsed_ms, three_bv, clicks }) {
  return [game, standing, at, elapsed_ms, three_bv, clicks];
}

/** @param {string} category */
function unpack(category) {
  return (/** @type {ShelfResult} */ [game, standing, at, elapsed_ms, three_bv, clicks]) => {
    return { game, category, standing, at, elapsed_ms, three_bv, clicks };
  };
}
