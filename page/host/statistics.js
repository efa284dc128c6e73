/** The statistics of the player, by category. */

import { valuesIn } from "../../js/engine.js";

/** The fields of the answer to `GET /api/statistics`, of results from `Store.results`. */
export function statisticsObject(engine, results) {
  const games = new Map();
  for (const result of results) {
    if (!games.has(result.category)) games.set(result.category, []);
    games.get(result.category).push(result);
  }
  return { categories: [...games].map(([text, its]) => ({ ...JSON.parse(text), ...statisticsOf(engine, its) })) };
}

function statisticsOf(engine, games) {
  const lines = games.map(({ standing, game }) => `${standing}\n${game}\n`).join("");
  const figures = games.flatMap(({ elapsed_ms, at, three_bv, clicks }) => [elapsed_ms, at, three_bv ?? NaN, clicks]);
  return valuesIn(engine.call("statistics_of", [], [lines, Float64Array.from(figures)])[0]);
}
