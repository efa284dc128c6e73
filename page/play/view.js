/** Play: the board, the assistant beside it and the keys. */

import { cellInWords } from '../board/access.js';
import { listenToKeys } from '../input/keys.js';
import { announce, complain, note } from '../ui/announce.js';
import { button } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { askToLast, thisTab } from '../ui/text_storage.js';
import { boardName, quantity, whole } from '../ui/plain_words.js';
import { Assistant } from './assistant.js';
import { addEffects, Cabinet } from './cabinet.js';
import { Commands } from './commands.js';
import { askForDaily, orderOf, startFromSettings } from './new_game.js';
import { Dock } from './dock.js';
import { openLink } from './link.js';
import { Overlay } from './overlay.js';
import { Panel } from './panel.js';
import { Ending } from './ending.js';
import { CurrentGame } from './current_game.js';
import { flagSwitch, Toolbar } from './toolbar.js';
import { Welcome } from './welcome.js';
import { chosenZoom, keepZoom } from './zoom.js';

/** @import { Kind, NewGame } from '../host/requests.js' */
/** @import { State, Update } from '../answers.js' */

const LOST = { mine: 'You lost. A mine exploded.', guess: 'You lost. That was a guess.' };
const THIS_TAB = 'sapper-game'; // the tab keeps its game here, to show it again after a reload

