/**
 * What the page may ask its worker. Each request is described once, here: the worker checks by it, and the page has its types from it.
 * Cells are numbers, row by row. A field that is left out has its default, or is null.
 */

import * as v from "valibot";
import { LEVELS } from "../../js/board.js";
import { KINDS } from "../../js/game.js";
import { FIRST_CLICKS, GUESSING, METHODS, ON_MINES, STATUSES, WINS } from "../../js/rule_names.js";
import { inQuotes } from "../../js/words.js";
import { wrong } from "./boards.js";
import { LIMITS } from "./limits.js";

const { MOST_CELLS, MOST_SIDE, GRAPH_CELLS, DEFAULT_TIME_LIMIT_MS, TIME_LIMIT_MS } = LIMITS;
const MOST_REPLAYS = 20_000; // of a file

// What people type, or write in files, is refused in words for people. So each kind of value says what it must be.

/** @param {string} rule */
const must = (rule) => (/** @type {{received: string}} */ { received }) => `it must be ${rule}, not ${received}`;

const isWhole = must("a whole number");
/** Any whole number: what takes it says which it can be. */
const WHOLE = v.pipe(v.number(isWhole), v.integer(isWhole));
/** @param {number} least @param {number} most */
function whole(least, most) {
  const rule = must(`a whole number from ${least} to ${most}`);
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(least, rule), v.maxValue(most, rule));
}
/** @param {number} least @param {number} most */
function real(least, most) {
  const rule = must(`a number from ${least} to ${most}`);
  return v.pipe(v.number(rule), v.minValue(least, rule), v.maxValue(most, rule));
}
/** @param {number} least @param {number} most */
function text(least, most) {
  const rule = must(`a text of ${least} to ${most} characters`);
  return v.pipe(v.string(rule), v.minLength(least, rule), v.maxLength(most, rule));
}
/** @template {string} const Name @param {Name[]} names */
const oneOf = (names) => v.picklist(names, must(`one of ${names.map(inQuotes).join(", ")}`));
/** @template {import("valibot").GenericSchema} Item @param {Item} item @param {number} least @param {number} most of the items */
function listOf(item, least, most) {
  const rule = must(`a list of ${least === most ? most : `${least} to ${most}`} entries`);
  return v.pipe(v.array(item, rule), v.minLength(least, rule), v.maxLength(most, rule));
}

const CELL = whole(0, MOST_CELLS - 1);
const ID = whole(0, Number.MAX_SAFE_INTEGER);
const NAME = text(1, 64); // of a game or a run
const SEED = v.pipe(v.string(), v.regex(/^[0-9]{1,20}$/, must("a whole number of at most 20 digits")));
const SIDE = whole(1, MOST_SIDE);
const DELAY = whole(0, 10_000); // between two moves, in milliseconds
const FIRST_CLICK = oneOf(FIRST_CLICKS); // what the first click promises
const GAME_FIRST_CLICK = oneOf([...FIRST_CLICKS, "fair"]); // "fair": the board is made to need no guess
const METHOD = oneOf(METHODS.filter((name) => name !== "any"));
const END = oneOf(STATUSES.filter((name) => name !== "playing")); // how a game ended
const LEVEL = oneOf(/** @type {import("../../js/index.js").Level[]} */ (Object.keys(LEVELS)));
const KIND = oneOf(KINDS);
const FORMAT = text(0, 40); // the name of one
const BYTES = /** @type {v.GenericSchema<Uint8Array>} */ (v.instance(Uint8Array)); // of a file
const MARKS = /** @type {v.GenericSchema<Int8Array>} */ (v.instance(Int8Array));
const STRATEGY = v.nullish(text(1, 200), null);
/** Top, left, bottom and right of a part of the board. */
const WINDOW = v.nullish(listOf(whole(0, MOST_SIDE), 4, 4), null);

const no = v.optional(v.boolean(), false);
const yes = v.optional(v.boolean(), true);
const timeLimit = { time_limit_ms: v.optional(whole(1, TIME_LIMIT_MS), DEFAULT_TIME_LIMIT_MS) };
const longTimeLimit = { time_limit_ms: v.optional(whole(1, TIME_LIMIT_MS), TIME_LIMIT_MS) };

