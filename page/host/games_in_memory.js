/** Finds games, changes them one action at a time, and saves them. Sends the page each change that it did not ask for. */

import { SapperError } from "../../js/errors.js";
import { Origin } from "./game_start.js";
import { HostGame, NO_CHANGE } from "./host_game.js";
import { LIMITS } from "./limits.js";
import { Behind } from "./tables.js";

/** @import { BestTime, Standing, Summary } from "../answers.js" */
/** @import { Action, Change, Engine, GameRow, Move, RiskSoFar, Step, GameStore, Tell } from "./types.js" */

/** @type {Record<string, string>} */
const HELP = { assist: "help", autoplay: "auto" }; // why a game does not count, by who made a move
const BEAT_MS = 1000; // between two signs of life

/** A game in memory, and the queue of those who change it. */
export class GameSlot {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** The risk that its player took so far. Undefined until a question needs it. @type {RiskSoFar|undefined} */
  riskSoFar;
  /** While a fair board is made: resolves when it is there. @type {Promise<void>|undefined} */
  making;

  /** @param {HostGame} hostGame */
  constructor(hostGame) {
    this.hostGame = hostGame;
    this.isBehind = false; // another tab has changed it
  }

  /** Calls a function when all that came before is done. @template Answer @param {() => Answer|Promise<Answer>} work @returns {Promise<Answer>} */
  inTurn(work) {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** All games in memory, each in its slot. */
export class GamesInMemory {
  #engine;
  #tell;
  /** The games unused for longest come first. @type {Map<string, GameSlot>} */
  #slots = new Map();
  /** @type {Promise<unknown>} */
  #lastDaily = Promise.resolve();

  /** @param {Engine} engine @param {GameStore} store @param {Tell} tell */
  constructor(engine, store, tell) {
    this.#engine = engine;
    this.store = store;
    this.#tell = tell;
    store.whenChanged((game) => this.#followOn(game));
  }

  /** Starts a game. @param {Origin} origin */
  async start(origin) {
    const slot = this.#add(new HostGame(origin));
    await this.store.save(slot.hostGame);
    return slot;
  }

  /** Starts a practice game on the minefield of another. @param {GameSlot} slot */
  startAgain({ hostGame }) {
    return this.start(hostGame.origin.again(hostGame.origin.first ?? hostGame.id, hostGame.game.minefield));
  }

  /**
   * Starts the game on a daily board, or goes on with the first one in play. If all are over, the next is practice.
   * @param {Origin} origin a daily one
   */
  startDaily(origin) {
    const game = this.#lastDaily.then(() => this.#startDaily(origin)); // two at once would both be the first
    this.#lastDaily = game.catch(() => {});
    return game;
  }

  /** @param {Origin} origin @returns {Promise<GameSlot>} */
  async #startDaily(origin) {
    const games = await this.store.dailyGames(origin.category, String(origin.daily));
    if (games.length === 0) return this.start(origin);
    const inPlay = games.find((row) => row.status === "playing");
    if (inPlay !== undefined) return this.slot(inPlay.id);
    return this.startAgain(await this.slot(games[0].id));
  }

  /** The table of a game, from memory or from the store. @param {string} game */
  async slot(game) {
    const slot = this.#slots.get(game) ?? (await this.#load(game));
    if (slot === null) throw new SapperError("unknown", "you have no such game; begin a new one");
    this.#slots.delete(game); // and put it last
    this.#slots.set(game, slot);
    return slot;
  }

  /** The slot of a game in memory. @param {string} game */
  slotInMemory(game) {
    return this.#slots.get(game);
  }

  /** The games of the player, the latest first. @param {string} status @param {number} limit */
  async summaries(status, limit) {
    const rows = await this.store.summaries(status, limit);
    return rows.map((row) => summaryObject(row, Origin.from(this.#engine, row.origin)));
  }

  /** @param {GameSlot} slot */
  async state({ hostGame }) {
    return stateObject(hostGame, await this.#record(hostGame));
  }

  /**
   * Carries out actions one by one until the game is over, and saves them. An action whose key was used before is not
   * done again. `isAnswer` says whether the page gets the update as its answer. It then does not get it as news.
   * @param {GameSlot} slot @param {Step[]} steps @param {string} by @param {boolean} [isAnswer]
   */
  act(slot, steps, by, isAnswer = true) {
    return this.#inStep(slot, by === "player", async () => {
      const { hostGame } = slot;
      const fresh = steps.filter((step) => !hostGame.knows(step.key));
      if (fresh.length === 0) return this.#update(slot, NO_CHANGE, null, isAnswer);
      if (hostGame.origin.first !== null && !hostGame.hasBegun) await this.#practise(hostGame.origin.first);
      if (by in HELP) hostGame.takeHelp(HELP[by]);
      const { change, moves, last } = carryOut(hostGame, fresh, by);
      await this.#keep(slot, moves);
      return this.#update(slot, change, actionObject(last.kind, last.cell, by, last.risk), isAnswer);
    });
  }

  /** Takes back the move that lost. @param {GameSlot} slot */
  undo(slot) {
    return this.#inStep(slot, true, async () => {
      const [change, move] = slot.hostGame.undo();
      slot.riskSoFar = undefined;
      await this.#keep(slot, [move]);
      return this.#update(slot, change, actionObject("undo", 0, "undo"), true);
    });
  }

  /** Notes that the assistant helped in a game in play, and tells the page. @param {GameSlot} slot */
  async help(slot) {
    const { hostGame } = slot;
    if (hostGame.over || !hostGame.takeHelp("help")) return;
    await this.note(slot);
    await this.#update(slot, NO_CHANGE, null, false);
  }

  /** Saves the state of a game. If another tab was faster, what that tab has saved counts. @param {GameSlot} slot */
  note(slot) {
    return slot.inTurn(() => this.store.save(slot.hostGame)).catch((error) => {
      if (!(error instanceof Behind)) throw error;
    });
  }

  /**
   * Changes a game, and looks first at what another tab has made of it, if that was faster. Then the work is done again, or
   * the error tells of it.
   * @template Answer @param {GameSlot} slot @param {boolean} again @param {() => Promise<Answer>} work
   */
  #inStep(slot, again, work) {
    return slot.inTurn(async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Behind)) throw error;
        await this.#reload(slot);
        if (!again) throw error;
        return work();
      }
    });
  }

  /** Takes over what another tab has saved of a game. @param {string} game */
  #followOn(game) {
    const slot = this.#slots.get(game);
    if (slot === undefined || slot.isBehind) return;
    slot.isBehind = true; // it may change again until it has its turn
    slot.inTurn(() => this.#reload(slot));
  }

  /** @param {GameSlot} slot */
  async #reload(slot) {
    const { hostGame } = slot;
    slot.isBehind = false;
    const row = await this.store.game(hostGame.id);
    if (row === undefined || row.revision === hostGame.revision) return;
    hostGame.restoreFrom(row, await this.store.movesOf(hostGame.id));
    slot.riskSoFar = undefined;
    if (hostGame.isFollowed) this.#tell({ type: "state", ...(await this.state(slot)) });
  }

  /** Notes at short intervals that the page is alive, as long as some clock runs. */
  beat() {
    setInterval(() => {
      const runs = [...this.#slots.values()].some(({ hostGame }) => hostGame.clock.running);
      if (runs) this.store.beat().catch(() => {}); // the next one comes soon, and others report the trouble
    }, BEAT_MS);
  }

  /** Makes a practice game of the first game on a minefield, before another game shows something of it. @param {string} first */
  async #practise(first) {
    const slot = await this.slot(first).catch(() => null);
    await slot?.inTurn(async () => {
      if (!slot.hostGame.practise()) return;
      await this.#keep(slot, []);
      await this.#update(slot, NO_CHANGE, null, false);
    });
  }

  /** @param {GameSlot} slot @param {Move[]} moves */
  #keep({ hostGame }, moves) {
    hostGame.threeBv = threeBvOf(hostGame) ?? hostGame.threeBv;
    return this.store.save(hostGame, moves);
  }

  /** @param {GameSlot} slot @param {Change} change @param {Action|null} action @param {boolean} isAnswer */
  async #update({ hostGame }, change, action, isAnswer) {
    const update = updateObject(hostGame, change, action, await this.#record(hostGame));
    if (!isAnswer && hostGame.isFollowed) this.#tell({ type: "update", ...update });
    return update;
  }

  /** @param {HostGame} hostGame */
  async #record(hostGame) {
    if (hostGame.status !== "won" || hostGame.result !== "won") return null;
    const [faster, best] = await this.store.record(hostGame);
    const ms = hostGame.clock.elapsedMs;
    return { rank: faster + 1, best_ms: Math.min(ms, best ?? ms), previous_ms: best };
  }

  /** @param {string} game */
  async #load(game) {
    const row = await this.store.game(game);
    if (row === undefined) return null;
    const moves = await this.store.movesOf(game);
    const already = this.#slots.get(game); // another request may have loaded it
    if (already !== undefined) return already;
    const hostGame = new HostGame(Origin.from(this.#engine, row.origin), game);
    hostGame.restoreFrom(row, moves);
    return this.#add(hostGame);
  }

  /** Takes a game into memory. Others that nobody follows leave it if there are too many cells. @param {HostGame} hostGame */
  #add(hostGame) {
    const slot = new GameSlot(hostGame);
    this.#slots.set(hostGame.id, slot);
    let cells = 0;
    for (const each of [...this.#slots.values()].reverse()) {
      cells += each.hostGame.game.topology.size + LIMITS.GAME_CELLS + each.hostGame.version * LIMITS.MOVE_CELLS;
      if (cells <= LIMITS.CELLS_OF_A_PLAYER || each === slot || each.hostGame.isFollowed) continue;
      this.#slots.delete(each.hostGame.id);
      this.#engine.release(each.hostGame.game);
    }
    return slot;
  }
}

