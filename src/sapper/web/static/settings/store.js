/**
 * The settings: kept in the browser, so that the page looks right at once, and by the server, so that they last. All
 * tabs of the browser share what it keeps, with a note of whether the server has it; what the server has not got is
 * sent when it is there again, whichever page is open then.
 */

import { PALETTES } from '../board/palettes.js';

const PLACE = 'sapper-settings';
const UNSENT = 'sapper-settings-unsent';
const WAIT = 600; // milliseconds until a change goes to the server
const RENAMED = { clear: 'colour-blind' }; // themes that had another name when they were saved

/**
 * @typedef {object} Settings
 * @property {'system'|'classic'|'modern'|'dark'|'colour-blind'} theme
 * @property {boolean} clickChords a click on a number opens around it
 * @property {boolean} questionMarks
 * @property {boolean} autoFlags the assistant flags certain mines
 * @property {boolean} riskNumbers the overlay writes numbers
 * @property {boolean} tooltips figures of a cell under the pointer while probabilities are shown
 * @property {{board: string, cell: number}|null} zoom the width of a cell, chosen on boards of one size
 * @property {number} speed of autoplay, moves a second
 * @property {string|null} strategy
 * @property {object} game what a new game is like
 * @property {Record<string, string[]>} keys bindings that were changed
 */

/** @type {Settings} */
export const USUAL = {
  theme: 'system',
  clickChords: true,
  questionMarks: false,
  autoFlags: true,
  riskNumbers: true,
  tooltips: true,
  zoom: null,
  speed: 6,
  strategy: null,
  game: { level: 'beginner', topology: 'square', rows: 16, columns: 30, mines: 99, first_click: 'opening', variant: 'normal' },
  keys: {},
};

export class Store extends EventTarget {
  constructor() {
    super();
    /** @type {Settings} */
    this.values = complete(stored());
    /** @type {import('../engine.js').Engine|null} */
    this.engine = null;
    this.timer = 0;
    window.addEventListener('storage', ({ key }) => key === PLACE && this.#take(stored()));
  }

  /** Takes over what the server kept, unless it misses something. @param {import('../engine.js').Engine} engine @param {object} kept */
  join(engine, kept) {
    this.engine = engine;
    engine.addEventListener('hello', () => this.#send());
    if (localStorage.getItem(UNSENT)) this.#send();
    else if (Object.keys(kept).length) {
      localStorage.setItem(PLACE, JSON.stringify(kept));
      this.#take(kept);
    }
  }

  /** @param {Partial<Settings>} changes */
  set(changes) {
    const kept = { ...stored(), ...changes }; // another tab may have changed others a moment ago
    localStorage.setItem(UNSENT, 'yes');
    localStorage.setItem(PLACE, JSON.stringify(kept));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), WAIT);
    this.#take(kept);
  }

  /** The theme that is shown: "system" follows the system. */
  get theme() {
    if (this.values.theme !== 'system') return this.values.theme;
    return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'modern';
  }

  #take(values) {
    this.values = complete(values);
    this.dispatchEvent(new Event('change'));
  }

  async #send() {
    if (!this.engine || !localStorage.getItem(UNSENT)) return;
    const sent = localStorage.getItem(PLACE);
    try {
      await this.engine.saveSettings(stored());
      if (localStorage.getItem(PLACE) === sent) localStorage.removeItem(UNSENT);
    } catch {
      // With the next hello.
    }
  }
}

/** All settings: what was saved, the rest as usual. @param {any} values @returns {Settings} */
function complete(values) {
  const theme = RENAMED[values.theme] ?? values.theme;
  return { ...USUAL, ...values, theme: Object.hasOwn(PALETTES, theme) ? theme : USUAL.theme };
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}');
  } catch {
    return {};
  }
}
