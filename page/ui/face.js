/** The face above the board. It shows how the game is going, and a click on it starts a new game. */

import { element } from './dom.js';
import { svg } from './svg.js';

/** @typedef {'calm'|'tense'|'won'|'lost'} Mood */

const EYES = {
  calm: () => [svg('circle', { cx: 11.5, cy: 13, r: 1.9 }), svg('circle', { cx: 20.5, cy: 13, r: 1.9 })],
  tense: () => [svg('circle', { cx: 11.5, cy: 12.5, r: 2.5 }), svg('circle', { cx: 20.5, cy: 12.5, r: 2.5 })],
  won: () => [
    svg('path', { d: 'M5.5 11h21l-1 1.2a4.2 4.2 0 0 1-8.2 1.3h-2.6a4.2 4.2 0 0 1-8.2-1.3z' }),
  ],
  lost: () => [
    svg('path', { class: 'line', d: 'M9.5 11l4 4M13.5 11l-4 4M18.5 11l4 4M22.5 11l-4 4' }),
  ],
};

const MOUTHS = {
  calm: () => svg('path', { class: 'line', d: 'M10.5 19.5q5.5 5 11 0' }),
  tense: () => svg('circle', { cx: 16, cy: 21.5, r: 2.6 }),
  won: () => svg('path', { class: 'line', d: 'M9.5 19q6.5 7.5 13 0' }),
  lost: () => svg('path', { class: 'line', d: 'M10.5 23q5.5-5 11 0' }),
};

export class Face {
  /** @param {() => void} onPress */
  constructor(onPress) {
    this.drawing = svg('svg', { class: 'face-drawing', viewBox: '0 0 32 32', 'aria-hidden': 'true' });
    this.root = element('button', { className: 'face', type: 'button', title: 'New game', 'aria-label': 'New game', on: { click: onPress } });
    this.root.append(this.drawing);
    this.mood = 'calm';
  }

  /** @param {Mood} mood */
  set mood(mood) {
    if (mood === this.root.dataset.mood) return;
    this.root.dataset.mood = mood;
    this.drawing.replaceChildren(svg('circle', { class: 'skin', cx: 16, cy: 16, r: 13.5 }), ...EYES[mood](), MOUTHS[mood]());
  }
}
