/** Statistics: what counts, the games that can be finished, and the results by board and rules. */

import { LIMITS } from '../host/limits.js';
import { download } from '../play/downloads.js';
import { complain } from '../ui/announce.js';
import { filesPicker } from '../ui/file_picker.js';
import { button, card, pageHead } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { bring, element } from '../ui/dom.js';
import { boardName, forPlayers, quantity, MOMENT, seconds, whole } from '../ui/plain_words.js';
import { categoryCard } from './category.js';

/** What counts. */
const RULES = [
  'A game counts when it ends for the first time. If you undo a loss or play its board again, the loss stays, and what follows is practice.',
  'If you leave a game for another one after its first click, it counts as not won and breaks a streak, until you finish it. If you play its board again first, it stays not won.',
  'If you take help after the first click, the game counts as helped, and not as won. It breaks a streak too.',
  'Practice does not count: games with help from the start, on a board that you had seen, or with a typed seed.',
];

const LUCK_HELP = 'Each guess counts by its risk, whether it hit a mine or not. So the win rate says more about how you play.';

/** @import { Summary } from '../answers.js' */
/** @import { ImportResult, LuckFreeStatistics, Statistics } from '../records.js' */

export class StatisticsView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.content = element('div', { className: 'statistics-list' });
    const rules = element('details', { className: 'what-counts' }, element('summary', { textContent: 'What counts' }), element('ul', {}, ...RULES.map((textContent) => element('li', { textContent }))));
    const head = pageHead('Statistics');
    head.append(rules);
    this.file = filesPicker(async ([[, file]]) => this.#import(new Uint8Array(await file.arrayBuffer())));
    Object.assign(this.file, { accept: '.zip', multiple: false });
    /** The reviews in progress. @type {import('../engine_client.js').Inquiry<LuckFreeStatistics>|undefined} */
    this.reviews = undefined;
    /** The result of the last import. */
    this.importNote = element('div', { className: 'imported', role: 'status' });
    this.root = element('div', { className: 'view page statistics' }, head, this.importNote, this.content, this.file);
  }

  /** @param {string|import('../views.js').ViewInput['statistics']} [games] to add; the text of a link leads to none */
  async enter(games = '') {
    this.#show(await this.engine.statistics());
    if (typeof games !== 'string') await this.#import(games.archive);
  }

  leave() {
    this.reviews?.stop();
  }

  /** @param {Statistics} statistics @param {LuckFreeStatistics['rates']} [luckFree] for each category */
  #show({ categories, not_counted: practice, unfinished }, luckFree = []) {
    const review = (/** @type {string} */ game) => this.app.go('review', { game });
    const cards = element('div', { className: 'cards' }, ...categories.map((category, i) => categoryCard(category, review, luckFree[i], isPart(categories))));
    if (!categories.length) cards.append(element('p', { className: 'empty' }, 'No finished game counts yet. ', element('a', { href: '#play', textContent: 'Play one.' })));
    this.content.replaceChildren(...(unfinished.length ? [this.#unfinished(unfinished)] : []), cards, this.#foot(categories, practice));
  }

  /** @param {Summary[]} games */
  #unfinished(games) {
    return card('Unfinished games', element('div', { className: 'game-list' }, ...games.map((game) => this.#resumable(game))));
  }

  /** @param {Summary} game */
  #resumable({ game, board, level, elapsed_ms: elapsed, started_at: startedAt, counts, result }) {
    const standing = result === 'helped' ? 'helped' : counts ? 'counts' : 'practice';
    return element(
      'button',
      { type: 'button', className: 'game-entry', on: { click: () => this.app.go('play', { game }) } },
      element('b', { textContent: `Resume ${boardName(board, level)}` }),
      element('span', { className: 'status', textContent: standing }),
      element('span', { textContent: seconds(elapsed) }),
      element('small', { textContent: `Begun ${MOMENT.format(startedAt)}` }),
    );
  }

  /** @param {Statistics['categories']} categories @param {number} practice how many games do not count */
  #foot(categories, practice) {
    return element(
      'div',
      { className: 'page-foot' },
      element('p', { className: 'hint', textContent: practice ? `${quantity(practice, 'finished practice game')}.` : '' }),
      element(
        'div',
        { className: 'next' },
        button('Export all games', () => this.#export(), { icon: 'save', title: 'A ZIP archive with a replay of every finished game' }),
        button('Import games', () => this.file.click(), { icon: 'open', title: 'Adds the games of such an archive that are not here yet' }),
        categories.length ? button('Take the luck out', () => this.#takeLuckOut(), { icon: 'guess', title: LUCK_HELP }) : null,
        categories.length ? button('Reset the statistics', () => this.#forget()) : null,
      ),
    );
  }

  /** @param {Uint8Array} content */
  async #import(content) {
    const progress = element('span', { textContent: ' Adding the games…' });
    const inquiry = this.engine.addArchive(content, ({ done, of }) => (progress.textContent = ` ${whole(done)} of ${quantity(of, 'game')} read…`));
    const stop = button('Stop', () => inquiry.stop(), { className: 'small' });
    this.importNote.replaceChildren(element('span', { className: 'spinner' }), progress, ' ', stop);
    bring(this.importNote);
    try {
      const result = await inquiry.answer;
      this.importNote.replaceChildren(...importInWords(result));
      this.#show(await this.engine.statistics());
    } catch (error) {
      this.importNote.replaceChildren();
      complain(error);
    }
  }

  /** Reviews the latest games, and shows the win rates without luck. */
  async #takeLuckOut() {
    const progress = element('span', { textContent: ' Reviewing the games…' });
    this.reviews = this.engine.luckFreeStatistics(({ done, of }) => (progress.textContent = ` ${whole(done)} of ${quantity(of, 'game')} reviewed…`));
    const stop = button('Stop', () => this.reviews?.stop(), { className: 'small' });
    this.importNote.replaceChildren(element('span', { className: 'spinner' }), progress, ' ', stop);
    bring(this.importNote);
    try {
      const { rates, left_out: rest } = await this.reviews.answer;
      const statistics = await this.engine.statistics();
      this.#show(statistics, rates);
      const all = isPart(statistics.categories) ? ` It takes your latest ${LIMITS.REPORT_GAMES} games.` : '';
      const lack = rest ? ` ${quantity(rest, 'game was', 'games were')} left out: too large, too hard to count, or damaged.` : '';
      this.importNote.replaceChildren(element('p', { textContent: `${LUCK_HELP}${all}${lack}` }));
    } catch (error) {
      this.importNote.replaceChildren();
      if (error.type !== 'cancelled') complain(error);
    }
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

/** Whether more games ended than the win rates without luck take. @param {Statistics['categories']} categories */
const isPart = (categories) => categories.reduce((sum, { played, left }) => sum + played - left, 0) > LIMITS.REPORT_GAMES;

/** @param {ImportResult} result */
function importInWords({ added, known, damaged_count: count, damaged, stopped }) {
  const end = stopped ? ' You stopped before the end: import it again to add the rest.' : '';
  /** @type {HTMLElement[]} */
  const parts = [element('p', { textContent: `${quantity(added, 'game')} added. ${quantity(known, 'game was', 'games were')} here already.${end}` })];
  if (count) {
    const rows = damaged.map(({ file, reason }) => element('li', {}, element('b', { textContent: file }), `: ${forPlayers(reason)}`));
    const rest = count - damaged.length;
    parts.push(
      element('p', { textContent: `${quantity(count, 'damaged entry was', 'damaged entries were')} left out:` }),
      element('ul', {}, ...rows, rest ? element('li', { textContent: `and ${whole(rest)} more` }) : ''),
    );
  }
  return parts;
}
