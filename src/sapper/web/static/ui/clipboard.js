/** Texts for other programs. */

import { element } from './dom.js';

/**
 * Copies a text. Browsers give the clipboard itself to pages over HTTPS or on this machine only; elsewhere the old command
 * copies what is selected.
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
