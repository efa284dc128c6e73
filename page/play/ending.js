/**
 * The end of a game: a card beside the board that says how it ended and what to do next. After a loss it also says what was
 * certain before the last move, and the board shows it. Its buttons stand at its foot, which stays where it is when the card
 * grows.
 */

import { keyTitle } from '../input/caps.js';
import { announce, note } from '../ui/announce.js';
import { button, facts, iconButton } from '../ui/controls.js';
import { panelBelow } from '../ui/layout.js';
import { element, show, takesText } from '../ui/dom.js';
import { copyLink, LONGEST_LINK } from '../ui/share.js';
import { decimal, seconds, share } from '../ui/plain_words.js';
import { saveGame } from './downloads.js';
import { gameLink } from './link.js';
import { standingOf } from './standing.js';

/** @import { BestTime, Loss, State } from '../answers.js' */
/** @typedef {NonNullable<State['end']>} End */

/** @type {Record<string, string>} */
const TITLES = { won: 'Won', lost: 'Lost', guess: 'Lost by a needless guess', drawn: 'Drawn: you hit a mine on the way' };

const GAP = 8; // CSS pixels between the card and what is around it
const PATIENCE = 400; // milliseconds that the card waits for the certain cells, so that it appears complete
const LOSING = 1000; // how much more it matters to see what lost the game than what is marked

/** What the buttons do. @typedef {Record<'fresh'|'again'|'undo'|'analyse', () => void> & Record<'review', (game: string) => void>} Actions */

export class Ending {
  /** @type {HTMLElement} */
  card;
  /** A small button in place of the card. @type {HTMLElement} */
  pill;
  /** What was certain before a loss. @type {HTMLElement} */
  why;

  /**
   * @param {import('./current_game.js').CurrentGame} currentGame @param {import('./cabinet.js').Cabinet} cabinet
   * @param {HTMLElement} flags the switch below the board, which the card leaves free
   * @param {import('../settings/store.js').SettingsStore} store @param {Actions} actions
   */
  constructor(currentGame, cabinet, flags, store, actions) {
    this.currentGame = currentGame;
    this.cabinet = cabinet;
    this.flags = flags;
    this.store = store;
    this.actions = actions;
    /** The end that the card shows. Other news of the game does not change the card. @type {string|null} */
    this.about = null;
    /** The engine's answer to why the game was lost. @type {Loss|null} */
    this.explanation = null;
    this.root = element('div', { className: 'ending', hidden: true });
    new ResizeObserver(() => this.#place()).observe(this.root);
    cabinet.view.box.addEventListener('board-layout', () => this.#place());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !takesText(event.target) && this.root.checkVisibility() && !document.querySelector('dialog[open]')) this.#putAway(true);
    });
  }

  /** Puts the card at the foot of a panel, or over the board where the panel stands below it. @param {HTMLElement} panel */
  standBeside(panel) {
    const put = () => {
      (panelBelow.matches ? this.cabinet.stage : panel).append(this.root);
      this.root.style.top = '';
      this.#place();
    };
    panelBelow.addEventListener('change', put);
    put();
  }

  /** Shows the end of the game, if it has ended. */
  update() {
    const { state } = this.currentGame;
    const end = state?.end;
    const about = end ? `${state.game} ${state.started_at} ${state.elapsed_ms} ${state.clicks} ${JSON.stringify(this.store.values.keys)}` : null;
    if (about === this.about) {
      this.#mark(); // the scene may be another one
      return;
    }
    this.about = about;
    this.explanation = null;
    this.root.replaceChildren();
    show(this.root, Boolean(about) && state?.status !== 'lost');
    if (!end) return;
    this.why = element('p', { className: 'why', hidden: true });
    this.card = this.#card(state, end);
    this.pill = button('Result', () => this.#putAway(false), { className: 'small' });
    show(this.pill, false);
    this.root.append(this.card, this.pill);
    this.#place();
    if (state.status === 'lost') this.#explain(state.game);
  }

  /** @param {boolean} away */
  #putAway(away) {
    show(this.card, !away);
    show(this.pill, away);
    this.cabinet.view.box.focus({ preventScroll: true });
  }

