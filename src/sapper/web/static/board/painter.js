/** Draws the visible part of a scene. The work grows with what is in view, not with the board. */

import { Atlas } from './atlas.js';
import { FLAG, isClosed } from './marks.js';
import { PlainTiles } from './plain.js';
import { drawChance, drawComponent, drawCursor, drawRisk, drawRole } from './signs.js';
import { PRESSED } from './tiles.js';

/** @typedef {import('./scene.js').Scene} Scene */

/** Tiles narrower than this, in CSS pixels, are squares of colour. */
const PLAIN = 9;

/**
 * @typedef {object} Window
 * @property {number} left in device pixels from the left edge of the whole drawing
 * @property {number} top
 * @property {number} width of what is in view, in device pixels
 * @property {number} height
 * @property {number} tile the width of a tile in device pixels, a whole number
 * @property {number} ratio device pixels in a CSS pixel
 */

export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    this.theme = 'modern';
    /** @type {Atlas|null} */
    this.atlas = null;
    /** @type {PlainTiles|null} */
    this.plain = null;
    /** What the canvas shows. @type {Window|null} */
    this.shown = null;
  }

  /**
   * Draws what the window shows.
   * @param {Scene} scene @param {Window} view
   * @param {boolean} [moved] whether only the window moved: what stays in view is then shifted, not drawn
   */
  draw(scene, view, moved = false) {
    this.#prepare(scene.shape, view);
    for (const part of moved ? this.#shift(view) : [whole(view)]) this.#drawPart(scene, view, part);
    this.shown = view;
  }

  /** Shifts the picture along with the window; what is left to draw. */
  #shift(view) {
    const { shown } = this;
    if (!shown || shown.tile !== view.tile || shown.width !== view.width || shown.height !== view.height) return [whole(view)];
    const [right, down] = [shown.left - view.left, shown.top - view.top];
    if (!right && !down) return [];
    if (Math.abs(right) >= view.width || Math.abs(down) >= view.height) return [whole(view)];
    this.context.drawImage(this.canvas, right, down);
    const parts = [];
    if (right) parts.push({ x: right > 0 ? 0 : view.width + right, y: 0, width: Math.abs(right), height: view.height });
    if (down) parts.push({ x: 0, y: down > 0 ? 0 : view.height + down, width: view.width, height: Math.abs(down) });
    return parts;
  }

  /** Draws a part of the canvas, and nothing outside it. */
  #drawPart(scene, view, part) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(part.x, part.y, part.width, part.height);
    context.clip();
    context.fillStyle = this.atlas.palette.gap;
    context.fillRect(part.x, part.y, part.width, part.height);
    const box = {
      left: (view.left + part.x) / view.tile,
      top: (view.top + part.y) / view.tile,
      right: (view.left + part.x + part.width) / view.tile,
      bottom: (view.top + part.y + part.height) / view.tile,
    };
    const afar = view.tile < PLAIN * view.ratio && scene.shape.kind !== 'hexagons';
    if (afar) this.plain.draw(context, scene, box, view.tile, view.left, view.top);
    else this.#drawTiles(scene, view, box);
    context.restore();
  }

  #drawTiles(scene, view, box) {
    const { context, atlas } = this;
    const signs = [];
    scene.shape.visit(box, (cell, x, y, ghost) => {
      const left = Math.round(x * view.tile - view.left);
      const top = Math.round(y * view.tile - view.top);
      context.drawImage(atlas.tile(shownMark(scene, cell)), left, top);
      if (ghost) this.#veil(left, top, view.tile);
      if (hasSigns(scene, cell)) signs.push(cell, left, top);
    });
    for (let i = 0; i < signs.length; i += 3) this.#drawSigns(scene, signs[i], signs[i + 1], signs[i + 2]);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  #prepare(shape, { tile }) {
    const hexagonal = shape.kind === 'hexagons';
    const height = hexagonal ? tile * shape.tileHeight : tile;
    if (this.atlas?.fits(this.theme, hexagonal, tile, height)) return;
    this.atlas = new Atlas(this.theme, hexagonal, tile, height);
    if (this.plain?.palette !== this.atlas.palette) this.plain = new PlainTiles(this.atlas.palette);
  }

  #veil(left, top, tile) {
    this.context.fillStyle = this.atlas.palette.gap;
    this.context.globalAlpha = 0.6;
    this.context.fillRect(left, top, tile, tile);
    this.context.globalAlpha = 1;
  }

  #drawSigns(scene, cell, left, top) {
    const { context, atlas } = this;
    const { width, height, hexagonal, palette } = atlas;
    context.setTransform(1, 0, 0, 1, left, top);
    const brush = { context, width, height, hexagonal, palette };
    const component = scene.components?.get(cell);
    if (component !== undefined) drawComponent(brush, component.component, component.order < scene.swept);
    const risk = scene.risks ? scene.risks[cell] : NaN;
    const known = tells(scene, scene.marks[cell], risk);
    if (known && scene.meaning === 'zero') drawChance(brush, risk);
    else if (known) drawRisk(brush, risk, scene.riskNumbers, isSea(scene, cell), component === undefined);
    const role = scene.roles.get(cell);
    if (role) drawRole(brush, role, !known);
    if (scene.cursorShown && cell === scene.cursor) drawCursor(brush);
  }
}

const whole = ({ width, height }) => ({ x: 0, y: 0, width, height });

/** The mark as drawn: a closed cell under a held button looks open. */
function shownMark(scene, cell) {
  const mark = scene.marks[cell];
  return scene.pressed.has(cell) && isClosed(mark) ? PRESSED : mark;
}

/** Whether a hidden cell touches no number. */
function isSea({ shape, marks }, cell) {
  return shape.neighbours(cell).every((near) => marks[near] < 0);
}

/** Whether a chance is worth showing: not over what was opened since, nor where a flag says it already. */
function tells({ meaning }, mark, chance) {
  if (Number.isNaN(chance)) return false;
  return mark === FLAG ? meaning === 'risk' && chance < 1 : isClosed(mark);
}

function hasSigns(scene, cell) {
  return (
    (scene.risks !== null && !Number.isNaN(scene.risks[cell])) ||
    scene.roles.has(cell) ||
    (scene.cursorShown && cell === scene.cursor) ||
    Boolean(scene.components?.has(cell))
  );
}
