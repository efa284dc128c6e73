/** The messages of the page: their order, and the errors that answer them. `answers.js` carries them out. */

import { SapperError, placed } from "../../js/errors.js";
import { countFrom } from "../../js/words.js";
import { QUICK, THOUGHTS } from "./answers.js";
import { boardOf } from "./boards.js";
import { httpAnswer } from "./http.js";
import { LIMITS } from "./protocol.js";
import { Remote } from "./remote.js";
import { checkedRequest } from "./requests.js";
import { Service } from "./service.js";
import { Cancel } from "./thoughts.js";

/** @typedef {import("./shapes.js").AnyChecked} AnyChecked */
/** @typedef {import("./shapes.js").Crew} Crew */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Store} Store */
/** @typedef {import("./shapes.js").Table} Table */
/** @typedef {import("./shapes.js").Tell} Tell */
/** @typedef {import("./shapes.js").Topology} Topology */

const WATCH_MS = 500; // between two messages about a run

/** What the page follows, and which of its requests are in progress. */
export class Connection {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** In the order in which they were first followed. @type {Set<string>} */
  #followed = new Set();
  #thoughts = 0; // in progress
  /** The timers of the runs, in the same order. @type {Map<string, ReturnType<typeof setInterval>>} */
  #watched = new Map();

  /**
   * @param {Engine} engine @param {string} version @param {Store} store @param {Crew} crew the workers for runs @param {Tell} tell
   * @param {Remote} [remote] the Python behind the page
   */
  constructor(engine, version, store, crew, tell, remote = new Remote("")) {
    countFrom(1); // its messages are for people
    this.tell = tell;
    this.service = new Service(engine, version, store, crew, remote, tell);
    /** By request. @type {Map<number|null, Cancel>} */
    this.cancels = new Map();
    /** @type {Map<number, import("./assistant.js").Pace>} */
    this.paces = new Map();
  }

  /** Says what is there. From now on it also says when the Python behind the page comes or goes. */
  async greet() {
    this.service.desk.beat();
    const { service } = this;
    await service.remote.known();
    this.tell(await service.hello());
    service.remote.changed = () => this.tell({ type: "remote", ...service.about() });
    service.store.whenUnkept((text) => this.tell({ type: "unkept", text }));
  }

  /** Takes a message. Quick ones are answered in the order in which they come, thoughts beside them. @param {unknown} message */
  hear(message) {
    this.#last = this.#last.then(() => this.#take(message));
    return this.#last;
  }

