/** Hosted games as messages show them. They have mines and seed only when a game is over. */

import { LIMITS } from "./protocol.js";
import { marksText } from "./values.js";

/** @typedef {import("../answers.js").BestTime} BestTime */
/** @typedef {import("./shapes.js").Change} Change */
/** @typedef {import("./shapes.js").Action} Action */
/** @typedef {import("./shapes.js").HostedGame} HostedGame */
/** @typedef {import("./shapes.js").Origin} Origin */
/** @typedef {import("./shapes.js").GameRow} GameRow */

/** A whole game. @param {HostedGame} hosted @param {BestTime|null} record */
export function stateObject(hosted, record) {
  const { origin } = hosted;
  return {
    type: /** @type {const} */ ("state"),
    game: hosted.id,
    board: origin.written,
    level: origin.level,
    first_click: origin.first_click,
    fair: origin.first_click === "fair" ? origin.fair : null,
    variant: origin.variant,
    win: origin.win,
    on_mine: origin.on_mine,
    question_marks: origin.question_marks,
    start: origin.start,
    daily: origin.daily,
    marks: marksText(hosted.game.marks),
    started_at: hosted.startedAt,
    ...standingOf(hosted, record),
  };
}

/** The changes of a game, and its state now. @param {HostedGame} hosted @param {Change} change @param {Action|null} action @param {BestTime|null} record */
export function updateObject(hosted, change, action, record) {
  return {
    type: /** @type {const} */ ("update"),
    game: hosted.id,
    cells: change.cells,
    values: change.values,
    marks: change.whole ? marksText(hosted.game.marks) : null,
    action,
    ...standingOf(hosted, record),
  };
}

/** A game of the store, for lists. @param {GameRow} row @param {Origin} origin @returns {import("../answers.js").Summary} */
export function summaryObject(row, origin) {
  const isOver = row.status !== "playing";
  return {
    game: row.id,
    board: origin.written,
    level: origin.level,
    first_click: origin.first_click,
    variant: origin.variant,
    status: row.status,
    elapsed_ms: row.elapsed_ms,
    moves: row.moves,
    clicks: row.clicks,
    counts: row.counts_not.length === 0,
    result: row.standing === "unfinished" ? null : row.standing,
    started_at: row.started_at,
    ended_at: row.ended_at,
    three_bv: isOver ? row.three_bv : null,
    seed: isOver ? seedOf(origin) : null,
  };
}

/** The 3BV of a game that is over; null before. @param {HostedGame} hosted @returns {number|null} */
export function threeBvOf({ over, begun, game }) {
  return over && begun ? game.metrics(0, 0).three_bv : null;
}

/** @param {HostedGame} hosted @param {BestTime|null} record */
function standingOf(hosted, record) {
  const { game, origin, guessedBy, clicks, clock, countsNot, result } = hosted;
  const elapsed = clock.elapsedMs;
  /** @type {import("../answers.js").Standing} */
  const { end, ...standing } = game.told(guessedBy, clicks, elapsed / 1000, LIMITS.SMALL_CELLS);
  return {
    ...standing,
    elapsed_ms: elapsed,
    clock: clock.running,
    counts: countsNot.length === 0,
    counts_not: [...countsNot],
    result,
    end: end && { ...end, seed: seedOf(origin), record },
  };
}

/** @param {Origin} origin */
function seedOf({ seed }) {
  return seed === null ? null : String(seed);
}
