/**
 * The settings. The browser keeps them so that the page looks right at once, and the engine keeps them so that they last.
 * All tabs of a browser share one copy, with a note if the engine does not have it yet. Such a copy is sent when the
 * server is back, by whichever tab is open then.
 */

import { PALETTES } from '../board/palettes.js';
import { Emitter } from '../emitter.js';
import { allTabs } from '../ui/text_storage.js';

const PLACE = 'sapper-settings';
const UNSENT = 'sapper-settings-unsent';
const WAIT = 600; // milliseconds before a change is sent to the engine

/**
 * The board and rules of a new game.
 * @typedef {object} GameChoice
 * @property {string} level "custom" for any other size
 * @property {string} topology
 * @property {number} rows those of a custom size, as the next two
 * @property {number} columns
 * @property {number} mines
 * @property {string} first_click
 * @property {string} guessing
 * @property {string} [win]
 * @property {string} [on_mine]
 * @property {{method: string, mine_count: boolean}} [fair] how to make a board that needs no guess
 * @property {string} [seed]
 */
/**
 * @typedef {object} Settings
 * @property {'system'|'classic'|'modern'|'dark'|'colour-blind'} theme
 * @property {boolean} clickChords a click on a number opens the cells around it
 * @property {boolean} openOnRelease a drag opens the cell where the button comes up, and does not cancel the click
 * @property {boolean} swapButtons the left mouse button flags and the right one opens
 * @property {boolean} tapFlags a tap flags and a long press opens
 * @property {number} longPress milliseconds
 * @property {boolean} questionMarks
 * @property {boolean} autoFlags the assistant flags certain mines
 * @property {boolean} moveOne Move opens one cell at a time
 * @property {boolean} lab the part of the panel with probabilities and autoplay is open
 * @property {boolean} riskNumbers the overlay writes numbers
 * @property {boolean} tooltips shows the figures of the cell under the pointer while probabilities are shown
 * @property {boolean} liveFigures 3BV per second and efficiency beside the clock
 * @property {boolean} hundredths the clock shows hundredths of a second
 * @property {boolean} rulers the numbers of rows and columns at the edges of boards
 * @property {boolean} sounds
 * @property {boolean} animation
 * @property {boolean} welcomed the line for newcomers was read
 * @property {Record<string, number[]>} lessons the numbers of the boards that were solved, by lesson
 * @property {string[]} puzzles those from the player's own games that were solved
 * @property {import('../learn/repetition.js').DueItem[]} missed what was missed in Learn, and when it comes again
 * @property {number|null} training the best time of a round against the clock, in milliseconds
 * @property {{board: string, cell: number|'whole'}|null} zoom the size of cells that was chosen for boards of one size
 * @property {number} speed of autoplay, in moves a second
 * @property {string|null} strategy
 * @property {GameChoice} game the board and rules of a new game
 * @property {Record<string, string[]>} keys the bindings that were changed
 */

/** @type {Settings} */
export const USUAL = {
  theme: 'system',
  clickChords: true,
  openOnRelease: false,
  swapButtons: false,
  tapFlags: false,
  longPress: 380,
  questionMarks: false,
  autoFlags: true,
  moveOne: false,
  lab: false,
  riskNumbers: true,
  tooltips: true,
  liveFigures: false,
  hundredths: false,
  rulers: false,
  sounds: false,
  animation: false,
  welcomed: false,
  lessons: {},
  puzzles: [],
  missed: [],
  training: null,
  zoom: null,
  speed: 6,
  strategy: null,
  game: { level: 'beginner', topology: 'square', rows: 16, columns: 30, mines: 99, first_click: 'opening', guessing: 'free' },
  keys: {},
};

/** @extends {Emitter<{change: null}>} */
export class SettingsStore extends Emitter {
  constructor() {
    super();
    /** @type {Settings} */
    this.values = complete(settingsInBrowser());
    /** @type {import('../engine_client.js').EngineClient|null} */
    this.engine = null;
    this.timer = 0;
    window.addEventListener('storage', ({ key }) => key === PLACE && this.#take(settingsInBrowser()));
  }

  /** Takes over the settings that the engine kept, unless the browser has newer ones. @param {import('../engine_client.js').EngineClient} engine @param {Partial<Settings>} settings */
  join(engine, settings) {
    this.engine = engine;
    engine.on('hello', () => this.#send());
    if (allTabs.get(UNSENT)) this.#send();
    else if (Object.keys(settings).length) {
      allTabs.set(PLACE, JSON.stringify(settings));
      this.#take(settings);
    }
  }

  /** @param {Partial<Settings>} changes */
  set(changes) {
    const settings = { ...settingsInBrowser(), ...changes }; // another tab may have changed other settings a moment ago
    allTabs.set(UNSENT, 'yes');
    allTabs.set(PLACE, JSON.stringify(settings));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), WAIT);
    this.#take(settings);
  }

  /** The theme on the page. "system" follows the operating system. */
  get theme() {
    if (this.values.theme !== 'system') return this.values.theme;
    return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'modern';
  }

  /** What boards look like. */
  get look() {
    return { theme: this.theme, rulers: this.values.rulers };
  }

  /** @param {Partial<Settings>} values */
  #take(values) {
    this.values = complete(values);
    this.emit('change', null);
  }

  async #send() {
    if (!this.engine || !allTabs.get(UNSENT)) return;
    const text = allTabs.get(PLACE);
    try {
      await this.engine.saveSettings(settingsInBrowser());
      if (allTabs.get(PLACE) === text) allTabs.remove(UNSENT);
    } catch {
      // The next hello tries again.
    }
  }
}

/** All settings: what was saved, the rest as usual. @param {Partial<Settings>} values @returns {Settings} */
function complete(values) {
  const { theme = USUAL.theme } = values;
  return { ...USUAL, ...values, theme: Object.hasOwn(PALETTES, theme) ? theme : USUAL.theme };
}

/** @returns {Partial<Settings>} */
function settingsInBrowser() {
  try {
    return JSON.parse(allTabs.get(PLACE) ?? '{}');
  } catch {
    return {};
  }
}
