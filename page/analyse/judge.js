/** Analyses the position after every change: what is certain, how likely the rest is, or which numbers contradict each other. */

import { markGuess } from '../board/scene.js';
import { seaOf } from '../board/sea.js';
import { positionOf } from '../engine.js';
import { SMALL } from '../play/overlay.js';
import { Teller } from '../teller.js';

const PAUSE = 70; // milliseconds after the last change

/** @extends {Teller<{verdict: Verdict}>} */
export class Judge extends Teller {
  /** @param {import('../engine.js').Engine} engine @param {import('./desk.js').Desk} desk */
  constructor(engine, desk) {
    super();
    this.engine = engine;
    this.desk = desk;
    this.trustFlags = false;
    /** What the colours on the board show: "risk", "zero" or "none". */
    this.shows = 'risk';
    this.structure = false;
    this.timer = 0;
    this.turn = 0;
    /** @type {import('../engine.js').Thought|null} */
    this.thought = null;
    desk.when('change', () => this.refresh());
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
    this.thought = this.engine.analyse(this.source, { count: small, zeros: this.shows === 'zero', guess: small, time_limit_ms: 5000 });
    try {
      const analysis = await this.thought.answer;
      if (turn !== this.turn) return;
      this.desk.scene.clearHelp();
      const shown = { risk: analysis.mine_probability, zero: analysis.zero_probability, none: null };
      desk.scene.risks = shown[this.shows];
      desk.scene.meaning = this.shows === 'zero' ? 'zero' : 'risk';
      if (this.shows === 'risk') {
        desk.scene.sea = seaOf(desk.scene);
        markGuess(desk.scene, analysis);
      }
      this.#tell({ analysis: { ...analysis, sea: desk.scene.sea } });
      if (this.structure) await this.#showStructure(turn);
    } catch (error) {
      if (turn !== this.turn || error.type === 'cancelled') return;
      this.#refuse(error);
    }
  }

  #refuse(error) {
    this.desk.scene.clearHelp();
    this.desk.scene.mark('conflict', error.cells ?? []);
    this.#tell({ error });
  }

  async #showStructure(turn) {
    const { components } = await this.engine.structure(this.source).answer;
    if (turn !== this.turn) return;
    const cells = new Map();
    components.forEach(({ cells: held }, component) => held.forEach((cell) => cells.set(cell, { component, order: 0 })));
    this.desk.scene.components = cells;
    this.desk.scene.risks = null;
    this.#tell({});
  }

  #tell(verdict) {
    this.tell('verdict', verdict);
  }
}
