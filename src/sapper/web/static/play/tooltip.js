/** The figures of the cell under the pointer, the cursor or a finger, while probabilities are shown. */

import { isClosed } from '../board/marks.js';
import { percent } from '../board/scene.js';
import { facts } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { largeCount, share } from '../ui/words.js';

const REST = 220; // milliseconds the pointer rests before more is asked

export class Tooltip {
  /** @param {import('../board/view.js').BoardView} view @param {() => any} source what a question is about; null for none */
  constructor(view, engine, source) {
    this.view = view;
    this.engine = engine;
    this.source = source;
    this.root = element('div', { className: 'tooltip', role: 'tooltip', hidden: true });
    document.body.append(this.root);
    this.cell = -1;
    this.timer = 0;
    view.box.addEventListener('mousemove', (event) => this.over(view.cellAt(event.clientX, event.clientY)));
    for (const kind of ['mouseleave', 'blur']) view.box.addEventListener(kind, () => this.hide());
    for (const kind of ['pointerdown', 'scroll']) document.addEventListener(kind, () => this.hide(), { capture: true, passive: true });
  }

  hide() {
    clearTimeout(this.timer);
    this.cell = -1;
    this.root.hidden = true;
  }

  /** Shows the figures of a cell, soon. @param {number} cell -1 for none */
  over(cell) {
    if (cell === this.cell) return;
    this.hide();
    const { scene } = this.view;
    const source = this.source();
    if (!source || cell < 0 || !scene.risks || !isClosed(scene.marks[cell]) || Number.isNaN(scene.risks[cell])) return;
    this.cell = cell;
    this.timer = setTimeout(() => this.#ask(source, cell, scene.risks), REST);
  }

  async #ask(source, cell, risks) {
    this.#show(cell, { risk: risks[cell] });
    try {
      const figures = await this.engine.cell(source, cell).answer;
      if (this.cell === cell) this.#show(cell, figures);
    } catch {
      // The risk alone stays.
    }
  }

  #show(cell, figures) {
    const { columns } = this.view.scene.shape;
    const where = `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
    const known = facts([
      ['Risk', percent(figures.risk)],
      ['Safe', share(1 - figures.risk, 2)],
      ['Safe, and the next click too', share(figures.next_safety, 2)],
      ['Makes progress', share(figures.progress, 1)],
      ['Chance to win', share(figures.win, 2)],
      ['Configurations with a mine', figures.log10_configurations !== undefined && figures.risk > 0 ? largeCount(figures.configurations, figures.log10_configurations) : null],
    ]);
    this.root.replaceChildren(element('h3', { textContent: where }), known);
    if (figures.numbers) this.root.append(distribution(figures.numbers, figures.risk));
    this.root.hidden = false;
    this.#place(cell);
  }

  #place(cell) {
    const at = this.view.rectangle(cell);
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const right = at.right + 10 + width < window.innerWidth;
    const left = right ? at.right + 10 : Math.max(at.left - 10 - width, 4);
    const top = Math.min(Math.max(at.top - 8, 4), window.innerHeight - height - 4);
    this.root.style.left = `${left}px`;
    this.root.style.top = `${top}px`;
  }
}

/** Bars: how likely each number is, and the mine. */
function distribution(numbers, risk) {
  const last = Math.max(numbers.findLastIndex((chance) => chance > 0), 1);
  const bars = [...numbers.slice(0, last + 1).map((chance, number) => [String(number), chance]), ['✹', risk]];
  const most = Math.max(...bars.map(([, chance]) => chance));
  return element(
    'div',
    { className: 'distribution', role: 'img', 'aria-label': bars.map(([name, chance]) => `${name}: ${share(chance)}`).join(', ') },
    ...bars.map(([name, chance]) =>
      element(
        'div',
        { className: name === '✹' ? 'bar danger' : 'bar' },
        element('i', { style: { '--height': String(chance / most) } }),
        element('b', { textContent: name }),
      ),
    ),
  );
}
