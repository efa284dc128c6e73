/** Puzzle: numbers that prove where all mines are, and nothing to open. The engine makes them, knows their solution, and hints. */

import { conflictInWords, numbersInWords } from '../analyse/judge.js';
import { linkOf, positionInText } from '../analyse/painted_position.js';
import { Brushes, Painting } from '../analyse/painting.js';
import { FLAG, HIDDEN, isGiven, isNumber, TICK } from '../board/marks.js';
import { markHint } from '../board/scene.js';
import { LAYOUTS } from '../board/shapes.js';
import { boardOnStage } from '../board/stage.js';
import { positionOf } from '../engine_client.js';
import { LIMITS } from '../host/limits.js';
import { Hints } from '../play/hints.js';
import { zoomButtons } from '../play/zoom.js';
import { RULE_NAMES } from '../review/verdicts.js';
import { complain, note } from '../ui/announce.js';
import { button, facts, field, iconButton, numberField, section, seedInput, select, sentencePlace } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { boardName, capital, placeInWords, quantity } from '../ui/plain_words.js';
import { copyLink, keepPlace, LONGEST_LINK } from '../ui/share.js';
import { Solving } from './solving.js';

/** What the engine knows of a puzzle. @typedef {{risks: Float32Array, hints: import('../answers.js').Hint}} Truth */

/** @type {Array<[import('../analyse/painting.js').Brush, string]>} */
const BRUSHES = [[TICK, 'Safe'], [FLAG, 'Flag: a mine']];
const KEEP_AFTER = 300; // milliseconds

