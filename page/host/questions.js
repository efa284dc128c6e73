/** Answers questions about positions and games. A game in play no longer counts after a question about it. */

import { SapperError } from "../../js/errors.js";
import { checkStrategy } from "../../js/strategies.js";
import { AccumulatedRisk } from "./accumulated.js";
import { positionAsked } from "./boards.js";
import { checkForChance, hiddenCell, windowOn } from "./figures.js";
import { Helpers } from "./helpers.js";
import { answerFrom, positionOf } from "./positions.js";
import { LIMITS } from "./protocol.js";
import { recordingIn, recordingOf } from "./recordings.js";
import { chanceFigures, reviewFigures } from "./reviewing.js";
import { Budget, progress, think } from "./thoughts.js";
import { bytesIn } from "./values.js";

/** @typedef {import("./shapes.js").Cancel} Cancel */
/**
 * @template {keyof import("../messages.js").Requests} Type
 * @typedef {import("./shapes.js").Checked<Type>} Checked
 */
/** @typedef {import("./shapes.js").CheckedSource} CheckedSource */
/** @typedef {import("./shapes.js").Counted} Counted */
/** @typedef {import("./shapes.js").Crew} Crew */
/** @typedef {import("./shapes.js").Desk} Desk */
/** @typedef {import("./shapes.js").Engine} Engine */
/** @typedef {import("./shapes.js").Recording} Recording */
/** @typedef {import("./shapes.js").Remote} Remote */
/** @typedef {import("./shapes.js").Table} Table */
/** @typedef {import("./shapes.js").Tell} Tell */

const DEFAULT_STRATEGY = "best";

export class Questions {
  #engine;
  #desk;
  #helpers;
  #reviewed;
  #remote;

  /**
   * @param {Engine} engine @param {Desk} desk @param {Crew} crew @param {Remote} remote
   * @param {import("./thoughts.js").Queue} reviewed the queue of the reviews
   */
  constructor(engine, desk, crew, remote, reviewed) {
    this.#remote = remote;
    this.#engine = engine;
    this.#helpers = new Helpers(crew.begin);
    this.#desk = desk;
    this.#reviewed = reviewed;
  }

  /**
   * The position that a question is about, and its table. The game no longer counts, unless `check` throws.
   * @param {Pick<CheckedSource, "game"|"position">} asked @returns {Promise<[Counted, Table|null]>}
   */
  async #position(asked, check = (/** @type {Counted} */ _position) => {}) {
    if ((asked.game === null) === (asked.position === null)) {
      throw new SapperError("request", "give exactly one of 'game' and 'position'");
    }
    if (asked.game === null) {
      const position = positionAsked(this.#engine, /** @type {import("./shapes.js").CheckedPosition} */ (asked.position));
      check(position);
      return [position, null];
    }
    const table = await this.#desk.table(asked.game);
    const position = positionOf(table.hosted.game);
    check(position);
    await this.#desk.help(table);
    return [position, table];
  }

