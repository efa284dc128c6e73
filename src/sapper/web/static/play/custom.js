/** The dialog for a game of one's own: layout, size, mines with their density, first click, variant, seed. */

import { LAYOUTS, shapeOf } from '../board/shapes.js';
import { button, numberField, seedInput, segmented, select, slider, toggle } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element, show } from '../ui/dom.js';
import { counted, FIRST_CLICKS, LEVELS, share, VARIANTS, whole } from '../ui/words.js';

const SIZES = [['custom', 'Own size'], ['beginner', 'Beginner'], ['intermediate', 'Intermediate'], ['expert', 'Expert']];

/** @type {Record<string, string>} */
const FIRST_NOTES = {
  safe: 'The first cell holds no mine.',
  opening: 'The first cell and those around it hold no mine.',
  fair: 'The board can be solved to its end without a guess. It is made when you open the first cell.',
  any: 'Even the first cell may hold a mine.',
};

const VARIANT_NOTES = {
  normal: 'The usual game.',
  hard_core: 'Guess while a safe cell exists, and you lose.',
  lucky: 'A guess is safe whenever it can be.',
};

/** What pressing a level does to the rules. */
export const LEVELS_KEEP = 'Beginner, Intermediate and Expert keep first click, game and further rules; they go back to square cells and a drawn seed.';

/**
 * Asks for a game.
 * @param {import('../engine.js').Engine} engine
 * @param {any} game what was played last
 * @param {(game: any) => void} begin
 */
export function askForGame(engine, game, begin) {
  const wanted = { ...game, ...LEVELS[game.level], seed: '' };
  const refreshers = [];
  const refresh = () => refreshers.forEach((one) => one());
  const body = [
    shapeChoice(wanted, refresh),
    sizeFields(engine, wanted, refreshers, refresh),
    ruleChoice('First click', 'first_click', firstClicks(engine), FIRST_NOTES, wanted, refresh, refreshers),
    engine.can('lucky') || engine.can('hard_core')
      ? ruleChoice('Game', 'variant', Object.entries(VARIANTS), VARIANT_NOTES, wanted, refresh, refreshers)
      : null,
    fairChoice(wanted, refreshers),
    furtherRules(wanted),
    seedField(wanted, refreshers),
    element('p', { className: 'hint', textContent: LEVELS_KEEP }),
  ].filter(Boolean);
  const start = button('Play', () => form.requestSubmit(), { className: 'primary' });
  const form = element('form', { className: 'custom-game', method: 'dialog', on: { submit } }, ...body);
  const dialog = openDialog('Custom game', [form], [start]);
  refresh();

  function submit(event) {
    event.preventDefault();
    if (!form.reportValidity()) return;
    dialog.close();
    const level = Object.keys(LEVELS).find((name) => sameSize(LEVELS[name], wanted));
    begin({ ...wanted, level: level ?? 'custom' });
  }
}

const sameSize = (a, b) => a.rows === b.rows && a.columns === b.columns && a.mines === b.mines;

const firstClicks = (engine) => Object.entries(FIRST_CLICKS).filter(([name]) => name !== 'fair' || engine.can('fair'));

function shapeChoice(wanted, refresh) {
  const control = segmented('Cells', LAYOUTS, wanted.topology, (topology) => {
    wanted.topology = topology;
    control.choose(topology);
    refresh();
  });
  return labelled('Cells', control.root);
}

function sizeFields(engine, wanted, refreshers, refresh) {
  const { side, cells } = engine.limits;
  const level = select('Size', SIZES, 'custom', (name) => {
    if (LEVELS[name]) Object.assign(wanted, LEVELS[name]);
    refresh();
  });
  const rows = numberField('Rows', wanted.rows, { min: 1, max: side }, (value) => change('rows', value));
  const columns = numberField('Columns', wanted.columns, { min: 1, max: side }, (value) => change('columns', value));
  const mines = numberField('Mines', wanted.mines, { min: 1, max: cells }, (value) => change('mines', value));
  const density = slider('Density', { min: 1, max: 60, step: 0.5, value: 20 }, () => share(densityOf(wanted)) ?? '', (value) => {
    wanted.mines = Math.max(1, Math.round((value / 100) * wanted.rows * wanted.columns));
    refresh();
  });

  function change(name, value) {
    wanted[name] = value;
    refresh();
  }

  refreshers.push(() => {
    for (const [name, { input }] of Object.entries({ rows, columns, mines })) {
      if (Number(input.value) !== wanted[name]) input.value = String(wanted[name]);
    }
    const size = wanted.rows * wanted.columns;
    const tooMany = size > cells ? `At most ${whole(cells)} cells.` : '';
    rows.input.setCustomValidity(tooMany);
    mines.input.setCustomValidity(tooManyMines(wanted));
    density.input.value = String(densityOf(wanted) * 100);
    density.root.querySelector('.value').textContent = share(densityOf(wanted));
    level.input.value = Object.keys(LEVELS).find((name) => sameSize(LEVELS[name], wanted)) ?? 'custom';
  });
  return element('div', { className: 'size-fields' }, level.root, rows.root, columns.root, mines.root, density.root);
}

