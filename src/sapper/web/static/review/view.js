/** Review: a finished game or a replay, move by move, with the risk of each move. */

import { boardOnStage } from '../board/stage.js';
import { EXPLODED, HIDDEN, MINE } from '../board/marks.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { positionOf } from '../engine.js';
import { base64Of } from '../engine/values.js';
import { complain } from '../ui/announce.js';
import { button, facts, filePicker, iconButton, section, toggle } from '../ui/controls.js';
import { element, show, takesText } from '../ui/dom.js';
import { boardName, counted, seconds, share, whole } from '../ui/words.js';
import { Timeline } from './timeline.js';
import { moveInWords } from './verdicts.js';

export class ReviewView {
  /** @type {import('../board/shapes.js').Shape} */
  shape;
  /** @type {import('../ui/controls.js').Control} */
  risks;

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    this.review = null;
    this.step = 0;
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [9, 9] }));
    const { stage, sentence, board, forget } = boardOnStage(this.scene, 'Game under review');
    this.sentence = sentence;
    this.forget = forget;
    this.board = board;
    this.timeline = new Timeline((step) => this.#go(step));
    this.place = element('span', { className: 'place' });
    this.games = element('div', { className: 'game-list' });
    this.summary = element('div', {});
    this.file = filePicker((content) => this.#load({ file: base64Of(content) }));
    this.main = element('div', { className: 'play-main', hidden: true }, this.#bar(), stage, this.timeline.root);
    this.welcome = element('p', { className: 'empty', textContent: 'Choose a finished game or open a replay file. You can also drop a file anywhere on the page.' });
    this.bar = element('progress', { max: 1, value: 0, 'aria-label': 'Moves reviewed' });
    this.count = element('p', { className: 'hint', 'aria-live': 'polite' });
    this.wait = element('div', { className: 'review-wait', hidden: true }, element('p', { textContent: 'Reviewing every move…' }), this.bar, this.count, button('Stop', () => this.loading?.stop(), { icon: 'stop', className: 'small' }));
    this.root = element('div', { className: 'view board-view review' }, element('h1', { className: 'unseen', textContent: 'Review' }), this.welcome, this.wait, this.main, this.#panel());
    this.#listen();
  }

  /** @param {any} [what] {game} or {file: bytes} */
  async enter(what) {
    this.shown = true;
    this.#listGames().catch(complain);
    if (what?.game) await this.#load({ game: what.game });
    else if (what?.file) await this.#load({ file: base64Of(typeof what.file === 'string' ? new TextEncoder().encode(what.file) : what.file) });
    else this.board.layout();
  }

  leave() {
    this.shown = false;
  }

  #bar() {
    const step = (by) => () => this.#go(this.step + by);
    return element(
      'div',
      { className: 'toolbar stepper' },
      iconButton('First move', 'first', () => this.#go(0)),
      iconButton('Previous move', 'back', step(-1)),
      this.place,
      iconButton('Next move', 'forward', step(1)),
      iconButton('End', 'last', () => this.#go(Infinity)),
    );
  }

  #panel() {
    this.risks = toggle('Probabilities before the move', true, () => this.#showRisks());
    this.about = section('Review', this.summary, this.risks.root, button('Analyse this position', () => this.#analyse(), { icon: 'analyse' }));
    show(this.about, false);
    return element(
      'aside',
      { className: 'panel', 'aria-label': 'Games and figures' },
      this.about,
      section('Finished games', button('Open a replay', () => this.file.click(), { icon: 'open' }), this.file, this.games),
    );
  }

  #listen() {
    const theme = () => (this.board.theme = this.app.store.theme);
    theme();
    this.app.store.addEventListener('change', theme);
    document.addEventListener('keydown', (event) => {
      if (!this.shown || takesText(event.target) || event.target === this.timeline.slider) return;
      const steps = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: Infinity };
      if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.#go(steps[event.key]);
    });
  }

  async #listGames() {
    const games = await this.engine.games();
    this.games.replaceChildren(...games.map((game) => this.#gameButton(game)));
    if (!games.length) this.games.append(element('p', { className: 'hint', textContent: 'You have no finished games yet.' }));
  }

  #gameButton({ game, board, level, status, elapsed_ms: elapsed }) {
    return element(
      'button',
      { type: 'button', className: 'game-entry', on: { click: () => this.#load({ game }) } },
      element('b', { textContent: boardName(board, level) }),
      element('span', { className: `status ${status}`, textContent: status }),
      element('span', { textContent: seconds(elapsed) }),
    );
  }

  async #load(source) {
    for (const part of [this.main, this.about, this.welcome]) show(part, false);
    this.#progress({ done: 0, of: 1 });
    show(this.wait, true);
    this.loading?.stop();
    const thought = this.engine.review(source, (progress) => thought === this.loading && this.#progress(progress));
    this.loading = thought;
    try {
      const review = await thought.answer;
      if (thought === this.loading) this.#show(review);
    } catch (error) {
      if (thought !== this.loading) return;
      this.welcome.textContent = error.type === 'cancelled' ? 'Stopped. Choose a game or drop a replay file.' : error.message;
      show(this.wait, false);
      show(this.welcome, true);
    }
  }

  #progress({ done, of }) {
    this.bar.value = done / of;
    this.count.textContent = done ? `${whole(done)} of ${counted(of, 'move')}` : '';
  }

  #show(review) {
    const { board, moves, summary } = review;
    this.review = review;
    this.shape = shapeOf(board);
    show(this.wait, false);
    show(this.main, true);
    show(this.about, true);
    this.timeline.load(moves);
    this.forget();
    this.summary.replaceChildren(
      facts([
        ['Board', boardName(board, null)],
        ...Object.entries(review.about ?? {}),
        ['Ended', review.status],
        ['Time', seconds(review.duration_ms)],
        ['Risk taken', share(summary.risk_taken)],
        ['Luck', share(summary.luck)],
        ['Forced guesses', String(summary.forced)],
        ['Needless guesses', String(summary.needless)],
        ['Certain cells missed', String(summary.missed)],
        ['3BV', String(summary.three_bv)],
        ['Efficiency', share(summary.efficiency)],
        ['Clicks', String(summary.clicks)],
      ].filter(([, value]) => value !== 'null' && value !== 'undefined')),
    );
    this.#go(0);
  }

  /** Shows the position before a move. After the last move it shows the end. */
  #go(step) {
    if (!this.review) return;
    const { moves, board, mined } = this.review;
    this.step = Math.min(Math.max(step, 0), moves.length);
    const scene = new Scene(this.shape);
    scene.marks = marksBefore(moves, this.step, this.shape.size);
    this.scene = scene;
    const move = moves[this.step];
    if (move) this.#markMove(scene, move);
    else for (const cell of mined ?? []) if (scene.marks[cell] === HIDDEN) scene.marks[cell] = MINE;
    this.place.textContent = move ? `Move ${this.step + 1} of ${moves.length}` : `End, after ${counted(moves.length, 'move')}`;
    this.sentence.textContent = move ? moveInWords(move) : `The game was ${this.review.status}.`;
    this.board.show(scene, `Game under review, ${boardName(board, null)}`);
    if (move) this.board.reveal(move.cell);
    this.timeline.mark(this.step);
    this.#showRisks();
  }

  #markMove(scene, move) {
    if (move.verdict === 'needless') scene.mark('safe', move.safe);
    else if (move.best !== null && move.best !== move.cell) scene.mark('considered', [move.best]);
    scene.roles.set(move.cell, move.values[move.cells.indexOf(move.cell)] === EXPLODED ? 'conflict' : 'best');
    scene.cursor = move.cell;
  }

  async #showRisks() {
    const { scene } = this;
    if (!this.risks.input.checked || !this.review || this.step >= this.review.moves.length || this.step === 0) {
      scene.risks = null;
      this.board.redraw();
      return;
    }
    try {
      this.thought?.stop();
      this.thought = this.engine.analyse(positionOf(this.review.board, scene.marks), { time_limit_ms: 3000 });
      const analysis = await this.thought.answer;
      if (scene !== this.scene) return;
      scene.risks = analysis.mine_probability;
      this.board.redraw();
    } catch {
      // The board stays without probabilities.
    }
  }

  #analyse() {
    if (this.review) this.app.go('analyse', { board: this.review.board, marks: this.scene.marks });
  }
}

function marksBefore(moves, step, size) {
  const marks = new Int8Array(size).fill(HIDDEN);
  for (const { cells, values } of moves.slice(0, step)) cells.forEach((cell, i) => (marks[cell] = values[i]));
  return marks;
}
