/** A board with cells too small for pictures. Each cell is one enlarged pixel, or two side by side on hexagons. */

import { FLAG, isClosed } from './marks.js';
import { partsOf, riskColour } from './palettes.js';

/** @typedef {import('./scene.js').Scene} Scene */

/** A colour as a word of memory. Alpha comes first, because memory is little endian. @param {string} colour */
function wordOf(colour) {
  const [red, green, blue] = partsOf(colour);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

export class PlainTiles {
  /** @param {import('./palettes.js').Palette} palette */
  constructor(palette) {
    this.palette = palette;
    this.gap = wordOf(palette.board);
    this.hidden = wordOf(palette.hidden[0]);
    this.open = wordOf(palette.open);
    this.flag = wordOf(palette.flag);
    this.mine = wordOf(palette.exploded);
    this.numbers = palette.numbers.map(wordOf);
    this.risks = Array.from({ length: 101 }, (_, per) => wordOf(riskColour(palette, per / 100)));
    this.canvas = document.createElement('canvas');
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
  }

  /**
   * Draws the cells that meet a box on the box's part of the canvas. Hexagons become bricks.
   * @param {CanvasRenderingContext2D} context @param {Scene} scene
   * @param {import('./shapes.js').Box} box in cells @param {number} tile in pixels
   * @param {number} left the left edge of the window in pixels @param {number} top
   */
  draw(context, scene, box, tile, left, top) {
    const { shape } = scene;
    const { pitch, overhang, halves: across } = shape;
    const first = shape.range(box);
    const width = (first.right - first.left) * across + across - 1;
    const height = first.bottom - first.top;
    if (width <= 0 || height <= 0) return;
    const picture = new ImageData(width, height);
    const words = new Uint32Array(picture.data.buffer).fill(this.gap);
    shape.visit(box, (cell, x, y) => {
      const row = Math.round((y - overhang) / pitch) - first.top;
      const at = row * width + Math.round((x - overhang - first.left) * across);
      words.fill(this.wordAt(scene, cell), at, at + across);
    });
    this.canvas.width = width;
    this.canvas.height = height;
    this.context.putImageData(picture, 0, 0);
    context.imageSmoothingEnabled = false;
    const x = first.left + overhang;
    const y = first.top * pitch + overhang + (shape.tileHeight - pitch) / 2;
    context.drawImage(this.canvas, x * tile - left, y * tile - top, (width * tile) / across, height * pitch * tile);
  }

  /** @param {Scene} scene @param {number} cell */
  wordAt(scene, cell) {
    const mark = scene.marks[cell];
    if (mark === 0) return this.open;
    if (mark > 0) return this.numbers[Math.min(mark, 8) - 1];
    if (mark === FLAG) return this.flag;
    if (!isClosed(mark)) return this.mine;
    const risk = scene.risks ? scene.risks[cell] : NaN;
    return Number.isNaN(risk) ? this.hidden : this.risks[Math.round(risk * 100)];
  }
}
