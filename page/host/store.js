/**
 * The games with all their moves, the settings, and the runs. In a browser they are in IndexedDB, so they outlast the page:
 * one database for each address, that is, each folder of an origin. Tabs share it. They tell each other of every change.
 * A game is a row of plain values: its origin, its state, and what it counts as. Moves that were made at once are one row.
 */

import { earlier, earlierMoves, takeOver } from "./earlier.js";
import { resultOf, resultsOn, rowFields, shelfOf, shelfWith } from "./results.js";
import { Behind, Tables } from "./tables.js";

/** @typedef {import("./rows.js").AboutValues} AboutValues */
/** @typedef {import("./shapes.js").RunRow} RunRow */
/** @typedef {import("./shapes.js").Move} Move */
/** @typedef {import("./hosted.js").HostedGame} HostedGame */

const ALONE_MS = 150; // how long a page that was just closed may count as open

/** What to tell the player, by what happened. */
const UNKEPT = {
  blocked: "Your browser does not let this page keep anything. Games and settings last until you close this tab. Statistics exports your games.",
  full: "Your browser has no more room for this page. New games and settings last until you close this tab, unless you make room. Statistics exports your games.",
};

export class Store {
  #tables;
  #address;
  /** @type {BroadcastChannel|null} */
  #others = null;
  /** @type {Set<string>} */
  #told = new Set();
  /** @type {import("idb").IDBPDatabase|null} */
  #earlier = null;

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
    const store = new Store(await Tables.open(address === null ? null : `sapper ${address}`), address);
    if (address === null) return store;
    await store.#inTurn("opening", {}, () => store.#takeOver());
    await store.#settle();
    if (typeof BroadcastChannel !== "undefined") store.#others = new BroadcastChannel(`sapper ${address}`);
    return store;
  }

  /** Calls a function with what to tell the player when something cannot be kept: each text once. @param {(text: string) => void} tell */
  whenUnkept(tell) {
    if (this.#address === null) return;
    this.#tables.whenRefused((why) => {
      if (this.#told.has(why)) return;
      this.#told.add(why);
      tell(UNKEPT[why]);
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
    const known = (await this.#about("known")) ?? false;
    if (!known) await this.#put("known", true);
    return known;
  }

  /**
   * Saves moves, and the state of the game after them.
   * @param {HostedGame} hosted @param {Move[]} [moves]
   * @throws {Behind} if another tab has saved the game meanwhile
   */
  async save(hosted, moves = []) {
    let revision = 0;
    await this.#tables.change(["games", "moves", "results"], async (change) => {
      const kept = await change.get("games", hosted.id);
      if ((kept?.revision ?? 0) !== hosted.revision) throw new Behind("it went on in another tab");
      revision = hosted.revision + 1;
      const row = { ...rowOf(hosted), revision };
      const [before, now] = [kept === undefined ? null : resultOf(kept), resultOf(row)];
      if (JSON.stringify(before) !== JSON.stringify(now)) {
        change.put("results", shelfWith(await change.get("results", shelfOf(hosted.id)), hosted.id, now));
      }
      change.put("games", row);
      if (moves.length > 0) change.put("moves", { game: hosted.id, number: moves[0].number, moves });
    });
    hosted.revision = revision;
    this.#others?.postMessage({ game: hosted.id });
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
    const saved = await this.#tables.rows("moves", null, { from: [game, 0], to: [game, Number.MAX_SAFE_INTEGER] });
    const moves = saved.flatMap((row) => row.moves);
    const first = moves[0]?.number ?? Infinity;
    if (first === 0 || this.#earlier === null) return moves;
    const before = await earlierMoves(this.#earlier, game);
    return [...before.filter(({ number }) => number < first), ...moves];
  }

  /** The games, the latest first. @param {string|null} status "playing", "over" or "unfinished" @param {number} limit */
  async summaries(status, limit) {
    const kinds = status === null ? ["over", "unfinished", "new"] : status === "playing" ? ["unfinished", "new"] : [status];
    const found = kinds.map((kind) => this.#tables.rows("games", "changed", { from: [kind], to: [kind, []], latest: true, limit }));
    const rows = (await Promise.all(found)).flat();
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

  /** What a version of Sapper found in a game for reports; null if it has not reviewed it. @param {string} game @param {string} version */
  async review(game, version) {
    const row = await this.#tables.get("reviews", game);
    return row?.version === version ? row.found : null;
  }

  /** @param {string} game @param {string} version @param {import("./shapes.js").Reported} found */
  putReview(game, version, found) {
    return this.#tables.put("reviews", { game, version, found });
  }

  /** The games on a daily board, the first one first. @param {string} category @param {string} date */
  async dailyGames(category, date) {
    const rows = await this.#tables.rows("games", "daily", { from: date, to: date });
    const those = rows.filter((row) => row.category === category);
    return those.sort((one, other) => one.started_at - other.started_at || (one.id < other.id ? -1 : 1));
  }

  /**
   * How many other games of the category were won faster, and their best time, of games that count.
   * @param {HostedGame} hosted @returns {Promise<[number, number|null]>}
   */
  async record(hosted) {
    const { category } = hosted.origin;
    const others = (await this.#counted()).filter(
      (result) => result.category === category && result.standing === "won" && result.game !== hosted.id,
    );
    const times = others.map((row) => row.elapsed_ms);
    const elapsed = hosted.clock.elapsedMs;
    return [times.filter((time) => time < elapsed).length, times.length > 0 ? Math.min(...times) : null];
  }

  /** Leaves the results so far out of the statistics. */
  forget() {
    return this.#put("forgotten", Date.now());
  }

  /** The results of the games that count, in the order of their dates. */
  async results() {
    const [results, last] = await Promise.all([this.#counted(), this.#last()]);
    return results.filter(({ standing, game }) => !(standing === "unfinished" && game === last?.id));
  }

  /** How many games are over and do not count. @returns {Promise<number>} */
  async practiceGames() {
    return this.#tables.count("games", "practice", await this.#forgotten());
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

  async #counted() {
    const [shelves, forgotten] = await Promise.all([this.#tables.rows("results"), this.#forgotten()]);
    return resultsOn(shelves).filter(({ at }) => at > forgotten);
  }

  async #forgotten() {
    return (await this.#about("forgotten")) ?? 0;
  }

  /** @template {keyof AboutValues} Name @param {Name} name @returns {Promise<AboutValues[Name]|undefined>} */
  async #about(name) {
    const row = await this.#tables.get("about", name);
    return /** @type {AboutValues[Name]|undefined} */ (row?.value);
  }

  /** @template {keyof AboutValues} Name @param {Name} name @param {AboutValues[Name]} value */
  #put(name, value) {
    return this.#tables.put("about", /** @type {import("./rows.js").Rows["about"]} */ ({ name, value }));
  }

  /** What an earlier version kept, if this address has not got it yet. */
  async #takeOver() {
    if (!this.#tables.isLasting) return;
    const done = await this.#about("earlier");
    if (done === "none") return;
    this.#earlier = await earlier();
    if (this.#earlier !== null && done === undefined) await takeOver(this.#earlier, this.#tables);
    if (done === undefined) await this.#put("earlier", this.#earlier === null ? "none" : "taken");
  }

  /** Stops the clocks that ran when the page was closed, at its last sign of life. Another tab keeps its clocks. */
  async #settle() {
    const stop = async () => {
      const running = await this.#tables.rows("games", "running", { from: 1, to: 1 });
      if (running.length === 0) return;
      const beat = (await this.#about("beat")) ?? 0;
      const settled = running.map((row) => ({
        ...row,
        elapsed_ms: row.elapsed_ms + Math.max(0, beat - row.changed_at),
        changed_at: Math.max(row.changed_at, beat),
        running: 0,
      }));
      await this.#tables.put("games", ...settled);
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

/** @param {HostedGame} hosted */
export function rowOf(hosted) {
  const row = {
    id: hosted.id,
    origin: hosted.origin.kept(),
    category: hosted.origin.category,
    status: hosted.status,
    moves: hosted.moves,
    clicks: hosted.clicks,
    elapsed_ms: hosted.clock.elapsedMs,
    running: Number(hosted.clock.running),
    counts_not: [...hosted.countsNot],
    three_bv: hosted.threeBv,
    standing: hosted.counted,
    result_at: hosted.resultAt,
    started_at: hosted.startedAt,
    changed_at: Date.now() - hosted.clock.stoodMs, // when the clock stopped, or now
    ended_at: hosted.endedAt,
  };
  return { ...row, ...rowFields(row) };
}
