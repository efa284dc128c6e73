/** Shows keys beside what they do. */

import { element } from '../ui/dom.js';
import { keyLabel, keysOf } from './bindings.js';

/** The first key of an action. @param {string} action @param {Record<string, string[]>} changed the keys that were changed, by action */
export const labelOf = (action, changed) => keyLabel(keysOf(action, changed)[0] ?? '');

/**
 * The key of an action, for its button.
 * @param {string} action @param {Record<string, string[]>} changed @returns {HTMLElement}
 */
export function keyCap(action, changed) {
  return element('kbd', { textContent: labelOf(action, changed), ariaHidden: 'true', dataset: { action } });
}

/** The key of an action, for the title of a button that has no room for it. @param {string} action @param {Record<string, string[]>} changed */
export const keyTitle = (action, changed) => `Key ${labelOf(action, changed) || 'none'}`;

/** Shows the new keys after a change. @param {HTMLElement} root @param {Record<string, string[]>} changed */
export function renewKeyCaps(root, changed) {
  for (const cap of root.querySelectorAll('kbd')) if (cap.dataset.action) cap.textContent = labelOf(cap.dataset.action, changed);
}