  /** @param {Checked<"analyse">} asked @param {Cancel} cancel */
  async analyse(asked, cancel) {
    const [position, table] = await this.#position(asked, ({ topology }) => windowOn(topology, asked.window));
    const budget = new Budget(asked.time_limit_ms, cancel);
    const follows = table !== null && position.topology.size <= LIMITS.ACCUMULATED_RISK_CELLS;
    if (!follows) return { type: "analysis", ...(await this.#think("analyse", position, asked, budget)) };
    const { game, laid, origin } = table.hosted;
    table.accumulated ??= new AccumulatedRisk(origin);
    const { accumulated } = table;
    const { history } = game;
    const answer = await this.#think("analyse", position, asked, budget);
    const ask = (/** @type {Counted} */ before, /** @type {object} */ move) => this.#think("risk", before, move, budget);
    return { type: "analysis", ...answer, risk_taken: await accumulated.after(history, laid, ask) };
  }

  /** @param {Checked<"beliefs">} asked @param {Cancel} cancel */
  async beliefs(asked, cancel) {
    const strategy = strategyNamed({ engine: this.#engine, remote: this.#remote }, asked.strategy);
    const [position, table] = await this.#position(asked, ({ topology }) => windowOn(topology, asked.window));
    const { window } = asked;
    const rules = rulesAt(table);
    const budget = new Budget(asked.time_limit_ms, cancel);
    const question = /** @type {const} */ (["beliefs", position, { strategy, rules, window }, budget]);
    const answer = this.#remote.has(strategy) ? this.#remote.ask(...question) : this.#think(...question);
    return { type: "beliefs", ...(await answer) };
  }

  /** @param {Checked<"cell">} asked @param {Cancel} cancel */
  async cell(asked, cancel) {
    const [position] = await this.#position(asked, (seen) => hiddenCell(seen, asked.cell));
    return { type: "cell", ...(await this.#think("cell", position, asked, new Budget(asked.time_limit_ms, cancel))) };
  }

  /** @param {Checked<"evaluate">} asked @param {Cancel} cancel */
  async evaluate(asked, cancel) {
    const [position, table] = await this.#position(asked, checkForChance);
    const firstClick = rulesAt(table)?.first_click ?? "opening";
    const budget = new Budget(asked.time_limit_ms, cancel);
    return { type: "evaluation", ...(await this.#helpers.ask("evaluate", position, { firstClick }, budget)) };
  }

  /** @param {Checked<"structure">} asked @param {Cancel} cancel */
  async structure(asked, cancel) {
    const [position] = await this.#position(asked);
    return this.structureOf(position, asked.time_limit_ms, cancel, asked.trust_flags);
  }

  /**
   * The solver's view of a position.
   * @param {Counted} position @param {number} time_limit_ms @param {Cancel} cancel @param {boolean} [trust_flags]
   */
  async structureOf(position, time_limit_ms, cancel, trust_flags = false) {
    return this.#think("structure", position, { trust_flags }, new Budget(time_limit_ms, cancel));
  }

  /** @param {Checked<"hint">} asked @param {Cancel} cancel */
  async hint(asked, cancel) {
    const [position, table] = await this.#position(asked);
    if (table?.hosted.over) throw new SapperError("game", "the game is over: there is nothing left to do");
    const { all, trust_flags } = asked;
    const question = { rules: rulesAt(table), all, trust_flags };
    return { type: "hint", ...(await this.#think("hint", position, question, new Budget(asked.time_limit_ms, cancel))) };
  }

  /** @param {Checked<"explain">} asked @param {Cancel} cancel */
  async explain(asked, cancel) {
    const { hosted } = await this.#desk.table(asked.game);
    const { game, kind, cell } = hosted.beforeLoss();
    const move = { kind, cell, firstIsSafe: hosted.origin.firstIsSafe };
    const budget = new Budget(asked.time_limit_ms, cancel);
    return { type: "explanation", ...(await this.#think("explain", positionOf(game), move, budget)) };
  }

  /** @param {Checked<"review">} asked @param {Cancel} cancel @param {Tell} tell */
  async review(asked, cancel, tell) {
    const recording = await this.#recording(asked);
    const budget = new Budget(asked.time_limit_ms, cancel);
    const steps = reviewFigures(recording, budget, progress("moves reviewed", tell));
    return { type: "review", ...(await this.#reviewed.next(steps, budget)) };
  }

  /** @param {Checked<"chances">} asked @param {Cancel} cancel @param {Tell} tell */
  async chances(asked, cancel, tell) {
    const recording = await this.#recording(asked);
    checkForChance(recording);
    const budget = new Budget(asked.time_limit_ms, cancel);
    const steps = chanceFigures(recording, budget, progress("moves evaluated", tell));
    return { type: "chances", ...(await this.#reviewed.next(steps, budget)) };
  }

  /** The game that is asked about. @param {{game: string|null, file: string|null, replay: number|null}} asked @returns {Promise<Recording>} */
  async #recording({ game, file, replay }) {
    if ((game === null) === (file === null)) {
      throw new SapperError("request", "give exactly one of 'game' and 'file'");
    }
    if (game === null) {
      const found = recordingIn(this.#engine, bytesIn(/** @type {string} */ (file)), replay);
      if (found !== null) return found;
      throw new SapperError("request", `'replay': the file has no replay ${replay}`);
    }
    const { hosted } = await this.#desk.table(game);
    return recordingOf(hosted, await this.#desk.store.movesOf(game));
  }

  /**
   * The answer to one of `QUESTIONS`. If it takes more than a moment, a helper gives it.
   * @template {import("./positions.js").QuestionName} Name
   * @param {Name} question @param {Counted} position @param {object} asked @param {Budget} budget
   * @returns {Promise<import("./positions.js").Found<Name>>}
   */
  #think(question, position, asked, budget) {
    const elsewhere = () => this.#helpers.ask(question, position, asked, budget);
    return think((part) => answerFrom(question)(position, asked, part), budget, { elsewhere });
  }
}

/** The rules of the game at a table; null without one. @param {Table|null} table */
function rulesAt(table) {
  return table === null ? null : table.hosted.game.rules;
}

/** The name of a strategy that people may choose; the default for null. @param {{engine: Engine, remote: Remote}} parts @param {string|null} name */
export function strategyNamed({ engine, remote }, name) {
  if (name !== null && remote.has(name)) return name;
  try {
    checkStrategy(engine, name ?? DEFAULT_STRATEGY);
  } catch (error) {
    throw new SapperError("request", error.message);
  }
  return name ?? DEFAULT_STRATEGY;
}
