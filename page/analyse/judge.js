/** Analyses the position after every change: what is certain, how likely the rest is, or which numbers contradict each other. */

import { BLANK, EXPLODED } from '../board/marks.js';
import { markGuess, seaOf } from '../board/scene.js';
import { ofFirstClick, SMALL } from '../play/overlay.js';
import { Emitter } from '../emitter.js';
import { capital, placeInWords } from '../ui/plain_words.js';

const PAUSE = 70; // milliseconds after the last change

/** @import { RiskFigures } from '../play/overlay.js' */
/** What is wrong with a position. @typedef {Partial<Pick<import('../engine_client.js').EngineError, 'type'|'message'|'cells'|'mineCount'>>} Refusal */
/** With neither, only the colours have changed. @typedef {{analysis?: RiskFigures, error?: Refusal}} Verdict */

/** Its event `wait` says that the last verdict holds no more. @extends {Emitter<{verdict: Verdict, wait: null}>} */
export class Judge extends Emitter {
  /** @param {import('../engine_client.js').EngineClient} engine @param {import('./painted_position.js').PaintedPosition} position */
  constructor(engine, position) {
    super();
    this.engine = engine;
    this.position = position;
    this.trustFlags = false;
    /** What the first click promises. @type {'safe'|'opening'|'any'} */
    this.firstClick = 'opening';
    /** What the colours on the board show. @type {'risk'|'zero'|'none'} */
    this.shows = 'risk';
    this.structure = false;
    this.timer = 0;
    this.turn = 0;
    /** @type {import('../engine_client.js').Inquiry<import('../answers.js').Analysis>|null} */
    this.inquiry = null;
    position.on('change', () => this.refresh());
  }

  /** The subject of every question here: the position, and whether to trust its flags. */
  get source() {
    return { ...this.position.request, trust_flags: this.trustFlags };
  }

  /** The same for the chance to win and for hints, which depend on what the first click promises. */
  get chanceSource() {
    return { ...this.source, first_click: this.firstClick };
  }

  /** What the first click promises, if it is still to come and cannot hit a mine; else null. */
  get promise() {
    const { firstClick } = this;
    return firstClick !== 'any' && this.position.scene.marks.every((mark) => mark < 0 && mark !== EXPLODED && mark !== BLANK) ? firstClick : null;
  }

  /** Analyses the position again after a moment. */
  refresh() {
    this.wait();
    this.timer = setTimeout(() => this.#look(), PAUSE);
  }

  /** Drops what is under way, until the position is there that is to be analysed. */
  wait() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.emit('wait', null);
  }

  /** Clears the board and stops the analysis that is running. */
  pause() {
    this.wait();
    this.inquiry?.stop();
    this.position.scene.clearHelp();
  }

  async #look() {
    const { turn, position } = this;
    this.inquiry?.stop();
    const { beyond } = position;
    if (beyond >= 0) {
      this.#refuse({ type: 'position', cells: [beyond], mineCount: false });
      return;
    }
    const small = position.scene.shape.size <= SMALL;
    const inquiry = this.engine.analyse(this.source, { count: small, zeros: this.shows === 'zero' && position.claim === '', guess: small, time_limit_ms: 5000 });
    this.inquiry = inquiry;
    try {
      const analysis = await inquiry.answer;
      if (turn !== this.turn) return;
      this.position.scene.clearHelp();
      const figures = { risk: analysis.mine_probability, zero: analysis.zero_probability, none: null };
      const { promise } = this;
      position.scene.risks = promise ? null : figures[this.shows]; // the rule says more of that click
      position.scene.meaning = this.shows === 'zero' ? 'zero' : 'risk';
      if (this.shows === 'risk' && !promise) {
        position.scene.sea = seaOf(position.scene);
        markGuess(position.scene, analysis);
      }
      this.emit('verdict', { analysis: { ...(promise ? ofFirstClick(analysis) : analysis), sea: position.scene.sea, promise } });
      if (this.structure) await this.#showStructure(turn);
    } catch (error) {
      if (turn !== this.turn || error.type === 'cancelled') return;
      this.#refuse(error);
    }
  }

  /** @param {Refusal} error */
  #refuse(error) {
    this.position.scene.clearHelp();
    this.position.scene.mark('conflict', error.cells ?? []);
    this.emit('verdict', { error });
  }

  /** @param {number} turn */
  async #showStructure(turn) {
    const { components } = await this.engine.structure(this.source).answer;
    if (turn !== this.turn) return;
    /** @type {NonNullable<import('../board/scene.js').Scene['components']>} */
    const cells = new Map();
    components.forEach(({ cells: members }, component) => members.forEach((cell) => cells.set(cell, { component, order: 0 })));
    this.position.scene.components = cells;
    this.position.scene.risks = null;
    this.emit('verdict', {});
  }
}

/** Names the numbers that contradict each other. Rows and columns count from 1. @param {import('../board/scene.js').Scene} scene @param {Refusal} error @param {number[]} cells */
export function conflictInWords(scene, { type, mineCount }, cells) {
  if (type === 'position') return `Impossible. ${capital(numberInWords(scene, cells[0]))} touches fewer cells than that.`;
  return `Impossible. No placement of mines satisfies ${numbersInWords(scene, cells, mineCount)}.`;
}

/** @param {import('../board/scene.js').Scene} scene @param {number} cell */
const numberInWords = (scene, cell) => `the ${scene.marks[cell]} in ${placeInWords(cell, scene.shape)}`;

/** @param {import('../board/scene.js').Scene} scene @param {number[]} cells @param {boolean} [mineCount] whether that is among them */
export function numbersInWords(scene, cells, mineCount) {
  const numbers = cells.map((cell) => numberInWords(scene, cell));
  const first = numbers.length > 6 ? [...numbers.slice(0, 5), `${numbers.length - 5} more numbers`] : numbers;
  const all = mineCount ? [...first, 'the mine count'] : first;
  return new Intl.ListFormat('en').format(all);
}