  /** @param {State} state @param {End} end */
  #card(state, end) {
    const { status } = state;
    const { metrics } = end;
    const standing = standingOf(state);
    const more = this.#more(state, end);
    return element(
      'section',
      { className: `result ${status}`, 'aria-label': 'Result' },
      element('header', {}, element('h2', { textContent: TITLES[end.cause === 'guess' ? 'guess' : status] }), figure(seconds(state.elapsed_ms)), figure(decimal(metrics.three_bv_per_second), '3BV/s'), figure(share(metrics.efficiency), 'efficiency'), iconButton('Close the result', 'close', () => this.#putAway(true))),
      more,
      end.record && element('p', { className: 'record', textContent: recordText(end.record) }),
      end.record && this.#splits(state.game),
      standing?.label === 'helped' ? element('p', { className: 'hint', textContent: standing.text }) : null,
      this.why,
      element('div', { className: 'next' }, ...this.#offers(state), this.#opener(more)),
    );
  }

  /** A place for the splits of a won game. @param {string} game */
  #splits(game) {
    const place = element('div', { className: 'splits', hidden: true });
    const { about } = this;
    const fill = (/** @type {import('../records.js').Splits} */ { shares, own, best }) => {
      if (about !== this.about || !shares.length) return;
      place.append(splitsTable(shares, own, best));
      show(place, true);
      this.#place();
    };
    this.currentGame.engine.splits(game).then(fill, () => {}); // the card stays without them while the engine is away
    return place;
  }

  /** A button that shows the rest of the card. @param {HTMLElement} more */
  #opener(more) {
    const opener = button('More', () => {
      show(more, Boolean(more.hidden));
      opener.setAttribute('aria-expanded', String(!more.hidden));
    });
    opener.setAttribute('aria-expanded', 'false');
    return opener;
  }

