/** Hosted games as messages show them. They have mines and seed only when a game is over. */

import { EXPLODED, FLAG } from "../package/board.js";
import { LIMITS } from "./protocol.js";
import { cellsWhere, marksText } from "./values.js";

/** A whole game. */
export function stateObject(hosted, record) {
  const { origin } = hosted;
  return {
    type: "state",
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

/** The changes of a game, and its state now. */
export function updateObject(hosted, change, action, record) {
  return {
    type: "update",
    game: hosted.id,
    cells: change.cells,
    values: change.values,
    marks: change.whole ? marksText(hosted.game.marks) : null,
    action,
    ...standingOf(hosted, record),
  };
}

/** A game of the store, for lists. */
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

/** The 3BV of a game that is over; null before. */
export function threeBvOf(hosted) {
  return hosted.over && hosted.begun ? hosted.game.measured().three_bv : null;
}

function standingOf(hosted, record) {
  const { standing } = hosted;
  const end = hosted.over ? endOf(hosted, record) : null;
  return {
    status: hosted.status,
    begun: hosted.begun,
    mines_left: standing.minesLeft,
    safe_left: standing.safeLeft,
    solved: end === null ? solvedOf(hosted) : end.metrics.solved,
    moves: hosted.moves,
    clicks: hosted.clicks,
    elapsed_ms: hosted.clock.elapsedMs,
    clock: hosted.clock.running,
    counts: hosted.countsNot.length === 0,
    counts_not: [...hosted.countsNot],
    result: hosted.result,
    end,
  };
}

/** The 3BV done so far, as far as the player can know it; null on large boards. */
function solvedOf({ game }) {
  return game.topology.size <= LIMITS.SMALL_CELLS ? game.shownThreeBv : null;
}

function endOf(hosted, record) {
  const { marks, minefield } = hosted.game;
  return {
    cause: hosted.cause,
    cells: hosted.guessedBy !== null ? hosted.guess : cellsWhere(marks, (mark) => mark === EXPLODED),
    mined: cellsWhere(minefield, (mined) => mined === 1),
    wrong_flags: cellsWhere(marks, (mark, cell) => mark === FLAG && minefield[cell] === 0),
    seed: seedOf(hosted.origin),
    first: firstOf(hosted.game),
    metrics: metricsOf(hosted),
    record,
  };
}

function seedOf({ seed }) {
  return seed === null ? null : String(seed);
}

/** The cell that was opened first. The mines may have made room for it. */
function firstOf(game) {
  for (let number = 0; number < game.actions; number++) {
    const { kind, cell } = game.action(number);
    if (kind === "open") return cell;
  }
  return null;
}

export function metricsOf({ game, moves, clicks, clock }) {
  const { three_bv, openings, islands, solved } = game.measured();
  const per = (much) => (much > 0 ? solved / much : null);
  return {
    three_bv,
    openings,
    islands,
    solved,
    clicks,
    effective_clicks: moves,
    efficiency: per(clicks),
    correctness: clicks > 0 ? moves / clicks : null,
    throughput: per(moves),
    three_bv_per_second: per(clock.elapsedMs / 1000),
  };
}
