/** The card of an exercise: an idea, and a board to try it on. The engine judges the answers. */

import { isClosed } from '../board/marks.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { BoardView } from '../board/view.js';
import { KEY_STEPS } from '../board/cursor.js';
import { positionOf } from '../engine_client.js';
import { complain } from '../ui/announce.js';
import { button } from '../ui/controls.js';
import { bring, element, show } from '../ui/dom.js';

/**
 * @typedef {object} Exercise
 * @property {string} title
 * @property {Array<string|Node>} idea paragraphs
 * @property {string} place such as "Board 1 of 3."
 * @property {import('../answers.js').BoardJson} board
 * @property {Int8Array} marks
 * @property {'safe'|'mine'|'best'} ask what the player should find
 * @property {Array<string|Node>} why an explanation of the answer
 * @property {number[]} reasons the cells of the numbers that the answer uses
 * @property {number} [near] a cell near the answer, for boards that scroll
 * @property {number} [best] the cell that the explanation is about
 * @property {string} onward the name of the button that leads on
 * @property {Node} [clock] stands beside the task
 */

const TASKS = { safe: 'Choose a cell that is certainly safe.', mine: 'Choose a cell that is certainly a mine.', best: 'Choose a cell with the least risk.' };

/** Small boards get cells up to this size, in CSS pixels. Those with more rows or columns get the usual ones. */
const LARGE_CELL = 160;
const FEW = 9;

export class ExerciseCard {
  /** The exercise that is shown. @type {Exercise|null} */
  exercise = null;
  /** Whether something wrong was tried, or the answer was shown; and whether it is solved. */
  hasMissed = false;
  solved = false;
  /** The analysis of the board, after the first try. @type {import('../answers.js').Analysis|null} */
  analysis = null;

