/**
 * The mouse on a board. The left button opens and the right one flags, or the other way around. Both together, the middle
 * one and a click on a number chord. Cells under a held button look pressed. Dragging off the cell cancels a click, or
 * moves it to the cell where the button comes up; the settings say which.
 */

import { isClosed, isNumber } from '../board/marks.js';
import { opensWith } from '../board/scene.js';

/** @import { BoardView } from '../board/view.js' */

/**
 * @typedef {object} Player
 * @property {(kind: 'open'|'flag'|'chord', cell: number) => void} act
 * @property {() => boolean} active whether the board takes clicks
 * @property {(isDown: boolean) => void} hold is called when a button that may open something goes down or up
 * @property {() => import('../settings/store.js').Settings} settings
 */

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;
const BITS = [LEFT, MIDDLE, RIGHT];

export class MouseInput {
  /** @param {BoardView} view @param {Player} player */
  constructor(view, player) {
    this.view = view;
    this.player = player;
    this.buttons = 0;
    this.origin = -1;
    this.chording = false;
    this.isSpent = false;
    const { box } = view;
    box.addEventListener('mousedown', (event) => this.#down(event));
    window.addEventListener('mousemove', (event) => this.buttons && this.#over(event));
    window.addEventListener('mouseup', (event) => this.buttons && this.#up(event));
    window.addEventListener('blur', () => this.#cancel());
    box.addEventListener('auxclick', (event) => event.preventDefault());
  }

  #cancel() {
    this.buttons = 0;
    this.#press(-1);
    this.player.hold(false);
  }

  /** @param {MouseEvent} event */
  #down(event) {
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (cell < 0) return;
    event.preventDefault();
    this.view.box.focus({ preventScroll: true });
    if (!this.player.active()) return;
    const button = this.#button(event);
    const first = this.buttons === 0;
    this.buttons |= button;
    if (first) {
      this.origin = cell;
      this.chording = this.isSpent = false;
    }
    if (button === MIDDLE || (button === LEFT && event.shiftKey)) this.chording = true;
    if ((this.buttons & LEFT) && (this.buttons & RIGHT)) this.chording = true;
    else if (button === RIGHT) {
      this.player.act('flag', cell);
      this.isSpent = true;
    }
    if (this.chording) this.isSpent = false;
    this.player.hold(!this.isSpent);
    this.#over(event);
  }

  /** The button as the settings name it. @param {MouseEvent} event */
  #button(event) {
    const button = BITS[event.button] ?? 0;
    if (!this.player.settings().swapButtons || button === MIDDLE || !button) return button;
    return button === LEFT ? RIGHT : LEFT;
  }

  /** @param {MouseEvent} event */
  #over(event) {
    this.#press(this.isSpent ? -1 : this.view.cellAt(event.clientX, event.clientY));
  }

  /** @param {MouseEvent} event */
  #up(event) {
    const button = this.#button(event);
    if (!(this.buttons & button)) return;
    const cell = this.view.cellAt(event.clientX, event.clientY);
    this.buttons &= ~button;
    if (!this.isSpent && cell >= 0) this.#complete(button, cell);
    this.isSpent = true;
    this.#press(-1);
    this.player.hold(false);
  }

  /** @param {number} button @param {number} cell */
  #complete(button, cell) {
    if (this.chording) this.player.act('chord', cell);
    else if (button === LEFT && this.#counts(cell)) {
      const chords = isNumber(this.view.scene.marks[cell]) && this.player.settings().clickChords;
      this.player.act(chords ? 'chord' : 'open', cell);
    }
  }

  /** Whether a click that ends on a cell counts. A drag never chords by a click on a number. @param {number} cell */
  #counts(cell) {
    return cell === this.origin || (this.player.settings().openOnRelease && isClosed(this.view.scene.marks[cell]));
  }

  /** Shows which cells would open if the button came up now. @param {number} cell */
  #press(cell) {
    const { scene } = this.view;
    const cells = cell < 0 ? [] : this.#aim(scene, cell);
    const same = cells.length === scene.pressedCells.size && cells.every((one) => scene.pressedCells.has(one));
    if (same) return;
    const dirty = [...scene.pressedCells, ...cells];
    scene.pressedCells = new Set(cells);
    this.view.redraw(dirty);
  }

  /** @param {import('../board/scene.js').Scene} scene @param {number} cell */
  #aim(scene, cell) {
    if (this.chording) return [cell, ...scene.shape.neighbours(cell)].filter((one) => isClosed(scene.marks[one]));
    if (!(this.buttons & LEFT) || !this.#counts(cell)) return [];
    const chords = isNumber(scene.marks[cell]) && this.player.settings().clickChords;
    return opensWith(scene, chords ? 'chord' : 'open', cell);
  }
}