const COORDINATE = real(-10_000, 10_000);

/** The name of a topology, or steps. The engine knows which names there are. */
const TOPOLOGY = v.pipe(v.string(), v.maxLength(8000), v.regex(/^([a-z]+|offsets:[-\d,/]+)(\/wrap)?$/));

const shape = {
  topology: v.optional(TOPOLOGY, "square"),
  shape: v.nullish(listOf(SIDE, 2, 2), null),
  /** Of the topology `graph`: the neighbours of each cell, and the corners of each in a drawing. */
  adjacency: v.nullish(listOf(listOf(whole(0, GRAPH_CELLS - 1), 0, GRAPH_CELLS), 1, GRAPH_CELLS), null),
  layout: v.nullish(listOf(listOf(listOf(COORDINATE, 2, 2), 3, 20), 1, GRAPH_CELLS), null),
};

/** A board: a level, or its topology, size and mines. */
const BOARD = v.strictObject({
  ...shape,
  level: v.nullish(LEVEL, null),
  mines: v.nullish(WHOLE, null),
  density: v.nullish(real(0, 1), null),
});

const MINEFIELD = v.strictObject({
  ...shape,
  mines: WHOLE,
  mined: v.pipe(v.array(v.number()), v.maxLength(MOST_CELLS), v.everyItem((cell) => v.is(CELL, cell), "it names cells")),
  first_cell: v.nullish(CELL, null),
});

/**
 * Without marks all cells are hidden. It has exactly one of `mines`, `mines_left` (what the
 * mine counter shows) and `mine_prior` (what `sapper analyse --mines` takes where nobody knows the number).
 */
const POSITION = v.strictObject({
  ...shape,
  mines: v.nullish(WHOLE, null),
  mines_left: v.nullish(WHOLE, null),
  mine_prior: v.nullish(text(1, 60), null),
  marks: v.nullish(MARKS, null),
});

/** A game of the player, or a position: exactly one of them. */
const source = { ...timeLimit, game: v.nullish(NAME, null), position: v.nullish(POSITION, null) };
/** The same, maybe with flags that are known to be right. */
const flaggedSource = { ...source, trust_flags: no };

/** A game of the player, or a replay of a file. */
const recordingFields = {
  game: v.nullish(NAME, null),
  file: v.nullish(BYTES, null),
  replay: v.nullish(whole(1, MOST_REPLAYS), null),
};
const recording = { ...longTimeLimit, ...recordingFields };

const DATE = v.pipe(v.string(), v.isoDate(must("a date")));
const DAY = v.nullish(DATE, null);
const WORD = v.nullish(text(1, 1000), null);

/** Which games a report is about: a level, a player, a kind of game, and from one day to another. */
const GAME_FILTER = v.nullish(v.strictObject({ level: WORD, player: WORD, mode: WORD, since: DAY, until: DAY }), null);

/** What the assistant may do. */
const play = { ...timeLimit, game: NAME, flags: no };

/**
 * The fields of a request, besides its type and its id.
 * @template {string} Type @template {import("valibot").ObjectEntries} Fields @param {Type} type @param {Fields} fields
 */
const request = (type, fields) => v.strictObject({ type: v.literal(type), id: ID, ...fields });

