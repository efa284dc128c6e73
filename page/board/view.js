/**
 * The board on the page: a box with the browser's own scrolling, and one canvas that stays in view and draws the visible
 * part. Zooming keeps the point under the pointer in place.
 */

import { element } from '../ui/dom.js';
import { AccessibleLayer } from './access.js';
import { cellAfter } from './cursor.js';
import { Maps } from './maps.js';
import { Painter } from './painter.js';
import { Rulers } from './rulers.js';
import { isCoarse, LARGEST, sizeOf, sizesFor, SMALLEST } from './sizes.js';

/** @import { Scene } from './scene.js' */
/** @import { Zoom } from './sizes.js' */

const FEW = 40; // cells; if more have changed, everything is drawn
const MAP_SHARE = 2 / 3; // a board has a map while less of it is in view
const BAR = 12; // the width of a scroll bar in CSS pixels, where the pointer is a mouse

export class BoardView {
  /** The width of a tile in device pixels, NaN until there is room for the board. */
  tile = NaN;
  /** Device pixels in a CSS pixel. */
  ratio = 1;
  /** Whether nobody plays on the board. It is then shown whole with smaller cells, too. */
  still = false;

  /**
   * @param {HTMLElement} stage the element that the board may fill
   * @param {Scene} scene
   * @param {string} label the name of the board for screen readers
   * @param {() => {width: number, height: number}} [room] the room for the board in CSS pixels, the whole stage by default
   */
  constructor(stage, scene, label, room = () => ({ width: stage.clientWidth, height: stage.clientHeight })) {
    this.room = room;
    this.scene = scene;
    this.canvas = element('canvas', { className: 'board-canvas', ariaHidden: 'true' });
    this.extent = element('div', { className: 'board-extent' }, this.canvas);
    this.box = element('div', { className: 'board' }, this.extent);
    this.painter = new Painter(this.canvas);
    this.access = new AccessibleLayer(this.box, scene, label);
    /** The size that the player chose for the cells. @type {Zoom} */
    this.zoom = null;
    this.maps = new Maps(this);
    this.rulers = new Rulers(this);
    this.drawing = 0;
    this.isStale = true;
    /** The cells that changed since they were drawn. @type {number[]} */
    this.stale = [];
    this.box.addEventListener('scroll', () => this.#followScroll(), { passive: true });
    this.box.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.observer = new ResizeObserver(() => this.layout());
    this.observer.observe(stage);
  }

  /** Shows another scene. @param {Scene} scene @param {string} label @param {Zoom} [zoom] the current one by default */
  show(scene, label, zoom = this.zoom) {
    const same = scene.shape === this.scene.shape && zoom === this.zoom;
    this.scene = scene;
    this.zoom = zoom;
    this.access.show(scene, label);
    this.redraw();
    if (!same) {
      this.maps.close();
      this.layout();
      this.box.scrollTo(0, 0);
    }
  }

  /** @param {string} theme */
  set theme(theme) {
    this.painter.theme = theme;
    this.redraw();
  }

  /** What the settings say. @param {{theme: string, rulers: boolean}} look */
  set look({ theme, rulers }) {
    this.theme = theme;
    this.rulers.keep(rulers);
  }

  /** Draws before the next frame. @param {number[]} [cells] the cells that changed, all by default */
  redraw(cells) {
    const isDrawnOnce = !this.scene.shape.wraps;
    if (!cells || !isDrawnOnce || this.stale.length + cells.length > FEW) this.isStale = true;
    else this.stale.push(...cells);
    this.maps.change(cells);
    this.#soon();
  }

  /** Draws and speaks what changed. @param {number[]} [cells] the cells that changed, all by default */
  refresh(cells) {
    this.redraw(cells);
    this.access.update();
  }

  /** Moves the cursor, or shows it if it is hidden. @param {string} step as `moved` takes it */
  moveCursor(step) {
    const { scene } = this;
    this.maps.close();
    const before = scene.cursor;
    if (scene.showsCursor) scene.cursor = cellAfter(scene.shape, before, step);
    scene.showsCursor = true;
    this.reveal(scene.cursor);
    this.refresh([before, scene.cursor]);
  }

  /** Draws before the next frame: everything, or only the changed cells and what scrolled into view. */
  #soon() {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.#draw(this.isStale ? null : this.stale);
    });
  }

  #followScroll() {
    this.maps.follow();
    this.#soon();
  }

  /** Sizes the box and the canvas. */
  layout() {
    const { shape } = this.scene;
    this.maps.small.show(false);
    let room = this.#roomInside();
    if (room.width <= 0 || room.height <= 0) return;
    this.ratio = window.devicePixelRatio || 1;
    this.sizes = sizesFor(shape, room, this.ratio, this.still);
    this.tile = Math.max(Math.round(sizeOf(this.sizes, this.zoom) * this.ratio), 2);
    const css = this.tile / this.ratio;
    const [width, height] = [Math.ceil(shape.width * css), Math.ceil(shape.height * css)];
    const shareInView = Math.min(room.width / width, 1) * Math.min(room.height / height, 1);
    if (shareInView < MAP_SHARE && shape.hasRows) {
      this.maps.small.show(true);
      room = this.#roomInside();
    }
    const bar = isCoarse() ? 0 : BAR;
    const across = width > room.width;
    const down = height + (across ? bar : 0) > room.height;
    this.box.classList.toggle('scrolls', across || down);
    place(this.box, Math.min(width + (down && !across ? bar : 0), room.width), Math.min(height + (across ? bar : 0), room.height));
    place(this.extent, width, height);
    const size = { width: Math.min(this.box.clientWidth, width), height: Math.min(this.box.clientHeight, height) };
    place(this.canvas, size.width, size.height);
    this.canvas.width = Math.round(size.width * this.ratio);
    this.canvas.height = Math.round(size.height * this.ratio);
    this.#draw(null);
    this.maps.fit();
    this.box.dispatchEvent(new CustomEvent('board-layout'));
  }

  /** The room for the board between its rulers. */
  #roomInside() {
    const room = this.room();
    const rulers = this.rulers.takeRoom();
    return { width: room.width - rulers.width, height: room.height - rulers.height };
  }

  /** The part in view, in widths of a cell. @returns {import('./shape.js').Box} */
  get inView() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.box;
    const css = this.tile / this.ratio;
    return { left: scrollLeft / css, top: scrollTop / css, right: (scrollLeft + clientWidth) / css, bottom: (scrollTop + clientHeight) / css };
  }

  /** The cell at a point of the window, or -1 outside the board. @param {number} x @param {number} y */
  cellAt(x, y) {
    const point = this.pointAt(x, y);
    return point ? this.scene.shape.at(point.x, point.y) : -1;
  }

  /** The point of the drawing at a point of the window, in widths of a cell; null outside the box. @param {number} x @param {number} y */
  pointAt(x, y) {
    const box = this.box.getBoundingClientRect();
    const [dx, dy] = [x - box.left - this.box.clientLeft, y - box.top - this.box.clientTop];
    if (dx < 0 || dy < 0 || dx >= this.box.clientWidth || dy >= this.box.clientHeight) return null;
    const css = this.tile / this.ratio;
    return { x: (dx + this.box.scrollLeft) / css, y: (dy + this.box.scrollTop) / css };
  }

  /** The place of a cell in the window. @param {number} cell @returns {DOMRect} */
  rectangle(cell) {
    const css = this.tile / this.ratio;
    const { x, y } = this.scene.shape.corner(cell);
    const box = this.box.getBoundingClientRect();
    const left = box.left + this.box.clientLeft + x * css - this.box.scrollLeft;
    const top = box.top + this.box.clientTop + y * css - this.box.scrollTop;
    return new DOMRect(left, top, css, css * this.scene.shape.tileHeight);
  }

  /** Scrolls until a cell can be seen, with a margin. @param {number} cell */
  reveal(cell) {
    const css = this.tile / this.ratio;
    const { x, y } = this.scene.shape.corner(cell);
    const { box } = this;
    const margin = 2 * css;
    const into = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ extent) =>
      at - margin < size ? Math.max(at - margin, 0) : at + css + margin > size + extent ? at + css + margin - extent : size;
    box.scrollTo(into(x * css, box.scrollLeft, box.clientWidth), into(y * css, box.scrollTop, box.clientHeight));
  }

  /**
   * Makes cells larger or smaller.
   * @param {Zoom} zoom
   * @param {{x: number, y: number}} [about] the point of the window that stays in place, the middle by default
   */
  zoomTo(zoom, about) {
    const box = this.box.getBoundingClientRect();
    const point = about ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const [dx, dy] = [point.x - box.left, point.y - box.top];
    const before = this.tile;
    const [x, y] = [(this.box.scrollLeft + dx) / before, (this.box.scrollTop + dy) / before];
    this.zoom = typeof zoom === 'number' ? Math.min(Math.max(zoom, SMALLEST), LARGEST) : zoom;
    this.maps.close();
    this.layout();
    this.box.scrollTo(x * this.tile - dx, y * this.tile - dy);
    this.redraw();
  }

  /** Makes cells larger or smaller because the player chose so. @param {number} factor @param {{x: number, y: number}} [about] */
  zoomBy(factor, about) {
    this.zoomTo((this.tile / this.ratio) * factor, about);
    this.box.dispatchEvent(new CustomEvent('board-zoom'));
  }

  /**
   * Shows the whole board because the player chose so, or the usual size again. Where cells would be too small to play, it
   * shows an overview.
   */
  fit() {
    if (!this.sizes) return;
    if (!this.sizes.tellable && this.scene.shape.hasRows) {
      this.maps.toggle();
      return;
    }
    this.zoomTo(this.sizes.whole < this.sizes.usual && this.zoom !== 'whole' ? 'whole' : null);
    this.box.dispatchEvent(new CustomEvent('board-zoom'));
  }

  /** Scrolls until a place is in the middle. @param {number} x in widths of a cell @param {number} y */
  centre(x, y) {
    const css = this.tile / this.ratio;
    this.box.scrollTo(x * css - this.box.clientWidth / 2, y * css - this.box.clientHeight / 2);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  }

  /** @param {number[]|null} cells the cells that changed, null for all */
  #draw(cells) {
    const { ratio } = this;
    this.isStale = false;
    this.stale = [];
    if (!this.canvas.width || !this.canvas.height) return;
    const view = {
      left: Math.round(this.box.scrollLeft * ratio),
      top: Math.round(this.box.scrollTop * ratio),
      width: this.canvas.width,
      height: this.canvas.height,
      tile: this.tile,
      ratio,
    };
    this.painter.draw(this.scene, view, cells);
  }
}

/** @param {HTMLElement} node @param {number} width @param {number} height */
function place(node, width, height) {
  node.style.width = `${width}px`;
  node.style.height = `${height}px`;
}
