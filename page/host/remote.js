/**
 * The Python behind the page, if `sapper serve` sent it: strategies in Python, and pictures. All goes over one socket.
 * A process there looks like a worker here, so helpers and runs need not know which of the two they have.
 */

import { Helpers, answerOf } from "./helpers.js";
import { step } from "./steps.js";
import { late } from "./thoughts.js";

/** @typedef {import("./shapes.js").Budget} Budget */
/** @typedef {import("./shapes.js").Crew} Crew */
/** @typedef {import("./shapes.js").Helper} Helper */
/** @typedef {import("./shapes.js").HostedGame} HostedGame */
/** @typedef {import("./shapes.js").Step} Step */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 30_000;
const HELLO_MS = 1000; // how long the page waits for the first message before it begins without

/** What went wrong. @typedef {{type: string, message: string, place: object}} Fault */
/**
 * A message from there: that a process is ready or lost, an answer, or what is there.
 * @typedef {{ready?: boolean, lost?: string, answer?: unknown, error?: Fault}} Heard
 */

export class Remote {
  #address;
  /** @type {WebSocket|null} */
  #socket = null;
  /** By number. @type {Map<number, Worker>} */
  #workers = new Map();
  #next = 1;
  #wait = FIRST_WAIT_MS;
  #heard = () => {};

  /** @param {string} address of the socket; empty if the page has none */
  constructor(address) {
    this.#address = address;
    this.changed = () => {}; // called when the socket came or went
    this.isThere = false;
    /** @type {{name: string, summary: string, mark: string}[]} */
    this.strategies = [];
    this.processes = 1;
    this.helpers = new Helpers(() => this.begin());
    if (address !== "") this.#connect();
  }

  /** Resolves when it is known what is there, or after a moment. */
  known() {
    if (this.#address === "" || this.isThere) return Promise.resolve();
    return new Promise((resolve) => {
      this.#heard = () => resolve(undefined);
      setTimeout(this.#heard, HELLO_MS);
    });
  }

  /** What the page is told: null if no `sapper serve` sent it. */
  told() {
    return this.#address === "" ? null : { there: this.isThere };
  }

  /** Whether a strategy plays there and not in the browser. @param {string} name */
  has(name) {
    return this.strategies.some((each) => each.name === name);
  }

  /** What tells versions of a strategy apart; undefined if it plays in the browser. @param {string} name */
  markOf(name) {
    return this.strategies.find((each) => each.name === name)?.mark;
  }

  /** How many processes play a run at once, and what begins one. @returns {Crew} */
  get crew() {
    return { size: this.processes, begin: () => this.begin() };
  }

  /** @returns {Helper} */
  begin() {
    return new Worker(this);
  }

  /**
   * The answer of a process to a question about a position, as one of `QUESTIONS` gives it. @throws {SapperError}
   * @template {import("./positions.js").QuestionName} Name
   * @param {Name} question @param {import("./shapes.js").Counted} position @param {object} asked @param {Budget} budget
   */
  async ask(question, { topology, mines, marks }, asked, budget) {
    const plain = { topology, mines, marks: Array.from(marks) };
    return this.helpers.ask(question, plain, asked, budget).catch((error) => {
      throw late(error, budget);
    });
  }

  /** Takes a worker in, and gives it its number. @param {Worker} worker */
  enter(worker) {
    const number = this.#next++;
    this.#workers.set(number, worker);
    return number;
  }

  /** @param {number} number */
  leave(number) {
    this.#workers.delete(number);
    if (this.isThere) this.send(number, { end: true });
  }

  /** @param {number} number @param {object} message */
  send(number, message) {
    this.#socket?.send(JSON.stringify({ worker: number, ...message }));
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    socket.onmessage = ({ data }) => this.#hear(socket, JSON.parse(data));
    socket.onclose = () => this.#lose();
  }

  /** @param {WebSocket} socket @param {{worker?: number} & Heard} message */
  #hear(socket, { worker, ...message }) {
    if (worker !== undefined) return void this.#workers.get(worker)?.hear(message);
    this.#socket = socket;
    this.#wait = FIRST_WAIT_MS;
    Object.assign(this, message, { isThere: true });
    this.#heard();
    this.changed();
  }

  #lose() {
    const wasThere = this.isThere;
    this.isThere = false;
    const workers = [...this.#workers.values()];
    this.#workers.clear();
    workers.forEach((worker) => worker.hear({ error: gone() }));
    this.#heard();
    if (wasThere) this.changed();
    setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }
}

/** A process there, with what a worker of the browser has. It begins with its first message, and anew after it has ended. */
class Worker {
  #remote;
  /** @type {number|null} */
  #number = null;
  /** The time that each question has, in the order in which they were asked. @type {number[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #isReady = false;
  /** What hears the answers. The data are of any type, so that it fits a worker of the browser. @type {(event: {data: any}) => void} */
  onmessage = () => {};

