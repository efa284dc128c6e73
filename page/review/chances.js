/** The chance to win over the moves of a game under review. The engine finds it in the background. */

import { Emitter } from '../emitter.js';
import { facts, toggle } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { percent, quantity, withError } from '../ui/plain_words.js';

/** @import { Chances as Answer } from '../answers.js' */
/** What is reviewed, as the engine is asked. @typedef {import('../host/requests.js').Recording} Recording */

/** @type {Record<string, [string, string]>} */
const MANY = { best: ['best guess', 'best guesses'], fine: ['fine guess', 'fine guesses'], inaccuracy: ['inaccuracy', 'inaccuracies'], mistake: ['mistake', 'mistakes'], blunder: ['blunder', 'blunders'] };

/** Its event `change` says that the chances are there, or no longer. @extends {Emitter<{change: null}>} */
export class Chances extends Emitter {
  /** @param {import('../engine_client.js').EngineClient} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    /** The chances by the numbers of the moves. @type {Map<number, Answer['moves'][number]>} */
    this.moves = new Map();
    /** @type {Recording|null} */
    this.source = null;
    /** @type {import('../engine_client.js').Inquiry<Answer>|null} */
    this.inquiry = null;
    this.choice = toggle('Chance to win of every move', true, () => this.#ask());
    this.bar = element('progress', { max: 1, value: 0, 'aria-label': 'Moves evaluated' });
    this.status = element('p', { className: 'hint', 'aria-live': 'polite' });
    this.figures = element('div', {});
    this.root = element('div', { className: 'chances' }, this.choice.root, this.bar, this.status, this.figures);
  }

  /** @param {Recording} source what the engine is asked about, as in `review` */
  load(source) {
    this.source = source;
    this.#ask();
  }

  close() {
    this.source = null;
    this.#ask();
  }

  async #ask() {
    this.inquiry?.stop();
    this.inquiry = null;
    this.moves = new Map();
    this.figures.replaceChildren();
    this.#say('');
    this.emit('change', null);
    if (!this.source || !this.choice.input.checked) return;
    /** @type {import('../engine_client.js').Inquiry<Answer>} */
    const inquiry = this.engine.chances(this.source, ({ done, of }) => inquiry === this.inquiry && this.#say(this.status.textContent ?? '', done / of));
    this.inquiry = inquiry;
    this.#say('', 0);
    try {
      const answer = await inquiry.answer;
      if (inquiry !== this.inquiry) return;
      this.moves = new Map(answer.moves.map((move) => [move.n, move]));
      this.#say('');
      this.figures.replaceChildren(facts(figuresOf(answer)), element('p', { className: 'hint', textContent: 'Accuracy is the share of the chance to win that the choices kept. Luck plays no part in it. ± is the standard error of what is estimated.' }));
      this.emit('change', null);
    } catch (error) {
      if (inquiry === this.inquiry) this.#say(`Chance to win: ${error.message}`);
    }
  }

  /** @param {string} text @param {number} [done] how much is done, while it is being found */
  #say(text, done) {
    this.status.textContent = text;
    this.bar.value = done ?? 0;
    show(this.bar, done !== undefined);
    show(this.status, text !== '');
  }
}

/** @param {Answer} answer @returns {import('../ui/controls.js').Fact[]} */
function figuresOf({ accuracy, accuracy_error: error, chance_lost: lost, chance_lost_error: lostError, grades }) {
  const counts = Object.entries(grades).filter(([, count]) => count);
  return [
    ['Accuracy', error ? `${withError(100 * accuracy, 100 * error)} %` : percent(accuracy)],
    ['Lost by guesses', lostError ? `${withError(100 * lost, 100 * lostError)} points` : quantity(Math.round(100 * lost), 'point')],
    ['Guesses', counts.map(([grade, count]) => quantity(count, ...MANY[grade])).join(', ') || 'none'],
  ];
}
