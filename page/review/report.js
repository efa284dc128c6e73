/** The report on many games: how often the player guessed, with how much luck, and what was missed. */

import { LIMITS, tooLarge } from '../host/limits.js';
import { button, card, facts, pageHead, wideTable } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { boardName, forPlayers, quantity, DAY, isDated, decimal, MOMENT, seconds, share, whole, withError } from '../ui/plain_words.js';
import { progressCard } from './charts.js';
import { doubtInWords } from './game_figures.js';
import { gameAddress, memberAddress } from './review_address.js';
import { checksCard, filters, standingCards } from './standings.js';
import { RULE_NAMES } from './verdicts.js';

/** @import { Report } from '../records.js' */
/** @import { Fact } from '../ui/controls.js' */
/** @typedef {{done: number, of: number}} Progress */
/** @typedef {(mistake: {game: string, move: number}) => string} Address where Review shows a mistake */
/** What is put in an element. @typedef {Node|string} Part */
/** What the player may choose: to follow the chance to win, and a filter of the games. @typedef {{followWin: () => void, filter: import('../host/requests.js').GameFilter|null, want: (filter: import('../host/requests.js').GameFilter|null) => void}} Choices */
/** Begins a report. @typedef {(tell: (progress: Progress) => void) => Pick<import('../engine_client.js').Inquiry<Report>, 'answer'|'stop'>} Begin */

const EVEN = 1; // standard deviations; less than this is neither luck nor bad luck
const ROWS = 50; // of the list of games, at a time

export class ReportPage {
  /** @param {import('../engine_client.js').EngineClient} engine */
  constructor(engine) {
    this.engine = engine;
    /** The files that the player chose last. @type {import('./folder.js').Folder|null} */
    this.folder = null;
    /** Whether the chance to win is followed in the player's own games. */
    this.win = false;
    /** Which of these the report is about; null for all. @type {import('../host/requests.js').GameFilter|null} */
    this.filter = null;
    /** The report that is being made. @type {ReturnType<Begin>|null} */
    this.loading = null;
    this.bar = element('progress', { max: 1, value: 0, 'aria-label': 'Reviewed so far' });
    this.count = element('p', { className: 'hint', 'aria-live': 'polite' });
    this.what = element('p', {});
    this.wait = element('div', { className: 'review-wait', hidden: true }, this.what, this.bar, this.count, button('Stop', () => this.loading?.stop(), { icon: 'stop', className: 'small' }));
    this.content = element('div', {});
    this.root = element('div', { className: 'review-report', hidden: true }, this.wait, this.content);
  }

  /** Reviews the player's own games that were not reviewed yet, and shows the report. */
  load() {
    /** @type {Begin} */
    const begin = (tell) => this.engine.report(this.win, this.filter, tell);
    const followWin = () => {
      this.win = true;
      this.load();
    };
    /** @type {Choices['want']} */
    const want = (filter) => {
      this.filter = filter;
      this.load();
    };
    const page = (/** @type {Report} */ report) => ownPage(report, { followWin, filter: this.filter, want });
    return this.#load(begin, 'game', page, 'The games reviewed so far are remembered.', 'Try again');
  }

  /** Shows the report on the files that the player chose last. */
  loadFiles() {
    const folder = /** @type {import('./folder.js').Folder} */ (this.folder);
    const followWin = () => {
      folder.followWin();
      this.loadFiles();
    };
    /** @type {Choices['want']} */
    const want = (filter) => {
      folder.want(filter);
      this.loadFiles();
    };
    const page = (/** @type {Report} */ report) => filesPage(report, folder, { followWin, filter: folder.filter, want });
    if (folder.report) return this.content.replaceChildren(...page(folder.report));
    return this.#load((tell) => folder.review(tell), 'file', page, 'The files reviewed so far are remembered.', 'Go on');
  }

