/** The answers to the requests of the page, by their types, and over `http` by method and path. */

import { SapperError } from "../../js/errors.js";
import { cellOf } from "./boards.js";
import { dailyBoards, makeFair, startGame } from "./game_start.js";
import { LIMITS } from "./limits.js";
import { check, FILE } from "./requests.js";
import { Cancel } from "./tasks.js";

/** @import { Assistant } from "./autoplay.js" */
/** @import { Host } from "./host.js" */
/** @import { Checked, CountedPosition, GameSlot, Tell } from "./types.js" */

const STATUSES = ["playing", "over", "unfinished"];
const MOST_LISTED = 500;
const USUALLY_LISTED = 50;

/** @param {Host} host @param {Checked<"new">} request */
async function newGame(host, request) {
  return followGame(host, await startGame(host, request));
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
  return { type: "left", game };
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
  return { type: "stopped", request };
}

/** @param {Host} host @param {Checked<"watch">} request */
async function watch(host, { run }) {
  const now = await (await host.runs()).run(run);
  host.watch(run);
  return { type: "run", run: now };
}

/** @param {Host} host @param {Checked<"unwatch">} request */
function unwatch(host, { run }) {
  host.unwatch(run);
  return { type: "unwatched", run };
}

/** @param {Host} host @param {Checked<"speed">} request */
function speed({ paces }, { request, delay_ms }) {
  const pace = paces.get(request);
  if (pace === undefined) {
    throw new SapperError("unknown", `request ${request} is not an autoplay in progress`);
  }
  pace.set(delay_ms);
  return { type: "speed", request, delay_ms };
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
  const { strategyNamed } = await import("./questions.js");
  const strategy = strategyNamed(host, request.strategy);
  const assistant = await assistantFor(host, request, "autoplay", strategy);
  const questions = await host.questions();
  const show = async (/** @type {CountedPosition} */ position) => {
    assistant.say(await questions.structureOf(position, request.time_limit_ms, assistant.cancel));
  };
  return playUntilDone(host, request, assistant, () => assistant.autoplay(request.guesses, request.thinking ? show : null));
}

/**
 * @param {Host} host @param {Checked<"assist">|Checked<"autoplay">} request @param {"assist"|"autoplay"} by @param {string|null} strategy
 */
