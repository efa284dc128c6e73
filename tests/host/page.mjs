// The worker of the page, in Node.js: one message a line, as over the server's WebSocket. The first argument is the
// folder with the package and the page. The second is how many helpers play runs. The third is the address of a socket
// of `sapper serve`, if there is one. A blank line begins, and begins anew: with no games. The line `again` begins with the games that were saved.
// From the line `full` on, no game can be saved, until the line `room`.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const at = (path) => new URL(path, pathToFileURL(process.argv[2]));
const { load } = await import(at("js/index.js"));
const { Connection } = await import(at("page/host/connection.js"));
const { Remote } = await import(at("page/host/remote.js"));
const { Store } = await import(at("page/host/store.js"));

const sapper = await load();
// Bytes are written in base64: a body of bytes is the field `bytes`.
const tell = (message) => {
  const bytes = message.body instanceof Uint8Array ? { body: undefined, bytes: Buffer.from(message.body).toString("base64") } : {};
  process.stdout.write(`${JSON.stringify({ ...message, ...bytes })}\n`);
};
const heard = ({ bytes, ...message }) => (bytes === undefined ? message : { ...message, body: new Uint8Array(Buffer.from(bytes, "base64")) });

/** A thread that looks like the worker of a browser. */
class Helper {
  constructor() {
    this.thread = new Worker(new URL("helper.mjs", import.meta.url), { workerData: at("page/host/helper.js").href });
    this.thread.on("message", (data) => this.onmessage({ data }));
    this.thread.on("error", (error) => this.onerror(error));
    this.postMessage(sapper.module);
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
}

const crew = { size: Number(process.argv[3] ?? 2), begin: () => new Helper() };

/** A browser says whose page opens a socket. */
const FromPage = class extends WebSocket {
  constructor(address) {
    super(address, { headers: { Origin: new URL(address).origin.replace("ws", "http") } });
  }
};
globalThis.WebSocket = FromPage;
const remote = new Remote(process.argv[4] ?? "");

let store;

async function begin(opened) {
  store = opened;
  const connection = new Connection(sapper.engine, sapper.version, store, crew, tell, remote);
  await connection.greet();
  return connection;
}

let connection;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "") connection = await begin(await Store.open());
  else if (line === "again") connection = await begin(store);
  else if (line === "full") store.save = () => Promise.reject(new Error("the disk is full"));
  else if (line === "room") delete store.save;
  else connection.hear(heard(JSON.parse(line)));
}
process.exit(0);