  /**
   * @param {Begin} begin @param {string} of what is reviewed @param {(report: Report) => Part[]} page
   * @param {string} stopNote what to say after a stop @param {string} again the name of the button that goes on
   */
  async #load(begin, of, page, stopNote, again) {
    this.loading?.stop();
    this.content.replaceChildren();
    this.what.textContent = `Reviewing your ${of}s…`;
    this.#progress({ done: 0, of: 1 }, of);
    show(this.wait, true);
    /** @type {ReturnType<Begin>} */
    const inquiry = begin((progress) => inquiry === this.loading && this.#progress(progress, of));
    this.loading = inquiry;
    try {
      const report = await inquiry.answer;
      if (inquiry === this.loading) this.content.replaceChildren(...page(report));
    } catch (error) {
      if (inquiry !== this.loading) return;
      const text = error.type === 'cancelled' ? `Stopped. ${stopNote}` : error.message;
      const retry = button(again, () => this.#load(begin, of, page, stopNote, again), { icon: 'again' });
      this.content.replaceChildren(element('p', { className: 'empty', textContent: text }), retry);
    }
    if (inquiry === this.loading) show(this.wait, false);
  }

  stop() {
    this.loading?.stop();
    this.loading = null;
  }

  /** @param {Progress} progress @param {string} what */
  #progress({ done, of }, what) {
    this.bar.value = of ? done / of : 0;
    this.count.textContent = done ? `${whole(done)} of ${quantity(of, what)}` : '';
  }
}

/** @param {Report} report @param {Choices} choices */
function ownPage(report, choices) {
  const { games, left_out: leftOut, apart, named } = report;
  if (!named.length) return [pageHead('Your games together'), element('p', { className: 'empty' }, 'Finish a game without help, and its review appears here. ', element('a', { href: '#play', textContent: 'Play one.' }))];
  const out = leftOut ? ` ${quantity(leftOut, 'game')} could not be reviewed.` : '';
  const head = pageHead('Your games together', `The last ${quantity(games, 'game')} that ${games === 1 ? 'counts' : 'count'} in the statistics${choices.filter ? ', of those that you chose' : ''}.${out}${apartInWords(apart)}`);
  const dates = new Map(named.map(({ game, played: at }) => [game, at]));
  const link = (/** @type {string} */ game) => linkTo(gameAddress(game, 0), momentOf(dates.get(game) ?? null));
  const tables = [filters(report.choices, choices.filter, choices.want), ...standingCards(report, link), checksCard(report, link)];
  if (!games) return [head, ...tables];
  const practice = element('p', {}, element('a', { href: '#learn=puzzles', textContent: 'Practise these as puzzles' }));
  const [first, ...others] = tables;
  return [head, first, ...pageOf(report, ({ game, move }) => gameAddress(game, move), practice, others, accuracy(report, choices.followWin))];
}

/** @param {Report} report @param {import('./folder.js').Folder} folder @param {Choices} choices */
function filesPage(report, folder, choices) {
  const days = [...new Set(report.course.flatMap(({ played }) => (dayOf(played) ? [dayOf(played)] : [])))];
  const when = days[1] ? `, played from ${days[0]} to ${days.at(-1)}` : days[0] ? `, played on ${days[0]}` : '';
  const out = report.left_out + folder.tooLarge.length;
  const left = (out ? ` ${quantity(out, 'file')} could not be read in full.` : '') + apartInWords(report.apart);
  const head = pageHead('Your replays together', `${quantity(report.games, 'game')}${when}.${left}`);
  const places = new Map(report.named.map(({ game }, i) => [game, i]));
  /** @type {Address} */
  const address = ({ game, move }) => {
    const place = places.get(game);
    if (place === undefined) throw new Error(`the report has no game ${game}`);
    return memberAddress(place, move);
  };
  const link = (/** @type {string} */ game) => linkTo(address({ game, move: 0 }), game);
  const tables = [...standingCards(report, link), checksCard(report, link)];
  const parts = report.games ? [...pageOf(report, address, '', tables, accuracy(report, choices.followWin)), games(report, link)] : tables;
  return [head, filters(report.choices, choices.filter, choices.want), ...parts, skippedFiles(report, folder)];
}

/**
 * @param {Report} report @param {Address} address
 * @param {Part} practice what follows the worst mistakes @param {Part[]} tables what follows the cards @param {...Part} more cards
 */
