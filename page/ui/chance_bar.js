/** A bar beside a board, with the chance to win from its position. The bar asks the engine only about the latest position, and delays no other question. */

import { element, show } from './dom.js';
import { percent } from './plain_words.js';

const PAUSE = 200; // milliseconds after the last change of the position
const TIME_LIMIT = 2000; // milliseconds; then the answer has a larger error

export class ChanceBar {
  /** @param {import('../engine_client.js').EngineClient} engine */
  constructor(engine) {
    this.engine = engine;
    this.turn = 0;
    this.timer = 0;
    /** @type {import('../engine_client.js').Inquiry<import('../answers.js').Evaluation>|null} */
    this.inquiry = null;
    this.fill = element('i', { ariaHidden: 'true' });
    this.text = element('span', { ariaHidden: 'true' });
    this.meter = element('div', { className: 'chance-meter', role: 'meter', 'aria-label': 'Chance to win', 'aria-valuemin': '0', 'aria-valuemax': '100' }, this.fill);
    this.root = element('div', { className: 'chance-bar', hidden: true }, element('span', { className: 'chance-name', textContent: 'Chance to win', ariaHidden: 'true' }), this.meter, this.text);
    this.#put(NaN, 'unknown');
  }

  /** Asks about a game or a position after a moment. @param {import('../engine_client.js').ChanceSource|null} source null takes the bar away */
  ask(source) {
    const turn = this.#stop();
    show(this.root, source !== null);
    if (source) this.timer = setTimeout(() => this.#look(source, turn), PAUSE);
  }

  /** Shows how a game ended. @param {boolean} isWon */
  end(isWon) {
    this.#stop();
    show(this.root, true);
    this.#put(Number(isWon), isWon ? 'The game is won.' : 'The game is lost.');
  }

  #stop() {
    clearTimeout(this.timer);
    this.inquiry?.stop();
    this.inquiry = null;
    this.turn += 1;
    return this.turn;
  }

  /** @param {import('../engine_client.js').ChanceSource} source @param {number} turn */
  async #look(source, turn) {
    this.inquiry = this.engine.evaluate(source, TIME_LIMIT);
    try {
      const evaluation = await this.inquiry.answer;
      if (turn === this.turn) this.#put(evaluation.win_probability, chanceText(evaluation), inWords(evaluation));
    } catch (error) {
      if (turn === this.turn && error.type !== 'cancelled') this.#put(NaN, error.message);
    }
  }

  /** @param {number} chance nan if it is unknown @param {string} text @param {string} [words] for screen readers */
  #put(chance, text, words = text) {
    this.meter.style.setProperty('--chance', `${100 * (chance || 0)}%`);
    this.meter.classList.toggle('unknown', Number.isNaN(chance));
    this.meter.setAttribute('aria-valuenow', String(Math.round(100 * (chance || 0))));
    this.meter.setAttribute('aria-valuetext', words);
    this.text.textContent = text.replace(/ (?=%)|(?<=±) /g, '\u00a0'); // in two lines at most
    this.root.title = `Chance to win: ${words}`;
  }
}

/** A chance to win and its standard error. @typedef {import('../answers.js').Evaluation} Evaluation */

/** @param {Evaluation} evaluation */
export function chanceText({ win_probability: chance, error, exact }) {
  const figure = percent(chance);
  return exact || isBound(figure) ? figure : `${figure} ± ${errorPercent(error)} %`;
}

/** @param {Evaluation} evaluation */
function inWords({ win_probability: chance, error, exact }) {
  const figure = percent(chance);
  if (isBound(figure)) return figure;
  return exact ? `exactly ${figure}` : `about ${figure}, give or take ${errorPercent(error)} %`;
}

/** Whether a figure only says what the chance is under or over. @param {string} figure */
const isBound = (figure) => !/^\d/.test(figure);

/** At least the last digit of the chance. @param {number} error */
const errorPercent = (error) => Math.max(1, Math.round(100 * error));
