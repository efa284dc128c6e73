/** Answers questions about positions and games. A game in play no longer counts after a question about it. */

import { Position } from "../package/board.js";
import { SapperError } from "../package/errors.js";
import { checkStrategy } from "../package/strategies.js";
import { AccumulatedRisk, riskOf } from "./accumulated.js";
import { positionAsked } from "./boards.js";
import { Evaluator } from "./evaluator.js";
import {
  analysisFigures, beliefFigures, cellFigures, checkForChance, deadCells, hiddenCell, structureFigures,
  windowOn,
} from "./figures.js"; // prettier-ignore
import { hintFigures, lossFigures, rankedGuesses } from "./hints.js";
import { LIMITS } from "./protocol.js";
import { chanceFigures, recordingIn, recordingOf, reviewFigures } from "./reviewing.js";
import { Budget, stepped, think } from "./thoughts.js";
import { bytesIn } from "./values.js";

const DEFAULT_STRATEGY = "best";
const NEWS_EVERY_MS = 100;

/** Thoughts of which the engine has one at a time. */
class Queue {
  #last = Promise.resolve();

  /** Runs the steps of a thought when those before have ended. */
  next(steps, budget) {
    const found = this.#last.then(() => stepped(steps, budget));
    this.#last = found.catch(() => {});
    return found;
  }
}

export class Questions {
  #engine;
  #desk;
  #evaluator;
  #reviewed = new Queue();

  constructor(engine, desk, crew) {
    this.#engine = engine;
    this.#evaluator = new Evaluator(crew.begin);
    this.#desk = desk;
  }

  /** The position that a question is about, and its table. The game no longer counts, unless `check` throws. */
  async #position(asked, check = () => {}) {
    if ((asked.game === null) === (asked.position === null)) {
      throw new SapperError("request", "give exactly one of 'game' and 'position'");
    }
    if (asked.position !== null) {
      const position = positionAsked(this.#engine, asked.position);
      check(position);
      return [position, null];
    }
    const table = await this.#desk.table(asked.game);
    const position = positionOf(table.hosted.game);
    check(position);
    await this.#desk.help(table);
    return [position, table];
  }

  async analyse(asked, cancel) {
    const [position, table] = await this.#position(asked, ({ topology }) => windowOn(topology, asked.window));
    const follows = table !== null && position.topology.size <= LIMITS.ACCUMULATED_RISK_CELLS;
    if (follows) table.accumulated ??= new AccumulatedRisk(table.hosted.origin);
    return this.#think(asked, cancel, (budget) => {
      const answer = analysisFigures(position, budget, asked);
      if (follows) {
        const { history } = table.hosted.game;
        answer.risk_taken = table.accumulated.after(history, table.hosted.laid, budget);
      }
      if (asked.guess && answer.best !== null) Object.assign(answer, guessFigures(position, budget, asked, answer));
      return { type: "analysis", ...answer };
    });
  }

  async beliefs(asked, cancel) {
    const strategy = strategyNamed(this.#engine, asked.strategy);
    const [position, table] = await this.#position(asked, ({ topology }) => windowOn(topology, asked.window));
    const rules = table === null ? null : table.hosted.game.rules;
    return this.#think(asked, cancel, (budget) => ({
      type: "beliefs",
      ...beliefFigures(position, strategy, rules, budget, asked.window),
    }));
  }

  async cell(asked, cancel) {
    const [position] = await this.#position(asked, (seen) => hiddenCell(seen, asked.cell));
    return this.#think(asked, cancel, (budget) => ({
      type: "cell",
      ...cellFigures(position, asked.cell, budget, asked.trust_flags),
    }));
  }

  async evaluate(asked, cancel) {
    const [position, table] = await this.#position(asked, checkForChance);
    const rules = table === null ? null : table.hosted.game.rules;
    const budget = new Budget(asked.time_limit_ms, cancel);
    const firstClick = rules?.first_click ?? "opening";
    return { type: "evaluation", ...(await this.#evaluator.evaluate(position, firstClick, budget)) };
  }

  async structure(asked, cancel) {
    const [position] = await this.#position(asked);
    return this.structureOf(position, asked.time_limit_ms, cancel, asked.trust_flags);
  }

  /** The solver's view of a position. */
  structureOf(position, time_limit_ms, cancel, trustFlags = false) {
    return this.#think({ time_limit_ms }, cancel, () => structureFigures(position, trustFlags));
  }

  async hint(asked, cancel) {
    const [position, table] = await this.#position(asked);
    if (table?.hosted.over) throw new SapperError("game", "the game is over: there is nothing left to do");
    const rules = table === null ? null : table.hosted.game.rules;
    return this.#think(asked, cancel, (budget) => ({ type: "hint", ...hintFigures(position, budget, rules, asked) }));
  }

  async explain(asked, cancel) {
    const { hosted } = await this.#desk.table(asked.game);
    const { game, kind, cell } = hosted.beforeLoss();
    const position = positionOf(game);
    return this.#think(asked, cancel, (budget) => {
      const risk = riskOf(hosted.origin, position, kind, cell, budget);
      return { type: "explanation", ...lossFigures(position, risk, budget) };
    });
  }

  async review(asked, cancel, tell) {
    const recording = await this.#recording(asked);
    const budget = new Budget(asked.time_limit_ms, cancel);
    const steps = reviewFigures(recording, budget, progress("moves reviewed", tell));
    return { type: "review", ...(await this.#reviewed.next(steps, budget)) };
  }

  async chances(asked, cancel, tell) {
    const recording = await this.#recording(asked);
    checkForChance(recording);
    const budget = new Budget(asked.time_limit_ms, cancel);
    const steps = chanceFigures(recording, budget, progress("moves evaluated", tell));
    return { type: "chances", ...(await this.#reviewed.next(steps, budget)) };
  }

  /** The game that is asked about. */
  async #recording({ game, file, replay }) {
    if ((game === null) === (file === null)) {
      throw new SapperError("request", "give exactly one of 'game' and 'file'");
    }
    if (file !== null) return recordingIn(this.#engine, bytesIn(file), replay);
    const { hosted } = await this.#desk.table(game);
    return recordingOf(hosted, await this.#desk.store.movesOf(game));
  }

  #think({ time_limit_ms }, cancel, work) {
    return think(work, new Budget(time_limit_ms, cancel));
  }
}

/** The fields of `analysis` about guesses: the best ones, and the dead cells. */
function guessFigures(position, budget, { moves: most, trust_flags }, known) {
  const dead = deadCells(position, trust_flags, budget);
  if (known.best_risk === 0) return { dead, moves: [], guess: null };
  const moves = rankedGuesses(position, most, trust_flags, budget);
  const win_probability = moves[0].figures?.win_probability ?? null;
  return { dead, moves, guess: moves[0].cell, win_probability };
}

/** The name of a strategy that people may choose; the default for null. */
export function strategyNamed(engine, name) {
  try {
    checkStrategy(engine, name ?? DEFAULT_STRATEGY);
  } catch (error) {
    throw new SapperError("request", error.message);
  }
  return name ?? DEFAULT_STRATEGY;
}

/** A function that takes how much of a work is done, and tells it now and then. */
function progress(text, tell) {
  let last = performance.now();
  return (done, of) => {
    if (performance.now() - last < NEWS_EVERY_MS) return;
    last = performance.now();
    tell({ type: "progress", done, of, text });
  };
}

/** What the player of a game sees. */
export function positionOf(game) {
  return new Position(game.topology, game.marks, game.mines);
}
