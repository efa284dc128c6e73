import { LEVELS, Topology, checkMines } from "./board.js";
import { SapperError } from "./errors.js";
import { quoted, shortened, shown, unknown } from "./words.js";

const MOST_CELLS = 20_000_000;
const MOST_DIMENSIONS = 6;
const LONGEST_TIME = 1e9; // seconds
const LARGEST_WORD = 2n ** 64n - 1n;

const KINDS = {
  boolean: ["true or false", (value) => typeof value === "boolean"],
  integer: ["a whole number", isWhole],
  string: ["a string", (value) => typeof value === "string"],
  array: ["an array", Array.isArray],
};

/** A request whose fields are read one by one, each with a check of its type. A field that is null is missing. */
export class Request {
  #fields;
  #asked = new Set(["command", "id"]);

  constructor(fields, commands) {
    if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
      throw wrong(`a request must be an object such as {"command": "hello"}, not ${shortened(fields)}`);
    }
    const { command } = fields;
    if (typeof command !== "string") throw wrong("a request needs a 'command', a string");
    if (!commands.includes(command)) throw wrong(unknown("command", command.slice(0, 40), commands));
    this.command = command;
    this.#fields = fields;
  }

  has(name) {
    this.#asked.add(name);
    return this.#fields[name] !== null && this.#fields[name] !== undefined;
  }

  /** The value of a field of a kind; null if it is missing. */
  get(name, kind) {
    if (!this.has(name)) return null;
    const value = this.#fields[name];
    const [description, fits] = KINDS[kind];
    if (!fits(value)) throw this.#wrong(name, description, value);
    return value;
  }

  need(name, kind) {
    const value = this.get(name, kind);
    if (value === null) throw wrong(`${quoted(this.command)} needs ${quoted(name)}, ${KINDS[kind][0]}`);
    return value;
  }

  integers(name) {
    const values = this.need(name, "array");
    if (!values.every(isWhole)) throw this.#wrong(name, "an array of whole numbers", values);
    return values;
  }

  cell(name = "cell") {
    if (!this.has(name)) {
      throw wrong(`${quoted(this.command)} needs ${quoted(name)}, such as [3, 5] for row 3, column 5`);
    }
    return this.#cell(name, this.#fields[name]);
  }

  cells(name = "cells") {
    return this.need(name, "array").map((value) => this.#cell(name, value));
  }

  /** A number of seconds; Infinity if it is missing. */
  seconds(name) {
    return Math.min(this.positive(name, "a number of seconds above 0") ?? Infinity, this.has(name) ? LONGEST_TIME : Infinity);
  }

  positive(name, shouldBe = "a number above 0", below = Infinity) {
    if (!this.has(name)) return null;
    const value = this.#fields[name];
    if (typeof value !== "number" || !(value > 0 && value < below)) throw this.#wrong(name, shouldBe, value);
    return value;
  }

  /** A whole number of 64 bits, as a BigInt; 0 if it is missing. */
  word(name) {
    return word(name, this.get(name, "integer") ?? 0);
  }

  /** How many are asked for; 1 if it is missing. */
  count(name, most) {
    const count = this.get(name, "integer") ?? 1;
    if (count >= 1 && count <= most) return Number(count);
    throw wrong(`${quoted(name)} of ${quoted(this.command)} must be from 1 to ${most}, not ${count}`);
  }

  /** How many moves are asked for; null if none are. */
  moves() {
    const most = this.get("moves", "integer");
    if (most !== null && most < 1) {
      throw wrong(`'moves' of ${quoted(this.command)} must be 1 or more, not ${shortened(most)}`);
    }
    return most === null ? null : Math.min(Number(most), MOST_CELLS);
  }

  /** Refuses fields that were not used. Most likely they are misspelt. */
  refuseOthers() {
    for (const name of Object.keys(this.#fields)) {
      if (!this.#asked.has(name)) {
        throw wrong(unknown(`field of ${quoted(this.command)}`, name.slice(0, 40), [...this.#asked]));
      }
    }
  }

  #cell(name, value) {
    if (isWhole(value) || (Array.isArray(value) && value.every(isWhole))) return value;
    throw this.#wrong(name, "[row, column], on a graph a number", value);
  }

  #wrong(name, shouldBe, value) {
    return wrong(`${quoted(name)} of ${quoted(this.command)} must be ${shouldBe}, not ${shortened(value)}`);
  }
}

/** An error about a request. */
export function wrong(text) {
  return new SapperError("request", text);
}

/** A whole number as a BigInt, if the engine takes it. */
export function word(what, value, least = 0n) {
  const number = BigInt(value);
  if (number >= least && number <= LARGEST_WORD) return number;
  throw new SapperError("error", `${what} must be from ${least} to 2^64 - 1, not ${shown(value)}`);
}

/** A graph by its neighbours, the name of a topology, or null. */
export function topologyIn(engine, request) {
  const name = request.get("topology", "string");
  if (!request.has("adjacency")) return name;
  request.has("shape"); // boards in answers have both
  return Topology.graph(engine, request.need("adjacency", "array"));
}

/** The graph, or the topology of this name and shape; without a name a grid. */
export function shaped(engine, topology, shape) {
  return topology instanceof Topology ? topology : Topology.named(engine, topology ?? "grid", shape);
}

const plainly = (make) => make();

/** The topology of a request, with the shape that it gives. `build` calls what builds it. */
export function shapedTopologyIn(engine, request, build = plainly) {
  const topology = topologyIn(engine, request);
  const shape = request.has("adjacency") ? null : shapeIn(request);
  return build(() => shaped(engine, topology, shape));
}

/** The topology and the number of mines of a request. */
export function boardIn(engine, request, build = plainly) {
  const level = request.get("level", "string");
  if (level !== null) {
    if (!Object.hasOwn(LEVELS, level)) throw new SapperError("board", unknown("level", level, Object.keys(LEVELS)));
    const [shape, mines] = LEVELS[level];
    return { topology: Topology.named(engine, "grid", shape), mines };
  }
  const mines = Number(request.need("mines", "integer"));
  const topology = shapedTopologyIn(engine, request, build);
  build(() => checkMines(topology, mines));
  return { topology, mines };
}

function shapeIn(request) {
  const shape = request.integers("shape");
  if (shape.length < 1 || shape.length > MOST_DIMENSIONS || shape.some((extent) => extent < 1)) {
    throw wrong(`a 'shape' has 1 to ${MOST_DIMENSIONS} numbers from 1 up, not ${shortened(shape)}`);
  }
  if (shape.reduce((product, extent) => product * Number(extent), 1) > MOST_CELLS) {
    throw wrong(`a new board can have at most ${MOST_CELLS} cells: ${shortened(shape)} has more`);
  }
  return shape;
}

function isWhole(value) {
  return typeof value === "bigint" || Number.isInteger(value);
}
