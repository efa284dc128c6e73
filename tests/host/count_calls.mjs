// Counts the calls of the engine in one run of the assistant, by their names, and prints them. The argument is the folder
// with the package and the page.
import { pathToFileURL } from "node:url";

const at = (path) => new URL(path, pathToFileURL(process.argv[2]));
const { load } = await import(at("js/index.js"));
const { Host } = await import(at("page/host/host.js"));
const { Store } = await import(at("page/host/storage.js"));

const { engine, version } = await load();
const calls = {};
const call = engine.call.bind(engine);
engine.call = (name, ...rest) => {
  calls[name] = (calls[name] ?? 0) + 1;
  return call(name, ...rest);
};

const waiting = new Map();
const tell = (message) => message.more || waiting.get(message.id)?.(message);
const host = new Host(engine, version, await Store.open(), { size: 1, begin: () => {} }, tell);
let id = 0;
const ask = (type, fields) =>
  new Promise((answered) => {
    waiting.set(++id, answered);
    host.hear({ type, id, ...fields });
  });

const { game } = await ask("new", { board: { level: "expert" }, first_click: "fair", seed: "1" });
await ask("act", { game, kind: "open", cell: 200, key: "first" });
Object.keys(calls).forEach((name) => delete calls[name]);
const { moves } = await ask("assist", { game, action: "run", flags: true });
console.log(JSON.stringify({ moves, calls }));
process.exit(0);
