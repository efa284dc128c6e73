/** The result of a game: how it ended, its figures and what to do next. */

import { keyCap, keyTitle } from '../input/caps.js';
import { button, facts } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { decimal, seconds, share } from '../ui/words.js';

/** Why a game ended when its board was started again. */
export const GIVEN_UP = 'You gave up this game and started its board again.';

const TITLES = { won: 'Won', lost: 'Lost', cleared: 'Cleared, but you hit a mine' };

const NOT_COUNTED = {
  seed: 'you typed its seed',
  same: 'you had played its board',
  undo: 'you undid a move',
  help: 'the assistant helped',
  auto: 'the assistant played',
};

/**
 * @param {any} state the state of a game that is over
 * @param {Record<'undo'|'reveal'|'again'|'analyse'|'save', () => void> & {review: (() => void)|null}} actions what the buttons do; null where there is nothing to do yet
 * @param {Record<string, string[]>} keys the bindings that were changed
 */
export function resultCard(state, actions, keys) {
  const { end, status } = state;
  const record = end.record ? recordText(end.record) : null;
  return element(
    'section',
    { className: `section result ${status}` },
    element('h2', { textContent: TITLES[status] }),
    record && element('p', { className: 'record', textContent: record }),
    cause(state) && element('p', { className: 'hint', textContent: cause(state) }),
    facts([['Time', seconds(state.elapsed_ms)], ['Clicks', String(state.clicks)], ...metricFacts(end.metrics), ['Seed', end.seed]]),
    !state.counts && element('p', { className: 'hint', textContent: `Not counted: ${state.counts_not.map((why) => NOT_COUNTED[why]).join(', ')}.` }),
    element('div', { className: 'actions' }, ...offers(end, actions, keys)),
  );
}

function offers(end, actions, keys) {
  const offered = [];
  if (end.can_undo && !end.revealed) offered.push(button('Undo', actions.undo, { icon: 'undo', key: keyCap('undo', keys) }));
  if (!end.revealed) offered.push(button('Show mines', actions.reveal, { icon: 'eye', title: keyTitle('reveal', keys) }));
  offered.push(button('Again', actions.again, { icon: 'again', key: keyCap('again', keys), title: 'Plays the same board again' }));
  if (actions.review) offered.push(button('Review', actions.review, { icon: 'review' }));
  offered.push(button('Analyse', actions.analyse, { icon: 'analyse' }));
  if (end.revealed) offered.push(button('Save', actions.save, { icon: 'save' }));
  return offered;
}

function cause({ status, variant, end }) {
  if (end.cause === 'given_up') return GIVEN_UP;
  if (status !== 'lost' || end.cause !== 'guess') return null;
  return variant === 'hard_core' ? 'You guessed while a cell was certainly safe.' : null;
}

function recordText({ rank, best_ms: best, previous_ms: previous }) {
  if (rank !== 1) return `Your number ${rank} time. Your best is ${seconds(best)}.`;
  return previous === null ? 'Your first win on this board.' : `Your best time! The old one was ${seconds(previous)}.`;
}

function metricFacts(metrics) {
  if (!metrics) return [];
  return [
    ['3BV', `${metrics.solved ?? metrics.three_bv} of ${metrics.three_bv}`],
    ['3BV per second', decimal(metrics.three_bv_per_second)],
    ['Efficiency', share(metrics.efficiency)],
    ['Openings', String(metrics.openings)],
  ];
}
