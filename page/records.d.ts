// What is known of many games: reports, standings, statistics and runs. The worker sends it in the answers of `answers.d.ts`.

import type { BoardJson, Figure } from './answers.js';
import type { importGames } from './host/game_archive.js';
import type { dailyBoards } from './host/game_start.js';
import type { Reports } from './host/player_reports.js';
import type { Runs as HostRuns } from './host/runs.js';
import type { Level } from './host/requests.js';
import type { splits } from './host/reviews.js';

/** The figures of a report over many games. */
export interface ReportFigures {
  won: number;
  forced: number;
  riskier: number;
  needless: number;
  slips: number;
  /** Whether the games seem to be chosen by how they ended. */
  selected: boolean;
  expected: number;
  mines_hit: number;
  excess: number;
  efficiency: number | null;
  three_bv_per_second: number | null;
  pluck: number | null;
  chance_lost: number | null;
  accuracy: number | null;
  /** The standard errors. */
  chance_lost_error: number | null;
  accuracy_error: number | null;
}

/** One metric over the games of a standing. `means` are the best of 3, 5 and 12 games in a row. */
export interface StandingFigure<Game = string> {
  count: number;
  best: number | null;
  game: Game | null;
  means: Figure[];
  mean: number | null;
}

/** The quickest win of those whose 3BV lies between two bounds. */
export interface ClassRecord<Game = string> {
  least: number;
  most: number;
  wins: number;
  seconds: number;
  game: Game;
}

/** A standing as the engine gives it: games are indices. */
export interface EngineStanding {
  first: number;
  games: number;
  won: number;
  figures: Record<string, StandingFigure<number>>;
  records: ClassRecord<number>[];
  progress: number[];
}

/** The games of one board, one style and one mode, null for the usual game. `times` has the seconds of each win, in order. */
export interface BoardStanding {
  level: Level | null;
  board: BoardJson;
  style: string;
  mode: string | null;
  games: number;
  won: number;
  figures: Record<string, StandingFigure>;
  records: ClassRecord[];
  times: number[];
  progress: { game: string; seconds: number }[];
}

export type Report = Awaited<ReturnType<Reports['report']>>;
export type Puzzles = Awaited<ReturnType<Reports['puzzles']>>;

export interface Win {
  game: string;
  ended_at: number;
  elapsed_ms: number;
  three_bv: number | null;
  clicks: number;
  three_bv_per_second: number | null;
  efficiency: number | null;
}

/** The results on one board with one set of rules. */
export interface CategoryFigures {
  played: number;
  won: number;
  lost: number;
  left: number;
  helped: number;
  streak: number;
  best_streak: number;
  mean_ms: number | null;
  three_bv_per_second: number | null;
  bests: { time: Win | null; three_bv_per_second: Win | null; efficiency: Win | null } | null;
  /** The quickest wins. */
  best: Win[];
  /** The latest wins. */
  wins: Win[];
  win_rates: { game: number; at: number; rate: number }[];
}

/** The board and the rules that games of one category share. */
export interface CategoryRules {
  board: BoardJson;
  level: Level | null;
  first_click: string;
  guessing: string;
  win: string;
  on_mine: string;
}

export type Category = CategoryRules & CategoryFigures;
export type Statistics = Awaited<ReturnType<Reports['statistics']>>;
export type LuckFreeStatistics = Awaited<ReturnType<Reports['luckFreeStatistics']>>;
/** When each share of the 3BV of a won game was done, in milliseconds. */
export type Splits = Awaited<ReturnType<typeof splits>>;
export type Daily = Awaited<ReturnType<typeof dailyBoards>>;
/** What became of the games of an archive. */
export type ImportResult = Awaited<ReturnType<typeof importGames>>;

export type Runs = Awaited<ReturnType<HostRuns['list']>>;
/** A run without its results, and with them. */
export type Run = Runs['runs'][number];
export type FullRun = Awaited<ReturnType<HostRuns['run']>>;
