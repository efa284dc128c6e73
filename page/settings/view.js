/** The settings: theme, play and keys. */

import { Atlas } from '../board/tiles.js';
import { FLAG, HIDDEN, MINE } from '../board/marks.js';
import { PALETTES } from '../board/palettes.js';
import { SQUARE } from '../board/shapes.js';
import { button, card, choiceButtons, pageHead, slider } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { keysList } from './keys_list.js';
import { settingSwitch } from './switch.js';

/** @typedef {[name: import('./store.js').Settings['theme'], label: string, palettes: string[]]} Theme */

/** @type {Theme[]} */
const THEMES = [
  ['system', 'Same as system', ['modern', 'dark']],
  ...Object.entries(PALETTES).map(([name, { title }]) => /** @type {Theme} */ ([name, title, [name]])),
];

/** What browsers withhold from pages that come over plain HTTP from another machine. */
const PLAIN = 'It came over plain HTTP. So the browser does not keep it for times without a network, and may delete the games when it needs room.';

const SAMPLE = [
  [1, 2, HIDDEN],
  [2, FLAG, 3],
  [HIDDEN, 4, MINE],
];

export class SettingsView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.store = app.store;
    this.themes = element('div', { className: 'themes', role: 'radiogroup', 'aria-label': 'Theme' }, ...THEMES.map((theme) => this.#theme(theme)));
    this.root = element(
      'div',
      { className: 'view page settings' },
      pageHead('Settings'),
      card('Theme', this.themes),
      card(
        'Mouse and touch',
        this.#switch('clickChords', 'Click a number to open the cells around it', 'This works when the number has all its flags.'),
        this.#switch('openOnRelease', 'Open the cell where you let go of the button', 'If this is off, dragging off a cell cancels the click.'),
        this.#switch('swapButtons', 'Swap the mouse buttons', 'The left button then flags, and the right one opens.'),
        this.#switch('tapFlags', 'A tap flags, a long press opens', 'For fingers. The switch below the board does the same.'),
        this.#longPress(),
      ),
      card(
        'Play',
        this.#switch('questionMarks', 'Question marks', 'A cell then goes from hidden to flag to question mark. This applies to new games.'),
        this.#switch('liveFigures', 'Speed and efficiency beside the clock', '3BV per second, and 3BV per click, for what is open so far.'),
        this.#switch('hundredths', 'Hundredths of a second on the clock'),
        this.#switch('rulers', 'Row and column numbers', 'They stand at the left and the bottom edge of boards. Hints and reviews name cells by them.'),
        this.#switch('sounds', 'Sounds'),
        this.#switch('animation', 'Animation', 'Openings spread over the board, unless your system asks for less motion.'),
      ),
      card(
        'Assistant',
        this.#switch('tooltips', 'Show the figures of the cell under the pointer or cursor', 'Only while probabilities are shown.'),
        this.#switch('riskNumbers', 'Probabilities as numbers', 'If this is off, colours alone show them.'),
        this.#switch('autoFlags', 'The assistant flags certain mines'),
        this.#moves(),
      ),
      card(
        'Keys',
        element('p', { className: 'hint', textContent: 'Click a key, then press the new one. Escape keeps the old one.' }),
        keysList(this.store),
        button('Reset all keys', () => this.store.set({ keys: {} })),
      ),
      card('About', element('p', { textContent: 'This page runs in your browser alone, and keeps your games there.' }), app.engine.hello?.remote ? '' : element('p', {}, element('a', { href: 'docs/index.html', textContent: 'The documentation' }), ' tells what else Sapper does on your own machine.'), window.isSecureContext ? '' : element('p', { textContent: PLAIN })),
    );
  }

  enter() {}

  leave() {}

  /** @param {Theme} theme */
  #theme([name, label, palettes]) {
    const input = element('input', { type: 'radio', name: 'theme', value: name, checked: this.store.values.theme === name, on: { change: () => this.store.set({ theme: name }) } });
    this.store.on('change', () => (input.checked = this.store.values.theme === name));
    const pictures = palettes.map((palette) => sample(palette, palettes.length));
    return element('label', { className: 'theme-card' }, input, element('span', { className: 'theme-pictures' }, ...pictures), element('span', { className: 'label', textContent: label }));
  }

  #moves() {
    const { store } = this;
    const choice = () => (store.values.moveOne ? 'one' : 'all');
    const ways = [['all', 'All at once'], ['one', 'One at a time']];
    const control = choiceButtons('Move opens', ways, choice(), (way) => store.set({ moveOne: way === 'one' }));
    store.on('change', () => control.choose(choice()));
    return element(
      'div',
      { className: 'setting' },
      element('div', { className: 'choice' }, element('span', { className: 'label', textContent: 'Move opens' }), control.root),
      element('p', { className: 'hint', textContent: 'Shift with Move does the other.' }),
    );
  }

  #longPress() {
    const inWords = (/** @type {number} */ milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
    return slider('Long press', { min: 200, max: 1000, step: 20, value: this.store.values.longPress }, inWords, (longPress) => this.store.set({ longPress })).root;
  }

  /** @param {keyof import('./store.js').Settings} setting @param {string} label @param {string} [hint] */
  #switch(setting, label, hint) {
    return element('div', { className: 'setting' }, settingSwitch(this.store, setting, label), hint && element('p', { className: 'hint', textContent: hint }));
  }
}

/** A piece of a board in a theme. Two pieces share one picture, half each. @param {string} palette @param {number} parts */
function sample(palette, parts) {
  const ratio = window.devicePixelRatio || 1;
  const size = Math.round(32 * ratio);
  const atlas = new Atlas(palette, SQUARE, size);
  const canvas = element('canvas', { width: size * 3, height: size * 3, className: parts > 1 ? 'sample half' : 'sample', ariaHidden: 'true' });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  SAMPLE.forEach((row, y) => row.forEach((mark, x) => context.drawImage(atlas.tile(mark), x * size, y * size)));
  return canvas;
}
