/** The list of keys: a click on one waits for the key that takes its place. */

import { BINDINGS, bindingOf, keyLabel, keyName, keysOf } from '../input/bindings.js';
import { note } from '../ui/announce.js';
import { element } from '../ui/dom.js';

/** @param {import('./store.js').Store} store */
export function keysList(store) {
  const body = element('ul', { className: 'keys' });
  const draw = () => body.replaceChildren(...BINDINGS.map(row));

  function row({ action, label }) {
    const keys = keysOf(action, store.values.keys);
    const change = element('button', { type: 'button', className: 'button small key-button', 'aria-label': `${label}: ${keys.map(keyLabel).join(', ') || 'no key'}. Change`, on: { click: () => wait(change, action, label) } }, ...keys.map((key) => element('kbd', { textContent: keyLabel(key) })), keys.length ? '' : 'none');
    return element('li', {}, element('span', { textContent: label }), change);
  }

  function wait(change, action, label) {
    change.textContent = 'Press a key …';
    const hear = (event) => {
      const key = keyName(event);
      if (['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      stop();
      if (key && key !== 'Escape') rebind(action, label, key);
      draw();
    };
    const stop = () => {
      document.removeEventListener('keydown', hear, true);
      change.removeEventListener('blur', leave);
    };
    const leave = () => {
      stop();
      draw();
    };
    document.addEventListener('keydown', hear, true);
    change.addEventListener('blur', leave);
  }

  function rebind(action, label, key) {
    const keys = { ...store.values.keys };
    const owner = bindingOf(key, keys);
    if (owner && owner.action !== action) {
      keys[owner.action] = keysOf(owner.action, keys).filter((one) => one !== key);
      note(`${keyLabel(key)} now means “${label}”; it was “${owner.label}”.`);
    }
    keys[action] = [key];
    store.set({ keys });
  }

  draw();
  store.addEventListener('change', draw);
  return body;
}
