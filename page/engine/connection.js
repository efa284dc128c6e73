/**
 * Questions to an engine and their answers, wherever it runs. When the connection is lost, it is made again. Questions asked
 * with `again` are then sent once more. All others fail with the type "offline".
 */

import { Emitter } from '../emitter.js';
import { EngineError, offline } from './values.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/** @import { Answers, News } from '../answers.js' */
/** @import { Requests } from '../host/requests.js' */
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
 * @typedef {object} Thought
 * @property {number} id
 * @property {Promise<Answer>} answer
 * @property {() => void} stop asks the engine to stop working on it
 */

/**
 * What the two connections share. Each knows how to `connect`, how to `send` a message, and how to `request` what is neither
 * a question of the moment nor news. `offline` says why, or nothing.
 * @extends {Emitter<{hello: import('../answers.js').Hello, news: Message, offline: string}>}
 */
export class Connection extends Emitter {
  /**
   * @param {{connecting: string, silent: string, lost: string, documentation?: string}} words what to say while it is made, when it
   *   is not there, and when it is lost; and the address of the documentation, if the page brings it
   */
  constructor(words) {
    super();
    this.words = words;
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.next = 1;
    this.wait = FIRST_WAIT;
    this.open = false;
  }

  /** Begins to connect. @abstract */
  connect() {}

  /** @abstract @param {object} _message */
  send(_message) {}

  /**
   * Asks for something that is kept, by the method and the address of the worker's HTTP-like interface.
   * @abstract @param {string} _method @param {string} _path @param {object|Uint8Array} [_body]
   * @returns {Promise<any>} an object, or a Blob if the answer is a file; the methods of `Engine` say what it is
   */
  async request(_method, _path, _body) {}

  /** The error while there is no connection. */
  away() {
    return offline(this.words.silent);
  }

  /**
   * Asks the engine. `more` is called with every message before the answer.
   * @template {keyof Requests} Type
   * @param {Type} type @param {Requests[Type]} fields
   * @param {{more?: Type extends keyof News ? (news: News[Type]) => void : never, again?: boolean}} [options]
   * @returns {Thought<Answers[Type]>}
   */
  ask(type, fields, { more, again = false } = {}) {
    const id = this.next++;
    const message = { type, id, ...fields };
    const answer = new Promise((resolve, reject) => {
      if (this.open || again) this.questions.set(id, { message, again, resolve, reject, more });
      else reject(this.away());
    });
    if (this.open) this.send(message);
    return { id, answer, stop: () => this.#stop(id) };
  }

  /** Sends the unanswered questions once more. Call it after `hello`, when the engine knows again which game is followed. */
  repeat() {
    for (const { message } of this.questions.values()) this.send(message);
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

  /** Notes that the connection was lost, and makes it again after a while. @param {string} why what to tell, or nothing */
  lose(why) {
    this.open = false;
    this.emit('offline', why);
    for (const [id, question] of this.questions) {
      if (question.again) continue;
      this.questions.delete(id);
      question.reject(offline(this.words.lost));
    }
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  /** @param {number} id */
  #stop(id) {
    if (this.questions.has(id) && this.open) this.ask('stop', { request: id }).answer.catch(() => {});
  }
}
