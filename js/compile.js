/** Compiles the engine. @param {WebAssembly.Module|BufferSource|URL|string} wasm The module itself, its bytes, or where it is. */
export async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
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