  /** @param {State} state */
  #offers({ game, status }) {
    const { actions } = this;
    const { keys } = this.store.values;
    return [
      button('New', actions.fresh, { className: 'primary', title: keyTitle('new', keys) }),
      button('Retry', actions.again, { title: `The same board again, as practice. ${keyTitle('again', keys)}` }),
      button('Review', () => actions.review(game)),
      status === 'lost' && button('Undo', actions.undo, { title: `Goes on as practice; the loss still counts. ${keyTitle('undo', keys)}` }),
    ];
  }

  /** The rest of the card. @param {State} state @param {End} end */
  #more(state, end) {
    const { game } = state;
    const { metrics } = end;
    const standing = standingOf(state);
    return element(
      'div',
      { className: 'more', hidden: true },
      standing?.label === 'practice' && element('p', { className: 'hint', textContent: standing.text }),
      facts([
        ['3BV', `${metrics.solved} of ${metrics.three_bv}`],
        ['Clicks', String(metrics.clicks)],
        ['Efficiency', share(metrics.efficiency)],
        ['Openings', String(metrics.openings)],
        ['Seed', end.seed],
      ]),
      element(
        'div',
        { className: 'next' },
        ...(state.board.topology === 'graph' ? [button('Copy link', () => this.#copyGraph(state), { title: 'Copies a link to play on the same graph' })] : [
          button('Analyse', this.actions.analyse),
          button('Save', () => saveGame(this.currentGame.engine, game, state.board)),
          button('Copy link', () => copyLink(`play=${gameLink(state, end)}`), { title: 'Copies a link to play the same board' }),
        ]),
      ),
    );
  }

  /** @param {State} state */
  async #copyGraph({ board, first_click: firstClick }) {
    const { graphLink } = await import('../board/graph_file.js');
    const address = `play=${await graphLink(board, firstClick)}`;
    if (address.length <= LONGEST_LINK) await copyLink(address);
    else note('This board is too large for a link. You can send its file.', 'error');
  }

  /** Marks the guess that lost in hard core at once, and says and marks what was certain when it is known. @param {string} game */
  async #explain(game) {
    const { about } = this;
    this.#mark();
    const appear = () => about === this.about && (show(this.root, true), this.#place());
    const timer = setTimeout(appear, PATIENCE);
    try {
      const explanation = await this.currentGame.engine.explain(game).answer;
      if (about !== this.about) return;
      this.explanation = explanation;
      this.why.textContent = explanation.sentence;
      show(this.why, true);
      this.#mark();
      announce(explanation.sentence);
    } catch {
      // The position is too hard, or the engine is away. The card stays without an explanation.
    }
    clearTimeout(timer);
    appear();
  }

  /** Marks what is known of the loss on the board. */
  #mark() {
    const { scene, state } = this.currentGame;
    if (state?.status !== 'lost') return;
    if (this.explanation) {
      const { safe, numbers, cells, safest } = this.explanation;
      scene.mark('reason', numbers);
      scene.mark('considered', cells);
      scene.mark('safe', safe);
      if (safest !== null) scene.mark('best', [safest]);
    }
    if (state.end?.cause === 'guess') scene.mark('guessed', state.end.cells);
    this.cabinet.view.refresh();
  }

  /**
   * Where the panel is below the board: puts the card below the switch for flags, or between the board and that switch, or
   * over the upper part of the board. It hides as little as it can of what lost the game and of what is marked.
   */
  #place() {
    const { end } = this.currentGame.state ?? {};
    if (!this.about || !end || !panelBelow.matches || this.root.hidden) return; // a new game is laid out before the card goes
    const { stage, root: cabinet, view } = this.cabinet;
    const [around, box, flags] = [stage, cabinet, this.flags].map((part) => part.getBoundingClientRect());
    const { left, width, height } = this.root.getBoundingClientRect();
    const lowest = window.innerHeight - height - GAP;
    const beside = !flags.height || flags.left >= around.right;
    const above = beside ? lowest : Math.min(lowest, flags.top - height - GAP);
    const places = [...(!beside && flags.bottom + GAP <= lowest ? [flags.bottom + GAP] : []), Math.min(box.bottom + GAP, above), box.top + GAP];
    const hides = (/** @type {number} */ top) => {
      const covers = (/** @type {number} */ cell) => overlap(view.rectangle(cell), new DOMRect(left, top, width, height));
      return [...this.currentGame.scene.roles.keys()].filter(covers).length + LOSING * end.cells.filter(covers).length;
    };
    const top = places.reduce((best, place) => (hides(place) < hides(best) ? place : best));
    this.root.style.top = `${Math.round(top - around.top)}px`;
  }
}

/** @param {DOMRect} one @param {DOMRect} other */
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A figure in the head of the card. @param {string|null} value @param {string} [name] */
function figure(value, name = '') {
  return value === null ? null : element('p', { className: `figure-of-game ${name}` }, element('b', { textContent: value }), ` ${name}`);
}

/** @param {number[]} shares @param {number[]} own @param {number[]|null} best */
function splitsTable(shares, own, best) {
  const row = (/** @type {string} */ name, /** @type {HTMLElement[]} */ cells, title = '') => element('tr', { title }, element('th', { scope: 'row', textContent: name }), ...cells);
  const head = element('tr', {}, element('th', { scope: 'col', textContent: '3BV done' }), ...shares.map((part) => element('th', { scope: 'col', textContent: `${100 * part} %` })));
  const times = own.map((at) => element('td', { textContent: seconds(at) }));
  const behind = best?.map((at, i) => element('td', { className: own[i] <= at ? 'ahead' : 'behind', textContent: difference(own[i] - at) }));
  const rows = [row('Time', times), behind && row('Against best', behind, 'How much earlier or later than in your best game before')];
  return element('table', { 'aria-label': 'Splits' }, element('thead', {}, head), element('tbody', {}, ...rows));
}

/** @param {number} milliseconds */
const difference = (milliseconds) => `${milliseconds > 0 ? '+' : milliseconds < 0 ? '−' : '±'}${seconds(Math.abs(milliseconds))}`;

/** @param {BestTime} record */
function recordText({ rank, best_ms: best, previous_ms: previous }) {
  if (rank !== 1) return `Number ${rank} among your times. Your best is ${seconds(best)}.`;
  return previous === null ? 'Your first win on this board.' : `Your best time! The old one was ${seconds(previous)}.`;
}