function pageOf(report, address, practice, tables, ...more) {
  return [element('div', { className: 'cards' }, guesses(report), luck(report), skill(report), ...more), ...tables, progressCard(report.course, report.selected, report.missed.map(({ rule }) => rule)), mistakesCard(report, address), worst(report, address, practice)];
}

/** The games that are not counted. @param {Record<string, number>} apart */
function apartInWords(apart) {
  const modes = Object.entries(apart);
  const count = modes.reduce((sum, [, games]) => sum + games, 0);
  return count ? ` ${quantity(count, 'game')} of other kinds are not counted: ${modes.map(([mode, games]) => `${whole(games)} ${mode}`).join(', ')}.` : '';
}

/** @param {string|null} text */
const momentOf = (text) => (text === null ? 'game' : MOMENT.format(new Date(text)));

/** The day, or nothing if it is not known. @param {string|null} text */
const dayOf = (text) => (text && isDated(Date.parse(text)) ? DAY.format(new Date(text)) : '');

/** @param {Report} report */
function guesses({ games, forced, riskier, needless, slips }) {
  const each = (/** @type {number} */ count) => (count ? `${whole(count)} (${decimal(count / games)} a game)` : 'none');
  const hint = 'A forced guess cannot be avoided, but another cell may have much less risk. Before a needless guess, some cell was certainly safe. In a slip the button went down on a cell without risk, and came up on another.';
  return card('Guesses', facts([['Forced', each(forced)], ['Of these, riskier than needed', each(riskier)], ['Needless', each(needless)], ['Slips of the mouse', each(slips)]]), element('p', { className: 'hint', textContent: hint }));
}

/** @param {Report} report */
function luck({ games, won, expected, mines_hit, forced, needless, slips, selected }) {
  const count = forced + needless + slips;
  /** @type {Fact[]} */
  const rows = [['Guesses that hit a mine', `${whole(mines_hit)} of ${whole(count)}`]];
  if (!selected) rows.push(['Expected by their risks, if these are all your games', decimal(expected, 1)]);
  const reason = won === games ? 'Only games that were won are here' : 'The games seem to be chosen by how they ended';
  const hint = selected ? `${reason}, so they do not show how lucky you were. That takes all games, however they ended.` : luckInWords(mines_hit, expected);
  return card('Luck', facts(rows), element('p', { className: 'hint', textContent: hint }));
}

/** The standard deviation is at most the square root of the expected number. @param {number} minesHit @param {number} expected */
function luckInWords(minesHit, expected) {
  const apart = (minesHit - expected) / Math.sqrt(Math.max(expected, 1));
  if (Math.abs(apart) < EVEN) return 'About as many as expected: neither lucky nor unlucky.';
  return apart < 0 ? 'Fewer than expected: you were lucky.' : 'More than expected: you were unlucky.';
}

/** @param {Report} report */
function skill({ games, won, efficiency, three_bv_per_second: speed, pluck }) {
  /** @type {Fact[]} */
  const rows = [['Won', `${whole(won)} of ${whole(games)}`], ['Efficiency', share(efficiency)], ['3BV per second', decimal(speed)], ['Pluck of wins', decimal(pluck)]];
  return card('Play', facts(rows));
}

/** What the choices kept of the chance to win, or how to find out. @param {Report} report @param {() => void} followWin */
function accuracy({ accuracy: mean, accuracy_error: error, chance_lost: lost, chance_lost_error: lostError, course }, followWin) {
  if (mean === null || lost === null) {
    const hint = 'How much of the chance to win your guesses kept, apart from luck. An expert game takes some seconds.';
    return card('Accuracy', element('p', { className: 'hint', textContent: hint }), button('Find out', followWin, { className: 'small' }));
  }
  const count = course.filter(({ accuracy: own }) => own !== null).length;
  /** @type {Fact[]} */
  const rows = [
    ['Mean of the games', error ? `${withError(100 * mean, 100 * error)} %` : share(mean)],
    ['Wins lost by guesses', lostError ? withError(lost, lostError) : decimal(lost, 1)],
  ];
  if (count < course.length) rows.push(['Games evaluated', whole(count)]);
  const hint = 'Luck plays no part in it: the best guess each time is 100 %. ± is the standard error of what is estimated.';
  return card('Accuracy', facts(rows), element('p', { className: 'hint', textContent: hint }));
}

