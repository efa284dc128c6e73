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

const DIGIT_WIDTH = 14;
const POINT_WIDTH = 5;
const POINT = '0.5,18.5 3,18.5 3,21 0.5,21';

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
    /** @type {string|undefined} */
    this.text = undefined;
    this.value = 0;
  }

  /** @param {number} value a whole number */
  set value(value) {
    this.show(value < 0 ? `-${String(-value).padStart(this.least - 1, '0')}` : String(value).padStart(this.least, '0'), value);
  }

  /** @param {string} text digits, a minus, and a point @param {number} value what is read out */
  show(text, value) {
    if (text === this.text) return;
    const [places, before] = [text, this.text ?? ''].map((one) => one.replace(/[^.]/g, '0'));
    this.text = text;
    this.root.setAttribute('aria-label', `${this.label}: ${value}`);
    if (places !== before) this.#build(places);
    [...text.replace('.', '')].forEach((sign, place) => {
      const lit = LIT[sign];
      this.digits[place].forEach((segment, i) => segment.classList.toggle('lit', lit.includes('abcdefg'[i])));
    });
  }

  /** @param {string} places digits, and perhaps a point */
  #build(places) {
    let width = 0;
    this.digits = [];
    const groups = [...places].map((place) => {
      const transform = `translate(${width + 1.5} 0) skewX(-4)`;
      width += place === '.' ? POINT_WIDTH : DIGIT_WIDTH;
      if (place === '.') return svg('g', { transform }, svg('polygon', { points: POINT, class: 'lit' }));
      const parts = SHAPES.map((points) => svg('polygon', { points }));
      this.digits.push(parts);
      return svg('g', { transform }, ...parts);
    });
    this.root.setAttribute('viewBox', `0 0 ${width} 22`);
    this.root.style.setProperty('--digits', String(width / DIGIT_WIDTH));
    this.root.replaceChildren(...groups);
  }
}