  /** Follows a game. If there are too many, stops following the first. @param {Table} table */
  async follow({ hosted }) {
    while (this.#followed.size >= LIMITS.FOLLOWED && !this.#followed.has(hosted.id)) {
      await this.leave([...this.#followed][0]);
    }
    this.#followed.add(hosted.id);
    hosted.followed = true;
  }

  /** @param {string} game */
  async leave(game) {
    if (!this.#followed.delete(game)) return;
    const table = await this.service.desk.table(game);
    table.hosted.followed = false;
    await this.service.desk.note(table);
  }

  /** Sends news of a run until it ends. @param {string} run */
  watch(run) {
    this.unwatch(run);
    while (this.#watched.size >= LIMITS.FOLLOWED) this.unwatch([...this.#watched.keys()][0]);
    /** @type {{done: number, state: string}|null} */
    let sent = null;
    const look = async () => {
      const now = await this.service.runs.run(run);
      if (!this.#watched.has(run)) return;
      if (now.state !== "running") this.unwatch(run);
      if (sent === null || now.done !== sent.done || now.state !== sent.state) this.tell({ type: "run", run: now });
      sent = now;
    };
    this.#watched.set(run, setInterval(look, WATCH_MS));
  }

  /** Stops the news of a run. @param {string} run */
  unwatch(run) {
    clearInterval(this.#watched.get(run));
    this.#watched.delete(run);
  }

  /** A function that sends messages before the last answer to a request. @param {{id: number|null}} asked */
  more({ id }) {
    return (/** @type {object} */ message) => this.tell({ ...message, id, more: true });
  }

  /** @param {unknown} message not checked yet */
  async #take(message) {
    const { id: named, type } = fieldsOf(message);
    const id = typeof named === "number" && Number.isInteger(named) && named >= 0 ? named : null;
    if (type === "http") return void this.#answerKept(id, fieldsOf(message));
    /** @type {AnyChecked} */
    let asked;
    try {
      asked = checkedRequest(message);
      if (this.cancels.has(id)) {
        throw new SapperError("request", `request ${id} has no answer yet: use another id`);
      }
    } catch (error) {
      return this.#tellError(id, error, null);
    }
    if (this.#isLong(asked)) return void this.#think(asked);
    return this.#answer(id, asked, () => answerOf(QUICK, asked)(this, asked));
  }

  /** Whether a request is a thought. An action that has to wait for a fair board is one too. @param {AnyChecked} asked */
  #isLong(asked) {
    if (asked.type !== "act") return !(asked.type in QUICK);
    const hosted = this.service.desk.known(asked.game)?.hosted;
    return asked.kind === "open" && hosted?.needsFairBoard === true;
  }

  /** Answers what is asked about all that is kept, beside everything else. @param {number|null} id @param {Fields} message */
  async #answerKept(id, message) {
    const cancel = new Cancel();
    this.cancels.set(id, cancel);
    await this.#answer(id, null, () => httpAnswer(this.service, message, cancel, this.more({ id })));
    this.cancels.delete(id);
  }

  /** @param {AnyChecked} asked */
  async #think(asked) {
    if (this.#thoughts >= LIMITS.THOUGHTS) {
      const text = `you already have ${LIMITS.THOUGHTS} questions in progress: stop one, or wait`;
      return this.#tellError(asked.id, new SapperError("busy", text), null);
    }
    this.cancels.set(asked.id, new Cancel());
    this.#thoughts += 1;
    await this.#answer(asked.id, asked, () => answerOf(THOUGHTS, asked)(this, asked));
    this.#thoughts -= 1;
    this.cancels.delete(asked.id);
  }

  /** @param {number|null} id @param {AnyChecked|null} asked @param {() => object|Promise<object>} answer */
  async #answer(id, asked, answer) {
    try {
      this.tell({ ...(await answer()), id });
    } catch (error) {
      this.#tellError(id, error, this.#topologyOf(asked));
    }
  }

  /** @param {number|null} id @param {unknown} error @param {Topology|null} topology */
  #tellError(id, error, topology) {
    if (!(error instanceof SapperError)) console.error(error);
    this.tell({ type: "error", id, error: described(error, topology) });
  }

  /** The topology of the board that a message is about, if it is known. @param {AnyChecked|null} asked */
  #topologyOf(asked) {
    const game = asked !== null && "game" in asked ? asked.game : null;
    const followed = game !== null && this.#followed.has(game) ? this.service.desk.known(game) : undefined;
    if (followed !== undefined) return followed.hosted.game.topology;
    return asked !== null && "position" in asked && asked.position ? boardOf(this.service.engine, asked.position) : null;
  }
}

/** The fields of a message that is not checked yet. @typedef {Partial<Record<"id"|"type"|"method"|"path"|"body", unknown>>} Fields */

/** @param {unknown} message @returns {Fields} none, if it is no object */
function fieldsOf(message) {
  return typeof message === "object" && message !== null ? message : {};
}

/** @param {object} answers @param {AnyChecked} asked */
function answerOf(answers, { type }) {
  if (type in answers) return /** @type {Record<string, (connection: Connection, asked: AnyChecked) => object|Promise<object>>} */ (answers)[type];
  throw new SapperError("unknown", `${type}: there is no such request`);
}

/**
 * An error as an object for JSON. Cells are numbered by the topology; without it they are left out.
 * @param {unknown} error @param {Topology|null} topology
 */
function described(error, topology) {
  if (!(error instanceof SapperError)) {
    return { type: "internal", message: `the engine in this page has a fault: ${error instanceof Error ? error.message : error}` };
  }
  const { type, message, cells, mine_count, cell = cells?.[0], offset, line, column, formats } = placed(error);
  /** @type {{mine_count?: boolean, cells?: number[], cell?: number}} */
  const place = mine_count === undefined ? {} : { mine_count };
  if (topology !== null && cells !== undefined) place.cells = cells.map((each) => topology.index(each));
  if (topology !== null && cell !== undefined) place.cell = topology.index(cell);
  return { type, message, ...place, offset, line, column, formats };
}
