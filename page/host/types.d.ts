// What the modules of the worker give each other, and the rows of the tables in the browser's database, which are plain
// values. `requests.js` has the requests of the page.

import type { Topology } from '../../js/board.js';
import type { Rules } from '../../js/game.js';
import type { Analysis, Doubt, Evaluation, Hint, Loss, Ranking, BoardJson } from '../answers.js';
import type { Kind, Level, Window } from './requests.js';
import type { Fields } from './game_start.js';
import type { beliefFigures, cellFigures, structureFigures } from './position_figures.js';

export type { BoardJson } from '../answers.js';
export type { CountedPosition, Topology } from '../../js/board.js';
export type { Engine } from '../../js/engine.js';
export type { Kind, Window };
export type { Checked, CheckedBoard, CheckedMinefield, CheckedPosition, ListedGame } from './requests.js';
export type { RiskSoFar } from './questions.js';
export type { GameSlot, GamesInMemory } from './games_in_memory.js';
export type { Change, HostGame } from './host_game.js';
export type { Origin } from './game_start.js';
export type { Remote } from './remote.js';
export type { GameStore } from './storage.js';
export type { Budget, Cancel } from './tasks.js';

export interface Board {
  topology: Topology;
  mines: number;
}

/** The rules that hold after the first click. */
export interface LaterRules {
  guessing: string;
  win: string;
  on_mine: string;
  question_marks: boolean;
}

/** A message to the page, or the progress of a request. */
export type Tell = (message: object) => void;
export type Progress = (done: number, of: number) => void;

/** A worker of the browser, or a process that looks like one. */
export interface TaskWorker {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
  postMessage(message: object): void;
  terminate(): void;
}

/** How many workers play a run at once, and what begins one. */
export interface Crew {
  size: number;
  begin: () => TaskWorker;
}

/** The workers of the browser, with what begins one that reads pictures. */
export interface PageCrew extends Crew {
  beginReader: () => TaskWorker;
}

/** The first game of a chunk, and the number of its games. */
export type Ranges = (chunk: number) => ArrayLike<number> & Iterable<number>;

/** Milliseconds, and the place of the pointer. */
export type Place = [at: number, x: number, y: number];

/** An action to carry out. */
export interface Step {
  kind: Kind;
  cell: number;
  key: string;
  risk?: number | null;
  path?: Place[];
}

/** An action in a game, as the page gets it. */
export interface Action {
  kind: Kind | 'undo';
  cell: number;
  by: string;
  risk: number | null;
}

/** An action in a position that a question is about. */
export interface ActionQuestion {
  kind: Kind;
  cell: number;
  /** Whether no mine is under the first cell that is opened. */
  firstIsSafe: boolean;
  /** Whether it lost by the rule of guessing. */
  byRule?: boolean;
}

/** What each question about a position asks besides the position, by the name of the question. */
export interface QuestionDetails {
  analyse: { window: Window; trust_flags: boolean; count: boolean; zeros: boolean; guess: boolean; moves: number };
  beliefs: { strategy: string; rules: Rules | null; window: Window };
  cell: { cell: number; trust_flags: boolean };
  evaluate: { firstClick: string; trust_flags: boolean };
  explain: ActionQuestion;
  hint: { firstClick: string | null; all: boolean; trust_flags: boolean };
  rank: { firstClick: string; trust_flags: boolean; moves: number };
  risk: ActionQuestion;
  structure: { trust_flags: boolean };
}

export type QuestionName = keyof QuestionDetails;

export interface QuestionAnswers {
  analyse: Analysis;
  beliefs: ReturnType<typeof beliefFigures>;
  cell: ReturnType<typeof cellFigures>;
  evaluate: Evaluation;
  explain: Loss;
  hint: Hint;
  rank: Ranking;
  risk: number;
  structure: ReturnType<typeof structureFigures>;
}

export interface Click {
  kind: Kind;
  cell: number;
  at_ms: number;
  /** Where the button went down. */
  pressed?: number | null;
  /** Where the pointer was, if the recording has its moves. */
  pixel?: [x: number, y: number] | null;
}

/** A finished game as it was played. */
export interface Recording {
  board: BoardJson;
  level: Level | null;
  rules: LaterRules;
  topology: Topology;
  mines: number;
  mined: Uint8Array;
  clicks: Click[];
  /** Those of the mouse, in pixels of cells of this size. */
  events: import('../../js/files.js').Event[];
  cellSize: number;
  pointer: number[][];
  duration_ms: number;
  /** The seconds on the clock of a game that was played here. */
  clock: number | null;
  /** When, as the file says. */
  played: string | null;
  mode: string | null;
  about: Record<string, string>;
  result: string | null;
}

