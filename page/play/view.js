/** Play: the board, the assistant beside it and the keys. */

import { cellInWords } from '../board/access.js';
import { KEY_STEPS } from '../board/cursor.js';
import { listenToKeys } from '../input/keys.js';
import { announce, complain, note } from '../ui/announce.js';
import { button } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { askToLast, thisTab } from '../ui/kept_texts.js';
import { boardName, counted, whole } from '../ui/words.js';
import { Assistant } from './assistant.js';
import { Cabinet } from './cabinet.js';
import { askForGame, orderOf } from './custom.js';
import { askForDaily } from './daily.js';
import { addEffects } from './effects.js';
import { Dock } from './dock.js';
import { startKept } from './kept.js';
import { openLink } from './link.js';
import { Overlay } from './overlay.js';
import { Panel } from './panel.js';
import { Ending } from './ending.js';
import { GameSession } from './session.js';
import { flagSwitch, Toolbar } from './toolbar.js';
import { Welcome } from './welcome.js';
import { chosenZoom, keepZoom } from './zoom.js';

const LOST = { mine: 'You lost. A mine exploded.', guess: 'You lost. That was a guess.' };
const THIS_TAB = 'sapper-game'; // the tab keeps its game here, to show it again after a reload
const CURSOR_STEPS = new Set(Object.values(KEY_STEPS));

