/** Messages for screen readers, and the short notes at the foot of the page. */

import { element } from './dom.js';

const STAY = 5000; // milliseconds that a note is shown

const spoken = element('div', { className: 'unseen', role: 'status', 'aria-live': 'polite' });
const notes = element('div', { className: 'notes' });

/** Adds both to the page. Call it once. */
export function mountAnnouncer() {
  document.body.append(notes, spoken);
}

/** Says something to screen readers only. @param {string} text */
export function announce(text) {
  // Screen readers speak a text only when it changes, so a repeated one gets a space.
  spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a short note and speaks it. @param {string} text @param {'plain'|'error'} [kind] */
export function note(text, kind = 'plain') {
  const shown = element('p', { className: `note ${kind}`, textContent: text });
  notes.append(shown);
  while (notes.childElementCount > 3) notes.firstElementChild.remove();
  announce(text);
  setTimeout(() => shown.remove(), STAY);
}

/** Tells the player about an error. @param {any} error */
export function complain(error) {
  if (error?.type === 'cancelled') return;
  note(error?.message ?? String(error), 'error');
}
