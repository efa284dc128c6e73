/**
 * The games with all their moves, the settings, and the runs. In a browser they are in IndexedDB, so they outlast the page.
 * Elsewhere they are in memory. A game is a row of plain values: its origin, its state, and what it counts as.
 */

const NAME = "sapper";
const TABLES = ["games", "moves", "about", "runs", "reviews"];
const VERSION = 3; // grows with the tables

/** The rows by their keys, in tables. */
class Memory {
  #tables = Object.fromEntries(TABLES.map((table) => [table, new Map()]));

  async put(entries, added = []) {
    for (const [table, key, row] of [...entries, ...added]) this.#tables[table].set(String(key), structuredClone(row));
  }

  async get(table, key) {
    return structuredClone(this.#tables[table].get(String(key)));
  }

  async all(table) {
    return structuredClone([...this.#tables[table].values()]);
  }

  async movesOf(game) {
    const moves = [...this.#tables.moves.values()].filter((move) => move.game === game);
    return structuredClone(moves.sort((one, other) => one.number - other.number));
  }
}

/** The same in the browser's database. */
class Database {
  #opened;

  constructor(opened) {
    this.#opened = opened;
    opened.onversionchange = () => opened.close(); // a newer page in another tab waits for it
  }

  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const missing = TABLES.filter((table) => !request.result.objectStoreNames.contains(table));
      for (const table of missing) request.result.createObjectStore(table);
    };
    return new Database(await done(request));
  }

  /** Puts rows into tables, and adds others. If one of those is there already, nothing changes. */
  put(entries, added = []) {
    const tables = [...new Set([...entries, ...added].map(([table]) => table))];
    const transaction = this.#opened.transaction(tables, "readwrite", { durability: "relaxed" });
    for (const [table, key, row] of entries) transaction.objectStore(table).put(row, key);
    for (const [table, key, row] of added) transaction.objectStore(table).add(row, key);
    return new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  }

  get(table, key) {
    return done(this.#opened.transaction(table).objectStore(table).get(key));
  }

  all(table) {
    return done(this.#opened.transaction(table).objectStore(table).getAll());
  }

  movesOf(game) {
    const ofGame = IDBKeyRange.bound([game, 0], [game, Number.MAX_SAFE_INTEGER]);
    return done(this.#opened.transaction("moves").objectStore("moves").getAll(ofGame));
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Store {
  #rows;

  constructor(rows) {
    this.#rows = rows;
  }

  /**
   * Opens the database, and stops the clocks that ran when the page was closed, at its last sign of life. Without a
   * database, as in some private windows, the games last as long as the page.
   */
  static async open() {
    const store = new Store(await Database.open().catch(() => new Memory()));
    await store.#settle();
    return store;
  }

  async settings() {
    return (await this.#rows.get("about", "settings")) ?? {};
  }

  putSettings(settings) {
    return this.#rows.put([["about", "settings", settings]]);
  }

  /** Whether somebody has played here before. From now on, yes. */
  async greet() {
    const known = (await this.#rows.get("about", "known")) ?? false;
    await this.#rows.put([["about", "known", true]]);
    return known;
  }

  /** Saves moves, and the state of the game after them. Fails if another tab of the browser has saved other moves. */
  save(hosted, moves = []) {
    const kept = moves.map((move) => ["moves", [hosted.id, move.number], { game: hosted.id, ...move }]);
    return this.#rows.put([["games", hosted.id, rowOf(hosted)]], kept);
  }

  /** Notes that the page is alive. */
  beat() {
    return this.#rows.put([["about", "beat", Date.now()]]);
  }

  /** The row of a game and its moves; null if there is no such game. */
  async load(game) {
    const row = await this.#rows.get("games", game);
    return row === undefined ? null : { row, moves: await this.movesOf(game) };
  }

  /** The moves of a game, in their order. */
  movesOf(game) {
    return this.#rows.movesOf(game);
  }

  /** The games, the latest first. */
  async summaries(status, limit) {
    const has = {
      playing: (row) => row.status === "playing",
      over: (row) => row.status !== "playing",
      unfinished: (row) => row.status === "playing" && row.moves > 0,
    }[status];
    const rows = (await this.#rows.all("games")).filter(has ?? (() => true));
    return rows.sort(by((row) => -row.changed_at, (row) => row.id)).slice(0, limit);
  }

  /** The game begun last, if it is in play or can be undone. */
  async lastGame() {
    const last = lastOf(await this.#rows.all("games"));
    return last !== null && ["playing", "lost"].includes(last.status) ? last.id : null;
  }

  /** The ids of the latest games that are over and count as they ended, the oldest of them first. */
  async countable(limit) {
    const rows = (await this.#rows.all("games")).filter((row) => row.ended_at !== null && row.counts_not.length === 0);
    const latest = rows.sort(by((row) => -row.ended_at, (row) => row.id)).slice(0, limit);
    return latest.map(({ id }) => id).reverse();
  }

  /** What a version of Sapper found in a game for reports; null if it has not reviewed it. */
  async review(game, version) {
    const row = await this.#rows.get("reviews", game);
    return row?.version === version ? row.found : null;
  }

  putReview(game, version, found) {
    return this.#rows.put([["reviews", game, { version, found }]]);
  }

  /** The games on a daily board, the first one first. */
  async dailyGames(category, date) {
    const rows = await this.#rows.all("games");
    const those = rows.filter((row) => row.category === category && row.origin.daily === date);
    return those.sort(by((row) => row.started_at, (row) => row.id));
  }

  /** How many other games of the category were won faster, and their best time, of games that count. */
  async record(hosted) {
    const { category } = hosted.origin;
    const forgotten = await this.#forgotten();
    const others = (await this.#rows.all("games")).filter(
      (row) => row.category === category && row.standing === "won" && row.id !== hosted.id && row.result_at > forgotten,
    );
    const times = others.map((row) => row.elapsed_ms);
    const elapsed = hosted.clock.elapsedMs;
    return [times.filter((time) => time < elapsed).length, times.length > 0 ? Math.min(...times) : null];
  }

  /** Leaves the results so far out of the statistics. */
  forget() {
    return this.#rows.put([["about", "forgotten", Date.now()]]);
  }

  /** The results of the games that count, in the order of their dates. */
  async results() {
    const forgotten = await this.#forgotten();
    const rows = await this.#rows.all("games");
    const last = lastOf(rows);
    const isInPlay = ({ standing, id }) => standing === "unfinished" && id === last.id;
    return rows
      .map((row) => ({ ...row, at: row.result_at ?? row.started_at, game: row.id }))
      .filter((row) => row.standing !== null && row.at > forgotten && !isInPlay(row))
      .sort(by((row) => row.at, (row) => row.id));
  }

  /** How many games are over and do not count. */
  async practiceGames() {
    const forgotten = await this.#forgotten();
    const rows = await this.#rows.all("games");
    return rows.filter((row) => row.standing === null && row.ended_at !== null && row.ended_at > forgotten).length;
  }

  runs() {
    return this.#rows.all("runs");
  }

  /** The row of a run; undefined if there is none. */
  run(id) {
    return this.#rows.get("runs", id);
  }

  saveRun(row) {
    return this.#rows.put([["runs", row.id, row]]);
  }

  async #forgotten() {
    return (await this.#rows.get("about", "forgotten")) ?? 0;
  }

  async #settle() {
    const beat = (await this.#rows.get("about", "beat")) ?? 0;
    const running = (await this.#rows.all("games")).filter((row) => row.running);
    const settled = running.map((row) => ({
      ...row,
      elapsed_ms: row.elapsed_ms + Math.max(0, beat - row.changed_at),
      changed_at: Math.max(row.changed_at, beat),
      running: false,
    }));
    if (settled.length > 0) await this.#rows.put(settled.map((row) => ["games", row.id, row]));
  }
}

function rowOf(hosted) {
  return {
    id: hosted.id,
    origin: hosted.origin.kept(),
    category: hosted.origin.category,
    status: hosted.status,
    moves: hosted.moves,
    clicks: hosted.clicks,
    elapsed_ms: hosted.clock.elapsedMs,
    running: hosted.clock.running,
    counts_not: [...hosted.countsNot],
    three_bv: hosted.threeBv,
    standing: hosted.counted,
    result_at: hosted.resultAt,
    started_at: hosted.startedAt,
    changed_at: Date.now() - hosted.clock.stoodMs, // when the clock stopped, or now
    ended_at: hosted.endedAt,
  };
}

function lastOf(rows) {
  return rows.sort(by((row) => -row.started_at, (row) => -row.changed_at))[0] ?? null;
}

/** Compares by one value after the other. */
function by(...values) {
  return (one, other) => {
    for (const value of values) {
      const [a, b] = [value(one), value(other)];
      if (a !== b) return a < b ? -1 : 1;
    }
    return 0;
  };
}
