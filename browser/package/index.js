import { Engine } from "./engine.js";
import { Session } from "./session.js";
import { VERSION } from "./version.js";

export { SapperError } from "./errors.js";
export { VERSION };

/**
 * Loads the engine.
 *
 * @param options.wasm The compiled module, its bytes, or where it is. By default `sapper.wasm` beside this file.
 */
export async function load({ wasm = new URL("sapper.wasm", import.meta.url) } = {}) {
  const module = wasm instanceof WebAssembly.Module ? wasm : await compiled(wasm);
  return new Sapper(module);
}

/** The engine, compiled and ready. */
class Sapper {
  constructor(module) {
    this.module = module;
    this.version = VERSION;
    this.engine = new Engine(module);
  }

  session() {
    return new Session(this.engine, VERSION);
  }
}

async function compiled(wasm) {
  if (!(typeof wasm === "string" || wasm instanceof URL)) return WebAssembly.compile(wasm);
  if (new URL(wasm, import.meta.url).protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(wasm, import.meta.url)));
  }
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
  // Some servers do not say that it is WebAssembly, which the quicker way demands.
  const type = answer.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
