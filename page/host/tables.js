/**
 * Tables of rows, in the browser's database. What it refuses to take, because it has no room or is blocked, is kept in memory,
 * on top of what it has: the page plays on, and the rows are offered again with every later change. A browser may also close the
 * database at any time, for example when the player deletes what pages keep. Then it is opened again, and may be empty.
 */

import { openDB } from "idb";

/** @import { Rows } from "./types.js" */
/** @import { IDBPDatabase as Database } from "idb" */

const VERSION = 2; // grows with the tables, their indexes and what their rows hold
const LONGEST_MS = 5000; // for the database to open: some browsers never say that they will not
const AGAIN_MS = 5000; // after the database refused rows, before it is asked again

/** @typedef {keyof Rows} Table */
/** @typedef {Rows[Table]} Row */
/** Lists come after all texts, as in the database. @typedef {string|number|Key[]} Key */
/**
 * @typedef {object} Change
 * @property {<Name extends Table>(table: Name, key: Key) => Promise<Rows[Name]|undefined>} get
 * @property {<Name extends Table>(table: Name, row: Rows[Name]) => void} put
 */
/** @typedef {{from?: Key, to?: Key, above?: boolean, latest?: boolean, limit?: number}} Part which rows of an index */

/**
 * The fields that name a row of each table, and its indexes. Rows that lack a field of an index are not in it.
 * @type {Record<Table, {key: string|string[], indexes: Record<string, string|string[]>}>}
 */
const TABLES = {
  games: {
    key: "id",
    indexes: {
      changed: ["kind", "changed_at"],
      begun: ["started_at", "changed_at"],
      running: "running",
      daily: "origin.daily",
      counted: "counted_at",
      practice: "practice_at",
    },
  },
  moves: { key: ["game", "number"], indexes: {} },
  results: { key: "shelf", indexes: {} },
  about: { key: "name", indexes: {} },
  runs: { key: "id", indexes: {} },
  reviews: { key: "game", indexes: {} },
};

/** A change that the rows there do not allow. Nothing of it was done. */
export class Behind extends Error {}

/** Why rows were not kept: the database does not open, a newer page has it, that of an older page cannot be renewed, it has no room, or was emptied. @typedef {"blocked"|"outdated"|"older"|"full"|"dropped"} Refusal */

/** By the names of the errors with which it does not open. @type {Record<string, Refusal>} */
const REASONS = { VersionError: "outdated", AbortError: "older" };

export class Tables {
  #name;
  /** @type {Promise<Database|null>} */
  #opening;
  #memory = new Memory();
  #refusedAt = -Infinity;
  #refuse = (/** @type {Refusal} */ _why) => {};
  /** Why there is no database. @type {Refusal} */
  #closed = "blocked";

  /** Opens a database, or makes it. Without one, the rows last as long as this object. @param {string|null} name */
  constructor(name) {
    this.#name = name;
    this.#opening = name === null ? Promise.resolve(null) : this.#open();
  }

