/** The panel beside the board: the assistant, and the lab, which unfolds: what the board shows, figures and autoplay. */

import { button, choiceButtons, facts, section, select, sentencePlace, slider, toggle } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { figuresExplained, movesTable } from '../analyse/moves.js';
import { DOING, FASTEST } from './assistant.js';
import { HELP_COUNTS } from './standing.js';
import { keyCap, renewKeyCaps } from '../input/caps.js';
import { settingSwitch } from '../settings/switch.js';
import { decimal, largeCount, minesAmong, share, strategyInWords, unopenedInWords, whole } from '../ui/plain_words.js';

/** @import { Analysis, State } from '../answers.js' */
/** @import { Assistant } from './assistant.js' */

const MEANINGS = [
  ['risk', 'Mine'],
  ['zero', 'Zero'],
  ['belief', "Strategy's beliefs", 'What the autoplay strategy itself believes: safe cells, mines and risks'],
];

const MOVES = {
  all: 'Opens all known safe cells and flags all known mines. With Shift, one cell',
  one: 'Opens or flags one cell that is known. With Shift, all of them',
};

/** The most statements in the list. The figures of a cell have all statements about it. */
const MOST_STATEMENTS = 6;

export class Panel {
  /** @type {HTMLElement} */
  busyText;
  /** @type {HTMLElement} */
  commands;
  /** What the assistant says. */
  sentence = sentencePlace();
  /** What the assistant says besides the sentence. @type {HTMLElement} */
  advice;
  /** Says what help does, while that matters. @type {HTMLElement} */
  warning;
  /** @type {HTMLButtonElement} */
  moveButton;
  /** @type {HTMLButtonElement} */
  playButton;
  /** @type {HTMLButtonElement} */
  pauseButton;
  /** @type {import('../ui/controls.js').Control} */
  risksToggle;

  /** @type {import('../ui/controls.js').Control} */
  structureToggle;
  /** @type {import('../ui/controls.js').Control} */
  tapsToggle;

