/** Topologies, boards and positions: values of JavaScript that the engine checks and keeps. */

import { Failure } from "./engine.js";
import { SapperError } from "./errors.js";
import { general, quantity, repr, rowAndColumn, tuple } from "./words.js";

const CACHE_SIZE = 16; // topologies

/** Marks of cells that show no number. */
export const HIDDEN = -1;
export const FLAG = -2;
export const EXPLODED = -3;
export const QUESTION = -4;
/** Open, but its number is not known. */
export const SAFE = -6;

/** The shape and the number of mines of each level. @type {Record<import("./index.js").Level, [shape: number[], mines: number]>} */
export const LEVELS = { beginner: [[9, 9], 10], intermediate: [[16, 16], 40], expert: [[16, 30], 99] };

/** @import { Engine, Input, Parameter, Result } from "./engine.js" */
/** A position whose mine count is known. @typedef {Position<number>} CountedPosition */
/** The arguments of a call. Marks come first, because errors name their cells. @typedef {Input[]} Inputs */

/** The neighbours of each cell of a graph, and the corners of each in a drawing. @typedef {{adjacency: number[][], layout: number[][][]}} Graph */

/** The topology under a key of the cache, or a new one. A new one replaces the oldest if the cache is full. @param {Engine} engine @param {string} key @param {() => Topology} make */
function fromCache(engine, key, make) {
  const topology = engine.topologies.get(key) ?? make();
  engine.topologies.delete(key); // and put it last
  engine.topologies.set(key, topology);
  const [oldest] = engine.topologies.keys();
  if (engine.topologies.size > CACHE_SIZE) engine.topologies.delete(oldest);
  return topology;
}

/** The cells of a board and their neighbours. A cell is an array of coordinates. */
export class Topology {
  /**
   * Builds a topology by its name and shape, or takes the one that was built before.
   * @param {Engine} engine @param {string} name @param {number[]} shape
   */
  static byName(engine, name, shape) {
    const make = () => engine.call("make_topology", [], [name, Float64Array.from(shape)]);
    return fromCache(engine, `${name} ${shape}`, () => new Topology(engine, name, shape, make));
  }

  /**
   * Builds the topology of a board as answers write it, which may be a graph, or takes the one that was built before.
   * @param {Engine} engine @param {{topology: string, shape: number[]} & Partial<Graph>} board
   */
  static of(engine, { topology, shape, adjacency, layout }) {
    if (!adjacency || !layout) return Topology.byName(engine, topology, shape);
    const degrees = Uint32Array.from(adjacency, ({ length }) => length);
    const make = () => engine.call("make_graph", [], [degrees, Uint32Array.from(adjacency.flat())]);
    const graph = { adjacency, layout };
    return fromCache(engine, `graph ${JSON.stringify(graph)}`, () => new Topology(engine, "graph", [1, adjacency.length], make, graph));
  }

  /**
   * @param {Engine} engine @param {string} name @param {number[]} shape of a graph: a single row
   * @param {() => Result[]} make @param {Graph|null} [graph]
   */
  constructor(engine, name, shape, make, graph = null) {
    this.engine = engine;
    this.graph = graph;
    this.name = name === "grid" && shape.length === 2 ? "square" : name;
    this.shape = shape;
    this.make = () => make()[0](Float64Array)[1];
    this.release = "release_topology";
    this.size = shape.reduce((product, extent) => product * extent, 1);
    /** The most neighbours that a cell has. @type {number} */
    this.mostAround = this.ask("check_topology", [], [])[0](Float64Array)[1]; // makes it
  }

  /** The index of a cell in row-major order. @param {unknown} cell */
  index(cell) {
    /** @type {number[]} */
    const coordinates = Array.isArray(cell) ? cell : [];
    const last = `its cells are ${tuple(this.shape.map(() => 0))} to ${tuple(this.shape.map((extent) => extent - 1))}`;
    if (coordinates.length !== this.shape.length) {
      throw new SapperError("cell", `${repr(cell)} is not a cell of this board: ${last}`);
    }
    return coordinates.reduce((index, coordinate, dimension) => {
      if (coordinate < 0 || coordinate >= this.shape[dimension]) {
        throw new SapperError("cell", `${repr(cell)} is not on the board: ${last}`);
      }
      return index * this.shape[dimension] + coordinate;
    }, 0);
  }

  /** The cell with an index in row-major order. @param {number} index */
  cell(index) {
    /** @type {number[]} */
    const coordinates = [];
    for (const extent of this.shape.toReversed()) {
      coordinates.unshift(index % extent);
      index = Math.floor(index / extent);
    }
    return coordinates;
  }

  /** The name of a cell in messages. @param {number[]} cell */
  describe(cell) {
    if (this.graph) return `cell ${cell[1]}`;
    return cell.length === 2 ? rowAndColumn(cell[0], cell[1]) : `cell ${tuple(cell)}`;
  }

  /** The board as answers write it. @template {number|null} Mines @param {Mines} mines */
  boardJson(mines) {
    return { topology: this.name, shape: this.shape, mines, ...this.graph };
  }

