/** How a player stands on each kind of board, from the reviews of many games, and which games are odd. */

import { valuesIn } from "../../js/engine.js";
import { isUsualMode } from "../../js/files.js";
import { LIMITS } from "./limits.js";

/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./types.js").NamedGameReport} NamedGameReport */
/** @typedef {import("./requests.js").GameFilter} GameFilter */

/** The games that pass a filter, in their order. @param {NamedGameReport[]} games @param {GameFilter|null} filter */
export function only(games, filter) {
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

/**
 * The order of play: by date, games without one last. Equals keep their order.
 * @param {NamedGameReport} one @param {NamedGameReport} other
 */
export function inOrderOfPlay({ played: one }, { played: other }) {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Date.parse(one) - Date.parse(other) || microsecondsIn(one) - microsecondsIn(other);
}

/** Those beyond the milliseconds, which dates here do not have. @param {string} played */
const microsecondsIn = (played) => Number(/\.\d{3}(\d{3})/.exec(played)?.[1] ?? 0);

/** The order of names in the library: by code points, where texts compare by halves of them. @param {string} one @param {string} other */
export function byCodePoints(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [first, second] = [one, other].map((text) => rankOf(text.charCodeAt(at)));
  return first - second;
}

/** Halves of a pair stand for code points beyond all others. @param {number} unit NaN behind the end */
function rankOf(unit) {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** What there is to choose from. @param {NamedGameReport[]} games */
export function choicesIn(games) {
  const inOrder = (/** @type {string[]} */ values) => [...new Set(values)].filter((value) => value !== "").sort();
  const dated = new Set(games.flatMap(({ played }) => (played === null ? [] : [played.slice(0, 10)]))).size > 1;
  return { dated, levels: inOrder(games.map(({ level_name }) => level_name)), players: inOrder(games.map(({ player }) => player)), modes: inOrder(games.map(modeOf)) };
}

/** @param {NamedGameReport} game */
const modeOf = ({ mode }) => mode || "Classic";

/** Whether the file of a game contradicts its events. @param {NamedGameReport} game */
const isDisproved = ({ doubts }) => doubts.some(({ grade }) => grade === "contradiction");

/**
 * The standings of games in the order of play. A game that is disproved is in none.
 * @param {Engine} engine @param {NamedGameReport[]} all @returns {import("../records.js").BoardStanding[]}
 */
export function standingsOf(engine, all) {
  const games = all.filter((game) => !isDisproved(game));
  const kinds = games.map(({ mode, level_name, board, style }) => [isUsualMode(engine, mode ?? "") ? "" : mode, level_name, boardKey(board), style].join("\n"));
  const facts = games.flatMap(({ status, board, three_bv, solved, values }) => [Number(status === "won"), board.shape.reduce((a, b) => a * b), three_bv, solved, ...values.map((value) => value || NaN)]); // a time of 0 is not known
  /** @type {import("../records.js").EngineStanding[]} */
  const standings = valuesIn(engine.call("standings_of", [], [kinds.join("\n"), Float64Array.from(facts)])[0]);
  return standings.map(({ first, figures, records, progress, ...counts }) => {
    const { level, board, style, mode } = games[first];
    return {
      level, board, style,
      mode: isUsualMode(engine, mode ?? "") ? null : mode,
      ...counts,
      figures: Object.fromEntries(Object.entries(figures).map(([name, { game, ...figure }]) => [name, { ...figure, game: game === null ? null : games[game].game }])),
      records: records.map(({ game, ...record }) => ({ ...record, game: games[game].game })),
      times: games.flatMap(({ status, seconds }, i) => (kinds[i] === kinds[first] && status === "won" && seconds ? [seconds] : [])),
      progress: progress.map((game) => ({ game: games[game].game, seconds: /** @type {number} */ (games[game].seconds) })),
    };
  });
}

/** The odd games in three lists: the file contradicts its events, something else is doubtful, or the board came before. @param {Engine} engine @param {NamedGameReport[]} games */
export function checksOf(engine, games) {
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
const listOf = (games) => ({ count: games.length, games: games.slice(0, LIMITS.DAMAGED) });

/** A text that only equal boards share. @param {import("../answers.js").BoardJson} board */
const boardKey = (board) => JSON.stringify(board);
