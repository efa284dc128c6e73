/**
 * The engine of the page in a module worker, whose name is the path of the page's folder. The first message says where the
 * socket of `sapper serve` is, and all others are requests. The workers for its tasks have the same file, so that nothing is
 * loaded twice. The one that reads pictures has a file of its own, which few need.
 */

import { compile } from "../../js/compile.js";
import { Engine } from "../../js/engine.js";
import { VERSION } from "../../js/version.js";
import { Host } from "./host.js";
import { Remote } from "./remote.js";
import { GameStore } from "./storage.js";
import { loadError, takeTasks } from "./tasks.js";

const FOR_TASKS = "tasks"; // the name of a worker for tasks

if (self.name === FOR_TASKS) takeTasks();
else await serve();

async function serve() {
  /** The messages before the engine is there. @type {object[]} */
  const early = [];
  const address = new Promise((resolve) => {
    self.onmessage = ({ data }) => (data.socket === undefined ? early.push(data) : resolve(data.socket));
  });

  const first = compile(new URL("../../js/play_only.wasm", import.meta.url));
  const [module, store] = await Promise.all([first, GameStore.open(self.name || new URL(".", self.location.href).pathname)]);
  const engine = new Engine(module, () => compile(new URL("../../js/sapper.wasm", import.meta.url)).catch(() => Promise.reject(loadError())));
  const crew = {
    size: Math.max(1, (navigator.hardwareConcurrency || 2) - 1), // one is left for this worker
    begin() {
      const worker = new Worker(self.location.href, { type: "module", name: FOR_TASKS });
      worker.postMessage(engine.module);
      return worker;
    },
    beginReader: () => new Worker(new URL("./picture_worker.js", import.meta.url), { type: "module" }),
  };
  const tell = (/** @type {object} */ message) => self.postMessage(message);
  const host = new Host(engine, VERSION, store, crew, tell, new Remote(await address));
  await host.greet();
  self.onmessage = ({ data }) => host.hear(data);
  early.forEach((message) => host.hear(message));
}