const REQUESTS = v.variant("type", [
  /** Exactly one of `board`, `same_as`, `minefield` and `daily`. */
  request("new", {
    board: v.nullish(BOARD, null),
    same_as: v.nullish(NAME, null),
    minefield: v.nullish(MINEFIELD, null),
    daily: v.nullish(LEVEL, null),
    actions: v.nullish(listOf(v.strictObject({ kind: KIND, cell: CELL }), 0, 10_000), null),
    first_click: v.nullish(GAME_FIRST_CLICK, null),
    guessing: v.nullish(oneOf(GUESSING), null),
    win: v.nullish(oneOf(WINS), null),
    on_mine: v.nullish(oneOf(ON_MINES), null),
    question_marks: v.nullish(v.boolean(), null),
    seed: v.nullish(SEED, null),
    /** How to make a fair board; the hardest rule is null for any. */
    fair: v.nullish(
      v.strictObject({
        method: v.optional(METHOD, "uniform"),
        mine_count: yes,
        rule: v.nullish(text(0, 40), null),
      }),
      null,
    ),
  }),
  request("resume", { game: NAME }),
  request("leave", { game: NAME }),
  request("undo", { game: NAME }),
  request("act", {
    game: NAME,
    kind: KIND,
    cell: CELL,
    key: text(1, 40),
    /** Each place of the pointer: milliseconds before the action, and the coordinates. */
    path: v.nullish(listOf(v.strictTuple([whole(0, 3_600_000), whole(0, 31_999), whole(0, 31_999)]), 0, 300), null),
  }),
  request("explain", { ...timeLimit, game: NAME }),
  request("hint", { ...flaggedSource, all: no, first_click: v.nullish(FIRST_CLICK, null) }),
  request("assist", {
    ...play,
    action: oneOf(["move", "step", "run", "guess"]),
    hint: v.optional(whole(0, LIMITS.HINTS), 0),
    delay_ms: v.optional(DELAY, 0),
  }),
  request("autoplay", { ...play, strategy: STRATEGY, guesses: yes, thinking: no, delay_ms: v.optional(DELAY, 200) }),
  request("speed", { request: ID, delay_ms: DELAY }),
  request("analyse", {
    ...flaggedSource,
    window: WINDOW,
    count: yes,
    zeros: no,
    guess: no,
    moves: v.optional(whole(1, 100), 5),
  }),
  request("beliefs", { ...source, strategy: STRATEGY, window: WINDOW }),
  request("cell", { ...flaggedSource, cell: CELL }),
  request("structure", flaggedSource),
  /** Without a game the rule of the first click is `opening`, unless the request has one. */
  request("evaluate", { ...flaggedSource, first_click: v.nullish(FIRST_CLICK, null) }),
  /** The best guesses by the chance to win, with the rule of the first click as `evaluate` has it. */
  request("rank", { ...flaggedSource, moves: v.optional(whole(1, 100), 5), first_click: v.nullish(FIRST_CLICK, null) }),
  request("review", recording),
  request("chances", recording),
  request("compare", { first: v.strictObject(recordingFields), second: v.strictObject(recordingFields) }),
  request("add", {
    ...timeLimit,
    files: listOf(v.strictObject({ name: text(1, 1000), file: BYTES }), 0, LIMITS.FILES_AT_ONCE),
    begin: no,
    win: no,
  }),
  request("report", { ...timeLimit, added: no, win: no, only: GAME_FILTER }),
  request("puzzles", timeLimit),
  request("exercise", { ...timeLimit, seed: SEED }),
  request("puzzle", { ...timeLimit, board: BOARD, hardest: v.optional(text(1, 40), "counting"), seed: SEED }),
  request("watch", { run: NAME }),
  request("unwatch", { run: NAME }),
  request("stop", { request: ID }),
  request("save_settings", { settings: v.pipe(v.looseObject({}), v.check((settings) => !Array.isArray(settings), "it is an object")) }),
  request("statistics", {}),
  request("luck_free_statistics", {}),
  request("forget_statistics", {}),
  request("games", { status: oneOf(["playing", "over", "unfinished"]), limit: v.optional(whole(1, 500), 50) }),
  request("game_file", { game: NAME, format: v.optional(FORMAT, "rawvf") }),
  request("splits", { game: NAME }),
  request("daily", {}),
  request("archive", {}),
  request("add_archive", { content: BYTES }),
  request("formats", {}),
  /** With `nearest`, a mine count for files that have none. Of pictures: answers to their questions, and a likely size, or the only one if it is exact. */
  request("read", {
    content: BYTES,
    format: v.optional(FORMAT, "auto"),
    mines: v.nullish(WHOLE, null),
    nearest: no,
    topology: v.nullish(text(1, 8000), null),
    known: v.optional(listOf(v.strictTuple([CELL, whole(-10, 10)]), 0, MOST_CELLS), []),
    rows: v.nullish(SIDE, null),
    columns: v.nullish(SIDE, null),
    exact: no,
  }),
  /** A file of a position or of a minefield: exactly one of them. */
  request("write", { position: v.nullish(POSITION, null), minefield: v.nullish(MINEFIELD, null), format: FORMAT }),
  request("runs", {}),
  request("start_run", {
    board: BOARD,
    first_click: v.optional(FIRST_CLICK, "safe"),
    strategy: STRATEGY,
    games: v.optional(whole(1, 100_000_000), 10_000),
    seed: v.optional(SEED, "1"),
  }),
  request("stop_run", { run: NAME }),
  request("resume_run", { run: NAME }),
]);

