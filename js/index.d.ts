/** The version of Sapper. */
export const VERSION: string;

/**
 * Loads the engine. A page or a worker loads it once, and begins as many sessions as it likes.
 *
 * `wasm` is the compiled module, its bytes, or where it is; by default `sapper.wasm` beside this file. Workers share a
 * compiled module: post `sapper.module` to them.
 */
export function load(options?: { wasm?: WebAssembly.Module | BufferSource | URL | string }): Promise<Sapper>;

export interface Sapper {
  readonly version: string;
  readonly module: WebAssembly.Module;
  session(): Session;
}

/** A conversation in the engine protocol: a position, and questions about it. */
export interface Session {
  /**
   * Carries out a request, and returns its answer. It blocks until then, so pages call it in a worker.
   *
   * @throws {SapperError} The request cannot be carried out. The position is unchanged.
   */
  ask(request: { command: "hello" }): Ready;
  ask(request: NewRequest | PositionRequest | OpenRequest | FlagRequest): PositionAnswer;
  ask(request: AnalyseRequest): Analysis;
  ask(request: SafestRequest): Safest;
  ask(request: HintRequest): Hint;
  ask(request: EvaluateRequest): Evaluation;
  ask(request: PlayRequest): Games;
  ask(request: GenerateRequest): Minefields;
  ask(request: MeasureRequest): Metrics;
  ask(request: { command: "stop" }): { answer: "stopped" };
  ask(request: { command: "quit" }): { answer: "bye" };
  /** The same for a request from elsewhere. An error becomes an answer, and the `id` of the request is repeated. */
  answer(request: unknown): Answer | { error: ErrorObject };
}

/** What went wrong, with the text that the Python package has for it. */
export class SapperError extends Error {
  readonly type: ErrorType;
  /** The numbers that contradict each other, if the type is "contradiction". */
  readonly cells?: Cell[];
  /** Whether the mine count takes part in the contradiction. */
  readonly mine_count?: boolean;
  /** The cell at fault, if the type is "position" and one cell is the cause. */
  readonly cell?: Cell;
  /** Where the text is wrong, if the type is "format" and that is known: a byte from 0, a line and a column from 1. */
  readonly offset?: number;
  readonly line?: number;
  readonly column?: number;
  /** The names of the formats, if a text has different meanings in several. */
  readonly formats?: string[];
  toJSON(): ErrorObject;
}

export type ErrorType = "contradiction" | "position" | "format" | "cell" | "board" | "budget" | "request" | "error";

export interface ErrorObject {
  type: ErrorType;
  message: string;
  cells?: Cell[];
  mine_count?: boolean;
  cell?: Cell;
  offset?: number;
  line?: number;
  column?: number;
  formats?: string[];
}

/** The coordinates of a cell, counted from 0: `[row, column]`. On a graph a number. */
export type Cell = number[] | number;
/** A value for every cell, in arrays nested like the shape of the board. */
export type Nested<T> = T[] | Nested<T>[];
export type Level = "beginner" | "intermediate" | "expert";
export type Topology = "square" | "torus" | "hexagons" | "octagons" | "cross" | "knight" | `offsets:${string}` | `${string}/wrap`;
/** A whole number of 64 bits; a BigInt above 2^53. */
export type Word = number | bigint;

export interface Board {
  topology: Topology | "grid" | "graph";
  shape: number[];
  adjacency?: number[][];
  mines: number | null;
}

/** A level, or a number of mines on a topology of a shape, or on a graph. */
export type BoardFields =
  | { level: Level }
  | { mines: number; shape: number[]; topology?: Topology }
  | { mines: number; adjacency: number[][] };

interface TimeLimit {
  /** Seconds after which to give up. */
  time_limit?: number;
}

export type NewRequest = { command: "new" } & BoardFields;

export type PositionRequest = {
  command: "position";
  /** May be missing if the text says it. */
  mines?: number;
  topology?: Topology;
  adjacency?: number[][];
} & (
  | {
      /** The position in a format that Sapper reads, such as rows of numbers, `.` for hidden and `F` for a flag. */
      text: string;
      /** The name of the format. By default it is detected. */
      format?: string;
    }
  | {
      /** A number from 0, or -1 hidden, -2 flag, -3 exploded mine, -4 question mark, -6 safe without a number. */
      marks: Nested<number>;
    }
);

export type OpenRequest = { command: "open" } & ({ cell: Cell; number: number } | { cells: Cell[]; numbers: number[] });

export interface FlagRequest {
  command: "flag";
  cell: Cell;
  /** `false` removes the flag. */
  set?: boolean;
}

interface MoveList {
  /** How many of the best moves to list, at most. */
  most?: number;
  /** `"win"` compares guesses by the chance to win, which takes one or two seconds. */
  by?: "best" | "win";
}

export interface AnalyseRequest extends TimeLimit, MoveList {
  command: "analyse";
  trust_flags?: boolean;
  /** Whether to count the configurations exactly. */
  configurations?: boolean;
}

export interface SafestRequest extends TimeLimit {
  command: "safest";
  trust_flags?: boolean;
}

export interface HintRequest extends TimeLimit, MoveList {
  command: "hint";
  trust_flags?: boolean;
  /** Whether to list all deductions. */
  all?: boolean;
}

