// What the worker answers to the requests of `host/requests.js`, and the news that it sends without a request. Cells are numbers, row by row.
// Where JavaScript makes an answer, its type is what that function of `host/` returns. Where the engine makes it, it is written out.

import type { Format } from '../js/files.js';
import type { RankedMove } from '../js/index.js';
import type { beliefFigures, cellFigures, structureFigures } from './host/position_figures.js';
import type { exerciseFigures, puzzleFigures } from './host/questions.js';
import type { chanceFigures, reviewFigures, sideBySide } from './host/reviews.js';
import type { stateObject, updateObject } from './host/games_in_memory.js';
import type { Level } from './host/requests.js';
import type { Daily, FullRun, ImportResult, LuckFreeStatistics, Puzzles, Report, Runs, Splits, Statistics } from './records.js';

export type { Format };

/** A board as messages and the store have it. */
export interface BoardJson {
  topology: string;
  /** For a graph, a single row. */
  shape: number[];
  mines: number;
  /** Of a graph: the neighbours of each cell, and the corners of each in a drawing. */
  adjacency?: number[][];
  layout?: number[][][];
}

/** What the worker has. A message `remote` says when this changes. */
export interface About {
  version: string;
  /** The usual ones are offered first. */
  strategies: { name: string; summary: string; usual: boolean }[];
  /** The Python behind the page; null if no `sapper serve` sent the page. */
  remote: { there: boolean } | null;
}

/** The first message of the worker. */
export interface Hello extends About {
  type: 'hello';
  player: 'known' | 'new';
  /** The game begun last, if it is in play or can be undone. */
  game: string | null;
  settings: Partial<import('./settings/store.js').Settings>;
}

export type Status = 'playing' | 'won' | 'lost' | 'drawn';

export interface Metrics {
  three_bv: number;
  openings: number;
  islands: number;
  solved: number;
  clicks: number;
  effective_clicks: number;
  efficiency: number | null;
  correctness: number | null;
  throughput: number | null;
  three_bv_per_second: number | null;
  rqp: number | null;
  qg: number | null;
  stnb: number | null;
  estimated: number | null;
}

/** The line of a recorded game: its metrics, and what the hand did. `docs/metrics.md` describes them. */
export interface GameLine extends Metrics {
  level: string;
  seconds: number;
  zini: number;
  hzini: number;
  chord_presses: number;
  open_clicks: number;
  flag_clicks: number;
  chord_clicks: number;
  zini_efficiency: number | null;
  hzini_efficiency: number | null;
  left_clicks: number;
  right_clicks: number;
  double_clicks: number;
  button_clicks: number;
  wasted_left: number;
  wasted_right: number;
  wasted_double: number;
  left_per_second: number | null;
  right_per_second: number | null;
  double_per_second: number | null;
  style: string;
  flags: number;
  flags_set: number;
  flagged_mines: number;
  wrong_flags: number;
  chords_of_flags: number;
  longest_streak: number;
  chord_solved: number;
  flag_yield: number | null;
  chord_yield: number | null;
  path: number | null;
  straight_path: number | null;
  path_per_second: number | null;
  path_efficiency: number | null;
  board_key: string;
  splits: number[];
  split_clicks: number[];
}

/** Something odd about a recorded game. */
export interface Doubt {
  name: string;
  grade: 'note' | 'doubt' | 'contradiction';
  text: string;
}

export interface End {
  cause: 'guess' | 'mine' | 'cleared';
  /** The mines that exploded, or what the guess would have opened. */
  cells: number[];
  mined: number[];
  wrong_flags: number[];
  /** The cell that was opened first. */
  first: number | null;
  metrics: Metrics;
}

/** How a game stands. */
export interface Standing {
  status: Status;
  begun: boolean;
  mines_left: number;
  safe_left: number;
  /** The 3BV that is done; null on large boards, until the game is over. */
  solved: number | null;
  moves: number;
  clicks: number;
  end: End | null;
}

