/**
 * The page's worker: takes messages in their order, and answers each, also with an error. `answers.js` carries them out. The parts
 * that they need are here.
 */

import { SapperError, withPlace } from "../../js/errors.js";
import { strategiesOf } from "../../js/strategies.js";
import { countFrom } from "../../js/words.js";
import { PLAIN, QUICK, RECORDS, TASKS } from "./answers.js";
import { topologyOrNull, wrong } from "./boards.js";
import { GamesInMemory } from "./games_in_memory.js";
import { LIMITS } from "./limits.js";
import { Remote } from "./remote.js";
import { checkedRequest } from "./requests.js";
import { Cancel, TaskWorkers } from "./tasks.js";

/** @import { AnyChecked } from "./requests.js" */
/** @import { Engine, GameSlot, PageCrew, GameStore, Tell, Topology } from "./types.js" */

const LOADING_MS = 800; // after which the page says that the engine is loading
const WATCH_MS = 500; // between two messages about a run
const USUAL = ["best", "fast"]; // the strategies that a page offers first

/** All that answers need, what the page follows, and which of its requests are in progress. */
export class Host {
  #crew;
  /** @type {import("./questions.js").Questions|undefined} */
  #questions;
  /** @type {import("./player_reports.js").Reports|undefined} */
  #reports;
  /** @type {import("./runs.js").Runs|undefined} */
  #runs;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** In the order in which they were first followed. @type {Set<string>} */
  #gamesOnPage = new Set();
  #tasks = 0; // in progress
  /** The timers of the runs, in the same order. @type {Map<string, ReturnType<typeof setInterval>>} */
  #timers = new Map();

  /**
   * @param {Engine} engine @param {string} version @param {GameStore} store @param {PageCrew} crew the workers @param {Tell} tell
   * @param {Remote} [remote] the Python behind the page
   */
  constructor(engine, version, store, crew, tell, remote = new Remote("")) {
    countFrom(1); // its messages are for people
    this.tell = tell;
    this.remote = remote;
    this.engine = engine;
    this.version = version;
    this.store = store;
    this.games = new GamesInMemory(engine, store, tell);
    this.readers = new TaskWorkers(crew.beginReader);
    this.#crew = crew;
    /** By request. @type {Map<number|null, Cancel>} */
    this.cancels = new Map();
    /** @type {Map<number, import("./autoplay.js").Pace>} */
    this.paces = new Map();
  }

  /** Says what is there. From now on it also says when the Python behind the page comes or goes. */
  async greet() {
    const { remote, store } = this;
    this.games.beat();
    await remote.ready();
    const player = (await store.greet()) ? "known" : "new";
    this.tell({ type: "hello", ...this.about(), player, game: await store.lastGame(), settings: await store.settings() });
    remote.onChange = () => this.tell({ type: "remote", ...this.about() });
    store.whenUnkept((text, reload) => this.tell({ type: "unkept", text, reload }));
  }

  about() {
    const list = strategiesOf(this.engine).map((each) => ({ ...each, usual: USUAL.includes(each.name) }));
    const usual = USUAL.map((name) => list.find((each) => each.name === name));
    const own = this.remote.strategies.map((each) => ({ ...each, usual: true }));
    const strategies = [...usual, ...list.filter((each) => !each.usual), ...own];
    return { version: this.version, strategies, remote: this.remote.about() };
  }

  // These parts are loaded when a request first needs them, so that the page starts faster.

  async questions() {
    const { Questions } = await import("./questions.js");
    return (this.#questions ??= new Questions(this.engine, this.games, this.#crew, this.remote));
  }

  async runs() {
    await this.#complete();
    const { Runs } = await import("./runs.js");
    return (this.#runs ??= new Runs(this.engine, this.version, this.store, this.#crew, this.remote));
  }

  async reports() {
    const { Reports } = await import("./player_reports.js");
    return (this.#reports ??= new Reports(this.engine, this.version, this.games));
  }

  /** Waits for the whole engine. If that takes long, the page is told. */
  async #complete() {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.tell({ type: "loading", late: true });
    }, LOADING_MS);
    try {
      await this.engine.complete();
    } finally {
      clearTimeout(timer);
      if (isLate) this.tell({ type: "loading", late: false });
    }
  }

