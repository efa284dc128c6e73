import { text } from "./engine.js";
import { SapperError } from "./errors.js";
import { LEVELS } from "./board.js";
import { quoted, unknown } from "./words.js";

const LISTED_BY = "'sapper strategies'";

/** The names that the engine knows: of strategies, of their parts, and of the rules of deduction. */
export function namesOf(engine) {
  const lists = engine.call("names").map((result) => text(result).trimEnd().split("\n"));
  const [strategies, levels, policies, rules] = lists;
  return { strategies, levels, policies, rules };
}

/** Refuses a name that no built-in strategy has. */
export function checkStrategy(engine, name) {
  const refuse = (message) => {
    throw new SapperError("error", message);
  };
  const { strategies, levels, policies } = namesOf(engine);
  const plain = name.endsWith("+endgame") ? name.slice(0, -"+endgame".length) : name;
  const plus = plain.indexOf("+");
  if (plus >= 0) {
    const [level, policy] = [plain.slice(0, plus), plain.slice(plus + 1)];
    if (!levels.includes(level)) refuse(unknown("inference level", level, levels));
    const [isPolicy] = engine.call("is_policy", [], [policy]);
    if (isPolicy(Float64Array)[0] === 0) refuse(unknown("policy", policy, policies, LISTED_BY));
  } else if (name.includes(":")) {
    refuse(`unknown strategy ${quoted(name)}: such names are for the command line; in Python, give the object`);
  } else if (Object.hasOwn(LEVELS, name)) {
    refuse(`unknown strategy ${quoted(name)}: it is the name of a level, which gives the board`);
  } else if (!strategies.includes(name)) {
    refuse(unknown("strategy", name, strategies, LISTED_BY));
  }
}

/** The strategies with names of their own, each with a line about it. */
export function strategiesOf(engine) {
  const summaries = text(engine.call("summaries")[0]).trimEnd().split("\n");
  return namesOf(engine).strategies.map((name, i) => ({ name, summary: summaries[i] }));
}
