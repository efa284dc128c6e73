/** Recordings of finished games, from the store and from files: what reviews, reports and archives are made of. */

import { SapperError } from "../../js/errors.js";
import { playedAt, replayIn } from "../../js/files.js";
import { Game } from "../../js/game.js";
import { checkShape, levelOf } from "./boards.js";
import { standingMoves } from "./game_moves.js";
import { LIMITS } from "./protocol.js";

/** @typedef {import("./shapes.js").Click} Click */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").FileReplay} FileReplay */
/** @typedef {import("./shapes.js").HostedGame} HostedGame */
/** @typedef {import("./shapes.js").LaterRules} LaterRules */
/** @typedef {import("./shapes.js").Move} Move */
/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {import("./shapes.js").Recording} Recording */

/** @type {Record<string, string>} */
const VARIANTS = { hard_core: "hard core", lucky: "lucky" }; // other games, in which risks mean little
const CELL_SIZE = 16; // of the places of the pointer

/**
 * A finished game as it was played: the minefield, the rules, all clicks that were not undone, and the path of the pointer
 * (milliseconds, and pixels of cells of 16).
 *
 * @param {HostedGame} hosted The game.
 * @param {Move[]} moves Its moves in the store.
 * @returns {Recording & {path: Place[]}}
 * @throws {SapperError} It is in play.
 */
export function recordingOf(hosted, moves) {
  const { game, origin } = hosted;
  const mined = game.minefield;
  if (!hosted.over || mined === null) {
    throw new SapperError("game", "a game can be reviewed and saved when it is over");
  }
  /** @type {Place[]} */
  const path = [];
  for (const { path: way } of moves) {
    for (let i = 0; i < way.length; i += 3) path.push([way[i], way[i + 1], way[i + 2]]);
  }
  const clicks = standingMoves(moves).clicks.map(({ kind, cell, elapsed_ms: at_ms }) => ({ kind, cell, at_ms }));
  const guess = guessOf(hosted);
  const times = [clicks.at(-1)?.at_ms, guess?.at_ms, path.at(-1)?.[0]];
  return {
    board: origin.written,
    level: origin.level,
    rules: laterRules(origin),
    topology: game.topology,
    mines: game.mines,
    mined,
    clicks,
    guess,
    path,
    pointer: pointerOf(path.length === 0 ? [] : withClicks(path, clicks, game.topology.shape), CELL_SIZE),
    duration_ms: Math.max(...times.map((time) => time ?? 0)),
    seconds: hosted.clock.elapsedMs / 1000,
    played: null,
    mode: VARIANTS[origin.variant] ?? null,
    about: {},
    metrics: game.metrics(hosted.clicks, hosted.clock.elapsedMs / 1000),
    result: hosted.result,
  };
}

/**
 * The same of a replay in a file; null if it has fewer.
 * @param {Engine} engine @param {Uint8Array} bytes @param {number|null} number which one, if it has several, from 1 @param {number} [timeLimit]
 * @returns {Recording|null}
 */
export function recordingIn(engine, bytes, number, timeLimit = LIMITS.READING_SECONDS) {
  const read = replayIn(engine, bytes, { replay: number ?? 0, timeLimit });
  if (read === null) return null;
  const { topology, mined, cellSize, about, events, actions } = read;
  checkShape(topology);
  const mines = mined.reduce((sum, mine) => sum + mine, 0);
  const moves = events.some(({ kind }) => kind === "mv");
  const lastTime = events.reduce((last, { time }) => Math.max(last, time), 0);
  const [metrics, seconds] = metricsOfReplay(read, mines, lastTime);
  return {
    board: topology.written(mines),
    level: levelOf({ topology, mines }),
    rules: laterRules(read.rules),
    topology,
    mines,
    mined,
    clicks: actions.map(({ time, kind, cell, pressed }) => ({ kind, cell, pressed, at_ms: milliseconds(time) })),
    guess: null,
    pointer: pointerOf(moves ? events.map(({ time, x, y }) => [milliseconds(time), x, y]) : [], cellSize),
    duration_ms: milliseconds(lastTime),
    seconds,
    played: playedAt(engine, about),
    mode: about.Mode ?? null,
    about,
    metrics,
    result: null,
  };
}

/** The rules after the first click: those that a file has. @param {LaterRules} rules @returns {LaterRules} */
export const laterRules = ({ win, on_mine, question_marks }) => ({ win, on_mine, question_marks });

/** @param {number} seconds */
const milliseconds = (seconds) => Math.round(1000 * seconds);

/**
 * The metrics of the game up to its end, and its time. A press that began a chord is no click of its own.
 * @param {FileReplay} replay @param {number} mines @param {number} lastTime @returns {[Recording["metrics"], number]}
 */
function metricsOfReplay({ topology, rules, mined, actions, chordPresses }, mines, lastTime) {
  const presses = new Set(chordPresses);
  const game = new Game(topology, mines, rules, { mined });
  try {
    let clicks = 0;
    let seconds = lastTime;
    for (const [number, { time, kind, cell }] of actions.entries()) {
      const changed = game.act(kind, cell).cells.length > 0;
      clicks += Number(changed || !presses.has(number));
      if (game.standing.status === "playing") continue;
      seconds = Math.max(time, 0);
      break;
    }
    return [game.metrics(clicks, seconds), seconds];
  } finally {
    topology.engine.release(game);
  }
}

/** The guess that ended a game of hard core. It opened nothing. @param {HostedGame} hosted @returns {Click|null} */
function guessOf({ guessedBy, clock }) {
  return guessedBy === null ? null : { kind: guessedBy[0], cell: guessedBy[1], at_ms: clock.elapsedMs };
}

/**
 * The path of the pointer with the clicks, which lead to the middles of their cells, by time.
 * @param {Place[]} path @param {Click[]} clicks @param {number[]} shape @returns {Place[]}
 */
function withClicks(path, clicks, [, columns]) {
  const middle = (/** @type {number} */ number) => number * CELL_SIZE + CELL_SIZE / 2;
  /** @type {(click: Click) => Place} */
  const clicked = ({ cell, at_ms }) => [at_ms, middle(cell % columns), middle(Math.floor(cell / columns))];
  const pressed = clicks.map(clicked).flatMap((place) => [place, place]); // down and up
  return [...path, ...pressed].sort(([one], [other]) => one - other);
}

/** The path of the pointer, thinned out: milliseconds, and x and y in cells. @param {Place[]} seen @param {number} cellSize */
function pointerOf(seen, cellSize) {
  const every = Math.ceil(seen.length / LIMITS.POINTER_PLACES);
  const inCells = (/** @type {number} */ pixels) => Number((pixels / cellSize).toFixed(2));
  return seen.filter((_, i) => i % every === 0).map(([at, x, y]) => [at, inCells(x), inCells(y)]);
}
