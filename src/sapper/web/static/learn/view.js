/** Learn: the ideas behind the hints, each with boards to try it on, and the meaning of the signs. */

import { pageHead } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { icon } from '../ui/svg.js';
import { LessonCard } from './lesson.js';
import { legend } from './legend.js';

/** @typedef {import('./lesson.js').Lesson} Lesson */

export class LearnView {
  /** @type {Lesson[]} */
  lessons = [];
  /** Their buttons in the list. @type {HTMLElement[]} */
  entries = [];

  /** @param {any} app */
  constructor(app) {
    this.store = app.store;
    this.list = element('ol', { className: 'lesson-list' });
    this.card = new LessonCard(app.engine, {
      solved: (lesson, number) => this.#solved(lesson, number),
      next: () => this.#choose(this.lessons[(this.lessons.indexOf(this.card.lesson) + 1) % this.lessons.length]),
    });
    this.signs = element('div');
    this.root = element(
      'div',
      { className: 'view page learn' },
      pageHead('Learn', 'A few ideas solve most boards. The hints in Play use the same ideas and explain them.'),
      element('nav', { ariaLabel: 'Lessons' }, this.list),
      this.card.root,
      this.signs,
    );
    app.store.addEventListener('change', () => this.lessons.length && this.#show());
  }

  async enter() {
    if (!this.lessons.length) await this.#load();
    this.#show();
  }

  leave() {}

  async #load() {
    this.lessons = await (await fetch(new URL('./lessons.json', import.meta.url))).json();
    this.entries = this.lessons.map((lesson) => this.#entry(lesson));
    this.list.replaceChildren(...this.entries.map((entry) => element('li', {}, entry)));
    this.#choose(this.lessons.find((lesson) => this.#left(lesson) >= 0) ?? this.lessons[0]);
  }

  /** Shows the first board of a lesson that is not solved yet. @param {Lesson} lesson */
  #choose(lesson) {
    this.card.choose(lesson, Math.max(this.#left(lesson), 0));
    this.#show();
  }

  /** The first board of a lesson that is not solved, or -1. */
  #left({ id, boards }) {
    return boards.findIndex((_, number) => !this.#done(id).includes(number));
  }

  #done(id) {
    return this.store.values.lessons[id] ?? [];
  }

  #solved({ id }, number) {
    const done = this.#done(id);
    if (!done.includes(number)) this.store.set({ lessons: { ...this.store.values.lessons, [id]: [...done, number] } });
  }

  #show() {
    const { theme } = this.store;
    this.card.show(theme);
    this.signs.replaceChildren(legend(theme));
    this.entries.forEach((entry, i) => this.#mark(entry, this.lessons[i]));
  }

  #entry(lesson) {
    return element('button', { type: 'button', className: 'lesson-entry', on: { click: () => this.#choose(lesson) } }, element('span', { textContent: lesson.title }), element('small'));
  }

  /** Shows in the list how much of a lesson is done. */
  #mark(entry, lesson) {
    const done = this.#done(lesson.id).length;
    const all = lesson.boards.length;
    entry.setAttribute('aria-pressed', String(lesson === this.card.lesson));
    entry.lastElementChild.replaceChildren(...(done === all ? [icon('check')] : []), `${done} of ${all}`);
  }
}
