/** Analyse: paint any position and know the truth about it, as it is painted. */

import { markHint } from '../board/scene.js';
import { LAYOUTS } from '../board/shapes.js';
import { BoardView } from '../board/view.js';
import { figureList, riskScale } from '../play/panel.js';
import { Tooltip } from '../play/tooltip.js';
import { complain, note } from '../ui/announce.js';
import { copy } from '../ui/clipboard.js';
import { button, iconButton, numberField, section, select, toggle } from '../ui/controls.js';
import { element, keptHeight, paddingOf, takesText, tellExcess } from '../ui/dom.js';
import { boardName, counted, whole } from '../ui/words.js';
import { Brushes } from './brushes.js';
import { Desk } from './desk.js';
import { Exchange } from './exchange.js';
import { Judge } from './judge.js';
import { linkOf, positionIn } from './link.js';
import { Painting } from './painting.js';

const LONGEST_LINK = 32000; // characters, what browsers show of an address; a longer position stays out of it

/** @typedef {import('../ui/controls.js').Control} Control */

export class AnalyseView {
  /** @type {Control} */
  topology;
  /** @type {Control} */
  rows;
  /** @type {Control} */
  columns;
  /** @type {Control} */
  mines;
  /** @type {Control} */
  locked;

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.desk = new Desk();
    this.judge = new Judge(app.engine, this.desk);
    this.exchange = new Exchange(app.engine, this.desk, (view, what) => app.go(view, what));
    this.brushes = new Brushes(() => {});
    this.cabinet = element('div', { className: 'cabinet' });
    this.sentence = element('p', { className: 'sentence', 'aria-live': 'polite' });
    this.stage = element('div', { className: 'stage' }, this.cabinet, this.sentence);
    this.board = new BoardView(this.stage, this.desk.scene, 'Analysis board', () => ({ width: 32, height: keptHeight(this.sentence) + paddingOf(this.cabinet) + 4 }));
    this.cabinet.append(this.board.box);
    tellExcess(this.stage, this.sentence);
    this.figures = element('div', { className: 'figures' });
    this.root = element(
      'div',
      { className: 'view board-view analyse' },
      element('h1', { className: 'unseen', textContent: 'Analyse' }),
      element('div', { className: 'play-main' }, this.#toolbar(), this.stage),
      this.#panel(),
    );
    this.tooltip = new Tooltip(this.board, this.engine, () => (this.judge.shows === 'risk' && app.store.values.tooltips ? this.judge.source : null));
    new Painting(this.board, this.desk, {
      brush: () => this.brushes.brush,
      flagsCount: () => !this.locked.input.checked,
      active: () => Boolean(this.shown),
      tell: (cell) => this.tooltip.over(cell, true),
    });
    this.#listen();
  }

  /** @param {any} [what] a link's text, {board, marks}, or {content}: the text or the bytes of a file */
  async enter(what) {
    this.shown = true;
    if (what?.content) {
      this.board.layout();
      await this.exchange.take(what.content);
      return;
    }
    const given = typeof what === 'string' ? positionIn(what) : what;
    if (typeof what === 'string' && !given) note('This link holds no position.', 'error');
    if (given && this.#link() !== what) this.desk.load(given.board, cleaned(given.marks));
    this.#keepLink();
    this.board.layout();
    this.judge.refresh();
  }

  leave() {
    this.shown = false;
    this.tooltip.hide();
  }

  #toolbar() {
    const zoom = element(
      'div',
      { className: 'zoom', role: 'group', 'aria-label': 'Size of the cells' },
      iconButton('Smaller cells', 'minus', () => this.board.zoomBy(1 / 1.2)),
      iconButton('Fit the board', 'fit', () => this.board.zoomTo(null)),
      iconButton('Larger cells', 'plus', () => this.board.zoomBy(1.2)),
    );
    return element('div', { className: 'toolbar' }, this.brushes.root, zoom);
  }

