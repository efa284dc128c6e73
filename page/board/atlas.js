/** Pictures of tiles, also with their risks. Each is drawn once for a theme and size and then copied, so thousands of cells are cheap. */

import { PALETTES } from './palettes.js';
import { drawTile } from './tiles.js';

/** @typedef {import('./palettes.js').Palette} Palette */
/** @typedef {import('./shapes.js').Form} Form */

export class Atlas {
  /**
   * @param {string} theme
   * @param {Form} form the form of the tiles
   * @param {number} cell the width of a cell in device pixels
   */
  constructor(theme, form, cell) {
    /** @type {Palette} */
    this.palette = PALETTES[theme];
    this.form = form;
    this.cell = cell;
    this.width = form.width * cell;
    this.height = form.height * cell;
    /** @type {Map<number|string, HTMLCanvasElement>} */
    this.tiles = new Map();
  }

  /**
   * The picture of a tile.
   * @param {number} mark
   */
  tile(mark) {
    return this.tiles.get(mark) ?? this.#draw(mark, (brush) => drawTile(brush, mark));
  }

  /**
   * The picture of a tile with something on it.
   * @param {number} mark
   * @param {string} key equal for pictures that look the same
   * @param {(brush: import('./signs.js').Brush) => void} draw
   */
  tileWith(mark, key, draw) {
    const whole = `${mark} ${key}`;
    const both = (/** @type {import('./signs.js').Brush} */ brush) => (drawTile(brush, mark), draw(brush));
    return this.tiles.get(whole) ?? this.#draw(whole, both);
  }

  /** @param {number|string} key @param {(brush: import('./signs.js').Brush) => void} draw */
  #draw(key, draw) {
    const { width, height, form, palette } = this;
    const picture = document.createElement('canvas');
    picture.width = Math.ceil(width);
    picture.height = Math.ceil(height);
    const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
    draw({ context, width, height, form, palette });
    this.tiles.set(key, picture);
    return picture;
  }

  /**
   * Whether this is the atlas for a theme, form and size.
   * @param {string} theme @param {Form} form @param {number} cell
   */
  fits(theme, form, cell) {
    return this.palette === PALETTES[theme] && this.form === form && this.cell === cell;
  }
}
