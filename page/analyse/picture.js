/** A picture of a board: says how sure its reading is, and asks what it leaves open. */

import { FLAG, inWords } from '../board/marks.js';
import { announce, complain } from '../ui/announce.js';
import { button, section } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { percent, placeInWords, quantity, whole } from '../ui/plain_words.js';
import { minesOf, NO_ANSWERS } from './painted_position.js';

const PAUSE = 500; // milliseconds after the last change of the mine count

/** @import { ReadPicture } from '../answers.js' */
/** @import { Answers } from './painted_position.js' */
/** @typedef {ReadPicture['questions'][number]} Question */

/** The possible mine count nearest to `mines`; `mines` if none is possible. @param {number} mines @param {number[]} possible */
const nearest = (mines, possible) => possible.reduce((best, one) => (Math.abs(one - mines) < Math.abs(best - mines) ? one : best), possible[0] ?? mines);

export class Picture {
  /** The bytes of the picture; null if the position is of something else. @type {Uint8Array|null} */
  content = null;
  /** The answers with which it was read last, or is being read, or will be after a pause. */
  answers = NO_ANSWERS;
  /** The answers of the position that these go on from. */
  ground = NO_ANSWERS;
  /** The mine count to propose, as near as what the picture shows allows. */
  proposal = 0;
  /** The marks of the last reading. The player may have painted over them. @type {Int8Array} */
  pictureMarks = new Int8Array(0);
  /** @type {Question[]} */
  questions = [];
  certainty = 1;
  /** The sides where the board may go on. @type {string[]} */
  unclearEnds = [];
  /** Whether the player says that the board has this size. */
  exact = false;
  /** The bytes of a picture that is read again once its size is typed. @type {Uint8Array|null} */
  next = null;
  /** Whether the rules explain little of it. */
  doubtful = false;
  busy = false;
  loading = false;
  turn = 0;
  timer = 0;

  /** @param {import('../engine_client.js').EngineClient} engine @param {import('./judge.js').Judge} judge @param {() => void} countMines goes to the field for the mine count */
  constructor(engine, judge, countMines) {
    this.engine = engine;
    this.judge = judge;
    this.position = judge.position;
    this.countMines = countMines;
    this.words = element('div', { className: 'picture-said' });
    this.root = section('Picture', this.words);
    show(this.root, false);
    this.position.on('shape', () => !this.loading && this.#forget());
    this.position.on('change', () => !this.loading && this.content && this.#onChange());
    judge.on('verdict', () => this.#mark());
  }

  /** Shows a picture that was read. @param {Uint8Array} content @param {ReadPicture} reading */
  begin(content, reading) {
    this.#forget();
    this.content = content;
    this.#load(reading);
    this.#draw();
    announce(this.#sureness());
  }

  /** @param {ReadPicture} reading @param {Answers['cells']} [cells] the answers so far */
  #load({ position: { marks: pictureMarks, mines, ...board }, ...reading }, cells = NO_ANSWERS.cells) {
    this.proposal = this.position.likelyMines(pictureMarks.length);
    const likely = nearest(this.proposal, reading.possible_mines);
    this.loading = true;
    this.position.load({ ...board, mines: mines ?? likely }, pictureMarks);
    this.position.isCounter = false;
    this.position.setClaim(''); // a picture has its own number, or is asked for one
    this.position.answers = this.ground = this.answers = { cells, mines, likely };
    this.loading = false;
    this.#keep(pictureMarks, reading);
  }

  /** @param {Int8Array} pictureMarks @param {Pick<ReadPicture, 'questions'|'certainty'|'unclear_ends'|'doubtful'>} reading */
  #keep(pictureMarks, { questions, certainty, unclear_ends, doubtful }) {
    this.pictureMarks = pictureMarks;
    this.doubtful = doubtful;
    this.unclearEnds = unclear_ends;
    this.questions = questions;
    this.certainty = certainty;
  }

  #forget() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.position.answers = this.ground = this.answers = NO_ANSWERS;
    Object.assign(this, { content: null, questions: [], busy: false, exact: false, next: null });
    show(this.root, false);
  }

  /** The questions about cells that are not all painted over. */
  get #open() {
    return this.questions.filter(({ cells }) => cells.some((cell) => this.#isUntouched(cell)));
  }

  /** @param {number} cell */
  #isUntouched(cell) {
    return this.position.scene.marks[cell] === this.pictureMarks[cell];
  }

  /** The mine count that is assumed until there is one. */
  get likelyMines() {
    return this.position.answers.likely;
  }

  /** The mine count that the player gave, or the picture. Null if nobody did. */
  get #mines() {
    return this.position.answers.mines;
  }