  /**
   * @param {import('../engine_client.js').EngineClient} engine
   * @param {{solved: (clean: boolean) => void, missed: () => void, onward: () => void}} callbacks what to do when the exercise is
   *   solved, cleanly if nothing was missed before; at its first wrong try, or when the answer is shown; and when the player wants the next one
   */
  constructor(engine, callbacks) {
    this.engine = engine;
    this.callbacks = callbacks;
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [3, 3] }));
    this.stage = element('div', { className: 'lesson-stage', on: { contextmenu: (/** @type {Event} */ event) => event.preventDefault() } });
    this.view = new BoardView(this.stage, this.scene, '');
    this.stage.append(this.view.box);
    this.heading = element('h2', { tabIndex: -1 });
    this.idea = element('div', { className: 'lesson-idea' });
    this.task = element('p', { className: 'task' });
    this.answer = element('div', { className: 'answer', role: 'status' });
    this.onward = button('', () => this.#onward(), { className: 'primary small' });
    this.giveUp = button('Show the answer', () => this.#surrender(), { className: 'small' });
    this.actions = element('div', { className: 'lesson-actions' }, this.giveUp, this.onward);
    this.root = element('section', { className: 'card lesson' }, this.heading, this.idea, this.task, this.stage, this.answer, this.actions);
    this.view.box.addEventListener('click', (event) => this.#try(this.view.cellAt(event.clientX, event.clientY)).catch(complain));
    this.view.box.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.#fit()).observe(this.stage);
  }

  /** Shows text alone. @param {string} title @param {Array<string|Node>} paragraphs */
  say(title, paragraphs) {
    this.exercise = null;
    this.heading.textContent = title;
    this.idea.replaceChildren(...asParagraphs(paragraphs));
    this.#playing(false);
  }

  /** Leads the player here from elsewhere on the page. */
  lead() {
    this.heading.focus({ preventScroll: true });
    bring(this.root);
  }

  /** @param {Exercise} exercise */
  open(exercise) {
    const { title, idea, place, board, marks, ask, onward, near, clock } = exercise;
    this.say(title, idea);
    this.exercise = exercise;
    this.analysis = null;
    this.hasMissed = this.solved = false;
    const shape = shapeOf(board);
    this.scene = new Scene(shape);
    this.scene.marks.set(marks);
    this.task.replaceChildren(`${place} ${TASKS[ask]}`, ...(clock ? [clock] : []));
    this.#answer('', []);
    this.onward.replaceChildren(onward);
    this.#showOnward(false);
    const large = Math.max(shape.rows, shape.columns) > FEW;
    this.root.classList.toggle('large', large);
    this.#playing(true);
    this.view.show(this.scene, `${title}. ${place}`, null);
    this.#fit();
    if (near === undefined) return;
    const { x, y } = shape.corner(near);
    this.view.centre(x, y);
  }

  /** @param {boolean} yes */
  #showOnward(yes) {
    if (yes && this.giveUp.contains(document.activeElement)) this.heading.focus({ preventScroll: true });
    show(this.giveUp, !yes);
    show(this.onward, yes);
  }

  /** @param {boolean} playing whether there is a board */
  #playing(playing) {
    this.root.classList.toggle('words', !playing);
    for (const part of [this.task, this.stage, this.answer, this.actions]) show(part, playing);
  }

  /** Fits the board to the page once it is shown. @param {string} theme */
  show(theme) {
    this.view.theme = theme;
    this.#fit();
  }

  /** Gives the few cells of a small board as much room as there is. */
  #fit() {
    const { shape } = this.scene;
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height) return;
    const fitting = Math.floor(Math.min(width / shape.width, height / shape.height, LARGE_CELL));
    this.view.zoomTo(Math.max(shape.rows, shape.columns) > FEW ? null : fitting);
  }

  #onward() {
    this.callbacks.onward();
    this.heading.focus({ preventScroll: true });
  }

  /** @param {Exercise} exercise */
  async #judge({ board, ask }) {
    const { scene } = this;
    const analysis = this.analysis ?? (await this.engine.analyse(positionOf(board, scene.marks)).answer);
    if (scene === this.scene) this.analysis = analysis;
    const { mine_probability: risks, safest_risk: least } = analysis;
    const right = (/** @type {number} */ risk) => {
      if (ask === 'best') return least !== null && risk <= least + 1e-6; // null if no cell is hidden
      return risk === (ask === 'safe' ? 0 : 1);
    };
    return { risks, right, stale: scene !== this.scene };
  }

  /** @param {number} cell */
  async #try(cell) {
    const { exercise } = this;
    if (!exercise || this.solved || cell < 0 || !isClosed(this.scene.marks[cell])) return;
    this.scene.cursor = cell;
    const { risks, right, stale } = await this.#judge(exercise);
    if (stale) return;
    if (!right(risks[cell])) {
      this.#answer('wrong', ['Not that one. Try again, or show the answer.']);
      this.#miss();
      return;
    }
    this.solved = true;
    await this.#reveal('Right. ');
    this.callbacks.solved(!this.hasMissed);
  }

  #surrender() {
    this.#miss();
    this.#reveal('').catch(complain);
  }

  #miss() {
    if (!this.hasMissed) this.callbacks.missed();
    this.hasMissed = true;
  }

  /** @param {string} opening */
  async #reveal(opening) {
    const { exercise } = this;
    if (!exercise) return;
    const { risks, right, stale } = await this.#judge(exercise);
    if (stale) return;
    const cells = [...risks.keys()].filter((cell) => !Number.isNaN(risks[cell]) && right(risks[cell]));
    this.scene.mark(exercise.ask, cells);
    this.scene.mark('reason', exercise.reasons);
    const [first, ...rest] = exercise.why;
    this.#answer('right', [`${opening}${first}`, ...rest]);
    this.#showOnward(true);
    if (exercise.best !== undefined) this.view.reveal(exercise.best);
    this.view.refresh();
  }

  /** @param {string} kind @param {Array<string|Node>} paragraphs */
  #answer(kind, paragraphs) {
    this.answer.className = `answer ${kind}`;
    this.answer.replaceChildren(...asParagraphs(paragraphs));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Enter' || event.key === ' ') this.#try(this.scene.cursor).catch(complain);
    else if (KEY_STEPS[event.key]) this.view.moveCursor(KEY_STEPS[event.key]);
    else return;
    event.preventDefault();
  }
}

/** @param {Array<string|Node>} paragraphs */
const asParagraphs = (paragraphs) => paragraphs.map((each) => (typeof each === 'string' ? element('p', { textContent: each }) : each));
