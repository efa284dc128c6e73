/** How a position is painted: the brushes, and mouse, touch, wheel and keys on the analysis board. */

import { KEY_STEPS } from '../board/cursor.js';
import { BLANK, EXPLODED, FLAG, HIDDEN, isClosed } from '../board/marks.js';
import { SQUARE } from '../board/shapes.js';
import { Atlas } from '../board/tiles.js';
import { keyName } from '../input/bindings.js';
import { element, takesText } from '../ui/dom.js';

/** What a stroke paints: a mark, or OPEN. @typedef {number|'open'} Brush */

const OPEN = 'open';

/** Each brush and its name. OPEN writes the number of flags around the cell. @type {Array<[Brush, string]>} */
const BRUSHES = [
  [OPEN, 'Open: writes the number of flags around the cell'],
  [HIDDEN, 'Hidden'],
  [FLAG, 'Flag'],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => /** @type {[number, string]} */ ([number, number ? `Number ${number}` : 'Empty'])),
  [EXPLODED, 'Exploded mine'],
  [BLANK, 'Safe, number unknown'],
];

/** The brushes to choose from. */
export class Brushes {
  /** @param {(brush: Brush) => void} onChoice @param {Array<[Brush, string]>} [brushes] the first of them is chosen at first */
  constructor(onChoice, brushes = BRUSHES) {
    this.onChoice = onChoice;
    this.brushes = brushes;
    /** @type {Brush} */
    this.brush = brushes[0][0];
    this.buttons = brushes.map(([brush, label]) =>
      element('button', { type: 'button', className: 'brush', title: label, 'aria-label': label, on: { click: () => this.choose(brush) } }),
    );
    this.root = element('div', { className: 'brushes', role: 'group', 'aria-label': 'Brush' }, ...this.buttons);
    this.choose(this.brush);
  }

  /** @param {Brush} brush */
  choose(brush) {
    this.brush = brush;
    this.brushes.forEach(([one], i) => this.buttons[i].setAttribute('aria-pressed', String(one === brush)));
    this.onChoice(brush);
  }

  /** Draws the brushes as tiles. @param {string} theme */
  draw(theme) {
    const ratio = window.devicePixelRatio || 1;
    const size = Math.round(30 * ratio);
    const atlas = new Atlas(theme, SQUARE, size);
    this.brushes.forEach(([brush], i) => {
      if (brush === OPEN) {
        this.buttons[i].textContent = 'Open';
        return;
      }
      const picture = atlas.tile(/** @type {number} */ (brush));
      picture.className = 'brush-tile';
      this.buttons[i].replaceChildren(picture);
    });
  }
}

