// What the modules of the worker give each other. `requests.js` has the requests of the page.

import type { Topology } from '../../js/board.js';
import type { Rules } from '../../js/game.js';
import type { Analysis, Doubt, Evaluation, Hint, Loss, Ranking, BoardJson } from '../answers.js';
import type { Kind, Level, Window } from './requests.js';
import type { beliefFigures, cellFigures, structureFigures } from './figures.js';

export type { BoardJson } from '../answers.js';
export type { CountedPosition, Topology } from '../../js/board.js';
export type { Engine } from '../../js/engine.js';
export type { Kind, Rules, Window };
export type { AnyChecked, Checked, CheckedBoard, CheckedMinefield, CheckedPosition, ListedGame } from './requests.js';
export type { RiskSoFar } from './figures.js';
export type { GameSlot, GamesInMemory } from './games_in_memory.js';
export type { Change, HostGame } from './host_game.js';
export type { Fields, Origin } from './game_start.js';
export type { Remote } from './remote.js';
export type { Store } from './storage.js';
export type { ActionMove, GameRow, Move, Result, Rows, RunRow, Shelf } from './rows.js';
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
  analyse: Analysis<string>;
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
  struck: number;
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
  /** What the win rate without luck is made of; runs that earlier versions began have none. */
  luck?: number[];
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
