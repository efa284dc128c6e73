/** Everything that a board shows: the painter draws it, and screen readers speak it. */

import { share, wholePercent } from '../ui/plain_words.js';
import { HIDDEN, isClosed, isNumber } from './marks.js';

/** @import { Shape } from './shape.js' */

const NUMBER_WORDS = { risk: 'risk', zero: 'chance of a zero', belief: "the strategy's risk" };
const APART = 2; // steps between the label and the cells that are not of the sea, where there is room
const MANY = 20000; // cells; in a larger sea the middle is good enough

/**
 * What a cell can be marked as.
 * @typedef {'safe'|'mine'|'best'|'reason'|'considered'|'dead'|'conflict'|'question'|'guessed'|'played'} Role
 */

/** Bounds on the mines among some cells. @typedef {{cells: number[], least: number, most: number}} Statement */

export class Scene {
  /** @param {Shape} shape */
  constructor(shape) {
    this.shape = shape;
    this.marks = new Int8Array(shape.size).fill(HIDDEN);
    /** Cells drawn as held down. @type {Set<number>} */
    this.pressedCells = new Set();
    /** What the engine may be opening right now, by actions. It is drawn as held down until the engine has answered. @type {Set<number[]>} */
    this.opening = new Set();
    /** Open cells still drawn hidden, while an opening spreads. @type {Set<number>} */
    this.covered = new Set();
    /** A probability for every cell, NaN for cells without one. Null while no probabilities are shown. @type {Float32Array|null} */
    this.risks = null;
    /** What the numbers in `risks` are: mine probabilities, chances of a zero, or the strategy's own risks. @type {'risk'|'zero'|'belief'} */
    this.meaning = 'risk';
    /** The sea, if all its cells have the same risk. @type {Sea|null} */
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
    this.sweepSteps = Infinity;
    /** The cell where the keyboard acts. */
    this.cursor = 0;
    this.showsCursor = false;
  }

  /** Whether a cell is drawn as held down. @param {number} cell */
  isDown(cell) {
    if (this.pressedCells.has(cell)) return true;
    for (const cells of this.opening) if (cells.includes(cell)) return true;
    return false;
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
 * The cells that an action may open: the cell itself, or those around it that are closed.
 * @param {Scene} scene @param {import('../host/requests.js').Kind} kind @param {number} cell @returns {number[]}
 */
export function opensWith({ marks, shape }, kind, cell) {
  if (kind === 'open') return isClosed(marks[cell]) ? [cell] : [];
  if (kind !== 'chord' || !isNumber(marks[cell])) return [];
  return shape.neighbours(cell).filter((near) => isClosed(marks[near]));
}

/**
 * Marks the best guess of an analysis, the guesses after it, and the dead cells.
 * @param {Scene} scene @param {{guess: number|null, safest: number|null, safest_risk: number|null, moves: {cell: number}[]|null, dead: number[]|null}} analysis
 */
export function markGuess(scene, { guess, safest, safest_risk: risk, moves, dead }) {
  scene.mark('considered', (moves ?? []).map(({ cell }) => cell));
  scene.mark('dead', dead ?? []);
  if (safest !== null && risk !== 0) scene.mark('best', [guess ?? safest]);
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
  question: 'asked about',
  guessed: 'your guess',
  played: 'your move',
};

/**
 * What else is known about a cell besides its mark, in words.
 * @param {Scene} scene @param {number} cell
 */
export function remarks(scene, cell) {
  const words = [];
  const role = scene.roles.get(cell);
  if (role) words.push(ROLE_WORDS[role]);
  const risk = scene.risks?.[cell];
  if (risk !== undefined && !Number.isNaN(risk)) words.push(`${NUMBER_WORDS[scene.meaning]} ${share(risk)}`);
  return words;
}

/** The sea are the hidden cells that no number touches. All have the same risk, so it is written once: the risk, and the cell where it stands. @typedef {{risk: number, label: number}} Sea */

/** Whether a hidden cell belongs to the sea. @param {{shape: Shape, marks: Int8Array}} scene @param {number} cell */
export const isSea = ({ shape, marks }, cell) => shape.neighbours(cell).every((near) => marks[near] < 0);

/**
 * Finds the sea among the cells whose chance is known. Null if there is none, or if its cells differ.
 * @param {Scene} scene
 * @returns {Sea|null}
 */
export function seaOf(scene) {
  const { risks, marks, shape } = scene;
  if (!risks) return null;
  /** @type {number[]} */
  const cells = [];
  for (let cell = 0; cell < risks.length; cell++) {
    if (!Number.isNaN(risks[cell]) && marks[cell] < 0 && isSea(scene, cell)) cells.push(cell);
  }
  const risk = risks[cells[0]];
  const same = cells.every((cell) => wholePercent(risks[cell]) === wholePercent(risk));
  if (cells.length < 2 || !same || risk === 0 || risk === 1) return null;
  return { risk, label: middle(inner(cells, shape), shape) };
}

/** The cells of the sea that are some steps away from all others, so that the label stands apart. @param {number[]} cells @param {Shape} shape */
function inner(cells, shape) {
  let deepest = cells;
  for (let step = 0; step < APART && cells.length <= MANY; step++) {
    const before = new Set(deepest);
    const deeper = deepest.filter((cell) => shape.neighbours(cell).every((near) => before.has(near)));
    if (!deeper.length) break;
    deepest = deeper;
  }
  return deepest;
}

/** The cell next to the middle of some cells, so that the label stands among them. @param {number[]} cells @param {Shape} shape */
function middle(cells, { columns }) {
  const places = cells.map((cell) => /** @type {[row: number, column: number]} */ ([Math.floor(cell / columns), cell % columns]));
  const mean = (/** @type {0|1} */ at) => places.reduce((sum, place) => sum + place[at], 0) / cells.length;
  const [row, column] = [mean(0), mean(1)];
  const far = (/** @type {[row: number, column: number]} */ [y, x]) => (y - row) ** 2 + (x - column) ** 2;
  const nearest = places.reduce((best, place) => (far(place) < far(best) ? place : best));
  return nearest[0] * columns + nearest[1];
}
