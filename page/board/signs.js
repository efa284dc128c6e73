/** Draws the signs over the tiles: risks, hints, components and the cursor. */

import { wholePercent } from '../ui/plain_words.js';
import { inkOn, inkOver, riskColour } from './palettes.js';
import { drawCheck, outline } from './tiles.js';

/** @import { Palette } from './palettes.js' */

/**
 * @typedef {object} Brush
 * @property {CanvasRenderingContext2D} context with its origin at the top left corner of the cell
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {import('./shape.js').Form} form of the cell
 * @property {Palette} palette
 */

/** The tint of a hidden cell, on which its figure must be readable. @typedef {{colour: string, alpha: number}} Ground */

/** Smaller cells get no text, only colours. In device pixels. */
const SMALLEST_TEXT = 17;

/** The strength of the tint for a role. */
const ROLE_TINT = 0.28;

/** The weights of figures. Those that say nothing new are thin. */
const [BOLD, THIN] = [600, 400];

/**
 * Draws the chance that a cell is a zero: a tint and a number.
 * @param {Brush} brush @param {number} chance 0 to 1 @param {Ground|null} ground a tint that is already there, and stays
 */
export function drawChance(brush, chance, ground) {
  const tint = ground ?? fill(brush, brush.palette.safe, 0.7 * chance);
  if (brush.width >= SMALLEST_TEXT) drawFigure(brush, wholePercent(chance), tint, chance ? BOLD : THIN);
}

/**
 * Draws the risk of a cell: a tint and a number. What is certain gets a sign instead of a number.
 * @param {Brush} brush @param {number} risk 0 to 1 @param {boolean} asNumber whether as a number
 * @param {boolean} faint whether the cell belongs to the sea @param {Ground|null} ground a tint that is already there; certainty replaces it
 */
export function drawRisk(brush, risk, asNumber, faint, ground) {
  const { width, palette } = brush;
  const certain = risk === 0 || risk === 1;
  const colour = risk === 0 ? palette.safe : risk === 1 ? palette.mine : riskColour(palette, risk);
  const tint = certain || !ground ? fill(brush, colour, certain ? 0.9 : faint ? 0.24 : 0.68) : ground;
  if (width < SMALLEST_TEXT) return;
  if (risk === 0) drawCheck(brush, inkOn(colour));
  else if (risk === 1) drawDiamond(brush, inkOn(colour));
  else if (asNumber) drawFigure(brush, wholePercent(risk), tint, BOLD);
}

/** Draws a tint inside the edges of a cell. @param {Brush} brush @param {string} colour @param {number} alpha @returns {Ground} */
const fill = (brush, colour, alpha) => tint(brush, colour, alpha, Math.max(1, brush.width * 0.06), brush.width * 0.12);

