/**
 * The engine of the page in a module worker, whose name is the path of the page's folder. The first message says where the
 * socket of `sapper serve` is, and all others are requests. Its helpers are workers with the same file, so that nothing is
 * loaded twice.
 */

import { compiled } from "../../js/compiled.js";
import { Engine } from "../../js/engine.js";
import { VERSION } from "../../js/version.js";
import { Connection } from "./connection.js";
import { help } from "./helper.js";
import { Remote } from "./remote.js";
import { Store } from "./store.js";

const HELPER = "helper"; // the name of such a worker

if (self.name === HELPER) help();
else await serve();

async function serve() {
  /** Before the engine is there. @type {object[]} */
  const heard = [];
  const address = new Promise((resolve) => {
    self.onmessage = ({ data }) => (data.socket === undefined ? heard.push(data) : resolve(data.socket));
  });

  const wasm = new URL("../../js/sapper.wasm", import.meta.url);
  const [module, store] = await Promise.all([compiled(wasm), Store.open(self.name || new URL(".", self.location.href).pathname)]);
  const crew = {
    size: Math.max(1, (navigator.hardwareConcurrency || 2) - 1), // one is left for this worker
    begin() {
      const worker = new Worker(self.location.href, { type: "module", name: HELPER });
      worker.postMessage(module);
      return worker;
    },
  };
  const tell = (/** @type {object} */ message) => self.postMessage(message);
  const connection = new Connection(new Engine(module), VERSION, store, crew, tell, new Remote(await address));
  await connection.greet();
  self.onmessage = ({ data }) => connection.hear(data);
  heard.forEach((message) => connection.hear(message));
}
