/** Training on positions of games: against the clock, and again on what was missed. */

import { button } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { MOMENT, quantity, seconds } from '../ui/plain_words.js';

/** @import { Exercise } from './exercise.js' */
/** @import { Repetition } from './repetition.js' */
/** @import { Series } from './series.js' */

const ROUND = 10; // positions
const PENALTY = 5000; // milliseconds for each position that was missed
const SEED = /^seed\.(\d+)$/; // the name of such a position
const IDEA = 'Positions of games as dense as expert. All that one number alone decides is done: its mines have flags.';

/** A random seed. */
const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/**
 * The exercise on a position of a game.
 * @param {import('../engine_client.js').EngineClient} engine @param {string} seed @param {Pick<Exercise, 'title'|'idea'|'place'|'onward'>} words @returns {Promise<Exercise>}
 */
async function positionOfGame(engine, seed, words) {
  const { board, marks, ask, pattern, numbers, sentence } = await engine.exercise(seed).answer;
  const why = [...(pattern ? [`This is the pattern ${pattern}.`] : []), sentence];
  return { ...words, board, marks, ask, why, reasons: numbers };
}

/** Ten positions against the clock. What is missed costs time, and comes again. @implements {Series} */
export class Training {
  id = 'clock';
  title = 'Against the clock';
  hurries = true;
  /** The seeds of the positions of this round. @type {string[]} */
  seeds = [];
  /** The next position, made while the player looks at this one. @type {Promise<Exercise>|null} */
  coming = null;
  /** How many were missed. */
  wrong = 0;
  began = 0;
  timer = 0;

  /** @param {import('../engine_client.js').EngineClient} engine @param {import('../settings/store.js').SettingsStore} store @param {Repetition} repetition @param {(number: number) => void} open shows a position */
  constructor(engine, store, repetition, open) {
    this.engine = engine;
    this.store = store;
    this.repetition = repetition;
    this.open = open;
    this.clock = element('span', { className: 'training-clock', role: 'timer' });
  }

  async begin() {
    return [`${ROUND} positions of games, one after the other. Each that you miss costs ${PENALTY / 1000} s, and comes again in “What you missed”.`, this.#starter('Start')];
  }

  /** A button that begins a round. @param {string} label */
  #starter(label) {
    const start = () => {
      this.stop();
      this.seeds = Array.from({ length: ROUND }, freshSeed);
      this.wrong = 0;
      this.began = 0;
      this.#prepare(0);
      this.open(0);
    };
    return element('p', {}, button(label, start, { className: 'primary' }));
  }

  /** @param {number} number @returns {Promise<Exercise>} */
  async exercise(number) {
    const exercise = await /** @type {Promise<Exercise>} */ (this.coming);
    this.#prepare(number + 1);
    if (!this.began) this.#start();
    return exercise;
  }

  /** @param {number} number */
  #prepare(number) {
    const words = { title: this.title, idea: [IDEA], place: `Position ${number + 1} of ${ROUND}.`, onward: number + 1 < ROUND ? 'Next position' : 'Result' };
    this.coming = number < ROUND ? positionOfGame(this.engine, this.seeds[number], words).then((exercise) => ({ ...exercise, clock: this.clock })) : null;
  }

  #start() {
    this.began = performance.now();
    this.timer = setInterval(() => (this.clock.textContent = seconds(this.#time)), 100);
  }

  /** With the penalties, in milliseconds. */
  get #time() {
    return performance.now() - this.began + PENALTY * this.wrong;
  }

  solved() {}

  /** @param {number} number */
  missed(number) {
    this.wrong += 1;
    this.repetition.missed(`seed.${this.seeds[number]}`);
  }

  /** @param {number} number */
  after(number) {
    return number + 1 < ROUND ? number + 1 : this.#end();
  }

  /** Ends the round, and says how it went. @returns {Array<string|Node>} */
  #end() {
    const time = Math.round(this.#time);
    this.stop();
    const { training: best } = this.store.values;
    const isBest = best === null || time < best;
    if (isBest) this.store.set({ training: time });
    const mistakes = this.wrong ? `You missed ${quantity(this.wrong, 'position')}: ${PENALTY / 1000} s each, and they come again.` : 'You missed none.';
    const record = isBest ? 'That is your best time.' : `Your best time is ${seconds(best)}.`;
    return [`${ROUND} positions in ${seconds(time)}. ${mistakes} ${record}`, this.#starter('Once more')];
  }

  get standing() {
    const { training: best } = this.store.values;
    return { text: best === null ? '' : `best ${seconds(best)}`, done: false };
  }

  stop() {
    clearInterval(this.timer);
    this.coming?.catch(() => {});
    this.coming = null;
  }
}

/** What was missed, when it is due. @implements {Series} */
export class Again {
  id = 'again';
  title = 'What you missed';
  /** What is due, by its names. @type {string[]} */
  names = [];

  /** @param {import('../engine_client.js').EngineClient} engine @param {Repetition} repetition @param {(id: string) => import('./lesson.js').Lesson|undefined} lesson */
  constructor(engine, repetition, lesson) {
    this.engine = engine;
    this.repetition = repetition;
    this.lesson = lesson;
  }

  async begin() {
    this.names = this.repetition.due;
    return this.names.length ? 0 : this.#nothing();
  }

  /** @param {number} number @returns {Exercise|Promise<Exercise>} */
  exercise(number) {
    const words = { title: this.title, place: `Number ${number + 1} of ${this.names.length}.`, onward: 'Go on' };
    const name = this.names[number];
    const [, seed] = SEED.exec(name) ?? [];
    if (seed !== undefined) return positionOfGame(this.engine, seed, { ...words, idea: [IDEA] });
    const [id, board] = name.split('.');
    const lesson = /** @type {import('./lesson.js').Lesson} */ (this.lesson(id));
    return { ...lesson.exercise(Number(board)), ...words, idea: [`From the lesson “${lesson.title}”.`] };
  }

  /** @param {number} number @param {boolean} clean */
  solved(number, clean) {
    if (clean) this.repetition.right(this.names[number]);
  }

  /** @param {number} number */
  missed(number) {
    this.repetition.missed(this.names[number]);
  }

  /** @param {number} number */
  after(number) {
    return number + 1 < this.names.length ? number + 1 : ['That was all for now.', ...this.#nothing()];
  }

  /** What to say when nothing is due. @returns {string[]} */
  #nothing() {
    const { next, all } = this.repetition;
    if (next === null) return ['What you get wrong in a lesson or against the clock comes again here: first after ten minutes, and later each time that you get it right.'];
    return [`${quantity(all.length, 'position comes', 'positions come')} again, the next one at ${MOMENT.format(next)}.`];
  }

  get standing() {
    const { length } = this.repetition.due;
    return { text: length ? `${length} due` : '', done: false };
  }

  stop() {}
}