/** Why the first click could not keep its promise among so many mines; empty where it can. */
function tooManyMines({ topology, rows, columns, mines, first_click: firstClick }) {
  const shape = shapeOf({ topology, shape: [rows, columns] });
  if (mines >= shape.size) return 'At least one cell must be safe.';
  const inner = [0, 1, columns, columns + 1].filter((cell) => cell < shape.size); // one of them touches most cells
  const opening = 1 + Math.max(...inner.map((cell) => shape.neighbours(cell).length));
  if (firstClick !== 'opening' || mines <= shape.size - opening) return '';
  if (shape.size <= opening) return 'This board has no room for an opening: choose another first click.';
  return `With an opening there is room for at most ${counted(shape.size - opening, 'mine')}.`;
}

const densityOf = ({ rows, columns, mines }) => (rows * columns ? mines / (rows * columns) : 0);

function ruleChoice(title, name, choices, notes, wanted, refresh, refreshers) {
  const hint = element('p', { className: 'hint' });
  const control = segmented(title, choices, wanted[name], (value) => {
    wanted[name] = value;
    refresh();
  });
  refreshers.push(() => {
    control.choose(wanted[name]);
    hint.textContent = notes[wanted[name]];
  });
  return labelled(title, control.root, hint);
}

/** How a board without guesses is made. */
function fairChoice(wanted, refreshers) {
  wanted.fair ??= { method: 'uniform', mine_count: true };
  const methods = [['uniform', 'Drawn until one fits: all alike likely'], ['adjusted', 'Mended where it fails: quick']];
  const method = select('How it is made', methods, wanted.fair.method, (value) => (wanted.fair.method = value));
  const count = toggle('It may need the mine count', wanted.fair.mine_count, (on) => (wanted.fair.mine_count = on));
  const root = element('div', { className: 'fair-choice' }, method.root, count.root);
  refreshers.push(() => show(root, wanted.first_click === 'fair'));
  return root;
}

function furtherRules(wanted) {
  const win = select('Won when', [['cleared', 'every safe cell is open'], ['flagged', 'flags are on the mines only']], wanted.win ?? 'cleared', (value) => (wanted.win = value));
  const mine = select('A mine', [['stop', 'ends the game'], ['continue', 'is shown, play goes on']], wanted.on_mine ?? 'stop', (value) => (wanted.on_mine = value));
  return element('details', {}, element('summary', { textContent: 'Further rules' }), element('div', { className: 'two-fields' }, win.root, mine.root));
}

function seedField(wanted, refreshers) {
  const input = seedInput('', (seed) => (wanted.seed = seed));
  input.placeholder = 'drawn';
  const root = element('label', { className: 'field' }, element('span', { className: 'label', textContent: 'Seed' }), input, element('p', { className: 'hint', textContent: 'The same seed makes the same board. A game with a typed seed is not counted.' }));
  refreshers.push(() => {
    root.hidden = wanted.first_click === 'fair';
    if (root.hidden) wanted.seed = input.value = '';
  });
  return root;
}

function labelled(title, ...content) {
  const root = element('div', { className: 'field' }, element('span', { className: 'label', textContent: title }), ...content);
  show(root, true);
  return root;
}

/**
 * A game as the server takes it.
 * @param {any} game @param {boolean} questionMarks
 */
export function orderOf(game, questionMarks) {
  const { level, topology, rows, columns, mines, first_click, variant, win, on_mine, fair, seed } = game;
  const board = LEVELS[level] ? { level, topology } : { topology, shape: [rows, columns], mines };
  const order = { board, first_click, variant, question_marks: questionMarks };
  if (win) order.win = win;
  if (on_mine) order.on_mine = on_mine;
  if (fair && first_click === 'fair') order.fair = fair;
  if (seed) order.seed = seed;
  return order;
}
