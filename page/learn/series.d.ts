// What Learn offers: exercises one after the other.

import type { Exercise } from './exercise.js';

/** The text beside the title in the list, and whether all of it is done. */
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
  /** Called when the player has solved an exercise. `clean`: without a wrong try and without seeing the answer. */
  solved(number: number, clean: boolean): void;
  /** Called at the first wrong try, or when the answer is shown. */
  missed(number: number): void;
  /** The number of the exercise after another one, or what to say after the last; null for the next series. */
  after(number: number): number | (string | Node)[] | null;
  /** Whether the next exercise comes at once when one is solved. */
  hurries?: boolean;
  standing: Standing;
  /** Stops what `begin` does, and whatever runs. */
  stop(): void;
}
