/**
 * What earlier versions kept. They had one database for all addresses of an origin. Its games, settings and runs are copied
 * when a page at some address first finds it, and so every address begins with them. The moves of those games, by far the
 * most of it, stay there and are read there. The database itself stays as it is, for the other addresses.
 */

import { openDB } from "idb";
import { resultOf, rowFields, shelvesWith } from "./results.js";

/** @typedef {import("./shapes.js").Rows} Rows */
/** @typedef {import("./tables.js").Tables} Tables */

const NAME = "sapper";
const ABOUT = /** @type {const} */ (["settings", "known", "beat", "forgotten"]);
const AT_ONCE = 500; // rows

/** The earlier database; null if there is none. @returns {Promise<import("idb").IDBPDatabase|null>} */
export async function earlier() {
  try {
    /** @type {import("idb").OpenDBCallbacks<unknown>["upgrade"]} */
    const upgrade = (_database, _from, _to, transaction) => {
      transaction.done.catch(() => {});
      transaction.abort();
    };
    return await openDB(NAME, undefined, { upgrade, blocking: (_one, _other, event) => /** @type {IDBDatabase} */ (event.target).close() });
  } catch {
    return null; // to open what is not there would make it
  }
}

/** Copies all but the moves. @param {import("idb").IDBPDatabase} database @param {Tables} tables */
export async function takeOver(database, tables) {
  const has = (/** @type {string} */ table) => database.objectStoreNames.contains(table);
  if (has("about")) {
    for (const name of ABOUT) {
      const value = await database.get("about", name);
      if (value !== undefined) await tables.put("about", { name, value });
    }
  }
  /** @type {import("./shapes.js").Result[]} */
  const results = [];
  if (has("games")) {
    for await (const rows of batches(database, "games")) {
      const games = rows.map(([, row]) => ({ ...row, ...rowFields(row), running: Number(row.running), revision: 0 }));
      await tables.put("games", ...games);
      results.push(...games.map(resultOf).filter((each) => each !== null));
    }
  }
  await tables.put("results", ...shelvesWith(results));
  if (has("runs")) for await (const rows of batches(database, "runs")) await tables.put("runs", ...rows.map(([, row]) => row));
  if (has("reviews")) for await (const rows of batches(database, "reviews")) await tables.put("reviews", ...rows.map(([game, row]) => ({ ...row, game })));
}

/** The moves that it has of a game. @param {import("idb").IDBPDatabase} database @param {string} game @returns {Promise<import("./shapes.js").Move[]>} */
export async function earlierMoves(database, game) {
  if (!database.objectStoreNames.contains("moves")) return [];
  return database.getAll("moves", IDBKeyRange.bound([game, 0], [game, Number.MAX_SAFE_INTEGER]));
}

/**
 * Keys and rows.
 * @template {keyof Rows} Table @param {import("idb").IDBPDatabase} database @param {Table} table @returns {AsyncGenerator<Array<[string, Rows[Table]]>>}
 */
async function* batches(database, table) {
  /** @type {IDBKeyRange|null} */
  let range = null;
  for (;;) {
    const { store } = database.transaction(table);
    const [keys, rows] = await Promise.all([store.getAllKeys(range, AT_ONCE), store.getAll(range, AT_ONCE)]);
    if (keys.length === 0) return;
    yield keys.map((key, i) => [String(key), rows[i]]);
    range = IDBKeyRange.lowerBound(keys.at(-1), true);
  }
}
