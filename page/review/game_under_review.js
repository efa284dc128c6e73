/** The game under review: its board, the steps through its moves, the chart and its figures. */

import { figuresExplained, movesTable } from '../analyse/moves.js';
import { HIDDEN, MINE } from '../board/marks.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { boardOnStage } from '../board/stage.js';
import { Emitter } from '../emitter.js';
import { positionOf } from '../engine_client.js';
import { button, choiceButtons, iconButton, section, sentencePlace, toggle } from '../ui/controls.js';
import { element, show } from '../ui/dom.js';
import { boardName, capital, quantity, seconds } from '../ui/plain_words.js';
import { icon } from '../ui/svg.js';
import { Chances } from './chances.js';
import { Course } from './course.js';
import { checksLine, gameFigures } from './game_figures.js';
import { MoveList } from './move_list.js';
import { Playback, Pointer } from './playback.js';
import { SideBySide } from './side_by_side.js';
import { Timeline, wordsExplained } from './timeline.js';
import { isMistake, moveInWords } from './verdicts.js';

/** @import { Review, ReviewedMove as Move } from '../answers.js' */

const SPEEDS = [['0.5', '½×'], ['1', '1×'], ['2', '2×'], ['4', '4×']];

/** Its event `step` says that another position is shown. @extends {Emitter<{step: null}>} */
export class GameUnderReview extends Emitter {
  /** @type {HTMLButtonElement} */
  playing;
  /** @type {HTMLButtonElement} */
  earlier;
  /** @type {HTMLButtonElement} */
  later;
  /** @type {HTMLButtonElement} */
  trying;

