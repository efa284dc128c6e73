/** Copies texts to the clipboard. */

import { element } from './dom.js';

/**
 * Copies a text. Browsers open the clipboard only to pages that come over HTTPS or from this machine. Elsewhere the old
 * command copies the selection.
 * @param {string} text @returns {Promise<boolean>} whether it is copied
 */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const focused = /** @type {HTMLElement|null} */ (document.activeElement);
  const field = element('textarea', { className: 'unseen', value: text });
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return copied;
}