export class PlayView {
  /** @param {{engine: import('../engine.js').Engine, store: import('../settings/store.js').Store, go: (view: string, what?: any) => void}} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.store = app.store;
    this.session = new GameSession(app.engine);
    this.assistant = new Assistant(this.session, this.store);
    this.cabinet = new Cabinet(this.session, {
      act: (kind, cell) => this.#act(kind, cell),
      fresh: () => this.fresh(),
      settings: () => this.store.values,
      tells: (cell) => this.#tellFigures(cell),
    });
    this.board = this.cabinet.view;
    addEffects(this.session, this.board, () => this.store.values);
    this.ending = new Ending(this.session, this.cabinet, this.store, {
      fresh: () => this.fresh(),
      again: () => this.#command('again'),
      undo: () => this.#command('undo'),
      review: (game) => this.app.go('review', { game }),
      analyse: () => this.app.go('analyse', { board: this.session.state.board, marks: this.session.scene.marks }),
    });
    this.overlay = new Overlay(this.session, this.board, this.cabinet.chance, () => this.assistant.player);
    this.panel = new Panel({ engine: this.engine, assistant: this.assistant, overlay: this.overlay, store: this.store });
    this.dock = new Dock(this.board, this.engine, () => (this.session.playing && this.store.values.tooltips && this.overlay.meaning !== 'zero' ? this.session.source : null));
    const welcome = new Welcome(this.session, this.store);
    this.panel.root.prepend(welcome.card);
    this.panel.root.append(this.dock.root);
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
    this.root = element('div', { className: 'view play' }, heading, element('div', { className: 'play-main' }, this.toolbar.root, this.cabinet.stage, flagSwitch(this.store)), this.panel.root);
    this.#listen();
    this.#applySettings();
  }

  /** Called when the view is shown. @param {string|{minefield?: object, game?: string}} [what] a link to a board, an order, or a game to resume */
  async enter(what) {
    this.shown = true;
    if (typeof what === 'string') await openLink(this.session, what, (order) => this.#start(order), () => this.#begin());
    else if (what?.minefield) await this.#start(what);
    else if (what?.game) await this.#resume(what.game);
    else if (!this.session.state) await this.#begin();
    else await this.session.resume(this.session.id).catch(complain);
    this.board.layout();
    this.board.box.focus({ preventScroll: true });
  }

  /** Called when another view is shown. The clock stops. */
  leave() {
    this.shown = false;
    this.dock.hide();
    this.assistant.stop();
    if (this.session.playing) this.engine.leave(this.session.id).catch(() => {});
  }

  /** Starts a new game like the last one. */
  async fresh(game = this.store.values.game) {
    const { seed, ...kept } = /** @type {{seed?: string}} */ (game);
    if (await this.#start(orderOf(game, this.store.values.questionMarks))) this.store.set({ game: kept });
    else this.toolbar.show(this.session.state);
  }

  async #start(order) {
    const { session } = this;
    const kept = session.playing && session.state.moves ? session.id : null;
    try {
      await session.start(order);
      announce(`New game. ${this.#label()}`);
      if (kept && kept !== session.id) {
        const shown = note('Your game is kept.', 'plain', { label: 'Resume', press: () => this.#resume(kept) });
        session.when('update', () => shown.remove(), { once: true });
      }
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  async #resume(game) {
    await this.session.resume(game).catch(complain);
    this.board.box.focus({ preventScroll: true });
  }

  async #begin() {
    for (const game of [thisTab.get(THIS_TAB), this.engine.hello?.game]) {
      if (!game) continue;
      try {
        await this.session.resume(game);
        return;
      } catch (error) {
        if (error.type === 'unknown') continue;
        complain(error);
        return;
      }
    }
    await startKept(this.session, this.store).catch(complain);
  }

  #level(level) {
    if (level === 'custom') askForGame(this.engine, this.store.values.game, (game) => this.fresh(game));
    else this.fresh({ ...this.store.values.game, level, topology: 'square' });
  }

  #tellFigures(cell) {
    if (!this.panel.tapsTell) return false;
    this.dock.over(cell, true);
    return true;
  }

  #listen() {
    const { session, assistant } = this;
    session.when('state', () => this.#newState());
    session.when('update', (detail) => this.#updated(detail));
    session.when('wait', (detail) => this.#waiting(detail));
    assistant.when('sentence', (detail) => {
      this.cabinet.sentence.textContent = detail;
      this.board.refresh();
    });
    assistant.when('hints', () => this.board.rulers.show(assistant.named));
    assistant.when('aim', (detail) => this.#aim(detail));
    assistant.when('structure', (detail) => this.overlay.take(detail));
    this.overlay.when('figures', (detail) => detail || this.dock.hide());
    assistant.when('busy', () => assistant.busy || this.overlay.structure || this.overlay.take(null));
    assistant.when('busy', () => this.overlay.playerChanged());
    this.store.when('change', () => this.#applySettings());
    this.store.when('change', () => this.overlay.playerChanged());
    this.board.box.addEventListener('mousedown', () => this.#showCursor(false));
    keepZoom(this.store, this.board);
    listenToKeys({
      board: this.board.box,
      active: () => Boolean(this.shown),
      changed: () => this.store.values.keys,
      act: (action, shift) => this.#command(action, shift),
    });
  }

  #applySettings() {
    this.board.look = this.store.look;
    this.session.scene.riskNumbers = this.store.values.riskNumbers;
    const zoom = chosenZoom(this.store, this.session.scene.shape);
    if (this.board.zoom !== zoom) this.board.zoomTo(zoom);
    this.board.redraw();
    if (this.session.state) this.#showState(); // the keys may have changed
  }

  #label() {
    const { board, level } = this.session.state;
    const [rows, columns] = board.shape;
    return `${boardName(board, level)}: ${counted(rows, 'row')}, ${counted(columns, 'column')}, ${counted(board.mines, 'mine')}`;
  }

  #newState() {
    const { state, scene } = this.session;
    thisTab.set(THIS_TAB, state.game);
    scene.riskNumbers = this.store.values.riskNumbers;
    this.dock.hide();
    this.cabinet.forget();
    this.board.show(scene, this.#label(), chosenZoom(this.store, scene.shape));
    this.#showState();
  }

  #updated(update) {
    this.dock.hide();
    this.board.refresh(update.marks || update.end || update.action?.kind === 'undo' ? undefined : update.cells);
    this.#showState();
    if (update.end) this.#over(update);
    else if (update.cells.length > 1) announce(`${counted(update.cells.length, 'cell')} changed`);
    else if (update.cells.length === 1) announce(cellInWords(this.session.scene, update.cells[0]));
    const scrolls = this.board.box.classList.contains('scrolls');
    if (scrolls && update.action && update.action.by !== 'player') this.board.reveal(update.action.cell);
  }

  #showState() {
    const { state } = this.session;
    this.cabinet.update();
    this.toolbar.show(state);
    this.panel.show(state);
    this.ending.update();
  }

  #over({ status, end, counts }) {
    if (counts) askToLast(); // from now on there is something to lose
    if (status === 'won') announce(end.record?.rank === 1 ? 'You won! Your best time.' : 'You won!');
    else if (status === 'lost') announce(LOST[end.cause]);
  }

  #waiting(progress) {
    const { wait } = this.cabinet;
    show(wait, progress !== null);
    if (!progress) return;
    const text = progress.text ? `${whole(progress.done)} ${progress.text}` : 'Making a board that needs no guess…';
    if (!wait.firstChild) wait.append(element('span', { className: 'spinner' }), element('p'), button('Stop', () => this.session.waiting?.stop(), { className: 'small' }));
    /** @type {HTMLElement} */ (wait.querySelector('p')).textContent = text;
  }