export class PlayView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.store = app.store;
    this.currentGame = new CurrentGame(app.engine);
    this.assistant = new Assistant(this.currentGame, this.store);
    this.cabinet = new Cabinet(this.currentGame, {
      act: (kind, cell) => this.#act(kind, cell),
      fresh: () => this.fresh(),
      settings: () => this.store.values,
      tells: (cell) => this.#tellFigures(cell),
    });
    this.board = this.cabinet.view;
    addEffects(this.currentGame, this.board, () => this.store.values);
    const flags = flagSwitch(this.store);
    this.ending = new Ending(this.currentGame, this.cabinet, flags, this.store, {
      fresh: () => this.fresh(),
      again: () => this.commands.press('again'),
      undo: () => this.commands.press('undo'),
      review: (game) => this.app.go('review', { game }),
      analyse: () => this.currentGame.state && this.app.go('analyse', { board: this.currentGame.state.board, marks: this.currentGame.scene.marks }),
    });
    this.overlay = new Overlay(this.currentGame, this.board, this.cabinet.chance, () => this.assistant.player);
    this.panel = new Panel({ engine: this.engine, assistant: this.assistant, overlay: this.overlay, store: this.store });
    this.dock = new Dock(this.board, this.engine, () => (this.currentGame.playing && this.store.values.tooltips && this.overlay.meaning !== 'zero' ? this.currentGame.source : null));
    this.commands = new Commands({
      currentGame: this.currentGame,
      assistant: this.assistant,
      board: this.board,
      panel: this.panel,
      dock: this.dock,
      store: this.store,
      act: (kind, cell) => this.#act(kind, cell),
      fresh: () => this.fresh(),
      level: (level) => this.#level(level),
      start: (order) => this.#start(order),
    });
    const welcome = new Welcome(this.currentGame, this.store);
    welcome.standIn(this.panel.root);
    this.panel.root.append(this.dock.root);
    this.ending.standBeside(this.panel.root);
    this.toolbar = new Toolbar(
      this.board,
      {
        level: (level) => this.#level(level),
        fair: (fair) => this.fresh({ ...this.store.values.game, first_click: fair ? 'fair' : 'opening' }),
        daily: () => askForDaily(this.engine, (level) => this.#start({ daily: level, question_marks: this.store.values.questionMarks })).catch(complain),
      },
      welcome.line,
    );
    const heading = element('h1', { className: 'unseen', textContent: 'Play' });
    this.root = element('div', { className: 'view play' }, heading, element('div', { className: 'play-main' }, this.toolbar.root, this.cabinet.stage, flags), this.panel.root);
    this.#listen();
    this.#applySettings();
  }

  /** Called when the view is shown. @param {string|import('../views.js').ViewInput['play']} [what] a link to a board, an order, or a game to resume */
  async enter(what) {
    this.isActive = true;
    if (typeof what === 'string') await openLink(this.currentGame, what, (order) => this.#start(order), () => this.#begin());
    else if (what && 'game' in what) await this.#resume(what.game);
    else if (what) await this.#start(what);
    else if (!this.currentGame.id) await this.#begin();
    else await this.currentGame.resume(this.currentGame.id).catch(complain);
    this.board.layout();
    this.board.box.focus({ preventScroll: true });
  }

  /** Called when another view is shown. The clock stops. */
  leave() {
    this.isActive = false;
    this.dock.hide();
    this.assistant.stop();
    if (this.currentGame.playing && this.currentGame.id) this.engine.leave(this.currentGame.id).catch(() => {});
  }

  /** Starts a new game like the last one, on a graph on the same one. @param {import('../settings/store.js').GameChoice} [choice] */
  async fresh(choice) {
    const { state } = this.currentGame;
    if (!choice && state?.board.topology === 'graph') {
      const { board, first_click, guessing, win, on_mine, question_marks } = state;
      await this.#start({ board, first_click, guessing, win, on_mine, question_marks });
      return;
    }
    const game = choice ?? this.store.values.game;
    const { seed, ...rest } = game;
    if (await this.#start(orderOf(game, this.store.values.questionMarks))) this.store.set({ game: rest });
    else if (this.currentGame.state) this.toolbar.show(this.currentGame.state);
  }

  /** Begins a game. Returns whether it could. @param {NewGame} order */
  async #start(order) {
    const { currentGame } = this;
    const lastGame = currentGame.playing && currentGame.state?.moves ? currentGame.id : null;
    try {
      announce(`New game. ${labelOf(await currentGame.start(order))}`);
      if (lastGame && lastGame !== currentGame.id) {
        const offer = note('Your game is kept.', 'plain', { label: 'Resume', press: () => this.#resume(lastGame) });
        currentGame.on('update', () => offer.remove(), { once: true });
      }
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /** @param {string} game */
  async #resume(game) {
    await this.currentGame.resume(game).catch(complain);
    this.board.box.focus({ preventScroll: true });
  }

  async #begin() {
    for (const game of [thisTab.get(THIS_TAB), this.engine.hello?.game]) {
      if (!game) continue;
      try {
        await this.currentGame.resume(game);
        return;
      } catch (error) {
        if (error.type === 'unknown') continue;
        complain(error);
        return;
      }
    }
    await startFromSettings(this.currentGame, this.store).catch(complain);
  }

  /** @param {string} level */
  #level(level) {
    if (level === 'custom') this.#askForGame().catch(complain);
    else this.fresh({ ...this.store.values.game, level, topology: 'square' });
  }

  async #askForGame() {
    const { askForGame } = await import('./custom_game.js');
    askForGame(this.engine, this.store.values.game, (game) => this.fresh(game));
  }

  /** @param {number} cell */
  #tellFigures(cell) {
    if (!this.panel.tapsTell) return false;
    this.dock.over(cell, true);
    return true;
  }

  #listen() {
    const { currentGame, assistant } = this;
    currentGame.on('state', (state) => this.#newState(state));
    currentGame.on('update', (update) => this.#showUpdate(update));
    currentGame.on('wait', (progress) => this.#showSearch(progress));
    currentGame.on('opening', (cells) => this.board.redraw(cells));
    assistant.on('sentence', (sentence) => {
      this.panel.sentence.textContent = sentence;
      this.board.refresh();
    });
    assistant.on('hints', () => this.board.rulers.show(assistant.namedCells));
    assistant.on('aim', (cell) => this.#aim(cell));
    assistant.on('structure', (structure) => this.overlay.take(structure));
    this.overlay.on('figures', (figures) => figures || this.dock.hide());
    assistant.on('busy', () => assistant.busy || this.overlay.structure || this.overlay.take(null));
    assistant.on('busy', () => this.overlay.playerChanged());
    this.store.on('change', () => this.#applySettings());
    this.store.on('change', () => this.overlay.playerChanged());
    this.board.box.addEventListener('mousedown', () => this.commands.showCursor(false));
    keepZoom(this.store, this.board);
    listenToKeys({
      board: this.board.box,
      active: () => Boolean(this.isActive),
      ownBindings: () => this.store.values.keys,
      act: (action, shift) => this.commands.press(action, shift),
    });
  }

  #applySettings() {
    this.board.look = this.store.look;
    this.currentGame.scene.riskNumbers = this.store.values.riskNumbers;
    const zoom = chosenZoom(this.store, this.currentGame.scene.shape);
    if (this.board.zoom !== zoom) this.board.zoomTo(zoom);
    this.board.redraw();
    if (this.currentGame.state) this.#showState(this.currentGame.state); // the keys may have changed
  }

  /** @param {State} state */
  #newState(state) {
    const { scene } = this.currentGame;
    thisTab.set(THIS_TAB, state.game);
    scene.riskNumbers = this.store.values.riskNumbers;
    this.dock.hide();
    this.board.show(scene, labelOf(state), chosenZoom(this.store, scene.shape));
    this.#showState(state);
  }

  /** @param {Update} update */
  #showUpdate(update) {
    this.dock.hide();
    this.board.refresh(update.marks || update.end || update.action?.kind === 'undo' ? undefined : update.cells);
    if (this.currentGame.state) this.#showState(this.currentGame.state);
    if (update.end) this.#over(update.status, update.end, update.counts);
    else if (update.cells.length > 1) announce(`${quantity(update.cells.length, 'cell')} changed`);
    else if (update.cells.length === 1) announce(cellInWords(this.currentGame.scene, update.cells[0]));
    const scrolls = this.board.box.classList.contains('scrolls');
    if (scrolls && update.action && update.action.by !== 'player') this.board.reveal(update.action.cell);
  }

  /** @param {State} state */
  #showState(state) {
    this.cabinet.update();
    this.toolbar.show(state);
    this.panel.show(state);
    this.ending.update();
  }

  /** @param {State['status']} status @param {NonNullable<State['end']>} end @param {boolean} counts */
  #over(status, end, counts) {
    if (counts) askToLast(); // from now on there is something to lose
    if (status === 'won') announce(end.record?.rank === 1 ? 'You won! Your best time.' : 'You won!');
    else if (end.cause !== 'cleared') announce(LOST[end.cause]);
  }

  /** @param {import('./current_game.js').SearchProgress|null} progress */
  #showSearch(progress) {
    const { wait } = this.cabinet;
    show(wait, progress !== null);
    if (!progress) return;
    const text = progress.text ? `${whole(progress.done)} ${progress.text}` : 'Making a board that needs no guess…';
    if (!wait.firstChild) wait.append(element('span', { className: 'spinner' }), element('p'), button('Stop', () => this.currentGame.search?.stop(), { className: 'small' }));
    /** @type {HTMLElement} */ (wait.querySelector('p')).textContent = text;
  }

  /** @param {Kind} kind @param {number} cell */
  #act(kind, cell) {
    const { scene, state } = this.currentGame;
    scene.cursor = kind === 'open' && !state?.begun ? (state?.start ?? cell) : cell;
    this.currentGame.act(kind, cell, this.cabinet.trail.take()).catch(complain);
  }

  /** @param {number} cell */
  #aim(cell) {
    this.currentGame.scene.cursor = cell;
    this.board.maps.close();
    this.board.reveal(cell);
    this.board.access.update();
  }
}

/** The board in words, for screen readers. @param {State} state */
function labelOf({ board, level }) {
  const [rows, columns] = board.shape;
  if (board.topology === 'graph') return boardName(board);
  return `${boardName(board, level)}: ${quantity(rows, 'row')}, ${quantity(columns, 'column')}, ${quantity(board.mines, 'mine')}`;
}