  /**
   * Calls the engine about this topology.
   * @param {string} name @param {Parameter[]} numbers those after the topology @param {Inputs} inputs
   * @param {string} [about] what the call does, for the error about a time limit @param {number} [seconds] the time that it gets
   * @throws {SapperError} with the text of the Python package
   */
  ask(name, numbers, inputs, about = "", seconds = Infinity) {
    return this.#resultsOf(() => this.engine.call(name, [this.engine.handleOf(this), ...numbers], inputs), inputs, about, seconds);
  }

  /**
   * The same for functions about what the call before left in the engine.
   * @param {string} name @param {Parameter[]} [numbers] @param {string} [about] @param {number} [seconds]
   */
  goOn(name, numbers = [], about = "", seconds = Infinity) {
    return this.#resultsOf(() => this.engine.call(name, numbers), [], about, seconds);
  }

  /** @param {() => Result[]} call @param {Inputs} inputs @param {string} about @param {number} seconds */
  #resultsOf(call, inputs, about, seconds) {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw this.#errorOf(error, /** @type {Int16Array} */ (inputs[0]), about, seconds);
    }
  }

  /** @param {Failure} failure @param {Int16Array} marks @param {string} about @param {number} seconds */
  #errorOf({ status, message, results }, marks, about, seconds) {
    if (status === "contradiction") {
      const indices = Array.from(results[0](Uint32Array));
      const cells = indices.map((index) => this.cell(index));
      const parts = indices.slice(0, 8).map((index) => `the ${marks[index]} at ${this.describe(this.cell(index))}`);
      const more = indices.length > 8 ? ` and ${indices.length - 8} more` : "";
      const text = indices.length > 0 ? `${message}: ${parts.join("; ")}${more}` : message;
      return new SapperError("contradiction", text, { cells, mine_count: results[1](Float64Array)[0] === 1 });
    }
    if (status === "position" && results.length > 0) {
      const cell = this.cell(results[0](Float64Array)[0]);
      return new SapperError("position", `${this.describe(cell)}: ${message}`, { cell });
    }
    if (status === "time") {
      const text = `${about} did not finish within ${general(seconds)} seconds`;
      return Object.assign(new SapperError("budget", text), { results });
    }
    /** @type {Record<string, string>} */
    const types = { position: "position", budget: "budget", memory: "budget", argument: "board" };
    return new SapperError(types[status] ?? "error", message);
  }
}

/** What the player sees. Like the position of the Python package, it is always well formed. @template {number|null} [Mines=number|null] */
export class Position {
  /**
   * @param {Topology} topology @param {Int16Array} marks @param {Mines} mines
   * @param {string} [claim] what stands in place of the mine count, as `sapper analyse --mines` takes it: "90-110", "20%" or "unknown"
   */
  constructor(topology, marks, mines, claim = "") {
    this.topology = topology;
    this.marks = marks;
    this.mines = mines;
    this.claim = claim;
    topology.ask("check_position", [this.mineBound], [marks]);
  }

  get hiddenCells() {
    return this.#count(HIDDEN) + this.#count(FLAG) + this.#count(QUESTION);
  }

  /** The mine count; without one the least that there can be, which nothing may use. */
  get mineBound() {
    return this.mines ?? this.#count(EXPLODED);
  }

  get minesLeft() {
    return this.mines === null ? null : this.mines - this.#count(EXPLODED) - this.#count(FLAG);
  }

  /**
   * Calls the engine about the position, which must have a mine count.
   * @param {string} name @param {Parameter[]} numbers @param {Inputs} inputs @param {string} [about] @param {number} [seconds]
   */
  ask(name, numbers, inputs, about, seconds) {
    return this.topology.ask(name, [this.checkCount(), ...numbers], [this.marks, ...inputs], about, seconds);
  }

  /**
   * The same for functions that need no mine count, but a claim in its place.
   * @param {string} name @param {Parameter[]} numbers @param {string} [about] @param {number} [seconds]
   */
  askWithClaim(name, numbers, about, seconds) {
    const mines = this.claim === "" ? this.checkCount() : this.mineBound;
    return this.topology.ask(name, [mines, ...numbers], [this.marks, this.claim], about, seconds);
  }

  /** The mine count, which the position must have. @returns {number} */
  checkCount() {
    if (this.mines === null || this.claim !== "") {
      throw new SapperError("position", "the number of mines on the board is missing: give `mines`");
    }
    return this.mines;
  }

  /** @param {number} mark */
  #count(mark) {
    let count = 0;
    for (const each of this.marks) if (each === mark) count++;
    return count;
  }
}

/** Checks a number of mines. @param {Topology} topology @param {number} mines */
export function checkMines(topology, mines) {
  if (mines < 0 || mines > topology.size) {
    const text = `a board of ${quantity(topology.size, "cell")} cannot hold ${quantity(mines, "mine")}`;
    throw new SapperError("board", text);
  }
}
