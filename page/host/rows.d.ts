// The rows of the tables in the browser's database. All are plain values.

import type { BoardJson } from '../answers.js';
import type { Kind } from './requests.js';
import type { Course, Fields, Plan, GameReport } from './types.js';

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
export interface MovesRow {
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

export interface ReviewRow {
  game: string;
  /** The version of Sapper that made it. */
  version: string;
  found: GameReport;
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
  /** Whether the database of earlier versions was taken over. */
  earlier: 'none' | 'taken';
}

export interface Rows {
  games: GameRow;
  moves: MovesRow;
  results: Shelf;
  about: { [Name in keyof AboutValues]: { name: Name; value: AboutValues[Name] } }[keyof AboutValues];
  runs: RunRow;
  reviews: ReviewRow;
}
