/** Numbers in seven segments, like those on an old digital clock. */

import { svg } from './svg.js';

/** Segments a to g: clockwise from the top, then the middle. The digit is 12 wide and 22 high. */
const SHAPES = [
  '2,1 10,1 8,3 4,3',
  '11,2 11,10.5 9,9 9,4',
  '11,11.5 11,20 9,18 9,13',
  '4,19 8,19 10,21 2,21',
  '1,11.5 3,13 3,18 1,20',
  '1,2 3,4 3,9 1,10.5',
  '3,10 9,10 10.5,11 9,12 3,12 1.5,11',
];

/** @type {Record<string, string>} */
const LIT = {
  0: 'abcdef', 1: 'bc', 2: 'abged', 3: 'abgcd', 4: 'fgbc', 5: 'afgcd', 6: 'afgcde', 7: 'abc', 8: 'abcdefg', 9: 'abfgcd',
  '-': 'g', ' ': '',
};

export class Segments {
  /** @param {string} label what is counted @param {number} [digits] the least number of digits */
  constructor(label, digits = 3) {
    this.label = label;
    this.least = digits;
    this.root = svg('svg', { class: 'segments', role: 'img' });
    /** @type {SVGPolygonElement[][]} */
    this.digits = [];
    /** What it shows. @type {string|undefined} */
    this.text = undefined;
    this.value = 0;
  }

  /** @param {number} value a whole number */
  set value(value) {
    const text = value < 0 ? `-${String(-value).padStart(this.least - 1, '0')}` : String(value).padStart(this.least, '0');
    if (text === this.text) return;
    this.text = text;
    this.root.setAttribute('aria-label', `${this.label}: ${value}`);
    if (this.digits.length !== text.length) this.#build(text.length);
    [...text].forEach((sign, place) => {
      const lit = LIT[sign];
      this.digits[place].forEach((segment, i) => segment.classList.toggle('lit', lit.includes('abcdefg'[i])));
    });
  }

  /** @param {number} count */
  #build(count) {
    this.root.setAttribute('viewBox', `0 0 ${count * 14} 22`);
    this.root.style.setProperty('--digits', String(count));
    this.digits = Array.from({ length: count }, () => SHAPES.map((points) => svg('polygon', { points })));
    const groups = this.digits.map((parts, i) => svg('g', { transform: `translate(${i * 14 + 1.5} 0) skewX(-4)` }, ...parts));
    this.root.replaceChildren(...groups);
  }
}
