/** How a player stands on each kind of board, which games the report is about, and which of them are odd. */

import { card, field, select, wideTable } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { boardName, capital, decimal, quantity, seconds, whole } from '../ui/plain_words.js';
import { timesChart } from './charts.js';

/** @import { GameFilter } from '../host/requests.js' */
/** @import { BoardStanding, Report } from '../records.js' */
/** A link to the review of a game. @typedef {(game: string) => HTMLElement} GameLink */

/** The metrics: their names, and how they are written. @type {[key: string, name: string, write: (value: number) => string|null][]} */
const METRICS = [
  ['seconds', 'Time', (value) => seconds(1000 * value)],
  ['estimated', 'Estimated time', (value) => seconds(1000 * value)],
  ['three_bv_per_second', '3BV per second', (value) => decimal(value)],
  ['stnb', 'STNB', (value) => decimal(value)],
  ['efficiency', 'Efficiency (IOE)', (value) => decimal(value, 3)],
  ['correctness', 'Correctness', (value) => decimal(value, 3)],
  ['throughput', 'Throughput', (value) => decimal(value, 3)],
  ['rqp', 'RQP', (value) => decimal(value, 3)],
  ['qg', 'QG', (value) => decimal(value, 3)],
  ['zini_efficiency', 'ZiNi efficiency', (value) => decimal(value, 3)],
  ['hzini_efficiency', 'HZiNi efficiency', (value) => decimal(value, 3)],
];
const HEADS = ['Figure', 'Best', 'Mean of 3', 'of 5', 'of 12', 'Mean', 'Games', 'Best game'];
const SAMPLE = 'All figures are of games won, but the estimated time: it takes all games that did at least half of the 3BV. A mean of 3, 5 or 12 is the best of as many such games in a row.';
const ALL = '';

/** A card for each kind of board. @param {Report} report @param {GameLink} link */
export function standingCards({ standings }, link) {
  return standings.map((standing) => standingCard(standing, link));
}

/** @param {BoardStanding} standing @param {GameLink} link */
function standingCard(standing, link) {
  const { board, level, style, mode, games, won, figures, records, times } = standing;
  const title = [boardName(board, level), style, mode].filter(Boolean).join(', ');
  const count = element('p', { className: 'hint', textContent: `${quantity(games, 'game')}, ${whole(won)} won.${won ? ` ${SAMPLE}` : ''}` });
  const metrics = METRICS.filter(([key]) => figures[key].count);
  const rows = metrics.map(([key, name, write]) => {
    const { best, means, mean, count: of, game } = figures[key];
    const values = [best, ...means, mean].map((value) => element('td', { textContent: value === null ? '' : write(value) }));
    return element('tr', {}, element('th', { scope: 'row', textContent: name }), ...values, element('td', { textContent: whole(of) }), element('td', {}, game === null ? '' : link(game)));
  });
  return card(title, count, rows.length ? wideTable(`${title}: bests and means`, HEADS, rows) : '', timesChart(times), records.length ? recordsOf(standing, title, link) : '');
}

/** The best times by classes of 3BV, and each new best time. @param {BoardStanding} standing @param {string} title @param {GameLink} link */
function recordsOf({ records, progress }, title, link) {
  const rows = records.map(({ least, most, wins, seconds: time, game }) =>
    element('tr', {}, element('th', { scope: 'row', textContent: `${least}–${most}` }), element('td', { textContent: seconds(1000 * time) }), element('td', { textContent: whole(wins) }), element('td', {}, link(game))),
  );
  const steps = progress.map(({ game, seconds: time }) => element('li', {}, `${seconds(1000 * time)}: `, link(game)));
  return element(
    'details',
    {},
    element('summary', { textContent: 'Records by 3BV, and each new best time' }),
    wideTable(`${title}: records by 3BV`, ['3BV', 'Best time', 'Wins', 'Game'], rows),
    element('p', { className: 'hint', textContent: 'The games that beat all times before them, the first one first:' }),
    element('ol', { className: 'best-times' }, ...steps),
  );
}

/** The games that are odd, and those on boards that came before; nothing if there are none. @param {Report} report @param {GameLink} link */
export function checksCard({ checks: { contradiction, doubt, repeated } }, link) {
  const parts = [
    listOf(contradiction, 'that is not in these tables, as its file contradicts its events', 'that are not in these tables, as their files contradict their events', link),
    listOf(doubt, 'in these tables with events unlike those of a hand', 'in these tables with events unlike those of a hand', link),
    listOf({ ...repeated, games: repeated.games.map(({ game, text }) => ({ game, text: `the board of ${text}` })) }, 'on a board that an earlier game had', 'on boards that earlier games had', link),
  ];
  return parts.some(Boolean) ? card('Checks', ...parts) : '';
}

/**
 * @param {{count: number, games: {game: string, text: string}[]}} part @param {string} one @param {string} many @param {GameLink} link
 */
function listOf({ count, games }, one, many, link) {
  if (!count) return '';
  const entries = games.map(({ game, text }) => element('li', {}, link(game), `: ${text}`));
  const rest = count - games.length;
  const summary = element('summary', { textContent: `${quantity(count, 'game')} ${count === 1 ? one : many}` });
  return element('details', {}, summary, element('ul', { className: 'odd-games' }, ...entries, rest ? element('li', { textContent: `and ${whole(rest)} more` }) : ''));
}

/**
 * Controls for what the report is about; nothing where there is no choice.
 * @param {Report['choices']} choices @param {GameFilter|null} filter @param {(filter: GameFilter|null) => void} onChange
 */
export function filters({ levels, players, modes, dated }, filter, onChange) {
  const now = filter ?? { level: null, player: null, mode: null, since: null, until: null };
  const change = (/** @type {Partial<GameFilter>} */ part) => {
    const next = { ...now, ...part };
    onChange(Object.values(next).some((value) => value !== null) ? next : null);
  };
  /** @param {string} label @param {'level'|'player'|'mode'} name @param {string[]} values @param {(value: string) => string} write */
  const choice = (label, name, values, write = String) => {
    if (values.length < 2 && now[name] === null) return '';
    const options = [[ALL, 'All'], ...values.map((value) => [value, write(value)])];
    return select(label, options, now[name] ?? ALL, (value) => change({ [name]: value === ALL ? null : value })).root;
  };
  /** @param {string} label @param {'since'|'until'} name */
  const day = (label, name) => {
    const input = element('input', { type: 'date', value: now[name] ?? '', on: { change: () => void change({ [name]: input.value || null }) } });
    return field(label, input);
  };
  const days = dated || now.since || now.until ? [day('From', 'since'), day('To', 'until')] : [];
  const controls = [choice('Level', 'level', levels, capital), choice('Player', 'player', players), choice('Kind of game', 'mode', modes), ...days];
  return controls.some(Boolean) ? element('form', { className: 'report-filters', role: 'search', 'aria-label': 'Which games', on: { submit: (event) => event.preventDefault() } }, ...controls) : '';
}
