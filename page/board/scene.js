/** Everything that a board shows: the painter draws it, and screen readers speak it. */

import { share } from '../ui/words.js';
import { HIDDEN } from './marks.js';

/** @typedef {import('./shapes.js').Shape} Shape */

/**
 * What a cell can be marked as.
 * @typedef {'safe'|'mine'|'best'|'reason'|'considered'|'dead'|'conflict'|'asked'|'guessed'|'played'} Role
 */

/** Bounds on the mines among some cells. @typedef {{cells: number[], least: number, most: number}} Statement */

export class Scene {
  /** @param {Shape} shape */
  constructor(shape) {
    this.shape = shape;
    this.marks = new Int8Array(shape.size).fill(HIDDEN);
    /** Cells drawn as held down. @type {Set<number>} */
    this.pressed = new Set();
    /** Open cells still drawn hidden, while an opening spreads. @type {Set<number>} */
    this.covered = new Set();
    /** A probability for every cell, NaN for cells without one. Null while no probabilities are shown. */
    this.risks = /** @type {Float32Array|null} */ (null);
    /** What the numbers in `risks` are: mine probabilities, chances of a zero, or the strategy's own risks. @type {'risk'|'zero'|'belief'} */
    this.meaning = 'risk';
    /** The sea, if all its cells have the same risk. @type {import('./sea.js').Sea|null} */
    this.sea = null;
    /** What the strategy knows about several cells together. @type {Statement[]} */
    this.statements = [];
    /** Whether risks are written as numbers, besides their colours. */
    this.riskNumbers = true;
    /** @type {Map<number, Role>} */
    this.roles = new Map();
    /** The component of each frontier cell, and its place in the sweep. @type {Map<number, {component: number, order: number}>|null} */
    this.components = null;
    /** How many steps of the sweep are done. Infinity if all are. */
    this.swept = Infinity;
    /** The cell where the keyboard acts. */
    this.cursor = 0;
    this.cursorShown = false;
  }

  /** Removes all help for the player. The game itself stays. */
  clearHelp() {
    this.risks = null;
    this.sea = null;
    this.statements = [];
    this.components = null;
    this.roles.clear();
  }

  /**
   * Marks cells.
   * @param {Role} role @param {Iterable<number>} cells
   */
  mark(role, cells) {
    for (const cell of cells) this.roles.set(cell, role);
  }
}

/**
 * Marks the best guess of an analysis, the guesses after it, and the dead cells.
 * @param {Scene} scene @param {{guess: number|null, best: number|null, best_risk: number|null, moves: {cell: number}[]|null, dead: number[]|null}} analysis
 */
export function markGuess(scene, { guess, best, best_risk: risk, moves, dead }) {
  scene.mark('considered', (moves ?? []).map(({ cell }) => cell));
  scene.mark('dead', dead ?? []);
  if (best !== null && risk !== 0) scene.mark('best', [guess ?? best]);
}

/**
 * Marks the cells of a hint: the reasons and what follows.
 * @param {Scene} scene @param {{numbers?: number[], cells?: number[], safe?: number[], mines?: number[]}} hint
 */
export function markHint(scene, { numbers = [], cells = [], safe = [], mines = [] }) {
  scene.mark('reason', numbers);
  scene.mark('considered', cells);
  scene.mark('safe', safe);
  scene.mark('mine', mines);
}

const ROLE_WORDS = {
  safe: 'certainly safe',
  mine: 'certainly a mine',
  best: 'best guess',
  reason: 'reason for the hint',
  considered: 'considered',
  dead: 'dead cell',
  conflict: 'in conflict',
  asked: 'asked about',
  guessed: 'your guess',
  played: 'your move',
};

const NUMBER_WORDS = { risk: 'risk', zero: 'chance of a zero', belief: "the strategy's risk" };

/**
 * What else is known about a cell besides its mark, in words.
 * @param {Scene} scene @param {number} cell
 */
export function remarks(scene, cell) {
  const found = [];
  const role = scene.roles.get(cell);
  if (role) found.push(ROLE_WORDS[role]);
  const risk = scene.risks?.[cell];
  if (risk !== undefined && !Number.isNaN(risk)) found.push(`${NUMBER_WORDS[scene.meaning]} ${share(risk)}`);
  return found;
}

/**
 * A probability in whole per cent, for figures on cells, where there is no room for more. Only what is certain is 0 or 100.
 * @param {number} chance 0 to 1
 */
export function wholePercent(chance) {
  if (chance === 0 || chance === 1) return String(chance * 100);
  return String(Math.min(Math.max(Math.round(chance * 100), 1), 99));
}
