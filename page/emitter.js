/** What emits events, each with a detail, to those that listen. */

/** @template {object} Details the detail of each event by its name; null for events without one */
export class Emitter extends EventTarget {
  /** @template {keyof Details & string} Kind @param {Kind} kind @param {Details[Kind]} detail */
  emit(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * Calls a function with the detail of every such event.
   * @template {keyof Details & string} Kind
   * @param {Kind} kind @param {(detail: Details[Kind]) => unknown} listen @param {AddEventListenerOptions} [options]
   */
  on(kind, listen, options) {
    const listener = (/** @type {Event} */ event) => listen(/** @type {CustomEvent<Details[Kind]>} */ (event).detail);
    this.addEventListener(kind, listener, options);
  }
}
