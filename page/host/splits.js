/** The splits of a won game: when each quarter of its 3BV was done, beside those of the best game before. */

import { SapperError } from "../../js/errors.js";
import { LIMITS } from "./limits.js";
import { lineOf } from "./lines.js";
import { recordingOf } from "./reviews.js";

/** @typedef {import("./types.js").GamesInMemory} GamesInMemory */
/** @typedef {import("./types.js").GameSlot} GameSlot */
/** @typedef {import("./types.js").Recording} Recording */

const SHARES = [0.25, 0.5, 0.75, 1];

/** The time at which each share was done, in milliseconds on the clock. @param {Recording} recording that of a won game @returns {number[]} */
function splitsOf(recording) {
  const { three_bv: whole, splits: times } = lineOf(recording).line;
  const parts = SHARES.map((part) => Math.max(Math.ceil(part * whole), 1)).filter((units) => units <= times.length);
  return parts.map((units) => Math.round(1000 * times[units - 1]));
}

/**
 * The splits of a won game, and of the quickest other win of its category that counts. Null if there is no other.
 * @param {GamesInMemory} games @param {string} id
 */
export async function splits(games, id) {
  const { hostGame } = await games.slot(id);
  if (hostGame.status !== "won") throw new SapperError("game", "only a won game has splits");
  if (hostGame.game.topology.size > LIMITS.SMALL_CELLS) return { shares: [], own: [], best: null };
  const best = await games.store.bestOther(hostGame);
  const other = best && (await games.slot(best.game)).hostGame;
  const timesOf = async (/** @type {import("./types.js").HostGame} */ won) => splitsOf(recordingOf(won, await games.store.movesOf(won.id)));
  return { shares: SHARES, own: await timesOf(hostGame), best: other && (await timesOf(other)) };
}
