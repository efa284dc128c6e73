/** How far down the player scrolled each page of the history. Going back returns there. A new page begins at its top. */

let entries = 0;

export class Places {
  constructor() {
    history.scrollRestoration = 'manual'; // the browser would try before the view is there
    /** How far each entry of the history was scrolled, in CSS pixels. @type {Map<string, number>} */
    this.offsets = new Map();
    this.entry = nameOfEntry();
    /** Whether the entry was not shown yet. */
    this.isNew = true;
  }

  /** Called when the address has changed, before what it leads to is shown. */
  change() {
    this.offsets.set(this.entry, window.scrollY);
    this.entry = nameOfEntry();
    this.isNew = true;
  }

  /** Goes to where this entry of the history was left, unless it is shown already. */
  show() {
    if (!this.isNew) return;
    this.isNew = false;
    window.scrollTo(0, this.offsets.get(this.entry) ?? 0);
  }
}

/** The name of the current entry. It stands in the state of the entry, which the browser brings back with it. */
function nameOfEntry() {
  const name = history.state?.entry ?? `${Date.now()}.${(entries += 1)}`;
  if (!history.state?.entry) history.replaceState({ entry: name }, '');
  return name;
}
