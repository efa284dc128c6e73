/** Learn: the ideas behind the hints with boards to try them on, training, puzzles from the player's own games, and the signs. */

import { complain, note } from '../ui/announce.js';
import { pageHead } from '../ui/controls.js';
import { bring, element } from '../ui/dom.js';
import { keepPlace } from '../ui/share.js';
import { icon } from '../ui/svg.js';
import { ExerciseCard } from './exercise.js';
import { legend } from './legend.js';
import { Lesson } from './lesson.js';
import { Puzzles } from './puzzles.js';
import { Repetition } from './repetition.js';
import { Again, Training } from './training.js';

/** @import { Series } from './series.js' */

const GLANCE = 500; // milliseconds for a look at the answer where the next exercise comes at once

export class LearnView {
  /** @type {Lesson[]} */
  lessons = [];
  /** Everything in the list, with its button there. @type {Map<Series, HTMLElement>} */
  entries = new Map();
  /** What is shown. @type {Series|null} */
  series = null;
  /** The number of the exercise, from 0. */
  number = 0;
  /** Counts the choices. An answer that comes late for an earlier choice is dropped. */
  turn = 0;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.store = app.store;
    const { engine } = app;
    this.repetition = new Repetition(this.store);
    this.training = new Training(engine, this.store, this.repetition, (number) => this.#goOn(number).catch(complain));
    this.again = new Again(engine, this.repetition, (id) => this.lessons.find((lesson) => lesson.id === id));
    this.own = [this.training, this.again, new Puzzles(engine, this.store)];
    this.list = element('ol', { className: 'lesson-list' });
    this.card = new ExerciseCard(engine, { solved: (clean) => this.#solved(clean), missed: () => this.#missed(), onward: () => this.#onward() });
    this.signs = element('div');
    this.root = element(
      'div',
      { className: 'view page learn' },
      pageHead('Learn', 'A few ideas solve most boards. The hints in Play use the same ideas and explain them.'),
      element('nav', { ariaLabel: 'Lessons' }, this.list),
      this.card.root,
      this.signs,
    );
    app.store.on('change', () => this.lessons.length && this.#show());
  }

  /** @param {string|undefined} what the id of a lesson, or of another series @param {AbortSignal} visit */
  async enter(what, visit) {
    if (!this.lessons.length) await this.#load();
    visit.throwIfAborted();
    const all = [...this.entries.keys()];
    const target = all.find(({ id }) => id === what);
    if (what !== undefined && !target) note('This link does not lead to a lesson.', 'error');
    const current = this.series instanceof Lesson && this.card.exercise ? null : this.series;
    const next = target ?? (this.series ? current : (this.lessons.find((lesson) => lesson.left >= 0) ?? this.lessons[0]));
    if (next) await this.#begin(next);
    else this.#show();
  }

  leave() {
    this.series?.stop();
  }

  async #load() {
    /** @type {import('./lesson.js').LessonText[]} */
    const texts = await (await fetch(new URL('./lessons.json', import.meta.url))).json();
    this.lessons = texts.map((lesson) => new Lesson(lesson, this.store, this.repetition));
    this.entries = new Map([...this.lessons, ...this.own].map((series) => [series, entry(series.title, () => this.#choose(series).catch(complain))]));
    this.list.replaceChildren(...[...this.entries.values()].map((each) => element('li', {}, each)));
  }

  /** Leads the player to a series. @param {Series} series */
  #choose(series) {
    this.card.say(series.title, []);
    this.card.lead();
    return this.#begin(series);
  }

  /** Shows the first exercise of a series that is to be solved. @param {Series} series */
  async #begin(series) {
    this.series?.stop();
    this.series = series;
    const turn = (this.turn += 1);
    keepPlace('learn', `learn=${series.id}`);
    const tell = (/** @type {string} */ text) => turn === this.turn && this.card.say(series.title, [text]);
    try {
      const first = await series.begin(tell);
      if (turn === this.turn) await this.#open(first);
    } catch (error) {
      if (turn === this.turn && error.type !== 'cancelled') this.card.say(series.title, [`This could not be made. ${error.message}`]);
    }
    this.#show();
  }

  /** @param {number|Array<string|Node>} what the number of an exercise of the series, or what to say */
  async #open(what) {
    const { series, turn } = this;
    if (!series) return;
    if (typeof what !== 'number') this.card.say(series.title, what);
    else {
      const exercise = await series.exercise(what);
      if (turn !== this.turn) return;
      this.number = what;
      this.card.open(exercise);
    }
    this.#show();
  }

  #onward() {
    const { series, number, lessons } = this;
    if (!series) return;
    const next = series.after(number);
    const following = series instanceof Lesson ? lessons[(lessons.indexOf(series) + 1) % lessons.length] : series;
    (next === null ? this.#choose(following) : this.#goOn(next)).catch(complain);
  }

  /** Opens the next of a series, whose idea the player knows. @param {number|Array<string|Node>} what as `#open` takes it */
  async #goOn(what) {
    const { turn } = this;
    await this.#open(what);
    if (turn === this.turn) bring(typeof what === 'number' ? this.card.task : this.card.root);
  }

  /** @param {boolean} clean */
  #solved(clean) {
    const { series, number, turn } = this;
    series?.solved(number, clean);
    if (!series?.hurries || !clean) return;
    setTimeout(() => turn === this.turn && number === this.number && this.card.solved && this.#onward(), GLANCE);
  }

  #missed() {
    this.series?.missed(this.number);
  }

  #show() {
    const { theme } = this.store;
    this.card.show(theme);
    this.signs.replaceChildren(legend(theme));
    for (const [series, button] of this.entries) mark(button, series === this.series, series.standing);
  }
}

/** A button in the list, with a place for how much is done. @param {string} title @param {() => void} press */
function entry(title, press) {
  return element('button', { type: 'button', className: 'lesson-entry', on: { click: press } }, element('span', { textContent: title }), element('small'));
}

/** Shows in the list which entry is chosen, and how much of it is done. @param {HTMLElement} entry @param {boolean} isCurrent @param {import('./series.js').Standing} standing */
function mark(entry, isCurrent, { text, done }) {
  entry.setAttribute('aria-pressed', String(isCurrent));
  entry.lastElementChild?.replaceChildren(...(done ? [icon('check')] : []), text);
}
