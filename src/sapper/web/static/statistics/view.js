/** Statistics: games that count, by board and rules, and the best times. */

import { complain } from '../ui/announce.js';
import { button, facts } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { boardName, counted, decimal, FIRST_CLICKS, seconds, share, specialRules } from '../ui/words.js';

export class StatisticsView {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.cards = element('div', { className: 'cards' });
    this.foot = element('div', { className: 'page-foot' });
    this.root = element('div', { className: 'view page statistics' }, element('header', { className: 'page-head' }, element('h1', { textContent: 'Statistics' })), this.cards, this.foot);
  }

  async enter() {
    try {
      this.#show(await this.engine.statistics());
    } catch (error) {
      complain(error);
    }
  }

  leave() {}

  #show({ categories, not_counted: others }) {
    this.cards.replaceChildren(...categories.map((category) => this.#card(category)));
    if (!categories.length) this.cards.append(element('p', { className: 'empty' }, 'No finished game counts yet. ', element('a', { href: '#play', textContent: 'Play one.' })));
    this.foot.replaceChildren(
      element('p', { className: 'hint', textContent: `${counted(others, 'game')} not counted: undone, helped, played again, or with a typed seed.` }),
      categories.length ? button('Forget the statistics', () => this.#forget()) : '',
    );
  }

  #card(category) {
    const { board, level, played, won, streak, best_streak: bestStreak } = category;
    const rate = played ? won / played : 0;
    return element(
      'section',
      { className: 'card' },
      element('h2', { textContent: boardName(board, level) }),
      element('p', { className: 'hint', textContent: rulesOf(category) }),
      element('p', { className: 'big-number', textContent: share(rate, 0) }),
      element('p', { className: 'hint', textContent: `won, ${won} of ${counted(played, 'game')}` }),
      element('progress', { max: 1, value: rate, 'aria-label': 'Share of games won' }),
      facts([
        ['Streak', `${streak}, at best ${bestStreak}`],
        ['Mean time of wins', category.mean_ms === null ? null : seconds(category.mean_ms)],
        ['3BV per second', decimal(category.three_bv_per_second)],
      ]),
      category.best.length ? bestTimes(category.best) : null,
    );
  }

  #forget() {
    const sure = button('Forget them', async () => {
      dialog.close();
      try {
        this.#show(await this.engine.forgetStatistics());
      } catch (error) {
        complain(error);
      }
    }, { className: 'primary' });
    const dialog = openDialog('Forget the statistics?', [element('p', { textContent: 'All results and best times so far are forgotten. Games stay and can be reviewed.' })], [sure]);
  }
}

/** All that tells two categories of one board apart. */
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
  return element('table', { className: 'best-times' }, element('caption', { textContent: 'Best times' }), element('tbody', {}, ...rows));
}
