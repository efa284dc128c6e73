/** Answers the requests of the page. */

import { SapperError } from "../../js/errors.js";
import { Assistant, Pace, firstCell } from "./assistant.js";
import { strategyNamed } from "./questions.js";
import { Cancel } from "./thoughts.js";

/** @typedef {import("./connection.js").Connection} Connection */

/**
 * @template {keyof import("../messages.js").Requests} Type
 * @typedef {import("./shapes.js").Checked<Type>} Checked
 */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Table} Table */
/** @typedef {import("./shapes.js").Tell} Tell */

/** @param {Connection} connection @param {Checked<"new">} asked */
async function newGame(connection, asked) {
  return followed(connection, await connection.service.newGame(asked));
}

/** @param {Connection} connection @param {Checked<"resume">} asked */
async function resume(connection, { game }) {
  return followed(connection, await connection.service.desk.table(game));
}

/** @param {Connection} connection @param {Table} table */
async function followed(connection, table) {
  await connection.follow(table);
  return connection.service.desk.state(table);
}

/** @param {Connection} connection @param {Checked<"leave">} asked */
async function leave(connection, { game }) {
  await connection.leave(game);
  return { type: "left", game };
}

/** @param {Connection} connection @param {Checked<"undo">} asked */
async function undo({ service: { desk } }, { game }) {
  return desk.undo(await desk.table(game));
}

/** @param {Connection} connection @param {Checked<"act">} asked */
async function act(connection, asked) {
  const { service } = connection;
  const table = await service.desk.table(asked.game);
  await connection.follow(table); // so the clock runs
  const { kind, cell, key, path } = asked;
  return service.act(table, { kind, cell, key, path: path ?? [] }, cancelOf(connection, asked), connection.more(asked));
}

/** @param {Connection} connection @param {Checked<"stop">} asked */
function stop({ cancels, paces }, { request }) {
  cancels.get(request)?.set();
  paces.get(request)?.wake();
  return { type: "stopped", request };
}

/** @param {Connection} connection @param {Checked<"watch">} asked */
async function watch(connection, { run }) {
  const now = await connection.service.runs.run(run);
  connection.watch(run);
  return { type: "run", run: now };
}

/** @param {Connection} connection @param {Checked<"unwatch">} asked */
function unwatch(connection, { run }) {
  connection.unwatch(run);
  return { type: "unwatched", run };
}

/** @param {Connection} connection @param {Checked<"speed">} asked */
function speed({ paces }, { request, delay_ms }) {
  const pace = paces.get(request);
  if (pace === undefined) {
    throw new SapperError("unknown", `request ${request} is not an autoplay in progress`);
  }
  pace.set(delay_ms);
  return { type: "speed", request, delay_ms };
}

/** @param {Connection} connection @param {Checked<"assist">} asked */
async function assist(connection, asked) {
  const assistant = await assistantFor(connection, asked, "assist", null);
  /** @type {Record<string, () => Promise<string>>} */
  const acts = {
    move: () => assistant.move(),
    step: () => assistant.step(asked.hint),
    run: () => assistant.goOn(),
    guess: () => assistant.guess(),
  };
  return played(connection, asked, assistant, async () => {
    const { table } = assistant;
    if (table.hosted.needsFairBoard && !table.hosted.over) {
      const cell = firstCell(table.hosted);
      await connection.service.makeFair(table, cell, assistant.cancel, connection.more(asked));
      const reason = await assistant.begin(cell);
      if (reason !== "done" || asked.action !== "run") return reason;
    }
    return acts[asked.action]();
  });
}

/** @param {Connection} connection @param {Checked<"autoplay">} asked */
async function autoplay(connection, asked) {
  const strategy = strategyNamed(connection.service, asked.strategy);
  const assistant = await assistantFor(connection, asked, "autoplay", strategy);
  const { questions } = connection.service;
  const show = async (/** @type {Counted} */ position) => {
    assistant.say(await questions.structureOf(position, asked.time_limit_ms, assistant.cancel));
  };
  return played(connection, asked, assistant, () => assistant.autoplay(asked.guesses, asked.thinking ? show : null));
}

/**
 * @param {Connection} connection @param {Checked<"assist">|Checked<"autoplay">} asked @param {"assist"|"autoplay"} by @param {string|null} strategy
 */
async function assistantFor(connection, asked, by, strategy) {
  return new Assistant({
    desk: connection.service.desk,
    remote: connection.service.remote,
    table: await connection.service.desk.table(asked.game),
    strategy,
    by,
    flags: asked.flags,
    pace: new Pace(asked.delay_ms),
    timeLimitMs: asked.time_limit_ms,
    cancel: cancelOf(connection, asked),
    say: connection.more(asked),
  });
}

/** @param {Connection} connection @param {{id: number, game: string}} asked @param {Assistant} assistant @param {() => Promise<string>} play */
async function played({ paces }, asked, assistant, play) {
  paces.set(asked.id, assistant.pace);
  let reason;
  try {
    reason = await play();
  } catch (error) {
    if (error.type !== "cancelled") throw error;
    reason = "stopped";
  } finally {
    paces.delete(asked.id);
  }
  return { type: "done", game: asked.game, reason, moves: assistant.moves, hint: assistant.told };
}

/**
 * A method of a part of the service. What is asked depends on it.
 * @typedef {(asked: object, cancel: Cancel, tell: Tell) => Promise<object>} Method
 */

/** An answer that a method of a part of the service gives. @param {"questions"|"reports"} part */
function of(part) {
  return (/** @type {string} */ name) => (/** @type {Connection} */ connection, /** @type {{id: number}} */ asked) => {
    const its = /** @type {Record<string, Method>} */ (/** @type {unknown} */ (connection.service[part]));
    return its[name](asked, cancelOf(connection, asked), connection.more(asked));
  };
}

/**
 * What stops the work on a request. Quick requests, which nobody needs to stop, have nothing yet.
 * @param {Connection} connection @param {{id: number}} asked
 */
function cancelOf({ cancels }, { id }) {
  return cancels.get(id) ?? new Cancel();
}

const question = of("questions");
const report = of("reports");

/** The requests that are answered in the order in which they come. */
export const QUICK = { new: newGame, resume, leave, undo, act, ping: () => ({ type: "pong" }), stop, speed, watch, unwatch };

/** The requests that may take long. Actions are among them if a fair board has to be made first. */
export const THOUGHTS = {
  act,
  add: report("add"),
  assist,
  autoplay,
  analyse: question("analyse"),
  beliefs: question("beliefs"),
  cell: question("cell"),
  chances: question("chances"),
  evaluate: question("evaluate"),
  explain: question("explain"),
  hint: question("hint"),
  puzzles: report("puzzles"),
  report: report("report"),
  review: question("review"),
  structure: question("structure"),
};