const GAME_ID = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));
const TIME = whole(0, Number.MAX_SAFE_INTEGER); // in milliseconds

// Archives from before the first release call a drawn game "cleared".
const ARCHIVED_END = v.pipe(v.unknown(), v.transform((status) => (status === "cleared" ? "drawn" : status)), END);

/** A line of the list in an archive of games. It may have more fields. */
export const LISTED_GAME = v.object({
  file: text(0, 200),
  game: GAME_ID,
  first_click: GAME_FIRST_CLICK,
  guessing: oneOf(GUESSING),
  status: ARCHIVED_END,
  elapsed_ms: TIME,
  started_at: TIME,
  ended_at: TIME,
  seed: v.nullable(SEED),
  counts_not: listOf(oneOf(["seed", "same", "given", "undo", "help", "auto", "past"]), 0, 10),
  result: v.nullable(v.union([ARCHIVED_END, oneOf(["helped", "abandoned"])])),
  result_at: v.nullable(TIME),
  fair: v.object({ method: METHOD, mine_count: v.boolean(), rule: v.nullable(text(0, 40)) }),
  start: v.nullable(CELL),
  daily: v.nullable(DATE),
  first: v.nullable(GAME_ID),
  guess: v.nullable(v.object({ kind: oneOf(["open", "chord"]), cell: CELL })),
});

/** @typedef {import("valibot").InferInput<typeof REQUESTS>} Request */
/** @typedef {import("valibot").InferOutput<typeof REQUESTS>} AnyChecked */
/** @typedef {Request["type"]} RequestType */
/** A request after the check: with all its fields. @template {RequestType} Type @typedef {Extract<AnyChecked, {type: Type}>} Checked */
/** What a request needs, besides its type and its id, which the connection adds. @typedef {{[Type in RequestType]: Omit<Extract<Request, {type: Type}>, "type"|"id">}} Requests */
/** @typedef {Requests["new"]} NewGame */
/** A game of the player, or a position. @typedef {Pick<Requests["beliefs"], "game"|"position">} Source */
/** The same, maybe with flags that are known to be right. @typedef {Pick<Requests["cell"], "game"|"position"|"trust_flags">} FlaggedSource */
/** A game of the player, or a replay of a file. @typedef {Pick<Requests["review"], "game"|"file"|"replay">} Recording */
/** @typedef {NonNullable<import("valibot").InferOutput<typeof GAME_FILTER>>} GameFilter */
/** @typedef {import("valibot").InferOutput<typeof LEVEL>} Level */
/** @typedef {import("valibot").InferOutput<typeof KIND>} Kind */
/** @typedef {import("valibot").InferOutput<typeof WINDOW>} Window */
/** @typedef {import("valibot").InferOutput<typeof BOARD>} CheckedBoard */
/** @typedef {import("valibot").InferOutput<typeof MINEFIELD>} CheckedMinefield */
/** @typedef {import("valibot").InferOutput<typeof POSITION>} CheckedPosition */
/** @typedef {Pick<Checked<"beliefs">, "game"|"position">} CheckedSource */
/** @typedef {import("valibot").InferOutput<typeof LISTED_GAME>} ListedGame */

/** A request with all its fields. @param {unknown} message @returns {AnyChecked} @throws {SapperError} */
export function checkedRequest(message) {
  return check(REQUESTS, message);
}

/**
 * What a schema makes of a value, with all its fields.
 * @template {import("valibot").GenericSchema} Schema @param {Schema} schema @param {unknown} value
 * @returns {import("valibot").InferOutput<Schema>} @throws {SapperError} that names the first field at fault
 */
export function check(schema, value) {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [issue] = issues;
  const place = v.getDotPath(issue);
  throw wrong(`${place === null ? "the request" : `\`${place}\``} is wrong: ${issue.message}`);
}
