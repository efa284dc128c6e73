/** The public face of the package: loads the engine. */

import { compile } from "./compile.js";
import { Engine } from "./engine.js";
import { Session } from "./session.js";
import { VERSION } from "./version.js";

export { SapperError } from "./errors.js";
export { VERSION };

/**
 * Loads the engine.
 *
 * @param {{wasm?: WebAssembly.Module|BufferSource|URL|string}} [options] `wasm`: the compiled module, its bytes, or where it is. By default `sapper.wasm` beside this file.
 */
export async function load({ wasm = new URL("sapper.wasm", import.meta.url) } = {}) {
  return new Sapper(await compile(wasm));
}

/** The engine, compiled and ready. */
class Sapper {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.version = VERSION;
    this.engine = new Engine(module);
  }

  session() {
    return new Session(this.engine, VERSION);
  }
}
