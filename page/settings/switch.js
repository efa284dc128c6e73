/** A switch for a setting. It follows the setting when that changes elsewhere. */

import { toggle } from '../ui/controls.js';

/**
 * @param {import('./store.js').SettingsStore} store
 * @param {keyof import('./store.js').Settings} setting a setting that is on or off
 * @param {string} label
 */
export function settingSwitch(store, setting, label) {
  const { root, input } = toggle(label, Boolean(store.values[setting]), (on) => store.set({ [setting]: on }));
  store.on('change', () => (input.checked = Boolean(store.values[setting])));
  return root;
}
