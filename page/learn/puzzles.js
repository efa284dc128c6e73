/** Puzzles from the player's own games: the positions before needless guesses. A review of the game gives the position. */

import { HIDDEN, isClosed } from '../board/marks.js';
import { Course } from '../review/course.js';
import { gameAddress } from '../review/review_address.js';
import { element } from '../ui/dom.js';
import { boardName, quantity, placeInWords, share, whole } from '../ui/plain_words.js';

/** @import { Exercise } from './exercise.js' */
/** @import { Series } from './series.js' */
/** @typedef {import('../records.js').Puzzles['puzzles'][number]} Puzzle */

const MOST = 100; // solved puzzles that are remembered

/** @param {Puzzle} puzzle */
const nameOf = ({ game, move }) => `${game}.${move}`;

/** @implements {Series} */
export class Puzzles {
  id = 'puzzles';
  title = 'Puzzles from your games';

  /** @param {import('../engine_client.js').EngineClient} engine @param {import('../settings/store.js').SettingsStore} store */
  constructor(engine, store) {
    this.engine = engine;
    this.store = store;
    /** The puzzles, those of the latest game first. Null until they are known. @type {Puzzle[]|null} */
    this.list = null;
    /** The games that were looked through. */
    this.games = 0;
    /** @type {import('../engine_client.js').Inquiry<import('../records.js').Puzzles>|null} */
    this.loading = null;
  }

  /** Looks for puzzles in the games that are over by now. @param {(text: string) => void} tell */
  async begin(tell) {
    this.stop();
    tell('Looking through your games…');
    const inquiry = this.engine.puzzles(({ done, of }) => tell(`Looking through your games: ${whole(done)} of ${quantity(of, 'game')}…`));
    this.loading = inquiry;
    const { puzzles, games } = await inquiry.answer;
    this.list = puzzles;
    this.games = games;
    return puzzles.length ? this.after(-1) : this.#none;
  }

  stop() {
    this.loading?.stop();
    this.loading = null;
  }

  get standing() {
    const { list } = this;
    const count = list?.filter((puzzle) => this.#isSolved(puzzle)).length ?? 0;
    return list?.length ? { text: `${count} of ${list.length}`, done: count === list.length } : { text: '', done: false };
  }

  /** The number of the next puzzle to solve, from 0: the first unsolved one after a number, or simply the next. @param {number} number */
  after(number) {
    const list = this.list ?? [];
    const order = [...list.keys()].map((i) => (number + 1 + i) % list.length);
    return order.find((i) => !this.#isSolved(list[i])) ?? order[0];
  }

  /** @param {Puzzle} puzzle */
  #isSolved(puzzle) {
    return this.store.values.puzzles.includes(nameOf(puzzle));
  }

  /** Remembers that a puzzle is solved. @param {number} number */
  solved(number) {
    const { puzzles } = this.store.values;
    const puzzle = this.list?.[number];
    if (!puzzle) return;
    const name = nameOf(puzzle);
    if (!puzzles.includes(name)) this.store.set({ puzzles: [...puzzles, name].slice(-MOST) });
  }

  /** A puzzle stays until it is solved. */
  missed() {}

  /** @param {number} number from 0 @returns {Promise<Exercise>} */
  async exercise(number) {
    const list = this.list ?? [];
    const { game, move, cell, risk, safest, board, level } = list[number];
    const review = await this.engine.review({ game }, () => {}).answer;
    const course = new Course(review, board.shape[0] * board.shape[1]);
    const marks = course.before(move).map((mark) => (isClosed(mark) ? HIDDEN : mark)); // without flags, which may be wrong
    const { sentence, numbers } = review.moves[move];
    const [, columns] = board.shape;
    return {
      title: this.title,
      idea: [`In a game (${boardName(board, level)}) you took a risk here, although some cell was certainly safe. Your flags are left out.`],
      place: `Puzzle ${number + 1} of ${list.length}.`,
      board,
      marks,
      ask: 'safe',
      why: [sentence ?? '', guessInWords(placeInWords(cell, { columns }), risk, gameAddress(game, move))],
      reasons: numbers,
      near: cell,
      best: safest,
      onward: 'Next puzzle',
    };
  }

  /** What to say when there are none. @returns {Array<string|Node>} */
  get #none() {
    const how = element('p', {}, 'When you take a risk in a game although some cell is certainly safe, the position becomes a puzzle. It has to be a game that counts, so play without help. ', element('a', { href: '#play', textContent: 'Play a game.' }));
    if (!this.games) return ['There are no puzzles yet, because they come from your own games.', how];
    return [`There are no puzzles now. In ${this.games === 1 ? 'your only game' : `your last ${quantity(this.games, 'game')}`} you never took a risk where some cell was certainly safe. Well played!`, how];
  }
}

/** @param {string} place @param {number} risk @param {string} address */
function guessInWords(place, risk, address) {
  return element('p', {}, `You opened ${place}, at a risk of ${share(risk)}. `, element('a', { href: `#review=${address}`, textContent: 'See it in Review.' }));
}
