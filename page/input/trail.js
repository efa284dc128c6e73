/**
 * The path of the pointer over the board while the clock runs, for the review of the game. It is sent with the next action,
 * so it costs no message of its own.
 */

import { spotAt } from '../board/spots.js';

const STEP = 40; // milliseconds between two places
const MOST = 300; // places in one message; a longer path is thinned out
const PARTS = 16; // of the width of a cell

export class Trail {
  /** @param {import('../board/view.js').BoardView} view @param {() => number|null} clock milliseconds; null while it stands */
  constructor(view, clock) {
    this.view = view;
    this.clock = clock;
    this.step = STEP;
    /** Milliseconds on the clock, and x and y in parts of a cell. @type {Array<[number, number, number]>} */
    this.places = [];
    view.box.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && this.#note(event));
  }

  clear() {
    this.step = STEP;
    this.places = [];
  }

  /** The way since the last action: how many milliseconds ago, and x and y. @returns {Array<[number, number, number]>} */
  take() {
    const now = this.clock();
    const { places } = this;
    this.clear();
    return now === null ? [] : places.map(([at, x, y]) => [Math.max(Math.round(now - at), 0), x, y]);
  }

  /** @param {PointerEvent} event */
  #note({ clientX, clientY }) {
    const now = this.clock();
    const { places } = this;
    const last = places[places.length - 1];
    if (now === null || (last && now - last[0] < this.step)) return;
    const point = this.view.pointAt(clientX, clientY);
    const spot = point && spotAt(this.view.scene.shape, point);
    if (!spot) return;
    const [x, y] = [Math.floor(spot.x * PARTS), Math.floor(spot.y * PARTS)];
    if (last && last[1] === x && last[2] === y) return;
    places.push([now, x, y]);
    if (places.length < MOST) return;
    this.places = places.filter((_, i) => i % 2);
    this.step *= 2;
  }
}
