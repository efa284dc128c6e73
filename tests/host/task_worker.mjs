// A worker for tasks of the page's, as a thread of Node.js.
import { parentPort, workerData } from "node:worker_threads";

globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
(await import(workerData)).takeTasks();
parentPort.on("message", (data) => self.onmessage({ data }));
