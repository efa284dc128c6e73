/** Analyse: paint any position and see its analysis while you paint. */

import { FLAG, HIDDEN, MINE, TICK, WRONG_FLAG } from '../board/marks.js';
import { markGuess } from '../board/scene.js';
import { LAYOUTS } from '../board/shapes.js';
import { boardOnStage } from '../board/stage.js';
import { LIMITS } from '../host/limits.js';
import { Dock } from '../play/dock.js';
import { Hints } from '../play/hints.js';
import { figureList, riskScale } from '../play/panel.js';
import { SMALL } from '../play/overlay.js';
import { zoomButtons } from '../play/zoom.js';
import { complain, note } from '../ui/announce.js';
import { ChanceBar } from '../ui/chance_bar.js';
import { button, field, iconButton, numberField, section, select, sentencePlace, toggle } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { copyLink, keepPlace, LONGEST_LINK } from '../ui/share.js';
import { boardName, forPlayers, quantity, unopenedInWords, whole } from '../ui/plain_words.js';
import { Brushes, Painting } from './painting.js';
import { PaintedPosition, linkOf, positionInText } from './painted_position.js';
import { Exchange } from './exchange.js';
import { conflictInWords, Judge } from './judge.js';
import { mineCountsPart } from './mine_counts.js';
import { figuresExplained, MOST, movesTable } from './moves.js';
import { Picture } from './picture.js';

/** @import { Choice, Control } from '../ui/controls.js' */
/** @import { RiskFigures } from '../play/overlay.js' */

/** How the number of mines is given. */
const WAYS = [['board', 'on the board'], ['left', 'left on the counter'], ['claim', 'not known']];
const CLAIM_HELP = 'A range such as 90-110, a share of the cells such as 20%, or unknown.';
/** What the first click promises, as a game has it too. */
const FIRST = [['opening', 'an opening'], ['safe', 'safe'], ['any', 'unprotected']];

const SHARED = 'shared'; // the rest of the address to which the service worker leads when another app shared a picture

export class AnalyseView {
  /** @type {Choice} */
  topology;
  /** @type {Control} */
  rows;
  /** @type {Control} */
  columns;
  /** @type {Choice} */
  way;
  /** @type {Control} */
  mines;
  /** @type {Control} */
  left;
  /** @type {Control} */
  claim;
  claimPart = element('div', { className: 'wide' });
  /** @type {Control} */
  lock;
  /** @type {Control} */
  chance;
  /** @type {HTMLButtonElement} */
  undo;
  /** The hints on a position, and which turn of the judge it was. @type {{turn: number, hints: Hints}|null} */
  hints = null;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.position = new PaintedPosition();
    this.judge = new Judge(app.engine, this.position);
    this.picture = new Picture(app.engine, this.judge, () => {
      this.#setWay('board');
      this.mines.input.select();
    });
    this.exchange = new Exchange(app, this.position, this.picture, (text) => (this.sentence.textContent = text), () => this.#goToTop());
    this.brushes = new Brushes(() => {});
    this.bar = new ChanceBar(app.engine);
    const { stage, board } = boardOnStage(this.position.scene, 'Analysis board', undefined, this.bar.root);
    this.sentence = sentencePlace();
    /** What the engine is asked about the best guesses. @type {import('../engine_client.js').Inquiry<import('../answers.js').Ranking>|null} */
    this.ranking = null;
    this.board = board;
    this.figures = element('div', { className: 'figures' });
    const panel = this.#panel();
    this.root = element(
      'div',
      { className: 'view board-view analyse' },
      element('h1', { className: 'unseen', textContent: 'Analyse' }),
      element('div', { className: 'play-main' }, this.#toolbar(), stage),
      panel,
    );
    this.dock = new Dock(this.board, this.engine, () => (this.judge.shows === 'risk' && app.store.values.tooltips && this.isCounted ? this.judge.source : null));
    panel.append(this.dock.root);
    new Painting(this.board, this.position, {
      brush: () => this.brushes.brush,
      flagsCount: () => this.position.isCounter || !this.lock.input.checked,
      active: () => Boolean(this.isActive),
      longPress: () => app.store.values.longPress,
      tell: (cell) => this.dock.over(cell, true),
    });
    this.#listen();
  }

  /** Leads the player to a board that was read, and to what is asked about it. */
  #goToTop() {
    for (const part of this.isActive ? [window, this.root.querySelector('.panel')] : []) part?.scrollTo(0, 0);
  }

