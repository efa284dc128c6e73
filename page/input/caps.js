/** Shows keys beside what they do. */

import { element } from '../ui/dom.js';
import { keyLabel, keysOf } from './bindings.js';

/** The first key of an action. @param {string} action @param {Record<string, string[]>} changes the keys that were changed, by action */
export const labelOf = (action, changes) => keyLabel(keysOf(action, changes)[0] ?? '');

/**
 * The key of an action, for its button.
 * @param {string} action @param {Record<string, string[]>} changes @returns {HTMLElement}
 */
export function keyCap(action, changes) {
  return element('kbd', { textContent: labelOf(action, changes), ariaHidden: 'true', dataset: { action } });
}

/** The key of an action, for the title of a button that has no room for it. @param {string} action @param {Record<string, string[]>} changes */
export const keyTitle = (action, changes) => `Key ${labelOf(action, changes) || 'none'}`;

/** Shows the new keys after a change. @param {HTMLElement} root @param {Record<string, string[]>} changes */
export function renewKeyCaps(root, changes) {
  for (const cap of root.querySelectorAll('kbd')) if (cap.dataset.action) cap.textContent = labelOf(cap.dataset.action, changes);
}