  /** @param {unknown} message */
  hear(message) {
    this.#last = this.#last.then(() => this.#take(message));
    return this.#last;
  }

  /** Follows a game. If there are too many, stops following the first. @param {GameSlot} slot */
  async follow({ hostGame }) {
    while (this.#gamesOnPage.size >= LIMITS.ON_PAGE && !this.#gamesOnPage.has(hostGame.id)) {
      await this.leave([...this.#gamesOnPage][0]);
    }
    this.#gamesOnPage.add(hostGame.id);
    hostGame.isFollowed = true;
  }

  /** @param {string} game */
  async leave(game) {
    if (!this.#gamesOnPage.delete(game)) return;
    const slot = await this.games.slot(game);
    slot.hostGame.isFollowed = false;
    await this.games.note(slot);
  }

  /** Sends news of a run until it ends. @param {string} run */
  watch(run) {
    this.unwatch(run);
    while (this.#timers.size >= LIMITS.ON_PAGE) this.unwatch([...this.#timers.keys()][0]);
    /** @type {{done: number, state: string}|null} */
    let last = null;
    const look = async () => {
      const now = await (await this.runs()).run(run);
      if (!this.#timers.has(run)) return;
      if (now.state !== "running") this.unwatch(run);
      if (last === null || now.done !== last.done || now.state !== last.state) this.tell({ type: "run", run: now });
      last = now;
    };
    this.#timers.set(run, setInterval(look, WATCH_MS));
  }

  /** @param {string} run */
  unwatch(run) {
    clearInterval(this.#timers.get(run));
    this.#timers.delete(run);
  }

  /** A function that sends news of a request before its answer. @param {{id: number|null}} request */
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
      if (this.cancels.has(id)) throw wrong(`request ${id} has no answer yet: use another id`);
    } catch (error) {
      return this.#tellError(id, error, null);
    }
    if (this.#isLong(request)) return void this.#work(request);
    return this.#answer(request.id, request, () => answerOf(QUICK, request)(this, request));
  }

  /** Whether others need not wait for a request. If it has to make a board that needs no guess first, it takes long. @param {AnyChecked} request */
  #isLong(request) {
    if (request.type === "new") return request.daily !== null;
    if (request.type !== "act") return !(request.type in QUICK);
    const hostGame = this.games.slotInMemory(request.game)?.hostGame;
    return request.kind === "open" && hostGame?.needsFairBoard === true;
  }

  /** Works on a request. Others need not wait for it, but there may not be too many tasks. @param {AnyChecked} request */
  async #work(request) {
    const { id, type } = request;
    const isTask = !(type in RECORDS);
    if (isTask && this.#tasks >= LIMITS.TASKS) {
      const text = `you already have ${LIMITS.TASKS} questions in progress: stop one, or wait`;
      return this.#tellError(id, new SapperError("busy", text), null);
    }
    this.cancels.set(id, new Cancel());
    this.#tasks += Number(isTask);
    await this.#answer(id, request, async () => {
      if (!PLAIN.includes(type)) await this.#complete();
      return answerOf(isTask ? TASKS : RECORDS, request)(this, request);
    });
    this.#tasks -= Number(isTask);
    this.cancels.delete(id);
  }

  /** @param {number} id @param {AnyChecked} request @param {() => object|Promise<object>} answer */
  async #answer(id, request, answer) {
    try {
      this.tell({ ...(await answer()), type: request.type, id });
    } catch (error) {
      this.#tellError(id, error, this.#topologyOf(request));
    }
  }

  /** @param {number|null} id @param {unknown} error @param {Topology|null} topology */
  #tellError(id, error, topology) {
    if (!(error instanceof SapperError)) console.error(error);
    this.tell({ type: "error", id, error: errorObject(error, topology) });
  }

  /** The topology of the board that a message is about, if it is known. @param {AnyChecked} request */
  #topologyOf(request) {
    const game = "game" in request ? request.game : null;
    const slot = game !== null && this.#gamesOnPage.has(game) ? this.games.slotInMemory(game) : undefined;
    if (slot !== undefined) return slot.hostGame.game.topology;
    return "position" in request && request.position ? topologyOrNull(this.engine, request.position) : null;
  }
}

/** The id of a message before it is checked; null if it has none. @param {unknown} message */
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
