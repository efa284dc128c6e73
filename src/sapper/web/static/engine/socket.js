/**
 * Questions and answers over one WebSocket. It reconnects by itself when the connection breaks or is silent for too long.
 * Questions asked with `again` are then sent once more. All others fail with the type "offline".
 */

import { EngineError, offline } from './values.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
const BEAT = 10000; // milliseconds; a server that was asked and stays silent for one beat is gone

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
 * @property {() => void} stop asks the server to stop working on it
 */

/** Events: `hello` and `news` (detail: the message), `offline` (detail: why, or nothing if the server did not say). */
export class Socket extends EventTarget {
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.next = 1;
    this.wait = FIRST_WAIT;
    this.open = false;
    this.#connect();
    setInterval(() => this.#beat(), BEAT);
  }

  /**
   * Asks the server. `more` hears every message that comes before the answer.
   * @param {string} type @param {object} fields
   * @param {{more?: (answer: any) => void, again?: boolean}} [options]
   * @returns {Thought}
   */
  ask(type, fields, { more, again = false } = {}) {
    const id = this.next++;
    const message = { type, id, ...fields };
    const answer = new Promise((resolve, reject) => {
      if (this.open || again) this.questions.set(id, { message, again, resolve, reject, more });
      else reject(offline());
    });
    if (this.open) this.#send(message);
    return { id, answer, stop: () => this.#stop(id) };
  }

  /** Sends the unanswered questions once more. Call it after `hello`, when the server knows again which game is followed. */
  repeat() {
    for (const { message } of this.questions.values()) this.#send(message);
  }

  #stop(id) {
    if (this.questions.has(id) && this.open) this.ask('stop', { request: id }).answer.catch(() => {});
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = true;
    socket.addEventListener('message', (event) => this.socket === socket && this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', (event) => this.socket === socket && this.#closed(event.reason));
  }

  /** Notices a connection that was lost silently. */
  #beat() {
    if (!this.socket) return;
    if (!this.heard) {
      this.socket.close();
      this.#closed('');
      return;
    }
    this.heard = false;
    if (this.open) this.ask('ping', {}).answer.catch(() => {});
  }

  #send(message) {
    this.socket?.send(JSON.stringify(message));
  }

  #hear(message) {
    this.heard = true;
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

  /** @param {string} why what the server says, or nothing */
  #closed(why) {
    this.socket = null;
    this.open = false;
    this.dispatchEvent(new CustomEvent('offline', { detail: why }));
    for (const [id, question] of this.questions) {
      if (question.again) continue;
      this.questions.delete(id);
      question.reject(offline('The connection to the server was lost.'));
    }
    setTimeout(() => this.#connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }
}
