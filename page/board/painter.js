/** Draws the visible part of a scene. The work grows with the visible part, not with the board. */

import { Atlas, PlainTiles, PRESSED } from './tiles.js';
import { FLAG, HIDDEN, isClosed } from './marks.js';
import { wholePercent, wholeShare } from '../ui/plain_words.js';
import { isSea } from './scene.js';
import { drawChance, drawComponent, drawCursor, drawRisk, drawRole } from './signs.js';

/** @import { Scene } from './scene.js' */
/** @import { Box, Form, Shape } from './shape.js' */
/** @import { Brush, Ground } from './signs.js' */

/** A scene that knows chances. @typedef {Scene & {risks: Float32Array}} RiskScene */
/** A part of the canvas. @typedef {{x: number, y: number, width: number, height: number}} Part */

/** Tiles narrower than this, in CSS pixels, are squares of colour. */
const PLAIN = 9;

/**
 * @typedef {object} Window
 * @property {number} left the distance from the left edge of the whole drawing, in device pixels
 * @property {number} top
 * @property {number} width the width of the visible part, in device pixels
 * @property {number} height
 * @property {number} tile the width of a tile in device pixels, a whole number
 * @property {number} ratio device pixels in a CSS pixel
 */

export class Painter {
  /** The tiles of the last drawing, for each form of cell. @type {Map<Form, Atlas>} */
  atlases = new Map();
  /** @type {PlainTiles} */
  plain;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    this.theme = 'modern';
    /** The window that the canvas shows. @type {Window|null} */
    this.lastView = null;
  }

  /**
   * Draws the part of the scene in the window.
   * @param {Scene} scene @param {Window} view
   * @param {number[]|null} [cells] the only cells that changed; the rest is then shifted and not drawn again
   */
  draw(scene, view, cells = null) {
    this.#prepare(scene.shape, view);
    const parts = cells ? [...this.#shift(view), ...cells.map((cell) => around(cell, scene.shape, view))] : [whole(view)];
    for (const part of parts) this.#drawPart(scene, view, part);
    this.lastView = view;
  }

  /** Shifts the picture along with the window. Returns the parts that are still to be drawn. @param {Window} view */
  #shift(view) {
    const { lastView } = this;
    if (!lastView || lastView.tile !== view.tile || lastView.width !== view.width || lastView.height !== view.height) return [whole(view)];
    const [right, down] = [lastView.left - view.left, lastView.top - view.top];
    if (!right && !down) return [];
    if (Math.abs(right) >= view.width || Math.abs(down) >= view.height) return [whole(view)];
    this.context.drawImage(this.canvas, right, down);
    const parts = [];
    if (right) parts.push({ x: right > 0 ? 0 : view.width + right, y: 0, width: Math.abs(right), height: view.height });
    if (down) parts.push({ x: 0, y: down > 0 ? 0 : view.height + down, width: view.width, height: Math.abs(down) });
    return parts;
  }

  /** Draws a part of the canvas, and nothing outside it. @param {Scene} scene @param {Window} view @param {Part} part */
  #drawPart(scene, view, part) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(part.x, part.y, part.width, part.height);
    context.clip();
    context.fillStyle = this.plain.palette.board;
    context.fillRect(part.x, part.y, part.width, part.height);
    const box = {
      left: (view.left + part.x) / view.tile,
      top: (view.top + part.y) / view.tile,
      right: (view.left + part.x + part.width) / view.tile,
      bottom: (view.top + part.y + part.height) / view.tile,
    };
    if (view.tile < PLAIN * view.ratio && scene.shape.hasRows) this.plain.draw(context, scene, box, view.tile, view.left, view.top);
    else this.#drawTiles(scene, view, box);
    context.restore();
  }

  /** @param {Scene} scene @param {Window} view @param {Box} box */
  #drawTiles(scene, view, box) {
    const { context } = this;
    /** @type {number[]} */
    const signs = [];
    /** @type {number[]} */
    const ghosts = [];
    scene.shape.visit(box, (cell, x, y, ghost) => {
      const { overhang } = scene.shape.form(cell);
      const left = Math.round((x - overhang) * view.tile - view.left);
      const top = Math.round((y - overhang) * view.tile - view.top);
      const { bleed } = this.#atlas(scene.shape, cell);
      context.drawImage(this.#tile(scene, cell), left - bleed, top - bleed);
      if (ghost) ghosts.push(left, top);
      if (hasSigns(scene, cell)) signs.push(cell, left, top);
    });
    for (let i = 0; i < signs.length; i += 3) this.#drawSigns(scene, signs[i], signs[i + 1], signs[i + 2]);
    context.setTransform(1, 0, 0, 1, 0, 0);
    for (let i = 0; i < ghosts.length; i += 2) this.#veil(ghosts[i], ghosts[i + 1], view.tile);
  }

  /** @param {Shape} shape @param {Window} view */
  #prepare(shape, { tile }) {
    if (shape.forms.every((form) => this.atlases.get(form)?.fits(this.theme, form, tile))) return;
    this.atlases = new Map(shape.forms.map((form) => [form, new Atlas(this.theme, form, tile)]));
    const { palette } = this.#atlas(shape, 0);
    if (this.plain?.palette !== palette) this.plain = new PlainTiles(palette);
  }

  /** The tiles of a cell's form. @returns {Atlas} @param {Shape} shape @param {number} cell */
  #atlas(shape, cell) {
    return /** @type {Atlas} */ (this.atlases.get(shape.form(cell)));
  }

  /** @param {number} left @param {number} top @param {number} tile */
  #veil(left, top, tile) {
    this.context.fillStyle = this.plain.palette.board;
    this.context.globalAlpha = 0.6;
    this.context.fillRect(left, top, tile, tile);
    this.context.globalAlpha = 1;
  }

  /** @param {Scene} scene @param {number} cell @param {number} left @param {number} top */
  #drawSigns(scene, cell, left, top) {
    const { context } = this;
    const { width, height, form, palette } = this.#atlas(scene.shape, cell);
    context.setTransform(1, 0, 0, 1, left, top);
    const brush = { context, width, height, form, palette };
    const component = scene.marks[cell] < 0 ? scene.components?.get(cell) : undefined;
    const isKnown = tells(scene, cell);
    if (component !== undefined) {
      const ground = drawComponent(brush, component.component, component.order < scene.sweepSteps);
      if (isKnown) drawShare(brush, scene, cell, ground);
    }
    const role = scene.roles.get(cell);
    if (role) drawRole(brush, role, !isKnown);
    if (scene.showsCursor && cell === scene.cursor) drawCursor(brush);
  }

  /** The picture of a cell. Cells with the same risk in whole per cent share one picture. @param {Scene} scene @param {number} cell */
  #tile(scene, cell) {
    const atlas = this.#atlas(scene.shape, cell);
    const mark = markToDraw(scene, cell);
    if (!tells(scene, cell) || scene.components?.has(cell)) return atlas.tile(mark);
    const key = `${scene.meaning} ${wholePercent(scene.risks[cell])} ${writes(scene, cell)} ${isSea(scene, cell)}`;
    return atlas.tileWith(mark, key, (brush) => drawShare(brush, scene, cell, null));
  }
}

