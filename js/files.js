/** Reads and writes files of positions, minefields and replays. */

import { Position, Topology } from "./board.js";
import { Failure, valuesIn } from "./engine.js";
import { SapperError } from "./errors.js";
import { KINDS as ACTIONS } from "./game.js";
import { GUESSING, ON_MINES, WINS } from "./rule_names.js";
import { general, numberInText, unknown } from "./words.js";

/** @import { Engine, Result } from "./engine.js" */
/** A format of files. @typedef {{name: string, title: string, holds: string[], read: boolean, write: boolean, endings: string[]}} Format */
/**
 * An event of a replay, at `seconds` from its start. The cell is null off the board.
 * @typedef {{seconds: number, kind: string, cell: number|null, x: number, y: number}} Event
 */
/** What an event means, with its pixel. @typedef {{seconds: number, kind: import("./game.js").Kind, cell: number, pressed: number|null, x: number, y: number}} Action */

/**
 * What a replay has besides its minefield.
 * @typedef {object} ReplayFields
 * @property {import("./game.js").Rules} rules
 * @property {number} cellSize in pixels
 * @property {Record<string, string>} about what the file says, by name
 * @property {Event[]} events
 * @property {Action[]} actions what the events mean
 */
/** The position's mine count may be null. @typedef {{format: string, holds: "position", position: Position}} FilePosition */
/** The cells with a mine, a byte for each. @typedef {{format: string, topology: Topology, mined: Uint8Array}} MinefieldCells */
/** The first cell is null if the file does not say where to begin. @typedef {MinefieldCells & {holds: "minefield", firstCell: number|null}} FileMinefield */
/** @typedef {MinefieldCells & {holds: "replay"} & ReplayFields} FileReplay */
/**
 * @typedef {{format?: string, topology?: Topology|string, mines?: number|null, kind?: string|null, replay?: number, timeLimit?: number}} ReadOptions
 */

/**
 * How the engine describes a field of a file: the bytes of its name and its value, and their encodings.
 * @typedef {{name: number, value: number, shared: boolean, encodings: string[]}} Field
 */

/** What a file can hold. */
const CONTENTS = ["position", "minefield", "replay"]; // by the engine's numbers

export const NO_CELL = 0xffffffff; // off the board, or not known
const EVENTS = ["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"]; // by the engine's numbers
/** @type {Record<string, string>} */
const LABELS = { cp932: "shift_jis", cp1251: "windows-1251", cp1252: "windows-1252" }; // what browsers call them
const NOT_IN_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d]; // browsers read them as control characters

/**
 * All formats: name, title, what it `holds`, whether it is read and written, and the endings of file names.
 * @param {Engine} engine @returns {Format[]}
 */
export function formatsOf(engine) {
  return valuesIn(engine.call("file_formats", [])[0]);
}

/** @param {Engine} engine @param {string} format @param {...string} others further names for the error @throws {SapperError} there is no such format */
export function formatNamed(engine, format, ...others) {
  const formats = formatsOf(engine);
  const match = formats.find(({ name }) => name === format);
  if (match !== undefined) return match;
  throw new SapperError("format", unknown("format", format, [...others, ...formats.map(({ name }) => name)]));
}

/**
 * The contents of a file.
 * @param {Engine} engine @param {Uint8Array|string} bytes
 * @param {ReadOptions} options `format`: its name, or `"auto"`. `topology`: a `Topology` or its name, if it is known. `mines`: the mine count, if the file does not say.
 *   `kind`: one of `CONTENTS`, if only such contents are wanted. `replay`: which replay of a file with several, from 1.
 *   `timeLimit`: in seconds.
 * @returns {FilePosition|FileMinefield|FileReplay|null} Cells are numbers in row-major order. Null if the file has fewer replays.
 * @throws {SapperError}
 */
export function fileIn(engine, bytes, options = {}) {
  const { format = "auto", topology: board = "", mines = null, kind = null, replay = 0, timeLimit = Infinity } = options;
  const [handle, name] = board instanceof Topology ? [engine.handleOf(board), ""] : [0, board];
  if (format !== "auto") formatNamed(engine, format, "auto");
  const numbers = [handle, kind === null ? CONTENTS.length : CONTENTS.indexOf(kind), mines ?? NaN, replay, numberInText(0), timeLimit];
  const inputs = [bytes, format === "auto" ? "" : format, name];
  const results = resultsOf(() => engine.call("read_file", numbers, inputs), timeLimit);
  if (results.length === 0) return null;
  const [json, cells, ...others] = results;
  const { topology: topologyName, shape, ...head } = valuesIn(json);
  const topology = board instanceof Topology ? board : Topology.byName(engine, topologyName, shape);
  const { format: fileFormat, holds, mines: count, first_cell: firstCell } = head;
  if (holds === "position") return { format: fileFormat, holds, position: new Position(topology, cells(Int16Array), count) };
  const minefield = { format: fileFormat, holds, topology, mined: cells(Uint8Array) };
  return holds === "minefield" ? { ...minefield, firstCell } : { ...minefield, ...replayFields(head, others) };
}