  #act(kind, cell) {
    const { scene, state } = this.session;
    scene.cursor = kind === 'open' && !state.begun ? (state.start ?? cell) : cell;
    this.session.act(kind, cell, this.cabinet.trail.take()).catch(complain);
  }

  #aim(cell) {
    this.session.scene.cursor = cell;
    this.board.maps.close();
    this.board.reveal(cell);
    this.board.access.update();
  }

  #showCursor(shown) {
    if (this.session.scene.cursorShown === shown) return;
    this.session.scene.cursorShown = shown;
    this.board.redraw([this.session.scene.cursor]);
  }

  #command(action, shift = false) {
    if (CURSOR_STEPS.has(action)) return this.#moveCursor(action);
    const { session, assistant } = this;
    const { scene, state } = session;
    const commands = {
      open: () => this.#onCursor('open'),
      flag: () => this.#onCursor('flag'),
      chord: () => this.#onCursor('chord'),
      new: () => this.fresh(),
      again: () => state?.begun && this.#start({ same_as: state.game }),
      undo: () => state.status === 'lost' && session.undo().catch(complain),
      beginner: () => this.#level('beginner'),
      intermediate: () => this.#level('intermediate'),
      expert: () => this.#level('expert'),
      custom: () => this.#level('custom'),
      hint: () => assistant.hint(shift),
      move: () => assistant.move(shift),
      run: () => assistant.assist('run'),
      guess: () => assistant.assist('guess'),
      autoplay: () => assistant.autoplay(),
      risks: () => this.panel.press(this.panel.risksToggle),
      structure: () => this.panel.press(this.panel.structureToggle),
      tell: () => announce(`${counted(session.minesLeft, 'mine')} left, ${counted(Math.floor(session.elapsed / 1000), 'second')}, ${cellInWords(scene, scene.cursor)}`),
      zoomIn: () => this.board.zoomBy(1.2),
      zoomOut: () => this.board.zoomBy(1 / 1.2),
      zoomFit: () => this.board.fit(),
    };
    if (!state || !commands[action]) return false;
    if (!assistant.asksAgain(action)) commands[action]();
    return true;
  }

  #moveCursor(step) {
    const { scene } = this.session;
    this.board.moveCursor(step);
    requestAnimationFrame(() => this.dock.over(scene.cursor, true)); // by then the board has scrolled, and scrolling hides the figures
    return true;
  }

  #onCursor(kind) {
    const { scene } = this.session;
    this.#showCursor(true);
    const chords = kind === 'open' && scene.marks[scene.cursor] > 0 && this.store.values.clickChords;
    this.#act(chords ? 'chord' : kind, scene.cursor);
  }
}
