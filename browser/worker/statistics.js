/** The statistics of the player: games, wins, streaks, personal bests, and how they came about. */

const BEST_TIMES = 10;
const LATEST = 500; // the most wins, and the most games of the curve of win rates
const WINDOW = 50; // the win rate at a game is over this many games up to it

/** The results by category. They come from `Store.results`. */
export function statisticsObject(results) {
  const tallies = new Map();
  for (const result of results) {
    if (!tallies.has(result.category)) tallies.set(result.category, []);
    tallies.get(result.category).push(result);
  }
  const categories = [...tallies].map(([text, its]) => ({ ...JSON.parse(text), ...tallyObject(its) }));
  return { categories };
}

function tallyObject(results) {
  const successes = results.map(({ standing }) => standing === "won");
  const wins = results.filter(({ standing }) => standing === "won").map(winObject);
  const left = results.filter(({ standing }) => ["unfinished", "abandoned"].includes(standing)).length;
  const helped = results.filter(({ standing }) => standing === "helped").length;
  const [streak, best_streak] = streaksOf(successes);
  const total_ms = sumOf(wins.map((win) => win.elapsed_ms));
  const three_bv = sumOf(wins.map((win) => win.three_bv ?? 0));
  const played = results.length;
  const won = wins.length;
  return {
    played,
    won,
    lost: played - won - left - helped,
    left,
    helped,
    streak,
    best_streak,
    mean_ms: won > 0 ? evenRound(total_ms / won) : null,
    three_bv_per_second: total_ms > 0 ? (1000 * three_bv) / total_ms : null,
    bests: won > 0 ? bestsOf(wins) : null,
    best: wins.toSorted((one, other) => one.elapsed_ms - other.elapsed_ms).slice(0, BEST_TIMES),
    wins: wins.slice(-LATEST),
    win_rates: winRates(results, successes),
  };
}

function streaksOf(successes) {
  let streak = 0;
  let best = 0;
  for (const won of successes) {
    streak = won ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  return [streak, best];
}

/** The best win by each measure; the earliest of those that are equal. */
function bestsOf(wins) {
  const highest = (measure) => {
    const better = (best, win) => (best !== null && best[measure] >= win[measure] ? best : win);
    return wins.filter((win) => win[measure] !== null).reduce(better, null);
  };
  return {
    time: wins.reduce((best, win) => (best.elapsed_ms <= win.elapsed_ms ? best : win)),
    three_bv_per_second: highest("three_bv_per_second"),
    efficiency: highest("efficiency"),
  };
}

function winRates(results, successes) {
  const points = [];
  for (let game = Math.max(1, results.length - LATEST + 1); game <= results.length; game++) {
    const window = successes.slice(Math.max(0, game - WINDOW), game);
    points.push({ game, at: results[game - 1].at, rate: sumOf(window.map(Number)) / window.length });
  }
  return points;
}

/** A won game. All its 3BV is done, so the ratios are those of the metrics. */
function winObject({ game, at, elapsed_ms, three_bv, clicks }) {
  const ratio = (of) => (three_bv === null || of === 0 ? null : three_bv / of);
  return {
    game,
    ended_at: at,
    elapsed_ms,
    three_bv,
    clicks,
    three_bv_per_second: ratio(elapsed_ms / 1000),
    efficiency: ratio(clicks),
  };
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/** Rounds to a whole number, halves to an even one, as Python does. */
function evenRound(value) {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
