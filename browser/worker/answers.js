/** Answers the requests of the page. */

import { SapperError } from "../package/errors.js";

async function newGame(connection, asked) {
  return followed(connection, await connection.service.newGame(asked));
}

async function resume(connection, { game }) {
  return followed(connection, await connection.service.desk.table(game));
}

async function followed(connection, table) {
  await connection.follow(table);
  return connection.service.desk.state(table);
}

async function leave(connection, { game }) {
  await connection.leave(game);
  return { type: "left", game };
}

async function undo({ service: { desk } }, { game }) {
  return desk.undo(await desk.table(game));
}

async function act(connection, asked) {
  const { service, cancels } = connection;
  const table = await service.desk.table(asked.game);
  await connection.follow(table); // so the clock runs
  const { kind, cell, key, path } = asked;
  return service.act(table, { kind, cell, key, path: path ?? [] }, cancels.get(asked.id), connection.more(asked));
}

function stop({ cancels, paces }, { request }) {
  cancels.get(request)?.set();
  paces.get(request)?.wake();
  return { type: "stopped", request };
}

function speed({ paces }, { request, delay_ms }) {
  const pace = paces.get(request);
  if (pace === undefined) {
    throw new SapperError("unknown", `request ${request} is not an autoplay in progress`);
  }
  pace.set(delay_ms);
  return { type: "speed", request, delay_ms };
}

/** The requests that are answered in the order in which they come. */
export const QUICK = { new: newGame, resume, leave, undo, act, ping: () => ({ type: "pong" }), stop, speed };

/** The requests that may take long. Actions are among them if a fair board has to be made first. */
export const THOUGHTS = { act };
