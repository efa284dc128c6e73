/** Settings: how it looks, how it plays, which keys. */

import { Atlas } from '../board/atlas.js';
import { FLAG, HIDDEN, MINE } from '../board/marks.js';
import { PALETTES } from '../board/palettes.js';
import { SQUARE } from '../board/shapes.js';
import { button } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { keysList } from './keys_list.js';
import { settingSwitch } from './switch.js';

/** Name, label and the palettes that show it. @type {Array<[string, string, string[]]>} */
const THEMES = [
  ['system', 'As the system', ['modern', 'dark']],
  ...Object.entries(PALETTES).map(([name, { title }]) => /** @type {[string, string, string[]]} */ ([name, title, [name]])),
];

const SAMPLE = [
  [1, 2, HIDDEN],
  [2, FLAG, 3],
  [HIDDEN, 4, MINE],
];

export class SettingsView {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.store = app.store;
    this.themes = element('div', { className: 'themes', role: 'radiogroup', 'aria-label': 'Theme' }, ...THEMES.map((theme) => this.#theme(theme)));
    this.root = element(
      'div',
      { className: 'view page settings' },
      element('header', { className: 'page-head' }, element('h1', { textContent: 'Settings' })),
      card('Theme', this.themes),
      card(
        'Play',
        this.#switch('clickChords', 'A click on a number opens around it', 'When as many flags touch it as it says.'),
        this.#switch('questionMarks', 'Question marks', 'Flagging goes: hidden, flag, question mark. For new games.'),
        this.#switch('tooltips', 'Figures of the cell under the pointer or the cursor', 'While probabilities are shown.'),
        this.#switch('riskNumbers', 'Probabilities as numbers', 'Otherwise in colour only.'),
        this.#switch('autoFlags', 'The assistant flags certain mines'),
      ),
      card(
        'Keys',
        element('p', { className: 'hint', textContent: 'Click on a key, then press the one that takes its place; Escape keeps it.' }),
        keysList(this.store),
        button('The usual keys', () => this.store.set({ keys: {} })),
      ),
    );
  }

  enter() {}

  leave() {}

  #theme([name, label, palettes]) {
    const input = element('input', { type: 'radio', name: 'theme', value: name, checked: this.store.values.theme === name, on: { change: () => this.store.set({ theme: name }) } });
    this.store.addEventListener('change', () => (input.checked = this.store.values.theme === name));
    const pictures = palettes.map((palette) => sample(palette, palettes.length));
    return element('label', { className: 'theme-card' }, input, element('span', { className: 'theme-pictures' }, ...pictures), element('span', { className: 'label', textContent: label }));
  }

  #switch(setting, label, hint) {
    return element('div', { className: 'setting' }, settingSwitch(this.store, setting, label), hint && element('p', { className: 'hint', textContent: hint }));
  }
}

function card(title, ...children) {
  return element('section', { className: 'card' }, element('h2', { textContent: title }), ...children);
}

/** A piece of a board in a theme; the second of two shows the other half. */
function sample(palette, parts) {
  const ratio = window.devicePixelRatio || 1;
  const size = Math.round(32 * ratio);
  const atlas = new Atlas(palette, SQUARE, size);
  const canvas = element('canvas', { width: size * 3, height: size * 3, className: parts > 1 ? 'sample half' : 'sample', ariaHidden: 'true' });
  const context = canvas.getContext('2d');
  SAMPLE.forEach((row, y) => row.forEach((mark, x) => context.drawImage(atlas.tile(mark), x * size, y * size)));
  return canvas;
}
