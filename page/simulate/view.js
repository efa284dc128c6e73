/** Simulate: start a run, watch its win rate settle and look at its plots. */

import { complain } from '../ui/announce.js';
import { button, facts, field, numberField, pageHead, section, seedInput, select } from '../ui/controls.js';
import { bring, element, show } from '../ui/dom.js';
import { boardName, decimal, FIRST_CLICKS, forPlayers, LEVEL_NAMES, quantity, share, strategyInWords, whole } from '../ui/plain_words.js';
import { intervalOf, plotsOf } from './plots.js';

/** @import { Requests } from '../host/requests.js' */
/** @import { FullRun, Run } from '../records.js' */

/** @type {Record<string, string>} */
const STATES = { running: 'Running', stopped: 'Stopped', finished: 'Finished', failed: 'Failed' };

const LUCK_HELP = 'Each guess counts by its risk, whether it hit a mine or not.';

/** The win rate without luck. @param {NonNullable<Run['without_luck']>} figure */
const luckInWords = (figure) => `Without luck: ${share(figure.value)}, 95 % interval: ${intervalOf(figure)}, as certain as from ${decimal(figure.factor, 1)} times as many games`;

/** @param {Run} run */
const titleOf = ({ board, level, strategy }) => `${boardName(board, level)}, ${strategyInWords(strategy)}`;

/** The details that tell runs with the same title apart. @param {Run} run */
const detailsOf = ({ first_click: first, games, seed }) =>
  [`First click: ${(FIRST_CLICKS[first] ?? first).toLowerCase()}`, games && quantity(games, 'game'), `seed ${seed}`].filter(Boolean).join(', ');

