/** Answers what the page asks for by method and path, as over HTTP. */

import { SapperError } from "../../js/errors.js";
import { formatsOf } from "../../js/files.js";
import { exported, imported } from "./archive.js";
import { fileOf, gameFile, readFile } from "./files.js";
import { isPicture, readPicture } from "./pictures.js";
import { LIMITS } from "./protocol.js";
import { checkedBody } from "./requests.js";
import { recordingOf } from "./recordings.js";

/** @typedef {import("./service.js").Service} Service */
/** What the address says. @typedef {Record<string, string>} Asked */
/**
 * Answers a request. What the page sent with it is not checked yet.
 * @typedef {(service: Service, content: unknown, asked: Asked, cancel: Cancel, tell: Tell) => unknown} Route
 */

/** @typedef {import("./shapes.js").Cancel} Cancel */
/** @typedef {import("./shapes.js").Tell} Tell */

const STATUSES = ["playing", "over", "unfinished"];
const MOST_LISTED = 500;
const USUALLY_LISTED = 50;

/** The requests that are answered: method and path. What stands in braces is given to the answer. @type {Record<string, Route>} */
export const ROUTES = {
  "GET /api/about": (service) => service.about(),
  "GET /api/settings": ({ store }) => store.settings(),
  "PUT /api/settings": putSettings,
  "GET /api/statistics": (service) => service.statistics(),
  "DELETE /api/statistics": forget,
  "GET /api/games": games,
  "GET /api/games/{game}/file": file,
  "GET /api/formats": ({ engine }) => ({ formats: formatsOf(engine) }),
  "POST /api/read": read,
  "POST /api/write": ({ engine }, asked) => fileOf(engine, checkedBody("FileRequest", asked)),
  "GET /api/archive": (service) => exported(service),
  "POST /api/archive": ({ engine, store }, content, _, cancel, tell) => imported(engine, store, checkedBytes(content), cancel, tell),
  "GET /api/daily": (service) => service.daily(),
  "GET /api/runs": async ({ runs }) => ({ runs: await runs.listed() }),
  "POST /api/runs": ({ runs }, asked) => runs.start(asked),
  "GET /api/runs/{run}": ({ runs }, _, { run }) => runs.run(run),
  "POST /api/runs/{run}/stop": ({ runs }, _, { run }) => runs.stop(run),
  "POST /api/runs/{run}/resume": ({ runs }, _, { run }) => runs.resume(run),
};

/** @type {[RegExp, Route][]} */
const PATTERNS = Object.entries(ROUTES).map(([route, answer]) => [
  new RegExp(`^${route.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  answer,
]);

/**
 * The answer to a message `http`. `cancel` stops it, and `tell` tells of its progress.
 * @param {Service} service @param {{method?: unknown, path?: unknown, body?: unknown}} message @param {Cancel} cancel @param {Tell} tell
 */
export async function httpAnswer(service, { method, path, body }, cancel, tell) {
  const { pathname, searchParams } = new URL(String(path), "http://page");
  for (const [pattern, answer] of PATTERNS) {
    const found = pattern.exec(`${method} ${pathname}`);
    if (found === null) continue;
    const asked = { ...Object.fromEntries(searchParams), ...found.groups };
    return { type: "http", body: await answer(service, body, asked, cancel, tell) };
  }
  throw new SapperError("unknown", `${method} ${pathname}: there is no such request`);
}

/** @param {Service} service @param {unknown} sent @param {Asked} asked */
function read({ engine, remote }, sent, asked) {
  const content = checkedBytes(sent);
  if (isPicture(content, asked)) return readPicture(remote, content, asked);
  if (asked.known !== undefined) throw new SapperError("request", "'known' goes with a picture");
  return readFile(engine, content, asked);
}

/** The bytes of a file that the page sent. @param {unknown} content */
function checkedBytes(content) {
  if (content instanceof Uint8Array) return content;
  throw new SapperError("request", "the content must be the bytes of a file");
}

/** @param {Service} service @param {unknown} settings */
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

/** @param {Service} service */
async function forget(service) {
  await service.store.forget();
  return service.statistics();
}

/** @param {Service} service @param {unknown} _ @param {Asked} asked */
async function file({ store, desk, version }, _, { game, format = "rawvf" }) {
  const { hosted } = await desk.table(game);
  return gameFile(hosted.game, recordingOf(hosted, await store.movesOf(game)), format, version);
}

/** @param {Service} service @param {unknown} _ @param {Asked} asked */
async function games(service, _, asked) {
  const { status = null } = asked;
  const limit = Number(asked.limit ?? USUALLY_LISTED);
  if (status !== null && !STATUSES.includes(status)) {
    throw new SapperError("request", `'status' should be ${STATUSES.map((each) => `'${each}'`).join(" or ")}`);
  }
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST_LISTED)) {
    throw new SapperError("request", `'limit' should be from 1 to ${MOST_LISTED}`);
  }
  return { games: await service.games(status, limit) };
}
