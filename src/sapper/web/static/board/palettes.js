/**
 * The colours of the tiles, theme by theme. What surrounds the board has its colours in css/themes.css, under the
 * same names.
 */

/**
 * @typedef {object} Palette
 * @property {'bevel'|'soft'} style how a hidden cell looks raised
 * @property {string} gap between the cells
 * @property {[string, string]} hidden top and bottom of a hidden cell
 * @property {[string, string]} edge light and dark edge of a hidden cell
 * @property {string} open an open cell
 * @property {string} line around an open cell
 * @property {string[]} numbers from 1 to 8
 * @property {string} flag
 * @property {string} pole
 * @property {string} mine
 * @property {string} shine on the mine
 * @property {string} exploded behind the mine that exploded
 * @property {string} wrong the cross over a wrong flag
 * @property {string} question
 * @property {string} figure a risk in per cent
 * @property {string[]} risk from no risk to certain, for the overlay
 * @property {string} safe outline and tint of what is certainly safe
 * @property {string} danger outline and tint of what is certainly a mine
 * @property {string} best the best guess
 * @property {string} reason the numbers a hint speaks of
 * @property {string} considered cells that were weighed
 * @property {string} dead cells that can never help
 * @property {string} conflict numbers that contradict each other
 * @property {string} cursor
 * @property {string[]} components
 */

const COMPONENTS = ['#4e79d8', '#e0803a', '#3aa675', '#b45fc4', '#d9a521', '#2ea3b8', '#d85c7c', '#7a8b3c'];

/** @type {Palette} */
const classic = {
  style: 'bevel',
  gap: '#8d8d8d',
  hidden: ['#c6c6c6', '#bdbdbd'],
  edge: ['#ffffff', '#7f7f7f'],
  open: '#c0c0c0',
  line: '#a3a3a3',
  numbers: ['#0000f5', '#005c00', '#a20000', '#000083', '#5c0000', '#005858', '#000000', '#4e4e4e'],
  flag: '#e50000',
  pole: '#101010',
  mine: '#0c0c0c',
  shine: '#ffffff',
  exploded: '#ff2a1f',
  wrong: '#e50000',
  question: '#101010',
  figure: '#101010',
  risk: ['#3fae5a', '#a5c957', '#f3d34a', '#ee8b32', '#cf2e2e'],
  safe: '#0b8f3c',
  danger: '#c4161c',
  best: '#0a52d6',
  reason: '#7a3fd0',
  considered: '#5b6470',
  dead: '#7c7c7c',
  conflict: '#d6007f',
  cursor: '#0a52d6',
  components: COMPONENTS,
};

/** @type {Palette} */
const modern = {
  style: 'soft',
  gap: '#e6ebf2',
  hidden: ['#aebfd3', '#9db0c7'],
  edge: ['#c5d3e3', '#8599b2'],
  open: '#fbfcfe',
  line: '#e4e9f0',
  numbers: ['#2468d8', '#218448', '#d6363c', '#5a3bb8', '#a3511a', '#0b7f8d', '#2b3340', '#6a7480'],
  flag: '#e5383b',
  pole: '#2b3a4f',
  mine: '#27303d',
  shine: '#ffffff',
  exploded: '#f0525a',
  wrong: '#d6363c',
  question: '#2b3a4f',
  figure: '#16202e',
  risk: ['#4bb37b', '#b5cf6b', '#f5d565', '#ef9550', '#d64545'],
  safe: '#128a50',
  danger: '#cf2f3b',
  best: '#1d63e0',
  reason: '#7f4bd6',
  considered: '#56657a',
  dead: '#8b96a5',
  conflict: '#d1127f',
  cursor: '#1d63e0',
  components: COMPONENTS,
};

/** @type {Palette} */
const dark = {
  style: 'soft',
  gap: '#12151c',
  hidden: ['#465169', '#3b465c'],
  edge: ['#56637e', '#2a3243'],
  open: '#1b1f29',
  line: '#262c39',
  numbers: ['#7fb2ff', '#6fd08c', '#ff7f7f', '#b9a1ff', '#eda866', '#5fd6d6', '#eef1f6', '#9aa4b5'],
  flag: '#ff6b6b',
  pole: '#dfe6f2',
  mine: '#e3e8f1',
  shine: '#454e60',
  exploded: '#b8323c',
  wrong: '#ff5a5f',
  question: '#eef1f6',
  figure: '#f2f5fa',
  risk: ['#2f8f5f', '#87a33f', '#c9a12e', '#cb6d2c', '#b8323c'],
  safe: '#4fd68f',
  danger: '#ff7078',
  best: '#74a9ff',
  reason: '#c39bff',
  considered: '#aab4c5',
  dead: '#6d788a',
  conflict: '#ff6ec0',
  cursor: '#8fbcff',
  components: ['#7099f0', '#ee9a5c', '#5cc495', '#cb86d8', '#e6bf52', '#5cc0d2', '#ec86a0', '#a2b368'],
};

/**
 * Told apart without red and green: blue against orange, light against dark, and every role has its own sign too.
 * @type {Palette}
 */
const clear = {
  style: 'soft',
  gap: '#ffffff',
  hidden: ['#8796a8', '#78889b'],
  edge: ['#a5b2c1', '#5b6a7c'],
  open: '#ffffff',
  line: '#d3d9e0',
  numbers: ['#0058b0', '#a34700', '#16191d', '#00707f', '#8a2f78', '#5b4a00', '#000000', '#4f5863'],
  flag: '#ffd34d',
  pole: '#10151b',
  mine: '#10151b',
  shine: '#ffffff',
  exploded: '#e56a00',
  wrong: '#10151b',
  question: '#ffffff',
  figure: '#0a0d11',
  risk: ['#dcebfa', '#9cc6e8', '#f5d58c', '#e08a2b', '#8a3b00'],
  safe: '#0058b0',
  danger: '#b04a00',
  best: '#111418',
  reason: '#8a2f78',
  considered: '#4f5863',
  dead: '#4f5863',
  conflict: '#a3006b',
  cursor: '#111418',
  components: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a600', '#444b54'],
};

/** @type {Record<string, Palette>} */
export const PALETTES = { classic, modern, dark, clear };

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
  const mixed = from.map((value, i) => Math.round(value + (to[i] - value) * share));
  return `rgb(${mixed.join(',')})`;
}

/** The luminance of a colour, 0 to 1. @param {number[]} colour red, green and blue, 0 to 255 */
const luminance = (colour) => {
  const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How much two luminances differ, 1 to 21; text wants 4.5. */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/**
 * The ink for a figure on a hidden cell with a tint: the palette's own where that reads well, else black or white.
 * @param {Palette} palette @param {string} tint @param {number} alpha of the tint, 0 to 1
 */
export function inkOver(palette, tint, alpha) {
  const [top, bottom] = palette.hidden.map(rgb);
  const middle = top.map((value, i) => (value + bottom[i]) / 2);
  const ground = luminance(partsOf(tint).map((value, i) => middle[i] + (value - middle[i]) * alpha));
  const reads = (ink) => contrast(luminance(rgb(ink)), ground);
  if (reads(palette.figure) >= 4.5) return palette.figure;
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
