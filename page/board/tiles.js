/**
 * Pictures of cells. Tiles are drawn by code, so they are sharp at every size and on every screen. An atlas draws each once for a
 * theme and size and then copies it, so thousands of cells are cheap. Cells too small for tiles are enlarged pixels.
 */

import { BLANK, EXPLODED, FLAG, HIDDEN, isClosed, MINE, QUESTION, TICK, WRONG_FLAG } from './marks.js';
import { PALETTES, partsOf, riskColour } from './palettes.js';

/** @import { Palette } from './palettes.js' */
/** @import { Scene } from './scene.js' */
/** @import { Box, Form } from './shape.js' */
/** @import { Brush } from './signs.js' */

const DIGITS = '"Segoe UI", "SF Pro Display", Roboto, "DejaVu Sans", "Liberation Sans", Arial, sans-serif';

/** The look of a cell under a held button. */
export const PRESSED = -7;

/** A brush with the middle of its cell, and the width as a unit. @typedef {Brush & {x: number, y: number, unit: number}} CellBrush */

/**
 * Draws a tile.
 * @param {Brush} brush
 * @param {number} mark the mark of the cell, or PRESSED
 */
function drawTile(brush, mark) {
  const { palette, width, height } = brush;
  const draw = { ...brush, x: width / 2, y: height / 2, unit: width };
  const isRaised = mark === HIDDEN || mark === FLAG || mark === QUESTION || mark === TICK;
  if (isRaised) drawRaised(draw);
  else drawSunken(draw, mark === EXPLODED ? palette.exploded : palette.open);
  if (mark > 0) drawNumber(draw, mark);
  else if (mark === FLAG) drawFlag(draw);
  else if (mark === QUESTION) drawText(draw, '?', palette.ink);
  else if (mark === BLANK) drawRing(draw);
  else if (mark === TICK) drawCheck(brush, palette.safe);
  else if (mark === MINE || mark === EXPLODED) drawMine(draw);
  else if (mark === WRONG_FLAG) {
    drawFlag(draw);
    drawCross(draw);
  }
}

/** @param {Brush} brush @param {string} ink */
export function drawCheck({ context, width, height }, ink) {
  const [x, y, u] = [width / 2, height / 2, width / 20];
  context.strokeStyle = ink;
  context.lineWidth = 2.4 * u;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x - 4.2 * u, y + 0.3 * u);
  context.lineTo(x - 1.2 * u, y + 3.4 * u);
  context.lineTo(x + 4.6 * u, y - 3.6 * u);
  context.stroke();
}

/** Makes the path of a cell's outline, `inset` pixels inside its box. @param {Brush} brush @param {number} inset @param {number} radius */
export function outline({ context, width, height, form }, inset, radius) {
  context.beginPath();
  if (!form.corners) {
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, radius);
    return;
  }
  const [x, y] = [width / 2, height / 2];
  const scale = 1 - inset / x; // all edges are as far from the middle as those at the sides
  for (const [dx, dy] of form.corners) context.lineTo(x + dx * x * scale, y + dy * y * scale);
  context.closePath();
}

/** @param {CellBrush} draw */
function drawRaised(draw) {
  const { context, width, palette } = draw;
  if (palette.raised && !draw.form.corners) {
    drawBevel(draw);
    return;
  }
  const gap = width >= 14 ? Math.max(0.5, width * 0.025) : 0.25;
  const radius = Math.min(width * 0.16, 7);
  context.fillStyle = gradient(draw, palette.edge);
  outline(draw, gap, radius);
  context.fill();
  context.fillStyle = gradient(draw, palette.hidden);
  outline(draw, gap + Math.max(0.75, width * 0.035), Math.max(radius - 1, 0));
  context.fill();
}

/** From one colour at the top to another at the bottom. @param {CellBrush} draw @param {string[]} colours */
function gradient({ context, height }, [top, bottom]) {
  const gradient = context.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, top);
  gradient.addColorStop(1, bottom);
  return gradient;
}

/** @param {CellBrush} draw */
function drawBevel(draw) {
  const { context, width, height, palette } = draw;
  const edge = Math.max(1, Math.round(width * 0.09));
  const fill = (/** @type {string} */ colour, /** @type {number[][]} */ corners) => {
    context.fillStyle = colour;
    context.beginPath();
    for (const [x, y] of corners) context.lineTo(x, y);
    context.fill();
  };
  fill(palette.edge[0], [[0, 0], [width, 0], [0, height]]);
  fill(palette.edge[1], [[width, 0], [width, height], [0, height]]);
  context.fillStyle = gradient(draw, palette.hidden);
  context.fillRect(edge, edge, width - 2 * edge, height - 2 * edge);
}

/** @param {CellBrush} draw @param {string} colour */
function drawSunken(draw, colour) {
  const { context, width, height, palette } = draw;
  if (draw.form.corners) {
    context.fillStyle = palette.line;
    outline(draw, 0, 0);
    context.fill();
    context.fillStyle = colour;
    outline(draw, Math.max(0.5, width * 0.025), 0);
    context.fill();
    return;
  }
  context.fillStyle = palette.line;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour;
  const line = Math.max(1, Math.round(width * 0.03));
  if (palette.raised) context.fillRect(line, line, width - line, height - line);
  else context.fillRect(line / 2, line / 2, width - line, height - line);
}

