/** Messages for screen readers, and the short notes at the foot of the page. */

import { element } from './dom.js';

const STAY = 5000; // milliseconds that a note is shown
const STAY_TO_ACT = 10000; // the same for a note with a button

const speech = element('div', { className: 'unseen', role: 'status', 'aria-live': 'polite' });
const notes = element('section', { className: 'notes', 'aria-label': 'Notes' });

/** Puts both in the page, or in an open dialog: nothing outside that is in front, or spoken. @param {HTMLElement} [place] */
export function mountAnnouncer(place = document.body) {
  place.append(notes, speech);
}

/** Says something to screen readers only. @param {string} text */
export function announce(text) {
  // Screen readers speak a text only when it changes, so a repeated one gets a space.
  speech.textContent = speech.textContent === text ? `${text}\u00a0` : text;
}

/** Takes the last words away. Who reads through another view would still find them there. */
export function hush() {
  speech.textContent = '';
}

/**
 * Shows a short note and speaks it. Returns the note.
 * @param {string} text @param {'plain'|'error'} [kind]
 * @param {{label: string, press: () => void}} [offer] a button in the note, which then goes away
 */
export function note(text, kind = 'plain', offer) {
  const press = () => {
    box.remove();
    offer?.press();
  };
  const act = offer && element('button', { type: 'button', className: 'button small', textContent: offer.label, on: { click: press } });
  const box = element('p', { className: `note ${kind}` }, element('span', { textContent: text }), act);
  notes.append(box);
  while (notes.childElementCount > 3) notes.firstElementChild?.remove();
  announce(offer ? `${text} ${offer.label}?` : text);
  setTimeout(() => box.remove(), offer ? STAY_TO_ACT : STAY);
  return box;
}

/** Shows an error to the player. @param {{type?: string, message?: string}|null|undefined} error */
export function complain(error) {
  if (error?.type === 'cancelled') return;
  note(error?.message ?? String(error), 'error');
}
