import { SapperError } from "./errors.js";
import { boardIn, shapedTopologyIn, word, wrong } from "./requests.js";
import { checkStrategy, namesOf } from "./strategies.js";
import { general, quantity, quoted, shown, unknown } from "./words.js";

// By the engine's numbers.
export const FIRST_CLICKS = ["any", "safe", "opening"];
export const WINS = ["cleared", "flagged"];
export const ON_MINES = ["stop", "continue"];
export const STATUSES = ["playing", "won", "lost", "cleared"];
export const METHODS = ["any", "uniform", "adjusted"];

const MOST_AT_ONCE = 10_000;
export const MOST_THREE_BV = 2 ** 32 - 1;
const NO_CELL = 2 ** 32 - 1;

/** Plays games of a seed by a strategy. */
export function play(engine, request) {
  const { topology, mines } = boardIn(engine, request);
  const player = request.get("player", "string") || "best";
  const [seed, first] = [request.word("seed"), request.word("first_game")];
  const count = request.count("games", MOST_AT_ONCE);
  const rules = {
    firstClick: choice(request, "first_click", ["safe", "opening", "any"], "opening", FIRST_CLICKS),
    win: choice(request, "win", WINS, "cleared", WINS),
    onMine: choice(request, "on_mine", ON_MINES, "stop", ON_MINES),
  };
  const cell = request.has("first_cell") ? topology.index(request.cell("first_cell")) : NO_CELL;
  request.refuseOthers();
  checkStrategy(engine, player);
  const numbers = [mines, rules.firstClick, rules.win, rules.onMine, cell, seed, first, count, Infinity];
  const games = gamesOf(topology, topology.ask("play", numbers, [player]));
  return { board: topology.written(mines), player, seed: plain(seed), first_game: plain(first), games };
}

/** Makes minefields. */
export function generate(engine, request) {
  const { topology, mines } = boardIn(engine, request);
  const count = request.count("count", MOST_AT_ONCE);
  const given = {
    first_click: request.get("first_click", "string") ?? "opening",
    method: request.get("method", "string") ?? "uniform",
    hardest: request.get("hardest", "string") ?? "counting",
    mine_count: request.get("mine_count", "boolean") ?? true,
    fair: request.get("fair", "boolean") ?? true,
    seed: request.get("seed", "integer"),
    game: request.get("game", "integer") ?? 0,
  };
  const start = request.has("start") ? request.cell("start") : null;
  const threeBv = request.has("three_bv") ? rangeIn(request) : [0, MOST_THREE_BV];
  const seconds = request.has("time_limit") ? request.seconds("time_limit") : 30;
  request.refuseOthers();
  known("method", given.method, ["uniform", "adjusted"]);
  known("first_click", given.first_click, ["opening", "safe"]);
  if (mines >= topology.size) throw new SapperError("error", full(topology.size, mines));
  const firstClick = FIRST_CLICKS.indexOf(given.first_click);
  const index =
    start === null
      ? topology.ask("good_first_cell", [mines, firstClick], [])[0](Float64Array)[0]
      : topology.index(start);
  checkRange(threeBv);
  const seed = given.seed === null ? randomSeed() : word("seed", given.seed);
  const { rules } = namesOf(engine);
  known("rule", given.hardest, rules);
  const method = given.fair ? given.method : null;
  const numbers = [
    mines, index, firstClick, METHODS.indexOf(method ?? "any"), rules.indexOf(given.hardest), given.mine_count,
    ...threeBv.map(Number), seed, word("game", given.game), count, seconds,
  ]; // prettier-ignore
  let found;
  try {
    found = topology.ask("generate", numbers, [], "the search for a minefield", seconds);
  } catch (error) {
    if (error.results === undefined) throw error;
    const progress = error.results[0](Float64Array);
    throw new SapperError("budget", failure(topology, mines, index, progress, count, seconds, given));
  }
  const games = found[1](BigUint64Array);
  const mined = found[2](Uint8Array);
  return {
    minefields: Array.from(games, (game, number) => ({
      board: topology.written(mines),
      first_cell: topology.cell(index),
      mines: cellsOf(topology, mined.subarray(number * topology.size, (number + 1) * topology.size)),
      method,
      seed: plain(seed),
      game: plain(game),
    })),
  };
}

