/** The colours of the cells, theme by theme, and how they mix. */

import themes from '../../src/sapper/draw/palettes.json' with { type: 'json' };

/**
 * @typedef {object} Palette
 * @property {string} title what the theme is called
 * @property {boolean} raised whether a hidden cell is a button with lit and shaded edges
 * @property {string} board between the cells
 * @property {string[]} hidden top and bottom of a hidden cell
 * @property {string[]} edge light and dark edge of a hidden cell
 * @property {string} open an open cell
 * @property {string} line around an open cell
 * @property {string[]} numbers from 1 to 8
 * @property {string} ink mines, poles of flags, question marks, and risks in per cent
 * @property {string} flag the cloth of a flag
 * @property {string} cross the cross over a wrong flag
 * @property {string} exploded behind the mine that exploded
 * @property {string[]} risk from no risk to certain, for the overlay
 * @property {string} safe outline and tint of what is certainly safe
 * @property {string} mine outline and tint of what is certainly a mine
 * @property {string} best the best guess
 * @property {string} conflict numbers that contradict each other
 * @property {string} outline the numbers that a hint uses
 * @property {string} considered cells that were weighed
 * @property {string} dead cells that can never help
 * @property {string} cursor
 * @property {string[]} components
 */

/** @type {Record<string, Palette>} */
export const PALETTES = Object.fromEntries(Object.entries(themes).map(([name, { title, cells }]) => [name, { title, ...cells }]));

/** @param {string} hex */
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** @param {string} colour #rrggbb or rgb(r,g,b) */
export const partsOf = (colour) => (colour.startsWith('#') ? rgb(colour) : (colour.match(/\d+/g) ?? []).map(Number));

/**
 * The colour of a risk.
 * @param {Palette} palette
 * @param {number} risk 0 to 1
 */
export function riskColour(palette, risk) {
  const steps = palette.risk.length - 1;
  const low = Math.min(Math.floor(risk * steps), steps - 1);
  const share = risk * steps - low;
  const [from, to] = [rgb(palette.risk[low]), rgb(palette.risk[low + 1])];
  const mixture = from.map((value, i) => Math.round(value + (to[i] - value) * share));
  return `rgb(${mixture.join(',')})`;
}

/** The luminance of a colour, 0 to 1. @param {number[]} colour red, green and blue, 0 to 255 */
const luminance = (colour) => {
  const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How much two luminances differ, 1 to 21; text wants 4.5. @param {number} a @param {number} b */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/**
 * The ink for a figure on a hidden cell with a tint: the palette's own where that reads well, else black or white.
 * @param {Palette} palette @param {string} tint @param {number} alpha of the tint, 0 to 1
 */
export function inkOver(palette, tint, alpha) {
  const [top, bottom] = palette.hidden.map(rgb);
  const middle = top.map((value, i) => (value + bottom[i]) / 2);
  const ground = luminance(partsOf(tint).map((value, i) => middle[i] + (value - middle[i]) * alpha));
  const reads = (/** @type {string} */ ink) => contrast(luminance(rgb(ink)), ground);
  if (reads(palette.ink) >= 4.5) return palette.ink;
  return reads('#000000') > reads('#ffffff') ? '#000000' : '#ffffff';
}

/**
 * Black or white, whichever reads better on a colour.
 * @param {string} colour #rrggbb or rgb(r,g,b)
 */
export function inkOn(colour) {
  const [red, green, blue] = partsOf(colour).map((value) => (value / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.27 ? '#10141a' : '#ffffff';
}
