// What Learn offers: exercises one after the other.

import type { Exercise } from './exercise.js';

/** What stands beside the title in the list, and whether all of it is done. */
export interface Standing {
  text: string;
  done: boolean;
}

export interface Series {
  /** Its name in the address. */
  id: string;
  title: string;
  /** Finds its exercises. Returns the number of the first one to show, or what to say if there is none. It may tell how far it is. */
  begin(tell: (text: string) => void): Promise<number | (string | Node)[]>;
  exercise(number: number): Exercise | Promise<Exercise>;
  /** Hears that an exercise was solved. `clean` says that nothing wrong was tried before, and that the answer was not shown. */
  solved(number: number, clean: boolean): void;
  /** Hears of the first wrong try, or that the answer was shown. */
  missed(number: number): void;
  /** The number of the exercise after another one, or what to say after the last; null for the next series. */
  after(number: number): number | (string | Node)[] | null;
  /** Whether the next exercise comes at once when one is solved. */
  hurries?: boolean;
  standing: Standing;
  /** Stops what `begin` does, and whatever runs. */
  stop(): void;
}
