/** Tiles drawn once for a theme and size, then copied: what makes a screen of thousands of cells cheap. */

import { PALETTES } from './palettes.js';
import { drawTile } from './tiles.js';

/** @typedef {import('./palettes.js').Palette} Palette */

export class Atlas {
  /**
   * @param {string} theme
   * @param {boolean} hexagonal
   * @param {number} width of a tile in device pixels
   * @param {number} height of a tile in device pixels
   */
  constructor(theme, hexagonal, width, height) {
    /** @type {Palette} */
    this.palette = PALETTES[theme];
    this.hexagonal = hexagonal;
    this.width = width;
    this.height = height;
    /** @type {Map<number, HTMLCanvasElement>} */
    this.tiles = new Map();
  }

  /**
   * The picture of a tile.
   * @param {number} mark
   */
  tile(mark) {
    let picture = this.tiles.get(mark);
    if (!picture) {
      picture = document.createElement('canvas');
      picture.width = Math.ceil(this.width);
      picture.height = Math.ceil(this.height);
      drawTile(picture.getContext('2d'), mark, this.width, this.height, this.palette, this.hexagonal);
      this.tiles.set(mark, picture);
    }
    return picture;
  }

  /**
   * Whether this is the atlas for a theme, layout and size.
   * @param {string} theme @param {boolean} hexagonal @param {number} width @param {number} height
   */
  fits(theme, hexagonal, width, height) {
    return (
      this.palette === PALETTES[theme] &&
      this.hexagonal === hexagonal &&
      this.width === width &&
      this.height === height
    );
  }
}
