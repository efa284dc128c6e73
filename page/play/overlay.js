/** Probabilities and the solver's view on the board. Each change of the position asks the engine again, one question at a time. */

import { markGuess, seaOf } from '../board/scene.js';
import { Emitter } from '../emitter.js';
import { complain } from '../ui/announce.js';
import { wholePercent } from '../ui/plain_words.js';

/** @import { Analysis, Beliefs, Structure } from '../answers.js' */
/** @import { Scene } from '../board/scene.js' */
/** @import { CurrentGame } from './current_game.js' */
/** `silent`: the strategy says nothing. @typedef {Omit<Beliefs, 'risk'> & {silent: boolean, sea: Scene['sea']}} BeliefFigures */
/** `promise`: what the first click promises, while nothing is open. @typedef {Analysis & {sea: Scene['sea'], promise?: 'opening'|'safe'|null}} RiskFigures */
/** What is known besides the colours on the board. @typedef {RiskFigures|BeliefFigures} Figures */

const PAUSE = 60; // milliseconds between two questions
/** In cells. On larger boards configurations are not counted and guesses are not compared. */
export const SMALL = 5000;
const WHOLE = 100000; // cells; on larger boards only the part in view is asked for
const MARGIN = 4; // rows and columns beyond the part in view

const UNSURE = 1e-6; // a cell that the strategy has not decided is drawn neither as safe nor as a mine

/** @extends {Emitter<{figures: Figures|null}>} */
export class Overlay extends Emitter {
  /** @param {CurrentGame} currentGame @param {import('../board/view.js').BoardView} view @param {import('../ui/chance_bar.js').ChanceBar} bar @param {() => string} player the strategy whose knowledge may be shown */
  constructor(currentGame, view, bar, player) {
    super();
    this.player = player;
    /** The strategy in the last question about knowledge. */
    this.strategy = '';
    this.currentGame = currentGame;
    this.view = view;
    this.risks = false;
    /** What the numbers are, as in scenes. @type {'risk'|'zero'|'belief'} */
    this.meaning = 'risk';
    this.structure = false;
    this.chance = false;
    this.bar = bar;
    this.asking = false;
    this.stale = false;
    this.sweeping = 0;
    currentGame.on('state', () => this.refresh());
    currentGame.on('update', () => this.#askAgain());
    for (const kind of ['scroll', 'board-layout']) view.box.addEventListener(kind, () => this.#onMove(), { passive: true });
  }

  /** @param {boolean} isShown */
  showRisks(isShown) {
    this.risks = isShown;
    if (!isShown) {
      this.currentGame.scene.clearHelp();
      this.#figures(null);
    }
    this.refresh();
  }

  /** @param {'risk'|'zero'|'belief'} meaning */
  showMeaning(meaning) {
    this.meaning = meaning;
    const { scene } = this.currentGame;
    scene.risks = scene.sea = null;
    scene.statements = [];
    scene.roles.clear(); // the best guess is of the analysis
    this.#figures(null);
    this.refresh();
  }

  /** Asks again if another strategy plays now. */
  playerChanged() {
    if (this.meaning === 'belief' && this.strategy !== this.player()) this.#askAgain();
  }

  /** @param {boolean} isShown */
  showStructure(isShown) {
    this.structure = isShown;
    if (!isShown) this.take(null);
    this.refresh();
  }

  /** @param {boolean} isShown */
  showChance(isShown) {
    this.chance = isShown;
    this.#askChance();
  }

  /** Draws the board and asks the engine again. */
  refresh() {
    this.view.refresh();
    this.#askAgain();
  }

  #askChance() {
    const { state, playing, source } = this.currentGame;
    if (!this.chance || !state) this.bar.ask(null);
    else if (playing) this.bar.ask(source);
    else this.bar.end(state.status === 'won');
  }

  #askAgain() {
    if (this.chance) this.#askChance();
    this.stale = true;
    if (!this.asking) this.#ask();
  }

  async #ask() {
    this.asking = true;
    while (this.stale && (this.risks || this.structure) && this.currentGame.state) {
      this.stale = false;
      if (!this.currentGame.playing) {
        this.take(null);
        this.#forget();
        break;
      }
      await this.#askOnce();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.asking = false;
  }

