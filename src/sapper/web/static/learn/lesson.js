/** One lesson: an idea, a small board and a question. The engine judges the answer. */

import { HIDDEN, isClosed } from '../board/marks.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { BoardView } from '../board/view.js';
import { KEY_STEPS } from '../board/cursor.js';
import { positionOf } from '../engine.js';
import { complain } from '../ui/announce.js';
import { button } from '../ui/controls.js';
import { element } from '../ui/dom.js';

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string[]} rows the position: digits, and dots for hidden cells
 * @property {number} mines
 * @property {'safe'|'mine'|'best'} ask what the player should find
 * @property {string} text
 * @property {string} why an explanation of the answer
 * @property {Array<[number, number]>} reasons the numbers that the answer uses, as rows and columns
 */

const TASKS = { safe: 'Click a cell that is certainly safe.', mine: 'Click a cell that is certainly a mine.', best: 'Click a cell with the least risk.' };

export class LessonCard {
  /** The analysis of the board, after the first try. @type {any} */
  analysis;

  /** @param {Lesson} lesson @param {number} number @param {any} app */
  constructor(lesson, number, app) {
    this.lesson = lesson;
    this.engine = app.engine;
    const [rows, columns] = [lesson.rows.length, lesson.rows[0].length];
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [rows, columns] }));
    this.scene.marks.set([...lesson.rows.join('')].map((sign) => (sign === '.' ? HIDDEN : Number(sign))));
    this.stage = element('div', { className: 'lesson-stage', on: { contextmenu: (event) => event.preventDefault() } });
    this.view = new BoardView(this.stage, this.scene, `Board of lesson ${number}`);
    this.stage.append(this.view.box);
    this.answer = element('p', { className: 'answer', role: 'status' });
    const text = element(
      'div',
      { className: 'lesson-text' },
      element('p', { className: 'number', textContent: `Lesson ${number}` }),
      element('h2', { textContent: lesson.title }),
      element('p', { textContent: lesson.text }),
      element('p', { className: 'task', textContent: TASKS[lesson.ask] }),
      this.answer,
      element('div', {}, button('Show the answer', () => this.#reveal('').catch(complain), { className: 'small' })),
    );
    this.root = element('section', { className: 'card lesson' }, text, this.stage);
    this.view.box.addEventListener('click', (event) => this.#try(this.view.cellAt(event.clientX, event.clientY)).catch(complain));
    this.view.box.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Fits the board to the page after the lesson has been shown. @param {string} theme */
  show(theme) {
    this.view.theme = theme;
    this.view.layout();
  }

  async #judge() {
    const { kind: topology, rows, columns } = this.scene.shape;
    const { mines } = this.lesson;
    this.analysis ??= await this.engine.analyse(positionOf({ topology, shape: [rows, columns], mines }, this.scene.marks)).answer;
    const { mine_probability: risks, best_risk: best } = this.analysis;
    const right = { safe: (risk) => risk === 0, mine: (risk) => risk === 1, best: (risk) => risk <= best + 1e-6 }[this.lesson.ask];
    return { risks, right };
  }

  async #try(cell) {
    if (cell < 0 || !isClosed(this.scene.marks[cell])) return;
    const { risks, right } = await this.#judge();
    if (right(risks[cell])) await this.#reveal('Right. ');
    else this.#say('Not that one. Try again, or show the answer.', 'wrong');
  }

  async #reveal(opening) {
    const { risks, right } = await this.#judge();
    const { columns } = this.scene.shape;
    const found = [...risks.keys()].filter((cell) => !Number.isNaN(risks[cell]) && right(risks[cell]));
    this.scene.mark(this.lesson.ask, found);
    this.scene.mark('reason', this.lesson.reasons.map(([row, column]) => row * columns + column));
    this.#say(opening + this.lesson.why, 'right');
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