export class SimulateView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    /** @type {FullRun|null} */
    this.run = null;
    /** @type {Run[]} */
    this.runs = [];
    this.list = element('div', { className: 'game-list' });
    this.detail = element('div', { className: 'run-detail' });
    this.root = element(
      'div',
      { className: 'view page simulate' },
      pageHead('Simulate', 'Let a strategy play many games and watch its win rate settle.'),
      element('div', { className: 'simulate-columns' }, element('div', { className: 'card' }, this.#form(), section('Runs', this.list)), this.detail),
    );
    this.engine.on('run', ({ run }) => run.run === this.run?.run && this.#show(run));
    this.engine.on('hello', () => this.run && this.root.isConnected && this.#choose(this.run.run).catch(complain));
  }

  async enter() {
    await this.#refresh();
    if (!this.root.isConnected) return; // the player has left meanwhile
    if (this.run) await this.#choose(this.run.run);
    else this.detail.replaceChildren(element('p', { className: 'empty', textContent: 'Start a run, or choose one from the list.' }));
  }

  leave() {
    if (this.run) this.engine.unwatchRun(this.run.run).catch(() => {});
  }

  #form() {
    const level = select('Board', [...LEVEL_NAMES, ['custom', 'Custom size']], 'expert', (name) => {
      show(size, name === 'custom');
      for (const { input } of fields) input.disabled = name !== 'custom';
    });
    const rows = numberField('Rows', 16, { min: 1, max: 200 });
    const columns = numberField('Columns', 30, { min: 1, max: 200 });
    const mines = numberField('Mines', 99, { min: 1, max: 40000 });
    const fields = [rows, columns, mines];
    const size = element('div', { className: 'size-fields three', hidden: true }, ...fields.map(({ root }) => root));
    const first = select('First click', Object.entries(FIRST_CLICKS).filter(([name]) => name !== 'fair'), 'opening');
    const strategy = select('Strategy', this.engine.strategies.map(({ name }) => [name, strategyInWords(name)]), this.engine.strategies[0]?.name);
    const games = select('Games', [1000, 10000, 100000, 1000000].map((count) => [String(count), whole(count)]), '10000');
    const seed = seedInput('1');
    seed.required = true;
    const { lack } = this.engine;
    const start = async () => {
      if (!form.reportValidity()) return;
      const own = { topology: 'square', shape: [rows.input.valueAsNumber, columns.input.valueAsNumber], mines: mines.input.valueAsNumber };
      const board = level.input.value === 'custom' ? own : { level: level.input.value };
      const plan = { board, first_click: first.input.value, strategy: strategy.input.value, games: Number(games.input.value), seed: seed.value.trim() };
      const run = await this.engine.startRun(/** @type {Requests['start_run']} */ (plan));
      await this.#refresh();
      await this.#choose(run.run);
      bring(this.detail);
    };
    const form = element('form', { className: 'run-form', on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), start().catch(complain)) } }, level.root, size, first.root, strategy.root, lack && element('p', { className: 'hint', textContent: lack }), games.root, field('Seed', seed), element('button', { className: 'button primary', textContent: 'Start the run' }));
    return section('A new run', form);
  }

  async #refresh() {
    this.runs = await this.engine.runs();
    this.#list();
  }

  #list() {
    this.list.replaceChildren(...this.runs.map((run) => this.#entry(run)));
    if (!this.runs.length) this.list.append(element('p', { className: 'hint', textContent: 'You have no runs yet.' }));
  }

  /** @param {Run} run */
  #entry(run) {
    return element(
      'button',
      { type: 'button', className: 'game-entry', 'aria-pressed': String(run.run === this.run?.run), on: { click: () => this.#choose(run.run).then(() => bring(this.detail), complain) } },
      element('b', { textContent: titleOf(run), title: run.name }),
      element('span', { className: `status ${run.state}`, textContent: STATES[run.state] }),
      element('span', { textContent: share(run.win_rate) ?? '' }),
      element('small', { textContent: detailsOf(run) }),
    );
  }

  /** @param {string} run */
  async #choose(run) {
    if (this.run && this.run.run !== run) await this.engine.unwatchRun(this.run.run);
    const { run: now } = await this.engine.watchRun(run);
    this.#show(now);
  }

  /** @param {FullRun} run */
  #show(run) {
    this.run = run;
    const place = this.runs.findIndex((one) => one.run === run.run);
    if (place >= 0) this.runs[place] = run;
    this.#list();
    const secondsLeft = run.games_per_second ? (run.games - run.done) / run.games_per_second : 0;
    this.detail.replaceChildren(
      element(
        'section',
        { className: 'card run-card' },
        element('header', {}, element('h2', { textContent: titleOf(run) }), element('span', { className: `status ${run.state}`, textContent: STATES[run.state] }), this.#command(run)),
        element('p', { className: 'big-number', textContent: share(run.win_rate) ?? '–' }),
        element('p', { className: 'hint', textContent: intervalOf(run) ? `Win rate, 95 % interval: ${intervalOf(run)}` : 'Win rate' }),
        run.without_luck && element('p', { className: 'hint without-luck', title: LUCK_HELP, textContent: luckInWords(run.without_luck) }),
        element('progress', { max: run.games, value: run.done, 'aria-label': 'Games played' }),
        facts([
          ['First click', FIRST_CLICKS[run.first_click] ?? run.first_click],
          ['Games', `${whole(run.done)} of ${whole(run.games)}`],
          ['Won', whole(run.won)],
          ['Speed', run.state === 'running' && run.games_per_second ? `${whole(Math.round(run.games_per_second))} games a second` : null],
          ['Time left', run.state === 'running' && secondsLeft ? `about ${Math.ceil(secondsLeft)} s` : null],
          ['Seed', String(run.seed)],
          ['File', run.name],
          ['Message', run.message && forPlayers(run.message)],
        ]),
      ),
      element('div', { className: 'plots' }, ...plotsOf(run, this.app.store.theme)),
    );
  }

  /** @param {Run} run */
  #command(run) {
    const ask = (/** @type {(run: string) => Promise<FullRun>} */ question) => () => question(run.run).then((now) => this.#show(now)).catch(complain);
    if (run.state === 'running') return run.mine ? button('Stop', ask(this.engine.stopRun), { icon: 'stop', className: 'small' }) : null;
    return run.state === 'stopped' && run.games ? button('Resume', ask(this.engine.resumeRun), { icon: 'play', className: 'small' }) : null;
  }
}