/** Carries out steps: all changes, the moves to save, and the last step. @param {HostGame} hostGame @param {Step[]} steps @param {string} by */
function carryOut(hostGame, steps, by) {
  /** @type {Map<number, number>} */
  const values = new Map();
  /** @type {Move[]} */
  const moves = [];
  let whole = false;
  let last = steps[0];
  for (const step of steps) {
    const [change, move] = hostGame.act(step.kind, step.cell, step.key, by, step.path ?? []);
    change.cells.forEach((cell, i) => values.set(cell, change.values[i]));
    whole ||= change.whole;
    last = step;
    if (move !== null) moves.push(move);
    if (hostGame.over) break;
  }
  const change = whole ? { ...NO_CHANGE, whole } : { cells: [...values.keys()], values: [...values.values()], whole };
  return { change, moves, last };
}

/** @param {Action["kind"]} kind @param {number} cell @param {string} by @param {number|null} [risk] @returns {Action} */
function actionObject(kind, cell, by, risk = null) {
  return { kind, cell, by, risk };
}

/** A whole game. @param {HostGame} hostGame @param {BestTime|null} record */
export function stateObject(hostGame, record) {
  const { origin } = hostGame;
  return {
    game: hostGame.id,
    board: origin.boardJson,
    level: origin.level,
    first_click: origin.first_click,
    fair: origin.first_click === "fair" ? origin.fair : null,
    guessing: origin.guessing,
    win: origin.win,
    on_mine: origin.on_mine,
    question_marks: origin.question_marks,
    start: origin.start,
    daily: origin.daily,
    marks: Int8Array.from(hostGame.game.marks),
    started_at: hostGame.startedAt,
    ...standingOf(hostGame, record),
  };
}