/** A cell and its neighbours, whose look may depend on it. @param {number} cell @param {Shape} shape @param {Window} view @returns {Part} */
function around(cell, shape, view) {
  const { x, y } = shape.corner(cell);
  const reach = 1 + shape.overhang;
  const left = Math.floor((x - reach) * view.tile - view.left);
  const top = Math.floor((y - reach) * view.tile - view.top);
  return { x: left, y: top, width: Math.ceil((2 * reach + 1) * view.tile), height: Math.ceil((2 * reach + shape.tileHeight) * view.tile) };
}

/** @param {Window} view @returns {Part} */
const whole = ({ width, height }) => ({ x: 0, y: 0, width, height });

/** The mark to draw. A closed cell looks open under a held button, and until the engine has opened it. @param {Scene} scene @param {number} cell */
function markToDraw(scene, cell) {
  if (scene.covered.has(cell)) return HIDDEN;
  const mark = scene.marks[cell];
  return isClosed(mark) && scene.isDown(cell) ? PRESSED : mark;
}

/**
 * Whether to write the risk of a cell. In the sea, one cell has the risk, and so has each cell that stands out for another reason.
 * @param {RiskScene} scene @param {number} cell
 */
function writes(scene, cell) {
  const { riskNumbers, sea, risks, roles } = scene;
  if (!riskNumbers || !sea || cell === sea.label || roles.has(cell)) return riskNumbers;
  return !isSea(scene, cell) || wholePercent(risks[cell]) !== wholePercent(sea.risk);
}

/**
 * Whether to show the chance of a cell. Cells opened since then show none, and neither do flags that are certainly right.
 * @param {Scene} scene @param {number} cell @returns {scene is RiskScene}
 */
function tells(scene, cell) {
  const { meaning, marks, risks } = scene;
  if (risks === null || Number.isNaN(risks[cell])) return false;
  return marks[cell] === FLAG ? meaning !== 'zero' && risks[cell] < 1 : isClosed(marks[cell]);
}

/**
 * Draws the chance of a cell in whole per cent. All chances under 1 % share one picture, and so do all over 99 %.
 * @param {Brush} brush @param {RiskScene} scene @param {number} cell @param {Ground|null} ground
 */
function drawShare(brush, scene, cell, ground) {
  const share = wholeShare(scene.risks[cell]);
  if (scene.meaning === 'zero') drawChance(brush, share, ground);
  else drawRisk(brush, share, writes(scene, cell), isSea(scene, cell), ground);
}

/** @param {Scene} scene @param {number} cell */
const hasSigns = ({ roles, showsCursor, cursor, components }, cell) => roles.has(cell) || (showsCursor && cell === cursor) || components?.has(cell);
