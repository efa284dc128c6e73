/**
 * What games count as. The statistics need it of all games, so it is kept apart from them, and together: a shelf has the
 * results of all games whose ids begin with the same sign, as one text, which is far quicker to read than many values.
 */

/** @typedef {import("./shapes.js").GameRow} GameRow */
/** @typedef {import("./shapes.js").Shelf} Shelf */
/** @typedef {import("./shapes.js").Result} Result */
/** A result on the shelf of its category. @typedef {[game: string, standing: string, at: number, elapsed_ms: number, three_bv: number|null, clicks: number]} Packed */

/** The fields of the row of a game that only indexes need. @param {Omit<GameRow, "kind"|"counted_at"|"practice_at">} row */
export function rowFields({ status, moves, standing, result_at, ended_at }) {
  return {
    kind: status !== "playing" ? "over" : moves > 0 ? "unfinished" : "new",
    counted_at: ["won", "lost", "cleared"].includes(standing ?? "") ? result_at : null,
    practice_at: standing === null ? ended_at : null,
  };
}

/** The result of a game; null if it counts as nothing. While it can still change, it has no figures. @param {GameRow} row @returns {Result|null} */
export function resultOf({ id, category, standing, result_at, started_at, elapsed_ms, three_bv, clicks, status }) {
  if (standing === null) return null;
  const figures = status === "playing" ? { elapsed_ms: 0, three_bv: null, clicks: 0 } : { elapsed_ms, three_bv, clicks };
  return { game: id, category, standing, at: result_at ?? started_at, ...figures };
}

/** @param {string} game */
export const shelfOf = (game) => game.slice(0, 1);

/** A shelf with another result of a game. @param {Shelf|undefined} shelf @param {string} game @param {Result|null} result @returns {Shelf} */
export function shelfWith(shelf, game, result) {
  const its = shelf === undefined ? {} : shelfIn(shelf);
  for (const category of Object.keys(its)) {
    its[category] = its[category].filter(([id]) => id !== game);
  }
  if (result !== null) its[result.category] = [...(its[result.category] ?? []), packed(result)];
  return { shelf: shelfOf(game), text: JSON.stringify(its) };
}

/** New shelves. @param {Result[]} results @returns {Shelf[]} */
export function shelvesWith(results) {
  /** @type {Map<string, Record<string, Packed[]>>} */
  const shelves = new Map();
  for (const result of results) {
    const shelf = shelfOf(result.game);
    const its = shelves.get(shelf) ?? {};
    (its[result.category] ??= []).push(packed(result));
    shelves.set(shelf, its);
  }
  return [...shelves].map(([shelf, its]) => ({ shelf, text: JSON.stringify(its) }));
}

/** The results on shelves, in the order of their dates. @param {Shelf[]} shelves @returns {Result[]} */
export function resultsOn(shelves) {
  const results = shelves.flatMap((shelf) => Object.entries(shelfIn(shelf)).flatMap(([category, all]) => all.map(unpacked(category))));
  return results.sort((one, other) => one.at - other.at || (one.game < other.game ? -1 : Number(one.game > other.game)));
}

/** What a shelf has, by category. @param {Shelf} shelf @returns {Record<string, Packed[]>} */
function shelfIn({ text }) {
  return JSON.parse(text);
}

/** @param {Result} result @returns {Packed} */
function packed({ game, standing, at, elapsed_ms, three_bv, clicks }) {
  return [game, standing, at, elapsed_ms, three_bv, clicks];
}

/** @param {string} category */
function unpacked(category) {
  return (/** @type {Packed} */ [game, standing, at, elapsed_ms, three_bv, clicks]) => {
    return { game, category, standing, at, elapsed_ms, three_bv, clicks };
  };
}
