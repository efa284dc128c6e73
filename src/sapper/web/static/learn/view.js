/** Learn: the thoughts behind the hints, each with a board to try it on, and what the signs mean. */

import { complain } from '../ui/announce.js';
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
      element('header', { className: 'page-head' }, element('h1', { textContent: 'Learn' }), element('p', { className: 'hint', textContent: 'Six thoughts carry you through most boards. Hints in play use the same ones, and say which.' })),
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
    try {
      const lessons = await (await fetch(new URL('./lessons.json', import.meta.url))).json();
      this.cards = lessons.map((lesson, i) => new LessonCard(lesson, i + 1, this.app));
      this.lessons.replaceChildren(...this.cards.map(({ root }) => root));
    } catch (error) {
      complain(error);
    }
  }

  #show() {
    this.cards.forEach((card) => card.show(this.app.store.theme));
    this.signs?.remove();
    this.signs = legend(this.app.store.theme);
    this.lessons.append(this.signs);
  }
}
