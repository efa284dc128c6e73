/** The assistant. It gives hints, makes moves, guesses and plays by itself. It does one thing at a time, and a new request stops the old one. */

import { Emitter } from '../emitter.js';
import { announce, complain } from '../ui/announce.js';
import { quantity, share } from '../ui/plain_words.js';
import { labelOf } from '../input/caps.js';
import { Hints } from './hints.js';
import { helpDoes } from './standing.js';

/** @import { Done, Hint, News, Structure, Update } from '../answers.js' */
/** @import { CurrentGame } from './current_game.js' */
/** @template Answer @typedef {import('../engine_client.js').Inquiry<Answer>} Inquiry */

/** The end of the speed slider, in moves a second. There the assistant does not wait at all. */
export const FASTEST = 60;

/** What the assistant is doing, in words. */
export const DOING = { hint: 'Looking for a hint', move: 'Looking for moves', step: 'Looking for a move', run: 'Making certain moves', guess: 'Choosing a guess', autoplay: 'Playing' };

/** The actions of keys that help. */
const HELPING = new Set(['hint', 'move', 'run', 'guess', 'autoplay', 'risks', 'structure']);

/** The milliseconds between two moves. @param {number} speed in moves a second */
const delayOf = (speed) => (speed >= FASTEST ? 0 : Math.round(1000 / speed));

/**
 * It tells when it is `busy` or no longer, the `sentence` under the board, when other `hints` or another guess are shown, the
 * cell to `aim` at, and the `structure` that it thinks about.
 * @extends {Emitter<{busy: null, sentence: string, hints: null, aim: number, structure: Structure}>}
 */