export class PuzzleView {
  isActive = false;
  /** @type {Truth|null} */
  truth = null;
  /** The puzzle that is being made. @type {ReturnType<import('../engine_client.js').EngineClient['puzzle']>|null} */
  making = null;
  /** Counts the puzzles so far. An answer that comes late for an earlier puzzle is dropped. */
  turn = 0;
  /** What is ordered by the fields. @type {() => Parameters<import('../engine_client.js').EngineClient['puzzle']>[0]} */
  order;
  /** The hints on the marks of the player. @type {Hints|null} */
  hints = null;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.position = new Solving();
    this.brushes = new Brushes(() => {}, BRUSHES);
    if (matchMedia('(pointer: coarse)').matches) this.brushes.choose(FLAG);
    const { stage, board } = boardOnStage(this.position.scene, 'Puzzle');
    this.board = board;
    this.sentence = sentencePlace();
    this.facts = element('div');
    this.left = element('span');
    this.undo = iconButton('Undo', 'undo', () => this.position.undo());
    this.root = element(
      'div',
      { className: 'view board-view puzzle' },
      element('h1', { className: 'unseen', textContent: 'Puzzle' }),
      element('div', { className: 'play-main' }, element('div', { className: 'toolbar' }, this.brushes.root, this.undo, zoomButtons(board)), stage),
      element('aside', { className: 'panel', 'aria-label': 'Hints and new puzzles' }, this.#solve(), this.#order()),
    );
    new Painting(board, this.position, {
      brush: () => this.brushes.brush,
      flagsCount: () => false,
      active: () => this.isActive,
      longPress: () => app.store.values.longPress,
      tell: () => {},
    });
    this.position.on('shape', () => this.#begin());
    this.position.on('change', () => this.#onChange());
    app.store.on('change', () => this.#theme());
    this.#theme();
  }

  /** @param {string|import('../views.js').ViewInput['puzzle']} [what] the text of a link, or a position */
  async enter(what) {
    this.isActive = true;
    const puzzle = typeof what === 'string' ? positionInText(what) : what;
    if (typeof what === 'string' && !puzzle) note('This link does not contain a puzzle.', 'error');
    if (puzzle && this.#link() !== what) {
      this.#drop();
      this.position.load(puzzle.board, solvable(puzzle.marks));
    } else if (!this.turn) await this.#make();
    this.#keepLink();
    this.board.layout();
  }

  leave() {
    this.isActive = false;
  }

  #solve() {
    const actions = [
      button('Hint', () => this.#hint(), { icon: 'hint' }),
      button('Check', () => this.#check().catch(complain), { icon: 'check' }),
      button('Clear', () => this.position.load(this.position.board, this.position.clues), { icon: 'again' }),
      button('Copy link', () => copyLink(`puzzle=${linkOf(this.position.board, this.position.clues)}`), { icon: 'link' }),
    ];
    const help = 'Put a flag on every mine. The numbers prove where they are: nothing is opened, and no guess is needed.';
    const how = 'A right click sets a flag. A left click or a tap sets the mark that is chosen above the board.';
    return section('Puzzle', element('p', { className: 'hint', textContent: `${help} ${how}` }), element('div', { className: 'actions' }, ...actions), this.sentence, this.facts);
  }

  #order() {
    const { MOST_SIDE: side, MOST_CELLS: cells } = LIMITS;
    const topology = select('Cells', LAYOUTS, 'square');
    const rows = numberField('Rows', 9, { min: 1, max: side });
    const columns = numberField('Columns', 9, { min: 1, max: side });
    const mines = numberField('Mines', 14, { min: 0, max: cells });
    const hardest = select('The hardest step may take', Object.entries(RULE_NAMES), 'counting');
    const seed = seedInput('');
    this.order = () => ({
      board: { topology: topology.input.value, shape: [rows.input.valueAsNumber, columns.input.valueAsNumber], mines: mines.input.valueAsNumber },
      hardest: hardest.input.value,
      seed: seed.value.trim() || String(crypto.getRandomValues(new BigUint64Array(1))[0]),
    });
    for (const { root } of [topology, hardest]) root.classList.add('wide');
    const make = button('Make a puzzle', () => form.reportValidity() && this.#make(), { className: 'primary' });
    const form = element('form', { className: 'size-fields', on: { submit: (/** @type {Event} */ event) => event.preventDefault() } }, topology.root, rows.root, columns.root, mines.root, field('Seed', seed), hardest.root);
    const print = element('p', { className: 'hint', textContent: '“sapper puzzle” makes sheets of them to print, with their solutions.' });
    return section('New puzzle', form, make, print);
  }

  async #make() {
    const slow = setTimeout(() => (this.sentence.textContent = 'Making a puzzle…'), 300);
    const making = this.engine.puzzle(this.order());
    this.#drop();
    this.making = making;
    try {
      const { board, marks } = await making.answer;
      if (making !== this.making) return;
      this.position.load(board, marks);
      if (this.isActive) window.scrollTo(0, 0);
    } catch (error) {
      if (making === this.making) this.#say(error.message ?? '', true);
    } finally {
      clearTimeout(slow);
    }
  }

  /** Stops making a puzzle, as another one takes its place. */
  #drop() {
    const { making } = this;
    this.making = null;
    making?.stop();
  }

  /** Asks the engine about a puzzle that has come. */
  async #begin() {
    const turn = (this.turn += 1);
    const { position } = this;
    this.truth = null;
    this.board.show(position.scene, `Puzzle, ${boardName(position.board)}`);
    this.#say('');
    this.facts.replaceChildren();
    try {
      const source = positionOf(position.board, position.clues);
      const [analysis, hints] = await Promise.all([this.engine.analyse(source, { count: true }).answer, this.engine.hint({ ...source, first_click: 'any' }).answer]);
      if (turn !== this.turn) return;
      this.truth = { risks: analysis.mine_probability, hints };
      this.#describe(hints);
      const { configurations } = analysis;
      if (configurations !== '1') this.#say(`This has ${configurations ?? 'many'} solutions, so the numbers alone do not solve it.`, true);
      else this.#onChange();
    } catch (error) {
      if (turn !== this.turn) return;
      position.scene.mark('conflict', error.cells ?? []);
      this.#say(error.cells?.length ? conflictInWords(position.scene, error, error.cells) : error.message, true);
      this.board.refresh();
    }
  }

  /** @param {import('../answers.js').Hint} answer */
  #describe({ hints }) {
    const { scene } = this.position;
    const rules = Object.keys(RULE_NAMES);
    const hardest = rules[Math.max(...hints.map(({ difficulty }) => rules.indexOf(difficulty ?? '')))];
    this.facts.replaceChildren(facts([
      ['Flags', this.left],
      ['Numbers', String(scene.marks.filter(isNumber).length)],
      ['Hardest step', hardest && RULE_NAMES[hardest]],
      ['Steps', hints.length ? String(hints.length) : null],
    ]));
  }