/** Measures a minefield. */
export function measure(engine, request) {
  const topology = shapedTopologyIn(engine, request);
  const cells = request.cells("mines");
  request.refuseOthers();
  const mined = new Uint8Array(topology.size);
  for (const cell of cells) {
    const index = mineIndex(topology, cell);
    if (mined[index] === 1) throw new SapperError("error", `${topology.describe(cell)} is listed twice as a mine`);
    mined[index] = 1;
  }
  const [three_bv, openings, islands, zini, hzini] = topology.ask("measure", [], [mined])[0](Float64Array);
  return { board: topology.written(cells.length), three_bv, openings, islands, zini, hzini };
}

function mineIndex(topology, cell) {
  try {
    return topology.index(cell);
  } catch (error) {
    throw new SapperError("cell", `a mine cannot be there: ${error.message}`);
  }
}

function gamesOf(topology, results) {
  const outcome = results[0](Uint8Array);
  const names = ["clicks", "opened", "found", "exploded", "three_bv", "openings", "solved"];
  const counts = names.map((_, number) => results[number + 1](Uint32Array));
  const guesses = results[8](Uint32Array);
  const risk = results[9](Float64Array);
  const lostAt = results[10](Uint32Array);
  const cells = results[11](Uint32Array);
  const risks = results[12](Float64Array);
  const exploded = results[13](Uint8Array);
  let next = 0;
  return Array.from(outcome, (status, game) => ({
    status: STATUSES[status],
    ...Object.fromEntries(names.map((name, number) => [name, counts[number][game]])),
    risk: risk[game],
    lost_at: lostAt[game] === NO_CELL ? null : topology.cell(lostAt[game]),
    guesses: Array.from({ length: guesses[game] }, () => {
      const guess = { cell: topology.cell(cells[next]), risk: risks[next], exploded: exploded[next] === 1 };
      next++;
      return guess;
    }),
  }));
}

function cellsOf(topology, mined) {
  return Array.from(mined.keys()).filter((index) => mined[index] === 1).map((index) => topology.cell(index));
}

/** A field that has one of these names, as the engine's number for it. */
function choice(request, name, names, usual, numbers) {
  const chosen = request.get(name, "string") ?? usual;
  known(name, chosen, names);
  return numbers.indexOf(chosen);
}

function known(what, name, names) {
  if (!names.includes(name)) throw new SapperError("error", unknown(what, name, names));
}

function full(cells, mines) {
  const verb = mines === 1 ? "fills" : "fill";
  const all = cells === 1 ? "the only cell" : `all ${cells} cells`;
  return `a game needs a safe cell, but ${quantity(mines, "mine")} ${verb} ${all}`;
}

function rangeIn(request) {
  const limits = request.integers("three_bv");
  if (limits.length !== 2) throw wrong("'three_bv' of 'generate' must be an array of the least and the most");
  return limits;
}

function checkRange([least, most]) {
  for (const limit of [least, most]) {
    if (limit < 0 || limit > MOST_THREE_BV) {
      throw new SapperError("error", `three_bv must be from 0 to ${MOST_THREE_BV}, not ${shown(limit)}`);
    }
  }
  if (least > most) throw new SapperError("error", `three_bv: the least, ${least}, is above the most, ${most}`);
}

/** Why a search found too little. */
export function failure(topology, mines, start, [tried, found, withGuesses, ofOther, undecided], count, seconds, given) {
  const reasons = [
    [withGuesses, "needed a guess"],
    [ofOther, "had another 3BV"],
    [undecided, "were too hard to decide"],
  ];
  const said = reasons.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`).join(", ");
  const what = found > 0 ? `only ${found} of ${count}` : "no such minefield";
  const text = `found ${what} within ${general(seconds)} seconds among ${quantity(tried, "candidate")}`;
  let advice = "";
  const opened = 1 + topology.ask("neighbours", [start], [])[0](Uint32Array).length;
  if (given.first_click === "opening" && mines > topology.size - opened) {
    const verb = mines === 1 ? "leaves" : "leave";
    advice = `${quantity(mines, "mine")} ${verb} no room for an opening at the first cell`;
  } else if (given.fair && given.method === "uniform" && withGuesses > ofOther) {
    advice = `method=${quoted("adjusted")} makes fair minefields where they are rare`;
  }
  return [text, said, advice].filter((part) => part !== "").join("; ");
}

/** A random seed of 53 bits. */
function randomSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(high) << 21n) | BigInt(low >>> 11);
}

/** A number where it is exact, otherwise the BigInt. */
export function plain(word) {
  return word <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(word) : word;
}
