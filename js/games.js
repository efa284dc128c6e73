import { general, quantity, quoted } from "./words.js";

// By the engine's numbers.
export const FIRST_CLICKS = ["any", "safe", "opening"];
export const WINS = ["cleared", "flagged"];
export const ON_MINES = ["stop", "continue"];
export const STATUSES = ["playing", "won", "lost", "cleared"];
export const METHODS = ["any", "uniform", "adjusted"];
export const MOST_THREE_BV = 2 ** 32 - 1;

/**
 * Why a search found too little.
 * @param {import("./board.js").Topology} topology @param {number} mines @param {number} start
 * @param {number[]} counts the candidates: all, those that were found, and those of each reason
 * @param {number} count @param {number} seconds @param {{first_click: string, fair: boolean, method: string}} given
 */
export function failure(topology, mines, start, [tried, found, withGuesses, ofOther, undecided], count, seconds, given) {
  /** @type {[number, string][]} */
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
