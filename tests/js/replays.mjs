// Reads replays with the package: a file in base64 on each line of the input, a replay in JSON on each of the output.
import { createInterface } from "node:readline";

const [folder] = process.argv.slice(2);
const { load } = await import(`${folder}/index.js`);
const { replayIn } = await import(`${folder}/files.js`);
const { engine } = await load();

for await (const line of createInterface({ input: process.stdin })) {
  const [file, replay] = JSON.parse(line);
  let answer;
  try {
    const content = replayIn(engine, new Uint8Array(Buffer.from(file, "base64")), { replay });
    const { topology, mined, holds: _, ...others } = content ?? {};
    if (content === null) answer = null;
    else answer = { ...others, topology: topology.name, shape: topology.shape, mined: Array.from(mined) };
  } catch (error) {
    answer = { error: error.type, message: error.message };
  }
  console.log(JSON.stringify(answer));
}