/** @param {Brush} brush @param {string} text @param {Ground} ground @param {number} weight */
function drawFigure({ context, width, height, palette }, text, { colour, alpha }, weight) {
  context.fillStyle = inkOver(palette, colour, alpha);
  context.font = `${weight} ${width * 0.42}px "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, width / 2, height / 2 + width * 0.03);
}

/** @param {Brush} brush @param {string} ink */
function drawDiamond({ context, width, height }, ink) {
  const [x, y, reach] = [width / 2, height / 2, width * 0.24];
  context.fillStyle = ink;
  context.beginPath();
  context.moveTo(x, y - reach);
  context.lineTo(x + reach, y);
  context.lineTo(x, y + reach);
  context.lineTo(x - reach, y);
  context.closePath();
  context.fill();
}

/** @param {Brush} brush @param {string} colour @param {number} thick @param {number[]} [dash] */
function drawRing(brush, colour, thick, dash = []) {
  const { context, width } = brush;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1.5, width * thick);
  context.setLineDash(dash.map((part) => part * width));
  outline(brush, context.lineWidth / 2 + Math.max(0.5, width * 0.03), width * 0.14);
  context.stroke();
  context.setLineDash([]);
}

/** @param {Brush} brush @param {string} colour @param {number} alpha @param {number} [inset] @param {number} [radius] @returns {Ground} */
function tint(brush, colour, alpha, inset = 0, radius = brush.width * 0.14) {
  brush.context.fillStyle = colour;
  brush.context.globalAlpha = alpha;
  outline(brush, inset, radius);
  brush.context.fill();
  brush.context.globalAlpha = 1;
  return { colour, alpha };
}

/** Hatches the whole cell, more faintly if something is written in it. @param {Brush} brush @param {string} colour @param {boolean} bare */
function hatch(brush, colour, bare) {
  const { context, width, height } = brush;
  context.save();
  outline(brush, width * 0.06, width * 0.12);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = bare ? 1 : 0.4;
  context.lineWidth = Math.max(1, width * 0.05);
  context.beginPath();
  for (let x = -height; x < width; x += width / 3) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
}

/** @param {Brush} brush */
function drawTarget({ context, width, height, palette }) {
  context.fillStyle = palette.best;
  context.beginPath();
  context.arc(width / 2, height / 2, width * 0.13, 0, 2 * Math.PI);
  context.fill();
}

/**
 * Marks what a hint is certain of. Where the cell already shows it, only a ring says that the hint means this cell.
 * @param {Brush} brush @param {string} colour @param {(brush: Brush, ink: string) => void} drawSign @param {boolean} bare
 */
function drawCertain(brush, colour, drawSign, bare) {
  const { width, palette } = brush;
  if (bare) tint(brush, colour, ROLE_TINT);
  drawRing(brush, bare ? colour : palette.outline, bare ? 0.09 : 0.13);
  if (bare && width >= SMALLEST_TEXT) drawSign(brush, inkOver(palette, colour, ROLE_TINT));
}

/** The look of each role. `bare` is false if a risk is already written in the cell. Numbers get no tint, which would make them harder to read. */
/** @type {Record<import('./scene.js').Role, (brush: Brush, bare: boolean) => void>} */
const ROLES = {
  safe(brush, bare) {
    drawCertain(brush, brush.palette.safe, drawCheck, bare);
  },
  mine(brush, bare) {
    drawCertain(brush, brush.palette.mine, drawDiamond, bare);
  },
  best(brush, bare) {
    drawRing(brush, brush.palette.best, 0.13);
    if (bare && brush.width >= SMALLEST_TEXT) drawTarget(brush);
  },
  reason(brush) {
    drawRing(brush, brush.palette.outline, 0.11);
  },
  considered(brush) {
    drawRing(brush, brush.palette.considered, 0.07, [0.16, 0.12]);
  },
  dead(brush, bare) {
    hatch(brush, bare ? brush.palette.dead : brush.palette.ink, bare);
  },
  guessed(brush, bare) {
    const ground = bare ? tint(brush, brush.palette.mine, ROLE_TINT) : null; // over a figure it would dim that
    drawRing(brush, brush.palette.mine, 0.13);
    if (ground && brush.width >= SMALLEST_TEXT) drawFigure(brush, '?', ground, BOLD);
  },
  played(brush) {
    drawCursor(brush);
  },
  question(brush) {
    drawRing(brush, brush.palette.outline, 0.15);
  },
  conflict(brush) {
    drawRing(brush, brush.palette.conflict, 0.15);
  },
};

/**
 * Draws what a cell is marked as.
 * @param {Brush} brush @param {import('./scene.js').Role} role @param {boolean} bare whether nothing else is drawn in the cell
 */
export function drawRole(brush, role, bare) {
  ROLES[role](brush, bare);
}

/**
 * Draws the component of a cell, for the solver's view.
 * @param {Brush} brush @param {number} component @param {boolean} isSwept whether the sweep has passed the cell
 * @returns {Ground}
 */
export function drawComponent(brush, component, isSwept) {
  const colours = brush.palette.components;
  const ground = tint(brush, colours[component % colours.length], isSwept ? 0.55 : 0.16);
  drawRing(brush, ground.colour, 0.06);
  return ground;
}

/**
 * Draws the cursor.
 * @param {Brush} brush
 */
export function drawCursor(brush) {
  drawRing(brush, inkOn(brush.palette.cursor), 0.2);
  drawRing(brush, brush.palette.cursor, 0.13);
}
