/** The statistics of the player, by category. */

import { valuesIn } from "../../js/engine.js";

/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Result} Result */

/** The fields of the answer to `GET /api/statistics`, of results from `Store.results`. @param {Engine} engine @param {Result[]} results */
export function statisticsObject(engine, results) {
  /** @type {Map<string, Result[]>} */
  const games = new Map();
  for (const result of results) {
    const its = games.get(result.category) ?? [];
    its.push(result);
    games.set(result.category, its);
  }
  const rulesIn = (/** @type {string} */ text) => /** @type {import("../answers.js").CategoryRules} */ (JSON.parse(text));
  return { categories: [...games].map(([text, its]) => ({ ...rulesIn(text), ...statisticsOf(engine, its) })) };
}

/** @param {Engine} engine @param {Result[]} games @returns {import("../answers.js").CategoryFigures} */
function statisticsOf(engine, games) {
  const lines = games.map(({ standing, game }) => `${standing}\n${game}\n`).join("");
  const figures = games.flatMap(({ elapsed_ms, at, three_bv, clicks }) => [elapsed_ms, at, three_bv ?? NaN, clicks]);
  return valuesIn(engine.call("statistics_of", [], [lines, Float64Array.from(figures)])[0]);
}
