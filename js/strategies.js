/** The names of strategies and rules, as the engine lists them. */

import { text } from "./engine.js";

/** @import { Engine } from "./engine.js" */

/** The names that the engine knows: of strategies, and of the rules of deduction. @param {Engine} engine */
export function namesOf(engine) {
  const [strategies, rules] = engine.call("names").map((result) => text(result).trimEnd().split("\n"));
  return { strategies, rules };
}

/** Refuses a name that no built-in strategy has. @param {Engine} engine @param {string} name */
export function checkStrategy(engine, name) {
  engine.call("check_strategy", [], [name]);
}

/** The strategies with names of their own, each with a line about it. @param {Engine} engine */
export function strategiesOf(engine) {
  const summaries = text(engine.call("summaries")[0]).trimEnd().split("\n");
  return namesOf(engine).strategies.map((name, i) => ({ name, summary: summaries[i] }));
}