  /**
   * @param {import('../engine_client.js').EngineClient} engine
   * @param {() => void} practise begins a practice game from the position that is shown
   */
  constructor(engine, practise) {
    super();
    this.engine = engine;
    /** @type {Review|null} */
    this.review = null;
    /** @type {Course|null} */
    this.course = null;
    this.step = 0;
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [9, 9] }));
    const { stage, board } = boardOnStage(this.scene, 'Game under review');
    this.sentence = sentencePlace();
    this.board = board;
    board.still = true;
    this.pointer = new Pointer(board);
    this.beside = new SideBySide(engine, board, () => this.player.time);
    board.box.addEventListener('board-layout', () => this.#trace());
    this.player = new Playback({
      step: () => this.step,
      go: (step) => this.#show(step),
      tick: (time) => this.#point(time),
      onChange: (playing) => this.#onPlay(playing),
    });
    this.timeline = new Timeline((step) => this.go(step));
    this.list = new MoveList((step) => this.go(step));
    this.place = element('span', { className: 'place' });
    this.clock = element('span', { className: 'review-clock', title: 'Time in the recording' });
    this.root = element('div', { className: 'play-main', hidden: true }, this.#bar(practise), stage, this.timeline.root);
    this.chances = new Chances(engine);
    this.chances.on('change', () => this.#follow());
    this.checks = element('div', {});
    this.figures = element('div', { className: 'game-figures' });
    this.guesses = element('div', {});
    this.risks = toggle('Probabilities before the move', true, () => this.#showRisks());
    this.ways = toggle('Path of the pointer', true, () => this.#trace());
    this.about = section('Review', this.checks, this.sentence, this.list.root, this.guesses, this.chances.root, this.figures, wordsExplained(), this.risks.root, this.ways.root);
    for (const part of [this.about, this.beside.root]) show(part, false);
  }

  /**
   * Shows a review.
   * @param {Review} review @param {number} step @param {import('../host/requests.js').Recording} source what the engine was asked about
   * @param {import('../answers.js').Summary[]} games those that it can be compared with
   */
  open(review, step, source, games) {
    const { board, level, moves, summary } = review;
    this.review = review;
    this.scene = new Scene(shapeOf(board));
    this.course = new Course(review, this.scene.shape.size);
    this.player.course = this.course;
    for (const part of [this.root, this.about, this.beside.root]) show(part, true);
    show(this.ways.root, this.course.way.pointer.length > 0);
    this.timeline.load(moves);
    this.list.load(moves, this.scene.shape);
    this.board.show(this.scene, `Game under review, ${boardName(board, level)}`);
    const [label] = this.later.getElementsByClassName('label');
    label.textContent = summary.needless + summary.riskier ? 'Next mistake' : 'No mistakes';
    this.checks.replaceChildren(...('file' in source && source.file ? [checksLine(review.doubts)] : []));
    this.figures.replaceChildren(...gameFigures(review));
    this.beside.load(source, games);
    this.go(step);
    this.chances.load(source);
  }

  close() {
    this.pause();
    this.chances.close();
    this.beside.close();
    this.review = this.course = this.player.course = null;
    for (const part of [this.root, this.about, this.beside.root]) show(part, false);
  }

  pause() {
    this.player.pause();
    this.pointer.hide();
  }

  /** Goes to the position before a move, or to the end after the last one. @param {number} step */
  go(step) {
    this.pause();
    this.#show(step);
    this.player.time = this.course?.startOf(this.step) ?? 0;
    this.#tell();
    this.#showRisks();
  }

  /** Goes to the next mistake or the one before. @param {1|-1} way */
  mistake(way) {
    const next = this.course?.mistake(this.step, way);
    if (next !== null && next !== undefined) this.go(next);
  }

  /** Does what a key means here. Returns whether it means anything. @param {string} key */
  press(key) {
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.go(this.step - 1),
      ArrowRight: () => this.go(this.step + 1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      n: () => this.mistake(1),
      b: () => this.mistake(-1),
      ' ': () => this.player.toggle(),
    };
    const act = acts[key.length === 1 ? key.toLowerCase() : key];
    if (!act || !this.review) return false;
    act();
    return true;
  }

  /** @param {() => void} practise */
  #bar(practise) {
    const step = (/** @type {number} */ by) => () => this.go(this.step + by);
    this.playing = iconButton('Play (Space)', 'play', () => this.player.toggle());
    this.earlier = iconButton('Previous mistake (B)', 'back', () => this.mistake(-1));
    this.later = button('Next mistake', () => this.mistake(1), { icon: 'review', title: 'Next mistake (N)' });
    this.trying = button('Try from here', practise, { icon: 'again', title: 'Starts a practice game from this position. It does not count in the statistics.' });
    const speed = choiceButtons('Speed', SPEEDS, '1', (value) => {
      this.player.speed = Number(value);
      speed.choose(value);
    });
    return element(
      'div',
      { className: 'toolbar stepper' },
      element('div', { className: 'steps' }, iconButton('First move', 'first', () => this.go(0)), iconButton('Previous move', 'back', step(-1)), element('div', { className: 'where' }, this.place, this.clock), iconButton('Next move', 'forward', step(1)), iconButton('End', 'last', () => this.go(Infinity))),
      element('div', { className: 'steps' }, this.playing, speed.root),
      element('div', { className: 'steps' }, this.earlier, this.later, this.trying),
    );
  }

  /** Shows the chance to win, once it is known. */
  #follow() {
    if (!this.course) return;
    this.timeline.follow(this.chances.moves);
    this.list.follow(this.chances.moves);
    const move = this.course.moves[this.step];
    if (move && !this.player.playing) this.sentence.textContent = this.#inWords(move);
  }

  /** @param {number} step */
  #show(step) {
    const { course, review, scene, player } = this;
    if (!course || !review) return;
    this.step = Math.min(Math.max(step, 0), course.length);
    const move = course.moves[this.step];
    scene.clearHelp();
    scene.marks = move ? course.before(this.step) : withMines(course.before(this.step), review.mined);
    if (move) scene.cursor = move.cell;
    this.place.textContent = move ? `Move ${this.step + 1} of ${course.length}` : `End, after ${quantity(course.length, 'move')}`;
    this.sentence.textContent = player.playing ? '' : this.#inWords(move);
    if (move && !player.playing) markMove(scene, move);
    else if (review.lost_by_guess && !move) scene.mark('guessed', [course.moves[course.length - 1].cell]);
    this.board.refresh();
    if (move && !player.playing) this.board.reveal(move.cell);
    this.earlier.disabled = course.mistake(this.step, -1) === null;
    this.later.disabled = course.mistake(this.step, 1) === null;
    this.trying.disabled = !move;
    this.timeline.mark(this.step);
    this.list.mark(this.step);
    this.#trace();
    this.emit('step', null);
  }

  /** Shows the time in the recording. While it stands, also the time of the next move, which the sentence is about. */
  #tell() {
    const { course, step, player } = this;
    const time = seconds(player.time);
    const next = course && !player.playing ? seconds(course.timeOf(step)) : time;
    this.beside.follow(player.time);
    this.clock.textContent = !course?.isTimed ? '' : time === next ? time : `${time.replace(' s', '')}–${next}`;
  }

  /** Shows how the player's pointer came to the move that is next. While the game plays it is followed frame by frame. */
  #trace() {
    const { course, step, player } = this;
    if (player.playing) return;
    const way = course && step < course.length && this.ways.input.checked ? course.way.between(course.startOf(step), course.times[step]) : [];
    if (way.length) this.pointer.follow(way);
    else this.pointer.hide();
  }

  /** @param {Move|undefined} move the move that is next, nothing at the end */
  #inWords(move) {
    const { review, scene, course } = this;
    if (!move) return review ? endInWords(review) : '';
    const ends = review?.lost_by_guess && this.step + 1 === course?.length;
    const text = moveInWords(move, scene.shape, this.chances.moves.get(move.n), ends ? 'By the rule of guessing, it ends the game.' : '');
    return course?.isTimed ? `${seconds(course.timeOf(this.step))}, ${text}` : capital(text);
  }

  /** Follows the pointer of the player while the game plays. @param {number} time */
  #point(time) {
    const { course, step } = this;
    if (!course) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const way = calm ? [] : course.way.between(course.startOf(step), time);
    this.#tell();
    this.pointer.press(course.down(time));
    if (way.length) this.pointer.follow(this.ways.input.checked ? way : way.slice(-1));
    else if (step > 0) this.pointer.putOn(course.moves[step - 1].cell);
    if (step > 0 && this.board.box.classList.contains('scrolls')) this.board.reveal(course.moves[step - 1].cell);
  }

  /** @param {boolean} playing */
  #onPlay(playing) {
    const name = playing ? 'Pause (Space)' : 'Play (Space)';
    this.playing.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.playing.title = name;
    this.playing.setAttribute('aria-label', name);
    this.#show(this.step);
    this.#tell();
    if (playing) this.guesses.replaceChildren();
    else this.#showRisks();
  }

  /** Shows the risks of the position, and the best guesses where a guess was forced. */
  async #showRisks() {
    const { scene, step, review } = this;
    this.inquiry?.stop();
    this.guesses.replaceChildren();
    const move = review?.moves[step];
    const isForced = move?.verdict === 'forced';
    const showsRisks = this.risks.input.checked;
    if (!review || !move || step === 0 || !(showsRisks || isForced)) {
      scene.risks = null;
      this.board.redraw();
      return;
    }
    try {
      this.inquiry = this.engine.analyse(positionOf(review.board, scene.marks), { time_limit_ms: 3000, guess: isForced, moves: 3 });
      const { mine_probability: risks, moves } = await this.inquiry.answer;
      if (scene !== this.scene || step !== this.step || this.player.playing) return;
      scene.risks = showsRisks ? risks : null;
      if (moves?.length) markGuesses(scene, move, moves);
      if (moves?.length) this.guesses.replaceChildren(movesTable(moves, scene.shape, (cell) => this.#pointOut(move, cell)), figuresExplained());
      this.board.redraw();
    } catch {
      // The board stays without probabilities.
    }
  }

  /** @param {Move} move @param {number} cell */
  #pointOut(move, cell) {
    this.scene.roles.clear();
    this.scene.mark('considered', [cell]);
    markMove(this.scene, move);
    this.board.refresh();
  }
}