  async #askOnce() {
    const { engine, source, scene, turn } = this.currentGame;
    const current = () => scene === this.currentGame.scene && turn === this.currentGame.turn;
    try {
      if (this.risks && this.meaning === 'belief') {
        const window = this.#window();
        const strategy = (this.strategy = this.player());
        const answer = await engine.beliefs(source, { strategy, window }).answer;
        const isShown = this.risks && this.meaning === 'belief' && strategy === this.player();
        if (isShown && scene === this.currentGame.scene) this.#believe(scene, { ...answer, strategy }, current());
      } else if (this.risks) {
        const window = this.#window();
        const small = scene.shape.size <= SMALL;
        const answer = await engine.analyse(source, { window, count: small, guess: small, zeros: this.meaning === 'zero' }).answer;
        if (this.risks && scene === this.currentGame.scene) this.#show(scene, answer, current());
      }
      if (this.structure) {
        const answer = await engine.structure(source).answer;
        if (this.structure && current()) this.take(answer);
      }
    } catch (error) {
      if (error.type === 'game' || error.type === 'offline') return;
      if (current()) this.#forget(); // what is drawn is of an earlier position
      complain(error);
    }
  }

  /** @param {Scene} scene @param {Analysis} answer @param {boolean} current whether it is of the position on the board */
  #show(scene, answer, current) {
    const chances = { risk: answer.mine_probability, zero: answer.zero_probability, belief: null }[this.meaning];
    if (!chances) return; // the meaning changed in the meantime, and the next answer has the chances
    const { promise } = this.currentGame;
    if (promise) {
      this.#figures({ ...ofFirstClick(answer), sea: null, promise });
      return;
    }
    const cells = this.#put(scene, chances, answer.window);
    if (current) this.#figures({ ...answer, sea: scene.sea });
    if (current && !scene.roles.size && this.meaning === 'risk') markGuess(scene, answer);
    this.view.refresh(scene.roles.size ? undefined : cells);
  }

  /** Draws what a strategy believes. @param {Scene} scene @param {Beliefs} answer @param {boolean} current */
  #believe(scene, { risk, ...beliefs }, current) {
    const [top, left, , right] = beliefs.window;
    const width = right - left;
    const unsure = risk.map((chance) => Math.min(Math.max(chance, UNSURE), 1 - UNSURE));
    const decide = (/** @type {number[]} */ cells, /** @type {number} */ chance) => {
      for (const cell of cells) {
        const row = Math.floor(cell / scene.shape.columns);
        unsure[(row - top) * width + (cell % scene.shape.columns) - left] = chance;
      }
    };
    decide(beliefs.safe, 0);
    decide(beliefs.mines, 1);
    const cells = this.#put(scene, unsure, beliefs.window);
    scene.statements = beliefs.statements;
    const silent = !beliefs.safe_count && !beliefs.mine_count && !beliefs.statement_count && risk.every(Number.isNaN);
    if (current) this.#figures({ ...beliefs, silent, sea: scene.sea });
    this.view.refresh(cells);
  }

  /** Takes over the chances. Returns the cells that look different now, undefined for all. @param {Scene} scene @param {Float32Array} chances @param {number[]} window */
  #put(scene, chances, window) {
    scene.meaning = this.meaning;
    scene.risks ??= new Float32Array(scene.shape.size).fill(NaN);
    const cells = put(scene.risks, scene.shape, chances, window);
    const before = scene.sea;
    scene.sea = this.meaning === 'zero' ? null : seaOf(scene);
    return before?.label === scene.sea?.label ? cells : undefined;
  }

  /** The part of a large board that is in view, with a margin. Null asks for the whole board. */
  #window() {
    const { shape } = this.currentGame.scene;
    if (shape.size <= WHOLE) return null;
    const { left, top, right, bottom } = shape.range(this.view.inView);
    return [
      Math.max(top - MARGIN, 0),
      Math.max(left - MARGIN, 0),
      Math.min(bottom + MARGIN, shape.rows),
      Math.min(right + MARGIN, shape.columns),
    ];
  }

  /** Asks about the other part of a large board. */
  #onMove() {
    if (this.risks && this.currentGame.scene.shape.size > WHOLE) this.#askAgain();
  }

  /** Takes the chances off the board. */
  #forget() {
    this.currentGame.scene.risks = this.currentGame.scene.sea = null;
    this.currentGame.scene.statements = [];
    this.#figures(null);
    this.view.redraw();
  }

  /** @param {Figures|null} figures */
  #figures(figures) {
    this.emit('figures', figures);
  }

  /** Draws the components and animates the sweep over them. @param {Structure|null} structure null removes them */
  take(structure) {
    cancelAnimationFrame(this.sweeping);
    const { scene } = this.currentGame;
    const { cells, steps } = structure ? inOrder(structure) : { cells: null, steps: 0 };
    scene.components = cells;
    scene.sweepSteps = Infinity;
    if (structure && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) this.#animate(scene, steps);
    this.view.redraw();
  }

  /** @param {Scene} scene @param {number} steps of the sweep */
  #animate(scene, steps) {
    const length = Math.min(Math.max(steps * 45, 250), 1600);
    const began = performance.now();
    scene.sweepSteps = 0;
    const step = (/** @type {number} */ now) => {
      scene.sweepSteps = ((now - began) / length) * steps;
      if (scene.sweepSteps < steps && scene.components) this.sweeping = requestAnimationFrame(step);
      else scene.sweepSteps = Infinity;
      this.view.redraw();
    };
    this.sweeping = requestAnimationFrame(step);
  }
}

/**
 * An analysis while nothing is open and the rules keep the first click from a mine. What it says of opening a cell is not so then.
 * @param {Analysis} analysis
 */
export const ofFirstClick = (analysis) => ({ ...analysis, moves: null, safest_risk: 0, win_probability: null });

/** Maps each cell to its component and its place in the sweep, and counts the steps. All components are swept at the same time. @param {Structure} structure */
function inOrder({ components }) {
  /** @type {NonNullable<Scene['components']>} */
  const cells = new Map();
  let steps = 0;
  components.forEach(({ sweep }, component) => {
    sweep.forEach((group, order) => group.forEach((cell) => cells.set(cell, { component, order })));
    steps = Math.max(steps, sweep.length);
  });
  return { cells, steps };
}

/**
 * Takes over the chances of a window. Returns the cells that look different now.
 * @param {Float32Array} risks @param {{columns: number}} shape @param {Float32Array} chances @param {number[]} window
 */
function put(risks, { columns }, chances, [top, left, bottom, right]) {
  const cells = [];
  let at = 0;
  for (let row = top; row < bottom; row++) {
    for (let cell = row * columns + left; cell < row * columns + right; cell++, at++) {
      if (risks[cell] !== chances[at] && wholePercent(risks[cell]) !== wholePercent(chances[at])) cells.push(cell);
      risks[cell] = chances[at];
    }
  }
  return cells;
}
