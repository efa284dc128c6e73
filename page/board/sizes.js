/** How large the cells of a board are. All sizes are widths of a cell in CSS pixels. */

/** The bounds of the sizes that a player can choose. */
export const SMALLEST = 6;
export const LARGEST = 160;

/** The least size without a choice of the player: boards that would get smaller cells scroll. */
const LEAST = { mouse: 16, finger: 20 };
/** Smaller cells can no longer be told apart, or hit with a finger. */
const TELLABLE = { mouse: 9, finger: 14 };
/** On large screens cells grow until this many fill the room. */
const ENOUGH = 16;
const GROWS_FROM = 48;

/** Whether a finger points. */
export const isCoarse = () => window.matchMedia('(pointer: coarse)').matches;

/**
 * @typedef {object} Sizes
 * @property {number} whole the size that shows the whole board
 * @property {number} usual the size without a choice of the player
 * @property {boolean} tellable whether the whole board can be played on
 */

/**
 * The sizes of the cells for a room.
 * @param {import('./shape.js').Shape} shape @param {{width: number, height: number}} room in CSS pixels
 * @param {number} ratio device pixels in a CSS pixel @param {boolean} still whether nobody plays on the board
 * @returns {Sizes}
 */
export function sizesFor(shape, room, ratio, still) {
  const pointer = isCoarse() ? 'finger' : 'mouse';
  const most = Math.max(GROWS_FROM, Math.min(room.width, room.height) / ENOUGH);
  const fitting = Math.min(room.width / shape.width, room.height / shape.height, most);
  const whole = Math.floor(fitting * ratio) / ratio;
  const least = still && whole >= TELLABLE.mouse ? whole : LEAST[pointer];
  return { whole, usual: Math.max(whole, least), tellable: whole >= TELLABLE[pointer] };
}

/**
 * The size for what the player chose.
 * @param {Sizes} sizes @param {Zoom} zoom
 */
export function sizeOf({ whole, usual, tellable }, zoom) {
  if (zoom === null) return usual;
  if (zoom === 'whole') return tellable ? whole : usual;
  return zoom;
}

/** A size, the whole board, or null for no choice. @typedef {number|'whole'|null} Zoom */