export class Assistant extends Emitter {
  /** @param {CurrentGame} currentGame @param {import('../settings/store.js').SettingsStore} store */
  constructor(currentGame, store) {
    super();
    this.currentGame = currentGame;
    this.store = store;
    /** The assistant's work, its game, and its strategy. @type {null|{what: keyof typeof DOING, game: string, strategy: string, inquiry: Inquiry<unknown>}} */
    this.busy = null;
    this.thinking = false;
    this.sentence = '';
    /** The sentence that asks for a key once more. It goes when help begins in any way. */
    this.question = '';
    /** The hints on the current position. Null until somebody asks for them. @type {Hints|null} */
    this.hints = null;
    /** The hint that the last guess followed. @type {Hint|null} */
    this.lastGuess = null;
    /** What the assistant did last, in words. */
    this.outcome = '';
    /** Counts the positions, to recognise an answer about an old one. */
    this.position = 0;
    /** Counts the requests. When several are waiting, only the last one begins. */
    this.turn = 0;
    currentGame.on('state', () => {
      if (this.busy?.game !== currentGame.id) this.stop();
      this.#forget();
      this.say('');
    });
    currentGame.on('update', (update) => this.#onUpdate(update));
  }

  get engine() {
    return this.currentGame.engine;
  }

  get strategy() {
    const names = this.engine.strategies.map(({ name }) => name);
    const choice = this.store.values.strategy;
    return names.find((name) => name === choice) ?? names[0];
  }

  /** The strategy that plays, or that would play. */
  get player() {
    return this.busy?.strategy ?? this.strategy;
  }

  /** Shows what follows from the position, and why: the next hint, or all of them. @param {boolean} [all] */
  async hint(all = false) {
    if (!this.currentGame.playing) return;
    while (!this.hints) {
      const { position, turn } = this;
      const answer = await this.#think('hint', () => this.engine.hint(this.currentGame.source));
      if (!answer) return;
      if (position === this.position) this.hints = new Hints(answer);
      else if (this.turn > turn + 1) return; // a move came in between, and a later request must not lose its turn to this one
    }
    if (all) this.hints.showAll();
    else this.hints.next();
    this.#showHint();
  }

  /** Shows one of the hints. @param {number} at */
  showHint(at) {
    this.hints?.show(at);
    this.#showHint();
  }

  /** The cells that the sentence under the board names. @returns {number[]} */
  get namedCells() {
    if (this.lastGuess) return [this.lastGuess.guess?.cell ?? this.lastGuess.safe[0]];
    return this.hints?.namedCells ?? [];
  }

  /** Points out one of the guesses that are compared. @param {number} cell */
  pointOut(cell) {
    if (!this.hints) return; // the guess is made already
    const { scene } = this.currentGame;
    this.hints.mark(scene);
    scene.mark('considered', this.hints.answer.moves.map((move) => move.cell));
    scene.mark('best', [cell]);
    this.say(this.sentence);
  }

  /** Does what the hints say, all of it or one cell, as the settings have it. @param {boolean} other the other way */
  move(other) {
    return this.assist(this.store.values.moveOne === other ? 'move' : 'step');
  }

  /** Does what the hints say: all of it, only the first cell of the hint that is shown, or all until a guess is needed. Or guesses. @param {'move'|'step'|'run'|'guess'} action */
  async assist(action) {
    const options = { action, hint: this.hints?.indexToFollow ?? 0, flags: this.store.values.autoFlags };
    const { id } = this.currentGame;
    const result = await this.#think(action, (game) => this.engine.assist(game, options, (news) => this.#hear(news)));
    if (!result || id !== this.currentGame.id) return;
    this.lastGuess = result.hint;
    this.outcome = doneInWords(result, action);
    this.say(this.currentGame.playing ? this.outcome : ''); // the result of a game stands where the sentence does
    this.emit('hints', null);
  }

  /** Starts or pauses autoplay. */
  async autoplay() {
    if (this.busy?.what === 'autoplay') {
      this.stop();
      return;
    }
    await this.#think('autoplay', (game) => {
      const { strategy } = this;
      return this.#lasting(() => this.#beginAutoplay(game, strategy));
    });
  }

  /** @param {string} game @param {string} strategy */
  #beginAutoplay(game, strategy) {
    const options = {
      strategy,
      delay_ms: delayOf(this.store.values.speed),
      flags: this.store.values.autoFlags,
      guesses: true,
      thinking: this.thinking,
    };
    return this.engine.autoplay(game, options, (news) => this.#hear(news));
  }

  /** Changes the pace, even of a running autoplay. @param {number} speed in moves a second */
  pace(speed) {
    this.store.set({ speed });
    if (this.busy?.what === 'autoplay') this.engine.pace(this.busy.inquiry, delayOf(speed));
  }

  /**
   * Whether a key has to be pressed again. In a game that counts, the first press only says what help does, so no stray
   * key spoils the game. The next move of the player takes that press back.
   * @param {string} action
   */
  asksAgain(action) {
    const { playing, state } = this.currentGame;
    if (!HELPING.has(action) || !playing || !state?.counts) return false;
    const text = `${helpDoes(state)} Press ${labelOf(action, this.store.values.keys)} again to go on.`;
    if (this.sentence === text) {
      this.say('');
      return false;
    }
    this.say(text);
    this.question = text;
    return true;
  }

  stop() {
    this.busy?.inquiry.stop();
  }

  /** @param {string} text */
  say(text) {
    this.sentence = text;
    this.emit('sentence', text);
  }

  /**
   * The answer to what the assistant does next; null if it does not begin, or fails.
   * @template Answer @param {keyof typeof DOING} what @param {(game: string) => Inquiry<Answer>} begin
   */
  async #think(what, begin) {
    if (!this.currentGame.playing) return null;
    const turn = (this.turn += 1);
    while (this.busy) {
      const { inquiry } = this.busy;
      inquiry.stop();
      await inquiry.answer.catch(() => {});
      if (turn !== this.turn) return null; // something else was asked for in the meantime
    }
    const { id: game, playing } = this.currentGame;
    if (!playing || game === null) return null;
    const inquiry = begin(game);
    const mine = { what, game, strategy: this.strategy, inquiry };
    this.busy = mine;
    if (this.question && this.sentence === this.question) this.say('');
    this.emit('busy', null);
    try {
      return await inquiry.answer;
    } catch (error) {
      complain(error);
      return null;
    } finally {
      if (this.busy === mine) this.busy = null;
      this.emit('busy', null);
    }
  }

  /**
   * A request that begins again after the connection broke and came back, if the game is still being played.
   * @param {() => Inquiry<Done>} begin @returns {Inquiry<Done|null>}
   */
  #lasting(begin) {
    let inquiry = begin();
    const stopper = new AbortController();
    const { signal } = stopper;
    const answer = async () => {
      for (;;) {
        try {
          return await inquiry.answer;
        } catch (error) {
          if (error.type !== 'offline' || signal.aborted) throw error;
        }
        await new Promise((resolve) => {
          this.engine.on('hello', resolve, { once: true, signal });
          signal.addEventListener('abort', resolve);
        });
        if (signal.aborted || !this.currentGame.playing) return null;
        inquiry = begin();
      }
    };
    const stop = () => {
      stopper.abort();
      inquiry.stop();
    };
    return { get id() { return inquiry.id; }, answer: answer(), stop };
  }

  /** @param {News['assist']|News['autoplay']} news */
  #hear(news) {
    if (news.type === 'update') this.currentGame.apply(news);
    else if (news.type === 'structure') this.emit('structure', news);
  }

  #showHint() {
    const { hints } = this;
    if (!hints) return;
    this.lastGuess = null;
    hints.mark(this.currentGame.scene);
    if (hints.target !== undefined) this.emit('aim', hints.target);
    this.say(hints.sentence);
    this.emit('hints', null);
  }

  /** Forgets the hints on an earlier position. */
  #forget() {
    this.position += 1;
    this.hints = this.lastGuess = null;
    this.emit('hints', null);
  }

  /** @param {Update} update */
  #onUpdate({ action, cells, marks, end }) {
    if (!action && !cells.length && !marks && !end) return; // only the standing of the game changed
    this.#forget();
    const { roles } = this.currentGame.scene;
    if (roles.size || (this.sentence && action?.by === 'player')) {
      roles.clear();
      this.say('');
    }
    if (action?.risk) this.say(`That was a guess. The risk was ${share(action.risk)}.`);
  }
}

/** @param {Done} done @param {string} action */
function doneInWords({ reason, moves, hint }, action) {
  if (hint && moves > 0) return hint.certain && !hint.guess ? `No guess was needed. ${hint.sentence}` : `Guessed. ${hint.sentence}`;
  if (reason === 'guess' && moves === 0) return 'No cell is certainly safe. You need to guess.';
  if (reason === 'guess') return `Made ${quantity(moves, 'move')}. Now no cell is certainly safe. You need to guess.`;
  if (reason === 'acted') return 'Stopped because you made a move.';
  if (reason === 'stopped') return `Stopped after ${quantity(moves, 'move')}.`;
  if (action === 'step') return '';
  announce(quantity(moves, 'move'));
  return '';
}
