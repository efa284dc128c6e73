/** The list of keys. After a click on an entry, the next key pressed replaces the old one. */

import { BINDINGS, bindingOf, keyLabel, keyName, keysOf } from '../input/bindings.js';
import { note } from '../ui/announce.js';
import { element } from '../ui/dom.js';

/** @param {import('./store.js').SettingsStore} store */
export function keysList(store) {
  const body = element('ul', { className: 'keys' });
  const draw = () => body.replaceChildren(...BINDINGS.map(row));

  /** @param {import('../input/bindings.js').Binding} binding */
  function row({ action, label }) {
    const keys = keysOf(action, store.values.keys);
    const caps = keys.flatMap((key) => [' ', element('kbd', { textContent: keyLabel(key) })]); // the space keeps the words of the label apart
    const name = `${label}: ${keys.map(keyLabel).join(' ') || 'none'}. Change`;
    const change = element('button', { type: 'button', className: 'button small key-button', 'aria-label': name, on: { click: () => void wait(change, action, label) } }, ...(keys.length ? caps : ['none']));
    return element('li', {}, element('span', { textContent: label }), change);
  }

  /** @param {HTMLElement} change @param {string} action @param {string} label */
  function wait(change, action, label) {
    change.textContent = 'Press a key…';
    change.setAttribute('aria-label', `${label}: ${change.textContent}`);
    const hear = (/** @type {KeyboardEvent} */ event) => {
      if (event.isComposing) return; // the key belongs to a letter that is not done
      const key = keyName(event);
      if (['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      stop();
      if (!key) note('A key cannot be chosen together with Ctrl, Alt or Meta.', 'error');
      else if (key !== 'Escape') rebind(action, label, key);
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

  /** @param {string} action @param {string} label @param {string} key */
  function rebind(action, label, key) {
    const keys = { ...store.values.keys };
    const owner = bindingOf(key, keys);
    if (owner && owner.action !== action) {
      keys[owner.action] = keysOf(owner.action, keys).filter((one) => one !== key);
      note(`${keyLabel(key)} now means “${label}”. It used to mean “${owner.label}”.`);
    }
    keys[action] = [key];
    store.set({ keys });
  }

  draw();
  store.on('change', draw);
  return body;
}
