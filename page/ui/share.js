/** Links to places in the page, and bytes as part of them. */

import { note } from './announce.js';
import { element } from './dom.js';

/** The characters of an address that every browser takes. A longer link is not offered. */
export const LONGEST_LINK = 32000;

/** Copies the link to a place in this page. @param {string} place such as `analyse=s9x9x10.j81` */
export async function copyLink(place) {
  if (await copy(`${location.origin}${location.pathname}#${place}`)) note('Link copied.');
  else note('Your browser does not allow this page to copy the link.', 'error');
}

/**
 * Copies a text. Browsers open the clipboard only to pages that come over HTTPS or from this machine. Elsewhere the old
 * command copies the selection.
 * @param {string} text @returns {Promise<boolean>} whether it is copied
 */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const focus = /** @type {HTMLElement|null} */ (document.activeElement);
  const field = element('textarea', { className: 'unseen', value: text });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focus?.focus();
  return isCopied;
}

/** The last address that the page heard of. */
let lastHash = location.hash;
window.addEventListener('hashchange', () => (lastHash = location.hash));

/**
 * Writes what a view shows in the address. While another view is being loaded, the address is that view's and stays.
 * So does an address that has changed, but whose event has yet to come.
 * @param {string} view @param {string} place
 */
export function keepPlace(view, place) {
  if (location.hash !== lastHash || lastHash.slice(1).split('=')[0] !== view) return;
  history.replaceState(history.state, '', `#${place}`);
  lastHash = location.hash;
}

/** Bytes as base64 with the signs that addresses allow. @param {Uint8Array} bytes */
export function addressText(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes in such a text, or null if it is damaged. @param {string} text @returns {Uint8Array|null} */
export function bytesIn(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
const blobOf = (bytes) => new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]);

/** Bytes made smaller for an address. @param {Uint8Array} bytes @returns {Promise<string>} */
export async function pack(bytes) {
  const stream = blobOf(bytes).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return addressText(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/**
 * The inverse of `pack`. Null if the text is damaged, or holds more than a number of bytes.
 * @param {string} text @param {number} most
 * @returns {Promise<Uint8Array|null>}
 */
export async function unpack(text, most) {
  const bytes = bytesIn(text);
  if (!bytes) return null;
  const pieces = [];
  let size = 0;
  try {
    const reader = blobOf(bytes).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        return null;
      }
      pieces.push(piece.value);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
