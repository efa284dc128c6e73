// The rows of the tables in the browser's database. All are plain values.

import type { Fields, Move, Reported, RunRow, WrittenBoard } from './shapes.js';

export interface GameRow {
  id: string;
  /** What the game starts from. */
  origin: Partial<Fields> & { board: WrittenBoard };
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

/** Moves that were saved together, and the number of the first. */
export interface MovesRow {
  game: string;
  number: number;
  moves: Move[];
}

/** The results of games whose ids begin with the same sign. */
export interface Shelf {
  shelf: string;
  text: string;
}

export interface ReviewRow {
  game: string;
  /** The version of Sapper that made it. */
  version: string;
  found: Reported;
}

/** What is kept besides games and runs. */
export interface Kept {
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
  about: { [Name in keyof Kept]: { name: Name; value: Kept[Name] } }[keyof Kept];
  runs: RunRow;
  reviews: ReviewRow;
}
