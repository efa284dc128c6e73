/**
 * Recorded games of a player. One: its review. Two: side by side. Many: the statistics of those kept here; reports on how they were
 * played, or those in files, with mistakes, standings on each kind of board, and which games are odd; and puzzles from the mistakes.
 */

import { valuesIn } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { isUsualMode } from "../../js/files.js";
import { namesOf } from "../../js/strategies.js";
import { digestOf, wrong } from "./boards.js";
import { FolderReports, inOrderOfPlay, reviewFile } from "./file_contents.js";
import { LIMITS } from "./limits.js";
import { checkForChance } from "./position_figures.js";
import { chanceFigures, gameReport, recordingIn, recordingOf, reviewFigures, sideBySide, splits, standingMetrics } from "./reviews.js";
import { Budget, Queue, progress } from "./tasks.js";

/** @import { GameFilter } from "./requests.js" */
/** @import { Cancel, Checked, Engine, GameReport, GamesInMemory, Mistake, NamedGameReport, Recording, Result, Tell } from "./types.js" */

const WORST = 10;
const FINDINGS = 3; // changes whenever reviews find out something new, so that games are reviewed again

/** @typedef {{time_limit_ms: number, win: boolean}} Patience */

export class Reports {
  #engine;
  #version;
  #store;
  #games;
  #queue = new Queue();
  /** @type {FolderReports|null} */
  #folder = null;

  /** @param {Engine} engine @param {string} version @param {GamesInMemory} games */
  constructor(engine, version, games) {
    this.#engine = engine;
    this.#version = `${version} ${FINDINGS}`;
    this.#store = games.store;
    this.#games = games;
  }

  /** @param {Checked<"review">} request @param {Cancel} cancel @param {Tell} tell */
  async review(request, cancel, tell) {
    const recording = await this.#recording(request);
    const budget = new Budget(request.time_limit_ms, cancel);
    const steps = reviewFigures(recording, budget, progress("moves reviewed", tell));
    return this.#queue.next(steps, budget);
  }

  /** @param {Checked<"chances">} request @param {Cancel} cancel @param {Tell} tell */
  async chances(request, cancel, tell) {
    const recording = await this.#recording(request);
    checkForChance(recording);
    const budget = new Budget(request.time_limit_ms, cancel);
    const steps = chanceFigures(recording, budget, progress("moves evaluated", tell));
    return this.#queue.next(steps, budget);
  }

