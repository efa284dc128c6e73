/**
 * The maps of a board, which show all of it in miniature, with a frame around the part in view: the small one while the board
 * scrolls, and the overview over it. Both draw the same picture.
 */

import { announce } from '../ui/announce.js';
import { element, show } from '../ui/dom.js';
import { PALETTES } from './palettes.js';
import { PlainTiles } from './tiles.js';

/** @import { Scene } from './scene.js' */
/** @import { BoardView } from './view.js' */

const PAUSE = 80; // milliseconds between two drawings of a large board
const LARGE = 60000; // cells of such a board
const THIN = 14; // CSS pixels; the sides of a map are at least as long
const LEAST_FRAME = 8; // CSS pixels, as in the style sheet
const SLICE = 60000; // cells of the picture that are drawn in a frame

/** Both maps of a board. */
export class Maps {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.picture = new BoardPicture();
    this.small = new BoardMap(view, this.picture, 'minimap');
    this.overview = new BoardMap(view, this.picture, 'overview', { caption: 'Choose a place to go there', done: () => this.close() });
    this.both = [this.small, this.overview];
    this.drawing = 0;
    this.drawTime = 0;
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
  }

  get isShown() {
    return this.small.isShown || this.overview.isShown;
  }

  /** Shows the overview, or hides it. */
  toggle() {
    this.overview.show(!this.overview.isShown);
    this.fit();
    if (this.overview.isShown) announce('An overview of the whole board is shown. Press Escape to go back.');
  }

  close() {
    this.overview.show(false);
  }

  /** Fits the maps to their places. */
  fit() {
    for (const map of this.both) map.fit();
    this.#soon();
  }

  /** Follows the part in view. */
  follow() {
    for (const map of this.both) map.follow();
  }

  /** @param {number[]} [cells] the cells that changed, all by default */
  change(cells) {
    if (!this.isShown) this.picture.drop();
    else if (!cells) this.picture.changeAll();
    else if (this.picture.scene === this.view.scene) this.picture.change(cells);
    for (const map of this.both) map.stale = true;
    this.#soon();
  }

  #soon() {
    if (this.drawing || !this.isShown) return;
    this.drawing = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.drawing = 0;
    const { picture, view } = this;
    picture.show(view.scene, view.painter.theme);
    if (picture.pending) for (const map of this.both) map.stale = true;
    picture.work();
    const early = view.scene.shape.size > LARGE && now - this.drawTime < PAUSE;
    if (!early) {
      for (const map of this.both) map.draw();
      this.drawTime = now;
    }
    if (early || picture.pending) this.#soon();
  }
}

/** A map. A press goes to a place, and a drag moves the frame. */
class BoardMap {
  isShown = false;
  /** Whether the picture changed since it was drawn. */
  stale = true;
  /** Where the frame was pressed, from its middle and in widths of a cell, while a pointer is down. @type {{x: number, y: number}|null} */
  grip = null;

  /**
   * @param {BoardView} view @param {BoardPicture} picture @param {string} className
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

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    this.grip = null;
    show(this.root, isShown);
  }

  /** Takes as much of its place as the board fills, and follows the part in view. */
  fit() {
    if (!this.isShown) return;
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
    if (!this.isShown) return;
    const { width, height } = this.view.scene.shape;
    const { left, top, right, bottom } = this.view.inView;
    const per = (/** @type {number} */ share) => `${Math.min(Math.max(share, 0), 1) * 100}%`;
    const from = (/** @type {number} */ share) => `min(${per(share)}, 100% - ${LEAST_FRAME}px)`;
    Object.assign(this.frame.style, { left: from(left / width), top: from(top / height), width: per((right - left) / width), height: per((bottom - top) / height) });
  }

