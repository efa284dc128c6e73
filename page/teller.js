/** What tells its listeners of events, each with a detail. */

/** @template {object} Details the detail of each event by its name; null for events without one */
export class Teller extends EventTarget {
  /** @template {keyof Details & string} Kind @param {Kind} kind @param {Details[Kind]} detail */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * Calls a function with the detail of every such event.
   * @template {keyof Details & string} Kind
   * @param {Kind} kind @param {(detail: Details[Kind]) => unknown} hear @param {AddEventListenerOptions} [options]
   */
  when(kind, hear, options) {
    const listener = (/** @type {Event} */ event) => hear(/** @type {CustomEvent<Details[Kind]>} */ (event).detail);
    this.addEventListener(kind, listener, options);
  }
}
