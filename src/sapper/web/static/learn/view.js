/** Learn: the ideas behind the hints, each with a board to try it on, and the meaning of the signs. */

import { pageHead } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { LessonCard } from './lesson.js';
import { legend } from './legend.js';

export class LearnView {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.lessons = element('div', { className: 'lessons' });
    this.root = element(
      'div',
      { className: 'view page learn' },
      pageHead('Learn', 'Six ideas solve most boards. The hints in Play use the same ideas and explain them.'),
      this.lessons,
    );
    /** @type {LessonCard[]} */
    this.cards = [];
    app.store.addEventListener('change', () => this.#show());
  }

  async enter() {
    if (!this.cards.length) await this.#load();
    this.#show();
  }

  leave() {}

  async #load() {
    const lessons = await (await fetch(new URL('./lessons.json', import.meta.url))).json();
    this.cards = lessons.map((lesson, i) => new LessonCard(lesson, i + 1, this.app));
    this.lessons.replaceChildren(...this.cards.map(({ root }) => root));
  }

  #show() {
    this.cards.forEach((card) => card.show(this.app.store.theme));
    this.signs?.remove();
    this.signs = legend(this.app.store.theme);
    this.lessons.append(this.signs);
  }
}
