/** The dialog for a custom game. Few games begin with it, so it is loaded when a player first opens it. */

import { LIMITS } from '../host/limits.js';
import { LAYOUTS, LAYOUT_NOTES, shapeOf } from '../board/shapes.js';
import { button, choiceButtons, numberField, seedInput, select, slider, toggle } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element, show } from '../ui/dom.js';
import { FIRST_CLICKS, LEVEL_NAMES, LEVELS, quantity, share, GUESSING, whole } from '../ui/plain_words.js';
import { isLevel, LEVELS_KEEP } from './new_game.js';

/** @import { EngineClient } from '../engine_client.js' */
/** @import { GameChoice } from '../settings/store.js' */

const SIZES = [['custom', 'Custom size'], ...LEVEL_NAMES];

/** The game with all that the dialog asks for. @typedef {GameChoice & {fair: NonNullable<GameChoice['fair']>, seed: string}} FullGameChoice */
/** What follows a change of the choice. @typedef {() => void} Refresh */

/** @type {Record<string, string>} */
const FIRST_NOTES = {
  safe: 'The first cell you open is never a mine.',
  opening: 'The first cell you open and its neighbours are never mines.',
  fair: 'You can solve the whole board without a guess. It is made when you open the first cell.',
  any: 'Even the first cell you open may be a mine.',
};

/** @type {Record<string, string>} */
const GUESSING_NOTES = {
  free: 'You may guess at any time, and may hit a mine.',
  hard_core: 'You lose if you guess while a cell is certainly safe.',
  lucky: 'A guess is safe whenever that is possible.',
  kaboom: 'You lose if you guess while a cell is certainly safe. A guess that you need is safe.',
};

/**
 * Asks for a custom game.
 * @param {EngineClient} engine @param {GameChoice} game the board and rules of the last game @param {(game: GameChoice) => void} begin
 */
export function askForGame(engine, game, begin) {
  /** @type {FullGameChoice} */
  const choice = { ...game, ...levelIn(game.level), fair: { method: 'uniform', mine_count: true, ...game.fair }, seed: '' };
  /** @type {Refresh[]} */
  const refreshers = [];
  const refresh = () => refreshers.forEach((one) => one());
  const body = [
    ruleChoice('Cells', 'topology', LAYOUTS, LAYOUT_NOTES, choice, refresh, refreshers),
    sizeFields(engine, choice, refreshers, refresh),
    ruleChoice('First click', 'first_click', Object.entries(FIRST_CLICKS), FIRST_NOTES, choice, refresh, refreshers),
    ruleChoice('Guesses', 'guessing', Object.entries(GUESSING), GUESSING_NOTES, choice, refresh, refreshers),
    fairChoice(choice, refreshers),
    furtherRules(choice),
    seedField(choice, refreshers),
    element('p', { className: 'hint', textContent: LEVELS_KEEP }),
  ];
  const start = button('Play', () => form.requestSubmit(), { className: 'primary' });
  const form = element('form', { className: 'custom-game', method: 'dialog', on: { submit } }, ...body);
  const dialog = openDialog('Custom game', [form], [start]);
  refresh();

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (!form.reportValidity()) return;
    dialog.close();
    begin({ ...choice, level: levelOf(choice) });
  }
}

/** The size and mines of a level; null if the name is none of a level. @param {string} name */
const levelIn = (name) => (isLevel(name) ? LEVELS[name] : null);

/** The level of a size and its mines. @param {GameChoice} size */
function levelOf({ rows, columns, mines }) {
  const match = Object.entries(LEVELS).find(([, level]) => level.rows === rows && level.columns === columns && level.mines === mines);
  return match?.[0] ?? 'custom';
}

/** @param {EngineClient} engine @param {FullGameChoice} choice @param {Refresh[]} refreshers @param {Refresh} refresh */
function sizeFields(engine, choice, refreshers, refresh) {
  const { MOST_SIDE: side, MOST_CELLS: cells } = LIMITS;
  const level = select('Size', SIZES, 'custom', (name) => {
    Object.assign(choice, levelIn(name));
    refresh();
  });
  const rows = numberField('Rows', choice.rows, { min: 1, max: side }, (value) => change('rows', value));
  const columns = numberField('Columns', choice.columns, { min: 1, max: side }, (value) => change('columns', value));
  const mines = numberField('Mines', choice.mines, { min: 1, max: cells }, (value) => change('mines', value));
  const density = slider('Density', { min: 1, max: 60, step: 0.5, value: 20 }, () => densityInWords(choice), (value) => {
    choice.mines = Math.max(1, Math.round((value / 100) * choice.rows * choice.columns));
    refresh();
  });

  /** @param {'rows'|'columns'|'mines'} name @param {number} value */
  function change(name, value) {
    choice[name] = value;
    refresh();
  }

  refreshers.push(() => {
    for (const [{ input }, value] of /** @type {const} */ ([[rows, choice.rows], [columns, choice.columns], [mines, choice.mines]])) {
      if (Number(input.value) !== value) input.value = String(value);
    }
    const size = choice.rows * choice.columns;
    const tooMany = size > cells ? `A board can have at most ${whole(cells)} cells.` : '';
    rows.input.setCustomValidity(tooMany);
    mines.input.setCustomValidity(tooManyMines(choice));
    density.input.value = String(densityOf(choice) * 100);
    density.input.ariaValueText = densityInWords(choice);
    /** @type {HTMLElement} */ (density.root.querySelector('.value')).textContent = densityInWords(choice);
    level.input.value = levelOf(choice);
  });
  return element('div', { className: 'size-fields' }, level.root, rows.root, columns.root, mines.root, density.root);
}

