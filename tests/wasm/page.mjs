// The worker of the page, in Node.js: one message a line, as over the server's WebSocket. The first argument is the
// package; the worker's modules lie beside it. A blank line begins, and begins anew: with no games.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const at = (path) => new URL(path, pathToFileURL(process.argv[2]));
const { load } = await import(at("index.js"));
const { Connection } = await import(at("../worker/connection.js"));
const { Store } = await import(at("../worker/store.js"));

const sapper = await load();
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function begin() {
  const connection = new Connection(sapper.engine, sapper.version, await Store.open(), tell);
  await connection.greet();
  return connection;
}

let connection;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "") connection = await begin();
  else connection.hear(JSON.parse(line));
}
process.exit(0);
