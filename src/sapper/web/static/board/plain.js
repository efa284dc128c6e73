/** A board from afar: a pixel a cell, enlarged. For cells too small to hold a picture. */

import { FLAG, isClosed } from './marks.js';
import { riskColour } from './palettes.js';

/** @typedef {import('./scene.js').Scene} Scene */

/** The colours as words of memory, alpha first as little endian has it. @param {string} colour */
function wordOf(colour) {
  const [red, green, blue] = colour.startsWith('#')
    ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
    : colour.match(/\d+/g).map(Number);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

export class PlainTiles {
  /** @param {import('./palettes.js').Palette} palette */
  constructor(palette) {
    this.palette = palette;
    this.hidden = wordOf(palette.hidden[0]);
    this.open = wordOf(palette.open);
    this.flag = wordOf(palette.flag);
    this.mine = wordOf(palette.exploded);
    this.numbers = palette.numbers.map(wordOf);
    this.risks = Array.from({ length: 101 }, (_, per) => wordOf(riskColour(palette, per / 100)));
    this.canvas = document.createElement('canvas');
  }

  /**
   * Draws the cells of a square board or torus that meet a box, over the part of the canvas that is the box's.
   * @param {CanvasRenderingContext2D} context @param {Scene} scene
   * @param {import('./shapes.js').Box} box in cells @param {number} tile in pixels
   * @param {number} left of the window in pixels @param {number} top
   */
  draw(context, scene, box, tile, left, top) {
    const { shape } = scene;
    const first = { x: Math.max(Math.floor(box.left), 0), y: Math.max(Math.floor(box.top), 0) };
    const width = Math.min(Math.ceil(box.right), shape.width) - first.x;
    const height = Math.min(Math.ceil(box.bottom), shape.height) - first.y;
    if (width <= 0 || height <= 0) return;
    const picture = new ImageData(width, height);
    const words = new Uint32Array(picture.data.buffer);
    shape.visit(box, (cell, x, y) => (words[(y - first.y) * width + (x - first.x)] = this.#wordAt(scene, cell)));
    this.canvas.width = width;
    this.canvas.height = height;
    this.canvas.getContext('2d').putImageData(picture, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, first.x * tile - left, first.y * tile - top, width * tile, height * tile);
  }

  #wordAt(scene, cell) {
    const mark = scene.marks[cell];
    if (mark === 0) return this.open;
    if (mark > 0) return this.numbers[Math.min(mark, 8) - 1];
    if (mark === FLAG) return this.flag;
    if (!isClosed(mark)) return this.mine;
    const risk = scene.risks ? scene.risks[cell] : NaN;
    return Number.isNaN(risk) ? this.hidden : this.risks[Math.round(risk * 100)];
  }
}
