/**
 * Answers questions about positions, and makes positions to ask about: exercises and puzzles. A game in play no longer counts after
 * a question about it. An exercise is a position of a game that is played here move by move: all that one number alone decides is
 * open or has a flag, and what follows next takes two numbers, or the mine count.
 */

import { HIDDEN, Position, Topology } from "../../js/board.js";
import { SapperError } from "../../js/errors.js";
import { Game, KINDS } from "../../js/game.js";
import { namesOf } from "../../js/strategies.js";
import { unknown } from "../../js/words.js";
import { boardIn, positionIn, positionOf, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";
import { USUAL_RULES, answerTo, checkForChance, hiddenCell, hintFigures, windowOn } from "./position_figures.js";
import { Budget, TaskWorkers, think } from "./tasks.js";

/** @import { OneHint } from "../answers.js" */
/** @import { ActionQuestion, Board, Cancel, Checked, CountedPosition, Crew, Engine, GameSlot, GamesInMemory, HostGame, QuestionAnswers, QuestionDetails, QuestionName, Remote } from "./types.js" */

// Of exercises:
const SHAPE = [9, 9];
const MINES = 17; // as dense as expert
const FIRST_CELL = 40;
const APART = 1_000_003n; // so that neighbouring seeds give other games
const TRAINING_RULES = ["subset", "overlap", "mine_count"];

export class Questions {
  #engine;
  #games;
  #workers;
  #remote;

  /** @param {Engine} engine @param {GamesInMemory} games @param {Crew} crew @param {Remote} remote */
  constructor(engine, games, crew, remote) {
    this.#remote = remote;
    this.#engine = engine;
    this.#workers = new TaskWorkers(crew.begin);
    this.#games = games;
  }

  /**
   * The position that a question is about, and its slot. The game no longer counts, unless `check` throws.
   * @param {import("./requests.js").CheckedSource} request @returns {Promise<[CountedPosition, GameSlot|null]>}
   */
  async #position({ game, position: fields }, check = (/** @type {CountedPosition} */ _position) => {}) {
    if (game === null && fields !== null) {
      const position = positionIn(this.#engine, fields);
      check(position);
      return [position, null];
    }
    if (game === null || fields !== null) throw wrong("give exactly one of `game` and `position`");
    const slot = await this.#games.slot(game);
    const position = positionOf(slot.hostGame.game);
    check(position);
    await this.#games.help(slot);
    return [position, slot];
  }

  /** @param {Checked<"analyse">} request @param {Cancel} cancel */
  async analyse(request, cancel) {
    const [position, slot] = await this.#position(request, ({ topology }) => windowOn(topology, request.window));
    const budget = new Budget(request.time_limit_ms, cancel);
    const follows = slot !== null && position.topology.size <= LIMITS.ACCUMULATED_RISK_CELLS;
    if (!follows) return this.#think("analyse", position, request, budget);
    const { hostGame } = slot;
    slot.riskSoFar ??= new RiskSoFar(hostGame);
    const { riskSoFar } = slot;
    const history = hostGame.game.history.slice(0, 2 * hostGame.moves);
    const answer = await this.#think("analyse", position, request, budget);
    const ask = (/** @type {CountedPosition} */ before, /** @type {ActionQuestion} */ move) => this.#think("risk", before, move, budget);
    return { ...answer, risk_taken: await riskSoFar.after(history, ask) };
  }

  /** @param {Checked<"beliefs">} request @param {Cancel} cancel */
  async beliefs(request, cancel) {
    const strategy = this.#remote.strategyNamed(this.#engine, request.strategy);
    const [position, slot] = await this.#position(request, ({ topology }) => windowOn(topology, request.window));
    const { window } = request;
    const rules = rulesAt(slot);
    const budget = new Budget(request.time_limit_ms, cancel);
    const details = { strategy, rules, window };
    return this.#remote.has(strategy) ? this.#remote.beliefs(position, details, budget) : this.#think("beliefs", position, details, budget);
  }

  /** @param {Checked<"cell">} request @param {Cancel} cancel */
  async cell(request, cancel) {
    const [position] = await this.#position(request, (current) => hiddenCell(current, request.cell));
    return this.#think("cell", position, request, new Budget(request.time_limit_ms, cancel));
  }

  /** @param {Checked<"evaluate">} request @param {Cancel} cancel */
  async evaluate(request, cancel) {
    const [position, slot] = await this.#position(request, checkForChance);
    const firstClick = rulesAt(slot)?.first_click ?? request.first_click ?? "opening";
    const { trust_flags } = request;
    const budget = new Budget(request.time_limit_ms, cancel);
    return this.#workers.ask("evaluate", position, { firstClick, trust_flags }, budget);
  }

  /** @param {Checked<"rank">} request @param {Cancel} cancel */
  async rank(request, cancel) {
    const [position, slot] = await this.#position(request, checkForChance);
    const firstClick = rulesAt(slot)?.first_click ?? request.first_click ?? "opening";
    const { trust_flags, moves } = request;
    const budget = new Budget(request.time_limit_ms, cancel);
    return this.#workers.ask("rank", position, { firstClick, trust_flags, moves }, budget);
  }

  /** @param {Checked<"structure">} request @param {Cancel} cancel */
  async structure(request, cancel) {
    const [position] = await this.#position(request);
    return this.structureOf(position, request.time_limit_ms, cancel, request.trust_flags);
  }

  /**
   * The solver's view of a position.
   * @param {CountedPosition} position @param {number} time_limit_ms @param {Cancel} cancel @param {boolean} [trust_flags]
   */
  async structureOf(position, time_limit_ms, cancel, trust_flags = false) {
    return this.#think("structure", position, { trust_flags }, new Budget(time_limit_ms, cancel));
  }

  /** @param {Checked<"hint">} request @param {Cancel} cancel */
  async hint(request, cancel) {
    const [position, slot] = await this.#position(request);
    if (slot?.hostGame.over) throw new SapperError("game", "the game is over: there is nothing left to do");
    const { all, trust_flags } = request;
    const question = { firstClick: rulesAt(slot)?.first_click ?? request.first_click, all, trust_flags };
    return this.#think("hint", position, question, new Budget(request.time_limit_ms, cancel));
  }

  /** @param {Checked<"exercise">} request @param {Cancel} cancel */
  async exercise({ seed, time_limit_ms }, cancel) {
    const budget = new Budget(time_limit_ms, cancel);
    return think((part) => exerciseFigures(this.#engine, BigInt(seed), part), budget);
  }

  /** @param {Checked<"puzzle">} request @param {Cancel} cancel */
  async puzzle(request, cancel) {
    const budget = new Budget(request.time_limit_ms, cancel);
    const board = boardIn(this.#engine, request.board);
    return think((part) => puzzleFigures(board, request, part), budget, { isWhole: true });
  }

  /** @param {Checked<"explain">} request @param {Cancel} cancel */
  async explain(request, cancel) {
    const { hostGame } = await this.#games.slot(request.game);
    const { game, kind, cell } = hostGame.beforeLoss();
    const move = { kind, cell, firstIsSafe: hostGame.firstIsSafe, byRule: hostGame.guessedBy !== null };
    const budget = new Budget(request.time_limit_ms, cancel);
    return this.#think("explain", positionOf(game), move, budget);
  }

  /**
   * The answer to a question about a position. If it takes more than a moment, a task worker gives it.
   * @template {QuestionName} Name
   * @param {Name} question @param {CountedPosition} position @param {QuestionDetails[Name]} details @param {Budget} budget
   * @returns {Promise<QuestionAnswers[Name]>}
   */
  #think(question, position, details, budget) {
    const elsewhere = () => this.#workers.ask(question, position, details, budget);
    return think((part) => answerTo(question, position, details, part), budget, { elsewhere });
  }
}

/** The rules of the game at a slot, with guesses for free; null without one. @param {GameSlot|null} slot */
function rulesAt(slot) {
  return slot === null ? null : slot.hostGame.game.freeRules;
}

/** Answers what risk an action has in a position. @typedef {(position: CountedPosition, move: ActionQuestion) => Promise<number>} Ask */

/** Follows a game. Each call analyses only the moves since the last one. */
export class RiskSoFar {
  #hostGame;
  /** @type {Game|null} */
  #behind = null; // made when it is first needed
  /** The mines that this game has. @type {(Uint8Array|null)[]} */
  #mines = [];
  #done = 0;
  #survival = 1;

  /** @param {HostGame} hostGame */
  constructor(hostGame) {
    this.#hostGame = hostGame;
  }

  /**
   * The chance that the moves so far would have lost; null if the time ran out. The next call continues there. Several
   * calls may be in progress at once.
   *
   * @param {number[]} history All moves of the game: kind and cell of each, in one array. It begins with the moves of the last call.
   * @param {Ask} ask Gives the answer to the question `risk` about a position.
   */
  async after(history, ask) {
    const { fair, game } = this.#hostGame;
    if (this.#behind === null || fair !== this.#mines[0] || game.minesNow !== this.#mines[1]) {
      if (this.#behind !== null) game.topology.engine.release(this.#behind);
      this.#behind = this.#hostGame.gameAfter(history.slice(0, 2 * this.#done));
      this.#mines = [fair, game.minesNow];
    }
    try {
      while (2 * this.#done < history.length) await this.#take(history[2 * this.#done], history[2 * this.#done + 1], ask);
      return 1 - this.#survival;
    } catch (error) {
      if (error.type === "budget") return null;
      throw error;
    }
  }

  /** @param {number} kind @param {number} cell @param {Ask} ask */
  async #take(kind, cell, ask) {
    const name = KINDS[kind];
    const number = this.#done;
    const behind = /** @type {Game} */ (this.#behind);
    const { topology, marks, mines } = behind;
    const { firstIsSafe } = this.#hostGame;
    const risk = name === "flag" ? 0 : await ask(new Position(topology, marks, mines), { kind: name, cell, firstIsSafe });
    if (this.#done > number) return; // another call took it meanwhile
    this.#survival *= 1 - risk;
    behind.act(name, cell, false);
    this.#done += 1;
  }
}

/**
 * The fields of `exercise`. The same seed gives the same one.
 * @param {Engine} engine @param {bigint} seed @param {Budget} budget
 */
export function exerciseFigures(engine, seed, budget) {
  const topology = Topology.byName(engine, "square", SHAPE);
  for (let stream = seed * APART; ; stream++) {
    const game = new Game(topology, MINES, USUAL_RULES, { seed: BigInt.asUintN(64, stream) });
    try {
      game.act("open", FIRST_CELL);
      const hint = playOn(game, budget);
      if (hint === null) continue;
      const { rule, pattern, safe, mines, numbers, sentence } = hint;
      const ask = safe.length > 0 ? /** @type {const} */ ("safe") : /** @type {const} */ ("mine");
      return { board: topology.boardJson(MINES), marks: Int8Array.from(game.marks), ask, rule, pattern, safe, mines, numbers, sentence };
    } finally {
      engine.release(game);
    }
  }
}

/**
 * The fields of `puzzle`: numbers that prove where all mines are. The same seed gives the same one, also in Python.
 * @param {Board} board @param {{hardest: string, seed: string}} request @param {Budget} budget
 */
export function puzzleFigures({ topology, mines }, { hardest, seed }, budget) {
  const { rules } = namesOf(topology.engine);
  if (!rules.includes(hardest)) throw wrong(unknown("`hardest`", hardest, rules));
  const numbers = [mines, rules.indexOf(hardest), BigInt.asUintN(64, BigInt(seed)), budget.seconds];
  const [figures, marks] = topology.ask("make_puzzle", numbers, [], "making the puzzle", budget.seconds);
  const [rule, steps, number] = figures(Float64Array);
  return { board: topology.boardJson(mines), marks: Int8Array.from(marks(Int16Array)), hardest: rules[rule], steps, number };
}

/** Plays what one number alone decides, until something to train follows. Null if nothing does. @param {Game} game @param {Budget} budget @returns {OneHint|null} */
function playOn(game, budget) {
  for (;;) {
    if (game.standing.status !== "playing") return null;
    const figures = hintFigures(positionOf(game), { firstClick: null, all: true, trust_flags: false }, budget);
    const easy = figures.hints.filter(({ rule }) => rule === "single");
    if (easy.length === 0) {
      const [next] = figures.hints;
      return next?.rule && TRAINING_RULES.includes(next.rule) && next.difficulty === next.rule ? next : null;
    }
    for (const cell of easy.flatMap(({ mines }) => mines)) if (game.marks[cell] === HIDDEN) game.act("flag", cell);
    for (const cell of easy.flatMap(({ safe }) => safe)) if (game.standing.status === "playing") game.act("open", cell);
  }
}
