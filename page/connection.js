/**
 * Questions to the engine, a module worker, and its answers. A worker that could not be loaded or has a fault is replaced; games
 * are kept elsewhere. Questions asked with `again` are then sent once more. All others fail with the type "offline".
 */

import { Emitter } from './emitter.js';
import { forPlayers } from './ui/plain_words.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/** @import { Answers, Hello, News } from './answers.js' */
/** @import { Requests } from './host/requests.js' */
/** What the engine says: an answer, or news. @typedef {{type: string, id?: number, more?: boolean}} Message */

/**
 * @typedef {object} Question
 * @property {object} message
 * @property {boolean} again whether it may be sent twice
 * @property {(answer: any) => void} resolve takes the answer that its type of request has
 * @property {(error: EngineError) => void} reject
 * @property {((news: any) => void)|undefined} more takes what comes before that
 */

/**
 * A question that waits for its answer.
 * @template [Answer=unknown]
 * @typedef {object} Inquiry
 * @property {number} id
 * @property {Promise<Answer>} answer
 * @property {() => void} stop asks the engine to stop working on it
 */

/** @extends {Emitter<{hello: Hello, news: Message, offline: null}>} */
export class Connection extends Emitter {
  /** @param {() => Worker} begin starts the worker */
  constructor(begin) {
    super();
    this.begin = begin;
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.next = 1;
    this.wait = FIRST_WAIT;
    this.open = false;
    this.connect();
  }

  connect() {
    const worker = this.begin();
    this.worker = worker;
    worker.addEventListener('message', ({ data }) => this.worker === worker && this.hear(data));
    worker.addEventListener('error', () => this.worker === worker && this.#lose());
  }

  /**
   * Asks the engine. `more` is called with every message before the answer.
   * @template {keyof Requests} Type
   * @param {Type} type @param {Requests[Type]} fields
   * @param {{more?: Type extends keyof News ? (news: News[Type]) => void : never, again?: boolean}} [options]
   * @returns {Inquiry<Answers[Type]>}
   */
  ask(type, fields, { more, again = false } = {}) {
    const id = this.next++;
    const message = { type, id, ...fields };
    const answer = new Promise((resolve, reject) => {
      if (this.open || again) this.questions.set(id, { message, again, resolve, reject, more });
      else reject(offline());
    });
    if (this.open) this.worker?.postMessage(message);
    return { id, answer, stop: () => this.#stop(id) };
  }

  /** Sends the unanswered questions once more. Call it after `hello`, when the engine knows again which game is followed. */
  repeat() {
    for (const { message } of this.questions.values()) this.worker?.postMessage(message);
  }

  /** Takes a message from the engine. @param {any} message one of those in `answers.d.ts`, by its type and its request */
  hear(message) {
    if (message.type === 'hello') {
      this.open = true;
      this.wait = FIRST_WAIT;
      this.emit('hello', message);
      return;
    }
    const question = this.questions.get(message.id);
    if (!question) {
      if (message.id === undefined) this.emit('news', message);
      return;
    }
    if (message.more) {
      question.more?.(message);
      return;
    }
    this.questions.delete(message.id);
    if (message.type === 'error') question.reject(new EngineError(message.error));
    else question.resolve(message);
  }

  /** Ends the worker, and begins another after a while. */
  #lose() {
    this.worker?.terminate();
    this.worker = null;
    this.open = false;
    this.emit('offline', null);
    for (const [id, question] of this.questions) {
      if (question.again) continue;
      this.questions.delete(id);
      question.reject(offline('The engine had to start again.'));
    }
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  /** @param {number} id */
  #stop(id) {
    if (this.questions.has(id) && this.open) this.ask('stop', { request: id }).answer.catch(() => {});
  }
}

/** A text with a capital letter and a full stop. @param {string} text */
const sentenceOf = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Something that went wrong, in the words of the engine or about the connection. */
export class EngineError extends Error {
  /** @param {{type: string, message: string, cell?: number, cells?: number[], mine_count?: boolean, formats?: string[]}} error */
  constructor(error) {
    super(sentenceOf(forPlayers(error.message)));
    this.name = 'EngineError';
    this.type = error.type;
    this.cells = error.cells ?? (error.cell === undefined ? [] : [error.cell]);
    this.mineCount = Boolean(error.mine_count);
    this.formats = error.formats ?? []; // in each of which a text means something else
  }
}

/** The error for an engine that cannot be reached. @param {string} [message] */
export const offline = (message = 'The engine is not answering right now.') => new EngineError({ type: 'offline', message });
