/** The splits of a won game: when each quarter of its 3BV was done, beside those of the best game before. */

import { SapperError } from "../../js/errors.js";
import { Game } from "../../js/game.js";
import { LIMITS } from "./limits.js";
import { recordingOf } from "./reviews.js";

/** @typedef {import("./types.js").GamesInMemory} GamesInMemory */
/** @typedef {import("./types.js").GameSlot} GameSlot */
/** @typedef {import("./types.js").Recording} Recording */

const SHARES = [0.25, 0.5, 0.75, 1];

/**
 * When each share was done, in milliseconds on the clock.
 * @param {Pick<Recording, "topology"|"mines"|"mined"|"rules"|"clicks">} recording that of a won game @returns {number[]}
 */
export function splitsOf({ topology, mines, mined, rules, clicks }) {
  const game = new Game(topology, mines, { first_click: "any", ...rules }, { mined });
  try {
    const whole = game.metrics(0, 0).three_bv;
    /** @type {number[]} */
    const times = [];
    for (const { kind, cell, at_ms } of clicks) {
      if (game.act(kind, cell).cells.length === 0) continue;
      const { solved } = game.metrics(0, 0);
      while (times.length < SHARES.length && solved >= SHARES[times.length] * whole) times.push(at_ms);
    }
    return times;
  } finally {
    topology.engine.release(game);
  }
}

/**
 * The splits of a won game, and those of the quickest other one of its category that counts; null if there is none.
 * @param {GamesInMemory} games @param {string} id
 */
export async function splits(games, id) {
  const { keptGame } = await games.slot(id);
  if (keptGame.status !== "won") throw new SapperError("game", "only a won game has splits");
  if (keptGame.game.topology.size > LIMITS.SMALL_CELLS) return { shares: [], own: [], best: null };
  const best = await games.store.bestOther(keptGame);
  const other = best && (await games.slot(best.game)).keptGame;
  const timesOf = async (/** @type {import("./types.js").KeptGame} */ won) => splitsOf(recordingOf(won, await games.store.movesOf(won.id)));
  return { shares: SHARES, own: await timesOf(keptGame), best: other && (await timesOf(other)) };
}
