/** Analyses the position after every change: what is certain, how likely the rest is, or which numbers contradict each other. */

import { markGuess } from '../board/scene.js';
import { seaOf } from '../board/sea.js';
import { positionOf } from '../engine.js';
import { SMALL } from '../play/overlay.js';
import { Emitter } from '../emitter.js';

const PAUSE = 70; // milliseconds after the last change

/** @typedef {import('../answers.js').Analysis & {sea: import('../board/sea.js').Sea|null}} JudgedPosition */
/** What is wrong with a position. @typedef {Partial<Pick<import('../engine/values.js').EngineError, 'type'|'message'|'cells'|'mineCount'>>} Refusal */
/** With neither, only the colours have changed. @typedef {{analysis?: JudgedPosition, error?: Refusal}} Verdict */

/** @extends {Emitter<{verdict: Verdict}>} */
export class Judge extends Emitter {
  /** @param {import('../engine.js').Engine} engine @param {import('./desk.js').Desk} desk */
  constructor(engine, desk) {
    super();
    this.engine = engine;
    this.desk = desk;
    this.trustFlags = false;
    /** What the colours on the board show. @type {'risk'|'zero'|'none'} */
    this.shows = 'risk';
    this.structure = false;
    this.timer = 0;
    this.turn = 0;
    /** @type {import('../engine.js').Thought<import('../answers.js').Analysis>|null} */
    this.thought = null;
    desk.on('change', () => this.refresh());
  }

  /** The subject of every question here: the position, and whether to trust its flags. */
  get source() {
    return { ...positionOf(this.desk.board, this.desk.scene.marks), trust_flags: this.trustFlags };
  }

  /** Analyses the position again after a moment. */
  refresh() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#look(), PAUSE);
  }

  /** Clears the board and stops the analysis that is running. */
  pause() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.thought?.stop();
    this.desk.scene.clearHelp();
  }

  async #look() {
    const { turn, desk } = this;
    this.thought?.stop();
    const { beyond } = desk;
    if (beyond >= 0) {
      this.#refuse({ type: 'position', cells: [beyond], mineCount: false });
      return;
    }
    const small = desk.scene.shape.size <= SMALL;
    const thought = this.engine.analyse(this.source, { count: small, zeros: this.shows === 'zero', guess: small, time_limit_ms: 5000 });
    this.thought = thought;
    try {
      const analysis = await thought.answer;
      if (turn !== this.turn) return;
      this.desk.scene.clearHelp();
      const shown = { risk: analysis.mine_probability, zero: analysis.zero_probability, none: null };
      desk.scene.risks = shown[this.shows];
      desk.scene.meaning = this.shows === 'zero' ? 'zero' : 'risk';
      if (this.shows === 'risk') {
        desk.scene.sea = seaOf(desk.scene);
        markGuess(desk.scene, analysis);
      }
      this.emit('verdict', { analysis: { ...analysis, sea: desk.scene.sea } });
      if (this.structure) await this.#showStructure(turn);
    } catch (error) {
      if (turn !== this.turn || error.type === 'cancelled') return;
      this.#refuse(error);
    }
  }

  /** @param {Refusal} error */
  #refuse(error) {
    this.desk.scene.clearHelp();
    this.desk.scene.mark('conflict', error.cells ?? []);
    this.emit('verdict', { error });
  }

  /** @param {number} turn */
  async #showStructure(turn) {
    const { components } = await this.engine.structure(this.source).answer;
    if (turn !== this.turn) return;
    /** @type {NonNullable<import('../board/scene.js').Scene['components']>} */
    const cells = new Map();
    components.forEach(({ cells: held }, component) => held.forEach((cell) => cells.set(cell, { component, order: 0 })));
    this.desk.scene.components = cells;
    this.desk.scene.risks = null;
    this.emit('verdict', {});
  }
}
