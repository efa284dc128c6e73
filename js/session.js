// @ts-nocheck: the engine protocol moves to C++, and this file becomes one call
import { MINE, SAFE, analyse, configurationsIn, countdown, milliseconds } from "./analysis.js";
import { EXPLODED, FLAG, HIDDEN, Position, asPosition } from "./board.js";
import { SapperError, withFields } from "./errors.js";
import { evaluation } from "./evaluation.js";
import { fileIn } from "./files.js";
import { generate, measure, plain, play } from "./games.js";
import { Hint, ranking } from "./hints.js";
import { Request, boardIn, shaped, topologyIn, word, wrong } from "./requests.js";
import { checkStrategy } from "./strategies.js";

const PROTOCOL = 1;
const MOST_GAMES = 1_000_000;
const LARGEST_MARK = 32767;

/** A conversation in the engine protocol: a position, and questions about it. */
export class Session {
  static #answers = {
    hello: (session, request) => session.#hello(request),
    new: (session, request) => session.#new(request),
    position: (session, request) => session.#position(request),
    open: (session, request) => session.#open(request),
    flag: (session, request) => session.#flag(request),
    analyse: (session, request) => session.#analyse(request),
    best: (session, request) => session.#best(request),
    hint: (session, request) => session.#hint(request),
    evaluate: (session, request) => session.#evaluate(request),
    play: (session, request) => session.#play(request),
    generate: (session, request) => session.#generate(request),
    measure: (session, request) => session.#measure(request),
    stop: (session, request) => session.#stop(request),
    quit: (session, request) => session.#quit(request),
  };

  #engine;
  #version;
  #known = null;

  constructor(engine, version) {
    this.#engine = engine;
    this.#version = version;
  }

  /**
   * Carries out a request, and returns its answer. A request that fails does not change the position.
   *
   * @throws {SapperError}
   */
  ask(fields) {
    const request = new Request(fields, Object.keys(Session.#answers));
    return Session.#answers[request.command](this, request);
  }

  /** The same, but an error becomes an answer too, and the `id` is repeated, as `sapper engine` does. */
  answer(fields) {
    const id = fields !== null && typeof fields === "object" && Object.hasOwn(fields, "id") ? { id: fields.id } : {};
    try {
      return { ...id, ...this.ask(fields) };
    } catch (error) {
      if (error instanceof SapperError) return { ...id, error: error.toJSON() };
      throw error;
    }
  }

  #hello(request) {
    request.refuseOthers();
    return { answer: "ready", name: "Sapper", version: this.#version, protocol: PROTOCOL };
  }

  #new(request) {
    const { topology, mines } = boardIn(this.#engine, request, asPosition);
    const position = Position.hidden(topology, mines);
    request.refuseOthers();
    return this.#now(position);
  }

  #position(request) {
    const given = request.get("mines", "integer");
    const mines = given === null ? null : Number(given);
    const named = topologyIn(this.#engine, request);
    if (request.has("text")) {
      const [text, format] = [request.need("text", "string"), request.get("format", "string") ?? "auto"];
      request.refuseOthers();
      const read = fileIn(this.#engine, text, { format, topology: named ?? "", mines, kind: "position" });
      return { ...this.#now(read.position), ...(format === "auto" && read.format !== "plain" ? { read_as: read.format } : {}) };
    }
    const topology = (shape) => asPosition(() => shaped(this.#engine, named, shape));
    const marks = request.need("marks", "array");
    request.refuseOthers();
    return this.#now(Position.of(marks, mines, topology));
  }

  #open(request) {
    const several = request.has("cells");
    const cells = several ? request.cells() : [request.cell()];
    const numbers = several ? request.integers("numbers") : [request.need("number", "integer")];
    request.refuseOthers();
    if (cells.length !== numbers.length) {
      throw wrong(`there are ${cells.length} 'cells' but ${numbers.length} 'numbers'`);
    }
    for (const number of numbers) {
      if (!((number >= 0 && number <= LARGEST_MARK) || Number(number) === EXPLODED)) {
        throw wrong(`an open cell shows 0 or more, or -3 for an exploded mine, not ${number}`);
      }
    }
    return this.#mark(cells, numbers.map(Number));
  }

  #flag(request) {
    const [cell, isSet] = [request.cell(), request.get("set", "boolean")];
    request.refuseOthers();
    const { topology, marks } = this.#current();
    const mark = marks[topology.index(cell)];
    if (mark >= 0 || mark === EXPLODED) {
      throw wrong(`${topology.describe(cell)} is open: only hidden cells can have a flag`);
    }
    return this.#mark([cell], [isSet === false ? HIDDEN : FLAG]);
  }

  #analyse(request) {
    const count = request.get("configurations", "boolean");
    const most = request.moves();
    const by = request.get("by", "string");
    if (by !== null && most === null) throw wrong("'by' orders the moves: it needs 'moves'");
    const trustFlags = request.get("trust_flags", "boolean") ?? false;
    const found = this.#analysis(request);
    const { topology, mines } = this.#current();
    const left = countdown(Math.max(0, found.left));
    const { risks, errors, verdicts, log, logError, exact, best, win } = found;
    const configurations = count ? configurationsIn(topology, found) : null;
    const moves = most === null ? {} : { moves: ranking(this.#current(), most, by, left(), trustFlags) };
    const cellsThatAre = (verdict) =>
      Array.from(verdicts.keys()).filter((index) => verdicts[index] === verdict).map((index) => topology.cell(index));
    return {
      answer: "analysis",
      board: topology.written(mines),
      mine_probability: topology.nested(nulls(risks)),
      mine_probability_error: exact ? null : topology.nested(nulls(errors)),
      safe: cellsThatAre(SAFE),
      mines: cellsThatAre(MINE),
      best: best === null ? null : topology.cell(best),
      best_risk: best === null ? null : risks[best],
      configurations: configurations === null ? null : String(configurations),
      log10_configurations: Math.max(0, log / Math.LN10),
      log10_configurations_error: logError / Math.LN10,
      exact,
      win_probability: win,
      elapsed_ms: found.elapsed,
      ...moves,
    };
  }

  #best(request) {
    const { risks, best } = this.#analysis(request);
    if (best === null) return { answer: "best", cell: null, risk: null };
    return { answer: "best", cell: this.#current().topology.cell(best), risk: risks[best] };
  }

  #hint(request) {
    const everything = request.get("all", "boolean") ?? false;
    const limit = request.seconds("time_limit");
    const [most, by] = [request.moves(), request.get("by", "string")];
    request.refuseOthers();
    const position = this.#current();
    const [start, left] = [performance.now(), countdown(limit)];
    const found = new Hint(position, by, limit);
    const elapsed = milliseconds(start);
    const nothing = position.mines === null && found.deductions.length === 0;
    const moves = most === null ? {} : { moves: nothing ? [] : ranking(position, most, by, left()) };
    const { deductions, ...fields } = found.toJSON();
    const all = everything ? { deductions } : {};
    return { answer: "hint", ...fields, text: withFields(fields.text), elapsed_ms: elapsed, ...all, ...moves };
  }

  #evaluate(request) {
    const error = request.positive("error", "between 0 and 1", 1) ?? 0.01;
    const most = request.get("games", "integer") ?? MOST_GAMES;
    const given = request.get("seed", "integer") ?? 0;
    const player = request.get("player", "string") || "fast";
    const limit = request.seconds("time_limit");
    request.refuseOthers();
    const position = this.#current();
    position.checkCount();
    word("games", most, 1n);
    const seed = word("seed", given);
    checkStrategy(this.#engine, player);
    const found = evaluation(position, { player, error, most: Number(most), seed }, limit);
    return { answer: "evaluation", ...found, player, seed: plain(seed) };
  }

  #play(request) {
    return { answer: "games", ...play(this.#engine, request) };
  }

  #generate(request) {
    return { answer: "minefields", ...generate(this.#engine, request) };
  }

  #measure(request) {
    return { answer: "metrics", ...measure(this.#engine, request) };
  }

  #analysis(request) {
    const trustFlags = request.get("trust_flags", "boolean") ?? false;
    const limit = request.seconds("time_limit");
    request.refuseOthers();
    return analyse(this.#current(), trustFlags, limit);
  }

  #current() {
    if (this.#known === null) throw wrong("there is no position yet: send 'new' or 'position' first");
    return this.#known;
  }

  #mark(cells, marks) {
    const position = this.#current();
    const changed = position.marks.slice();
    cells.forEach((cell, number) => (changed[position.topology.index(cell)] = marks[number]));
    return this.#now(new Position(position.topology, changed, position.mines));
  }

  #now(position) {
    this.#known = position;
    const { topology, mines, hiddenCells, minesLeft } = position;
    return { answer: "position", board: topology.written(mines), hidden: hiddenCells, mines_left: minesLeft };
  }

  /** One thread does one thing at a time, so nothing is left to stop. To stop it, end its worker. */
  #stop(request) {
    request.refuseOthers();
    return { answer: "stopped" };
  }

  #quit(request) {
    request.refuseOthers();
    return { answer: "bye" };
  }
}

function nulls(values) {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}