  #theme() {
    this.board.look = this.app.store.look;
    this.brushes.draw(this.app.store.theme);
  }

  #onChange() {
    const { position, truth } = this;
    const { scene } = position;
    this.hints = null;
    scene.clearHelp();
    this.board.rulers.show([]);
    this.undo.disabled = !position.canUndo;
    this.left.textContent = `${position.mineCells.length} of ${quantity(position.board.mines, 'mine')}`;
    this.#say(truth && position.isSolved(truth.risks) ? 'Solved.' : '');
    this.board.refresh();
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.#keepLink(), KEEP_AFTER);
  }

  /** Shows the next step that the marks do not have yet. */
  #hint() {
    const { position, truth } = this;
    if (!truth) return;
    const { scene } = position;
    if (!this.hints) {
      const open = truth.hints.hints.filter(({ safe, mines }) => safe.some((cell) => scene.marks[cell] !== TICK) || mines.some((cell) => scene.marks[cell] !== FLAG));
      this.hints = new Hints({ ...truth.hints, hints: open, conclusion: 'That is all that follows.' });
    }
    const { hints } = this;
    if (!hints.list.length) return this.#say('There is nothing left to find.');
    hints.next();
    hints.mark(scene);
    this.board.rulers.show(hints.namedCells);
    this.#say(hints.sentence);
    this.board.refresh();
  }

  /** Says what is wrong, and why, or how much is left. */
  async #check() {
    const { position, truth, turn } = this;
    if (!truth) return;
    const { scene } = position;
    if (position.isSolved(truth.risks)) return this.#say('Solved.');
    const [wrong] = position.mistakes(truth.risks);
    if (wrong === undefined) {
      const left = position.board.mines - position.mineCells.length;
      return this.#say(`No mistake so far. ${capital(quantity(left, 'mine has', 'mines have'))} no flag yet.`);
    }
    scene.clearHelp();
    if (scene.marks[wrong] === FLAG) {
      const against = await this.#conflictOf(wrong);
      if (turn !== this.turn) return;
      this.#say(`The flag in ${placeInWords(wrong, scene.shape)} contradicts ${against}.`, true);
    } else {
      const reason = truth.hints.hints.find(({ mines }) => mines.includes(wrong));
      if (reason) markHint(scene, { ...reason, mines: [] });
      this.#say(`The cell in ${placeInWords(wrong, scene.shape)} is not safe. ${reason?.sentence ?? ''}`, true);
    }
    scene.mark('conflict', [wrong]);
    this.board.rulers.show([wrong]);
    this.board.refresh();
  }

  /** The numbers that a wrong flag contradicts, which are marked. @param {number} flag */
  async #conflictOf(flag) {
    const { board, scene } = this.position;
    const source = { ...positionOf(board, this.position.cluesWith(flag)), trust_flags: true };
    const { cells = [], mineCount } = await this.engine.analyse(source).answer.then(() => ({ cells: [], mineCount: false }), (error) => error);
    scene.mark('conflict', cells);
    return cells.length || mineCount ? numbersInWords(scene, cells, mineCount) : 'the numbers';
  }

  /** @param {string} text @param {boolean} [bad] */
  #say(text, bad = false) {
    this.sentence.textContent = text;
    this.sentence.classList.toggle('bad', bad);
  }

  #link() {
    return linkOf(this.position.board, this.position.scene.marks);
  }

  #keepLink() {
    if (!this.isActive || !this.turn) return;
    const link = this.#link();
    keepPlace('puzzle', link.length <= LONGEST_LINK ? `puzzle=${link}` : 'puzzle');
  }
}

/** The marks of a position, as a puzzle takes them. @param {Int8Array} marks */
const solvable = (marks) => marks.map((mark) => (isGiven(mark) || mark === FLAG || mark === TICK ? mark : HIDDEN));