/** The changes of a game, and its state now. @param {HostGame} hostGame @param {Change} change @param {Action|null} action @param {BestTime|null} record */
export function updateObject(hostGame, change, action, record) {
  return {
    game: hostGame.id,
    cells: change.cells,
    values: change.values,
    marks: change.whole ? Int8Array.from(hostGame.game.marks) : null,
    action,
    ...standingOf(hostGame, record),
  };
}

/** A game of the store, for lists. @param {GameRow} row @param {Origin} origin @returns {Summary} */
export function summaryObject(row, origin) {
  const isOver = row.status !== "playing";
  return {
    game: row.id,
    board: origin.boardJson,
    level: origin.level,
    first_click: origin.first_click,
    guessing: origin.guessing,
    status: row.status,
    elapsed_ms: row.elapsed_ms,
    moves: row.moves,
    clicks: row.clicks,
    counts: row.counts_not.length === 0,
    result: row.standing === "unfinished" ? null : row.standing,
    started_at: row.started_at,
    ended_at: row.ended_at,
    three_bv: isOver ? row.three_bv : null,
    seed: isOver ? seedOf(origin) : null,
  };
}

/** The 3BV of a game that is over; null before. @param {HostGame} hostGame @returns {number|null} */
export function threeBvOf({ over, hasBegun, game }) {
  return over && hasBegun ? game.metrics(0, 0).three_bv : null;
}

/** @param {HostGame} hostGame @param {BestTime|null} record */
function standingOf(hostGame, record) {
  const { game, origin, clicks, clock, countsNot, result } = hostGame;
  const elapsed = clock.elapsedMs;
  /** @type {Standing} */
  const { end, ...standing } = game.report(clicks, elapsed / 1000, LIMITS.SMALL_CELLS);
  return {
    ...standing,
    elapsed_ms: elapsed,
    clock: clock.running,
    judged: hostGame.isJudged,
    counts: countsNot.length === 0,
    counts_not: [...countsNot],
    result,
    end: end && { ...end, seed: seedOf(origin), record },
  };
}

/** @param {Origin} origin */
function seedOf({ seed }) {
  return seed === null ? null : String(seed);
}
