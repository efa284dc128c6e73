/** Writes ZIP archives, and reads those that strangers made. */

import { SapperError } from "../../js/errors.js";
import { LIMITS } from "./protocol.js";

const LOCAL = 0x04034b50; // the signatures of the parts
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30; // the parts without their texts
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const MOST_FILES = 65_534; // what the end can count
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1; // a flag
const UTF_8 = 0x800;
const VERSION = 20; // of the format, which deflates
const FIRST_DAY = 0x21; // 1 January 1980: the files have no dates

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The checksum that ZIP archives have of their files. */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ REMAINDERS[(sum ^ byte) & 0xff];
  return ~sum >>> 0;
}

/** Collects files. */
export class Archive {
  #parts = [];
  #entries = [];
  #size = 0;

  async add(name, content) {
    if (this.#entries.length >= MOST_FILES) {
      throw new SapperError("too_large", `an archive has room for ${MOST_FILES} files`);
    }
    const packed = await through(new CompressionStream("deflate-raw"), content, Infinity);
    const text = new TextEncoder().encode(name);
    const about = [UTF_8, DEFLATED, 0, FIRST_DAY];
    const sizes = [crc32(content), packed.length, content.length];
    const place = this.#size;
    this.#put(fields([4, LOCAL], [2, VERSION], ...twos(about), ...fours(sizes), [2, text.length], [2, 0]), text, packed);
    const rest = [...twos([text.length, 0, 0, 0, 0]), [4, 0], [4, place]];
    this.#entries.push(fields([4, ENTRY], [2, VERSION], [2, VERSION], ...twos(about), ...fours(sizes), ...rest), text);
  }

  /** The whole archive. */
  end() {
    const start = this.#size;
    const count = this.#entries.length / 2;
    this.#put(...this.#entries);
    this.#put(fields([4, END], ...twos([0, 0, count, count]), ...fours([this.#size - start, start]), [2, 0]));
    const whole = new Uint8Array(this.#size);
    let place = 0;
    for (const part of this.#parts) {
      whole.set(part, place);
      place += part.length;
    }
    return whole;
  }

  #put(...parts) {
    for (const part of parts) {
      this.#parts.push(part);
      this.#size += part.length;
    }
  }
}

/** An archive that strangers sent. Nothing of it is unpacked before it is asked for. */
export class SentArchive {
  #bytes;
  #view;
  #files = new Map();

  /** @param list the file that must be there */
  constructor(bytes, list) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    try {
      this.#readEntries();
    } catch {
      throw new SapperError("format", "this file is not a ZIP archive");
    }
    if (!this.#files.has(list)) {
      throw new SapperError("format", `this archive has no '${list}': choose one that Sapper exported`);
    }
    const sizes = [...this.#files.values()].map(({ size }) => size);
    if (sizes.length > LIMITS.ARCHIVE_FILES) {
      throw new SapperError("too_large", `the archive has more than ${LIMITS.ARCHIVE_FILES} files`);
    }
    if (sizes.reduce((sum, size) => sum + size, 0) > LIMITS.UNPACKED_BYTES) {
      throw new SapperError("too_large", `the archive unpacks to more than ${LIMITS.UNPACKED_BYTES} bytes`);
    }
  }

  get names() {
    return [...this.#files.keys()];
  }

  /** A file as text. */
  async text(name, most) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(await this.bytes(name, most));
    } catch (error) {
      throw error instanceof SapperError ? error : new SapperError("format", `${name} is damaged: it is not text`);
    }
  }

  /** The bytes of a file. */
  async bytes(name, most) {
    const entry = this.#files.get(name);
    if (entry === undefined) throw new SapperError("format", `${name} is missing`);
    if (entry.size > most) throw new SapperError("too_large", `${name} has more than ${most} bytes`);
    try {
      const content = await this.#unpacked(entry);
      if (content.length !== entry.size || crc32(content) !== entry.crc) throw new RangeError("another file");
      return content;
    } catch {
      throw new SapperError("format", `${name} is damaged: it cannot be unpacked`);
    }
  }

  #readEntries() {
    const view = this.#view;
    let end = view.byteLength - END_BYTES;
    while (view.getUint32(end, true) !== END) end -= 1;
    let place = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(place, true) !== ENTRY) throw new RangeError("no entry");
      const [name, more, comment] = [28, 30, 32].map((at) => view.getUint16(place + at, true));
      const text = this.#slice(place + ENTRY_BYTES, name);
      this.#files.set(new TextDecoder().decode(text), {
        flags: view.getUint16(place + 8, true),
        method: view.getUint16(place + 10, true),
        crc: view.getUint32(place + 16, true),
        packed: view.getUint32(place + 20, true),
        size: view.getUint32(place + 24, true),
        place: view.getUint32(place + 42, true),
      });
      place += ENTRY_BYTES + name + more + comment;
    }
  }

  async #unpacked({ flags, method, packed, size, place }) {
    if (flags & ENCRYPTED || this.#view.getUint32(place, true) !== LOCAL) throw new RangeError("not to be read");
    const texts = this.#view.getUint16(place + 26, true) + this.#view.getUint16(place + 28, true);
    const content = this.#slice(place + LOCAL_BYTES + texts, packed);
    if (method === STORED) return content;
    if (method !== DEFLATED) throw new RangeError("another method");
    return through(new DecompressionStream("deflate-raw"), content, size);
  }

  #slice(from, length) {
    if (from + length > this.#bytes.length) throw new RangeError("beyond the end");
    return this.#bytes.subarray(from, from + length);
  }
}

/** What comes out of a stream when bytes go in. Throws a RangeError if there are more than `most`. */
async function through(stream, bytes, most) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too much");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const twos = (values) => values.map((value) => [2, value]);
const fours = (values) => values.map((value) => [4, value]);

/** Numbers of two or four bytes, little endian. */
function fields(...sized) {
  const bytes = new Uint8Array(sized.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let place = 0;
  for (const [size, value] of sized) {
    if (size === 2) view.setUint16(place, value, true);
    else view.setUint32(place, value, true);
    place += size;
  }
  return bytes;
}
