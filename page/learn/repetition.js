/** What was missed comes again: soon at first, and later each time that it was right. The settings keep it. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long it takes to come again, by how often in a row it was right. After the last time it was learnt. */
const WAITS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
const MOST = 60; // in the list; a new one replaces the oldest

/**
 * Something that was missed: its name, how often in a row it was right since, and when it is due, in milliseconds.
 * @typedef {[name: string, right: number, due: number]} DueItem
 */

export class Repetition {
  /** @param {import('../settings/store.js').SettingsStore} store */
  constructor(store) {
    this.store = store;
  }

  /** All that comes again. @returns {DueItem[]} */
  get all() {
    return this.store.values.missed;
  }

  /** The names of what is due, that which waits longest first. */
  get due() {
    const now = Date.now();
    return this.all.filter(([, , due]) => due <= now).sort(([, , one], [, , other]) => one - other).map(([name]) => name);
  }

  /** When something is due next; null if nothing comes again. */
  get next() {
    return this.all.length ? Math.min(...this.all.map(([, , due]) => due)) : null;
  }

  /** Begins again with what was missed. @param {string} name */
  missed(name) {
    this.#put(name, 0);
  }

  /** Lets something that was right come later. @param {string} name */
  right(name) {
    const before = this.all.find(([each]) => each === name);
    if (before) this.#put(name, before[1] + 1);
  }

  /** @param {string} name @param {number} right */
  #put(name, right) {
    const others = this.all.filter(([each]) => each !== name);
    const its = right < WAITS.length ? [/** @type {DueItem} */ ([name, right, Date.now() + WAITS[right]])] : [];
    this.store.set({ missed: [...others, ...its].slice(-MOST) });
  }
}
