/** The settings: kept in the browser, so that the page looks right at once, and by the server, so that they last. */

const PLACE = 'sapper-settings';
const WAIT = 600; // milliseconds until a change goes to the server

/**
 * @typedef {object} Settings
 * @property {'system'|'classic'|'modern'|'dark'|'clear'} theme
 * @property {boolean} clickChords a click on a number opens around it
 * @property {boolean} questionMarks
 * @property {boolean} autoFlags the assistant flags certain mines
 * @property {boolean} riskNumbers the overlay writes numbers
 * @property {boolean} tooltips figures of a cell under the pointer while probabilities are shown
 * @property {number|null} zoom
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
    this.values = { ...USUAL, ...stored() };
    /** @type {import('../engine.js').Engine|null} */
    this.engine = null;
    this.timer = 0;
  }

  /** Takes over what the server kept. @param {import('../engine.js').Engine} engine @param {object} kept */
  join(engine, kept) {
    this.engine = engine;
    if (this.timer || !Object.keys(kept).length) return;
    this.values = { ...USUAL, ...kept };
    this.#changed();
  }

  /** @param {Partial<Settings>} changes */
  set(changes) {
    Object.assign(this.values, changes);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), WAIT);
    this.#changed();
  }

  /** The theme that is shown: "system" follows the system. */
  get theme() {
    if (this.values.theme !== 'system') return this.values.theme;
    return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'modern';
  }

  #changed() {
    localStorage.setItem(PLACE, JSON.stringify(this.values));
    this.dispatchEvent(new Event('change'));
  }

  #send() {
    this.timer = 0;
    this.engine?.saveSettings(this.values).catch(() => {});
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}');
  } catch {
    return {};
  }
}
