/** Short texts that the browser keeps for the page. What it does not take, the page keeps itself until it is closed. */

class TextStorage {
  /** @type {Map<string, string>} */
  #own = new Map();
  #storage;

  /** @param {() => Storage} storage throws an error if the browser blocks it */
  constructor(storage) {
    this.#storage = storage;
  }

  /** @param {string} name @returns {string|null} */
  get(name) {
    const own = this.#own.get(name);
    if (own !== undefined) return own;
    try {
      return this.#storage().getItem(name);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} text */
  set(name, text) {
    try {
      this.#storage().setItem(name, text);
      this.#own.delete(name);
    } catch {
      this.#own.set(name, text);
    }
  }

  /** @param {string} name */
  remove(name) {
    this.#own.delete(name);
    try {
      this.#storage().removeItem(name);
    } catch {
      // Then it was never there.
    }
  }
}

/** The texts of all tabs. */
export const allTabs = new TextStorage(() => window.localStorage);

/** The texts of this tab. They last through a reload. */
export const thisTab = new TextStorage(() => window.sessionStorage);

/** Asks the browser not to throw away what the page keeps when space runs out. Some browsers ask the player. */
export async function askToLast() {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not every browser can, and none does over plain HTTP.
  }
}
