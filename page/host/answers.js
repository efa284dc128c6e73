/**
 * The answers to the requests of the page, by their types. `QUICK` are given in the order in which the requests come, all others
 * beside them.
 */

import { SapperError } from "../../js/errors.js";
import { cellOf, wrong } from "./boards.js";
import { dailyBoards, makeFair, startGame } from "./game_start.js";
import { LIMITS } from "./limits.js";
import { Cancel } from "./tasks.js";

/** @import { MoveMaker } from "./autoplay.js" */
/** @import { Host } from "./host.js" */
/** @import { Checked, CountedPosition, GameSlot, Tell } from "./types.js" */

/** @param {Host} host @param {Checked<"new">} request */
async function newGame(host, request) {
  return followGame(host, await startGame(host, request, cancelOf(host, request)));
}

/** @param {Host} host @param {Checked<"resume">} request */
async function resume(host, { game }) {
  return followGame(host, await host.games.slot(game));
}

/** @param {Host} host @param {GameSlot} slot */
async function followGame(host, slot) {
  await host.follow(slot);
  return host.games.state(slot);
}

/** @param {Host} host @param {Checked<"leave">} request */
async function leave(host, { game }) {
  await host.leave(game);
  return {};
}

/** @param {Host} host @param {Checked<"undo">} request */
async function undo({ games }, { game }) {
  return games.undo(await games.slot(game));
}

/** Opens, flags or chords a cell. The first click on a fair board makes the board. @param {Host} host @param {Checked<"act">} request */
async function act(host, request) {
  const { engine, games } = host;
  const slot = await games.slot(request.game);
  await host.follow(slot); // so the clock runs
  const { kind, cell, key, path } = request;
  if (kind === "open" && slot.hostGame.needsFairBoard) {
    cellOf(slot.hostGame.game.topology, cell);
    await makeFair(slot, cell, cancelOf(host, request), host.more(request));
  }
  const answer = await games.act(slot, [{ kind, cell, key, path: path ?? [] }], "player");
  engine.complete().catch(() => {}); // who plays soon asks for more
  return answer;
}

/** @param {Host} host @param {Checked<"stop">} request */
function stop({ cancels, paces }, { request }) {
  cancels.get(request)?.set();
  paces.get(request)?.wake();
  return {};
}

/** @param {Host} host @param {Checked<"watch">} request */
async function watch(host, { run }) {
  host.watch(run); // at once: the page may take it back while this waits
  try {
    return { run: await (await host.runs()).run(run) };
  } catch (error) {
    host.unwatch(run);
    throw error;
  }
}

/** @param {Host} host @param {Checked<"unwatch">} request */
function unwatch(host, { run }) {
  host.unwatch(run);
  return {};
}

/** @param {Host} host @param {Checked<"speed">} request */
function speed({ paces }, { request, delay_ms }) {
  const pace = paces.get(request);
  if (pace === undefined) {
    throw new SapperError("unknown", `request ${request} is not an autoplay in progress`);
  }
  pace.set(delay_ms);
  return {};
}

/** @param {Host} host @param {Checked<"assist">} request */
async function assist(host, request) {
  const assistant = await assistantFor(host, request, "assist", null);
  /** @type {Record<string, () => Promise<string>>} */
  const acts = {
    move: () => assistant.move(),
    step: () => assistant.step(request.hint),
    run: () => assistant.goOn(),
    guess: () => assistant.guess(),
  };
  return playUntilDone(host, request, assistant, async () => {
    const { slot } = assistant;
    if (slot.hostGame.needsFairBoard && !slot.hostGame.over) {
      const { firstCell } = await import("./autoplay.js");
      const cell = firstCell(slot.hostGame);
      await makeFair(slot, cell, assistant.cancel, host.more(request));
      const reason = await assistant.begin(cell);
      if (reason !== "done" || request.action !== "run") return reason;
    }
    return acts[request.action]();
  });
}

/** @param {Host} host @param {Checked<"autoplay">} request */
async function autoplay(host, request) {
  const strategy = host.remote.strategyNamed(host.engine, request.strategy);
  const assistant = await assistantFor(host, request, "autoplay", strategy);
  const questions = await host.questions();
  const show = async (/** @type {CountedPosition} */ position) => {
    assistant.say({ type: "structure", ...(await questions.structureOf(position, request.time_limit_ms, assistant.cancel)) });
  };
  return playUntilDone(host, request, assistant, () => assistant.autoplay(request.guesses, request.thinking ? show : null));
}

/**
 * @param {Host} host @param {Checked<"assist">|Checked<"autoplay">} request @param {"assist"|"autoplay"} by @param {string|null} strategy
 */
async function assistantFor(host, request, by, strategy) {
  const { MoveMaker, Pace } = await import("./autoplay.js");
  return new MoveMaker({
    games: host.games,
    remote: host.remote,
    slot: await host.games.slot(request.game),
    strategy,
    by,
    flags: request.flags,
    pace: new Pace(request.delay_ms),
    timeLimitMs: request.time_limit_ms,
    cancel: cancelOf(host, request),
    say: host.more(request),
  });
}

