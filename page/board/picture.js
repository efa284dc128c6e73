/**
 * A whole board as a picture with one pixel for each cell, or two side by side on hexagons. A change costs as much as
 * the cells that changed. When everything changed, the work is spread over frames, so a million cells stop nothing.
 */

import { PALETTES } from './palettes.js';
import { PlainTiles } from './plain.js';

/** @typedef {import('./scene.js').Scene} Scene */

const SLICE = 60000; // cells in a frame

export class Picture {
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

  /** Draws the next part. */
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
