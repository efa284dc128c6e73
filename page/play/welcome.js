/** What a newcomer needs to know: what a click does, what the aim is, and where help is. It goes away for good. */

import { iconButton } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';

const ENOUGH = 5; // moves after which a player knows what a click does

/** Whether the player's pointer is a finger. */
const fingers = window.matchMedia('(pointer: coarse)');

export class Welcome {
  /**
   * @param {import('./current_game.js').CurrentGame} currentGame
   * @param {import('../settings/store.js').Store} store
   */
  constructor(currentGame, store) {
    this.store = store;
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
      iconButton('Close', 'close', () => this.#done()),
    );
    fingers.addEventListener('change', () => this.#show());
    store.on('change', () => this.#show());
    currentGame.on('update', ({ moves }) => (!currentGame.playing || moves >= ENOUGH) && this.#done());
    this.#show();
  }

  #done() {
    if (!this.store.values.welcomed) this.store.set({ welcomed: true });
  }

  #show() {
    const { welcomed, swapButtons, tapFlags } = this.store.values;
    for (const part of [this.line, this.card]) show(part, !welcomed);
    const ways = fingers.matches ? ['tap', 'long press'] : ['left click', 'right click'];
    const [open, flag] = (fingers.matches ? tapFlags : swapButtons) ? ways.reverse() : ways;
    this.line.textContent = `A ${open} opens, a ${flag} flags.`;
    this.long.textContent = `Open every cell that has no mine. A ${open} opens a cell. A number says how many of the cells around it have mines. A ${flag} puts a flag on a mine.`;
  }
}
