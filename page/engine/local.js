/** The connection to the engine: a module worker. */

import { Connection } from './connection.js';

const WORDS = {
  connecting: 'Loading the engine…',
  silent: 'The engine is not answering right now.',
  lost: 'The engine had to start again.',
  documentation: 'docs/index.html',
};

export class Local extends Connection {
  /** @param {() => Worker} begin starts the worker */
  constructor(begin) {
    super(WORDS);
    this.begin = begin;
    this.connect();
  }

  connect() {
    const worker = this.begin();
    this.worker = worker;
    worker.addEventListener('message', ({ data }) => this.worker === worker && this.hear(data));
    worker.addEventListener('error', () => this.worker === worker && this.#broken());
  }

  /** @param {object} message */
  send(message) {
    this.worker?.postMessage(message);
  }

  /** @param {string} method @param {string} path @param {object|Uint8Array} [body] */
  async request(method, path, body) {
    const answer = await this.ask('http', { method, path, body }).answer;
    return answer.body instanceof Uint8Array ? new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (answer.body)]) : answer.body;
  }

  /** A worker that could not be loaded, or has a fault, is replaced. Games are kept elsewhere. */
  #broken() {
    this.worker?.terminate();
    this.worker = null;
    this.lose('');
  }
}