  #panel() {
    const { exchange, judge } = this;
    const shows = [['risk', 'Mine probability'], ['zero', 'Chance of a zero'], ['none', 'Nothing']];
    const trust = toggle('Believe the flags', false, (on) => {
      judge.trustFlags = on;
      judge.refresh();
    });
    const structure = this.engine.can('structure') && toggle("Solver's view", false, (on) => {
      judge.structure = on;
      judge.refresh();
    });
    const shown = select('Show', shows, 'risk', (value) => {
      judge.shows = value;
      judge.refresh();
    });
    return element(
      'aside',
      { className: 'panel', 'aria-label': 'Position and figures' },
      section('Truth', this.figures, this.engine.can('hints') && button('What follows, and why', () => this.#hint(), { icon: 'hint' }), shown.root, trust.root, structure && structure.root, element('p', { className: 'hint for-fingers', textContent: 'Hold a finger on a cell for its figures.' })),
      section('Board', this.#size()),
      section(
        'In and out',
        element(
          'div',
          { className: 'actions' },
          button('Paste', () => exchange.paste(), { icon: 'analyse' }),
          button('Open file', () => exchange.choose(), { icon: 'open' }),
          button('Copy link', () => this.#copyLink(), { icon: 'link' }),
          button('Save', () => exchange.save(), { icon: 'save' }),
        ),
        exchange.file,
        element('p', { className: 'hint', textContent: 'Or drop a file anywhere: any format that Sapper reads.' }),
      ),
    );
  }

  #size() {
    const { side, cells } = this.engine.limits;
    const resize = () => {
      const [rows, columns] = [this.rows.input.valueAsNumber, this.columns.input.valueAsNumber];
      const isSide = (value) => Number.isInteger(value) && value >= 1 && value <= side;
      if (!isSide(rows) || !isSide(columns)) return this.#refuse(`Rows and columns are whole numbers from 1 to ${whole(side)}.`);
      if (rows * columns > cells) return this.#refuse(`A board has at most ${whole(cells)} cells; this would have ${whole(rows * columns)}.`);
      const mines = Math.min(this.desk.board.mines, rows * columns);
      return this.desk.load({ topology: this.topology.input.value, shape: [rows, columns], mines });
    };
    const countMines = () => {
      const mines = this.mines.input.valueAsNumber;
      if (!Number.isInteger(mines) || mines < 0) return this.#refuse('The mines are a whole number from 0.');
      return this.desk.setMines(mines);
    };
    this.topology = select('Cells', LAYOUTS, 'square', resize);
    this.rows = numberField('Rows', 9, { min: 1, max: side }, resize);
    this.columns = numberField('Columns', 9, { min: 1, max: side }, resize);
    this.mines = numberField('Mines', 10, { min: 0, max: cells }, countMines);
    // Whoever leaves a field with no such number in it gets the board's own back.
    for (const { input } of [this.rows, this.columns, this.mines]) input.addEventListener('blur', () => this.#fill() && this.judge.refresh());
    this.locked = toggle('Keep the mine count when flags change', true, () => {});
    const clear = button('Hide every cell', () => this.desk.load(this.desk.board));
    return element('div', { className: 'size-fields' }, this.topology.root, this.rows.root, this.columns.root, this.mines.root, element('div', {}, this.locked.root, clear));
  }

  #listen() {
    const { desk, judge } = this;
    desk.addEventListener('shape', () => this.board.show(desk.scene, `Analysis board, ${boardName(desk.board)}`));
    desk.addEventListener('change', () => this.#changed());
    judge.addEventListener('verdict', ({ detail }) => this.#verdict(detail));
    this.app.store.addEventListener('change', () => this.#theme());
    document.addEventListener('paste', (event) => {
      if (!this.shown || takesText(event.target)) return;
      const text = event.clipboardData?.getData('text/plain');
      if (text) this.exchange.take(text);
    });
    this.#theme();
  }

  #theme() {
    this.board.theme = this.app.store.theme;
    this.brushes.draw(this.app.store.theme);
  }

  #changed() {
    this.tooltip.hide();
    this.#fill();
    this.topology.input.value = this.desk.board.topology;
    this.board.redraw();
    this.board.access.update();
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.#keepLink(), 300);
  }

  /** Writes the board's numbers in the fields, but for the one that is typed in; whether any was another. */
  #fill() {
    const { shape: [rows, columns], mines } = this.desk.board;
    let differed = false;
    const fields = [{ input: this.rows.input, value: rows }, { input: this.columns.input, value: columns }, { input: this.mines.input, value: mines }];
    for (const { input, value } of fields) {
      if (document.activeElement === input || input.valueAsNumber === value) continue;
      input.value = String(value);
      differed = true;
    }
    return differed;
  }

  /** Says why what was typed is no board; nothing is judged meanwhile. @param {string} why */
  #refuse(why) {
    this.judge.pause();
    this.#verdict({ error: { cells: [], message: why } });
  }

  #link() {
    return linkOf(this.desk.board, this.desk.scene.marks);
  }

  #keepLink() {
    if (!this.shown) return;
    const link = this.#link();
    history.replaceState(null, '', link.length <= LONGEST_LINK ? `#analyse=${link}` : '#analyse');
  }

  async #copyLink() {
    const address = `${location.origin}${location.pathname}#analyse=${this.#link()}`;
    if (await copy(address)) note('The link is copied.');
    else note('This browser does not let the page copy a link.', 'error');
  }

  /** @param {{analysis?: any, error?: any}} verdict */
  #verdict({ analysis, error }) {
    if (analysis) {
      this.figures.replaceChildren(figureList(analysis), riskScale());
      this.sentence.textContent = inWords(analysis);
      this.sentence.classList.remove('bad');
    } else if (error) {
      this.figures.replaceChildren();
      this.sentence.textContent = error.cells.length ? conflictInWords(this.desk, error) : error.message;
      this.sentence.classList.add('bad');
    }
    this.board.redraw();
    this.board.access.update();
  }

  async #hint() {
    const { scene } = this.desk;
    try {
      const hint = await this.engine.hint(this.judge.source).answer;
      if (scene !== this.desk.scene) return;
      scene.roles.clear();
      markHint(scene, hint);
      this.sentence.textContent = hint.sentence;
      this.board.redraw();
      this.board.access.update();
    } catch (error) {
      complain(error);
    }
  }
}

function inWords({ safe_count: safe, mine_count: mines, hidden }) {
  if (!hidden) return 'Every cell is open.';
  if (!safe && !mines) return 'Possible. Nothing is certain.';
  return `Possible. Certain: ${counted(safe, 'safe cell')}, ${counted(mines, 'mine')}.`;
}

/** Which numbers contradict each other, counted as people count. */
function conflictInWords({ scene }, { type, cells, mineCount }) {
  const { columns } = scene.shape;
  const numbers = cells.map((cell) => `the ${scene.marks[cell]} in row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`);
  if (type === 'position') return `Impossible. Fewer cells touch ${numbers[0]}.`;
  const shown = numbers.length > 6 ? [...numbers.slice(0, 5), `${numbers.length - 5} more numbers`] : numbers;
  const all = mineCount ? [...shown, 'the mine count'] : shown;
  return `Impossible. No placement of mines satisfies ${new Intl.ListFormat('en').format(all)}.`;
}

/** Marks of a finished game as a player saw them. */
function cleaned(marks) {
  return Int8Array.from(marks, (mark) => (mark === -5 ? -1 : mark === -6 ? -2 : mark));
}