/** How the time of a won game compares with those before, if it counts. */
export interface BestTime {
  rank: number;
  best_ms: number;
  previous_ms: number | null;
}

export type WholeState = ReturnType<typeof stateObject>;
/** The same without the marks, which the scene has. */
export type State = Omit<WholeState, 'marks'>;
export type Update = ReturnType<typeof updateObject>;

/** A game in a list. */
export interface Summary {
  game: string;
  board: BoardJson;
  level: Level | null;
  first_click: string;
  guessing: string;
  status: string;
  elapsed_ms: number;
  moves: number;
  clicks: number;
  counts: boolean;
  result: string | null;
  started_at: number;
  ended_at: number | null;
  three_bv: number | null;
  seed: string | null;
}

/** A move with its figures. The risk is null where it is not known. */
export interface Guess extends Omit<RankedMove, 'cell'> {
  cell: number;
}

/** The chances are of the cells of the window, NaN for open cells. */
export interface Analysis {
  window: number[];
  mine_probability: Float32Array;
  /** Null if they were not asked for, or if these are too many cells. */
  zero_probability: Float32Array | null;
  safe: number[];
  mines: number[];
  safe_count: number;
  mine_count: number;
  hidden: number;
  /** Null if the number of mines is not known. */
  mines_left: number | null;
  /** How likely each number of mines is, where it is not known; null if it was not asked for, or if nothing is believed. */
  mine_counts: [mines: number, chance: number][] | null;
  safest: number | null;
  safest_risk: number | null;
  log10_configurations: number;
  configurations: string | null;
  win_probability: number | null;
  guess: number | null;
  moves: Guess[] | null;
  dead: number[] | null;
  exact: boolean;
  /** What the player of a game has risked so far. */
  risk_taken: number | null;
  elapsed_ms: number;
}

/** What a strategy believes; the risks as above. */
export type Beliefs = ReturnType<typeof beliefFigures>;

export type CellFigures = ReturnType<typeof cellFigures>;
export type Structure = ReturnType<typeof structureFigures>;

/** A deduction; without a rule the advice on a guess. */
export interface OneHint {
  rule: string | null;
  pattern: string | null;
  difficulty: string | null;
  safe: number[];
  mines: number[];
  numbers: number[];
  cells: number[];
  mine_count: boolean;
  sentence: string;
}

/** The first hint, and all of them in the order in which they are shown. */
export interface Hint extends OneHint {
  certain: boolean;
  hints: OneHint[];
  conclusion: string;
  guess: { cell: number; risk: number | null; win: number | null; reason: string | null } | null;
  safest: { cell: number; risk: number | null } | null;
  moves: Guess[];
}

/** What was certain before the move that lost a game; `safest` is a cell of less risk, if nothing was. */
export interface Loss {
  risk: number;
  safe: number[];
  numbers: number[];
  cells: number[];
  safest: number | null;
  sentence: string;
}

/** What the assistant has done, why it stopped, and the hint that its guess followed. */
export interface Done {
  game: string;
  reason: string;
  moves: number;
  hint: Hint | null;
}

/** The best guesses, ordered by how often a good player who begins with each of them wins. */
export interface Ranking {
  moves: Guess[];
}

export interface Evaluation {
  win_probability: number;
  error: number;
  exact: boolean;
}

export type Review = ReturnType<typeof reviewFigures> extends Generator<unknown, infer Figures> ? Figures : never;
export type ReviewedMove = Review['moves'][number];
export type Chances = ReturnType<typeof chanceFigures> extends Generator<unknown, infer Figures> ? Figures : never;

/** The chance to win before and after a move. A grade says what the choice lost. */
export interface MoveChance {
  before: number;
  before_error: number;
  chosen: number;
  lost: number;
  lost_error: number;
  after: number | null;
  luck: number | null;
  luck_error: number | null;
  grade: string;
  /** The best cell, unless it is the one played. */
  best: number | null;
}

/** A number, or null where it is not known. */
export type Figure = number | null;