/** @param {CellBrush} draw @param {number} number */
function drawNumber(draw, number) {
  drawText(draw, String(number), draw.palette.numbers[Math.min(number, 8) - 1]);
}

/** @param {CellBrush} draw @param {string} text @param {string} colour */
function drawText({ context, x, y, unit, form }, text, colour) {
  const size = unit * (text.length > 1 ? 0.48 : form.corners ? 0.58 : 0.64);
  context.font = `700 ${size}px ${DIGITS}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = colour;
  const box = context.measureText(text);
  context.fillText(text, x, y + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
}

/** @param {CellBrush} draw */
function drawFlag({ context, x, y, unit, palette }) {
  const u = unit / 20;
  context.fillStyle = palette.ink;
  context.beginPath();
  context.roundRect(x - 2.2 * u, y - 6 * u, 1.5 * u, 11 * u, 0.7 * u);
  context.roundRect(x - 4.8 * u, y + 4 * u, 8.6 * u, 2 * u, 0.9 * u);
  context.fill();
  context.fillStyle = palette.flag;
  context.beginPath();
  context.moveTo(x - 0.7 * u, y - 6 * u);
  context.quadraticCurveTo(x + 2 * u, y - 6.2 * u, x + 5.4 * u, y - 2.9 * u);
  context.quadraticCurveTo(x + 2 * u, y - 0.4 * u, x - 0.7 * u, y + 0.4 * u);
  context.closePath();
  context.fill();
}

/** @param {CellBrush} draw */
function drawMine({ context, x, y, unit, palette }) {
  const radius = unit * 0.24;
  context.strokeStyle = palette.ink;
  context.lineWidth = unit * 0.075;
  context.lineCap = 'round';
  context.beginPath();
  for (let spike = 0; spike < 8; spike++) {
    const angle = (spike * Math.PI) / 4;
    const reach = radius * (spike % 2 ? 1.32 : 1.5);
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  context.stroke();
  context.fillStyle = palette.ink;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = palette.open;
  context.beginPath();
  context.arc(x - radius * 0.35, y - radius * 0.35, radius * 0.24, 0, 2 * Math.PI);
  context.fill();
}

/** @param {CellBrush} draw */
function drawRing({ context, x, y, unit, palette }) {
  context.strokeStyle = palette.ink;
  context.lineWidth = unit * 0.06;
  context.beginPath();
  context.arc(x, y, unit * 0.14, 0, 2 * Math.PI);
  context.stroke();
}

/** @param {CellBrush} draw */
function drawCross({ context, x, y, unit, palette }) {
  const reach = unit * 0.32;
  context.lineCap = 'round';
  for (const [colour, thick] of /** @type {[string, number][]} */ ([[palette.open, 0.17], [palette.cross, 0.09]])) {
    context.strokeStyle = colour;
    context.lineWidth = unit * thick;
    context.beginPath();
    context.moveTo(x - reach, y - reach);
    context.lineTo(x + reach, y + reach);
    context.moveTo(x + reach, y - reach);
    context.lineTo(x - reach, y + reach);
    context.stroke();
  }
}

/** Tiles of one theme and size, also with their risks. */
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
    this.bleed = Math.ceil((form.bleed ?? 0) * cell);
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
   * @param {(brush: Brush) => void} draw
   */
  tileWith(mark, key, draw) {
    const whole = `${mark} ${key}`;
    const both = (/** @type {Brush} */ brush) => (drawTile(brush, mark), draw(brush));
    return this.tiles.get(whole) ?? this.#draw(whole, both);
  }

  /** @param {number|string} key @param {(brush: Brush) => void} draw */
  #draw(key, draw) {
    const { width, height, form, palette, bleed } = this;
    const picture = document.createElement('canvas');
    picture.width = Math.ceil(width + 2 * bleed);
    picture.height = Math.ceil(height + 2 * bleed);
    const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
    context.translate(bleed, bleed);
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

/** A colour as a word of memory. Alpha comes first, because memory is little endian. @param {string} colour */
function wordOf(colour) {
  const [red, green, blue] = partsOf(colour);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Draws cells that are too small for tiles. Each is one enlarged pixel, or two side by side on hexagons. */
export class PlainTiles {
  /** @param {Palette} palette */
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
   * @param {Box} box in cells @param {number} tile in pixels
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
    if (mark === 0 || mark === BLANK) return this.open;
    if (mark > 0) return this.numbers[Math.min(mark, 8) - 1];
    if (mark === FLAG) return this.flag;
    if (mark === TICK) return this.hidden;
    if (!isClosed(mark)) return this.mine;
    const risk = scene.risks ? scene.risks[cell] : NaN;
    return Number.isNaN(risk) ? this.hidden : this.risks[Math.round(risk * 100)];
  }
}
