/**
 * The figures of the cell under the pointer, the cursor or a finger. They show while probabilities are shown, at the foot of
 * the panel, or at the edge of a narrow window: they cover no cells.
 */

import { isClosed } from '../board/marks.js';
import { announce } from '../ui/announce.js';
import { facts } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { capital, largeCount, minesAmong, placeInWords, share } from '../ui/plain_words.js';

/** @import { CellFigures } from '../answers.js' */
/** @import { Statement } from '../board/scene.js' */
/** @import { FlaggedSource as Source } from '../host/requests.js' */
/** The figures of a cell. At first only the risk is known. @typedef {Pick<CellFigures, 'risk'> & Partial<CellFigures>} KnownFigures */
/** A number or a mine, and its chance. @typedef {[name: string, chance: number]} Bar */

const REST = 220; // milliseconds that the pointer rests before the engine is asked
const MINE = '✹';

export class Dock {
  /**
   * @param {import('../board/view.js').BoardView} view @param {import('../engine_client.js').EngineClient} engine
   * @param {() => Source|null} source the game or position to ask about; null shows no figures
   */
  constructor(view, engine, source) {
    this.view = view;
    this.engine = engine;
    this.source = source;
    this.root = element('section', { className: 'dock', 'aria-label': 'Figures of a cell', hidden: true });
    /** The cell whose figures are shown, or soon will be. */
    this.cell = -1;
    this.timer = 0;
    view.box.addEventListener('mousemove', (event) => this.over(view.cellAt(event.clientX, event.clientY)));
    for (const kind of ['mouseleave', 'blur']) view.box.addEventListener(kind, () => this.hide());
    for (const kind of ['pointerdown', 'scroll']) document.addEventListener(kind, () => this.hide(), { capture: true, passive: true });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.hide());
  }

  hide() {
    clearTimeout(this.timer);
    this.cell = -1;
    this.root.hidden = true;
  }

  /** Shows the figures of a cell after a moment. @param {number} cell -1 for none @param {boolean} [isSpoken] whether they are spoken too */
  over(cell, isSpoken = false) {
    if (cell === this.cell) return;
    const tell = this.#explanation(cell, isSpoken);
    if (!tell) {
      this.hide();
      return;
    }
    this.cell = cell; // the figures of the last cell stay until those of this one come
    clearTimeout(this.timer);
    this.timer = setTimeout(tell, REST);
  }

  /** What shows the figures of a cell, or null if it has none. @param {number} cell @param {boolean} isSpoken @returns {(() => void)|null} */
  #explanation(cell, isSpoken) {
    const { scene } = this.view;
    const source = this.source();
    if (!source || cell < 0 || !scene.risks || !isClosed(scene.marks[cell])) return null;
    const risk = scene.risks[cell];
    if (scene.meaning === 'belief') {
      const statements = scene.statements.filter(({ cells }) => cells.includes(cell));
      return Number.isNaN(risk) && !statements.length ? null : () => this.#believe(cell, risk, statements, isSpoken);
    }
    return Number.isNaN(risk) ? null : () => this.#ask(source, cell, risk, isSpoken);
  }

  /** @param {Source} source @param {number} cell @param {number} risk @param {boolean} isSpoken */
  async #ask(source, cell, risk, isSpoken) {
    this.#show(cell, { risk });
    try {
      const figures = await this.engine.cell(source, cell).answer;
      if (this.cell !== cell) return;
      this.#show(cell, figures);
      if (isSpoken) announce(inWords(cell, this.view.scene.shape, figures));
    } catch {
      // Only the risk stays. The board speaks it itself.
    }
  }

  /** @param {number} cell @param {KnownFigures} figures */
  #show(cell, figures) {
    const bars = figures.numbers ? [distribution(barsOf(figures.numbers, figures.risk))] : [];
    this.#put(cell, facts(rowsOf(figures)), ...bars);
  }

  /**
   * Shows what a strategy knows about a cell.
   * @param {number} cell @param {number} risk @param {Statement[]} statements @param {boolean} isSpoken
   */
  #believe(cell, risk, statements, isSpoken) {
    const lines = statements.map(minesAmong);
    const belief = risk === 0 ? 'The strategy believes it is safe' : risk === 1 ? 'The strategy believes it is a mine' : null;
    const estimate = belief ? element('p', { textContent: belief }) : facts([["The strategy's risk", share(risk)]]);
    this.#put(cell, estimate, element('ul', { className: 'statements' }, ...lines.map((textContent) => element('li', { textContent }))));
    if (isSpoken && lines.length) announce([capital(placeInWords(cell, this.view.scene.shape)), ...lines].join('; '));
  }

  /** @param {number} cell @param {...Node} content */
  #put(cell, ...content) {
    this.root.replaceChildren(element('h3', { textContent: capital(placeInWords(cell, this.view.scene.shape)) }), ...content);
    this.root.hidden = false;
    // In a narrow window it stands at the foot, and at the head while the cell is there.
    this.root.classList.toggle('above', this.view.rectangle(cell).bottom > window.innerHeight - this.root.offsetHeight - 12);
  }
}

/** Names and values. A value is null if it is not known. @param {KnownFigures} figures @returns {[string, string|null][]} */
function rowsOf({ risk, next_safety: next, progress, win, configurations, log10_configurations: log10 = null }) {
  return [
    ['Risk', share(risk)],
    ['Survival', share(next)],
    ['Progress', share(progress)],
    ['Chance to win', share(win)],
    ['Configurations with a mine here', log10 !== null && risk > 0 ? largeCount(configurations ?? null, log10) : null],
  ];
}

/** The chance of each number, and of a mine. @param {number[]} numbers @param {number} risk @returns {Bar[]} */
function barsOf(numbers, risk) {
  const last = Math.max(numbers.findLastIndex((chance) => chance > 0), 1);
  return [...numbers.slice(0, last + 1).map((chance, number) => /** @type {Bar} */ ([String(number), chance])), [MINE, risk]];
}

/** @param {Bar[]} bars */
const chancesInWords = (bars) => bars.map(([name, chance]) => `${name === MINE ? 'mine' : name}: ${share(chance)}`).join(', ');

/** All figures as a text to be spoken. @param {number} cell @param {{columns: number}} shape @param {CellFigures} figures */
function inWords(cell, shape, figures) {
  const lines = rowsOf(figures).filter(([, value]) => value !== null);
  return [capital(placeInWords(cell, shape)), ...lines.map(([name, value]) => `${name}: ${value}`), chancesInWords(barsOf(figures.numbers, figures.risk))].join('; ');
}

/** @param {Bar[]} bars */
function distribution(bars) {
  const most = Math.max(...bars.map(([, chance]) => chance));
  return element(
    'div',
    { className: 'distribution', role: 'img', 'aria-label': chancesInWords(bars) },
    ...bars.map(([name, chance]) =>
      element(
        'div',
        { className: name === MINE ? 'bar danger' : 'bar' },
        element('i', { style: { '--height': String(chance / most) } }),
        element('b', { textContent: name }),
      ),
    ),
  );
}