/** What is wrong with the number of mines: too many for the board, or for what the first click promises. Empty if nothing is. @param {FullGameChoice} choice */
function tooManyMines({ topology, rows, columns, mines, first_click: firstClick }) {
  if (!(rows >= 1 && columns >= 1)) return ''; // those fields themselves say what is wrong
  const shape = shapeOf({ topology, shape: [rows, columns] });
  if (mines >= shape.size) return 'There are too many mines. At least one cell must be safe.';
  const inner = [0, 1, columns, columns + 1].filter((cell) => cell < shape.size); // one of these has the most neighbours
  const opening = 1 + Math.max(...inner.map((cell) => shape.neighbours(cell).length));
  if (firstClick !== 'opening' || mines <= shape.size - opening) return '';
  if (shape.size <= opening) return 'This board is too small for an opening. Choose another first click.';
  return `An opening leaves room for at most ${quantity(shape.size - opening, 'mine')}.`;
}

/** The share of mines, or what is wrong with their number. @param {FullGameChoice} choice */
const densityInWords = (choice) => tooManyMines(choice) || String(share(densityOf(choice)));

/** @param {FullGameChoice} choice */
const densityOf = ({ rows, columns, mines }) => (rows * columns ? mines / (rows * columns) : 0);

/**
 * @param {string} title @param {'topology'|'first_click'|'guessing'} name @param {string[][]} choices @param {Record<string, string>} notes
 * @param {FullGameChoice} choice @param {Refresh} refresh @param {Refresh[]} refreshers
 */
function ruleChoice(title, name, choices, notes, choice, refresh, refreshers) {
  const hint = element('p', { className: 'hint' });
  const control = choiceButtons(title, choices, choice[name], (value) => {
    choice[name] = value;
    refresh();
  });
  refreshers.push(() => {
    control.choose(choice[name]);
    hint.textContent = notes[choice[name]];
  });
  return withLabel(title, control.root, hint);
}

/** How to make a board that needs no guess. @param {FullGameChoice} choice @param {Refresh[]} refreshers */
function fairChoice(choice, refreshers) {
  const methods = [['uniform', 'Draw boards until one fits'], ['adjusted', 'Move mines until it needs no guess']];
  const hint = element('p', { className: 'hint' });
  const method = select('How the board is made', methods, choice.fair.method, (value) => {
    choice.fair.method = value;
    tell();
  });
  const tell = () => (hint.textContent = choice.fair.method === 'uniform' ? 'All boards that need no guess are equally likely.' : 'Faster, but some boards are likelier than others.');
  tell();
  const count = toggle('Solving it may need the mine count', choice.fair.mine_count, (on) => (choice.fair.mine_count = on));
  const root = element('div', { className: 'fair-choice' }, method.root, hint, count.root);
  refreshers.push(() => show(root, choice.first_click === 'fair'));
  return root;
}

/** @param {FullGameChoice} choice */
function furtherRules(choice) {
  const win = select('You win when', [['cleared', 'all safe cells are open'], ['flagged', 'all mines have flags, and nothing else has']], choice.win ?? 'cleared', (value) => (choice.win = value));
  const mine = select('When you hit a mine', [['stop', 'the game ends'], ['continue', 'you play on']], choice.on_mine ?? 'stop', (value) => (choice.on_mine = value));
  return element('details', {}, element('summary', { textContent: 'More rules' }), element('div', { className: 'two-fields' }, win.root, mine.root));
}

/** @param {FullGameChoice} choice @param {Refresh[]} refreshers */
function seedField(choice, refreshers) {
  const input = seedInput('', (seed) => (choice.seed = seed));
  input.placeholder = 'random';
  const hint = element('p', { className: 'hint' });
  refreshers.push(() => {
    const same = choice.first_click === 'fair' ? 'The same seed gives the same board if you open the same cell first.' : 'The same seed gives the same board.';
    hint.textContent = `${same} A game with a typed seed does not count in the statistics.`;
  });
  return element('label', { className: 'field' }, element('span', { className: 'label', textContent: 'Seed' }), input, hint);
}

/** @param {string} title @param {...HTMLElement} content */
function withLabel(title, ...content) {
  return element('div', { className: 'field' }, element('span', { className: 'label', textContent: title }), ...content);
}