/** Paints with the brush that is chosen. */
export class Painting {
  /**
   * @param {import('../board/view.js').BoardView} view
   * @param {import('./painted_position.js').PaintedPosition} position
   * @param {object} options
   * @param {() => Brush} options.brush
   * @param {() => boolean} options.flagsCount
   * @param {() => boolean} options.active
   * @param {() => number} options.longPress milliseconds
   * @param {(cell: number) => void} options.tell shows the figures of a cell
   */
  constructor(view, position, options) {
    this.view = view;
    this.position = position;
    this.options = options;
    /** What the stroke paints on every cell. @type {Brush|null} */
    this.stroke = null;
    /** A touch that may still become a tap. @type {{cell: number, timer: number}|null} */
    this.tap = null;
    this.last = -1;
    this.hoverCell = -1;
    const { box } = view;
    box.addEventListener('pointerdown', (event) => this.#down(event));
    box.addEventListener('pointermove', (event) => this.#move(event));
    box.addEventListener('pointerleave', () => (this.hoverCell = -1));
    window.addEventListener('pointerup', () => this.#up());
    window.addEventListener('pointercancel', () => this.#drop());
    box.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (cell < 0 || event.button === 1) return;
    event.preventDefault();
    this.view.box.focus({ preventScroll: true });
    this.position.scene.showsCursor = false;
    if (event.pointerType === 'touch') this.#touch(cell, event.isPrimary);
    else this.#begin(cell, event.button === 2);
  }

  /** A tap paints, and a long press shows the figures of the cell. A finger that slides scrolls the page. @param {number} cell @param {boolean} first */
  #touch(cell, first) {
    this.#drop();
    if (first) this.tap = { cell, timer: setTimeout(() => this.#longPress(cell), this.options.longPress()) };
  }

  /** @param {number} cell */
  #longPress(cell) {
    this.#drop();
    this.position.scene.cursor = cell;
    this.view.access.update();
    this.options.tell(cell);
  }

  #up() {
    if (this.tap) this.#begin(this.tap.cell, false);
    this.#drop();
  }

  #drop() {
    clearTimeout(this.tap?.timer);
    this.tap = null;
    this.stroke = null;
    this.position.settle();
  }

  /** @param {number} cell @param {boolean} flag */
  #begin(cell, flag) {
    const mark = this.position.scene.marks[cell];
    if (flag) this.stroke = mark === FLAG ? HIDDEN : FLAG;
    else this.stroke = this.#strokeOf(this.options.brush(), mark);
    this.#paint(cell);
  }

  /** A brush removes a mark of its own kind. @param {Brush} brush @param {number} mark @returns {Brush} */
  #strokeOf(brush, mark) {
    if (brush === OPEN) return isClosed(mark) ? OPEN : HIDDEN;
    return brush === mark ? HIDDEN : brush;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const cell = this.view.cellAt(event.clientX, event.clientY);
    this.hoverCell = cell;
    if (this.tap && cell !== this.tap.cell) this.#drop();
    if (this.stroke === null || cell < 0 || cell === this.last) return;
    // A stroke that opens skips cells that are flagged or open.
    if (this.stroke === OPEN && !isClosed(this.position.scene.marks[cell])) return;
    this.#paint(cell);
  }

  /** @param {number} cell */
  #paint(cell) {
    if (this.stroke === null) return;
    this.last = cell;
    this.position.scene.cursor = cell;
    const mark = this.stroke === OPEN ? this.position.numberAt(cell) : this.stroke;
    this.position.paint(cell, mark, this.options.flagsCount());
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey || event.metaKey || this.view.box.classList.contains('scrolls')) return;
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (cell < 0 || !event.deltaY) return;
    event.preventDefault();
    this.position.turn(cell, event.deltaY < 0 ? 1 : -1);
    this.position.settle();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.options.active() || takesText(event.target) || document.querySelector('dialog[open]')) return;
    const key = keyName(event);
    const onBoard = document.activeElement === this.view.box;
    if (key === null || (!onBoard && document.activeElement !== document.body)) return;
    this.position.settle();
    if (key === 'u') this.position.undo();
    else if (KEY_STEPS[key]) this.#step(KEY_STEPS[key]);
    else if (!this.#write(key)) return;
    event.preventDefault();
  }

  /** @param {string} step */
  #step(step) {
    this.hoverCell = -1;
    this.view.moveCursor(step);
    requestAnimationFrame(() => this.options.tell(this.position.scene.cursor)); // by then the board has scrolled, and scrolling hides the figures
  }

  /** Paints the cell under the pointer or the cursor by a key: a digit, open, flag, safe or hide. Returns whether the key is one of those. @param {string} key */
  #write(key) {
    const { scene } = this.position;
    const cell = this.hoverCell >= 0 ? this.hoverCell : scene.showsCursor ? scene.cursor : -1;
    if (cell < 0) return false;
    const mark = scene.marks[cell];
    const opposite = () => (isClosed(mark) ? this.position.numberAt(cell) : HIDDEN);
    /** @type {Record<string, () => number>} */
    const markOf = {
      Space: opposite,
      Enter: opposite,
      f: () => (mark === FLAG ? HIDDEN : FLAG),
      s: () => (mark === BLANK ? HIDDEN : BLANK),
      Backspace: () => HIDDEN,
      Delete: () => HIDDEN,
    };
    if (/^[0-8]$/.test(key)) this.position.paint(cell, Number(key));
    else if (markOf[key]) this.position.paint(cell, markOf[key](), this.options.flagsCount());
    else return false;
    return true;
  }
}
