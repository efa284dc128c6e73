/**
 * Touch on a board. A tap opens, or flags if the settings say so. A long press does the other of the two. A tap on a number
 * chords. One finger scrolls and two fingers zoom.
 */

import { isNumber } from '../board/marks.js';
import { opensWith } from '../board/scene.js';

/** @import { BoardView } from '../board/view.js' */
/**
 * @typedef {import('./mouse.js').Player & {tells: (cell: number) => boolean}} TouchPlayer
 *   `tells` answers a tap that asks about a cell, and returns whether it did
 */

const STRAY = 12; // CSS pixels that a finger may move during a tap

export class TouchInput {
  /** @param {BoardView} view @param {TouchPlayer} player */
  constructor(view, player) {
    this.view = view;
    this.player = player;
    /** @type {{x: number, y: number, cell: number, timer: number}|null} */
    this.tap = null;
    this.spread = 0;
    const { box } = view;
    const eager = { passive: false };
    box.addEventListener('touchmove', (event) => this.#move(event), eager);
    box.addEventListener('touchend', (event) => this.#end(event), eager);
    box.addEventListener('touchstart', (event) => this.#start(event));
    box.addEventListener('touchcancel', () => this.#drop());
  }

  /** @param {TouchEvent} event */
  #start(event) {
    this.#drop();
    if (event.touches.length === 2) {
      this.spread = distance(event.touches);
      return;
    }
    if (event.touches.length !== 1 || !this.player.active()) return;
    const { clientX: x, clientY: y } = event.touches[0];
    const cell = this.view.cellAt(x, y);
    if (cell < 0) return;
    this.tap = { x, y, cell, timer: setTimeout(() => this.#longPress(cell), this.player.settings().longPress) };
    const { scene } = this.view;
    this.#press(opensWith(scene, isNumber(scene.marks[cell]) ? 'chord' : 'open', cell));
    this.player.hold(true);
  }

  /** @param {TouchEvent} event */
  #move(event) {
    if (event.touches.length === 2) {
      event.preventDefault();
      this.#pinch(event.touches);
      return;
    }
    if (!this.tap) return;
    const { clientX, clientY } = event.touches[0];
    if (Math.hypot(clientX - this.tap.x, clientY - this.tap.y) > STRAY) this.#drop();
  }

  /** @param {TouchEvent} event */
  #end(event) {
    if (event.touches.length) return;
    this.spread = 0;
    const { tap } = this;
    if (event.cancelable) event.preventDefault(); // no mouse events after a touch
    this.#drop();
    if (!tap) return;
    if (!this.player.tells(tap.cell)) this.#act(tap.cell, this.player.settings().tapFlags);
  }

  /** @param {number} cell */
  #longPress(cell) {
    this.#drop();
    navigator.vibrate?.(12);
    this.#act(cell, !this.player.settings().tapFlags);
  }

  /** @param {number} cell @param {boolean} flag */
  #act(cell, flag) {
    if (isNumber(this.view.scene.marks[cell])) this.player.act('chord', cell);
    else this.player.act(flag ? 'flag' : 'open', cell);
  }

  /** @param {TouchList} touches */
  #pinch(touches) {
    const now = distance(touches);
    if (!this.spread) this.spread = now;
    const factor = now / this.spread;
    if (Math.abs(factor - 1) < 0.03) return;
    this.spread = now;
    const middle = {
      x: (touches[0].clientX + touches[1].clientX) / 2,
      y: (touches[0].clientY + touches[1].clientY) / 2,
    };
    this.view.zoomBy(factor, middle);
  }

  #drop() {
    if (this.tap) clearTimeout(this.tap.timer);
    this.tap = null;
    this.#press([]);
    this.player.hold(false);
  }

  /** @param {number[]} cells */
  #press(cells) {
    const { scene } = this.view;
    if (!cells.length && !scene.pressedCells.size) return;
    const dirty = [...scene.pressedCells, ...cells];
    scene.pressedCells = new Set(cells);
    this.view.redraw(dirty);
  }
}

/** @param {TouchList} touches */
const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
