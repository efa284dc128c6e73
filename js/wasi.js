/** What the engine asks of the system: the time, and a place for its last words if a bug ends it. @param {() => WebAssembly.Memory} memory */
export function system(memory) {
  const REFUSAL = 52; // the number of "not supported"
  let line = "";
  return {
    /** @param {number} clock @param {bigint} precision @param {number} place */
    clock_time_get(clock, precision, place) {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory().buffer).setBigUint64(place, nanoseconds, true);
      return 0;
    },
    /** @param {number} file @param {number} pieces @param {number} count @param {number} place */
    fd_write(file, pieces, count, place) {
      const view = new DataView(memory().buffer);
      let size = 0;
      for (let piece = pieces; piece < pieces + 8 * count; piece += 8) {
        const length = view.getUint32(piece + 4, true);
        line += new TextDecoder().decode(new Uint8Array(view.buffer, view.getUint32(piece, true), length));
        size += length;
      }
      view.setUint32(place, size, true);
      const lines = line.split("\n");
      line = lines.pop() ?? "";
      for (const whole of lines) console.error(whole);
      return 0;
    },
    fd_close: () => 0,
    fd_seek: () => REFUSAL,
  };
}
