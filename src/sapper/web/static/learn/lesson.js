/** One lesson: an idea, and small boards to try it on, one at a time. The engine judges the answers. */

import { HIDDEN, isClosed } from '../board/marks.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { BoardView } from '../board/view.js';
import { KEY_STEPS } from '../board/cursor.js';
import { positionOf } from '../engine.js';
import { complain } from '../ui/announce.js';
import { button } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';

/**
 * @typedef {object} Exercise
 * @property {string[]} rows the position: digits, and dots for hidden cells
 * @property {number} mines
 * @property {'safe'|'mine'|'best'} ask what the player should find
 * @property {string} why an explanation of the answer
 * @property {Array<[number, number]>} reasons the numbers that the answer uses, as rows and columns
 */

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} title
 * @property {string[]} text
 * @property {Exercise[]} boards
 */

const TASKS = { safe: 'Click a cell that is certainly safe.', mine: 'Click a cell that is certainly a mine.', best: 'Click a cell with the least risk.' };

export class LessonCard {
  /** @type {Lesson} */
  lesson;
  /** The number of the board, from 0. */
  number = 0;
  /** The analysis of the board, after the first try. @type {any} */
  analysis;

  /**
   * @param {import('../engine.js').Engine} engine
   * @param {{solved: (lesson: Lesson, number: number) => void, next: () => void}} told hears that a board was solved, and that the next lesson is wanted
   */
  constructor(engine, told) {
    this.engine = engine;
    this.told = told;
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [3, 3] }));
    this.stage = element('div', { className: 'lesson-stage', on: { contextmenu: (event) => event.preventDefault() } });
    this.view = new BoardView(this.stage, this.scene, '');
    this.stage.append(this.view.box);
    this.heading = element('h2', { tabIndex: -1 });
    this.text = element('div', { className: 'lesson-idea' });
    this.task = element('p', { className: 'task' });
    this.answer = element('p', { className: 'answer', role: 'status' });
    this.onward = button('', () => this.#onward(), { className: 'primary small' });
    const actions = element('div', { className: 'lesson-actions' }, button('Show the answer', () => this.#reveal('').catch(complain), { className: 'small' }), this.onward);
    this.root = element('section', { className: 'card lesson' }, element('div', { className: 'lesson-text' }, this.heading, this.text, this.task, this.answer, actions), this.stage);
    this.view.box.addEventListener('click', (event) => this.#try(this.view.cellAt(event.clientX, event.clientY)).catch(complain));
    this.view.box.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Shows a board of a lesson. @param {Lesson} lesson @param {number} number of the board, from 0 */
  choose(lesson, number) {
    this.lesson = lesson;
    this.number = number;
    const { rows, ask } = this.board;
    this.analysis = null;
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [rows.length, rows[0].length] }));
    this.scene.marks.set([...rows.join('')].map((sign) => (sign === '.' ? HIDDEN : Number(sign))));
    this.heading.textContent = lesson.title;
    this.text.replaceChildren(...lesson.text.map((textContent) => element('p', { textContent })));
    this.task.textContent = `Board ${number + 1} of ${lesson.boards.length}. ${TASKS[ask]}`;
    this.#say('', '');
    this.onward.replaceChildren(this.#last ? 'Next lesson' : 'Next board');
    show(this.onward, false);
    this.view.show(this.scene, `Board ${number + 1} of the lesson: ${lesson.title}`);
  }

  /** Fits the board to the page after the lesson has been shown. @param {string} theme */
  show(theme) {
    this.view.theme = theme;
    this.view.layout();
  }

  get board() {
    return this.lesson.boards[this.number];
  }

  get #last() {
    return this.number === this.lesson.boards.length - 1;
  }

  #onward() {
    if (this.#last) this.told.next();
    else this.choose(this.lesson, this.number + 1);
    this.heading.focus({ preventScroll: true });
  }

  async #judge() {
    const { scene, board } = this;
    const { kind: topology, rows, columns } = scene.shape;
    const analysis = this.analysis ?? (await this.engine.analyse(positionOf({ topology, shape: [rows, columns], mines: board.mines }, scene.marks)).answer);
    if (scene === this.scene) this.analysis = analysis;
    const { mine_probability: risks, best_risk: best } = analysis;
    const right = { safe: (risk) => risk === 0, mine: (risk) => risk === 1, best: (risk) => risk <= best + 1e-6 }[board.ask];
    return { risks, right, stale: scene !== this.scene };
  }

  async #try(cell) {
    if (cell < 0 || !isClosed(this.scene.marks[cell])) return;
    this.scene.cursor = cell;
    const { risks, right, stale } = await this.#judge();
    if (stale) return;
    if (!right(risks[cell])) return this.#say('Not that one. Try again, or show the answer.', 'wrong');
    this.told.solved(this.lesson, this.number);
    await this.#reveal('Right. ');
  }

  async #reveal(opening) {
    const { risks, right, stale } = await this.#judge();
    if (stale) return;
    const { columns } = this.scene.shape;
    const found = [...risks.keys()].filter((cell) => !Number.isNaN(risks[cell]) && right(risks[cell]));
    this.scene.mark(this.board.ask, found);
    this.scene.mark('reason', this.board.reasons.map(([row, column]) => row * columns + column));
    this.#say(opening + this.board.why, 'right');
    show(this.onward, true);
    this.view.refresh();
  }

  #say(text, kind) {
    this.answer.className = `answer ${kind}`;
    this.answer.textContent = text;
  }

  #key(event) {
    if (event.key === 'Enter' || event.key === ' ') this.#try(this.scene.cursor).catch(complain);
    else if (KEY_STEPS[event.key]) this.view.moveCursor(KEY_STEPS[event.key]);
    else return;
    event.preventDefault();
  }
}