/**
 * The replay in a file of any format that holds replays; null if it has fewer.
 * @param {Engine} engine @param {Uint8Array|string} bytes @param {ReadOptions} options
 */
export function replayIn(engine, bytes, options = {}) {
  return /** @type {FileReplay|null} */ (fileIn(engine, bytes, { ...options, kind: "replay" }));
}

/**
 * @param {{win: number, on_mine: number, question_marks: boolean, guessing: number, cell_size: number, about: Field[]}} head
 * @param {Result[]} results @returns {ReplayFields}
 */
function replayFields({ win, on_mine, question_marks, guessing, cell_size, about }, [fields, ...columns]) {
  const [times, kinds, cells, x, y] = typedColumns(columns, [Float64Array, Uint8Array, Uint32Array, Float64Array, Float64Array]);
  const [numbers, actionKinds, pressedCells] = typedColumns(columns.slice(5), [Uint32Array, Uint8Array, Uint32Array]);
  const events = Array.from(times, (seconds, i) => {
    const cell = cells[i] === NO_CELL ? null : cells[i];
    return { seconds, kind: EVENTS[kinds[i]], cell, x: x[i], y: y[i] };
  });
  return {
    rules: { first_click: "any", win: WINS[win], on_mine: ON_MINES[on_mine], question_marks, guessing: GUESSING[guessing] },
    cellSize: cell_size,
    about: aboutIn(about, fields(Uint8Array)),
    events,
    actions: Array.from(numbers, (number, i) => {
      const { seconds, cell, x: right, y: down } = events[number];
      return { seconds, kind: ACTIONS[actionKinds[i]], cell: /** @type {number} */ (cell), pressed: pressedCells[i] === NO_CELL ? null : pressedCells[i], x: right, y: down };
    }),
  };
}

/**
 * Whether the mode of a replay is the usual game. In other games, such as those on known boards, risks mean little.
 * @param {Engine} engine @param {string} mode
 */
export function isUsualMode(engine, mode) {
  return engine.call("is_usual_mode", [], [mode])[0](Float64Array)[0] === 1;
}

/**
 * When a replay was played, as its file says: in ISO 8601, with the time zone; null if unknown.
 * @param {Engine} engine @param {Record<string, string>} about
 */
export function playedAt(engine, { Timestamp = "" }) {
  const [time] = engine.call("time_of", [], [Timestamp]);
  if (time === undefined) return null;
  const [seconds, microseconds, offset] = time(Float64Array);
  const local = new Date(1000 * (seconds + offset)).toISOString().slice(0, -".000Z".length);
  const minutes = Math.abs(offset) / 60;
  const zone = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0")).join(":");
  const parts = microseconds > 0 ? `.${String(microseconds).padStart(6, "0")}` : "";
  return `${local}${parts}${offset < 0 ? "-" : "+"}${zone}`;
}

/**
 * The bytes of a file with a replay, whose cells have 16 pixels.
 * @param {Pick<FileReplay, "topology" | "mined" | "events"> & {rules: Omit<FileReplay["rules"], "first_click">}} replay
 * @param {string} format "rawvf" or "evf" @param {string} program what EVF names as the program that wrote it
 * @throws {SapperError} The format cannot hold the replay.
 */
export function replayFile({ topology, mined, rules, events }, format, program) {
  const places = [Int32Array.from(events, ({ x }) => x), Int32Array.from(events, ({ y }) => y)];
  const inputs = [`${format} ${program}`, mined, ...columnsOf(events), ...places];
  const { engine } = topology;
  const [file] = resultsOf(() => engine.call("write_replay", [engine.handleOf(topology), ...fileRules(rules)], inputs));
  return file(Uint8Array);
}

/** The rules of a recording, as the engine takes them. @param {Omit<FileReplay["rules"], "first_click">} rules */
export function fileRules({ win, on_mine, question_marks, guessing = "free" }) {
  return [WINS.indexOf(win), ON_MINES.indexOf(on_mine), question_marks, GUESSING.indexOf(guessing)];
}

