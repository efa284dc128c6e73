/** The two maps of a board: the small one while the board scrolls, and the overview over it. Both draw the same picture. */

import { announce } from '../ui/announce.js';
import { BoardMap } from './map.js';
import { Picture } from './picture.js';

const PAUSE = 80; // milliseconds between two drawings of a large board
const LARGE = 60000; // cells

export class Maps {
  /** @param {import('./view.js').BoardView} view */
  constructor(view) {
    this.view = view;
    this.picture = new Picture();
    this.small = new BoardMap(view, this.picture, 'minimap');
    this.overview = new BoardMap(view, this.picture, 'overview', { caption: 'Choose a place to go there', done: () => this.close() });
    this.both = [this.small, this.overview];
    this.drawing = 0;
    this.drawnAt = 0;
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
  }

  get shown() {
    return this.small.shown || this.overview.shown;
  }

  /** Shows the overview, or hides it. */
  toggle() {
    this.overview.show(!this.overview.shown);
    this.fit();
    if (this.overview.shown) announce('An overview of the whole board is shown. Press Escape to go back.');
  }

  /** Hides the overview. */
  close() {
    this.overview.show(false);
  }

  /** Fits the maps to their places. */
  fit() {
    for (const map of this.both) map.fit();
    this.#soon();
  }

  /** Follows the part in view. */
  follow() {
    for (const map of this.both) map.follow();
  }

  /** @param {number[]} [cells] the cells that changed, all by default */
  change(cells) {
    if (!this.shown) this.picture.drop();
    else if (!cells) this.picture.changeAll();
    else if (this.picture.scene === this.view.scene) this.picture.change(cells);
    for (const map of this.both) map.stale = true;
    this.#soon();
  }

  #soon() {
    if (this.drawing || !this.shown) return;
    this.drawing = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.drawing = 0;
    const { picture, view } = this;
    picture.show(view.scene, view.painter.theme);
    if (picture.pending) for (const map of this.both) map.stale = true;
    picture.work();
    const early = view.scene.shape.size > LARGE && now - this.drawnAt < PAUSE;
    if (!early) {
      for (const map of this.both) map.draw();
      this.drawnAt = now;
    }
    if (early || picture.pending) this.#soon();
  }
}
