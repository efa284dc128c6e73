// A worker for tasks of the page's, as a thread of Node.js. It is told the limits of the test.
import { parentPort, workerData } from "node:worker_threads";

globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
const { LIMITS } = await import(`${workerData}limits.js`);
(await import(`${workerData}tasks.js`)).takeTasks();
parentPort.on("message", (data) => (data.limits ? Object.assign(LIMITS, data.limits) : self.onmessage({ data })));