/** @param {Report} report @param {Address} address */
function mistakesCard({ missed: rules, needless }, address) {
  if (!rules.length) return element('p', { className: 'hint', textContent: 'You missed nothing: no guess was needless.' });
  const rows = rules.map(({ rule, mistakes, risk, worst: example }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', textContent: RULE_NAMES[rule] ?? rule }),
      element('td', { textContent: `${whole(mistakes)} (${share(mistakes / needless)})` }),
      element('td', { textContent: decimal(risk, 1) }),
      element('td', {}, linkTo(address(example), 'the worst')),
    ),
  );
  const hint = 'Each needless guess counts under the easiest deduction that would have avoided it.';
  const table = wideTable('What you missed', ['What showed a safe cell', 'Missed', 'Mines risked', 'Example'], rows);
  return card('What you missed', element('p', { className: 'hint', textContent: hint }), table);
}

/** @param {Report} report @param {Address} address @param {Part} practice */
function worst({ worst: mistakes }, address, practice) {
  if (!mistakes.length) return '';
  const entries = mistakes.map((mistake) => element('li', {}, linkTo(address(mistake), `Risk ${share(mistake.risk)}`), mistake.reason ? ` ${mistake.reason}` : ''));
  return card('Your riskiest needless guesses', element('ol', { className: 'worst-mistakes' }, ...entries), practice);
}

/** All games, the latest first, some at a time. @param {Report} report @param {import('./standings.js').GameLink} link */
function games({ course }, link) {
  const table = wideTable('Games', ['Game', 'Played', 'Board', 'Style', 'Result', 'Time', '3BV', '3BV/s', 'STNB', 'Efficiency', 'Needless guesses', 'Checks'], []);
  const rows = /** @type {HTMLElement} */ (table.querySelector('tbody'));
  const more = button('Show more', () => add(), { className: 'small more-games' });
  let count = 0;
  function add() {
    const last = course.length - count;
    for (let i = last - 1; i >= Math.max(0, last - ROWS); i--) rows.append(gameRow(course[i], link));
    count = Math.min(count + ROWS, course.length);
    show(more, count < course.length);
  }
  add();
  return card('Games', table, more);
}

/** @param {Report['course'][number]} game @param {import('./standings.js').GameLink} link */
function gameRow({ game, board, level, style, played, status, seconds: time, three_bv: bv, solved, clicks, stnb, needless, odd }, link) {
  const texts = [dayOf(played), boardName(board, level), style, status === 'playing' ? 'not finished' : status, time === null ? '' : seconds(1000 * time), whole(bv), time ? decimal(solved / time) : '', decimal(stnb), clicks ? share(solved / clicks) : '', whole(needless), odd.map(doubtInWords).join(' ')];
  return element('tr', {}, element('th', { scope: 'row' }, link(game)), ...texts.map((text, place) => element('td', { className: place === texts.length - 1 ? 'words' : '', textContent: text })));
}

/** The files that could not be reviewed, and why. @param {Report} report @param {import('./folder.js').Folder} folder */
function skippedFiles({ skipped: files, left_out: leftOut }, folder) {
  const large = folder.tooLarge.map((name) => ({ name, error: tooLarge(LIMITS.FILE_BYTES) }));
  if (!leftOut && !large.length) return '';
  const rest = leftOut - files.length;
  const entries = [...files, ...large].map(({ name, error }) => element('li', {}, element('b', { textContent: name }), `: ${forPlayers(error)}`));
  return card('Files that could not be read in full', element('ul', { className: 'skipped-files' }, ...entries, rest ? element('li', { textContent: `and ${whole(rest)} more` }) : ''));
}

/** @param {string} address @param {string} text */
const linkTo = (address, text) => element('a', { href: `#review=${address}`, textContent: text });
