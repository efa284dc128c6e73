/**
 * A whole board in miniature, with a frame around the part in view. A press goes to a place, and a drag moves the frame. It
 * is the small map of a board that scrolls, and the overview that lies over a board.
 */

import { element, show } from '../ui/dom.js';

/** @typedef {import('./view.js').BoardView} BoardView */
/** @typedef {import('./picture.js').Picture} Picture */

const THIN = 14; // CSS pixels; the sides of a map are at least as long
const LEAST_FRAME = 8; // CSS pixels, as in the style sheet

export class BoardMap {
  /** Whether it is shown. */
  shown = false;
  /** Whether the picture changed since it was drawn. */
  stale = true;
  /** Where the frame was pressed, from its middle and in widths of a cell, while a pointer is down. @type {{x: number, y: number}|null} */
  grip = null;

  /**
   * @param {BoardView} view @param {Picture} picture @param {string} className
   * @param {{caption?: string, done?: () => void}} [options] what stands below the map, and what follows a press
   */
  constructor(view, picture, className, { caption, done } = {}) {
    this.view = view;
    this.picture = picture;
    this.done = done;
    this.canvas = element('canvas', {});
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { alpha: false }));
    this.frame = element('div', { className: 'map-frame' });
    this.map = element('div', { className: 'map' }, this.canvas, this.frame);
    this.place = element('div', { className: 'map-place' }, this.map);
    this.root = element('div', { className, hidden: true, ariaHidden: 'true' }, this.place, caption && element('p', { className: 'map-caption', textContent: caption }));
    this.map.addEventListener('pointerdown', (event) => this.#down(event));
    this.map.addEventListener('pointermove', (event) => this.grip && this.#go(event));
    this.map.addEventListener('pointerup', () => this.#up());
    this.map.addEventListener('pointercancel', () => (this.grip = null));
  }

  /** @param {boolean} shown */
  show(shown) {
    this.shown = shown;
    this.grip = null;
    show(this.root, shown);
  }

  /** Takes as much of its place as the board fills, and follows the part in view. */
  fit() {
    if (!this.shown) return;
    const { shape } = this.view.scene;
    const room = { width: this.place.clientWidth, height: this.place.clientHeight };
    const scale = Math.min(room.width / shape.width, room.height / shape.height);
    const [width, height] = [shape.width, shape.height].map((side) => Math.max(Math.floor(side * scale), THIN));
    Object.assign(this.map.style, { width: `${width}px`, height: `${height}px` });
    const { ratio } = this.view;
    [this.canvas.width, this.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    this.stale = true;
    this.follow();
  }

  /** Moves the frame to the part in view. */
  follow() {
    if (!this.shown) return;
    const { width, height } = this.view.scene.shape;
    const { left, top, right, bottom } = this.view.inView;
    const per = (/** @type {number} */ share) => `${Math.min(Math.max(share, 0), 1) * 100}%`;
    const from = (/** @type {number} */ share) => `min(${per(share)}, 100% - ${LEAST_FRAME}px)`;
    Object.assign(this.frame.style, { left: from(left / width), top: from(top / height), width: per((right - left) / width), height: per((bottom - top) / height) });
  }

  /** Draws the picture if it changed. */
  draw() {
    if (!this.shown || !this.stale) return;
    this.stale = false;
    this.picture.drawInto(this.context, this.canvas.width, this.canvas.height);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.map.setPointerCapture(event.pointerId);
    const at = this.#at(event);
    const { left, top, right, bottom } = this.view.inView;
    const held = !this.done && at.x > left && at.x < right && at.y > top && at.y < bottom;
    this.grip = held ? { x: at.x - (left + right) / 2, y: at.y - (top + bottom) / 2 } : { x: 0, y: 0 };
    this.#go(event);
  }

  /** @param {PointerEvent} event */
  #go(event) {
    const { x, y } = this.#at(event);
    const grip = /** @type {{x: number, y: number}} */ (this.grip);
    this.view.centre(x - grip.x, y - grip.y);
  }

  #up() {
    if (!this.grip) return;
    this.grip = null;
    this.done?.();
  }

  /** The place under a pointer, in widths of a cell. @param {PointerEvent} event */
  #at({ clientX, clientY }) {
    const box = this.map.getBoundingClientRect();
    const { width, height } = this.view.scene.shape;
    return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
  }
}
