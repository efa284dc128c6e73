// What the page asks its worker: the fields of each request, by its type. `host/protocol.js` has the same as a schema, by which
// the worker checks them, with what it fills in where an optional field is missing. Cells are numbers, row by row.

export type Level = 'beginner' | 'intermediate' | 'expert';
export type Kind = 'open' | 'flag' | 'chord';

/** A board: a level, or its topology, size and mines. */
export interface BoardFields {
  topology?: string;
  shape?: number[] | null;
  /** Of the topology `graph`: the neighbours of each cell, and the corners of each in a drawing. */
  adjacency?: number[][] | null;
  layout?: number[][][] | null;
  rows?: number | null;
  columns?: number | null;
  level?: Level | null;
  mines?: number | null;
  density?: number | null;
}

export interface MinefieldFields {
  topology?: string;
  shape?: number[] | null;
  adjacency?: number[][] | null;
  layout?: number[][][] | null;
  rows?: number | null;
  columns?: number | null;
  mines: number;
  mined: number[];
  first_cell?: number | null;
}

/** The marks are base64 of signed bytes. Without them all cells are hidden. */
export interface PositionFields {
  topology?: string;
  shape?: number[] | null;
  adjacency?: number[][] | null;
  layout?: number[][][] | null;
  rows?: number | null;
  columns?: number | null;
  mines: number;
  marks?: string | null;
}

/** Exactly one of `board`, `same_as`, `minefield` and `daily`. */
export interface NewGame {
  board?: BoardFields | null;
  same_as?: string | null;
  minefield?: MinefieldFields | null;
  daily?: Level | null;
  actions?: { kind: Kind; cell: number }[] | null;
  first_click?: string | null;
  variant?: string | null;
  win?: string | null;
  on_mine?: string | null;
  question_marks?: boolean | null;
  seed?: string | null;
  fair?: { method?: string; mine_count?: boolean; rule?: string | null } | null;
}

interface Limited {
  time_limit_ms?: number;
}

/** A game of the player, or a position: exactly one of them. */
export interface Source {
  game?: string | null;
  position?: PositionFields | null;
}

/** The same, maybe with flags that are known to be right. */
export interface FlaggedSource extends Source {
  trust_flags?: boolean;
}

/** Top, left, bottom and right of a part of the board. */
export type Window = number[] | null;

/** A game of the player, or the bytes of a replay in base64. */
export interface Recording {
  game?: string | null;
  file?: string | null;
  replay?: number | null;
}

/** What the assistant may do. The delay is between two moves, in milliseconds. */
interface Play extends Limited {
  game: string;
  flags?: boolean;
  delay_ms?: number;
}

/** What the worker has, and how much it takes. A message `remote` tells it again. */
export interface About {
  version: string;
  /** The usual ones are offered first. */
  strategies: { name: string; summary: string; usual: boolean }[];
  limits: typeof import('./host/protocol.js').ANNOUNCED;
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

/** What the first click promises. */
export type FirstClick = 'safe' | 'opening' | 'any';

export interface Requests {
  new: NewGame;
  resume: { game: string };
  leave: { game: string };
  undo: { game: string };
  /** Each place of the path: milliseconds before the action, and the coordinates. */
  act: { game: string; kind: Kind; cell: number; key: string; path?: [number, number, number][] | null };
  explain: Limited & { game: string };
  hint: Limited & FlaggedSource & { all?: boolean; first_click?: FirstClick | null };
  assist: Play & { action: 'move' | 'step' | 'run' | 'guess'; hint?: number };
  autoplay: Play & { strategy?: string | null; guesses?: boolean; thinking?: boolean };
  speed: { request: number; delay_ms: number };
  analyse: Limited & FlaggedSource & { window?: Window; count?: boolean; zeros?: boolean; guess?: boolean; moves?: number };
  beliefs: Limited & Source & { strategy?: string | null; window?: Window };
  cell: Limited & FlaggedSource & { cell: number };
  structure: Limited & FlaggedSource;
  /** Without a game the rule of the first click is `opening`, unless the request has one. */
  evaluate: Limited & FlaggedSource & { first_click?: FirstClick | null };
  /** The best guesses by the chance to win, with the rule of the first click as `evaluate` has it. */
  rank: Limited & FlaggedSource & { moves?: number; first_click?: FirstClick | null };
  review: Limited & Recording;
  chances: Limited & Recording;
  add: Limited & { files: { name: string; file: string }[]; begin?: boolean; win?: boolean };
  report: Limited & { added?: boolean; win?: boolean };
  puzzles: Limited;
  exercise: Limited & { seed: string };
  watch: { run: string };
  unwatch: { run: string };
  ping: object;
  stop: { request: number };
  /** What is kept, by a method and an address as over HTTP. */
  http: { method: string; path: string; body?: object | Uint8Array };
}

type Filled<Value> = Value extends Uint8Array ? Value : Value extends object ? { [Field in keyof Value]-?: Filled<Exclude<Value[Field], undefined>> } : Value;

/** A request after the check: with all its fields, also those that were left out. */
export type Checked<Type extends keyof Requests> = Filled<Requests[Type]> & { type: Type; id: number };
export type CheckedBoard = Filled<BoardFields>;
export type CheckedMinefield = Filled<MinefieldFields>;
export type CheckedPosition = Filled<PositionFields>;
export type CheckedSource = Filled<FlaggedSource>;
