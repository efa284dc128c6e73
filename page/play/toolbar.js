/** The bar above the board: which game to play, the rules of this one, and the size of the cells. */

import { settingSwitch } from '../settings/switch.js';
import { note } from '../ui/announce.js';
import { button, choiceButtons, toggle } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { LEVEL_NAMES, rulesInWords } from '../ui/plain_words.js';
import { icon } from '../ui/svg.js';
import { LEVELS_KEEP } from './new_game.js';
import { standingOf } from './standing.js';
import { zoomButtons } from './zoom.js';

const CHOICES = [...LEVEL_NAMES, ['custom', 'Custom']];

export class Toolbar {
  /**
   * @param {import('../board/view.js').BoardView} board
   * @param {{level: (level: string) => void, fair: (fair: boolean) => void, daily: () => void}} onChoice is called with each choice
   * @param {HTMLElement} welcome what takes the place of the rules on a first visit
   */
  constructor(board, onChoice, welcome) {
    this.levels = choiceButtons('Level', CHOICES, null, onChoice.level);
    this.levels.root.title = LEVELS_KEEP;
    this.fair = toggle('No guessing', false, onChoice.fair);
    this.fair.root.title = 'Boards that can be solved without a guess';
    this.fair.root.classList.add('fair-switch');
    const daily = button('Daily', onChoice.daily, { title: "Today's boards, the same for everyone", className: 'daily-button' });
    // Where there is no room for all of them, a click shows them.
    this.rules = element('button', { type: 'button', className: 'rules', on: { click: () => void note(this.rules.title) } });
    this.chip = element('span', { className: 'chip', hidden: true });
    this.root = element('div', { className: 'toolbar' }, this.levels.root, this.fair.root, daily, element('div', { className: 'standing' }, this.chip, this.rules, welcome), zoomButtons(board));
  }

  /** Shows what is played. @param {import('../answers.js').State} state */
  show(state) {
    const { board, level, first_click: first } = state;
    const standing = standingOf(state);
    this.levels.choose(board.topology === 'square' ? (level ?? 'custom') : 'custom');
    this.fair.input.checked = first === 'fair';
    const note = state.judged ? '' : '. This position is too hard to count: the next guess is free';
    this.rules.textContent = this.rules.title = rulesInWords(state) + note;
    show(this.chip, standing !== null);
    this.chip.textContent = standing?.label ?? '';
    this.chip.title = standing?.text ?? '';
  }
}

/** The switch under the board that makes a tap flag. Only fingers see it. @param {import('../settings/store.js').SettingsStore} store */
export function flagSwitch(store) {
  const root = settingSwitch(store, 'tapFlags', 'Flags');
  root.classList.add('flag-switch');
  root.prepend(icon('flag'));
  return root;
}
