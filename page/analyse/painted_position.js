/** The position on the analysis board, all changes to it, and its form as part of the page's address. */

import { boardInText, boardText } from '../board/board_address.js';
import { EXPLODED, FLAG, HIDDEN, isNumber } from '../board/marks.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { Emitter } from '../emitter.js';
import { positionOf } from '../engine_client.js';
import { LEVELS } from '../ui/plain_words.js';

const MOST_PAST = 2 ** 24; // cells of earlier positions that are kept for undo
const EMPTY = { topology: 'square', shape: [9, 9], mines: 10 };
const LETTERS = 'abcdefghijklmnopq'; // of marks: a to i are the numbers 0 to 8, then hidden, flag, exploded mine, question mark; o is safe without a number, q is marked safe

/** What the player said about the picture of a position: cells and their marks, and the mine count. `likely` counts while `mines` is null. @typedef {{cells: [number, number][], mines: number|null, likely: number}} Answers */
/** @type {Answers} */
export const NO_ANSWERS = { cells: [], mines: null, likely: 0 };

/**
 * What undo puts back: a board with all its marks, or with those of some cells.
 * @typedef {{board: import('../answers.js').BoardJson, claim: string, answers: Answers, marks: Int8Array|null, cells: Map<number, number>}} Step
 */

/** It tells of another `shape`, and of a `change` of a mark or the mine count. @extends {Emitter<{shape: null, change: null}>} */
export class PaintedPosition extends Emitter {
  /** @type {import('../answers.js').BoardJson} */
  board;
  /** @type {Scene} */
  scene;
  /** What stands in place of the mine count, as `sapper analyse --mines` takes it, where nobody knows the count. */
  claim = '';
  /** The answers so far. `undo` takes back also those that changed no cell. */
  answers = NO_ANSWERS;
  /** Whether the count means the mine counter (mines left), not the whole board. */
  isCounter = false;
  /** The changes that can be undone, the last one at the end. @type {Step[]} */
  past = [];
  /** The change in progress: everything painted until `settle` is undone together. @type {Step|null} */
  step = null;

  constructor() {
    super();
    this.#put(EMPTY);
  }

  get canUndo() {
    return this.past.length > 0;
  }

  /** Takes back the last change: a stroke, another size, another position. */
  undo() {
    this.settle();
    const step = this.past.pop();
    if (!step) return;
    this.claim = step.claim;
    this.answers = step.answers;
    if (step.marks) return this.#put(step.board, step.marks);
    this.board = step.board;
    for (const [cell, mark] of step.cells) this.scene.marks[cell] = mark;
    this.#emitChange();
  }

  /** Ends a stroke. What is painted later is undone by itself. */
  settle() {
    this.step = null;
  }

  /** @param {import('../answers.js').BoardJson} board @param {Int8Array} [marks] all hidden by default */
  load(board, marks) {
    this.settle();
    this.#remember(this.#step(this.scene.marks));
    this.#put(board, marks);
  }