/** A part of two games; `gap` is by how many seconds the second took longer. */
export interface Phase {
  solved: number[];
  at: number[];
  took: number[];
  speed: Figure[];
  clicks: number[];
  click_speed: Figure[];
  efficiency: Figure[];
  gap: number;
}

export type Comparison = ReturnType<typeof sideBySide>;

/** A position to train on, and what follows from it next. */
export type TrainingExercise = ReturnType<typeof exerciseFigures>;

/** Numbers that prove where all mines are. */
export type MadePuzzle = ReturnType<typeof puzzleFigures>;

/** A position. */
export interface PositionJson<Mines = number> {
  topology: string;
  shape: number[];
  mines: Mines;
  marks: Int8Array;
}

export interface ReadPosition {
  kind: 'position';
  format: string;
  /** Whether the file has no mine count. */
  assumed: boolean;
  position: PositionJson;
}

export interface ReadPicture {
  kind: 'picture';
  format: string;
  position: PositionJson<number | null>;
  certainty: number;
  /** Cells that look the same, and their possible marks, the likeliest first. */
  questions: { cells: number[]; marks: number[]; chances: number[] }[];
  /** The sides where the board may go on. */
  unclear_ends: string[];
  doubtful: boolean;
  /** The numbers of mines that fit what was read; none if one is known. */
  possible_mines: number[];
}

export type MinefieldJson = BoardJson & { mined: number[]; first_cell: number | null };

export interface ReadMinefield {
  kind: 'minefield';
  format: string;
  minefield: MinefieldJson;
}

export interface ReadReplay {
  kind: 'replay';
  format: string;
  minefield: MinefieldJson;
  about: Record<string, string>;
  actions: number;
  duration_ms: number;
}

export type Read = ReadPosition | ReadMinefield | ReadReplay | ReadPicture;

/** A file to save. */
export interface FileContent {
  bytes: Uint8Array<ArrayBuffer>;
}

/** How far a request has come; `of` is null where nobody knows how much there is. */
export interface Progress {
  type: 'progress';
  done: number;
  of: number | null;
  text: string;
}

/** Progress towards a known end. */
export type KnownProgress = Progress & { of: number };

export interface Answers {
  new: WholeState;
  resume: WholeState;
  leave: object;
  undo: Update;
  act: Update;
  explain: Loss;
  hint: Hint;
  assist: Done;
  autoplay: Done;
  speed: object;
  analyse: Analysis;
  beliefs: Beliefs;
  cell: CellFigures;
  structure: Structure;
  evaluate: Evaluation;
  rank: Ranking;
  review: Review;
  chances: Chances;
  compare: Comparison;
  add: { files: number };
  report: Report;
  puzzles: Puzzles;
  exercise: TrainingExercise;
  puzzle: MadePuzzle;
  watch: { run: FullRun };
  unwatch: object;
  stop: object;
  save_settings: object;
  statistics: Statistics;
  luck_free_statistics: LuckFreeStatistics;
  forget_statistics: Statistics;
  games: { games: Summary[] };
  game_file: FileContent;
  splits: Splits;
  daily: Daily;
  archive: FileContent;
  add_archive: ImportResult;
  formats: { formats: Format[] };
  read: Read;
  write: FileContent;
  runs: Runs;
  start_run: FullRun;
  stop_run: FullRun;
  resume_run: FullRun;
}

/** Types by requests. A name that no request has is an error. */
type ByRequest<Types extends { [Name in keyof Types]: Name extends keyof Answers ? object : never }> = Types;

type UpdateNews = Update & { type: 'update' };

/** Messages before the answer, for the requests that send some. */
export type News = ByRequest<{
  act: Progress;
  assist: UpdateNews | Progress;
  autoplay: UpdateNews | (Structure & { type: 'structure' });
  review: KnownProgress;
  chances: KnownProgress;
  add: KnownProgress;
  report: KnownProgress;
  puzzles: KnownProgress;
  luck_free_statistics: KnownProgress;
  add_archive: KnownProgress;
}>;