  /** @param {Checked<"compare">} request */
  async compare({ first, second }) {
    return sideBySide(await this.#recording(first), await this.#recording(second));
  }

  /** @param {Checked<"splits">} request */
  splits({ game }) {
    return splits(this.#games, game);
  }

  /** The game that a request is about. @param {{game: string|null, file: Uint8Array|null, replay: number|null}} request @returns {Promise<Recording>} */
  async #recording({ game, file, replay }) {
    if (game === null && file !== null) {
      const recording = recordingIn(this.#engine, file, replay);
      if (recording !== null) return recording;
      throw wrong(`\`replay\`: the file has no replay ${replay}`);
    }
    if (game === null || file !== null) throw wrong("give exactly one of `game` and `file`");
    const { hostGame } = await this.#games.slot(game);
    return recordingOf(hostGame, await this.#store.movesOf(game));
  }

  /**
   * The report on the latest games that count, or on the files that were added.
   * @param {Patience & {added: boolean, only: GameFilter|null}} request @param {Cancel} cancel @param {Tell} tell
   */
  async report(request, cancel, tell) {
    if (request.added) return this.#answer(...this.#files().games(), request.only);
    const { reports, left_out } = await this.#latest(request, cancel, tell);
    return { ...this.#answer(reports, [], request.only), left_out };
  }

  /** The reports on the latest games that count, and how many of these have none. @param {Patience} patience @param {Cancel} cancel @param {Tell} tell */
  async #latest(patience, cancel, tell) {
    const games = await this.#store.countable(LIMITS.REPORT_GAMES);
    /** @type {NamedGameReport[]} */
    const reports = [];
    for await (const game of this.#reviews(games, patience, cancel, tell)) reports.push(game);
    return { reports, left_out: games.length - reports.length };
  }

  /** The results of the player, and the games that can be finished. */
  async statistics() {
    return {
      ...statisticsObject(this.#engine, await this.#store.results()),
      not_counted: await this.#store.practiceGames(),
      unfinished: await this.#games.summaries("unfinished", LIMITS.UNFINISHED),
    };
  }

  /**
   * The win rates without luck, for the categories of the statistics in their order, by the latest games that count.
   * @param {object} _request @param {Cancel} cancel @param {Tell} tell
   */
  async luckFreeStatistics(_request, cancel, tell) {
    const { reports, left_out } = await this.#latest({ win: false, time_limit_ms: LIMITS.DEFAULT_TIME_LIMIT_MS }, cancel, tell);
    const usual = reports.filter((game) => isUsual(this.#engine, game));
    return { rates: luckFreeRates(this.#engine, await this.#store.results(), usual), left_out };
  }

  /** Leaves the results so far out of the statistics. */
  async forget() {
    await this.#store.forget();
    return this.statistics();
  }

  /** Puzzles from the latest games first. @param {{time_limit_ms: number}} request @param {Cancel} cancel @param {Tell} tell */
  async puzzles(request, cancel, tell) {
    const games = (await this.#store.countable(LIMITS.REPORT_GAMES)).reverse();
    /** @type {ReturnType<typeof puzzlesIn>} */
    const puzzles = [];
    let count = 0;
    for await (const game of this.#reviews(games, { ...request, win: false }, cancel, tell)) {
      count += 1;
      puzzles.push(...puzzlesIn(game));
      if (puzzles.length >= LIMITS.PUZZLES) break;
    }
    return { games: count, puzzles: puzzles.slice(0, LIMITS.PUZZLES) };
  }

  /**
   * Reviews files, and adds their reports to those before.
   * @param {Checked<"add">} request @param {Cancel} cancel @param {Tell} tell
   */
  async add({ begin, files, win, time_limit_ms }, cancel, tell) {
    if (begin) this.#folder = new FolderReports();
    const folder = this.#files();
    const report = progress("files reviewed", tell);
    for (const [done, { name, file }] of files.entries()) {
      report(done, files.length);
      const key = digestOf(file);
      if (folder.knows(name, key)) continue;
      const budget = new Budget(time_limit_ms, cancel);
      folder.add(name, key, await this.#queue.next(reviewFile(this.#engine, file, win, budget), budget));
    }
    return { files: files.length };
  }

  #files() {
    if (this.#folder !== null) return this.#folder;
    throw new SapperError("unknown", "no files were added on this connection: choose them again");
  }

  /**
   * Reviews games one by one. Leaves out those that are damaged, too large or too hard.
   * @param {string[]} games @param {Patience} request @param {Cancel} cancel @param {Tell} tell @returns {AsyncGenerator<NamedGameReport>}
   */
  async *#reviews(games, { time_limit_ms, win }, cancel, tell) {
    const report = progress("games reviewed", tell);
    for (const [done, id] of games.entries()) {
      report(done, games.length);
      cancel.check();
      /** @type {GameReport|null} */
      let figures = await this.#store.review(id, this.#version);
      const review = async (/** @type {boolean} */ byWin) => (figures = await this.#review(id, byWin, new Budget(time_limit_ms, cancel)));
      try {
        const first = figures ?? (await review(false));
        const [rows, columns] = first.board.shape;
        if (win && first.accuracy === null && rows * columns <= LIMITS.CHANCE_CELLS) await review(true);
      } catch (error) {
        if (!(error instanceof SapperError) || error.type === "cancelled") throw error;
      }
      if (figures !== null) yield { game: id, ...figures };
    }
  }

  /**
   * What a report needs of a finished game. Such a game never changes, so it is reviewed once.
   * @param {string} id @param {boolean} byWin @param {Budget} budget @returns {Promise<GameReport>}
   */
  async #review(id, byWin, budget) {
    const slot = await this.#games.slot(id);
    const { hostGame, moves } = slot.hostGame.asItEnded(await this.#store.movesOf(id));
    if (hostGame.game.topology.size > LIMITS.REPORT_CELLS) {
      throw new SapperError("too_large", `a report leaves out boards of more than ${LIMITS.REPORT_CELLS} cells`);
    }
    const recording = recordingOf(hostGame, moves);
    const figures = await this.#queue.next(gameReport(recording, byWin, budget), budget);
    await this.#store.putReview(id, this.#version, figures);
    return figures;
  }

  /** The report on the games that pass the filter, in this order. @param {NamedGameReport[]} reports @param {import("./file_contents.js").Skipped[]} skipped @param {GameFilter|null} filter */
  #answer(reports, skipped, filter) {
    const { rules } = namesOf(this.#engine);
    const matches = only(reports, filter);
    const metrics = standingMetrics(this.#engine);
    const games = matches.filter((game) => isUsual(this.#engine, game));
    const apart = matches.filter((game) => !isUsual(this.#engine, game));
    const all = [...games, ...apart].sort(inOrderOfPlay);
    const mistakes = games.flatMap(({ game, mistakes: its }) => its.map((mistake) => ({ game, ...mistake })));
    const ruleRisks = mistakes.flatMap(({ rule, risk }) => [rules.indexOf(rule), risk]);
    const inputs = [games.flatMap(numbersOf), ruleRisks].map((values) => Float64Array.from(values));
    /** @type {import("../records.js").ReportFigures & {missed: {rule: number, mistakes: number[], risk: number}[], worst: number[]}} */
    const { missed, worst, ...figures } = valuesIn(this.#engine.call("player_report", [WORST], inputs)[0]);
    return {
      left_out: skipped.length,
      games: games.length,
      apart: countByMode(apart),
      ...figures,
      skipped: skipped.slice(0, LIMITS.FAULTS),
      named: reports.map(({ game, played }) => ({ game, played })),
      choices: choicesIn(reports),
      standings: standingsOf(this.#engine, all),
      checks: checksOf(this.#engine, all),
      course: games.map((game) => courseOf(game, metrics)),
      missed: missed.map(({ rule, mistakes: places, risk }) => {
        return { rule: rules[rule], mistakes: places.length, risk, worst: mistakes[places[0]] };
      }),
      worst: worst.map((place) => mistakes[place]),
    };
  }
}

/** A game for the engine; NaN is not known. @param {GameReport} game */
function numbersOf({ status, solved, clicks, seconds, forced, riskier, needless, slips, expected, mines_hit, excess, luck, ...its }) {
  const numbers = [status === "won", solved, clicks, seconds, forced, riskier, needless, slips, expected, mines_hit, excess, luck];
  const errors = [its.chance_lost_error, its.accuracy_error].map((error) => error ?? 0);
  return [...numbers, its.chance_lost, its.accuracy, ...errors].map((value) => value ?? NaN);
}

/** How many of some games each mode has. @param {GameReport[]} games */
function countByMode(games) {
  /** @type {Record<string, number>} */
  const modes = {};
  for (const { mode } of games) modes[String(mode)] = (modes[String(mode)] ?? 0) + 1;
  return modes;
}

/** A game in the course of a report. Of the mistakes it says how many each rule would have avoided. @param {NamedGameReport} game @param {string[]} metrics */
function courseOf({ mistakes, excess, luck, slips, mode, player, values, doubts, board_key, level_name, ...game }, metrics) {
  /** @type {Record<string, number>} */
  const missed = {};
  for (const { rule } of mistakes) missed[rule] = (missed[rule] ?? 0) + 1;
  const odd = doubts.filter(({ grade }) => grade !== "note");
  return { ...game, stnb: values[metrics.indexOf("stnb")], odd, missed };
}

/** A mistake with its board. @typedef {Mistake & Pick<NamedGameReport, "game"|"board"|"level">} Puzzle */

/** The mistakes of a game that can be explained, each with its board. Of several that missed the same cell, the first. @param {NamedGameReport} game */
function puzzlesIn({ game, board, level, mistakes }) {
  /** @type {Map<number, Puzzle>} */
  const missed = new Map();
  for (const mistake of mistakes) {
    if (mistake.reason !== null && !missed.has(mistake.safest)) missed.set(mistake.safest, { game, ...mistake, board, level });
  }
  return [...missed.values()];
}

/** The games that pass a filter, in their order. @param {NamedGameReport[]} games @param {GameFilter|null} filter */
function only(games, filter) {
  if (filter === null) return games;
  const { level, player, mode, since, until } = filter;
  return games.filter((game) => {
    const day = game.played?.slice(0, 10) ?? null;
    return (
      (level === null || game.level_name === level) &&
      (player === null || foldCase(game.player) === foldCase(player)) &&
      (mode === null || foldCase(modeOf(game)) === foldCase(mode)) &&
      (since === null || (day !== null && day >= since)) &&
      (until === null || (day !== null && day <= until))
    );
  });
}

/** What names that count as the same have in common; the library folds them alike. @param {string} text */
const foldCase = (text) => text.replace(/^ +| +$/g, "").toLowerCase().toUpperCase().normalize("NFC");

/** What there is to choose from. @param {NamedGameReport[]} games */
function choicesIn(games) {
  const inOrder = (/** @type {string[]} */ values) => [...new Set(values)].filter((value) => value !== "").sort();
  const dated = new Set(games.flatMap(({ played }) => (played === null ? [] : [played.slice(0, 10)]))).size > 1;
  return { dated, levels: inOrder(games.map(({ level_name }) => level_name)), players: inOrder(games.map(({ player }) => player)), modes: inOrder(games.map(modeOf)) };
}

/** Whether a game is of the usual kind. @param {Engine} engine @param {Pick<GameReport, "mode">} game */
const isUsual = (engine, { mode }) => isUsualMode(engine, mode ?? "");

/** @param {NamedGameReport} game */
const modeOf = ({ mode }) => mode || "Classic";

/** Whether the file of a game contradicts its events. @param {NamedGameReport} game */
const isDisproved = ({ doubts }) => doubts.some(({ grade }) => grade === "contradiction");

/**
 * The standings of games in the order of play. A game that is disproved is in none.
 * @param {Engine} engine @param {NamedGameReport[]} all @returns {import("../records.js").BoardStanding[]}
 */
function standingsOf(engine, all) {
  const games = all.filter((game) => !isDisproved(game));
  const kinds = games.map((game) => [isUsual(engine, game) ? "" : game.mode, game.level_name, boardKey(game.board), game.style].join("\n"));
  const facts = games.flatMap(({ status, board, three_bv, solved, values }) => [Number(status === "won"), board.shape.reduce((a, b) => a * b), three_bv, solved, ...values.map((value) => value || NaN)]); // a time of 0 is not known
  /** @type {import("../records.js").EngineStanding[]} */
  const standings = valuesIn(engine.call("standings_of", [], [kinds.join("\n"), Float64Array.from(facts)])[0]);
  return standings.map(({ first, figures, records, progress, ...counts }) => {
    const { level, board, style, mode } = games[first];
    return {
      level, board, style,
      mode: isUsual(engine, games[first]) ? null : mode,
      ...counts,
      figures: Object.fromEntries(Object.entries(figures).map(([name, { game, ...figure }]) => [name, { ...figure, game: game === null ? null : games[game].game }])),
      records: records.map(({ game, ...record }) => ({ ...record, game: games[game].game })),
      times: games.flatMap(({ status, seconds }, i) => (kinds[i] === kinds[first] && status === "won" && seconds ? [seconds] : [])),
      progress: progress.map((game) => ({ game: games[game].game, seconds: /** @type {number} */ (games[game].seconds) })),
    };
  });
}

/** The odd games in three lists: the file contradicts its events, something else is doubtful, or the board came before. @param {Engine} engine @param {NamedGameReport[]} games */
function checksOf(engine, games) {
  const fields = games.flatMap(({ board, board_key }) => [boardKey(board), board_key]);
  const earlier = engine.call("earlier_games", [], [fields.join("\n")])[0](Float64Array);
  const repeated = games.flatMap(({ game }, i) => (Number.isNaN(earlier[i]) ? [] : [{ game, text: games[earlier[i]].game }]));
  return { contradiction: listOf(gamesInDoubt(games, "contradiction")), doubt: listOf(gamesInDoubt(games, "doubt")), repeated: listOf(repeated) };
}

/** The games whose gravest doubt has a grade, with their doubts of that grade. @param {NamedGameReport[]} games @param {string} grade */
function gamesInDoubt(games, grade) {
  const those = games.filter(({ doubts }) => doubts[0]?.grade === grade);
  return those.map(({ game, doubts }) => ({ game, text: doubts.filter((each) => each.grade === grade).map(({ text }) => text).join(" ") }));
}

/** Their number, and some of them. @template Each @param {Each[]} games */
const listOf = (games) => ({ count: games.length, games: games.slice(0, LIMITS.FAULTS) });

/** A text that only equal boards share. @param {import("../answers.js").BoardJson} board */
const boardKey = (board) => JSON.stringify(board);

/** The fields of `statistics`, of results from `GameStore.results`. @param {Engine} engine @param {Result[]} results */
export function statisticsObject(engine, results) {
  const rulesIn = (/** @type {string} */ text) => /** @type {import("../records.js").CategoryRules} */ (JSON.parse(text));
  return { categories: [...byCategory(results)].map(([text, its]) => ({ ...rulesIn(text), ...statisticsOf(engine, its) })) };
}

/**
 * The win rates without the luck of the guesses, for the categories of `statisticsObject` in their order: each guess of a risk r
 * adds r to the luck of its game if it is safe, and r - 1 if it hits a mine. Null where no game was reviewed.
 * @param {Engine} engine @param {Result[]} results @param {{game: string, status: string, expected: number, mines_hit: number}[]} reviews
 */
function luckFreeRates(engine, results, reviews) {
  const byGame = new Map(reviews.map((review) => [review.game, review]));
  return [...byCategory(results).values()].map((its) => {
    const games = its.flatMap(({ game }) => byGame.get(game) ?? []);
    if (games.length === 0) return null;
    const numbers = games.flatMap(({ status, expected, mines_hit }) => [Number(status === "won"), expected - mines_hit]);
    const wins = games.filter(({ status }) => status === "won").length;
    return { games: games.length, won: wins, ...valuesIn(engine.call("luck_free_rate_of_games", [], [Float64Array.from(numbers)])[0]) };
  });
}

/** @param {Result[]} results @returns {Map<string, Result[]>} */
function byCategory(results) {
  const categories = new Map();
  for (const result of results) {
    const its = categories.get(result.category) ?? [];
    its.push(result);
    categories.set(result.category, its);
  }
  return categories;
}

/** @param {Engine} engine @param {Result[]} games @returns {import("../records.js").CategoryFigures} */
function statisticsOf(engine, games) {
  const lines = games.map(({ standing, game }) => `${standing}\n${game}\n`).join("");
  const figures = games.flatMap(({ elapsed_ms, at, three_bv, clicks }) => [elapsed_ms, at, three_bv ?? NaN, clicks]);
  return valuesIn(engine.call("statistics_of", [], [lines, Float64Array.from(figures)])[0]);
}
