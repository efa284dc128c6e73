/** Measures milliseconds of play, and can be stopped. It is stopped at first. */
export class Clock {
  #before;
  /** @type {number|null} */
  #since = null;
  #stillSince;

  constructor(elapsedMs = 0, stoodMs = 0) {
    this.#before = elapsedMs;
    this.#stillSince = performance.now() - stoodMs;
  }

  get running() {
    return this.#since !== null;
  }

  get elapsedMs() {
    return Math.floor(this.#before + (this.#since === null ? 0 : performance.now() - this.#since));
  }

  /** How long it has been stopped; 0 while it runs. */
  get stoodMs() {
    return this.running ? 0 : Math.floor(performance.now() - this.#stillSince);
  }

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    this.#stillSince = performance.now();
    if (this.#since === null) return;
    this.#before += this.#stillSince - this.#since;
    this.#since = null;
  }

  /** Adds the time for which it was stopped. Does nothing while it runs. */
  makeUp() {
    if (this.running) return;
    const since = this.#stillSince;
    this.#stillSince = performance.now();
    this.#before += this.#stillSince - since;
  }
}
