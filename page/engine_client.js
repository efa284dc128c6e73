/** Everything the page asks of the engine. No other module knows how it is reached. */

import { EngineError } from './connection.js';
import { Emitter } from './emitter.js';
import { LIMITS } from './host/limits.js';

export { EngineError, offline } from './connection.js';

/** @template [Answer=unknown] @typedef {import('./connection.js').Inquiry<Answer>} Inquiry */
/** @import { About, BoardJson, Hello, News, Update, WholeState } from './answers.js' */
/** @import { FlaggedSource, GameFilter, Recording, Requests, Source } from './host/requests.js' */
/** What the chance to win is of. @typedef {Omit<Requests['evaluate'], 'time_limit_ms'>} ChanceSource */

/**
 * The engine as the page knows it.
 * @extends {Emitter<{hello: Hello, state: WholeState, update: Update,
 *   run: {run: import('./records.js').FullRun}, remote: About, unkept: {text: string, reload: boolean}, loading: {late: boolean}, offline: null}>}
 */
export class EngineClient extends Emitter {
  /** The game that was begun last. @type {Inquiry<WholeState>|null} */
  #nextGame = null;

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
    /** The game that the page follows. It stays the same while the engine is away. @type {string|null} */
    this.following = null;
    this.session = Math.random().toString(36).slice(2, 10);
    this.actions = 0;
    /** @type {Hello|undefined} */
    this.hello = undefined;
    this.connection.on('hello', (hello) => this.#takeHello(hello));
    this.connection.on('offline', () => this.emit('offline', null));
    this.connection.on('news', (message) => this.#news(message));
  }

  /** Whether the engine is there. */
  get online() {
    return this.connection.open;
  }

  /** Why there are no strategies in Python, or null if they can be there. */
  get lack() {
    return this.hello?.remote?.there ? null : 'Strategies in Python need Sapper on your own machine, started with “sapper serve”.';
  }

  /** What to say while the Python behind the page is away; empty while it is there, or if there is none. */
  get away() {
    return this.hello?.remote?.there === false ? '“sapper serve” does not answer. You can play on, but strategies in Python need it.' : '';
  }

  get strategies() {
    return this.hello?.strategies ?? [];
  }

  // Games

  /** Starts a game and follows it, instead of the one before. @param {Requests['new']} options */
  async newGame(options) {
    this.#nextGame?.stop(); // a daily board takes a moment, and nobody waits for it any more
    const inquiry = this.connection.ask('new', options);
    this.#nextGame = inquiry;
    const state = await inquiry.answer;
    if (inquiry !== this.#nextGame) {
      if (state.game !== this.following) this.leave(state.game).catch(() => {});
      throw new EngineError({ type: 'cancelled', message: 'another game took its place' });
    }
    this.#follow(state.game);
    return state;
  }

  /** Follows a game, instead of the one before. @param {string} game */
  resume(game) {
    this.#nextGame?.stop();
    this.#nextGame = null;
    this.#follow(game);
    return this.connection.ask('resume', { game }).answer;
  }

  /** Stops the clock of a game. @param {string} game */
  async leave(game) {
    if (this.following === game) this.following = null;
    return this.connection.ask('leave', { game }).answer;
  }

  /**
   * Opens, flags or chords. If the connection breaks, the request is sent again, and the engine still does it only once.
   * @param {string} game @param {'open'|'flag'|'chord'} kind @param {number} cell
   * @param {Array<[number, number, number]>} path the path of the pointer since the last action
   * @param {(news: News['act']) => void} [more] is called with the progress of a board that needs no guess
   */
  act(game, kind, cell, path, more) {
    const key = `${this.session}-${(this.actions += 1)}`;
    return this.connection.ask('act', { game, kind, cell, key, path }, { more, again: true });
  }

  /** @param {string} game */
  undo(game) {
    return this.connection.ask('undo', { game }).answer;
  }

  /** What was certain before the move that lost a game, and why. @param {string} game */
  explain(game) {
    return this.connection.ask('explain', { game });
  }

  // The assistant

  /** What follows from the position, and why. @param {ChanceSource} source */
  hint(source) {
    return this.connection.ask('hint', { ...source, all: true });
  }

  /**
   * Follows the hints: all cells or one, once or until a guess is needed. Or makes the guess. `more` is called with each update.
   * @param {string} game @param {Omit<Requests['assist'], 'game'>} options @param {(update: News['assist']) => void} more
   */
  assist(game, options, more) {
    return this.connection.ask('assist', { game, ...options }, { more });
  }

  /** Plays the game move by move while the player watches. @param {string} game @param {Omit<Requests['autoplay'], 'game'>} options @param {(update: News['autoplay']) => void} more */
  autoplay(game, options, more) {
    return this.connection.ask('autoplay', { game, ...options }, { more });
  }

  /** Changes the pace of an autoplay. @param {Inquiry} inquiry @param {number} delay in milliseconds */
  pace(inquiry, delay) {
    this.connection.ask('speed', { request: inquiry.id, delay_ms: delay }).answer.catch(() => {});
  }

  /** Probabilities and the other figures of a position. @param {FlaggedSource} source @param {Requests['analyse']} [options] */
  analyse(source, options = {}) {
    return this.connection.ask('analyse', { ...source, ...options });
  }

  /** What a strategy itself believes. @param {Source} source @param {Requests['beliefs']} options */
  beliefs(source, options) {
    return this.connection.ask('beliefs', { ...source, ...options });
  }

  /** The figures of one cell. @param {FlaggedSource} source @param {number} cell */
  cell(source, cell) {
    return this.connection.ask('cell', { ...source, cell, time_limit_ms: 3000 });
  }

  /** The components of the frontier and the order of the sweep. @param {FlaggedSource} source */
  structure(source) {
    return this.connection.ask('structure', source);
  }

  /** The chance to win. @param {ChanceSource} source @param {number} time in milliseconds */
  evaluate(source, time) {
    return this.connection.ask('evaluate', { ...source, time_limit_ms: time });
  }

  /** The best guesses, by the chance to win. @param {ChanceSource} source @param {number} moves how many */
  rank(source, moves) {
    return this.connection.ask('rank', { ...source, moves });
  }

  /** The chance to win over the moves of a game, asked as `review`. @param {Requests['review']} source @param {(progress: News['chances']) => void} more */
  chances(source, more) {
    return this.connection.ask('chances', source, { more });
  }

  /** Reviews a finished game, or the bytes of a replay, move by move. @param {Requests['review']} source @param {(progress: News['review']) => void} more */
  review(source, more) {
    return this.connection.ask('review', source, { more });
  }

  /** Two recordings side by side. @param {Recording} first @param {Recording} second */
  compare(first, second) {
    return this.connection.ask('compare', { first, second }).answer;
  }

  /**
   * How the player played the games that count.
   * @param {boolean} win whether to follow the chance to win @param {GameFilter|null} only which of them @param {(progress: News['report']) => void} more
   */
  report(win, only, more) {
    return this.connection.ask('report', { win, only, ...this.#patience(win) }, { more });
  }

  /**
   * Reviews replay files for a report. The engine keeps what it found while the connection lasts.
   * @param {Requests['add']['files']} files @param {boolean} begin whether to forget the files before
   * @param {boolean} win whether to follow the chance to win @param {(progress: News['add']) => void} more
   */
  add(files, begin, win, more) {
    return this.connection.ask('add', { files, begin, win, ...this.#patience(win) }, { more });
  }

  /** The chance to win takes longer. @param {boolean} win */
  #patience(win) {
    return win ? { time_limit_ms: LIMITS.TIME_LIMIT_MS } : {};
  }

  /** How the player played in those files. @param {GameFilter|null} only which of the games */
  reportOfFiles(only) {
    return this.connection.ask('report', { added: true, only });
  }

  /** Puzzles from the player's own mistakes. @param {(progress: News['puzzles']) => void} more */
  puzzles(more) {
    return this.connection.ask('puzzles', {}, { more });
  }

  /** A position of a game to train on; the same seed gives the same one. @param {string} seed */
  exercise(seed) {
    return this.connection.ask('exercise', { seed });
  }

  /** Numbers that prove where all mines are; the same seed gives the same puzzle. @param {Requests['puzzle']} order */
  puzzle(order) {
    return this.connection.ask('puzzle', order);
  }

  // Runs

  /** @param {string} run */
  watchRun(run) {
    return this.connection.ask('watch', { run }).answer;
  }

  /** @param {string} run */
  unwatchRun(run) {
    return this.connection.ask('unwatch', { run }).answer;
  }

  runs = () => this.connection.ask('runs', {}).answer.then(({ runs }) => runs);
  /** @param {Requests['start_run']} plan */
  startRun = (plan) => this.connection.ask('start_run', plan).answer;
  /** @param {string} run */
  stopRun = (run) => this.connection.ask('stop_run', { run }).answer;
  /** @param {string} run */
  resumeRun = (run) => this.connection.ask('resume_run', { run }).answer;

  // What is kept

  daily = () => this.connection.ask('daily', {}).answer;
  /** @param {Requests['save_settings']['settings']} settings */
  saveSettings = (settings) => this.connection.ask('save_settings', { settings }).answer;
  statistics = () => this.connection.ask('statistics', {}).answer;
  /** The win rates of the statistics without luck, for which the latest games are reviewed. @param {(progress: News['luck_free_statistics']) => void} more */
  luckFreeStatistics = (more) => this.connection.ask('luck_free_statistics', {}, { more });
  forgetStatistics = () => this.connection.ask('forget_statistics', {}).answer;
  /** The latest games that are over. */
  games = () => this.connection.ask('games', { status: 'over' }).answer.then(({ games }) => games);
  /** @param {string} game @param {string} format */
  gameFile = (game, format) => this.#file('game_file', { game, format });
  /** @param {string} game */
  splits = (game) => this.connection.ask('splits', { game }).answer;
  archive = () => this.#file('archive', {});
  /** @param {Uint8Array} content @param {(progress: News['add_archive']) => void} more */
  addArchive = (content, more) => this.connection.ask('add_archive', { content }, { more });
  formats = () => this.connection.ask('formats', {}).answer.then(({ formats }) => formats);
  /** @param {Requests['write']} what a position or a minefield, and the format */
  write = (what) => this.#file('write', what);

  /** @param {Uint8Array|string} content @param {Omit<Requests['read'], 'content'>} hints */
  read(content, hints) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return this.connection.ask('read', { content: bytes, ...hints }).answer;
  }

  /** @template {'game_file'|'archive'|'write'} Type @param {Type} type @param {Requests[Type]} fields */
  async #file(type, fields) {
    const { bytes } = await this.connection.ask(type, fields).answer;
    return new Blob([bytes]);
  }

  /** @param {Hello} hello */
  async #takeHello(hello) {
    this.hello = hello;
    const again = this.following;
    if (again) {
      try {
        const state = await this.resume(again);
        if (this.following === again) this.emit('state', state);
      } catch (error) {
        if (error.type !== 'offline' && this.following === again) this.following = null;
      }
    }
    if (!this.online) return; // the connection was lost again in the meantime
    this.connection.repeat();
    this.emit('hello', hello);
  }

  /** @param {any} message one of the events of `EngineClient`, by its type */
  #news(message) {
    if (message.type === 'remote') this.hello = /** @type {Hello} */ ({ ...this.hello, ...message });
    this.emit(message.type, message);
  }

  /** @param {string} game */
  #follow(game) {
    const before = this.following;
    this.following = game;
    if (before && before !== game) this.leave(before).catch(() => {}); // a lost connection has left it too
  }
}

/** A position in the form that the engine takes. @param {BoardJson} board @param {Int8Array} marks */
export const positionOf = (board, marks) => ({ position: { ...board, marks: marks.slice() } });
