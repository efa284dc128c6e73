/**
 * Questions to an engine and their answers, wherever it runs. When the connection is lost, it is made again. Questions asked
 * with `again` are then sent once more. All others fail with the type "offline".
 */

import { EngineError, offline } from './values.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/** @typedef {import('../messages.js').Requests} Requests */

/**
 * @typedef {object} Question
 * @property {object} message
 * @property {boolean} again whether it may be sent twice
 * @property {(answer: any) => void} resolve
 * @property {(error: EngineError) => void} reject
 * @property {((answer: any) => void)|undefined} more
 */

/**
 * A question that waits for its answer.
 * @typedef {object} Thought
 * @property {number} id
 * @property {Promise<any>} answer
 * @property {() => void} stop asks the engine to stop working on it
 */

/**
 * What the two connections share. Each knows how to `connect`, how to `send` a message, and how to `request` what is neither
 * a question of the moment nor news. Events: `hello` and `news` (detail: the message), `offline` (detail: why, or nothing).
 */
export class Connection extends EventTarget {
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
   * @returns {Promise<any>} an object, or a Blob if the answer is a file
   */
  async request(_method, _path, _body) {}

  /** The error while there is no connection. */
  away() {
    return offline(this.words.silent);
  }

  /**
   * Asks the engine. `more` hears every message that comes before the answer.
   * @template {keyof Requests} Type
   * @param {Type} type @param {Requests[Type]} fields
   * @param {{more?: (answer: any) => void, again?: boolean}} [options]
   * @returns {Thought}
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

  /** Takes a message from the engine. @param {any} message */
  hear(message) {
    if (message.type === 'hello') {
      this.open = true;
      this.wait = FIRST_WAIT;
      this.dispatchEvent(new CustomEvent('hello', { detail: message }));
      return;
    }
    const question = this.questions.get(message.id);
    if (!question) {
      if (message.id === undefined) this.dispatchEvent(new CustomEvent('news', { detail: message }));
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
    this.dispatchEvent(new CustomEvent('offline', { detail: why }));
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
