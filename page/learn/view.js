/** Learn: the ideas behind the hints with boards to try them on, puzzles from the player's own games, and the signs. */

import { HIDDEN } from '../board/marks.js';
import { complain, note } from '../ui/announce.js';
import { pageHead } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { keepPlace } from '../ui/share.js';
import { icon } from '../ui/svg.js';
import { quantity, whole } from '../ui/words.js';
import { ExerciseCard } from './exercise.js';
import { legend } from './legend.js';
import { Puzzles, TITLE } from './puzzles.js';

/**
 * @typedef {object} LessonBoard
 * @property {string[]} rows the position: digits, and dots for hidden cells
 * @property {number} mines
 * @property {'safe'|'mine'|'best'} ask
 * @property {string} why
 * @property {Array<[number, number]>} reasons rows and columns
 */

/** @typedef {{id: string, title: string, text: string[], boards: LessonBoard[]}} Lesson */

const PUZZLES = 'puzzles';

export class LearnView {
  /** @type {Lesson[]} */
  lessons = [];
  /** Their buttons in the list. @type {HTMLElement[]} */
  entries = [];
  /** What is shown: a lesson, or null for the puzzles. @type {Lesson|null} */
  lesson = null;
  /** The number of the board or the puzzle, from 0. */
  number = 0;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.store = app.store;
    this.puzzles = new Puzzles(app.engine, app.store);
    this.list = element('ol', { className: 'lesson-list' });
    this.own = entry(TITLE, () => this.#practise());
    this.card = new ExerciseCard(app.engine, { solved: () => this.#solved(), onward: () => this.#onward() });
    this.signs = element('div');
    this.root = element(
      'div',
      { className: 'view page learn' },
      pageHead('Learn', 'A few ideas solve most boards. The hints in Play use the same ideas and explain them.'),
      element('nav', { ariaLabel: 'Lessons' }, this.list, this.own),
      this.card.root,
      this.signs,
    );
    app.store.on('change', () => this.lessons.length && this.#show());
  }

  /** @param {string} [what] the id of a lesson, or `puzzles` */
  async enter(what) {
    if (!this.lessons.length) await this.#load();
    const linked = this.lessons.find(({ id }) => id === what);
    if (what !== undefined && what !== PUZZLES && !linked) note('This link does not lead to a lesson.', 'error');
    if (what === PUZZLES || (!linked && this.#onPuzzles)) await this.#practise();
    else if (linked || !this.card.exercise) this.#choose(linked ?? this.lessons.find((lesson) => this.#left(lesson) >= 0) ?? this.lessons[0]);
    this.#show();
  }

  leave() {
    this.puzzles.stop();
  }

  get #onPuzzles() {
    return this.own.getAttribute('aria-pressed') === 'true';
  }

  async #load() {
    this.lessons = await (await fetch(new URL('./lessons.json', import.meta.url))).json();
    this.entries = this.lessons.map((lesson) => entry(lesson.title, () => this.#choose(lesson)));
    this.list.replaceChildren(...this.entries.map((each) => element('li', {}, each)));
  }

  /** Shows the first board of a lesson that is not solved yet. @param {Lesson} lesson */
  #choose(lesson) {
    this.puzzles.stop();
    this.lesson = lesson;
    this.#open(Math.max(this.#left(lesson), 0));
    keepPlace('learn', `learn=${lesson.id}`);
  }

  /** @param {number} number of the board, from 0 */
  #open(number) {
    const { lesson } = this;
    if (!lesson) return;
    const { rows, mines, ask, why, reasons } = lesson.boards[number];
    const [{ length: columns }] = rows;
    this.number = number;
    this.card.open({
      title: lesson.title,
      idea: lesson.text,
      place: `Board ${number + 1} of ${lesson.boards.length}.`,
      board: { topology: 'square', shape: [rows.length, columns], mines },
      marks: Int8Array.from([...rows.join('')], (sign) => (sign === '.' ? HIDDEN : Number(sign))),
      ask,
      why: [why],
      reasons: reasons.map(([row, column]) => row * columns + column),
      onward: number + 1 < lesson.boards.length ? 'Next board' : 'Next lesson',
    });
    this.#show();
  }

  /** Looks for puzzles and shows the first one to solve. */
  async #practise() {
    const { puzzles, card } = this;
    this.lesson = null;
    keepPlace('learn', `learn=${PUZZLES}`);
    card.say(TITLE, ['Looking through your games…']);
    this.#show();
    const progress = (/** @type {{done: number, of: number}} */ { done, of }) => this.lesson || card.say(TITLE, [`Looking through your games: ${whole(done)} of ${quantity(of, 'game')}…`]);
    try {
      await puzzles.find(progress);
      if (this.lesson) return;
      if (puzzles.list?.length) await this.#puzzle(puzzles.next(-1));
      else card.say(TITLE, puzzles.none);
    } catch (error) {
      if (!this.lesson && error.type !== 'cancelled') card.say(TITLE, [`The puzzles could not be made. ${error.message}`]);
    }
    this.#show();
  }

  /** @param {number} number from 0 */
  async #puzzle(number) {
    const exercise = await this.puzzles.exercise(number);
    if (this.lesson) return;
    this.number = number;
    this.card.open(exercise);
    this.#show();
  }

  #onward() {
    const { lesson, number, lessons } = this;
    if (!lesson) this.#puzzle(this.puzzles.next(number)).catch(complain);
    else if (number + 1 < lesson.boards.length) this.#open(number + 1);
    else this.#choose(lessons[(lessons.indexOf(lesson) + 1) % lessons.length]);
  }

  /** The first board of a lesson that is not solved, or -1. @param {Lesson} lesson */
  #left({ id, boards }) {
    return boards.findIndex((_, number) => !this.#done(id).includes(number));
  }

  /** The numbers of its boards that are solved. @param {string} id */
  #done(id) {
    return this.store.values.lessons[id] ?? [];
  }

  #solved() {
    if (!this.lesson) return this.puzzles.solved(this.number);
    const { id } = this.lesson;
    const done = this.#done(id);
    if (!done.includes(this.number)) this.store.set({ lessons: { ...this.store.values.lessons, [id]: [...done, this.number] } });
  }

  #show() {
    const { theme } = this.store;
    this.card.show(theme);
    this.signs.replaceChildren(legend(theme));
    this.entries.forEach((each, i) => {
      const lesson = this.lessons[i];
      mark(each, lesson === this.lesson, this.#done(lesson.id).length, lesson.boards.length);
    });
    mark(this.own, !this.lesson, this.puzzles.done, this.puzzles.list?.length ?? 0);
  }
}

/** A button in the list, with a place for how much is done. @param {string} title @param {() => void} press */
function entry(title, press) {
  return element('button', { type: 'button', className: 'lesson-entry', on: { click: press } }, element('span', { textContent: title }), element('small'));
}

/** Shows in the list what is chosen, and how much of it is done. @param {HTMLElement} entry @param {boolean} chosen @param {number} done @param {number} all */
function mark(entry, chosen, done, all) {
  entry.setAttribute('aria-pressed', String(chosen));
  entry.lastElementChild?.replaceChildren(...(all && done === all ? [icon('check')] : []), all ? `${done} of ${all}` : '');
}