  /**
   * @param {object} parts
   * @param {import('../engine_client.js').EngineClient} parts.engine
   * @param {Assistant} parts.assistant
   * @param {import('./overlay.js').Overlay} parts.overlay
   * @param {import('../settings/store.js').SettingsStore} parts.store
   */
  constructor({ engine, assistant, overlay, store }) {
    this.engine = engine;
    this.assistant = assistant;
    this.overlay = overlay;
    this.store = store;
    this.figures = element('div', { className: 'figures' });
    this.busyLine = this.#busyLine();
    this.root = element('aside', { className: 'panel', 'aria-label': 'Assistant and figures' }, this.#actions());
    /** @type {HTMLDetailsElement} */
    this.lab = element('details', { className: 'section lab', on: { toggle: () => store.values.lab !== this.lab.open && store.set({ lab: this.lab.open }) } }, labSummary(), this.#showOptions(), this.#autoplay());
    this.root.append(this.lab);
    assistant.on('busy', () => this.#busy());
    assistant.on('hints', () => this.#tell());
    overlay.on('figures', (figures) => this.#showFigures(figures));
    store.on('change', () => this.#settings());
    this.#settings();
    this.#busy();
  }

  /** The assistant's buttons work only while a game is being played. @param {State} state */
  show({ status, counts }) {
    const playing = status === 'playing';
    for (const one of [...this.commands.querySelectorAll('button'), this.playButton]) one.disabled = !playing;
    show(this.warning, playing && counts);
  }

  /** Whether a tap shows the figures of a cell and does not open it. */
  get tapsTell() {
    return this.overlay.risks && this.tapsToggle.input.checked;
  }

  /** Turns one of the switches by a key. What it switches on is explained in the lab. @param {import('../ui/controls.js').Control} control */
  press({ input }) {
    input.click();
    if (input.checked) this.lab.open = true;
  }

  #settings() {
    const { keys, moveOne, lab } = this.store.values;
    renewKeyCaps(this.root, keys);
    this.moveButton.title = MOVES[moveOne ? 'one' : 'all'];
    this.lab.open = lab;
  }

  /** @param {string} action */
  #key(action) {
    return keyCap(action, this.store.values.keys);
  }

  #actions() {
    const { assistant } = this;
    this.moveButton = button('Move', ({ shiftKey }) => assistant.move(shiftKey), { icon: 'move', key: this.#key('move') });
    this.warning = element('p', { className: 'hint', textContent: HELP_COUNTS });
    this.commands = element(
      'div',
      { className: 'actions' },
      button('Hint', ({ shiftKey }) => assistant.hint(shiftKey), { icon: 'hint', key: this.#key('hint'), title: 'Shows what follows next, and why. With Shift, all of it' }),
      this.moveButton,
      button('Go on', () => assistant.assist('run'), { icon: 'run', key: this.#key('run'), title: 'Moves until a guess is needed' }),
      button('Guess', () => assistant.assist('guess'), { icon: 'guess', key: this.#key('guess'), title: 'Opens the cell that a hint names, and says why' }),
    );
    this.advice = element('div', { className: 'told', hidden: true });
    const words = element('div', { className: 'words' }, this.sentence, this.warning);
    return section('Assistant', this.commands, words, this.advice, this.busyLine);
  }

  /** Shows the other hints on the position, and compares the best guesses. */
  #tell() {
    const { hints, lastGuess, outcome, currentGame } = this.assistant;
    const parts = [];
    if (lastGuess && !currentGame.playing) parts.push(element('p', { textContent: outcome }));
    if (hints && hints.list.length > 1) parts.push(hints.all ? this.#hintList(hints) : button(`Show all ${whole(hints.list.length)} hints`, () => this.assistant.hint(true), { className: 'small' }));
    const moves = lastGuess?.moves ?? (hints?.compares ? hints.answer.moves : []);
    if (moves.length) parts.push(movesTable(moves, currentGame.scene.shape, (cell) => this.assistant.pointOut(cell)), figuresExplained());
    this.advice.replaceChildren(...parts);
    show(this.advice, parts.length > 0);
  }

  /** All hints as a list. One that is pressed is shown alone. @param {import('./hints.js').Hints} hints */
  #hintList(hints) {
    const rows = hints.list.map(({ sentence }, at) => element('li', {}, button(sentence, () => this.assistant.showHint(at), { className: 'row' })));
    return element('ol', { className: 'hint-list', 'aria-label': 'All hints' }, ...rows);
  }

  #busyLine() {
    this.busyText = element('span', { className: 'label' });
    const stop = button('Stop', () => this.assistant.stop(), { icon: 'stop', className: 'small' });
    return element('div', { className: 'busy' }, element('span', { className: 'spinner', ariaHidden: 'true' }), this.busyText, stop);
  }

  #autoplay() {
    const { assistant, store, engine } = this;
    this.playButton = button('Play', () => assistant.autoplay(), { icon: 'play', key: this.#key('autoplay') });
    this.pauseButton = button('Pause', () => assistant.autoplay(), { icon: 'pause', key: this.#key('autoplay') });
    const pace = slider('Speed', { min: 1, max: FASTEST, step: 1, value: store.values.speed }, paceInWords, (speed) => assistant.pace(speed));
    const summaryOf = (/** @type {string} */ name) => engine.strategies.find((one) => one.name === name)?.summary ?? '';
    const few = engine.strategies.filter(({ name, usual }) => usual || name === assistant.strategy);
    const strategy = select('Strategy', menuOptions(few), assistant.strategy, (name) => {
      store.set({ strategy: name });
      summary.textContent = summaryOf(name);
    });
    const more = button('More strategies', () => {
      const others = engine.strategies.filter((one) => !few.includes(one));
      strategy.input.append(...menuOptions(others).map(([value, textContent]) => element('option', { value, textContent })));
      more.remove();
      strategy.input.focus();
    }, { className: 'small' });
    const summary = element('p', { className: 'hint', textContent: summaryOf(assistant.strategy) });
    const thinking = toggle('Show how it thinks', false, (on) => (assistant.thinking = on));
    return section(
      'Autoplay',
      element('div', { className: 'autoplay-line' }, this.playButton, this.pauseButton, pace.root),
      element('div', { className: 'strategy-line' }, strategy.root, more),
      summary,
      settingSwitch(store, 'autoFlags', 'Flag certain mines'),
      thinking.root,
      element('p', {}, element('a', { href: '#simulate', textContent: 'Simulate many games' }), ' with a strategy.'),
    );
  }

  #showOptions() {
    const { overlay, store } = this;
    this.risksToggle = toggle('Probabilities', overlay.risks, (on) => overlay.showRisks(on), this.#key('risks'));
    const meaning = choiceButtons('Probability of', MEANINGS, overlay.meaning, (value) => {
      meaning.choose(value);
      overlay.showMeaning(/** @type {'risk'|'zero'|'belief'} */ (value));
    });
    const numbers = settingSwitch(store, 'riskNumbers', 'Show as numbers');
    this.tapsToggle = toggle('Tap a cell for its figures', false, () => {});
    this.tapsToggle.root.classList.add('for-fingers');
    this.structureToggle = toggle("Solver's view", overlay.structure, (on) => overlay.showStructure(on), this.#key('structure'));
    const chance = toggle('Chance to win', overlay.chance, (on) => overlay.showChance(on));
    return section('On the board', this.risksToggle.root, element('div', { className: 'meaning' }, meaning.root, numbers, this.tapsToggle.root), this.structureToggle.root, chance.root, this.figures);
  }

  #busy() {
    const { busy } = this.assistant;
    this.busyLine.classList.toggle('on', busy !== null);
    /** @type {HTMLButtonElement} */ (this.busyLine.querySelector('button')).disabled = busy === null;
    this.busyText.textContent = busy ? `${DOING[busy.what]}…` : '';
    show(this.playButton, busy?.what !== 'autoplay');
    show(this.pauseButton, busy?.what === 'autoplay');
    if (busy?.what === 'autoplay') this.lab.open = true; // it has the pace and the button to pause
  }

  /** @param {import('./overlay.js').Figures|null} figures */
  #showFigures(figures) {
    if (!figures) this.figures.replaceChildren();
    else if ('statements' in figures) this.figures.replaceChildren(...beliefList(figures), riskScale());
    else if (figures.promise) this.figures.replaceChildren(element('p', { textContent: unopenedInWords(figures.promise) }), figureList(figures));
    else this.figures.replaceChildren(figureList(figures), riskScale());
  }
}

const labSummary = () => element('summary', {}, element('h2', { textContent: 'Lab' }), element('span', { className: 'hint', textContent: 'Probabilities, autoplay, strategies' }));

/** The risk of every cell of the sea, which the board writes once. @param {{sea?: import('../board/scene.js').Sea|null}} figures @returns {import('../ui/controls.js').Fact} */
const seaFact = ({ sea }) => ['Risk away from numbers', sea ? share(sea.risk) : null];

/** @param {Analysis & {sea: import('../board/scene.js').Sea|null}} analysis */
export function figureList(analysis) {
  return facts([
    ['Configurations', largeCount(analysis.configurations, analysis.log10_configurations)],
    ['Certainly safe', whole(analysis.safe_count)],
    ['Certainly mines', whole(analysis.mine_count)],
    ['Least risk', share(analysis.safest_risk)],
    seaFact(analysis),
    ['Chance to win', share(analysis.win_probability)],
    ['Risk taken so far', share(analysis.risk_taken)],
    ['Computed in', `${decimal(analysis.elapsed_ms, 1)} ms`],
    ['Exact', analysis.exact ? null : 'No, these are estimates'],
  ]);
}

/** @param {import('./overlay.js').BeliefFigures} beliefs */
function beliefList({ strategy, silent, safe_count: safe, mine_count: mines, statements, statement_count: count, sea }) {
  if (silent) return [element('p', { textContent: `${strategy} does not say what it knows about this position.` })];
  const counts = facts([
    ['Known by', strategy],
    ['Believed safe', whole(safe)],
    ['Believed mines', whole(mines)],
    ['Statements about several cells', whole(count)],
    seaFact({ sea }),
  ]);
  const shortest = [...statements].sort((one, other) => one.cells.length - other.cells.length).slice(0, MOST_STATEMENTS);
  const list = element('ul', { className: 'statements' }, ...shortest.map((each) => element('li', { textContent: minesAmong(each) })));
  return shortest.length ? [counts, list] : [counts];
}

/** The scale of the risk colours. */
export function riskScale() {
  return element(
    'div',
    { className: 'risk-scale', role: 'img', 'aria-label': 'Colours from low to high risk' },
    element('i'),
    element('span', { textContent: '0 %' }),
    element('span', { textContent: 'risk' }),
    element('span', { textContent: '100 %' }),
  );
}

/** The options of a menu of strategies. @param {{name: string}[]} strategies */
const menuOptions = (strategies) => strategies.map(({ name }) => [name, strategyInWords(name)]);

/** @param {number} speed in moves a second */
const paceInWords = (speed) => (speed >= FASTEST ? 'no pause' : `${speed} a second`);
