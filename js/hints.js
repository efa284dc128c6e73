import { SapperError } from "./errors.js";
import { namesOf } from "./strategies.js";
import { valuesIn } from "./engine.js";
import { unknown } from "./words.js";
import { filled } from "./wording.js";

const COMPARISONS = ["best", "win"];

/** What follows from a position, in words. It has what `Hint` of the Python package has, with the same texts. */
export class Hint {
  #found;

  /**
   * @param position The position.
   * @param by "win" compares guesses by the chance to win; "best" or null does not.
   * @param seconds How long it may take.
   * @throws {SapperError}
   */
  constructor(position, by = null, seconds = Infinity) {
    const byWin = isByWin(by);
    const { topology } = position;
    this.position = position;
    const parameters = [position.mineBound, position.mines !== null, byWin, seconds];
    const [found] = topology.ask("hint", parameters, [position.marks], "the search for hints", seconds);
    this.#found = valuesIn(found);
    const { rules } = namesOf(topology.engine);
    const cells = (indices) => indices.map((index) => topology.cell(index));
    this.deductions = this.#found.deductions.map((each) => ({
      rule: rules[each.rule],
      pattern: each.pattern,
      difficulty: rules[each.difficulty],
      safe: cells(each.safe),
      mines: cells(each.mines),
      numbers: cells(each.numbers),
      given: cells(each.given),
      mine_count: each.mine_count,
      text: filled(each.sentence),
    }));
    this.guess = this.#found.guess && this.#guess(this.#found.guess);
    this.complete = this.#found.complete;
    this.exact = this.#found.guess?.exact ?? true;
  }

  /** The deductions in the order to act on them: those that prove cells safe, then those of mines alone. */
  get inTurn() {
    return this.#found.in_turn.map((place) => this.deductions[place]);
  }

  /** All earlier deductions that one of `deductions` rests on. */
  support(deduction) {
    return this.#told(deduction).support.map((place) => this.deductions[place]);
  }

  /** One of `deductions` in words, with what it rests on, and the flags that it shows to be wrong. */
  explain(deduction) {
    return filled(this.#told(deduction).explanation);
  }

  /** The hardest rule that any certain cell needs; null if no cell is certain. */
  get difficulty() {
    return this.deductions.at(-1)?.difficulty ?? null;
  }

  /** What to do next and why. */
  get text() {
    return filled(this.#found.text);
  }

  /** What to do if no cell is known to be safe. */
  get advice() {
    return filled(this.#found.advice);
  }

  /** Whether `advice` says more than the deductions. */
  get endsInAdvice() {
    return this.#found.adds_advice;
  }

  /** What to say after all deductions and the advice. */
  get conclusion() {
    return filled(this.#found.conclusion);
  }

  /** The hint as the engine protocol writes it, with all deductions. */
  toJSON() {
    const { topology, mines } = this.position;
    return {
      board: topology.written(mines),
      difficulty: this.difficulty,
      deduction: this.inTurn[0] ?? null,
      guess: this.guess,
      complete: this.complete,
      text: this.text,
      deductions: this.deductions,
    };
  }

  #told(deduction) {
    return this.#found.deductions[this.deductions.indexOf(deduction)];
  }

  #guess({ cell, risk, safest, safest_risk, reason, figures, safest_figures }) {
    const { topology } = this.position;
    return {
      cell: topology.cell(cell),
      risk,
      safest: topology.cell(safest),
      safest_risk,
      reason: reason && filled(reason),
      figures,
      safest_figures,
    };
  }
}

/**
 * All moves in a position, the best first, as `rank` of the Python package has them.
 *
 * @param most The largest number of moves.
 * @param by "win" compares guesses by the chance to win; "best" or null does not.
 * @param seconds How long it may take.
 * @throws {SapperError}
 */
export function ranking(position, most, by = null, seconds = Infinity, trustFlags = false) {
  const byWin = isByWin(by);
  const { topology } = position;
  const parameters = [position.mineBound, position.mines !== null, Math.min(most, topology.size), byWin, trustFlags, seconds];
  const [moves] = topology.ask("rank", parameters, [position.marks], "the ranking", seconds);
  if (moves === undefined) position.checkCount(); // only the mine count could tell
  return valuesIn(moves).map(({ cell, ...move }) => ({ ...move, cell: topology.cell(cell) }));
}

function isByWin(by) {
  const name = by || "best";
  if (!COMPARISONS.includes(name)) throw new SapperError("error", unknown("by", name, COMPARISONS));
  return name === "win";
}
