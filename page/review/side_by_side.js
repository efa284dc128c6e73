/** The game under review beside another one: where the time went, and the pointer of the other one as a ghost. */

import { complain, note } from '../ui/announce.js';
import { button, section, select, toggle, wideTable } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { filesPicker } from '../ui/file_picker.js';
import { boardName, decimal, MOMENT, quantity, seconds, share, whole } from '../ui/plain_words.js';
import { Pointer } from './playback.js';
import { Way } from './way.js';

/** @import { Comparison, Summary } from '../answers.js' */
/** @import { Recording } from '../host/requests.js' */

/** What is compared in a row each: the name, and how it is written. @type {[name: string, write: (line: Comparison['lines'][number]) => string|null][]} */
const ROWS = [
  ['Time', (line) => seconds(1000 * line.seconds)],
  ['3BV', (line) => `${whole(line.solved)} of ${whole(line.three_bv)}`],
  ['3BV per second', (line) => decimal(line.three_bv_per_second)],
  ['Clicks', (line) => whole(line.clicks)],
  ['Efficiency', (line) => share(line.efficiency)],
  ['Wasted clicks', (line) => whole(line.wasted_left + line.wasted_right + line.wasted_double)],
  ['Path', (line) => (line.path === null ? null : `${whole(Math.round(line.path))} pixels`)],
  ['Style', (line) => line.style],
];

export class SideBySide {
  /** @param {import('../engine_client.js').EngineClient} engine @param {import('../board/view.js').BoardView} board @param {() => number} now the time in the game under review */
  constructor(engine, board, now) {
    this.engine = engine;
    this.now = now;
    this.pointer = new Pointer(board, 'ghost');
    /** @type {Recording|null} */
    this.source = null;
    /** @type {Comparison|null} */
    this.comparison = null;
    this.files = filesPicker((files) => this.#take(files));
    this.choice = element('div', {});
    this.ghost = toggle('The other pointer on the board', true, () => this.follow(this.now()));
    this.result = element('div', {});
    const open = button('Compare with a replay', () => this.files.click(), { icon: 'open', title: 'Shows where another game was quicker, part by part' });
    this.root = section('Side by side', open, this.choice, this.result, this.ghost.root);
    show(this.ghost.root, false);
  }

  /** @param {Recording} source the game under review @param {Summary[]} games those that it can be compared with, too */
  load(source, games) {
    this.close();
    this.source = source;
    const options = games.filter(({ game }) => game !== source.game).map((game) => [game.game, nameOf(game)]);
    const own = select('Or with a game of yours', [['', 'Choose'], ...options], '', (game) => game && void this.compare({ game }).catch(complain));
    this.choice.replaceChildren(...(options.length ? [own.root] : []));
  }

  close() {
    this.source = this.comparison = null;
    this.result.replaceChildren();
    this.pointer.hide();
    show(this.ghost.root, false);
  }

  /** @param {import('../ui/file_picker.js').NamedFile[]} files */
  async #take([[, file], ...others]) {
    if (others.length) note('Only one replay can be compared.', 'error');
    else await this.compare({ file: new Uint8Array(await file.arrayBuffer()) });
  }

  /** Shows the game under review beside another one. @param {Recording} other */
  async compare(other) {
    const { source } = this;
    if (!source) return;
    const comparison = await this.engine.compare(source, other);
    if (source !== this.source) return; // another game came under review meanwhile
    this.comparison = comparison;
    this.way = new Way(comparison.ghost.pointer);
    this.result.replaceChildren(...tables(comparison));
    show(this.ghost.root, comparison.same_board);
    this.follow(this.now());
  }

  /** Puts the ghost where the other pointer was at a time. @param {number} time in milliseconds */
  follow(time) {
    const { comparison, way } = this;
    if (!comparison?.same_board || !way || !this.ghost.input.checked) return this.pointer.hide();
    const [place] = way.between(time, time);
    const click = comparison.ghost.clicks.findLast(({ at_ms: at }) => at <= time);
    if (place) this.pointer.follow([place]);
    else if (click) this.pointer.putOn(click.cell);
    else this.pointer.hide();
  }
}

/** @param {Summary} game */
function nameOf({ board, level, elapsed_ms: elapsed, status, ended_at: endedAt }) {
  return [boardName(board, level), status, seconds(elapsed), endedAt === null ? '' : MOMENT.format(endedAt)].filter(Boolean).join(', ');
}

/** @param {Comparison} comparison */
function tables({ same_board: same, lines, phases }) {
  const text = same
    ? `The same board, in ${quantity(phases.length, 'part')}. A part ends where both have done the same 3BV. A gap below 0: the other game was quicker.`
    : `Different boards, in ${quantity(phases.length, 'part')}. A part ends at the same share of what each game did, so the speeds can be compared.`;
  const rows = ROWS.map(([name, write]) => ({ name, texts: lines.map(write) })).filter(({ texts }) => texts.some((text) => text !== null));
  const figures = rows.map(({ name, texts }) => element('tr', {}, element('th', { scope: 'row', textContent: name }), ...texts.map((each) => element('td', { textContent: each ?? '–' }))));
  const parts = phases.map(({ solved, at, gap, speed, click_speed: clickSpeed, efficiency }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', textContent: same ? whole(solved[0]) : solved.map(whole).join(' / ') }),
      ...at.map((time) => element('td', { textContent: decimal(time) })),
      element('td', { className: gap > 0 ? 'ahead' : gap < 0 ? 'behind' : '', textContent: `${gap > 0 ? '+' : gap < 0 ? '−' : ''}${Math.abs(gap).toFixed(2)}` }),
      ...[...speed, ...clickSpeed, ...efficiency].map((value) => element('td', { textContent: decimal(value) ?? '' })),
    ),
  );
  const both = wideTable('Both games', ['Figure', 'This', 'Other'], figures);
  if (phases.length === 0) return [both];
  return [both, element('p', { className: 'hint', textContent: text }), wideTable('Part by part', ['3BV', 'This, s', 'Other, s', 'Gap', 'This, 3BV/s', 'Other', 'This, clicks/s', 'Other', 'This, 3BV/click', 'Other'], parts)];
}