  /** The player types another size: it is that of the board in a picture that did not show its own. @param {() => void} load */
  resize(load) {
    const content = this.next ?? (this.unclearEnds.length || this.exact ? this.content : null);
    load();
    if (!content || this.position.board.topology !== 'square') return;
    this.next = content;
    this.timer = setTimeout(() => this.#readInSize(content), PAUSE);
  }

  /** @param {Uint8Array} content */
  async #readInSize(content) {
    const { turn } = this;
    try {
      const reading = await this.engine.read(content, { ...this.position.size, exact: true });
      if (turn !== this.turn || reading.kind !== 'picture') return;
      this.begin(content, reading);
      this.exact = true;
    } catch (error) {
      if (turn === this.turn) complain(error);
    }
  }

  /**
   * After a change by hand, or one taken back, an answer that the board no longer shows is open again. If the answers differ then,
   * a reading under way comes too late, and the picture is read again after a pause.
   */
  #onChange() {
    const { board, answers } = this.position;
    const mines = board.mines === minesOf(answers) ? null : board.mines;
    const fit = (/** @type {Answers} */ one) => {
      const cells = one.cells.filter(([cell, mark]) => this.pictureMarks[cell] !== mark || this.#isUntouched(cell));
      return mines === null && cells.length === one.cells.length ? one : { ...one, cells, mines: mines ?? one.mines };
    };
    const here = fit(answers);
    const next = answers === this.ground && answers !== this.answers ? fit(this.answers) : here;
    this.position.answers = this.ground = here;
    if (next !== this.answers) {
      this.answers = next;
      this.turn += 1;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#again(next), PAUSE);
    }
    this.#draw();
  }

