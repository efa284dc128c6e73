/** Statistics: results and best times of the games that count, by board and rules. */

import { complain } from '../ui/announce.js';
import { button, card, facts, pageHead } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { boardName, counted, decimal, FIRST_CLICKS, seconds, share, specialRules, whole } from '../ui/words.js';

export class StatisticsView {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.cards = element('div', { className: 'cards' });
    this.foot = element('div', { className: 'page-foot' });
    this.root = element('div', { className: 'view page statistics' }, pageHead('Statistics'), this.cards, this.foot);
  }

  async enter() {
    this.#show(await this.engine.statistics());
  }

  leave() {}

  #show({ categories, not_counted: others }) {
    this.cards.replaceChildren(...categories.map((category) => this.#card(category)));
    if (!categories.length) this.cards.append(element('p', { className: 'empty' }, 'No finished game counts yet. ', element('a', { href: '#play', textContent: 'Play one.' })));
    this.foot.replaceChildren(
      element('p', { className: 'hint', textContent: `Games that do not count: ${whole(others)}. They had an undo, help from the assistant, a known board or a typed seed.` }),
      categories.length ? button('Reset the statistics', () => this.#forget()) : '',
    );
  }

  #card(category) {
    const { board, level, played, won, streak, best_streak: bestStreak } = category;
    const rate = played ? won / played : 0;
    return card(
      boardName(board, level),
      element('p', { className: 'hint', textContent: rulesOf(category) }),
      element('p', { className: 'big-number', textContent: share(rate) }),
      element('p', { className: 'hint', textContent: `Win rate: ${won} of ${counted(played, 'game')} won` }),
      element('progress', { max: 1, value: rate, 'aria-label': 'Win rate' }),
      facts([
        ['Winning streak', `${streak} (best: ${bestStreak})`],
        ['Average winning time', category.mean_ms === null ? null : seconds(category.mean_ms)],
        ['3BV per second', decimal(category.three_bv_per_second)],
      ]),
      category.best.length ? bestTimes(category.best) : null,
    );
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

/** The rules that tell two categories of the same board apart. */
const rulesOf = (category) =>
  [`First click: ${FIRST_CLICKS[category.first_click].toLowerCase()}`, ...specialRules(category)].join(', ');

function bestTimes(best) {
  const rows = best.map(({ elapsed_ms: elapsed, ended_at: ended, three_bv: bv }, i) =>
    element(
      'tr',
      {},
      element('td', { textContent: String(i + 1) }),
      element('td', {}, element('b', { textContent: seconds(elapsed) })),
      element('td', { textContent: bv ? `3BV ${bv}` : '' }),
      element('td', { textContent: new Date(ended).toLocaleDateString() }),
    ),
  );
  return element('table', {}, element('caption', { textContent: 'Best times' }), element('tbody', {}, ...rows));
}
