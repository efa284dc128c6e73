/** Writes finished games as RawVF files: every click is a button that goes down and up again. */

const CELL_SIZE = 16; // pixels
const CLICKS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };
const MOVED = "mv";

/** The file of a game, as `recordingOf` gives it. A guess that lost it, and opened nothing, is the last place of the pointer. */
export function rawvf({ topology, mines, level, mined, rules, clicks, path, guess }) {
  const [rows, columns] = topology.shape;
  const name = level ?? "custom";
  const pressed = clicks.flatMap(({ at_ms, kind, cell }) => CLICKS[kind].map((event) => [at_ms, event, ...placeIn(cell, columns, CELL_SIZE / 2)]));
  const moved = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return [at, MOVED, row < rows && column < columns ? `${column + 1} ${row + 1} ` : "", x, y];
  });
  const events = [...moved, ...pressed].sort(([one], [other]) => one - other); // of equal times the pointer comes first
  if (guess !== null) events.push([guess.at_ms, MOVED, ...placeIn(guess.cell, columns, 0)]);
  const lines = [
    "RawVF_Version: Rev6",
    `Level: ${name[0].toUpperCase()}${name.slice(1)}`,
    `Width: ${columns}`,
    `Height: ${rows}`,
    `Mines: ${mines}`,
    ...(topology.name === "square" ? [] : [`Sapper_Topology: ${topology.name}`]),
    `Marks: ${rules.question_marks ? "On" : "Off"}`,
    ...(rules.win === "cleared" ? [] : [`Sapper_Win: ${rules.win}`]),
    ...(rules.on_mine === "stop" ? [] : [`Sapper_OnMine: ${rules.on_mine}`]),
    "Board:",
    ...Array.from({ length: rows }, (_, row) => rowText(mined.subarray(row * columns, (row + 1) * columns))),
    "Events:",
    ...events.map(([at, kind, cell, x, y]) => `${(at / 1000).toFixed(3)} ${kind} ${cell}(${x} ${y})`),
  ];
  return lines.join("\n");
}

/** The cell as a line names it, and its pixel: so far from its corner. */
function placeIn(cell, columns, inside) {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return [`${column + 1} ${row + 1} `, column * CELL_SIZE + inside, row * CELL_SIZE + inside];
}

function rowText(mined) {
  return Array.from(mined, (mine) => (mine ? "*" : "0")).join("");
}
