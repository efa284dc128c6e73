/** All that a board shows at a moment: what the painter draws and the accessible layer speaks. */

import { HIDDEN } from './marks.js';

/** @typedef {import('./shapes.js').Shape} Shape */

/**
 * What a cell is marked as.
 * @typedef {'safe'|'mine'|'best'|'reason'|'considered'|'dead'|'conflict'|'guessed'} Role
 */

export class Scene {
  /** @param {Shape} shape */
  constructor(shape) {
    this.shape = shape;
    this.marks = new Int8Array(shape.size).fill(HIDDEN);
    /** Cells drawn as held down. @type {Set<number>} */
    this.pressed = new Set();
    /** A probability for every cell, NaN where there is none; null while none is shown. */
    this.risks = /** @type {Float32Array|null} */ (null);
    /** What the risks are: of a mine, or chances of a zero. @type {'risk'|'zero'} */
    this.meaning = 'risk';
    /** Whether risks are written as numbers, not only in colour. */
    this.riskNumbers = true;
    /** @type {Map<number, Role>} */
    this.roles = new Map();
    /** Frontier cells: component, and place in the sweep. @type {Map<number, {component: number, order: number}>|null} */
    this.components = null;
    /** How many of the components' cells the sweep has passed; Infinity for all. */
    this.swept = Infinity;
    /** Where the keyboard is. */
    this.cursor = 0;
    this.cursorShown = false;
  }

  /** Takes away everything that helps the player and says nothing of the game itself. */
  clearHelp() {
    this.risks = null;
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
 * Marks the best guess of an analysis, what else was weighed, and what cannot help.
 * @param {Scene} scene @param {{guess: number|null, best: number|null, best_risk: number|null, considered: number[]|null, dead: number[]|null}} analysis
 */
export function markGuess(scene, { guess, best, best_risk: risk, considered, dead }) {
  scene.mark('considered', considered ?? []);
  scene.mark('dead', dead ?? []);
  if (best !== null && risk !== 0) scene.mark('best', [guess ?? best]);
}

/**
 * Marks what a hint speaks of: the reasons and what follows, or the guess and what it was weighed with.
 * @param {Scene} scene @param {any} hint as the engine gives it
 */
export function markHint(scene, { numbers, cells, safe, mines, guess, safest }) {
  scene.mark('reason', numbers ?? []);
  scene.mark('considered', cells ?? []);
  scene.mark('safe', safe ?? []);
  scene.mark('mine', mines ?? []);
  if (guess && safest) scene.mark('considered', [safest.cell]);
  if (guess) scene.mark('best', [guess.cell]);
}

const ROLE_WORDS = {
  safe: 'certainly safe',
  mine: 'certainly a mine',
  best: 'best guess',
  reason: 'a reason for the hint',
  considered: 'considered',
  dead: 'cannot help',
  conflict: 'in conflict',
  guessed: 'your guess',
};

/**
 * What is known about a cell besides its mark, in words.
 * @param {Scene} scene @param {number} cell
 */
export function remarks(scene, cell) {
  const found = [];
  const role = scene.roles.get(cell);
  if (role) found.push(ROLE_WORDS[role]);
  const risk = scene.risks?.[cell];
  if (risk !== undefined && !Number.isNaN(risk)) found.push(`${scene.meaning === 'zero' ? 'chance of a zero' : 'risk'} ${percent(risk)}`);
  return found;
}

/**
 * A probability in per cent; only what is certain is written 0 or 100.
 * @param {number} share 0 to 1
 */
export function percent(share) {
  return `${wholePercent(share)} %`;
}

/**
 * The same without the sign.
 * @param {number} share 0 to 1
 */
export function wholePercent(share) {
  if (share === 0 || share === 1) return String(share * 100);
  return String(Math.min(Math.max(Math.round(share * 100), 1), 99));
}
