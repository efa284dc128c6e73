/** The report over many games: how often the player guessed, with how much luck, and what was missed. */

import { button, card, facts, pageHead } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { counted, decimal, share, whole } from '../ui/words.js';
import { gameAddress } from './address.js';
import { progressCard } from './charts.js';
import { RULE_NAMES } from './verdicts.js';

const EVEN = 1; // standard deviations; less than this is neither luck nor bad luck

export class ReportPage {
  /** @param {import('../engine.js').Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.bar = element('progress', { max: 1, value: 0, 'aria-label': 'Games reviewed' });
    this.count = element('p', { className: 'hint', 'aria-live': 'polite' });
    this.wait = element('div', { className: 'review-wait', hidden: true }, element('p', { textContent: 'Reviewing your games…' }), this.bar, this.count, button('Stop', () => this.loading?.stop(), { icon: 'stop', className: 'small' }));
    this.content = element('div', {});
    this.root = element('div', { className: 'review-report', hidden: true }, this.wait, this.content);
  }

  /** Reviews the games that were not reviewed yet, and shows the report. */
  async load() {
    this.loading?.stop();
    this.content.replaceChildren();
    this.#progress({ done: 0, of: 1 });
    show(this.wait, true);
    const thought = this.engine.report((progress) => thought === this.loading && this.#progress(progress));
    this.loading = thought;
    try {
      const report = await thought.answer;
      if (thought === this.loading) this.content.replaceChildren(...pageOf(report));
    } catch (error) {
      if (thought !== this.loading) return;
      const text = error.type === 'cancelled' ? 'Stopped. The games reviewed so far are remembered.' : error.message;
      this.content.replaceChildren(element('p', { className: 'empty', textContent: text }), button('Try again', () => this.load(), { icon: 'again' }));
    }
    if (thought === this.loading) show(this.wait, false);
  }

  stop() {
    this.loading?.stop();
    this.loading = null;
  }

  #progress({ done, of }) {
    this.bar.value = of ? done / of : 0;
    this.count.textContent = done ? `${whole(done)} of ${counted(of, 'game')}` : '';
  }
}

function pageOf(report) {
  const { games, left_out: leftOut } = report;
  if (!games) return [pageHead('Your games together'), element('p', { className: 'empty' }, 'Finish a game without help, and its review appears here. ', element('a', { href: '#play', textContent: 'Play one.' }))];
  const out = leftOut ? ` ${counted(leftOut, 'game')} could not be reviewed.` : '';
  const head = pageHead('Your games together', `The last ${counted(games, 'game')} that ${games === 1 ? 'counts' : 'count'} in the statistics.${out}`);
  return [head, element('div', { className: 'cards' }, guesses(report), luck(report), skill(report)), progressCard(report.course, report.missed.map(({ rule }) => rule)), missed(report), worst(report)];
}

function guesses({ games, forced, riskier, needless }) {
  const each = (count) => `${whole(count)} (${decimal(count / games)} a game)`;
  const hint = 'A forced guess cannot be avoided, but another cell may have much less risk. Before a needless guess, some cell was certainly safe.';
  return card('Guesses', facts([['Forced', each(forced)], ['Of these, riskier than needed', each(riskier)], ['Needless', each(needless)]]), element('p', { className: 'hint', textContent: hint }));
}

function luck({ expected, struck, forced, needless }) {
  const count = forced + needless;
  const rows = [['Guesses that hit a mine', `${whole(struck)} of ${whole(count)}`], ['Expected by their risks', decimal(expected, 1)]];
  return card('Luck', facts(rows), element('p', { className: 'hint', textContent: luckInWords(struck, expected) }));
}

/** The standard deviation is at most the square root of the expected number. */
function luckInWords(struck, expected) {
  const apart = (struck - expected) / Math.sqrt(Math.max(expected, 1));
  if (Math.abs(apart) < EVEN) return 'About as many as expected: neither lucky nor unlucky.';
  return apart < 0 ? 'Fewer than expected: you were lucky.' : 'More than expected: you were unlucky.';
}

function skill({ games, won, efficiency, three_bv_per_second: speed }) {
  return card('Play', facts([['Won', `${whole(won)} of ${whole(games)}`], ['Efficiency', share(efficiency)], ['3BV per second', decimal(speed)]]));
}

function missed({ missed: rules, needless }) {
  if (!rules.length) return element('p', { className: 'hint', textContent: 'You missed nothing: no guess was needless.' });
  const rows = rules.map(({ rule, mistakes, risk, worst: example }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', textContent: RULE_NAMES[rule] ?? rule }),
      element('td', { textContent: `${whole(mistakes)} (${share(mistakes / needless)})` }),
      element('td', { textContent: decimal(risk, 1) }),
      element('td', {}, mistakeLink(example, 'the worst')),
    ),
  );
  const heads = ['What showed a safe cell', 'Missed', 'Mines risked', 'Example'].map((text) => element('th', { scope: 'col', textContent: text }));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
  return card('What you missed', element('p', { className: 'hint', textContent: 'Each needless guess counts under the easiest deduction that would have avoided it.' }), element('div', { className: 'wide-table', tabIndex: 0, role: 'region', 'aria-label': 'What you missed' }, table));
}

function worst({ worst: mistakes }) {
  if (!mistakes.length) return '';
  const entries = mistakes.map((mistake) => element('li', {}, mistakeLink(mistake, `Risk ${share(mistake.risk)}`), mistake.reason ? ` ${mistake.reason}` : ''));
  const practice = element('p', {}, element('a', { href: '#learn=puzzles', textContent: 'Practise these as puzzles' }));
  return card('Your riskiest needless guesses', element('ol', { className: 'worst-mistakes' }, ...entries), practice);
}

const mistakeLink = ({ game, move }, text) => element('a', { href: `#review=${gameAddress(game, move)}`, textContent: text });
