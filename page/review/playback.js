/** Plays a recording at its own speed, or some times as fast, with the player's pointer over the board. */

import { pointOf } from '../board/spots.js';
import { element, show } from '../ui/dom.js';
import { svg } from '../ui/svg.js';

const ARROW = 'M4 2l14 12h-7l4 8l-3 1.5l-4-8l-4 5z';
const MOUSE = 'M1 8a7 7 0 0 1 14 0v6a7 7 0 0 1-14 0z';
/** The buttons of a mouse, by the letters that `Course.down` has. */
const BUTTONS = { l: 'M1 9V8a7 7 0 0 1 5-6.7V9z', m: 'M6.5 3h3v6h-3z', r: 'M10 9V1.3A7 7 0 0 1 15 8v1z' };

/** Shows the moves of a recording at their times. */
export class Playback {
  /**
   * @param {{step: () => number, go: (step: number) => void, tick: (time: number) => void, onChange: (playing: boolean) => void}} show
   *   `tick` is called before every frame with the time in the recording
   */
  constructor(show) {
    this.show = show;
    this.speed = 1;
    /** @type {import('./course.js').Course|null} */
    this.course = null;
    this.frame = 0;
    /** The time in the recording, and when it was that time. */
    this.time = 0;
    this.last = 0;
  }

  get playing() {
    return this.frame !== 0;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Plays on from its time. After the end it begins again. */
  play() {
    const { course } = this;
    if (!course || this.playing) return;
    if (this.show.step() >= course.length) {
      this.show.go(0);
      this.time = course.startOf(0);
    }
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.#next(now));
    this.show.onChange(true);
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.show.onChange(false);
  }

  /** @param {number} now */
  #next(now) {
    const { course, show } = this;
    if (!course) return;
    this.time = Math.min(this.time + Math.max(now - this.last, 0) * this.speed, course.timeOf(course.length));
    this.last = now;
    const before = show.step();
    let step = before;
    while (step < course.length && course.times[step] <= this.time) step++;
    if (step !== before) show.go(step);
    show.tick(this.time);
    if (step < course.length) this.frame = requestAnimationFrame((later) => this.#next(later));
    else this.pause();
  }
}

/** The player's pointer over the board, and the way that it came. */
export class Pointer {
  /** @param {import('../board/view.js').BoardView} board @param {string} [kind] of whose pointer it is */
  constructor(board, kind = '') {
    this.board = board;
    /** @type {[string, SVGPathElement][]} */
    this.buttons = Object.entries(BUTTONS).map(([name, d]) => [name, svg('path', { d, class: 'button-of-mouse' })]);
    this.mouse = svg('svg', { class: 'review-mouse', viewBox: '0 0 16 22' }, svg('path', { d: MOUSE }), ...this.buttons.map(([, path]) => path));
    this.mouse.style.visibility = 'hidden';
    this.line = svg('path');
    this.way = svg('svg', { class: `review-way ${kind}`, 'aria-hidden': 'true' }, this.line);
    this.root = element('div', { className: `review-pointer ${kind}`, ariaHidden: 'true', hidden: true }, svg('svg', { viewBox: '0 0 24 24' }, svg('path', { d: ARROW })), this.mouse);
    board.extent.append(this.way, this.root);
  }

  /** Draws a way, and puts the tip at its end. @param {import('../board/spots.js').Point[]} spots places within cells, at least one */
  follow(spots) {
    const { shape } = this.board.scene;
    const points = spots.map((spot) => pointOf(shape, spot));
    const steps = points.map(({ x, y }, i) => `${i === 0 || leaps(points[i - 1], points[i], shape) ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`);
    this.way.setAttribute('viewBox', `0 0 ${shape.width} ${shape.height}`);
    this.line.setAttribute('d', steps.join(''));
    this.#move(points[points.length - 1]);
  }

  /** @param {{x: number, y: number}} point in widths of a cell */
  #move({ x, y }) {
    const css = this.board.tile / this.board.ratio;
    this.root.style.transform = `translate(${x * css}px, ${y * css}px)`;
    show(this.root, true);
  }

  /** Puts the tip in the middle of a cell. @param {number} cell */
  putOn(cell) {
    this.line.removeAttribute('d');
    const { shape } = this.board.scene;
    const { x, y } = shape.corner(cell);
    this.#move({ x: x + 0.5, y: y + shape.tileHeight / 2 });
  }

  /** Shows which buttons are down, beside the tip. @param {string} down letters of `l`, `m` and `r` */
  press(down) {
    this.mouse.style.visibility = down === '' ? 'hidden' : 'visible';
    for (const [name, path] of this.buttons) path.classList.toggle('down', down.includes(name));
  }

  hide() {
    this.press('');
    this.line.removeAttribute('d');
    show(this.root, false);
  }
}

/** Whether a way goes over the edge of a torus between two points. @param {import('../board/spots.js').Point} one @param {import('../board/spots.js').Point} other @param {import('../board/shape.js').Shape} shape */
const leaps = (one, other, shape) => shape.wraps && (2 * Math.abs(one.x - other.x) > shape.columns || 2 * Math.abs(one.y - other.y) > shape.rows);
