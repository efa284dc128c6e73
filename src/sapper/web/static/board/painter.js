/** Draws the visible part of a scene. The work grows with what is in view, not with the board. */

import { Atlas } from './atlas.js';
import { FLAG, isClosed } from './marks.js';
import { drawComponent, drawCursor, drawRisk, drawRole } from './signs.js';
import { PRESSED } from './tiles.js';

/** @typedef {import('./scene.js').Scene} Scene */

/** Tiles narrower than this, in device pixels, are plain squares of colour. */
const PLAIN = 7;

/**
 * @typedef {object} Window
 * @property {number} left in device pixels from the left edge of the whole drawing
 * @property {number} top
 * @property {number} width of what is in view, in device pixels
 * @property {number} height
 * @property {number} tile the width of a tile in device pixels, a whole number
 */

export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.context = canvas.getContext('2d', { alpha: false });
    this.theme = 'modern';
    /** @type {Atlas|null} */
    this.atlas = null;
  }

  /**
   * Draws what the window shows.
   * @param {Scene} scene @param {Window} view
   */
  draw(scene, view) {
    const { context } = this;
    const { shape } = scene;
    const atlas = this.#atlasFor(shape, view.tile);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = atlas.palette.gap;
    context.fillRect(0, 0, view.width, view.height);
    const box = {
      left: view.left / view.tile,
      top: view.top / view.tile,
      right: (view.left + view.width) / view.tile,
      bottom: (view.top + view.height) / view.tile,
    };
    const over = [];
    const plain = view.tile < PLAIN;
    shape.visit(box, (cell, x, y, ghost) => {
      const left = Math.round(x * view.tile - view.left);
      const top = Math.round(y * view.tile - view.top);
      if (plain) this.#fillTile(scene, cell, left, top, view.tile);
      else context.drawImage(atlas.tile(shown(scene, cell)), left, top);
      if (ghost) this.#veil(left, top, view.tile);
      if (hasSigns(scene, cell)) over.push(cell, left, top);
    });
    for (let i = 0; i < over.length; i += 3) this.#drawSigns(scene, over[i], over[i + 1], over[i + 2]);
    if (scene.dimmed) this.#dim(view);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  #atlasFor(shape, tile) {
    const hexagonal = shape.kind === 'hexagons';
    const height = hexagonal ? tile * shape.tileHeight : tile;
    if (!this.atlas?.fits(this.theme, hexagonal, tile, height)) {
      this.atlas = new Atlas(this.theme, hexagonal, tile, height);
    }
    return this.atlas;
  }

  #fillTile(scene, cell, left, top, tile) {
    const mark = shown(scene, cell);
    const { palette } = this.atlas;
    if (isClosed(mark)) this.context.fillStyle = palette.hidden[0];
    else if (mark === 0) this.context.fillStyle = palette.open;
    else this.context.fillStyle = mark > 0 ? palette.numbers[Math.min(mark, 8) - 1] : palette.flag;
    this.context.fillRect(left, top, tile - (tile > 3 ? 1 : 0), tile - (tile > 3 ? 1 : 0));
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
    // A flag on a certain mine says it already.
    const known = !Number.isNaN(risk) && !(risk === 1 && scene.marks[cell] === FLAG);
    if (known) drawRisk(brush, risk, scene.riskNumbers, isSea(scene, cell));
    const role = scene.roles.get(cell);
    if (role) drawRole(brush, role, !known);
    if (scene.cursorShown && cell === scene.cursor) drawCursor(brush);
  }

  #dim(view) {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.fillStyle = this.atlas.palette.gap;
    this.context.globalAlpha = 0.35;
    this.context.fillRect(0, 0, view.width, view.height);
    this.context.globalAlpha = 1;
  }
}

/** The mark as drawn: a closed cell under a held button looks open. */
function shown(scene, cell) {
  const mark = scene.marks[cell];
  return scene.pressed.has(cell) && isClosed(mark) ? PRESSED : mark;
}

/** Whether a hidden cell touches no number. */
function isSea({ shape, marks }, cell) {
  return shape.neighbours(cell).every((near) => marks[near] < 0);
}

function hasSigns(scene, cell) {
  return (
    (scene.risks !== null && !Number.isNaN(scene.risks[cell])) ||
    scene.roles.has(cell) ||
    (scene.cursorShown && cell === scene.cursor) ||
    Boolean(scene.components?.has(cell))
  );
}
