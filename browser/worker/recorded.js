/** Writes finished games as files of replays: every click is a button that goes down and up again. */

import { SapperError } from "../package/errors.js";
import { replayFile } from "../package/files.js";
import { quoted } from "../package/words.js";
import { REPLAY_FORMATS } from "./protocol.js";

const WRITTEN = REPLAY_FORMATS.filter(({ write }) => write).map(({ name }) => name);
const CELL_SIZE = 16; // pixels
const CLICKS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };

/** The file of a game, as `recordingOf` gives it. A guess that lost it, and opened nothing, is the last place of the pointer. */
export function gameFile(recording, format, version) {
  if (!WRITTEN.includes(format)) throw new SapperError("unknown", `files of the format ${quoted(format)}: this needs a server`);
  const { topology, mined, rules, clicks, path, guess } = recording;
  const [rows, columns] = topology.shape;
  const pressed = clicks.flatMap(({ at_ms, kind, cell }) =>
    CLICKS[kind].map((event) => ({ time: at_ms / 1000, kind: event, ...placeIn(cell, columns) })),
  );
  const moved = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return { time: at / 1000, kind: "mv", cell: row < rows && column < columns ? row * columns + column : null, x, y };
  });
  const events = [...moved, ...pressed].sort((one, other) => one.time - other.time); // of equal times the pointer comes first
  if (guess !== null) events.push({ time: guess.at_ms / 1000, kind: "mv", ...placeIn(guess.cell, columns, 0) });
  return replayFile({ topology, mined, rules, events }, format, `Sapper ${version}`);
}

/** The cell, and its pixel: so far from its corner. */
function placeIn(cell, columns, inside = CELL_SIZE / 2) {
  return { cell, x: (cell % columns) * CELL_SIZE + inside, y: Math.floor(cell / columns) * CELL_SIZE + inside };
}
