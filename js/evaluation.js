import { countdown } from "./analysis.js";
import { EXPLODED } from "./board.js";
import { SapperError } from "./errors.js";
import { FIRST_CLICKS } from "./games.js";
import { general } from "./words.js";

const TOGETHER = 32; // games between two looks at the clock
const WITHOUT_RANDOM = ["fast", "best"];

/**
 * Evaluates a position.
 *
 * @param position A position with its mine count.
 * @param {{player: string, error: number, most: number, seed: bigint, firstClick?: string}} options The strategy, the error at
 *   which it stops, its games, and their seed; and what the rules guarantee for the first click.
 * @param limit Seconds.
 * @returns The chance to win, its error, whether it is exact, and the number of games.
 * @throws {SapperError}
 */
export function evaluation(position, { player, error, most, seed, firstClick = "opening" }, limit) {
  const { topology, mines } = position;
  if (mines === topology.size) {
    throw new SapperError("error", "a game needs a safe cell, but every cell is a mine");
  }
  const left = countdown(limit);
  position.ask("analyse", [false, left()], [], "the analysis", left()); // its error names the numbers in conflict
  const about = "the evaluation";
  position.ask("begin_evaluation", [FIRST_CLICKS.indexOf(firstClick), left()], [player], about, limit);
  const isLost = position.marks.includes(EXPLODED);
  if (isLost || WITHOUT_RANDOM.includes(player.split("@")[0])) {
    const [exact] = topology.goOn("evaluate_exactly", [left()], about, limit);
    if (exact !== undefined) return { win_probability: exact(Float64Array)[0], error: 0, exact: true, games: 0 };
  }
  play(topology, error, most, seed, left);
  const [games, win_probability, standardError] = evaluated(topology, error);
  if (games === 0) {
    throw new SapperError("budget", `no game of the evaluation ended within ${general(limit)} seconds: allow more time`);
  }
  return { win_probability, error: standardError, exact: false, games };
}

/** Plays until the error is small enough. */
function play(topology, error, most, seed, left) {
  for (;;) {
    const [games, , , wanted] = evaluated(topology, error);
    const more = Math.min(wanted, most - games);
    if (more <= 0 || left() === 0) return;
    for (let done = 0; done < more && left() > 0; done += TOGETHER) {
      try {
        const block = Math.min(TOGETHER, more - done);
        topology.goOn("evaluate_by", [seed, games + done, block, left()], "the evaluation", left());
      } catch (failure) {
        if (!(failure instanceof SapperError && failure.type === "budget" && left() === 0)) throw failure;
      }
    }
  }
}

function evaluated(topology, error) {
  return topology.goOn("evaluated", [error])[0](Float64Array);
}