  /** Draws the picture if it changed. */
  draw() {
    if (!this.isShown || !this.stale) return;
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
    const onFrame = !this.done && at.x > left && at.x < right && at.y > top && at.y < bottom;
    this.grip = onFrame ? { x: at.x - (left + right) / 2, y: at.y - (top + bottom) / 2 } : { x: 0, y: 0 };
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

/**
 * A whole board as a picture with one pixel for each cell, or two side by side on hexagons. A change costs as much as the cells
 * that changed. When everything changed, the work is spread over frames, so a million cells stop nothing.
 */
class BoardPicture {
  /** @type {Scene|null} */
  scene = null;
  /** @type {PlainTiles} */
  plain;
  /** @type {ImageData} */
  data;
  /** @type {Uint32Array} */
  words;
  /** The next row of the pass over all cells. */
  row = 0;
  /** Whether everything changed again since that pass began. */
  again = false;

  constructor() {
    this.canvas = document.createElement('canvas');
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
  }

  /** Shows a scene in a theme. @param {Scene} scene @param {string} theme */
  show(scene, theme) {
    const palette = PALETTES[theme];
    const same = scene.shape === this.scene?.shape && palette === this.plain.palette;
    if (same && scene === this.scene) return;
    this.scene = scene;
    if (!same) this.#clear(palette);
    this.changeAll();
  }

  /** Forgets the scene, when changes are no longer followed. */
  drop() {
    this.scene = null;
  }

  /** Everything may have changed. */
  changeAll() {
    if (!this.pending) this.row = 0;
    else if (this.row > 0) this.again = true;
  }

  /** @param {number[]} cells the cells that changed */
  change(cells) {
    if (!this.scene || !cells.length) return;
    const { columns } = this.scene.shape;
    let [top, bottom] = [Infinity, 0];
    for (const cell of cells) {
      const row = Math.floor(cell / columns);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row + 1);
      this.#write(cell);
    }
    this.#put(top, bottom);
  }

  /** Whether a part of the picture is still to be drawn. */
  get pending() {
    return this.scene !== null && this.row < this.scene.shape.rows;
  }

  work() {
    if (!this.scene || !this.pending) return;
    const { rows, columns } = this.scene.shape;
    const top = this.row;
    this.row = Math.min(rows, top + Math.ceil(SLICE / columns));
    for (let cell = top * columns; cell < this.row * columns; cell++) this.#write(cell);
    this.#put(top, this.row);
    if (this.row === rows && this.again) [this.row, this.again] = [0, false];
  }

  /** Draws the picture into a box. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height */
  drawInto(context, width, height) {
    if (!this.scene) return;
    const { shape } = this.scene;
    const { pitch, halves } = shape;
    const { x, y } = shape.corner(0); // of a torus, the cells beyond the edges are left out
    const [across, down] = [width / shape.width, height / shape.height];
    context.fillStyle = this.plain.palette.board;
    context.fillRect(0, 0, width, height);
    context.imageSmoothingEnabled = across < halves;
    context.imageSmoothingQuality = 'medium';
    const top = y + (shape.tileHeight - pitch) / 2;
    const wide = this.canvas.width / halves;
    context.drawImage(this.canvas, x * across, top * down, wide * across, shape.rows * pitch * down);
  }

  /** @param {import('./palettes.js').Palette} palette */
  #clear(palette) {
    const { rows, columns, halves } = /** @type {Scene} */ (this.scene).shape;
    this.plain = new PlainTiles(palette);
    this.canvas.width = columns * halves + halves - 1;
    this.canvas.height = rows;
    this.data = new ImageData(this.canvas.width, this.canvas.height);
    this.words = new Uint32Array(this.data.data.buffer).fill(this.plain.gap);
    this.context.putImageData(this.data, 0, 0);
    [this.row, this.again] = [0, false];
  }

  /** @param {number} cell */
  #write(cell) {
    const scene = /** @type {Scene} */ (this.scene);
    const { columns, halves: across } = scene.shape;
    const row = Math.floor(cell / columns);
    const at = row * this.canvas.width + (cell % columns) * across + (row % across);
    this.words.fill(this.plain.wordAt(scene, cell), at, at + across);
  }

  /** Copies rows to the canvas. @param {number} top @param {number} bottom */
  #put(top, bottom) {
    this.context.putImageData(this.data, 0, 0, 0, top, this.canvas.width, bottom - top);
  }
}