/** @param {Host} host @param {{id: number, game: string}} request @param {MoveMaker} assistant @param {() => Promise<string>} play */
async function playUntilDone({ paces }, request, assistant, play) {
  paces.set(request.id, assistant.pace);
  let reason;
  try {
    reason = await play();
  } catch (error) {
    if (error.type !== "cancelled") throw error;
    reason = "stopped";
  } finally {
    paces.delete(request.id);
  }
  return { game: request.game, reason, moves: assistant.moves, hint: assistant.hint };
}

/**
 * A method of a part of the host. What it needs of the request depends on it.
 * @typedef {(request: object, cancel: Cancel, tell: Tell) => Promise<object>} Method
 */

/** An answer that a method of a part of the host gives. @param {(host: Host) => Promise<object>} partOf loads the part when a request first needs it */
function methodOf(partOf) {
  return (/** @type {string} */ name) => async (/** @type {Host} */ host, /** @type {{id: number}} */ request) => {
    const its = /** @type {Record<string, Method>} */ (await partOf(host));
    return its[name](request, cancelOf(host, request), host.more(request));
  };
}

/**
 * What stops the work on a request. Quick requests, which nobody needs to stop, have nothing yet.
 * @param {Host} host @param {{id: number}} request
 */
function cancelOf({ cancels }, { id }) {
  return cancels.get(id) ?? new Cancel();
}

const question = methodOf((host) => host.questions());
const report = methodOf((host) => host.reports());
const run = methodOf((host) => host.runs());

/** The requests that take no time. */
export const QUICK = { new: newGame, resume, leave, undo, act, stop, speed, unwatch };

/** The requests that may take long. New games and actions are among them if a board that needs no guess has to be made first. */
export const TASKS = {
  new: newGame,
  act,
  add: report("add"),
  assist,
  autoplay,
  analyse: question("analyse"),
  beliefs: question("beliefs"),
  cell: question("cell"),
  chances: report("chances"),
  compare: report("compare"),
  evaluate: question("evaluate"),
  exercise: question("exercise"),
  explain: question("explain"),
  hint: question("hint"),
  puzzle: question("puzzle"),
  puzzles: report("puzzles"),
  rank: question("rank"),
  report: report("report"),
  review: report("review"),
  structure: question("structure"),
};

/** The requests for what is kept, and for files. */
export const RECORDS = {
  save_settings: saveSettings,
  statistics: report("statistics"),
  luck_free_statistics: report("luckFreeStatistics"),
  forget_statistics: report("forget"),
  games,
  game_file: file,
  splits: report("splits"),
  daily: (/** @type {Host} */ { engine, store }) => dailyBoards(engine, store),
  archive,
  add_archive: addArchive,
  formats: async (/** @type {Host} */ { engine }) => ({ formats: (await import("../../js/files.js")).formatsOf(engine) }),
  read,
  write: async (/** @type {Host} */ { engine }, /** @type {Checked<"write">} */ request) => ({ bytes: (await import("./file_contents.js")).fileOf(engine, request) }),
  runs: run("list"),
  start_run: run("start"),
  stop_run: run("stop"),
  resume_run: run("resume"),
  watch,
};

/** The types beside QUICK that begin with the engine that only plays. To `watch`, the runs load the rest. */
export const PLAIN = ["save_settings", "games", "watch"];

// The modules for files, archives and reviews are loaded when a request first needs them.

/** @param {Host} host @param {Checked<"read">} request */
async function read(host, request) {
  const { isPicture, readFile } = await import("./file_contents.js");
  if (isPicture(request)) return host.readers.answer(request, cancelOf(host, request));
  if (request.known.length > 0) throw wrong("`known` goes with a picture");
  return readFile(host.engine, request);
}

/** @param {Host} host */
async function archive(host) {
  const { exportGames } = await import("./game_archive.js");
  return { bytes: await exportGames(host) };
}

/** @param {Host} host @param {Checked<"add_archive">} request */
async function addArchive(host, request) {
  const { importGames } = await import("./game_archive.js");
  return importGames(host.engine, host.store, request.content, cancelOf(host, request), host.more(request));
}

/** @param {Host} host @param {Checked<"save_settings">} request */
async function saveSettings({ store }, { settings }) {
  if (JSON.stringify(settings).length > LIMITS.SETTINGS_BYTES) {
    throw new SapperError("too_large", `the settings have more than ${LIMITS.SETTINGS_BYTES} bytes`);
  }
  await store.putSettings(settings);
  return {};
}

/** @param {Host} host @param {Checked<"game_file">} request */
async function file({ store, games: all, version }, { game, format }) {
  const { gameFile } = await import("./file_contents.js");
  const { recordingOf } = await import("./reviews.js");
  const { hostGame } = await all.slot(game);
  return { bytes: gameFile(hostGame.game, recordingOf(hostGame, await store.movesOf(game)), format, version) };
}

/** @param {Host} host @param {Checked<"games">} request */
async function games(host, { status, limit }) {
  return { games: await host.games.summaries(status, limit) };
}
