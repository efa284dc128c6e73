/** The connection to a server: one WebSocket, and HTTP beside it. */

import { Connection } from './connection.js';
import { EngineError } from './values.js';

const BEAT = 10000; // milliseconds; a server that was asked and stays silent for one beat is gone

const WORDS = {
  connecting: 'Connecting to the server…',
  silent: 'The server is not answering right now.',
  lost: 'The connection to the server was lost.',
};

/** An address of the server, wherever its page lies. @param {string} path */
const addressOf = (path) => new URL(`.${path}`, document.baseURI);

export class Socket extends Connection {
  constructor() {
    super(WORDS);
    this.address = addressOf('/api/live');
    this.address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.connect();
    setInterval(() => this.#beat(), BEAT);
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = true;
    socket.addEventListener('message', ({ data }) => {
      if (this.socket !== socket) return;
      this.heard = true;
      this.hear(JSON.parse(data));
    });
    socket.addEventListener('close', ({ reason }) => this.socket === socket && this.#closed(reason));
  }

  send(message) {
    this.socket?.send(JSON.stringify(message));
  }

  async request(method, path, body) {
    const bytes = body instanceof Uint8Array;
    const headers = body && { 'Content-Type': bytes ? 'application/octet-stream' : 'application/json' };
    const content = bytes || body === undefined ? body : JSON.stringify(body);
    let response;
    try {
      response = await fetch(addressOf(path), { method, headers, body: /** @type {BodyInit|undefined} */ (content) });
    } catch {
      throw this.away();
    }
    const isObject = response.headers.get('Content-Type')?.startsWith('application/json');
    if (response.ok) return isObject ? response.json() : response.blob();
    const answer = await response.json().catch(() => ({}));
    throw new EngineError(answer.error ?? { type: 'error', message: `The server answered with status ${response.status}.` });
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

  /** @param {string} why what the server says, or nothing */
  #closed(why) {
    this.socket = null;
    this.lose(why);
  }
}
