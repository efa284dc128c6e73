import { SapperError } from "./errors.js";
import { system } from "./wasi.js";

// What a call of the engine returns, by its number (wasm/exports/calls.hpp).
const STATUSES = [
  "done", "contradiction", "position", "game", "budget", "time", "memory", "argument", "bug", "format", "refused",
]; // prettier-ignore

/** A call that failed: the kind of failure, the engine's own text, and the results that say more. */
export class Failure extends Error {
  constructor(status, message, results = []) {
    super(message);
    this.status = status;
    this.results = results;
  }
}

/** The engine: one instance of the WebAssembly module. It has one thread, and does one thing at a time. */
export class Engine {
  #module;
  /** The functions of the facade, and its memory. @type {any} they have no types in WebAssembly */
  #exports;
  #released;

  constructor(module) {
    this.#module = module;
    this.topologies = new Map(); // the last ones, by name and shape
    this.#begin();
  }

  /**
   * Calls a function of the facade.
   *
   * @param name Its name.
   * @param numbers Its parameters: numbers, and BigInts for 64 bits.
   * @param inputs Its arguments: typed arrays or texts.
   * @returns Its results, as functions that give them as an array of a type: `results[0](Float64Array)`.
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
      this.#begin(); // it was interrupted somewhere
      if (error instanceof RangeError) throw new Failure("memory", "there is not enough memory");
      throw new Failure("bug", `a bug in Sapper: ${error}`);
    }
  }

  /**
   * The number by which this instance of the engine knows a topology or a game. It is made when it is first needed,
   * and given back when nobody holds the object any more.
   */
  held(object) {
    if (object.heldBy !== this.#exports) {
      const handle = object.make();
      Object.assign(object, { handle, heldBy: this.#exports });
      this.#released.register(object, [object.release, handle], object);
    }
    return object.handle;
  }

  /** Gives it back now. It is made again if it is needed again. */
  release(object) {
    if (object.heldBy !== this.#exports) return;
    this.#released.unregister(object);
    this.#exports[object.release](object.handle);
    object.heldBy = undefined;
  }

  #begin() {
    const imports = { wasi_snapshot_preview1: system(() => exports.memory) };
    /** @type {any} */
    const exports = new WebAssembly.Instance(this.#module, imports).exports;
    exports._initialize();
    this.#exports = exports;
    this.#released = new FinalizationRegistry(([release, handle]) => exports[release](handle));
  }

  #put(number, input) {
    const values = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const place = this.#exports.argument(number, values.byteLength);
    if (place === 0 && values.byteLength > 0) throw new RangeError("no room for an argument");
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, place);
  }

  #result(number) {
    const { memory, result, result_size: size } = this.#exports;
    const place = result(number);
    const bytes = memory.buffer.slice(place, place + size(number));
    return (Kind) => new Kind(bytes);
  }
}

/** A result as text. */
export function text(result) {
  return new TextDecoder().decode(result(Uint8Array));
}

/** A result that is JSON. */
export function valuesIn(result) {
  return JSON.parse(text(result));
}
