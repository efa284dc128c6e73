/** The page's worker: takes messages in their order, and answers each, also with an error. `answers.js` carries them out. */

import { SapperError, withPlace } from "../../js/errors.js";
import { countFrom } from "../../js/words.js";
import { QUICK, TASKS, httpAnswer } from "./answers.js";
import { topologyOrNull } from "./boards.js";
import { LIMITS } from "./limits.js";
import { Remote } from "./remote.js";
import { checkedRequest } from "./requests.js";
import { Service } from "./service.js";
import { Cancel } from "./tasks.js";

/** @typedef {import("./requests.js").AnyChecked} AnyChecked */
/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./types.js").GameSlot} GameSlot */
/** @typedef {import("./types.js").PageCrew} PageCrew */
/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./types.js").Tell} Tell */
/** @typedef {import("./types.js").Topology} Topology */

const WATCH_MS = 500; // between two messages about a run

/** What the page follows, and which of its requests are in progress. */
export class Host {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** In the order in which they were first followed. @type {Set<string>} */
  #gamesOnPage = new Set();
  #tasks = 0; // in progress
  /** The timers of the runs, in the same order. @type {Map<string, ReturnType<typeof setInterval>>} */
  #watched = new Map();

  /**
   * @param {Engine} engine @param {string} version @param {Store} store @param {PageCrew} crew the workers @param {Tell} tell
   * @param {Remote} [remote] the Python behind the page
   */
  constructor(engine, version, store, crew, tell, remote = new Remote("")) {
    countFrom(1); // its messages are for people
    this.tell = tell;
    this.service = new Service(engine, version, store, crew, remote, tell);
    /** By request. @type {Map<number|null, Cancel>} */
    this.cancels = new Map();
    /** @type {Map<number, import("./autoplay.js").Pace>} */
    this.paces = new Map();
  }

  /** Says what is there. From now on it also says when the Python behind the page comes or goes. */
  async greet() {
    this.service.games.beat();
    const { service } = this;
    await service.remote.ready();
    this.tell(await service.hello());
    service.remote.onChange = () => this.tell({ type: "remote", ...service.about() });
    service.store.whenUnkept((text) => this.tell({ type: "unkept", text }));
  }

  /** Takes a message. Quick ones are answered in the order in which they come, tasks beside them. @param {unknown} message */
  hear(message) {
    this.#last = this.#last.then(() => this.#take(message));
    return this.#last;
  }

