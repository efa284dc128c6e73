/**
 * A position as part of the page's address: layout, size and mines, then the marks as letters with run lengths, such as
 * `s9x9x10.j30abkj48`. The letters a to i are the numbers 0 to 8. Then j is hidden, k a flag, l an exploded mine and m a
 * question mark.
 */

import { boardIn, boardText } from '../board/address.js';
import { HIDDEN } from '../board/marks.js';

const LETTERS = 'abcdefghijklm';

/** @param {number} mark */
const letterOf = (mark) => LETTERS[mark >= 0 ? mark : 8 - mark];
/** @param {string} letter */
const markOf = (letter) => {
  const place = LETTERS.indexOf(letter);
  return place <= 8 ? place : 8 - place;
};

/**
 * @param {import('../answers.js').WrittenBoard} board @param {Int8Array} marks
 * @returns {string}
 */
export function linkOf(board, marks) {
  const parts = [];
  for (let from = 0; from < marks.length; ) {
    let to = from + 1;
    while (to < marks.length && marks[to] === marks[from]) to++;
    parts.push(letterOf(marks[from]), to - from > 1 ? to - from : '');
    from = to;
  }
  return `${boardText(board)}.${parts.join('')}`;
}

/**
 * The position in a link, or null if the text is not a link.
 * @param {string} text
 * @returns {{board: import('../answers.js').WrittenBoard, marks: Int8Array}|null}
 */
export function positionIn(text) {
  const match = /^([^.]*)\.((?:[a-m]\d{0,7})*)$/.exec(text);
  const board = match && boardIn(match[1]);
  if (!board) return null;
  const size = board.shape[0] * board.shape[1];
  const marks = new Int8Array(size).fill(HIDDEN);
  let at = 0;
  for (const [, letter, count] of match[2].matchAll(/([a-m])(\d*)/g)) {
    const end = at + Number(count || 1);
    if (end > size) return null;
    marks.fill(markOf(letter), at, end);
    at = end;
  }
  return at === size ? { board, marks } : null;
}