  /** @param {string|import('../views.js').ViewInput['analyse']} [what] the text of a link, a position, or what was read */
  async enter(what) {
    this.isActive = true;
    if (what === SHARED) what = await this.#shared();
    if (typeof what === 'object' && 'content' in what) {
      this.board.layout();
      await this.exchange.take(what.content);
      this.#keepLink(); // a content that cannot be read leaves the position as it is
      return;
    }
    const link = typeof what === 'string' ? positionInText(what) : what;
    if (typeof what === 'string' && !link) note('This link does not contain a position.', 'error');
    if (link && this.#link() !== what) {
      this.exchange.drop();
      this.position.load(link.board, withoutMarks(link.marks));
      const claim = 'claim' in link && typeof link.claim === 'string' ? link.claim : '';
      this.#setWay(claim === '' ? 'board' : 'claim', claim);
    }
    this.#keepLink();
    this.board.layout();
    this.judge.refresh();
  }

  /** The picture that another app shared with this page. The service worker has it, once. */
  async #shared() {
    this.#keepLink();
    const answer = await fetch('./share');
    if (answer.ok) return { content: new Uint8Array(await answer.arrayBuffer()) };
    note('The other app shared no picture.', 'error');
    return undefined;
  }

  leave() {
    this.isActive = false;
    this.ranking?.stop();
    this.bar.ask(null);
    this.dock.hide();
  }

  #toolbar() {
    this.undo = iconButton('Undo', 'undo', () => this.position.undo());
    this.undo.disabled = true;
    return element('div', { className: 'toolbar' }, this.brushes.root, this.undo, zoomButtons(this.board));
  }

  #panel() {
    const { exchange, judge } = this;
    const shows = [['risk', 'Mine probability'], ['zero', 'Chance of a zero'], ['none', 'Nothing']];
    const trust = toggle('Trust the flags', false, (on) => {
      judge.trustFlags = on;
      judge.refresh();
    });
    const first = select('The first click is', FIRST, judge.firstClick, (value) => {
      judge.firstClick = value === 'safe' || value === 'any' ? value : 'opening';
      judge.refresh();
    });
    const structure = toggle("Solver's view", false, (on) => {
      judge.structure = on;
      judge.refresh();
    });
    this.chance = toggle('Chance to win', true, () => judge.refresh());
    const showChoice = select('Show', shows, 'risk', (value) => {
      judge.shows = value === 'risk' || value === 'zero' ? value : 'none';
      judge.refresh();
    });
    const hint = button('Show a hint', () => this.#hint().catch(complain), { icon: 'hint' });
    const files = [
      button('Paste', () => exchange.paste(), { icon: 'analyse' }),
      button('Open file', () => exchange.file.click(), { icon: 'open' }),
      button('Copy link', () => copyLink(`analyse=${this.#link()}`), { icon: 'link' }),
      button('Save', () => exchange.save(), { icon: 'save' }),
      button('Solve as a puzzle', () => this.app.go('puzzle', { board: this.position.board, marks: this.position.scene.marks }), { icon: 'check' }),
    ];
    return element(
      'aside',
      { className: 'panel', 'aria-label': 'Position and figures' },
      this.picture.root,
      section('Analysis', hint, this.sentence, this.figures, showChoice.root, first.root, trust.root, structure.root, this.chance.root, element('p', { className: 'hint for-fingers', textContent: 'Press and hold a cell to see its figures.' })),
      section('Board', this.#size()),
      section(
        'Import and export',
        element('div', { className: 'actions' }, ...files),
        exchange.file,
        element('p', { className: 'hint', textContent: 'You can also drop a file anywhere on the page, or paste it with Ctrl+V: a screenshot of a board, too. On a phone, install this page, and share a screenshot with it.' }),
      ),
    );
  }

  #size() {
    const { MOST_SIDE: side, MOST_CELLS: cells } = LIMITS;
    const resize = () => {
      const [rows, columns] = [this.rows.input.valueAsNumber, this.columns.input.valueAsNumber];
      const isSide = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= side;
      if (!isSide(rows) || !isSide(columns)) return this.#refuse(`Rows and columns must be whole numbers from 1 to ${whole(side)}.`);
      if (rows * columns > cells) return this.#refuse(`A board can have at most ${whole(cells)} cells. This one would have ${whole(rows * columns)}.`);
      const mines = Math.min(this.position.board.mines, rows * columns);
      return this.picture.resize(() => this.position.load({ topology: this.topology.input.value, shape: [rows, columns], mines }));
    };
    const countMines = () => {
      const mines = this.mines.input.valueAsNumber;
      if (!Number.isInteger(mines) || mines < 0) return this.#refuse('The number of mines must be a whole number, 0 or more.');
      return this.position.setMines(mines);
    };
    this.topology = select('Cells', LAYOUTS, 'square', resize);
    this.rows = numberField('Rows', 9, { min: 1, max: side }, resize);
    this.columns = numberField('Columns', 9, { min: 1, max: side }, resize);
    this.way = select('Mines are given as', WAYS, 'board', (way) => this.#setWay(way));
    this.mines = numberField('Mines', 10, { min: 0, max: cells }, countMines);
    const countLeft = () => {
      const left = this.left.input.valueAsNumber;
      if (!Number.isInteger(left)) return this.#refuse('The number of mines left must be a whole number.');
      return this.position.setMines(left + this.position.mineCells.length);
    };
    this.left = numberField('Mines left', 10, { min: -cells, max: cells }, countLeft);
    const claim = element('input', { type: 'text', value: 'unknown', maxLength: 60, spellcheck: false });
    claim.addEventListener('input', () => this.position.setClaim(claim.value.trim() || 'unknown'));
    this.claim = { root: field('What is known of them', claim), input: claim };
    this.claimPart.append(this.claim.root, element('p', { className: 'hint', textContent: CLAIM_HELP }));
    // A field that is left without a valid number shows the number of the board again.
    for (const { input } of [this.rows, this.columns, this.mines, this.left]) input.addEventListener('blur', () => this.#fill() && this.judge.refresh());
    this.lock = toggle('Keep the mine count when flags change', true, () => {});
    const clear = button('Hide all cells', () => this.position.load(this.position.board));
    this.#showWay('board');
    this.way.root.classList.add('wide');
    const count = [this.mines.root, this.left.root, this.way.root, this.claimPart];
    return element('div', { className: 'size-fields' }, this.topology.root, this.rows.root, this.columns.root, ...count, element('div', {}, this.lock.root, clear));
  }

  /** Takes the number of mines in another way. @param {string} way @param {string} [claim] what is known of it */
  #setWay(way, claim = this.claim.input.value) {
    this.way.input.value = way;
    if (way === 'claim') this.claim.input.value = claim || 'unknown';
    this.#showWay(way);
    this.position.isCounter = way === 'left';
    this.position.setClaim(way === 'claim' ? this.claim.input.value.trim() : '');
    this.judge.refresh();
  }

  /** @param {string} way */
  #showWay(way) {
    show(this.mines.root, way === 'board');
    show(this.left.root, way === 'left');
    show(this.claimPart, way === 'claim');
    show(this.lock.root, way === 'board');
  }

  get isCounted() {
    return this.position.claim === '';
  }

  #listen() {
    const { position, judge } = this;
    position.on('shape', () => this.board.show(position.scene, `Analysis board, ${boardName(position.board)}`));
    position.on('change', () => this.#onChange());
    judge.on('verdict', (verdict) => this.#verdict(verdict));
    judge.on('wait', () => this.root.classList.add('stale'));
    this.app.store.on('change', () => this.#theme());
    this.#theme();
  }

  #theme() {
    this.board.look = this.app.store.look;
    this.brushes.draw(this.app.store.theme);
  }

  #onChange() {
    this.dock.hide();
    this.board.rulers.show([]);
    this.#fill();
    this.undo.disabled = !this.position.canUndo;
    this.topology.input.value = this.position.board.topology;
    this.board.refresh();
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.#keepLink(), 300);
  }

  /** Writes the numbers of the board in the fields, except in the one that has the focus. Returns whether any field changed. */
  #fill() {
    const { board: { shape: [rows, columns], mines }, minesLeft, claim } = this.position;
    let differs = false;
    const fields = [{ input: this.rows.input, value: rows }, { input: this.columns.input, value: columns }, { input: this.mines.input, value: mines }, { input: this.left.input, value: minesLeft }];
    const way = claim !== '' ? 'claim' : this.position.isCounter ? 'left' : 'board';
    if (way !== this.way.input.value) this.#followClaim(way, claim); // something was undone, or read
    for (const { input, value } of fields) {
      if (document.activeElement === input || input.valueAsNumber === value) continue;
      input.value = String(value);
      differs = true;
    }
    return differs;
  }

  /** Shows what stands in place of the mine count. @param {string} way @param {string} claim */
  #followClaim(way, claim) {
    this.way.input.value = way;
    if (claim !== '') this.claim.input.value = claim;
    this.#showWay(way);
  }

  /** Says why the fields do not make a board, and pauses the analysis. @param {string} why */
  #refuse(why) {
    this.judge.pause();
    this.#verdict({ error: { cells: [], message: why } });
  }

  #link() {
    return linkOf(this.position.board, this.position.scene.marks, this.position.claim);
  }

  #keepLink() {
    if (!this.isActive) return;
    const link = this.#link();
    keepPlace('analyse', link.length <= LONGEST_LINK ? `analyse=${link}` : 'analyse');
  }

  /** @param {import('./judge.js').Verdict} verdict */
  #verdict({ analysis, error }) {
    this.root.classList.remove('stale');
    this.ranking?.stop();
    if (analysis) {
      this.figures.replaceChildren(figureList(analysis), ...mineCountsPart(analysis.mine_counts), riskScale(), ...this.#moves(analysis));
      this.sentence.textContent = this.picture.premise + inWords(analysis);
      this.sentence.classList.remove('bad');
      this.bar.ask(this.isActive && this.chance.input.checked && this.isCounted ? this.judge.chanceSource : null);
    } else if (error) {
      this.bar.ask(null);
      this.figures.replaceChildren();
      this.sentence.textContent = error.cells?.length ? conflictInWords(this.position.scene, error, error.cells) : (error.message ?? '');
      this.sentence.classList.add('bad');
    }
    this.board.refresh();
  }

  /** The table of the best guesses, if one is needed. @param {RiskFigures} analysis */
  #moves(analysis) {
    if (!analysis.moves?.length) return [];
    const { scene } = this.position;
    const pointOut = (/** @type {number} */ cell) => {
      if (scene !== this.position.scene) return;
      markGuess(scene, { ...analysis, guess: cell });
      this.board.refresh();
    };
    const asks = this.isActive && this.chance.input.checked && this.isCounted && scene.shape.size <= SMALL;
    const table = movesTable(analysis.moves, scene.shape, pointOut, asks ? '…' : '');
    if (asks) this.#orderByChance(table, analysis.moves, pointOut);
    return [table, figuresExplained()];
  }

  /**
   * Orders the best guesses by the chance to win, once it is known, and points out the first of them.
   * @param {HTMLElement} table @param {import('../answers.js').Guess[]} moves @param {(cell: number) => void} pointOut
   */
  async #orderByChance(table, moves, pointOut) {
    const { turn } = this.judge;
    const { shape } = this.position.scene;
    this.ranking = this.engine.rank(this.judge.chanceSource, MOST);
    const answer = await this.ranking.answer.catch(() => null); // it took too long, or is not wanted any more
    if (turn !== this.judge.turn || !table.isConnected) return;
    table.replaceWith(movesTable(answer?.moves ?? moves, shape, pointOut, '?'));
    if (answer && answer.moves[0].cell !== moves[0].cell) pointOut(answer.moves[0].cell);
  }

  async #hint() {
    const { scene } = this.position;
    const { turn } = this.judge;
    if (this.hints?.turn !== turn) {
      const hints = new Hints(await this.engine.hint(this.judge.chanceSource).answer);
      if (scene !== this.position.scene || turn !== this.judge.turn) return;
      this.hints = { turn, hints };
    }
    const { hints } = this.hints;
    hints.next();
    hints.mark(scene);
    this.sentence.textContent = forPlayers(hints.sentence);
    this.board.rulers.show(hints.namedCells);
    this.board.refresh();
  }
}

/** @param {RiskFigures} analysis */
function inWords({ safe_count: safe, mine_count: mines, hidden, promise }) {
  if (!hidden) return 'Every cell is open.';
  if (promise) return unopenedInWords(promise);
  if (!safe && !mines) return 'Possible. Nothing is certain.';
  return `Possible. Certain: ${quantity(safe, 'safe cell')}, ${quantity(mines, 'mine')}.`;
}

/** The marks of a finished game as the player saw them. @param {Int8Array} marks */
function withoutMarks(marks) {
  return Int8Array.from(marks, (mark) => (mark === MINE ? HIDDEN : mark === WRONG_FLAG ? FLAG : mark === TICK ? HIDDEN : mark));
}