async function assistantFor(host, request, by, strategy) {
  const { Assistant, Pace } = await import("./autoplay.js");
  return new Assistant({
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

/** @param {Host} host @param {{id: number, game: string}} request @param {Assistant} assistant @param {() => Promise<string>} play */
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
  return { type: "done", game: request.game, reason, moves: assistant.moves, hint: assistant.hint };
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

/** The requests that are answered in the order in which they come. */
export const QUICK = { new: newGame, resume, leave, undo, act, stop, speed, watch, unwatch };

/** The requests that may take long. Actions are among them if a fair board has to be made first. */
export const TASKS = {
  act,
  add: report("add"),
  assist,
  autoplay,
  analyse: question("analyse"),
  beliefs: question("beliefs"),
  cell: question("cell"),
  chances: question("chances"),
  compare: question("compare"),
  evaluate: question("evaluate"),
  exercise: question("exercise"),
  explain: question("explain"),
  hint: question("hint"),
  puzzle: question("puzzle"),
  puzzles: report("puzzles"),
  rank: question("rank"),
  report: report("report"),
  review: question("review"),
  structure: question("structure"),
};

/** What the address says. @typedef {Record<string, string>} Query */
/**
 * Answers a request. What the page sent with it is not checked yet.
 * @typedef {(host: Host, content: unknown, query: Query, cancel: Cancel, tell: Tell) => unknown} Route
 */

/** The requests that have an answer: method and path. The answer gets the parts in braces. @type {Record<string, Route>} */
const ROUTES = {
  "GET /api/about": (host) => host.about(),
  "GET /api/settings": ({ store }) => store.settings(),
  "PUT /api/settings": putSettings,
  "GET /api/statistics": async (host) => (await host.reports()).statistics(),
  "GET /api/statistics/without-luck": async (host, _, __, cancel, tell) => (await host.reports()).luckFreeStatistics(cancel, tell),
  "DELETE /api/statistics": forget,
  "GET /api/games": games,
  "GET /api/games/{game}/file": file,
  "GET /api/games/{game}/splits": async ({ games }, _, { game }) => (await import("./reviews.js")).splits(games, game),
  "GET /api/formats": async ({ engine }) => ({ formats: (await import("../../js/files.js")).formatsOf(engine) }),
  "POST /api/read": read,
  "POST /api/write": async ({ engine }, body) => (await import("./files.js")).fileOf(engine, check(FILE, body)),
  "GET /api/archive": exportArchive,
  "POST /api/archive": importArchive,
  "GET /api/daily": ({ engine, store }) => dailyBoards(engine, store),
  "GET /api/runs": async (host) => ({ runs: await (await host.runs()).list() }),
  "POST /api/runs": async (host, body) => (await host.runs()).start(body),
  "GET /api/runs/{run}": async (host, _, { run }) => (await host.runs()).run(run),
  "POST /api/runs/{run}/stop": async (host, _, { run }) => (await host.runs()).stop(run),
  "POST /api/runs/{run}/resume": async (host, _, { run }) => (await host.runs()).resume(run),
};

/** Those for which an engine is enough that only plays. */
const PLAIN = ["GET /api/about", "GET /api/settings", "PUT /api/settings", "GET /api/games"];

/** @type {[RegExp, Route][]} */
const PATTERNS = Object.entries(ROUTES).map(([route, answer]) => [
  new RegExp(`^${route.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  PLAIN.includes(route) ? answer : (host, ...rest) => host.engine.complete().then(() => answer(host, ...rest)),
]);

/**
 * The answer to a message `http`. `cancel` stops it.
 * @param {Host} host @param {Checked<"http">} request @param {Cancel} cancel
 */
export async function httpAnswer(host, request, cancel) {
  const { method, path, body } = request;
  const { pathname, searchParams } = new URL(path, "http://page");
  for (const [pattern, answer] of PATTERNS) {
    const match = pattern.exec(`${method} ${pathname}`);
    if (match === null) continue;
    const query = { ...Object.fromEntries(searchParams), ...match.groups };
    return { type: "http", body: await answer(host, body, query, cancel, host.more(request)) };
  }
  throw new SapperError("unknown", `${method} ${pathname}: there is no such request`);
}

/** @type {Route} */
async function read({ engine, readers }, body, query, cancel) {
  const content = checkedBytes(body);
  const { isPicture, readFile } = await import("./files.js");
  if (isPicture(content, query)) return readers.answer({ content, query }, cancel);
  if (query.known !== undefined) throw new SapperError("request", "'known' goes with a picture");
  return readFile(engine, content, query);
}

/** The bytes of a file that the page sent. @param {unknown} content */
function checkedBytes(content) {
  if (content instanceof Uint8Array) return content;
  throw new SapperError("request", "the content must be the bytes of a file");
}

// The modules for files, archives and reviews are loaded when a request first needs them.

/** @param {Host} host */
async function exportArchive(host) {
  const { exportGames } = await import("./game_archive.js");
  return exportGames(host);
}

/** @type {Route} */
async function importArchive({ engine, store }, content, _, cancel, tell) {
  const { importGames } = await import("./game_archive.js");
  return importGames(engine, store, checkedBytes(content), cancel, tell);
}

/** @param {Host} host @param {unknown} settings */
async function putSettings({ store }, settings) {
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) {
    throw new SapperError("request", "the settings must be an object");
  }
  if (JSON.stringify(settings).length > LIMITS.SETTINGS_BYTES) {
    throw new SapperError("too_large", `the settings have more than ${LIMITS.SETTINGS_BYTES} bytes`);
  }
  await store.putSettings(settings);
  return settings;
}

/** @param {Host} host */
async function forget(host) {
  await host.store.forget();
  return (await host.reports()).statistics();
}

/** @param {Host} host @param {unknown} _ @param {Query} query */
async function file({ store, games, version }, _, { game, format = "rawvf" }) {
  const { gameFile, recordingOf } = await import("./files.js");
  const { hostGame } = await games.slot(game);
  return gameFile(hostGame.game, recordingOf(hostGame, await store.movesOf(game)), format, version);
}

/** @param {Host} host @param {unknown} _ @param {Query} query */
async function games(host, _, query) {
  const { status = null } = query;
  const limit = Number(query.limit ?? USUALLY_LISTED);
  if (status !== null && !STATUSES.includes(status)) {
    throw new SapperError("request", `'status' should be ${STATUSES.map((each) => `'${each}'`).join(" or ")}`);
  }
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST_LISTED)) {
    throw new SapperError("request", `'limit' should be from 1 to ${MOST_LISTED}`);
  }
  return { games: await host.games.summaries(status, limit) };
}