  /** @param {number} mines */
  #count(mines) {
    return this.#again({ ...this.answers, mines });
  }

  /** @param {Question} question @param {number} mark */
  #answer({ cells }, mark) {
    const cell = /** @type {number} */ (cells.find((one) => this.#isUntouched(one)));
    const others = this.answers.cells.filter(([one]) => one !== cell);
    return this.#again({ ...this.answers, cells: [...others, [cell, mark]] });
  }

  /** Reads the picture again with other answers. What the player painted stays. @param {Answers} answers */
  async #again(answers) {
    const { content } = this;
    if (!content) return;
    this.answers = answers;
    clearTimeout(this.timer);
    const turn = (this.turn += 1);
    this.busy = true;
    this.judge.wait();
    this.#draw();
    try {
      const { cells, mines } = answers;
      const reading = await this.engine.read(content, { mines, known: cells, ...this.position.size, exact: this.exact });
      if (turn !== this.turn) return;
      if (reading.kind === 'picture') this.#merge(reading, answers);
    } catch (error) {
      if (turn !== this.turn) return;
      this.answers = this.ground;
      complain(error);
    }
    this.busy = false;
    this.#draw();
    this.judge.refresh();
  }

  /** @param {ReadPicture} reading @param {Answers} answers to which the mine count is fitted */
  #merge(reading, answers) {
    const { shape, marks: pictureMarks } = reading.position;
    if (shape.join() !== this.position.board.shape.join()) return this.#load(reading, answers.cells); // the mine count fits another board in the picture
    const others = [...pictureMarks.keys()].filter((cell) => pictureMarks[cell] !== this.pictureMarks[cell] && this.#isUntouched(cell));
    const cells = others.map((cell) => /** @type {[number, number]} */ ([cell, pictureMarks[cell]]));
    const isHere = answers === this.ground;
    this.loading = true;
    this.ground = this.answers = { ...answers, likely: nearest(this.proposal, reading.possible_mines) };
    if (isHere) this.position.amend(this.answers, cells);
    else this.position.setAnswers(this.answers, cells);
    this.loading = false;
    return this.#keep(pictureMarks, reading);
  }

  #mark() {
    const [question] = this.#open;
    if (question) this.position.scene.mark('question', question.cells);
  }

  /** What the analysis of this position takes for granted, as the beginning of a sentence. */
  get premise() {
    const unclear = this.#open.length || this.unclearEnds.length || this.doubtful;
    const terms = [unclear && 'the picture is read right', this.#mines === null && `there ${this.likelyMines === 1 ? 'is' : 'are'} ${quantity(this.likelyMines, 'mine')}`].filter(Boolean);
    return this.content && terms.length ? `If ${terms.join(' and ')}: ` : '';
  }

  get #size() {
    return this.position.board.shape.map(whole).join(' × ');
  }

  #sureness() {
    const doubt = this.doubtful ? ' The rules explain little of what they show, so check each cell.' : '';
    const cells = `Read ${this.#size} cells from the picture.${doubt}`;
    const open = this.#open.length;
    if (!open) return this.doubtful || this.unclearEnds.length ? cells : `${cells} Nothing in them is unclear.`;
    return `${cells} ${quantity(open, 'question is', 'questions are')} open. The least certain cell is right with ${percent(this.certainty)}.`;
  }

  #draw() {
    const hasFocus = this.words.contains(document.activeElement);
    const [question] = this.#open;
    this.words.replaceChildren(
      element('p', { textContent: this.busy ? 'Reading the picture again…' : this.#sureness() }),
      ...(this.unclearEnds.length ? [this.#askSize()] : []),
      ...(this.#mines === null ? [this.#askMines()] : []),
      ...(question ? [this.#ask(question)] : []),
      element('p', { className: 'hint', textContent: 'Compare the board with your picture. A brush corrects a cell.' }),
    );
    show(this.root, this.content !== null);
    if (hasFocus) this.words.querySelector('button')?.focus();
  }

  #askSize() {
    const text = `Is this the whole board? There may be more empty cells at the ${this.unclearEnds.join(' and the ')}. If there are, set its rows and columns below.`;
    return this.#choices(text, [[`It has ${this.#size}`, () => this.#takeSize()]]);
  }

  #takeSize() {
    this.exact = true;
    return this.#again(this.answers);
  }

  #askMines() {
    const text = `How many mines are on the board? The picture does not say. The analysis takes ${whole(this.likelyMines)} until you do.`;
    return this.#choices(text, [
      [`It has ${whole(this.likelyMines)}`, () => this.#count(this.likelyMines)],
      ['Another number', this.countMines],
    ]);
  }

  /** @param {Question} question */
  #ask(question) {
    const { cells, marks, chances } = question;
    const more = cells.length - 1;
    const same = more ? ` and ${quantity(more, 'cell that looks', 'cells that look')} the same` : '';
    const text = `What is in ${placeInWords(cells[0], this.position.scene.shape)}${same}? A ring marks ${more ? 'them' : 'it'} on the board.`;
    return this.#choices(text, marks.map((mark, place) => [`${mark === FLAG ? 'flag or other sign' : inWords(mark)} (${percent(chances[place])})`, () => this.#answer(question, mark)]));
  }

  /** @param {string} question @param {[string, () => void][]} choices */
  #choices(question, choices) {
    const buttons = choices.map(([label, press]) => button(label, press));
    for (const one of buttons) one.disabled = this.busy;
    return element('div', { className: 'picture-question', role: 'group', 'aria-label': question }, element('p', { textContent: question }), element('div', { className: 'actions' }, ...buttons));
  }
}
