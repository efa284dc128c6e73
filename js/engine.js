/** Calls of the engine: how values cross into WebAssembly and back, and what ends a call. */

import { SapperError } from "./errors.js";
import { system } from "./wasi.js";

// What a call of the engine returns, by its number (wasm/exports/calls.hpp).
const STATUSES = [
  "done", "contradiction", "position", "game", "budget", "time", "memory", "argument", "bug", "format", "refused",
]; // prettier-ignore

/** A number that a function of the facade takes. @typedef {number|bigint|boolean} Parameter */
/** @typedef {string|ArrayBufferView} Input */
/** A result, as a function that gives it as an array of a type. @typedef {<Values>(Kind: new (bytes: ArrayBuffer) => Values) => Values} Result */
/**
 * What an instance of the engine keeps by a number, with the functions that make it and release it.
 * @typedef {{make: () => number, release: string, handle?: number, owner?: object}} EngineObject
 */

/**
 * The functions that pass arguments and results, and the memory.
 * @typedef {object} Passing
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(number: number, size: number) => number} argument
 * @property {() => number} results
 * @property {(number: number) => number} result
 * @property {(number: number) => number} result_size
 */
/** @typedef {Passing & Record<string, (...numbers: Parameter[]) => number>} Facade */

/** A call that failed: the kind of failure, the engine's own text, and the results that say more. */
export class Failure extends Error {
  /** @param {string} status @param {string} message @param {Result[]} [results] */
  constructor(status, message, results = []) {
    super(message);
    this.status = status;
    this.results = results;
  }
}

/** The engine: one instance of the WebAssembly module. It has one thread, and does one thing at a time. */
export class Engine {
  #module;
  /** Loads the module with all calls; null if this one has them. @type {(() => Promise<WebAssembly.Module>)|null} */
  #whole;
  /** @type {Promise<WebAssembly.Module>|null} */
  #coming = null;
  /** The functions of the facade, and its memory. @type {Facade} */
  #exports;
  /** @type {FinalizationRegistry<[release: string, handle: number]>} */
  #registry;

  /**
   * @param {WebAssembly.Module} module
   * @param {(() => Promise<WebAssembly.Module>)|null} [whole] loads the module with all calls, if this one has only some
   */
  constructor(module, whole = null) {
    this.#module = module;
    this.#whole = whole;
    /** The last ones, by name and shape. @type {Map<string, import("./board.js").Topology>} */
    this.topologies = new Map();
    [this.#exports, this.#registry] = this.#begin();
  }

  /** Other workers can share it. */
  get module() {
    return this.#module;
  }

  /** Loads the whole engine, with all calls. Each topology and game is then made again when a call needs it. */
  async complete() {
    if (this.#whole === null) return;
    this.#coming ??= this.#whole().finally(() => (this.#coming = null));
    const module = await this.#coming;
    if (this.#whole === null) return; // another request waited too
    this.#whole = null;
    this.#module = module;
    [this.#exports, this.#registry] = this.#begin();
  }

  /**
   * Calls a function of the facade. Its results are functions that give them as an array of a type: `results[0](Float64Array)`.
   * @param {string} name @param {Parameter[]} numbers BigInts for 64 bits @param {Input[]} inputs @returns {Result[]}
   * @throws {Failure}
   * @throws {SapperError} The engine refused the request, and says why.
   */
  call(name, numbers = [], inputs = []) {
    try {
      inputs.forEach((input, number) => this.#put(number, input));
      const status = STATUSES[this.#exports[name](...numbers)];
      const results = Array.from({ length: this.#exports.results() }, (_, number) => this.#result(number));
      if (status === "done") return results;
      if (status === "time") throw new Failure(status, "", results);
      if (status === "refused") throw new SapperError(text(results[1]), text(results[0]), valuesIn(results[2]));
      throw new Failure(status, text(results[0]), results.slice(1));
    } catch (error) {
      if (error instanceof Failure || error instanceof SapperError) throw error;
      [this.#exports, this.#registry] = this.#begin(); // it was interrupted somewhere
      if (error instanceof RangeError) throw new Failure("memory", "there is not enough memory");
      throw new Failure("bug", `a bug in Sapper: ${error}`);
    }
  }

  /**
   * The number by which this instance of the engine knows a topology or a game. It is made when it is first needed,
   * and given back when nobody holds the object any more.
   * @param {EngineObject} object @returns {number}
   */
  handleOf(object) {
    if (object.owner === this.#exports && object.handle !== undefined) return object.handle;
    const handle = object.make();
    Object.assign(object, { handle, owner: this.#exports });
    this.#registry.register(object, [object.release, handle], object);
    return handle;
  }

  /** Gives it back now. It is made again if it is needed again. @param {EngineObject} object */
  release(object) {
    if (object.owner !== this.#exports || object.handle === undefined) return;
    this.#registry.unregister(object);
    this.#exports[object.release](object.handle);
    object.owner = undefined;
  }

  /** A fresh instance. @returns {[Facade, FinalizationRegistry<[release: string, handle: number]>]} */
  #begin() {
    const imports = { wasi_snapshot_preview1: system(() => exports.memory) };
    const instance = new WebAssembly.Instance(this.#module, imports);
    const exports = /** @type {Facade} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();
    return [exports, new FinalizationRegistry(([release, handle]) => exports[release](handle))];
  }

  /** @param {number} number @param {Input} input */
  #put(number, input) {
    const values = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const place = this.#exports.argument(number, values.byteLength);
    if (place === 0 && values.byteLength > 0) throw new RangeError("no room for an argument");
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, place);
  }

  /** @param {number} number @returns {Result} */
  #result(number) {
    const { memory, result, result_size: size } = this.#exports;
    const place = result(number);
    const bytes = memory.buffer.slice(place, place + size(number));
    return (Kind) => new Kind(bytes);
  }
}

/** A result as text. @param {Result} result */
export function text(result) {
  return new TextDecoder().decode(result(Uint8Array));
}

/** A result that is JSON. @param {Result} result */
export function valuesIn(result) {
  return JSON.parse(text(result));
}
