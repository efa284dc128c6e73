// The worker of the page, in Node.js: one message a line. The first argument is the folder with the package and the
// page. The second is how many workers play runs. The third is the address of a socket of `sapper serve`, if there
// is one. A line with the field `test` is none of the page's: see TESTS.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const at = (path) => new URL(path, pathToFileURL(process.argv[2]));
const { load } = await import(at("js/index.js"));
const { Host } = await import(at("page/host/host.js"));
const { LIMITS } = await import(at("page/host/limits.js"));
const { Remote } = await import(at("page/host/remote.js"));
const { statisticsObject } = await import(at("page/host/player_reports.js"));
const { GameStore } = await import(at("page/host/storage.js"));

const sapper = await load();
// In a line, a typed array is an object with the field base64.
const tell = (message) => {
  const withText = (_, value) => (ArrayBuffer.isView(value) ? { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") } : value);
  process.stdout.write(`${JSON.stringify(message, withText)}\n`);
};
const withBytes = (name, value) => {
  if (typeof value?.base64 !== "string") return value;
  const bytes = new Uint8Array(Buffer.from(value.base64, "base64"));
  return name === "marks" ? new Int8Array(bytes.buffer) : bytes;
};

/** A thread that looks like the worker of a browser. A question that takes long goes there, and meets the same limits. */
class TaskWorker {
  static all = new Set();

  constructor() {
    TaskWorker.all.add(this);
    this.thread = new Worker(new URL("task_worker.mjs", import.meta.url), { workerData: at("page/host/").href });
    this.thread.on("message", (data) => this.onmessage({ data }));
    this.thread.on("error", (error) => this.onerror(error));
    this.postMessage({ limits: LIMITS });
    this.postMessage(sapper.module);
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    TaskWorker.all.delete(this);
    this.thread.terminate();
  }
}

const crew = { size: Number(process.argv[3] ?? 2), begin: () => new TaskWorker() };
const usual = { ...LIMITS };
const { toISOString } = Date.prototype;

/** A browser says whose page opens a socket. */
const FromPage = class extends WebSocket {
  constructor(address) {
    super(address, { headers: { Origin: new URL(address).origin.replace("ws", "http") } });
  }
};
globalThis.WebSocket = FromPage;
const remote = new Remote(process.argv[4] ?? "");

let store;
let host;

async function begin(newStore) {
  store = newStore;
  host = new Host(sapper.engine, sapper.version, store, crew, tell, remote);
  await host.greet();
}

const TESTS = {
  // With no games, and with the games that were saved.
  begin: async () => begin(await GameStore.open()),
  restart: () => begin(store),
  limits({ limits }) {
    Object.assign(LIMITS, usual, limits);
    for (const worker of TaskWorker.all) worker.postMessage({ limits: LIMITS });
  },
  // All dates are of this day; null ends that.
  day: ({ day }) => void (Date.prototype.toISOString = day === null ? toISOString : () => `${day}T12:00:00Z`),
  // The minefield of a game, a byte for each cell.
  minefield: async ({ game }) => tell({ mined: [...(await host.games.slot(game)).hostGame.game.minefield] }),
  statistics: ({ results }) => tell(statisticsObject(sapper.engine, results)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line, withBytes);
  if (message.test === undefined) host.hear(message);
  else await TESTS[message.test](message);
}
process.exit(0);