  /** Calls a function whenever rows cannot be kept, or were not. @param {(why: Refusal) => void} refuse */
  async whenRefused(refuse) {
    this.#refuse = refuse;
    if ((await this.#opening) === null) refuse(this.#closed);
  }

  /** Opens the database; null if that is refused. @param {() => void} [create] as for `openDatabase` @returns {Promise<Database|null>} */
  async #open(create) {
    try {
      return await openDatabase(String(this.#name), create);
    } catch (error) {
      this.#closed = (error instanceof DOMException && REASONS[error.name]) || "blocked";
      return null;
    }
  }

  /**
   * Calls a function with the database. If the browser has closed it, it is opened and the function called again.
   * @template Answer @param {(database: Database|null) => Promise<Answer>} work
   */
  async #use(work) {
    const opening = this.#opening;
    const database = await opening;
    try {
      return await work(database);
    } catch (error) {
      if (database === null || !isClosed(database)) throw error;
      if (this.#opening === opening) {
        this.#opening = this.#open(() => this.#refuse("dropped"));
      }
      const again = await this.#opening;
      if (again === null) this.#refuse(this.#closed); // what it kept is not shown
      return work(again);
    }
  }

  /** @template {Table} Name @param {Name} table @param {Key} key @returns {Promise<Rows[Name]|undefined>} */
  async get(table, key) {
    return this.#memory.get(table, key) ?? this.#use(async (database) => database?.get(table, key));
  }

  /** @template {Table} Name @param {Name} table @param {Rows[Name][]} rows */
  put(table, ...rows) {
    return this.change([table], async (change) => rows.forEach((row) => change.put(table, row)));
  }

  /**
   * Reads and writes rows in one step. If the work throws an error, nothing changes.
   * @param {Table[]} tables those that it reads and writes @param {(change: Change) => Promise<void>} work
   */
  change(tables, work) {
    return this.#use((database) => this.#change(database, tables, work));
  }

  /** @param {Database|null} database @param {Table[]} tables @param {(change: Change) => Promise<void>} work */
  async #change(database, tables, work) {
    const fresh = new Memory();
    const names = [...new Set([...tables, ...this.#memory.tables])];
    const isResting = performance.now() - this.#refusedAt < AGAIN_MS;
    const transaction = isResting ? null : (database?.transaction(names, "readwrite", { durability: "relaxed" }) ?? null);
    transaction?.done.catch(() => {}); // the browser may close the database meanwhile; whoever waits hears it, too
    /** @type {Change["get"]} */
    const get = async (table, key) =>
      fresh.get(table, key) ?? (transaction === null ? this.get(table, key) : (this.#memory.get(table, key) ?? transaction.objectStore(table).get(key)));
    try {
      await work({ get, put: (table, row) => fresh.put(table, row) });
    } catch (error) {
      transaction?.abort();
      throw error;
    }
    const waiting = this.#memory;
    try {
      if (transaction === null) throw new Error("there is no database");
      await Promise.all([
        ...[waiting, fresh].flatMap((rows) => rows.all.map(([table, row]) => transaction.objectStore(table).put?.(row))),
        transaction.done,
      ]);
      if (waiting.size > 0) this.#memory = this.#memory.without(waiting);
    } catch (error) {
      if (database !== null && isClosed(database)) throw error;
      fresh.all.forEach(([table, row]) => this.#memory.put(table, structuredClone(row)));
      if (transaction !== null) this.#refusedAt = performance.now();
      this.#refuse(database === null ? this.#closed : "full");
    }
  }

  /**
   * Rows in the order of an index, or of their keys.
   * @template {Table} Name @param {Name} table @param {string|null} index
   * @param {Part} [part] from and to which value; `above` leaves out the first; `latest` begins at the end
   * @returns {Promise<Rows[Name][]>}
   */
  async rows(table, index = null, { from, to, above = false, latest = false, limit = Infinity } = {}) {
    const range = rangeOf(from, to, above);
    const most = limit + this.#memory.size; // some of them may be replaced
    const inDatabase = await this.#use(async (database) => (database === null ? [] : read(database, table, index, range, latest, most)));
    const more = this.#memory.rows(table);
    if (more.length === 0) return inDatabase.slice(0, limit);
    const { key, indexes } = TABLES[table];
    const path = index === null ? key : indexes[index];
    const keys = new Set(more.map((row) => String(valueAt(row, key))));
    const isIn = (/** @type {Row} */ row) => {
      const value = valueAt(row, path);
      if (value === undefined) return false;
      if (from !== undefined && (above ? compare(value, from) <= 0 : compare(value, from) < 0)) return false;
      return to === undefined || compare(value, to) <= 0;
    };
    const all = [...inDatabase.filter((row) => !keys.has(String(valueAt(row, key)))), ...more.filter(isIn)];
    const sign = latest ? -1 : 1;
    const at = (/** @type {Row} */ row) => valueAt(row, path) ?? 0; // all of these have one
    return all.sort((one, other) => sign * compare(at(one), at(other))).slice(0, limit);
  }

  /** How many rows an index has above a value. @param {Table} table @param {string} index @param {number} from @returns {Promise<number>} */
  count(table, index, from) {
    return this.#use(async (database) => {
      if (database === null || this.#memory.rows(table).length > 0) return (await this.rows(table, index, { from, above: true })).length;
      return database.countFromIndex(table, index, IDBKeyRange.lowerBound(from, true));
    });
  }
}

/** Rows by their keys. It holds the rows themselves, because the database copies them anyway, and returns copies. */
class Memory {
  /** @type {Map<Table, Map<string, Row>>} */
  #tables = new Map();

  /** @param {Table} table @param {Row} row */
  put(table, row) {
    /** @type {Map<string, Row>} */
    const its = this.#tables.get(table) ?? new Map();
    its.set(String(valueAt(row, TABLES[table].key)), row);
    this.#tables.set(table, its);
  }

  /** @template {Table} Name @param {Name} table @param {Key} key */
  get(table, key) {
    return /** @type {Rows[Name]|undefined} */ (structuredClone(this.#tables.get(table)?.get(String(key))));
  }

  /** @template {Table} Name @param {Name} table */
  rows(table) {
    return /** @type {Rows[Name][]} */ (structuredClone([...(this.#tables.get(table)?.values() ?? [])]));
  }

  /** @returns {Table[]} */
  get tables() {
    return [...this.#tables.keys()];
  }

  get size() {
    return [...this.#tables.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @returns {Array<[Table, Row]>} */
  get all() {
    return [...this.#tables].flatMap(([table, rows]) => [...rows.values()].map((row) => /** @type {[Table, Row]} */ ([table, row])));
  }

  /** The rows that are not among others. @param {Memory} others */
  without(others) {
    const rest = new Memory();
    for (const [table, rows] of this.#tables) {
      for (const [key, row] of rows) if (others.#tables.get(table)?.get(key) !== row) rest.put(table, row);
    }
    return rest;
  }
}

/** @param {string} name @param {() => void} [create] is called if there is none yet @returns {Promise<Database>} */
async function openDatabase(name, create = () => {}) {
  const opening = openDB(name, VERSION, {
    upgrade(database, before, _after, transaction) {
      if (before === 1) {
        transaction.done.catch(() => {}); // whoever opens the database hears it, too
        renewRows(transaction).catch(() => {
          try {
            transaction.abort(); // it stays as it was, not half renewed
          } catch {
            // It has ended by itself.
          }
        });
        return;
      }
      create();
      for (const [table, { key, indexes }] of Object.entries(TABLES)) {
        const store = database.createObjectStore(table, { keyPath: key });
        for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
      }
    },
    blocking: (_before, _after, event) => /** @type {IDBDatabase} */ (event.target).close(), // a newer page in another tab waits
  });
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("too late")), LONGEST_MS)));
  try {
    return await /** @type {Promise<Database>} */ (Promise.race([opening, late]));
  } catch (error) {
    opening.then((database) => database.close(), () => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** In version 1 a drawn game was called "cleared", and reports had other fields: they are made again. @param {import("idb").IDBPTransaction<unknown, string[], "versionchange">} transaction */
async function renewRows(transaction) {
  const newName = (/** @type {string|null} */ name) => (name === "cleared" ? "drawn" : name);
  await transaction.objectStore("reviews").clear();
  const games = transaction.objectStore("games");
  for (const row of await games.getAll()) {
    const [status, standing] = [newName(row.status), newName(row.standing)];
    if (status !== row.status || standing !== row.standing) await games.put({ ...row, status, standing });
  }
  const results = transaction.objectStore("results");
  for (const { shelf, text } of await results.getAll()) {
    // The names of the categories have the word in escaped quotes.
    await results.put({ shelf, text: text.replaceAll(',"cleared",', ',"drawn",') });
  }
}

/** Whether the browser, or a newer page in another tab, has closed a database. @param {Database} database */
function isClosed(database) {
  try {
    database.transaction("about");
    return false;
  } catch {
    return true;
  }
}

/**
 * @template {Table} Name @param {Database} database @param {Name} table @param {string|null} index @param {IDBKeyRange|null} range
 * @param {boolean} latest @param {number} most @returns {Promise<Rows[Name][]>}
 */
async function read(database, table, index, range, latest, most) {
  const its = database.transaction(table).store;
  const source = index === null ? its : its.index(index);
  if (most === Infinity) {
    const rows = await source.getAll(range);
    return latest ? rows.reverse() : rows;
  }
  if (!latest) return source.getAll(range, most);
  const rows = [];
  for (let cursor = await source.openCursor(range, "prev"); cursor !== null && rows.length < most; cursor = await cursor.continue()) {
    rows.push(cursor.value);
  }
  return rows;
}

/** @param {Key|undefined} from @param {Key|undefined} to @param {boolean} above */
function rangeOf(from, to, above) {
  if (from === undefined || typeof IDBKeyRange === "undefined") return null;
  return to === undefined ? IDBKeyRange.lowerBound(from, above) : IDBKeyRange.bound(from, to, above);
}

/** The value of an index or a key in a row; undefined if there is none. @param {Row} row @param {string|string[]} path @returns {Key|undefined} */
function valueAt(row, path) {
  if (Array.isArray(path)) {
    const values = path.map((each) => valueAt(row, each)).filter((value) => value !== undefined);
    return values.length < path.length ? undefined : values;
  }
  const value = path.split(".").reduce((/** @type {unknown} */ within, name) => /** @type {Record<string, unknown>|undefined} */ (within)?.[name], row);
  return /** @type {Key|null|undefined} */ (value) ?? undefined;
}

/** Compares as the database does: numbers, then texts, then lists. @param {Key} one @param {Key} other @returns {number} */
function compare(one, other) {
  const ranks = [one, other].map((value) => (Array.isArray(value) ? 2 : typeof value === "string" ? 1 : 0));
  if (ranks[0] !== ranks[1]) return ranks[0] - ranks[1];
  if (!Array.isArray(one) || !Array.isArray(other)) return one < other ? -1 : Number(one > other);
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const order = compare(one[i], other[i]);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