  /** @param {Remote} remote */
  constructor(remote) {
    this.#remote = remote;
  }

  /** @param {{seconds?: number}} message */
  postMessage(message) {
    if (!this.#remote.isThere) return void queueMicrotask(() => this.onmessage({ data: { error: gone() } }));
    this.#number ??= this.#remote.enter(this);
    this.#waiting.push(message.seconds ?? Infinity);
    this.#remote.send(this.#number, message);
    if (this.#isReady && this.#waiting.length === 1) this.#watch();
  }

  terminate() {
    clearTimeout(this.#timer);
    if (this.#number !== null) this.#remote.leave(this.#number);
    this.#number = null;
    this.#waiting = [];
    this.#isReady = false;
  }

  /** @param {Heard} message */
  hear({ ready, lost, ...data }) {
    clearTimeout(this.#timer);
    if (ready) this.#isReady = true;
    else if (lost !== undefined) this.#fail({ type: "error", message: `the strategy cannot go on: ${lost}`, place: {} });
    else if (data.error?.type === OFFLINE) this.#fail(data.error);
    else {
      this.#waiting.shift();
      this.onmessage({ data });
    }
    if (this.#waiting.length > 0) this.#watch();
  }

  /** Python cannot be interrupted, so a question that takes too long ends the process. */
  #watch() {
    const [seconds] = this.#waiting;
    if (seconds === Infinity) return;
    const late = { type: "budget", message: "the time is up", place: {} };
    this.#timer = setTimeout(() => this.#fail(late), 1000 * seconds);
  }

  /** @param {Fault} error */
  #fail(error) {
    this.terminate();
    this.onmessage({ data: { error } });
  }
}

const OFFLINE = "served";

function gone() {
  const message = "“sapper serve” does not answer: strategies in Python and pictures need it";
  return { type: OFFLINE, message, place: {} };
}

/** A copy of a game that a strategy in Python plays, with the methods of `Shadow`. */
export class RemoteShadow {
  #helpers;
  #worker;
  /** What the first message says. @type {object|null} */
  #begin;

  /** @param {HostedGame} hosted @param {string} strategy @param {Remote} remote */
  constructor(hosted, strategy, { helpers }) {
    const { origin, game, laid } = hosted;
    const mined = laid ?? origin.mined;
    this.#helpers = helpers;
    this.#worker = helpers.take();
    this.#begin = {
      strategy,
      board: game.topology.written(game.mines),
      rules: game.rules,
      seed: String(origin.seed ?? 0n),
      mined: mined === null ? null : Array.from(mined),
      history: game.history,
    };
  }

  release() {
    this.#helpers.give(this.#worker);
  }

  /** @param {number} most @param {boolean} guesses @param {Budget} budget @returns {Promise<Step[]>} */
  async next(most, guesses, budget) {
    const message = { work: "move", begin: this.#begin, most, guesses, seconds: budget.seconds };
    this.#begin = null;
    const moves = await answerOf(this.#worker, message, budget.cancel, () => {}).catch((error) => {
      throw late(error, budget);
    });
    return moves.map((/** @type {Step} */ { kind, cell, risk }) => step(kind, cell, risk));
  }
}
