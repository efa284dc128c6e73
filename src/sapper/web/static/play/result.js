/** How a game ended: the figures, and what one may do next. */

import { keyCap, keyTitle } from '../input/caps.js';
import { button, facts } from '../ui/controls.js';
import { element } from '../ui/dom.js';
import { decimal, seconds, share } from '../ui/words.js';

const TITLES = { won: 'Won', lost: 'Lost', cleared: 'Cleared, but not without a mine' };

const NOT_COUNTED = {
  seed: 'its seed was typed',
  same: 'its board was known',
  undo: 'something was undone',
  help: 'the assistant helped',
  auto: 'the assistant played',
};

/**
 * @param {any} state of a game that is over
 * @param {Record<'undo'|'reveal'|'again'|'analyse'|'save', () => void> & {review: (() => void)|null}} actions what may be done; null for what cannot be yet
 * @param {Record<string, string[]>} keys bindings that were changed
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
  offered.push(button('Again', actions.again, { icon: 'again', key: keyCap('again', keys), title: 'The same board again' }));
  if (actions.review) offered.push(button('Review', actions.review, { icon: 'review' }));
  offered.push(button('Analyse', actions.analyse, { icon: 'analyse' }));
  if (end.revealed) offered.push(button('Save', actions.save, { icon: 'save' }));
  return offered;
}

function cause({ status, variant, end }) {
  if (end.cause === 'given_up') return 'Given up: its board was begun again.';
  if (status !== 'lost' || end.cause !== 'guess') return null;
  return variant === 'hard_core' ? 'A guess, while a cell was certainly safe.' : null;
}

function recordText({ rank, best_ms: best, previous_ms: previous }) {
  if (rank !== 1) return `Number ${rank} of your times; the best is ${seconds(best)}.`;
  return previous === null ? 'Your first time on this board.' : `Your best time! Before: ${seconds(previous)}.`;
}

function metricFacts(metrics) {
  if (!metrics) return [];
  return [
    ['3BV', `${metrics.solved ?? metrics.three_bv} of ${metrics.three_bv}`],
    ['3BV per second', decimal(metrics.three_bv_per_second)],
    ['Efficiency', share(metrics.efficiency, 0)],
    ['Openings', String(metrics.openings)],
  ];
}
