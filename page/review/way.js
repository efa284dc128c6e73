/** The way of a recorded pointer by time. */

export class Way {
  /** @param {number[][]} pointer milliseconds, and places as `pointOf` takes them; empty if the recording has none */
  constructor(pointer) {
    this.pointer = pointer;
  }

  /**
   * The way from where the pointer is at a time to where it is at a later one; empty where that is unknown.
   * @param {number} from @param {number} to @returns {import('../board/spots.js').Point[]}
   */
  between(from, to) {
    const way = this.pointer.slice(Math.max(this.#countUntil(from) - 1, 0), this.#countUntil(to));
    return way.map(([, x, y]) => ({ x, y }));
  }

  /** How many places of the pointer are known up to a time. @param {number} time */
  #countUntil(time) {
    let [low, high] = [0, this.pointer.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pointer[middle][0] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
