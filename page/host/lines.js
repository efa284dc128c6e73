/** The lines of recorded games: what the hand did, and what is odd about the recording. */

import { valuesIn } from "../../js/engine.js";
import { columnsOf, fileRules } from "../../js/files.js";

/** @typedef {import("./types.js").Recording} Recording */

const CLAIMS = ["Time", "BBBV", "Status", "Level", "Mode"]; // what a file says, and its events can contradict

/**
 * The line of a game. Nothing is odd about a game that was played here.
 * @param {Recording} recording @returns {{line: import("../answers.js").GameLine, doubts: import("../answers.js").Doubt[]}}
 */
export function lineOf({ topology, rules, mined, events, cellSize, clock, about }) {
  const numbers = [...fileRules(rules), cellSize, clock ?? NaN];
  const places = [Float64Array.from(events, ({ x }) => x), Float64Array.from(events, ({ y }) => y)];
  const claims = CLAIMS.map((name) => about[name] ?? "").join("\n");
  const [line, doubts] = topology.ask("game_line", numbers, [mined, ...columnsOf(events), ...places, claims]);
  return { line: valuesIn(line), doubts: clock === null ? valuesIn(doubts) : [] };
}

/** The metrics of standings: their names in the line of a game, in the order of the engine. @param {import("./types.js").Engine} engine @returns {(keyof import("../answers.js").GameLine)[]} */
export function standingMetrics(engine) {
  return valuesIn(engine.call("standing_metrics", [])[0]);
}
