/** The sums over the chunks of a run so far, and points of its course. */

import { LIMITS } from "./protocol.js";

/** @typedef {import("./shapes.js").Course} Course */
/** @typedef {import("./shapes.js").Engine} Engine */

const BINS_OF_A_BAR = 16; // a bar of times is half a power of two wide; the engine divides it further

/** The sums before the first chunk. They are plain values, so the store keeps them as they are. @returns {Course} */
export function emptyCourse() {
  return { chunks: 0, games: 0, won: 0, byGuesses: [], riskCounts: [], riskSums: [], lostAt: [], times: [], points: [], step: 1 };
}

/** Counts the next chunk. `counts` are the results of `play_chunk`. @param {Course} course @param {number[][]} counts */
export function addChunk(course, counts) {
  const names = /** @type {const} */ (["byGuesses", "riskCounts", "riskSums", "lostAt", "times"]);
  names.forEach((name, i) => (course[name] = counts[i].map((more, place) => more + (course[name][place] ?? 0))));
  const [games, won] = pairs(course.byGuesses).reduce(([all, wins], [more, moreWins]) => [all + more, wins + moreWins]);
  Object.assign(course, { games, won, chunks: course.chunks + 1 });
  if ((course.chunks - 1) % course.step === 0) course.points.push([games, won]);
  if (course.points.length > LIMITS.COURSE_POINTS) {
    course.step *= 2;
    course.points = course.points.filter((_, place) => place % 2 === 0);
  }
}

/**
 * Shares of trials with their 95 % intervals: the share, the lower and the upper end. `results` are trials and hits.
 * @param {Engine} engine @param {[trials: number, hits: number][]} results
 */
export function rates(engine, results) {
  const ends = engine.call("wilson", [], [Float64Array.from(results.flatMap(([trials, hits]) => [hits, trials]))]);
  return pairs(ends[0](Float64Array)).map((interval, i) => [results[i][1] / results[i][0], ...interval]);
}

/** What the plots of a run show. @param {Engine} engine @param {number[]} shape @param {Course} course */
export function resultsObject(engine, [rows, columns], course) {
  const { chunks, games, won, points } = course;
  const isLast = (/** @type {[number, number]} */ [at, wins]) => at === games && wins === won;
  /** @type {[games: number, won: number][]} */
  const all = chunks === 0 || points.slice(-1).some(isLast) ? points : [...points, [games, won]];
  const guesses = pairs(course.riskCounts).map(([count, wrong], bin) => [1 - course.riskSums[bin] / count, 1 - wrong / count, count]);
  const byGuesses = pairs(course.byGuesses).map(([count, wins], number) => [number, count, wins]);
  const lost = Array.from(chunks === 0 ? { length: rows * columns } : course.lostAt, (count) => count ?? 0);
  return {
    win_rate_by_games: rates(engine, all).map((rate, i) => [all[i][0], ...rate]),
    calibration: guesses.filter(([, , count]) => count > 0),
    by_guesses: byGuesses.filter(([, count]) => count > 0),
    milliseconds: bars(course.times),
    heat: { rows, columns, lost },
  };
}

/** Games by time: upper bounds in milliseconds, and numbers of games. @param {number[]} times */
function bars(times) {
  const counts = Array.from({ length: times.length / BINS_OF_A_BAR }, (_, bar) =>
    times.slice(bar * BINS_OF_A_BAR, (bar + 1) * BINS_OF_A_BAR).reduce((sum, count) => sum + count, 0),
  );
  const all = counts.map((count, bar) => [2 ** ((bar + 1) / 2) / 1e6, count]);
  const isUsed = (/** @type {number[]} */ [, count]) => count > 0;
  return all.slice(all.findIndex(isUsed), all.findLastIndex(isUsed) + 1);
}

/** @param {ArrayLike<number>} values @returns {[number, number][]} */
function pairs(values) {
  return Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i], values[2 * i + 1]]);
}
