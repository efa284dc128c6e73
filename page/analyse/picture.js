/** A picture of a board: says how sure its reading is, and asks what it leaves open. */

import { FLAG, inWords } from '../board/marks.js';
import { wholePercent } from '../board/scene.js';
import { decodeMarks } from '../engine.js';
import { announce, complain } from '../ui/announce.js';
import { button, section } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { quantity, placeInWords, whole } from '../ui/words.js';

const PAUSE = 500; // milliseconds after the last change of the mine count

/** @typedef {import('../answers.js').ReadPicture} ReadPicture */
/** @typedef {ReadPicture['questions'][number]} Question */

export class Picture {
  /** The bytes of the picture; null if the position is of something else. @type {Uint8Array|null} */
  content = null;
  /** Answers: a cell and its mark. @type {[number, number][]} */
  known = [];
  /** The mine count that the player gave. @type {number|null} */
  mines = null;
  /** The mine count that is assumed until then. */
  likelyMines = 0;
  /** The marks of the last reading. The player may have painted over them. @type {Int8Array} */
  pictureMarks = new Int8Array(0);
  /** @type {Question[]} */
  questions = [];
  certainty = 1;
  /** The sides where the board may go on. @type {string[]} */
  unclearEnds = [];
  /** Whether the rules explain little of it. */
  doubtful = false;
  busy = false;
  loading = false;
  turn = 0;
  timer = 0;

  /** @param {import('../engine.js').Engine} engine @param {import('./judge.js').Judge} judge @param {() => void} countMines goes to the field for the mine count */
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

  /** @param {ReadPicture} reading */
  #load({ position: { marks, mines, ...board }, ...reading }) {
    const size = board.shape[0] * board.shape[1];
    const pictureMarks = decodeMarks(marks, size);
    const count = pictureMarks.filter((mark) => mark < 0).length;
    this.mines = mines;
    this.likelyMines = mines ?? Math.min(this.position.likelyMines(size), count);
    this.loading = true;
    this.position.load({ ...board, mines: this.likelyMines }, pictureMarks);
    this.position.isCounter = false;
    this.position.setClaim(''); // a picture has its own number, or is asked for one
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
    Object.assign(this, { content: null, known: [], mines: null, questions: [], busy: false });
    show(this.root, false);
  }

  /** The questions about cells that are not all painted over. */
  get #open() {
    return this.questions.filter(({ cells }) => cells.some((cell) => this.#untouched(cell)));
  }

  /** @param {number} cell */
  #untouched(cell) {
    return this.position.scene.marks[cell] === this.pictureMarks[cell];
  }

  /** After a change by hand, or one taken back, an answer that the board no longer shows is open again. */
  #onChange() {
    const { board } = this.position;
    const known = this.known.filter(([cell, mark]) => this.pictureMarks[cell] !== mark || this.#untouched(cell));
    const other = board.mines !== (this.mines ?? this.likelyMines);
    if (other) this.mines = board.mines === this.likelyMines ? null : board.mines;
    if (other || known.length < this.known.length) {
      this.known = known;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#again(this.known), PAUSE);
    }
    this.#draw();
  }

  /** @param {number} mines */
  #count(mines) {
    this.mines = mines;
    return this.#again(this.known);
  }

  /** @param {Question} question @param {number} mark */
  #answer({ cells }, mark) {
    const cell = /** @type {number} */ (cells.find((one) => this.#untouched(one)));
    return this.#again([...this.known, [cell, mark]]);
  }

  /** Reads the picture again with what is known now. What the player painted stays. @param {[number, number][]} known */
  async #again(known) {
    const { content, mines, known: before } = this;
    if (!content) return;
    this.known = known;
    clearTimeout(this.timer);
    const turn = (this.turn += 1);
    this.busy = true;
    this.#draw();
    try {
      const answers = known.map((answer) => answer.join(':')).join(',');
      const reading = await this.engine.read(content, { mines, known: answers || null, ...this.position.size });
      if (turn !== this.turn) return;
      if (reading.kind === 'picture') this.#merge(reading);
    } catch (error) {
      if (turn !== this.turn) return;
      this.known = before;
      complain(error);
    }
    this.busy = false;
    this.#draw();
    this.judge.refresh();
  }

  /** @param {ReadPicture} reading */
  #merge(reading) {
    const { shape, marks } = reading.position;
    if (shape.join() !== this.position.board.shape.join()) return this.#load(reading); // the mine count fits another board in the picture
    const pictureMarks = decodeMarks(marks, this.pictureMarks.length);
    const cells = [...pictureMarks.keys()].filter((cell) => pictureMarks[cell] !== this.pictureMarks[cell] && this.#untouched(cell));
    this.loading = true;
    this.position.settle();
    for (const cell of cells) this.position.paint(cell, pictureMarks[cell]);
    this.position.settle();
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
    const terms = [unclear && 'the picture is read right', this.mines === null && `there ${this.likelyMines === 1 ? 'is' : 'are'} ${quantity(this.likelyMines, 'mine')}`].filter(Boolean);
    return this.content && terms.length ? `If ${terms.join(' and ')}: ` : '';
  }

  get #unclearEnd() {
    const [side] = this.unclearEnds;
    return side ? ` At the ${side} there may be more empty cells: crop the picture to the board.` : '';
  }

  #sureness() {
    const doubt = this.doubtful ? ' The rules explain little of what they show, so check each cell.' : '';
    const cells = `Read ${this.position.board.shape.map(whole).join(' × ')} cells from the picture.${doubt}${this.#unclearEnd}`;
    const open = this.#open.length;
    if (!open) return this.doubtful || this.unclearEnds.length ? cells : `${cells} Nothing in them is unclear.`;
    return `${cells} ${quantity(open, 'question is', 'questions are')} open. The least certain cell is right with ${wholePercent(this.certainty)} %.`;
  }

  #draw() {
    const hasFocus = this.words.contains(document.activeElement);
    const [question] = this.#open;
    this.words.replaceChildren(
      element('p', { textContent: this.busy ? 'Reading the picture again…' : this.#sureness() }),
      ...(this.mines === null ? [this.#askMines()] : []),
      ...(question ? [this.#ask(question)] : []),
      element('p', { className: 'hint', textContent: 'Compare the board with your picture. A brush corrects a cell.' }),
    );
    show(this.root, this.content !== null);
    if (hasFocus) this.words.querySelector('button')?.focus();
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
    return this.#choices(text, marks.map((mark, place) => [`${mark === FLAG ? 'flag or other sign' : inWords(mark)} (${wholePercent(chances[place])} %)`, () => this.#answer(question, mark)]));
  }

  /** @param {string} question @param {[string, () => void][]} choices */
  #choices(question, choices) {
    const buttons = choices.map(([label, press]) => button(label, press));
    for (const one of buttons) one.disabled = this.busy;
    return element('div', { className: 'picture-question', role: 'group', 'aria-label': question }, element('p', { textContent: question }), element('div', { className: 'actions' }, ...buttons));
  }
}
