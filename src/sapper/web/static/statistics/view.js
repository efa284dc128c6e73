/** Statistics: what counts, the games that can be finished, and the results by board and rules. */

import { download } from '../play/files.js';
import { complain } from '../ui/announce.js';
import { button, card, pageHead } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { boardName, counted, seconds } from '../ui/words.js';
import { categoryCard } from './category.js';

const RULES = [
  'A game counts when it ends for the first time. If you undo a loss or play its board again, the loss stays, and what follows is practice.',
  'A game that you began and left for another one counts as not won and breaks a streak, until you finish it. If you play its board again before that, it stays so.',
  'If you take help after the first opening, the game counts as helped, and not as won, whatever follows. It breaks a streak too.',
  'Practice does not count: games with help from the start, on a board that you had seen, or with a typed seed.',
];

export class StatisticsView {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.content = element('div', { className: 'statistics-list' });
    const head = pageHead('Statistics');
    head.append(...RULES.map((rule) => element('p', { className: 'hint', textContent: rule })));
    this.root = element('div', { className: 'view page statistics' }, head, this.content);
  }

  async enter() {
    this.#show(await this.engine.statistics());
  }

  leave() {}

  #show({ categories, not_counted: practice, unfinished }) {
    const review = (game) => this.app.go('review', { game });
    const cards = element('div', { className: 'cards' }, ...categories.map((category) => categoryCard(category, review)));
    if (!categories.length) cards.append(element('p', { className: 'empty' }, 'No finished game counts yet. ', element('a', { href: '#play', textContent: 'Play one.' })));
    this.content.replaceChildren(...(unfinished.length ? [this.#unfinished(unfinished)] : []), cards, this.#foot(categories, practice));
  }

  #unfinished(games) {
    return card('Unfinished games', element('div', { className: 'game-list' }, ...games.map((game) => this.#resumable(game))));
  }

  #resumable({ game, board, level, elapsed_ms: elapsed, started_at: started, counts }) {
    return element(
      'button',
      { type: 'button', className: 'game-entry', on: { click: () => this.app.go('play', { game }) } },
      element('b', { textContent: `Resume ${boardName(board, level)}` }),
      element('span', { className: 'status', textContent: counts ? 'counts' : 'practice' }),
      element('span', { textContent: seconds(elapsed) }),
      element('small', { textContent: `Begun ${new Date(started).toLocaleString()}` }),
    );
  }

  #foot(categories, practice) {
    return element(
      'div',
      { className: 'page-foot' },
      element('p', { className: 'hint', textContent: `${counted(practice, 'finished practice game')}.` }),
      element(
        'div',
        { className: 'next' },
        button('Export all games', () => this.#export(), { icon: 'save', title: 'A ZIP archive with a replay of every finished game' }),
        categories.length ? button('Reset the statistics', () => this.#forget()) : null,
      ),
    );
  }

  async #export() {
    try {
      download(await this.engine.archive(), 'sapper-games.zip');
    } catch (error) {
      complain(error);
    }
  }

  #forget() {
    const forget = () => {
      dialog.close();
      this.engine.forgetStatistics().then((left) => this.#show(left)).catch(complain);
    };
    const sure = button('Reset', forget, { className: 'primary' });
    const dialog = openDialog('Reset the statistics?', [element('p', { textContent: 'This removes all results and best times so far. Your games stay, and you can still review them.' })], [sure]);
  }
}
