/** Reads and writes values in the form that the engine uses. */

/** @param {string} text base64 @returns {Uint8Array} */
export function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** @param {Uint8Array} bytes @returns {string} base64 */
export function base64Of(bytes) {
  const parts = [];
  for (let from = 0; from < bytes.length; from += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 0x8000)));
  }
  return btoa(parts.join(''));
}

/** @param {string} text base64 of signed bytes @returns {Int8Array} */
export const marksOf = (text) => new Int8Array(bytesOf(text).buffer);

/** @param {Int8Array} marks */
export const marksText = (marks) => base64Of(new Uint8Array(marks.buffer, marks.byteOffset, marks.length));

/** @param {string} text base64 of float32, little endian @returns {Float32Array} */
export function floatsOf(text) {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

/** A text with a capital letter and a full stop. @param {string} text */
const sentenceOf = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Something that went wrong, in the words of the engine or about the connection. */
export class EngineError extends Error {
  /** @param {{type: string, message: string, cell?: number, cells?: number[], mine_count?: boolean, formats?: string[]}} error */
  constructor(error) {
    super(sentenceOf(error.message));
    this.name = 'EngineError';
    this.type = error.type;
    this.cells = error.cells ?? (error.cell === undefined ? [] : [error.cell]);
    this.mineCount = Boolean(error.mine_count);
    this.formats = error.formats ?? []; // in each of which a text means something else
    this.details = error;
  }
}

/** The error for an engine that cannot be reached. @param {string} [message] */
export const offline = (message = 'The engine is not answering right now.') => new EngineError({ type: 'offline', message });
