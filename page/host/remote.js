/**
 * The Python behind the page, if `sapper serve` sent it: strategies in Python. All goes over one socket.
 * A process there looks like a worker here, so tasks and runs need not know which of the two they have.
 */

import { checkStrategy } from "../../js/strategies.js";
import { wrong } from "./boards.js";
import { TaskWorkers, late } from "./tasks.js";

/** @import { Budget, CountedPosition, Crew, Engine, QuestionDetails, TaskWorker } from "./types.js" */

const DEFAULT_STRATEGY = "best";
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 30_000;
const HELLO_MS = 1000; // how long the page waits for the first message before it begins without
const OFFLINE = "served"; // the type of the error while it is away

/** What went wrong. @typedef {{type: string, message: string, place: object}} Fault */
/**
 * A message from there: that a process is ready or lost, an answer, or what is there.
 * @typedef {{ready?: boolean, lost?: string, answer?: unknown, error?: Fault}} ProcessMessage
 */

/** What is there, and how to reach it. */
export class Remote {
  #address;
  /** @type {WebSocket|null} */
  #socket = null;
  /** By number. @type {Map<number, Worker>} */
  #workers = new Map();
  #next = 1;
  #wait = FIRST_WAIT_MS;
  #settle = () => {};

  /** @param {string} address of the socket; empty if the page has none */
  constructor(address) {
    this.#address = address;
    this.onChange = () => {}; // called when the socket came or went
    this.isThere = false;
    /** @type {{name: string, summary: string, mark: string}[]} */
    this.strategies = [];
    this.processes = 1;
    this.taskWorkers = new TaskWorkers(() => this.begin());
    if (address !== "") this.#connect();
  }

  /** Resolves when it is known what is there, or after a moment. */
  ready() {
    if (this.#address === "" || this.isThere) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settle = () => resolve(undefined);
      setTimeout(this.#settle, HELLO_MS);
    });
  }

  /** What the page is told: null if no `sapper serve` sent it. */
  about() {
    return this.#address === "" ? null : { there: this.isThere };
  }

  /** Whether a strategy plays there and not in the browser. @param {string} name */
  has(name) {
    return this.strategies.some((each) => each.name === name);
  }

  /** The name of a strategy there or here; the default for null. @param {Engine} engine @param {string|null} name */
  strategyNamed(engine, name) {
    if (name !== null && this.has(name)) return name;
    try {
      checkStrategy(engine, name ?? DEFAULT_STRATEGY);
    } catch (error) {
      throw wrong(error.message);
    }
    return name ?? DEFAULT_STRATEGY;
  }

  /** A text that differs between versions of a strategy. Undefined if the strategy plays in the browser. @param {string} name */
  markOf(name) {
    return this.strategies.find((each) => each.name === name)?.mark;
  }

  /** How many processes play a run at once, and what begins one. @returns {Crew} */
  get crew() {
    return { size: this.processes, begin: () => this.begin() };
  }

  /** @returns {TaskWorker} */
  begin() {
    return new Worker(this);
  }

  /**
   * What a strategy there believes. Risks that it does not know come as null.
   * @param {CountedPosition} position @param {QuestionDetails["beliefs"]} details @param {Budget} budget @throws {SapperError}
   */
  async beliefs({ topology, mines, marks }, details, budget) {
    const plain = { topology, mines, marks: Array.from(marks) };
    const answer = await this.taskWorkers.ask("beliefs", plain, details, budget).catch((error) => {
      throw late(error, budget);
    });
    return { ...answer, risk: Float32Array.from(answer.risk, (risk) => risk ?? NaN) };
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

  /** @param {WebSocket} socket @param {{worker?: number} & ProcessMessage} message */
  #hear(socket, { worker, ...message }) {
    if (worker !== undefined) return void this.#workers.get(worker)?.hear(message);
    this.#socket = socket;
    this.#wait = FIRST_WAIT_MS;
    Object.assign(this, message, { isThere: true });
    this.#settle();
    this.onChange();
  }

  #lose() {
    const wasThere = this.isThere;
    this.isThere = false;
    const workers = [...this.#workers.values()];
    this.#workers.clear();
    workers.forEach((worker) => worker.hear({ error: offline() }));
    this.#settle();
    if (wasThere) this.onChange();
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
    if (!this.#remote.isThere) return void queueMicrotask(() => this.onmessage({ data: { error: offline() } }));
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

  /** @param {ProcessMessage} message */
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

function offline() {
  const message = "“sapper serve” does not answer: strategies in Python need it";
  return { type: OFFLINE, message, place: {} };
}
