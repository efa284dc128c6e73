// Answers requests, one JSON object a line, as `sapper engine` does. A blank line begins a new session. The first
// argument is the package.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(process.argv[2]));
const sapper = await load();
let session = sapper.session();
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "") session = sapper.session();
  else process.stdout.write(`${JSON.stringify(session.answer(JSON.parse(line)))}\n`);
}