export interface EvaluateRequest extends TimeLimit {
  command: "evaluate";
  trust_flags?: boolean;
  strategy?: string;
  error?: number;
  games?: number;
  seed?: Word;
}

export type PlayRequest = {
  command: "play";
  strategy?: string;
  seed?: Word;
  number?: Word;
  games?: number;
  first_click?: "opening" | "safe" | "any";
  win?: "cleared" | "flagged";
  on_mine?: "stop" | "continue";
  first_cell?: Cell;
} & BoardFields;

export type Rule = "single" | "subset" | "overlap" | "chain" | "cases" | "mine_count" | "counting";

export type GenerateRequest = {
  command: "generate";
  count?: number;
  seed?: Word;
  number?: Word;
  first_cell?: Cell;
  first_click?: "opening" | "safe";
  method?: "uniform" | "adjusted";
  hardest?: Rule;
  mine_count?: boolean;
  three_bv?: [least: number, most: number];
  fair?: boolean;
} & BoardFields &
  TimeLimit;

export interface MeasureRequest {
  command: "measure";
  /** The cells with a mine. */
  mines: Cell[];
  shape?: number[];
  topology?: Topology;
  adjacency?: number[][];
}

export interface Ready {
  answer: "ready";
  name: string;
  version: string;
  protocol: number;
}

export interface PositionAnswer {
  answer: "position";
  board: Board;
  hidden: number;
  mines_left: number | null;
  /** The format of the text, if it was detected and is not plain text. */
  read_as?: string;
}

export interface Analysis {
  answer: "analysis";
  board: Board;
  /** `null` for open cells; exactly 0 or 1 for certain cells, and for no others. */
  mine_probability: Nested<number | null>;
  mine_probability_error: Nested<number | null> | null;
  safe: Cell[];
  mines: Cell[];
  safest: Cell | null;
  safest_risk: number | null;
  /** Decimal digits. */
  configurations: string | null;
  log10_configurations: number;
  log10_configurations_error: number;
  exact: boolean;
  win_probability: number | null;
  elapsed_ms: number;
  /** If they were asked for, the best first. */
  moves?: RankedMove[];
}

/** What opening a cell may bring. */
export interface GuessFigures {
  risk: number;
  /** How many different numbers the cell can show. */
  numbers: number;
  progress: number;
  survival: number;
  closed: boolean;
  score: number;
  worth: number | null;
  win_probability: number | null;
  safest_play: number | null;
}

export interface RankedMove {
  kind: "open" | "flag";
  cell: Cell;
  risk: number | null;
  exact: boolean;
  /** The hardest rule that a certain cell needs. */
  rule: Rule | null;
  figures: GuessFigures | null;
  /** The chance to win by a guess, if it was compared by that. */
  evaluation: { win_probability: number; error: number; behind: number; behind_error: number; games: number } | null;
}

/** Cells that are certain, and why. */
export interface Deduction {
  rule: Rule;
  pattern: "1-1" | "1-2" | "1-2-1" | "1-2-2-1" | null;
  difficulty: Rule;
  safe: Cell[];
  mines: Cell[];
  numbers: Cell[];
  given: Cell[];
  mine_count: boolean;
  text: string;
}

export interface Hint {
  answer: "hint";
  board: Board;
  difficulty: Rule | null;
  deduction: Deduction | null;
  guess: {
    cell: Cell;
    risk: number | null;
    safest: Cell;
    safest_risk: number | null;
    reason: string | null;
    figures: GuessFigures | null;
    safest_figures: GuessFigures | null;
  } | null;
  complete: boolean;
  /** What to do next and why. Rows and columns count from 0. */
  text: string;
  elapsed_ms: number;
  /** All of them, the easiest first, if they were asked for. */
  deductions?: Deduction[];
  moves?: RankedMove[];
}

export interface Safest {
  answer: "safest";
  cell: Cell | null;
  risk: number | null;
}

export interface Evaluation {
  answer: "evaluation";
  win_probability: number;
  /** The standard error. */
  error: number;
  exact: boolean;
  games: number;
  strategy: string;
  seed: Word;
}

export interface Games {
  answer: "games";
  board: Board;
  strategy: string;
  seed: Word;
  number: Word;
  games: PlayedGame[];
}

export interface PlayedGame {
  status: "won" | "lost" | "drawn";
  clicks: number;
  opened: number;
  found: number;
  exploded: number;
  three_bv: number;
  openings: number;
  solved: number;
  risk: number;
  lost_at: Cell | null;
  guesses: { cell: Cell; risk: number; exploded: boolean }[];
}

export interface Minefields {
  answer: "minefields";
  minefields: {
    board: Board;
    first_cell: Cell;
    mines: Cell[];
    method: "uniform" | "adjusted" | null;
    seed: Word;
    number: Word;
  }[];
}

export interface Metrics {
  answer: "metrics";
  board: Board;
  three_bv: number;
  openings: number;
  islands: number;
  zini: number;
  hzini: number;
}

export type Answer =
  | Ready
  | PositionAnswer
  | Analysis
  | Safest
  | Hint
  | Evaluation
  | Games
  | Minefields
  | Metrics
  | { answer: "stopped" | "bye" };
