/**
 * Finished games as RawVF files, which the Python package describes and reads. Those that it writes of finished games are
 * read here, too: every click is a button that goes down and up again.
 */

import { Topology } from "../package/board.js";
import { SapperError } from "../package/errors.js";
import { ON_MINES, WINS } from "../package/games.js";
import { quoted } from "../package/words.js";
import { levelOf } from "./boards.js";
import { LIMITS } from "./protocol.js";

const CELL_SIZE = 16; // pixels
const CLICKS = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["mc", "mr"] };
const DOWN = Object.fromEntries(Object.entries(CLICKS).map(([kind, [down]]) => [down, kind]));
const TOPOLOGIES = ["square", "torus", "hexagons", "octagons"];
const MOVED = "mv";
const OPTION = /^([^\s:][^:]*):(.*)$/;
const EVENT = /^(\d{1,9}(?:\.\d{1,9})?) +([a-z]{2}) +(?:(-?\d{1,9}) +(-?\d{1,9}) *)?\( *(-?\d{1,9}) +(-?\d{1,9}) *\)$/;

/** An action: milliseconds, kind and cell. A place of the pointer: milliseconds, x and y. The last is where the game ended. */
export function rawvf({ board, mined, rules, actions, path, end }) {
  const { topology, mines } = board;
  const [rows, columns] = topology.shape;
  const level = levelOf(board) ?? "custom";
  const clicks = actions.flatMap(([at, kind, cell]) => CLICKS[kind].map((event) => [at, event, ...placeIn(cell, columns, CELL_SIZE / 2)]));
  const moved = path.map(([at, x, y]) => {
    const [row, column] = [Math.floor(y / CELL_SIZE), Math.floor(x / CELL_SIZE)];
    return [at, MOVED, row < rows && column < columns ? `${column + 1} ${row + 1} ` : "", x, y];
  });
  const events = [...moved, ...clicks].sort(([one], [other]) => one - other); // of equal times the pointer comes first
  if (end !== null) events.push([end[0], MOVED, ...placeIn(end[1], columns, 0)]);
  const lines = [
    "RawVF_Version: Rev6",
    `Level: ${level[0].toUpperCase()}${level.slice(1)}`,
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

/** The game in a file, as `rawvf` takes it, but with the place where it ended in the path. @throws {SapperError} */
export function gameIn(engine, text) {
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((line) => line.trim() === "Board:");
  const to = lines.findIndex((line) => line.trim() === "Events:");
  if (from < 0 || to < from) throw wrong(lines.length, `expected '${from < 0 ? "Board:" : "Events:"}', but the text ends`);
  const options = optionsIn(lines.slice(0, from));
  const rules = rulesIn(options);
  const rows = lines.slice(from + 1, to).map((line) => line.trim());
  const mined = minedIn(rows, from + 2);
  const topology = topologyIn(engine, options, [rows.length, rows[0].length]);
  return { board: { topology, mines: mined.filter((mine) => mine === 1).length }, mined, rules, ...eventsIn(lines, to + 1, topology.shape) };
}

function optionsIn(lines) {
  const options = {};
  lines.forEach((line, i) => {
    const found = OPTION.exec(line.trim());
    if (found !== null) options[found[1].trim()] = found[2].trim();
    else if (line.trim() !== "") throw wrong(i + 1, "expected 'Key: value' or 'Board:'");
  });
  return options;
}

function rulesIn({ Marks = "Off", Sapper_Win = "cleared", Sapper_OnMine = "stop" }) {
  const [win, on_mine] = [Sapper_Win.toLowerCase(), Sapper_OnMine.toLowerCase()];
  if (!WINS.includes(win)) throw new SapperError("format", `rawvf: there is no win ${quoted(win)}`);
  if (!ON_MINES.includes(on_mine)) throw new SapperError("format", `rawvf: there is no on_mine ${quoted(on_mine)}`);
  return { win, on_mine, question_marks: Marks.toLowerCase() === "on" };
}

function minedIn(rows, line) {
  if (rows.length === 0) throw wrong(line, "expected the rows of the board before 'Events:'");
  rows.forEach((row, i) => {
    if (!/^[*0]+$/.test(row)) throw wrong(line + i, "expected a row of '*' mine and '0' none");
    if (row.length !== rows[0].length) throw wrong(line + i, "expected a row as long as the first one");
  });
  return Uint8Array.from([...rows.join("")], (sign) => (sign === "*" ? 1 : 0));
}

function topologyIn(engine, { Sapper_Topology = "square" }, shape) {
  const name = Sapper_Topology.toLowerCase();
  if (!TOPOLOGIES.includes(name)) throw new SapperError("format", `rawvf: there is no topology ${quoted(name)}`);
  if (Math.max(...shape) > LIMITS.MOST_SIDE || shape[0] * shape[1] > LIMITS.MOST_CELLS) {
    throw new SapperError("format", "its board is too large");
  }
  return Topology.named(engine, name, shape);
}

function eventsIn(lines, start, [rows, columns]) {
  const [actions, path] = [[], []];
  let held = null; // the event that lets the button go
  lines.slice(start).forEach((line, i) => {
    if (line.trim() === "") return;
    const refuse = (text) => {
      throw wrong(start + i + 1, text);
    };
    const [, seconds, kind, ...place] = EVENT.exec(line.trim()) ?? refuse("expected an event such as '1.230 lc 4 7 (56 104)'");
    const at = Math.round(1000 * seconds);
    const [column, row, x, y] = place.map((each) => (each === undefined ? null : Number(each)));
    if (kind === MOVED) return void path.push([at, x, y]);
    if (kind === held) return void (held = null);
    if (held !== null || DOWN[kind] === undefined) refuse("expected clicks of one button, as Sapper exports them");
    if (row === null || row < 1 || row > rows || column < 1 || column > columns) refuse("the cell is not on the board");
    actions.push([at, DOWN[kind], (row - 1) * columns + column - 1]);
    held = CLICKS[DOWN[kind]][1];
  });
  return { actions, path };
}

function wrong(line, text) {
  return new SapperError("format", `rawvf: line ${line}: ${text}`);
}
