/** What the keys do in Play: on the cell with the cursor, in the game, and to the board. */

import { cellInWords } from '../board/access.js';
import { KEY_STEPS } from '../board/cursor.js';
import { announce, complain } from '../ui/announce.js';
import { quantity } from '../ui/words.js';

/** @typedef {import('../messages.js').Kind} Kind */
/**
 * What the commands work on, and what begins a game.
 * @typedef {object} Parts
 * @property {import('./session.js').GameSession} session
 * @property {import('./assistant.js').Assistant} assistant
 * @property {import('../board/view.js').BoardView} board
 * @property {import('./panel.js').Panel} panel
 * @property {import('./dock.js').Dock} dock
 * @property {import('../settings/store.js').Store} store
 * @property {(kind: Kind, cell: number) => void} act
 * @property {() => void} fresh a new game like the last one
 * @property {(level: string) => void} level
 * @property {(order: import('../messages.js').NewGame) => void} start
 */

const CURSOR_STEPS = new Set(Object.values(KEY_STEPS));

export class Commands {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    const { session, assistant, board, panel, fresh, level, start } = parts;
    /** By the actions of the bindings. @type {Record<string, (shift: boolean) => unknown>} */
    this.acts = {
      open: () => this.#onCursor('open'),
      flag: () => this.#onCursor('flag'),
      chord: () => this.#onCursor('chord'),
      new: () => fresh(),
      again: () => session.state?.begun && start({ same_as: session.state.game }),
      undo: () => session.state?.status === 'lost' && session.undo().catch(complain),
      beginner: () => level('beginner'),
      intermediate: () => level('intermediate'),
      expert: () => level('expert'),
      custom: () => level('custom'),
      hint: (shift) => assistant.hint(shift),
      move: (shift) => assistant.move(shift),
      run: () => assistant.assist('run'),
      guess: () => assistant.assist('guess'),
      autoplay: () => assistant.autoplay(),
      risks: () => panel.press(panel.risksToggle),
      structure: () => panel.press(panel.structureToggle),
      tell: () => this.#tell(),
      zoomIn: () => board.zoomBy(1.2),
      zoomOut: () => board.zoomBy(1 / 1.2),
      zoomFit: () => board.fit(),
    };
  }

  /** Does what an action says. Returns whether it means anything now. @param {string} action @param {boolean} [shift] */
  press(action, shift = false) {
    const { session, assistant } = this.parts;
    if (CURSOR_STEPS.has(action)) return this.#moveCursor(action);
    const act = this.acts[action];
    if (!session.state || !act) return false;
    if (!assistant.asksAgain(action)) act(shift);
    return true;
  }

  /** @param {boolean} shown */
  showCursor(shown) {
    const { session, board } = this.parts;
    if (session.scene.cursorShown === shown) return;
    session.scene.cursorShown = shown;
    board.redraw([session.scene.cursor]);
  }

  /** @param {string} step */
  #moveCursor(step) {
    const { session, board, dock } = this.parts;
    const { scene } = session;
    board.moveCursor(step);
    requestAnimationFrame(() => dock.over(scene.cursor, true)); // by then the board has scrolled, and scrolling hides the figures
    return true;
  }

  /** @param {Kind} kind */
  #onCursor(kind) {
    const { session, store, act } = this.parts;
    const { scene } = session;
    this.showCursor(true);
    const chords = kind === 'open' && scene.marks[scene.cursor] > 0 && store.values.clickChords;
    act(chords ? 'chord' : kind, scene.cursor);
  }

  #tell() {
    const { session } = this.parts;
    announce(`${quantity(session.minesLeft, 'mine')} left, ${quantity(Math.floor(session.elapsed / 1000), 'second')}, ${cellInWords(session.scene, session.scene.cursor)}`);
  }
}
