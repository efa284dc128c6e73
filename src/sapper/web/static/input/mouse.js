/**
 * The mouse on a board. The left button opens and the right one flags. Both together, the middle one and a click on a
 * number chord. Cells under a held button look pressed. A click counts only if the button comes up on the cell where it
 * went down, so dragging off the cell cancels it.
 */

import { isClosed, isNumber } from '../board/marks.js';
import { listen } from '../ui/dom.js';

/** @typedef {import('../board/view.js').BoardView} BoardView */

/**
 * @typedef {object} Player
 * @property {(kind: 'open'|'flag'|'chord', cell: number) => void} act
 * @property {() => boolean} active whether the board takes clicks
 * @property {(held: boolean) => void} held hears when a button that may open something goes down or up
 * @property {() => boolean} clickChords whether a click on a number chords
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
    this.held = 0;
    this.origin = -1;
    this.chording = false;
    this.spent = false;
    const { box } = view;
    this.listeners = [
      listen(box, 'mousedown', (event) => this.#down(event)),
      listen(window, 'mousemove', (event) => this.held && this.#over(event)),
      listen(window, 'mouseup', (event) => this.held && this.#up(event)),
      listen(window, 'blur', () => this.cancel()),
      listen(box, 'auxclick', (event) => event.preventDefault()),
    ];
  }

  /** Forgets the buttons that are held. */
  cancel() {
    this.held = 0;
    this.#press(-1);
    this.player.held(false);
  }

  /** Stops listening. */
  close() {
    for (const stop of this.listeners) stop();
  }

  #down(event) {
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (cell < 0) return;
    event.preventDefault();
    this.view.box.focus({ preventScroll: true });
    if (!this.player.active()) return;
    const button = BITS[event.button] ?? 0;
    const first = this.held === 0;
    this.held |= button;
    if (first) {
      this.origin = cell;
      this.chording = this.spent = false;
    }
    if (button === MIDDLE || (button === LEFT && event.shiftKey)) this.chording = true;
    if ((this.held & LEFT) && (this.held & RIGHT)) this.chording = true;
    else if (button === RIGHT) {
      this.player.act('flag', cell);
      this.spent = true;
    }
    if (this.chording) this.spent = false;
    this.player.held(!this.spent);
    this.#over(event);
  }

  #over(event) {
    this.#press(this.spent ? -1 : this.view.cellAt(event.clientX, event.clientY));
  }

  #up(event) {
    const button = BITS[event.button] ?? 0;
    if (!(this.held & button)) return;
    const cell = this.view.cellAt(event.clientX, event.clientY);
    this.held &= ~button;
    if (!this.spent && cell >= 0) this.#complete(button, cell);
    this.spent = true;
    this.#press(-1);
    this.player.held(false);
  }

  #complete(button, cell) {
    if (this.chording) this.player.act('chord', cell);
    else if (button === LEFT && cell === this.origin) {
      const chords = isNumber(this.view.scene.marks[cell]) && this.player.clickChords();
      this.player.act(chords ? 'chord' : 'open', cell);
    }
  }

  /** Shows which cells would open if the button came up now. */
  #press(cell) {
    const { scene } = this.view;
    const wanted = cell < 0 ? [] : this.#aim(scene, cell);
    const same = wanted.length === scene.pressed.size && wanted.every((one) => scene.pressed.has(one));
    if (same) return;
    const changed = [...scene.pressed, ...wanted];
    scene.pressed = new Set(wanted);
    this.view.redraw(changed);
  }

  #aim(scene, cell) {
    const mark = scene.marks[cell];
    const around = () => [cell, ...scene.shape.neighbours(cell)].filter((one) => isClosed(scene.marks[one]));
    if (this.chording) return around();
    if (!(this.held & LEFT) || cell !== this.origin) return [];
    if (isClosed(mark)) return [cell];
    return mark > 0 && this.player.clickChords() ? around() : [];
  }
}
