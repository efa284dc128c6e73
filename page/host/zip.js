/** Writes ZIP archives, and reads those that strangers made. */

import { Zip, ZipDeflate, unzipSync } from "fflate";
import { SapperError } from "../../js/errors.js";
import { LIMITS } from "./protocol.js";

const MOST_FILES = 65_534; // what the end of an archive can count
const NO_DATE = new Date(1980, 0, 1); // the first that the format knows
const BATCH_BYTES = 2 ** 22; // unpacked at once

const tooLarge = (/** @type {string} */ text) => new SapperError("too_large", `the archive ${text}`);

/** Collects files. */
export class Archive {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  #parts = [];
  #files = 0;
  #zip = new Zip((error, part) => {
    if (error !== null) throw error;
    this.#parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (part));
  });

  /** @param {string} name @param {Uint8Array} content */
  add(name, content) {
    this.#files += 1;
    if (this.#files > MOST_FILES) throw new SapperError("too_large", `an archive has room for ${MOST_FILES} files`);
    const file = new ZipDeflate(name);
    file.mtime = NO_DATE;
    this.#zip.add(file);
    file.push(content, true);
  }

  /** The whole archive. */
  end() {
    this.#zip.end();
    const whole = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let place = 0;
    for (const part of this.#parts) {
      whole.set(part, place);
      place += part.length;
    }
    return whole;
  }
}

/** An archive that strangers sent. Files are unpacked some at a time, the first when one is asked for, and none that is too large. */
export class SentArchive {
  #bytes;
  /** Sizes and places of the files. @type {Map<string, {size: number, number: number}>} */
  #files = new Map();
  /** Those that were unpacked last. @type {Record<string, Uint8Array>} */
  #unpacked = {};

  /** @param {Uint8Array} bytes @param {string} list the file that must be there */
  constructor(bytes, list) {
    this.#bytes = bytes;
    let left = LIMITS.UNPACKED_BYTES;
    try {
      this.#unzip(({ name, originalSize: size }) => {
        left -= size;
        if (this.#files.size >= LIMITS.ARCHIVE_FILES) throw tooLarge(`has more than ${LIMITS.ARCHIVE_FILES} files`);
        if (left < 0) throw tooLarge(`unpacks to more than ${LIMITS.UNPACKED_BYTES / 2 ** 20} MiB`);
        if (this.#files.has(name)) throw new RangeError("two files of one name");
        this.#files.set(name, { size, number: this.#files.size });
        return false;
      });
    } catch (error) {
      throw error instanceof SapperError ? error : new SapperError("format", "this file is not a ZIP archive");
    }
    if (!this.#files.has(list)) {
      throw new SapperError("format", `this archive has no '${list}': choose one that Sapper exported`);
    }
  }

  get names() {
    return [...this.#files.keys()];
  }

  /** A file as text. @param {string} name @param {number} most bytes */
  text(name, most) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(this.bytes(name, most));
    } catch (error) {
      throw error instanceof SapperError ? error : new SapperError("format", `${name} is damaged: it is not text`);
    }
  }

  /** The bytes of a file. @param {string} name @param {number} most bytes */
  bytes(name, most) {
    const entry = this.#files.get(name);
    if (entry === undefined) throw new SapperError("format", `${name} is missing`);
    if (entry.size > most) throw new SapperError("too_large", `${name} has more than ${most} bytes`);
    if (!Object.hasOwn(this.#unpacked, name)) this.#unpackFrom(name, entry.number, most);
    const content = this.#unpacked[name];
    if (content?.length !== entry.size) throw new SapperError("format", `${name} is damaged: it cannot be unpacked`);
    return content;
  }

  /** Unpacks a file and some after it. If one of them is damaged, only the first. @param {string} first @param {number} number @param {number} most */
  #unpackFrom(first, number, most) {
    let left = BATCH_BYTES;
    const names = new Set([first]);
    for (const [name, { size, number: its }] of this.#files) {
      if (its <= number || size > most) continue;
      left -= size;
      if (left < 0) break;
      names.add(name);
    }
    try {
      this.#unpacked = this.#unzip(({ name }) => names.has(name));
    } catch {
      this.#unpacked = {};
      try {
        this.#unpacked = this.#unzip(({ name }) => name === first);
      } catch {
        // It stays without content.
      }
    }
  }

  /** @param {(file: import("fflate").UnzipFileInfo) => boolean} filter */
  #unzip(filter) {
    return unzipSync(this.#bytes, { filter });
  }
}
