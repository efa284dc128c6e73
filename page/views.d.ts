// The views behind the tabs, and what they give each other.

import type { BoardJson } from './answers.js';
import type { NewGame } from './host/requests.js';
import type { NamedFile } from './ui/file_picker.js';

/** What a view takes from another, by the name of the view that takes it. */
export interface ViewInput {
  /** An order, or a game to resume. */
  play: NewGame | { game: string };
  /** A game, a replay, or files that were chosen. */
  review: { game: string } | { file: Uint8Array | string } | { files: NamedFile[] };
  /** Games that were exported. */
  statistics: { archive: Uint8Array };
  /** A position with one solution. */
  puzzle: { board: BoardJson; marks: Int8Array };
  /** A position, or what was read. */
  analyse: { board: BoardJson; marks: Int8Array } | { content: Uint8Array | string };
}

/**
 * It is shown between `enter` and `leave`. Where links lead to parts of it, `enter` takes the rest of the address. The visit is
 * aborted when the player goes anywhere else, to another part of the same view, too. Whoever waits in `enter` asks it afterwards.
 */
export interface View {
  root: HTMLElement;
  enter(what: string | ViewInput[keyof ViewInput] | undefined, visit: AbortSignal): unknown;
  leave(): void;
}
