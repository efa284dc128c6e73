/**
 * What a newcomer needs to know: what a click does, what the aim is, and where help is. It goes away for good, also when
 * somebody else plays. Until the next game it leaves its room empty, so that nothing moves.
 */

import { iconButton } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { panelBelow } from '../ui/layout.js';

const ENOUGH = 5; // moves after which a player knows what a click does

/** Whether the player's pointer is a finger. */
const fingers = window.matchMedia('(pointer: coarse)');

export class Welcome {
  /**
   * @param {import('./current_game.js').CurrentGame} currentGame
   * @param {import('../settings/store.js').SettingsStore} store
   */
  constructor(currentGame, store) {
    this.store = store;
    /** Whether it leaves its room empty. */
    this.leaves = false;
    /** The shortest form, above the board where the panel stands below it. */
    this.line = element('p', { className: 'welcome-line' });
    this.long = element('p');
    /** All of it, at the head of the panel. */
    this.card = element(
      'section',
      { className: 'section welcome' },
      element('h2', { textContent: 'How to play' }),
      this.long,
      element('p', {}, 'New to this? ', element('a', { href: '#learn', textContent: 'Learn' }), ' shows it step by step.'),
      iconButton('Close', 'close', () => this.#done(false)),
    );
    fingers.addEventListener('change', () => this.#show());
    store.on('change', () => this.#show());
    currentGame.on('update', ({ moves, action }) => (!currentGame.playing || moves >= ENOUGH || (action && action.by !== 'player')) && this.#done(true));
    currentGame.on('state', () => this.leaves && this.#done(false));
    this.#show();
  }

  /** Puts the card at the head of a panel. Where that stands below the board, what the assistant says comes first. @param {HTMLElement} panel */
  standIn(panel) {
    const [assistant] = panel.children;
    const put = () => (panelBelow.matches ? assistant.after(this.card) : assistant.before(this.card));
    panelBelow.addEventListener('change', put);
    put();
  }

  /** @param {boolean} leaves whether it leaves its room empty */
  #done(leaves) {
    if (this.store.values.welcomed && leaves) return;
    this.leaves = leaves;
    if (!this.store.values.welcomed) this.store.set({ welcomed: true });
    this.#show();
  }

  #show() {
    const { welcomed, swapButtons, tapFlags } = this.store.values;
    show(this.line, !welcomed);
    show(this.card, !welcomed || this.leaves);
    this.card.classList.toggle('gone', welcomed);
    const ways = fingers.matches ? ['tap', 'long press'] : ['left click', 'right click'];
    const [open, flag] = (fingers.matches ? tapFlags : swapButtons) ? ways.reverse() : ways;
    this.line.textContent = `A ${open} opens, a ${flag} flags.`;
    this.long.textContent = `Open every cell that has no mine. A ${open} opens a cell. A number says how many of the cells around it have mines. A ${flag} puts a flag on a mine.`;
  }
}
