/** The player's pointer over the board, while a recording plays. */

import { pointOf } from '../board/spots.js';
import { element, show } from '../ui/dom.js';
import { svg } from '../ui/svg.js';

const ARROW = 'M4 2l14 12h-7l4 8l-3 1.5l-4-8l-4 5z';

export class Pointer {
  /** @param {import('../board/view.js').BoardView} board */
  constructor(board) {
    this.board = board;
    this.root = element('div', { className: 'review-pointer', ariaHidden: 'true', hidden: true }, svg('svg', { viewBox: '0 0 24 24' }, svg('path', { d: ARROW })));
    board.extent.append(this.root);
  }

  /** Puts the tip at a place within a cell. @param {{x: number, y: number}} spot */
  put(spot) {
    this.#move(pointOf(this.board.scene.shape, spot));
  }

  /** @param {{x: number, y: number}} point in widths of a cell */
  #move({ x, y }) {
    const css = this.board.tile / this.board.ratio;
    this.root.style.transform = `translate(${x * css}px, ${y * css}px)`;
    show(this.root, true);
  }

  /** Puts the tip in the middle of a cell. @param {number} cell */
  putOn(cell) {
    const { shape } = this.board.scene;
    const { x, y } = shape.corner(cell);
    this.#move({ x: x + 0.5, y: y + shape.tileHeight / 2 });
  }

  hide() {
    show(this.root, false);
  }
}