/** The times, kinds and cells of events, as the engine takes them. @param {Event[]} events */
export function columnsOf(events) {
  return [
    Float64Array.from(events, ({ seconds }) => seconds),
    Uint8Array.from(events, ({ kind }) => EVENTS.indexOf(kind)),
    Uint32Array.from(events, ({ cell }) => cell ?? NO_CELL),
  ];
}

/** @param {import("./board.js").CountedPosition} position @param {string} format @throws {SapperError} The format cannot hold the position. */
export function positionFile({ topology, marks, mines }, format) {
  return fileOf(topology, "position", mines, NO_CELL, marks, format);
}

/**
 * @param {{topology: Topology, mined: Uint8Array, firstCell: number|null}} minefield `firstCell` is where to begin, or null
 * @param {string} format @throws {SapperError}
 */
export function minefieldFile({ topology, mined, firstCell }, format) {
  return fileOf(topology, "minefield", 0, firstCell ?? NO_CELL, mined, format);
}

/**
 * @param {Topology} topology @param {string} kind @param {number} mines @param {number} firstCell
 * @param {Int16Array|Uint8Array} cells @param {string} format
 */
function fileOf(topology, kind, mines, firstCell, cells, format) {
  const { engine } = topology;
  const numbers = [engine.handleOf(topology), CONTENTS.indexOf(kind), mines, firstCell, numberInText(0)];
  const [file] = resultsOf(() => engine.call("write_file", numbers, [cells, format]));
  return file(Uint8Array);
}

/** @param {() => Result[]} call @param {number} timeLimit */
function resultsOf(call, timeLimit = Infinity) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === "format") {
      const [place, meanings] = error.results;
      const [offset, line, column] = Array.from(place(Float64Array), (each) => (each >= 0 ? each : undefined));
      const formats = meanings && valuesIn(meanings);
      throw new SapperError("format", error.message, { offset, line, column, formats });
    }
    if (error.status === "position") {
      const [cell] = error.results;
      if (cell === undefined) throw new SapperError("position", error.message);
      throw new SapperError("position", error.message, { cell: Array.from(cell(Float64Array)) });
    }
    if (error.status === "time") {
      throw new SapperError("budget", `reading did not finish within ${general(timeLimit)} seconds`);
    }
    throw new SapperError("error", error.message);
  }
}

/** @param {Result[]} results @param {(new (bytes: ArrayBuffer) => Float64Array|Uint8Array|Uint32Array)[]} kinds */
function typedColumns(results, kinds) {
  return kinds.map((Kind, i) => results[i](Kind));
}

/** What the file says. If the shared encoding of names is not UTF-8, `Encoding` has its name. @param {Field[]} about @param {Uint8Array} bytes */
function aboutIn(about, bytes) {
  let at = 0;
  const fields = about.map(({ name, value, shared, encodings }) => {
    const parts = [bytes.subarray(at, at + name), bytes.subarray(at + name, at + name + value)];
    at += name + value;
    return { parts, shared, encodings };
  });
  const shared = fields.filter((field) => field.shared);
  const common = shared[0]?.encodings.find((name) => shared.every(({ parts }) => fits(parts, name))) ?? "utf-8";
  const entries = fields.map((field) => {
    const encoding = field.shared ? common : /** @type {string} */ (field.encodings.find((name) => fits(field.parts, name))); // the last fits all
    return field.parts.map((part) => decodedBy(part, encoding));
  });
  if (common !== "utf-8") entries.push(["Encoding", common]);
  return Object.fromEntries(entries);
}

/** Whether some bytes are text in an encoding. @param {Uint8Array[]} parts @param {string} encoding */
export function fits(parts, encoding) {
  if (encoding === "cp1252" && parts.some((part) => NOT_IN_1252.some((byte) => part.includes(byte)))) return false;
  try {
    for (const part of parts) decodedBy(part, encoding);
    return true;
  } catch {
    return false;
  }
}

/**
 * The text, by the name that Python has for an encoding. Browsers take Latin 1 for Windows 1252.
 * @param {Uint8Array} bytes @param {string} encoding
 */
function decodedBy(bytes, encoding) {
  if (encoding === "latin-1" || encoding === "iso-8859-1") return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return new TextDecoder(LABELS[encoding] ?? encoding, { fatal: true }).decode(bytes);
}