/** @param {Review} review */
function endInWords({ status, lost_by_guess: byGuess, summary: { forced, riskier, needless, slips } }) {
  const more = riskier ? `, ${riskier} of them riskier than needed` : '';
  const end = status === 'playing' ? 'The recording ends before the game.' : `The game was ${status}${byGuess ? ' by a needless guess' : ''}.`;
  return `${end} ${quantity(forced, 'forced guess', 'forced guesses')}${more}. ${quantity(needless, 'needless guess', 'needless guesses')}.${slips ? ` ${quantity(slips, 'slip of the mouse', 'slips of the mouse')}.` : ''}`;
}

/** Marks the move, and what was certain instead. @param {Scene} scene @param {Move} move */
function markMove(scene, move) {
  if (move.verdict === 'needless') {
    scene.mark('considered', move.given);
    scene.mark('reason', move.numbers);
    scene.mark('safe', move.safe);
  }
  scene.roles.set(move.cell, isMistake(move) && move.kind === 'open' ? 'guessed' : 'played');
}

/** Marks the best guesses where a guess was forced. The move keeps its own mark. @param {Scene} scene @param {Move} move @param {{cell: number}[]} guesses */
function markGuesses(scene, move, [best, ...others]) {
  scene.mark('considered', others.map(({ cell }) => cell));
  scene.mark('best', [best.cell]);
  markMove(scene, move);
}

/** @param {Int8Array} marks @param {number[]} mined */
function withMines(marks, mined) {
  const result = Int8Array.from(marks);
  for (const cell of mined) if (result[cell] === HIDDEN) result[cell] = MINE;
  return result;
}
