/** What the keys do in Play: on the cell with the cursor, in the game, and to the board. */

import { cellInWords } from '../board/access.js';
import { KEY_STEPS } from '../board/cursor.js';
import { announce, complain } from '../ui/announce.js';
import { quantity } from '../ui/plain_words.js';

/** @import { Kind, NewGame } from '../host/requests.js' */
/**
 * What the commands work on, and what begins a game.
 * @typedef {object} Parts
 * @property {import('./current_game.js').CurrentGame} currentGame
 * @property {import('./assistant.js').Assistant} assistant
 * @property {import('../board/view.js').BoardView} board
 * @property {import('./panel.js').Panel} panel
 * @property {import('./dock.js').Dock} dock
 * @property {import('../settings/store.js').SettingsStore} store
 * @property {(kind: Kind, cell: number) => void} act
 * @property {() => void} fresh a new game like the last one
 * @property {(level: string) => void} level
 * @property {(order: NewGame) => void} start
 */

const CURSOR_STEPS = new Set(Object.values(KEY_STEPS));

export class Commands {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    const { currentGame, assistant, board, panel, fresh, level, start } = parts;
    /** By the actions of the bindings. @type {Record<string, (shift: boolean) => unknown>} */
    this.acts = {
      open: () => this.#onCursor('open'),
      flag: () => this.#onCursor('flag'),
      chord: () => this.#onCursor('chord'),
      new: () => fresh(),
      again: () => currentGame.state?.begun && start({ same_as: currentGame.state.game }),
      undo: () => currentGame.state?.status === 'lost' && currentGame.undo().catch(complain),
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
    const { currentGame, assistant } = this.parts;
    if (CURSOR_STEPS.has(action)) return this.#moveCursor(action);
    const act = this.acts[action];
    if (!currentGame.state || !act) return false;
    if (!assistant.asksAgain(action)) act(shift);
    return true;
  }

  /** @param {boolean} isShown */
  showCursor(isShown) {
    const { currentGame, board } = this.parts;
    if (currentGame.scene.showsCursor === isShown) return;
    currentGame.scene.showsCursor = isShown;
    board.redraw([currentGame.scene.cursor]);
  }

  /** @param {string} step */
  #moveCursor(step) {
    const { currentGame, board, dock } = this.parts;
    const { scene } = currentGame;
    board.moveCursor(step);
    requestAnimationFrame(() => dock.over(scene.cursor, true)); // by then the board has scrolled, and scrolling hides the figures
    return true;
  }

  /** @param {Kind} kind */
  #onCursor(kind) {
    const { currentGame, store, act } = this.parts;
    const { scene } = currentGame;
    this.showCursor(true);
    const chords = kind === 'open' && scene.marks[scene.cursor] > 0 && store.values.clickChords;
    act(chords ? 'chord' : kind, scene.cursor);
  }

  #tell() {
    const { currentGame } = this.parts;
    announce(`${quantity(currentGame.minesLeft, 'mine')} left, ${quantity(Math.floor(currentGame.elapsed / 1000), 'second')}, ${cellInWords(currentGame.scene, currentGame.scene.cursor)}`);
  }
}
