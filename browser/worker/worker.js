/** The engine of the page in a module worker: it takes the messages that the server takes, and answers the same. */

import { load } from "../package/index.js";
import { Connection } from "./connection.js";
import { Store } from "./store.js";

const heard = []; // before the engine is there
self.onmessage = ({ data }) => heard.push(data);

const [sapper, store] = await Promise.all([load(), Store.open()]);
const crew = {
  size: Math.max(1, (navigator.hardwareConcurrency || 2) - 1), // one is left for this worker
  begin() {
    const worker = new Worker(new URL("./helper.js", import.meta.url), { type: "module" });
    worker.postMessage(sapper.module);
    return worker;
  },
};
const tell = (message) => self.postMessage(message);
const connection = new Connection(sapper.engine, sapper.version, store, crew, tell);
await connection.greet();
self.onmessage = ({ data }) => connection.hear(data);
heard.forEach((message) => connection.hear(message));
