/** A lesson: an idea, and boards to try it on. */

import { HIDDEN } from '../board/marks.js';

/**
 * @typedef {object} LessonBoard
 * @property {string[]} rows the position: digits, and dots for hidden cells
 * @property {number} mines
 * @property {'safe'|'mine'|'best'} ask
 * @property {string} why
 * @property {Array<[number, number]>} reasons rows and columns
 */

/** @import { Series } from './series.js' */
/** @typedef {{id: string, title: string, text: string[], boards: LessonBoard[]}} LessonText */

/** @implements {Series} */
export class Lesson {
  /** @param {LessonText} lesson @param {import('../settings/store.js').SettingsStore} store @param {import('./repetition.js').Repetition} repetition */
  constructor({ id, title, text, boards }, store, repetition) {
    this.id = id;
    this.title = title;
    this.text = text;
    this.boards = boards;
    this.store = store;
    this.repetition = repetition;
  }

  /** The first board that is not solved yet, or the first one. */
  async begin() {
    return Math.max(this.left, 0);
  }

  /** The first board that is not solved, or -1. */
  get left() {
    const { solvedBoards } = this;
    return this.boards.findIndex((_, number) => !solvedBoards.includes(number));
  }

  /** The numbers of the boards that are solved. */
  get solvedBoards() {
    return this.store.values.lessons[this.id] ?? [];
  }

  get standing() {
    const [done, all] = [this.solvedBoards.length, this.boards.length];
    return { text: `${done} of ${all}`, done: done === all };
  }

  /** @param {number} number */
  after(number) {
    return number + 1 < this.boards.length ? number + 1 : null;
  }

  /** @param {number} number */
  solved(number) {
    const { solvedBoards } = this;
    if (!solvedBoards.includes(number)) this.store.set({ lessons: { ...this.store.values.lessons, [this.id]: [...solvedBoards, number] } });
  }

  /** @param {number} number */
  missed(number) {
    this.repetition.missed(`${this.id}.${number}`);
  }

  stop() {}

  /** @param {number} number @returns {import('./exercise.js').Exercise} */
  exercise(number) {
    const { rows, mines, ask, why, reasons } = this.boards[number];
    const [{ length: columns }] = rows;
    return {
      title: this.title,
      idea: this.text,
      place: `Board ${number + 1} of ${this.boards.length}.`,
      board: { topology: 'square', shape: [rows.length, columns], mines },
      marks: Int8Array.from([...rows.join('')], (sign) => (sign === '.' ? HIDDEN : Number(sign))),
      ask,
      why: [why],
      reasons: reasons.map(([row, column]) => row * columns + column),
      onward: number + 1 < this.boards.length ? 'Next board' : 'Next lesson',
    };
  }
}