  /** Follows a game. If there are too many, stops following the first. @param {GameSlot} slot */
  async follow({ hostGame }) {
    while (this.#gamesOnPage.size >= LIMITS.FOLLOWED && !this.#gamesOnPage.has(hostGame.id)) {
      await this.leave([...this.#gamesOnPage][0]);
    }
    this.#gamesOnPage.add(hostGame.id);
    hostGame.isFollowed = true;
  }

  /** @param {string} game */
  async leave(game) {
    if (!this.#gamesOnPage.delete(game)) return;
    const slot = await this.service.games.slot(game);
    slot.hostGame.isFollowed = false;
    await this.service.games.note(slot);
  }

  /** Sends news of a run until it ends. @param {string} run */
  watch(run) {
    this.unwatch(run);
    while (this.#watched.size >= LIMITS.FOLLOWED) this.unwatch([...this.#watched.keys()][0]);
    /** @type {{done: number, state: string}|null} */
    let last = null;
    const look = async () => {
      const now = await (await this.service.runs()).run(run);
      if (!this.#watched.has(run)) return;
      if (now.state !== "running") this.unwatch(run);
      if (last === null || now.done !== last.done || now.state !== last.state) this.tell({ type: "run", run: now });
      last = now;
    };
    this.#watched.set(run, setInterval(look, WATCH_MS));
  }

  /** Stops the news of a run. @param {string} run */
  unwatch(run) {
    clearInterval(this.#watched.get(run));
    this.#watched.delete(run);
  }

  /** A function that sends messages before the last answer to a request. @param {{id: number|null}} request */
  more({ id }) {
    return (/** @type {object} */ message) => this.tell({ ...message, id, more: true });
  }

  /** @param {unknown} message not checked yet */
  async #take(message) {
    const id = idOf(message);
    /** @type {AnyChecked} */
    let request;
    try {
      request = checkedRequest(message);
      if (this.cancels.has(id)) {
        throw new SapperError("request", `request ${id} has no answer yet: use another id`);
      }
    } catch (error) {
      return this.#tellError(id, error, null);
    }
    if (request.type === "http") return void this.#answerHttp(request);
    if (this.#isLong(request)) return void this.#work(request);
    return this.#answer(id, request, () => answerOf(QUICK, request)(this, request));
  }

  /** Whether a request is a task. An action that has to wait for a fair board is one too. @param {AnyChecked} request */
  #isLong(request) {
    if (request.type !== "act") return !(request.type in QUICK);
    const hostGame = this.service.games.slotInMemory(request.game)?.hostGame;
    return request.kind === "open" && hostGame?.needsFairBoard === true;
  }

  /** Answers a request with a method and an address. Other requests need not wait for it. @param {import("./requests.js").Checked<"http">} request */
  async #answerHttp(request) {
    const { id } = request;
    const cancel = new Cancel();
    this.cancels.set(id, cancel);
    await this.#answer(id, null, () => httpAnswer(this.service, request, cancel, this.more(request)));
    this.cancels.delete(id);
  }

  /** @param {AnyChecked} request */
  async #work(request) {
    if (this.#tasks >= LIMITS.TASKS) {
      const text = `you already have ${LIMITS.TASKS} questions in progress: stop one, or wait`;
      return this.#tellError(request.id, new SapperError("busy", text), null);
    }
    this.cancels.set(request.id, new Cancel());
    this.#tasks += 1;
    await this.#answer(request.id, request, async () => {
      await this.service.engine.complete();
      return answerOf(TASKS, request)(this, request);
    });
    this.#tasks -= 1;
    this.cancels.delete(request.id);
  }

  /** @param {number|null} id @param {AnyChecked|null} request @param {() => object|Promise<object>} answer */
  async #answer(id, request, answer) {
    try {
      this.tell({ ...(await answer()), id });
    } catch (error) {
      this.#tellError(id, error, this.#topologyOf(request));
    }
  }

  /** @param {number|null} id @param {unknown} error @param {Topology|null} topology */
  #tellError(id, error, topology) {
    if (!(error instanceof SapperError)) console.error(error);
    this.tell({ type: "error", id, error: errorObject(error, topology) });
  }

  /** The topology of the board that a message is about, if it is known. @param {AnyChecked|null} request */
  #topologyOf(request) {
    const game = request !== null && "game" in request ? request.game : null;
    const slot = game !== null && this.#gamesOnPage.has(game) ? this.service.games.slotInMemory(game) : undefined;
    if (slot !== undefined) return slot.hostGame.game.topology;
    return request !== null && "position" in request && request.position ? topologyOrNull(this.service.engine, request.position) : null;
  }
}

/** The game of a message before it is checked, or null. @param {unknown} message */
function idOf(message) {
  const id = message instanceof Object && "id" in message ? message.id : null;
  return typeof id === "number" && Number.isInteger(id) && id >= 0 ? id : null;
}

/** @param {object} answers @param {AnyChecked} request */
function answerOf(answers, { type }) {
  if (type in answers) return /** @type {Record<string, (host: Host, request: AnyChecked) => object|Promise<object>>} */ (answers)[type];
  throw new SapperError("unknown", `${type}: there is no such request`);
}

/**
 * An error as an object for JSON. Cells are numbered by the topology; without it they are left out.
 * @param {unknown} error @param {Topology|null} topology
 */
function errorObject(error, topology) {
  if (!(error instanceof SapperError)) {
    return { type: "internal", message: `the engine in this page has a fault: ${error instanceof Error ? error.message : error}` };
  }
  const { type, message, cells, mine_count, cell = cells?.[0], offset, line, column, formats } = withPlace(error);
  /** @type {{mine_count?: boolean, cells?: number[], cell?: number}} */
  const place = mine_count === undefined ? {} : { mine_count };
  if (topology !== null && cells !== undefined) place.cells = cells.map((each) => topology.index(each));
  if (topology !== null && cell !== undefined) place.cell = topology.index(cell);
  return { type, message, ...place, offset, line, column, formats };
}
