/** Turns keys into actions for the view that is shown. */

import { takesText } from '../ui/dom.js';
import { bindingOf, keyName } from './bindings.js';

/** Keys that belong to a focused control first. */
const OF_CONTROLS = new Set(['Space', 'Enter', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/**
 * Calls `act` for every key that has an action.
 * @param {object} options
 * @param {HTMLElement} options.board
 * @param {() => boolean} options.active whether the view is shown
 * @param {() => Record<string, string[]>} options.ownBindings the bindings that are not the usual ones
 * @param {(action: string, shift: boolean) => boolean} options.act whether the action was taken
 */
export function listenToKeys({ board, active, ownBindings, act }) {
  document.addEventListener('keydown', (event) => {
    if (!active() || takesText(event.target) || document.querySelector('dialog[open]')) return;
    const key = keyName(event);
    const binding = key && bindingOf(key, ownBindings());
    if (!binding) return;
    const { activeElement } = document;
    const hasFocus = activeElement === board || activeElement === document.body;
    if (!hasFocus && (binding.onBoard || OF_CONTROLS.has(key))) return;
    if (event.repeat && !binding.onBoard) return;
    if (act(binding.action, event.shiftKey)) event.preventDefault();
  });
}