  /** @param {import('../answers.js').BoardJson} board @param {Int8Array} [marks] */
  #put(board, marks) {
    this.board = { ...board };
    this.scene = new Scene(shapeOf(board));
    if (marks) this.scene.marks.set(marks);
    this.emit('shape', null);
    this.#emitChange();
  }

  /** The cells with a flag or an exploded mine. */
  get mineCells() {
    const { marks } = this.scene;
    return [...marks.keys()].filter((cell) => isMine(marks[cell]));
  }

  /** The minefield, if flags mark all mines. Otherwise null. */
  get minefield() {
    const mines = this.mineCells;
    return mines.length === this.board.mines && this.claim === '' ? { ...this.board, mined: mines } : null;
  }

  get minesLeft() {
    return this.board.mines - this.mineCells.length;
  }

  /** The position as requests have it. @returns {import('../host/requests.js').Source} */
  get request() {
    const { position } = positionOf(this.board, this.scene.marks);
    const { mines: _, ...withoutCount } = position;
    if (this.claim !== '') return { position: { ...withoutCount, mine_prior: this.claim } };
    return { position: this.isCounter ? { ...withoutCount, mines_left: this.minesLeft } : position };
  }

  /** @param {number} mines */
  setMines(mines) {
    this.settle();
    this.#remember(this.#step());
    this.board.mines = mines;
    this.#emitChange();
  }

  /** Sets what stands in place of the mine count. @param {string} claim an empty text if the count is known */
  setClaim(claim) {
    if (claim === this.claim) return;
    this.settle();
    this.#remember(this.#step());
    this.claim = claim;
    this.#emitChange();
  }

  /** Sets other answers, and what the picture says with them. All of it is undone together. @param {Answers} answers @param {Answers['cells']} cells their other marks */
  setAnswers(answers, cells) {
    this.settle();
    const step = this.#step();
    this.#remember(step);
    this.#follow(step, answers, cells);
  }

  /** Fits the answers here to what the picture says with them. All of it is undone with the change that brought them. @param {Answers} answers @param {Answers['cells']} cells their other marks */
  amend(answers, cells) {
    const start = this.past.findLastIndex((step) => step.answers !== this.answers);
    for (const step of this.past.slice(start + 1)) {
      step.answers = answers;
      step.board.mines = minesOf(answers);
    }
    this.#follow(this.past[start], answers, cells);
  }

  /** @param {Step|undefined} step that takes it back @param {Answers} answers @param {Answers['cells']} cells */
  #follow(step, answers, cells) {
    const { marks } = this.scene;
    for (const [cell, mark] of cells) {
      if (step && !step.cells.has(cell)) step.cells.set(cell, marks[cell]);
      marks[cell] = mark;
    }
    this.answers = answers;
    this.board.mines = minesOf(answers);
    this.#emitChange();
  }

  /**
   * Paints a cell.
   * @param {number} cell @param {number} mark
   * @param {boolean} [flagsCount] whether a change of flags also changes the mine count, and so keeps the number of mines left
   */
  paint(cell, mark, flagsCount = false) {
    const before = this.scene.marks[cell];
    if (before === mark) return;
    if (!this.step) {
      this.step = this.#step();
      this.#remember(this.step);
    }
    if (!this.step.cells.has(cell)) this.step.cells.set(cell, before);
    this.scene.marks[cell] = mark;
    if (flagsCount) this.board.mines += Number(isMine(mark)) - Number(isMine(before));
    this.#emitChange();
  }

  /** The size of the board, which a picture may not show. */
  get size() {
    const [rows, columns] = this.board.shape;
    return { rows, columns };
  }

  /**
   * How many mines a position without a mine count may have: as many as the board here or the level of the same size.
   * Otherwise the number that keeps the density of the board.
   * @param {number} cells
   */
  likelyMines(cells) {
    const { shape: [rows, columns], mines } = this.board;
    if (cells === rows * columns) return mines;
    const level = Object.values(LEVELS).find((one) => one.rows * one.columns === cells);
    return level ? level.mines : Math.round((mines * cells) / (rows * columns));
  }

  /** The number of flags around a cell. @param {number} cell */
  numberAt(cell) {
    const { shape, marks } = this.scene;
    return shape.neighbours(cell).filter((near) => marks[near] === FLAG).length;
  }

  /** A cell whose number is larger than the number of its neighbours, or -1. */
  get beyond() {
    const { shape, marks } = this.scene;
    return marks.findIndex((mark, cell) => mark > 1 && mark > shape.neighbours(cell).length);
  }

  /** Makes the number of a cell one larger or smaller. Beyond the last number the cell is hidden. @param {number} cell @param {number} step */
  turn(cell, step) {
    const mark = this.scene.marks[cell];
    const { most } = this.scene.shape;
    const next = isNumber(mark) ? mark + step : step > 0 ? 0 : most;
    this.paint(cell, next < 0 || next > most ? HIDDEN : next);
  }

  /** What undo has to put back now. @param {Int8Array|null} [marks] @returns {Step} */
  #step(marks = null) {
    return { board: { ...this.board }, claim: this.claim, answers: this.answers, marks, cells: new Map() };
  }

  /** @param {Step} step */
  #remember(step) {
    this.past.push(step);
    const size = () => this.past.reduce((cells, { marks }) => cells + (marks?.length ?? 1), 0);
    while (this.past.length > 1000 || size() > MOST_PAST) this.past.shift();
  }

  #emitChange() {
    this.emit('change', null);
  }
}

/** The mine count that holds with some answers. @param {Answers} answers */
export const minesOf = ({ mines, likely }) => mines ?? likely;

/** @param {number} mark */
const isMine = (mark) => mark === FLAG || mark === EXPLODED;

/** @param {number} mark */
const letterOf = (mark) => LETTERS[mark >= 0 ? mark : 8 - mark];
/** @param {string} letter */
const markOf = (letter) => {
  const place = LETTERS.indexOf(letter);
  return place <= 8 ? place : 8 - place;
};

/**
 * A position as part of the page's address: layout, size and mines, then the marks as letters with run lengths, such as
 * `s9x9x10.j30abkj48`. What stands in place of the mine count follows, with `p` for per cent: `s9x9x10.j81~20p`.
 * @param {import('../answers.js').BoardJson} board @param {Int8Array} marks @param {string} [claim]
 * @returns {string}
 */
export function linkOf(board, marks, claim = '') {
  const parts = [];
  for (let from = 0; from < marks.length; ) {
    let to = from + 1;
    while (to < marks.length && marks[to] === marks[from]) to++;
    parts.push(letterOf(marks[from]), to - from > 1 ? to - from : '');
    from = to;
  }
  const claimText = claim === '' ? '' : `~${claim.replaceAll('%', 'p').replaceAll(/[^\w.-]/g, '')}`;
  return `${boardText(board)}.${parts.join('')}${claimText}`;
}

/**
 * The position in a link, or null if the text is not a link.
 * @param {string} text
 * @returns {{board: import('../answers.js').BoardJson, marks: Int8Array, claim: string}|null}
 */
export function positionInText(text) {
  const match = /^([^.]*)\.((?:[a-moq]\d{0,7})*)(?:~([\w.-]{1,40}))?$/.exec(text);
  const board = match && boardInText(match[1]);
  if (!board) return null;
  const size = board.shape[0] * board.shape[1];
  const marks = new Int8Array(size).fill(HIDDEN);
  let at = 0;
  for (const [, letter, count] of match[2].matchAll(/([a-moq])(\d*)/g)) {
    const end = at + Number(count || 1);
    if (end > size) return null;
    marks.fill(markOf(letter), at, end);
    at = end;
  }
  return at === size ? { board, marks, claim: (match[3] ?? '').replace(/p$/, '%') } : null;
}
