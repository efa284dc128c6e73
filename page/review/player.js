/** Plays a recording at its own speed, or some times as fast. */

export class Player {
  /**
   * @param {{step: () => number, go: (step: number) => void, tick: (time: number) => void, changed: (playing: boolean) => void}} show
   *   `tick` hears the time in the recording before every frame
   */
  constructor(show) {
    this.show = show;
    this.speed = 1;
    /** @type {import('./course.js').Course|null} */
    this.course = null;
    this.frame = 0;
    /** The time in the recording, and when it was that time. */
    this.time = 0;
    this.last = 0;
  }

  get playing() {
    return this.frame !== 0;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Plays from the move that is shown. After the end it begins again. */
  play() {
    const { course } = this;
    if (!course || this.playing) return;
    if (this.show.step() >= course.length) this.show.go(0);
    this.time = course.reached(this.show.step());
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.#next(now));
    this.show.changed(true);
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.show.changed(false);
  }

  /** @param {number} now */
  #next(now) {
    const { course, show } = this;
    if (!course) return;
    this.time += Math.max(now - this.last, 0) * this.speed;
    this.last = now;
    const before = show.step();
    let step = before;
    while (step < course.length && course.times[step] <= this.time) step++;
    if (step !== before) show.go(step);
    show.tick(this.time);
    if (step < course.length) this.frame = requestAnimationFrame((later) => this.#next(later));
    else this.pause();
  }
}
