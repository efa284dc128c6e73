/** Work that may take long, in a worker of its own: chunks of runs, and questions. To stop it, whoever asked ends the worker. */

import { Position, Topology } from "../../js/board.js";
import { Engine } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { FIRST_CLICKS } from "../../js/games.js";
import { countFrom } from "../../js/words.js";
import { answerFrom } from "./positions.js";
import { Budget, Cancel } from "./thoughts.js";

/** @typedef {import("./shapes.js").Plan} Plan */
/** @typedef {import("./shapes.js").WrittenBoard} WrittenBoard */

/**
 * A question about a position.
 * @typedef {{question: import("./positions.js").QuestionName, board: WrittenBoard, marks: Int16Array, asked: object, seconds: number}} Question
 */
/** A chunk of a run. @typedef {{plan: Plan, first: number, count: number}} Chunk */

const WORK = { play, answer };

/** @type {Engine} */
let engine;
/** @type {number} */
let tick;

/** Makes this worker a helper. The first message is the compiled module. All others are questions, and it answers each. */
export function help() {
  tick = shortestTime();
  countFrom(1); // its messages are for people
  self.onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) engine = new Engine(data);
    else self.postMessage(answerTo(data));
  };
}

/** @param {{work: "play"} & Chunk | {work: "answer"} & Question} message */
function answerTo({ work, ...asked }) {
  try {
    return { answer: /** @type {(asked: object) => object} */ (WORK[work])(asked) };
  } catch (error) {
    if (!(error instanceof SapperError)) throw error;
    const { type, message, name, ...place } = error;
    return { error: { type, message, place } };
  }
}

/** Plays games of a run. @param {Chunk} chunk */
function play({ plan: { board, first_click, strategy, seed }, first, count }) {
  const numbers = [board.mines, FIRST_CLICKS.indexOf(first_click), BigInt(seed), BigInt(first), count, tick];
  return topologyOf(board).ask("play_chunk", numbers, [strategy]).map((counts) => counts(Float64Array));
}

/** Answers a question about a position. @param {Question} question */
function answer({ question, board, marks, asked, seconds }) {
  const position = new Position(topologyOf(board), marks, board.mines);
  return answerFrom(question)(position, asked, new Budget(1000 * seconds, new Cancel()));
}

/** @param {WrittenBoard} board */
function topologyOf({ topology, shape }) {
  return Topology.named(engine, topology, shape);
}

/** The shortest time that the clock can tell, in nanoseconds. Browsers keep their clocks coarse. */
function shortestTime() {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    return now - start;
  });
  return 1e6 * Math.min(...times);
}
