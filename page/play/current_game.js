/** The game being played: its last state from the engine, and the scene that shows it. */

import { EXPLODED, FLAG, isClosed, MINE, WRONG_FLAG } from '../board/marks.js';
import { opensWith, Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { Emitter } from '../emitter.js';

/** @import { End, Progress, State, Update, WholeState } from '../answers.js' */
/** How many boards were tried. @typedef {Pick<Progress, 'done'|'text'>} SearchProgress */

/**
 * It tells the `state` of another game, or the whole state again, each `update`, how long to `wait`: null ends the wait, and
 * the cells that the engine begins `opening`, or no longer does.
 * @extends {Emitter<{state: State, update: Update, wait: SearchProgress|null, opening: number[]}>}
 */
export class CurrentGame extends Emitter {
  /** @param {import('../engine_client.js').EngineClient} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    /** The state of the game, with all updates since. @type {State|null} */
    this.state = null;
    /** The request that is making a board which needs no guess. @type {import('../engine_client.js').Inquiry<Update>|null} */
    this.search = null;
    this.scene = new Scene(shapeOf({ topology: 'square', shape: [9, 9] }));
    /** The marks as the player made them, while the scene shows the mines as well. @type {Int8Array|null} */
    this.playerMarks = null;
    this.readAt = 0;
    /** Counts the positions, to recognise an answer about an old one. */
    this.turn = 0;
    engine.on('state', (state) => state.game === engine.following && this.take(state));
    engine.on('update', (update) => this.apply(update));
    engine.on('offline', () => this.#stopClock());
  }

  /** Begins a game, and returns its state. @param {import('../host/requests.js').NewGame} order */
  async start(order) {
    const state = await this.engine.newGame(order);
    this.take(state);
    return state;
  }

  /** @param {string} game */
  async resume(game) {
    this.take(await this.engine.resume(game));
  }

  get id() {
    return this.state?.game ?? null;
  }

  get playing() {
    return this.state?.status === 'playing';
  }

  /** What the first click promises, if it is still to come and cannot hit a mine; else null. @returns {'opening'|'safe'|null} */
  get promise() {
    const { begun, first_click: first, guessing } = this.state ?? { begun: true, first_click: 'any', guessing: 'free' };
    if (begun || (first === 'any' && !['lucky', 'kaboom'].includes(guessing))) return null;
    return first === 'opening' || first === 'fair' ? 'opening' : 'safe';
  }

  get source() {
    return { game: this.id };
  }

  /** The number of mines without a flag. After a win it is 0, because the board then shows the missing flags. */
  get minesLeft() {
    return !this.state || this.state.status === 'won' ? 0 : this.state.mines_left;
  }

  /** The milliseconds on the clock. */
  get elapsed() {
    if (!this.state) return 0;
    return this.state.elapsed_ms + (this.state.clock ? performance.now() - this.readAt : 0);
  }

  /**
   * Opens, flags or chords.
   * @param {'open'|'flag'|'chord'} kind @param {number} cell
   * @param {Array<[number, number, number]>} [path] the path of the pointer since the last action
   */
  async act(kind, cell, path = []) {
    const { state } = this;
    if (state?.status !== 'playing' || this.search) return;
    const more = (/** @type {SearchProgress} */ progress) => this.search === inquiry && this.#wait(progress);
    /** @type {import('../engine_client.js').Inquiry<Update>} */
    const inquiry = this.engine.act(state.game, kind, cell, path, more);
    this.search = state.first_click === 'fair' && !state.begun && kind === 'open' ? inquiry : null;
    const letGo = this.#holdDown(kind, cell);
    if (this.search) this.#wait({ done: 0, text: '' });
    try {
      this.apply(await inquiry.answer);
    } finally {
      letGo();
      if (this.search === inquiry) this.#waitNoMore();
    }
  }

  /** Shows as held down what an action may open. Returns what ends that. @param {'open'|'flag'|'chord'} kind @param {number} cell */
  #holdDown(kind, cell) {
    const { scene, state } = this;
    const cells = opensWith(scene, kind, kind === 'open' && !state?.begun ? (state?.start ?? cell) : cell);
    scene.opening.add(cells);
    this.emit('opening', cells);
    return () => {
      scene.opening.delete(cells);
      if (scene === this.scene) this.emit('opening', cells);
    };
  }

  async undo() {
    if (this.id) this.apply(await this.engine.undo(this.id));
  }

  /** Takes the whole state of a game. @param {WholeState} state */
  take(state) {
    const { board } = state;
    if (this.search && state.game !== this.id) {
      this.search.stop();
      this.#waitNoMore();
    }
    const { shape } = this.scene;
    const same = shape.hasRows && shape.kind === board.topology && shape.rows === board.shape[0] && shape.columns === board.shape[1];
    const next = new Scene(same ? shape : shapeOf(board));
    next.marks.set(state.marks);
    if (same) next.cursor = this.scene.cursor;
    if (state.start !== null && !state.begun) {
      next.mark('safe', [state.start]); // the first click opens this cell, wherever it is
      next.cursor = state.start;
    }
    this.scene = next;
    this.playerMarks = null;
    const { marks: _, ...rest } = contentOf(state);
    this.#remember(rest);
    this.emit('state', state);
  }

  /** Takes what changed in the game. @param {Update} update */
  apply(update) {
    if (!this.state || update.game !== this.id) return;
    const { marks } = this.scene;
    if (this.playerMarks) marks.set(this.playerMarks);
    this.playerMarks = null;
    if (update.marks) marks.set(update.marks);
    else update.cells.forEach((cell, i) => (marks[cell] = update.values[i]));
    const { cells, values, marks: _, action, ...rest } = contentOf(update);
    this.#remember({ ...this.state, ...rest });
    this.emit('update', update);
  }

  /** @param {State} state */
  #remember(state) {
    this.state = state;
    this.readAt = performance.now();
    this.turn += 1;
    if (state.end) this.#showMinefield(state.end, state.status !== 'lost');
  }

  /** @param {End} end @param {boolean} won */
  #showMinefield(end, won) {
    const { marks } = this.scene;
    this.playerMarks = marks.slice();
    for (const cell of end.mined) {
      if (isClosed(marks[cell])) marks[cell] = won ? FLAG : MINE;
    }
    for (const cell of end.wrong_flags) marks[cell] = WRONG_FLAG;
    if (end.cause === 'mine') for (const cell of end.cells) marks[cell] = EXPLODED;
  }

  /** Without the engine no time counts. When it is back, it sends the state again. */
  #stopClock() {
    if (this.state) this.state = { ...this.state, elapsed_ms: this.elapsed, clock: false };
  }

  #waitNoMore() {
    this.search = null;
    this.#wait(null);
  }

  /** @param {SearchProgress|null} progress */
  #wait(progress) {
    this.emit('wait', progress);
  }
}

/**
 * What a message says, without what it is the answer to.
 * @template {object} Content @param {Content & {type?: string, id?: number, more?: boolean}} message
 */
function contentOf({ type: _type, id: _id, more: _more, ...content }) {
  return /** @type {Content} */ (content);
}
