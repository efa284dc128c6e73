/**
 * What games count as, and the statistics. They need it of all games, so it is kept apart from them, and together: a shelf has
 * the results of all games whose ids begin with the same sign, as one text, which is far quicker to read than many values.
 */

import { valuesIn } from "../../js/engine.js";

/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./types.js").GameRow} GameRow */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Shelf} Shelf */

/** A result on the shelf of its category. @typedef {[game: string, standing: string, at: number, elapsed_ms: number, three_bv: number|null, clicks: number]} ShelfResult */

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
  if (result !== null) its[result.category] = [...(its[result.category] ?? []), pack(result)];
  return { shelf: shelfOf(game), text: JSON.stringify(its) };
}

/** New shelves. @param {Result[]} results @returns {Shelf[]} */
export function shelvesWith(results) {
  /** @type {Map<string, Record<string, ShelfResult[]>>} */
  const shelves = new Map();
  for (const result of results) {
    const shelf = shelfOf(result.game);
    const its = shelves.get(shelf) ?? {};
    (its[result.category] ??= []).push(pack(result));
    shelves.set(shelf, its);
  }
  return [...shelves].map(([shelf, its]) => ({ shelf, text: JSON.stringify(its) }));
}

/** The results on shelves, in the order of their dates. @param {Shelf[]} shelves @returns {Result[]} */
export function resultsOn(shelves) {
  const results = shelves.flatMap((shelf) => Object.entries(shelfIn(shelf)).flatMap(([category, all]) => all.map(unpack(category))));
  return results.sort((one, other) => one.at - other.at || (one.game < other.game ? -1 : Number(one.game > other.game)));
}

/** What a shelf has, by category. @param {Shelf} shelf @returns {Record<string, ShelfResult[]>} */
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

/** The fields of the answer to `GET /api/statistics`, of results from `Store.results`. @param {Engine} engine @param {Result[]} results */
export function statisticsObject(engine, results) {
  const rulesIn = (/** @type {string} */ text) => /** @type {import("../records.js").CategoryRules} */ (JSON.parse(text));
  return { categories: [...byCategory(results)].map(([text, its]) => ({ ...rulesIn(text), ...statisticsOf(engine, its) })) };
}

/**
 * The win rates without the luck of the guesses, for the categories of `statisticsObject` in their order: each guess of a risk r
 * adds r to the luck of its game if it is safe, and r - 1 if it hits a mine. Null where no game was reviewed.
 * @param {Engine} engine @param {Result[]} results @param {{game: string, status: string, expected: number, struck: number}[]} reviews
 */
export function luckFreeRates(engine, results, reviews) {
  const byGame = new Map(reviews.map((review) => [review.game, review]));
  return [...byCategory(results).values()].map((its) => {
    const games = its.flatMap(({ game }) => byGame.get(game) ?? []);
    if (games.length === 0) return null;
    const numbers = games.flatMap(({ status, expected, struck }) => [Number(status === "won"), expected - struck]);
    const wins = games.filter(({ status }) => status === "won").length;
    return { games: games.length, won: wins, ...figureOf(engine.call("luck_free_rate_of_games", [], [Float64Array.from(numbers)])) };
  });
}

/**
 * A win rate without luck, as the engine gives it.
 * @param {import("../../js/engine.js").Result[]} results
 */
export function figureOf([result]) {
  const [value, error, low, high, factor] = result(Float64Array);
  return { value, error, win_interval: [low, high], factor };
}

/** @param {Result[]} results @returns {Map<string, Result[]>} */
function byCategory(results) {
  const categories = new Map();
  for (const result of results) {
    const its = categories.get(result.category) ?? [];
    its.push(result);
    categories.set(result.category, its);
  }
  return categories;
}

/** @param {Engine} engine @param {Result[]} games @returns {import("../records.js").CategoryFigures} */
function statisticsOf(engine, games) {
  const lines = games.map(({ standing, game }) => `${standing}\n${game}\n`).join("");
  const figures = games.flatMap(({ elapsed_ms, at, three_bv, clicks }) => [elapsed_ms, at, three_bv ?? NaN, clicks]);
  return valuesIn(engine.call("statistics_of", [], [lines, Float64Array.from(figures)])[0]);
}