/** A needless guess. */
export interface Mistake {
  move: number;
  cell: number;
  risk: number;
  safest: number;
  rule: string;
  reason: string | null;
}

/** What a report needs of a game. */
export interface GameReport {
  board: BoardJson;
  level: Level | null;
  /** That of the engine: of fewer boards than `level`, or more. */
  level_name: string;
  played: string | null;
  mode: string | null;
  player: string;
  style: string;
  board_key: string;
  doubts: Doubt[];
  seconds: number | null;
  /** The metrics of standings, in the order of the engine. */
  values: (number | null)[];
  three_bv: number;
  solved: number;
  clicks: number;
  mistakes: Mistake[];
  status: string;
  forced: number;
  riskier: number;
  slips: number;
  expected: number;
  mines_hit: number;
  excess: number;
  luck: number;
  needless: number;
  accuracy: number | null;
  chance_lost: number | null;
  /** The standard errors. */
  accuracy_error: number | null;
  chance_lost_error: number | null;
}

export type NamedGameReport = GameReport & { game: string };

/** The report on a file of replays. */
export interface FileReport {
  games: GameReport[];
  skipped: { error: string; gave_up: boolean } | null;
}

/** The sums over the chunks of a run. */
export interface Course {
  chunks: number;
  games: number;
  won: number;
  byGuesses: number[];
  riskCounts: number[];
  riskSums: number[];
  lostAt: number[];
  times: number[];
  /** What the win rate without luck is made of. */
  luck: number[];
  points: [games: number, won: number][];
  step: number;
}

export interface Plan {
  board: BoardJson;
  first_click: string;
  strategy: string;
  /** A text that differs between versions of a strategy in Python. */
  mark?: string;
  seed: string;
  games: number;
}

/** How to make a fair board; the hardest rule is null for any. */
export interface Fair {
  method: string;
  mine_count: boolean;
  rule: string | null;
}

// Rows

export interface GameRow {
  id: string;
  /** What the game starts from. */
  origin: Partial<Fields> & { board: BoardJson };
  category: string;
  status: string;
  moves: number;
  clicks: number;
  elapsed_ms: number;
  /** 1 while the clock runs. */
  running: number;
  counts_not: string[];
  three_bv: number | null;
  /** What the statistics count it as. */
  standing: string | null;
  result_at: number | null;
  started_at: number;
  changed_at: number;
  ended_at: number | null;
  /** How often it was saved. Games that were never saved have none. */
  revision?: number;
  /** The next three are for indexes: "over", "unfinished" or "new", and when it counted or became practice. */
  kind: string;
  counted_at: number | null;
  practice_at: number | null;
}

interface MoveFields {
  number: number;
  cell: number;
  key: string;
  by: string;
  effect: number;
  elapsed_ms: number;
  /** The mines that were laid before it, a byte for each cell. */
  mined: Uint8Array | null;
  /** Milliseconds, x and y of each place, in one array. */
  path: Int32Array;
}

/** An action of a game, with all that the store has of it. */
export type ActionMove = MoveFields & { kind: Kind };

/** A move of a game: an action, or that the last one is taken back. */
export type Move = ActionMove | (MoveFields & { kind: 'undo' });

/** Moves that were saved together, and the number of the first. */
interface MovesRow {
  game: string;
  number: number;
  moves: Move[];
}

/** What a game counts as in the statistics. */
export interface Result {
  game: string;
  category: string;
  standing: string;
  elapsed_ms: number;
  at: number;
  three_bv: number | null;
  clicks: number;
}

/** The results of games whose ids begin with the same sign. */
export interface Shelf {
  shelf: string;
  text: string;
}

export interface RunRow {
  id: string;
  plan: Plan;
  version: string;
  started_at: number;
  seconds: number;
  played: number;
  course: Course;
  /** The sums before the last chunk, if that was not a whole one. */
  whole?: Course | null;
}

interface ReviewRow {
  game: string;
  /** The version of Sapper that made it. */
  version: string;
  report: GameReport;
}

/** The values of the table `about`, by their names. */
export interface AboutValues {
  settings: object;
  /** Whether somebody has played here. */
  known: boolean;
  /** When the page was alive. */
  beat: number;
  /** From when on results count. */
  forgotten: number;
}

export interface Rows {
  games: GameRow;
  moves: MovesRow;
  results: Shelf;
  about: { [Name in keyof AboutValues]: { name: Name; value: AboutValues[Name] } }[keyof AboutValues];
  runs: RunRow;
  reviews: ReviewRow;
}
