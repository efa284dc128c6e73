/** The board in play with its inputs, its sounds and its movement, and the bar above it with counter, face and clock. */

import { boardOnStage } from '../board/stage.js';
import { MouseInput } from '../input/mouse.js';
import { TouchInput } from '../input/touch.js';
import { Trail } from '../input/trail.js';
import { ChanceBar } from '../ui/chance_bar.js';
import { element, show } from '../ui/dom.js';
import { Face } from '../ui/face.js';
import { decimal } from '../ui/plain_words.js';
import { Segments } from '../ui/segments.js';
import { play } from '../ui/sounds.js';

const TICK = 100; // milliseconds
/** The face after each end of a game. @type {Record<import('../answers.js').Status, import('../ui/face.js').Mood>} */
const MOODS = { won: 'won', drawn: 'won', lost: 'lost', playing: 'calm' };
const SPREAD = 260; // milliseconds until the last cell of an opening is shown

/** @param {number} part @param {number} whole */
const wholeShare = (part, whole) => `${whole ? Math.round((100 * part) / whole) : 0} %`;

export class Cabinet {
  /**
   * @param {import('./current_game.js').CurrentGame} currentGame
   * @param {Pick<import('../input/touch.js').TouchPlayer, 'act'|'settings'|'tells'> & {fresh: () => void}} player
   */
  constructor(currentGame, player) {
    this.currentGame = currentGame;
    this.settings = player.settings;
    /** The frame that will show the time, while every frame does. */
    this.following = 0;
    this.mines = new Segments('Mines left');
    this.clock = new Segments('Seconds');
    this.face = new Face(player.fresh);
    this.live = element('p', { className: 'live', hidden: true });
    const bar = element('div', { className: 'cabinet-bar' }, this.mines.root, this.face.root, element('div', { className: 'clock-place' }, this.live, this.clock.root));
    this.wait = element('div', { className: 'wait', hidden: true });
    this.chance = new ChanceBar(currentGame.engine);
    const { stage, cabinet, board } = boardOnStage(currentGame.scene, 'Minefield', bar, this.chance.root);
    this.stage = stage;
    this.root = cabinet;
    this.view = board;
    this.root.append(this.wait);
    const input = {
      ...player,
      active: () => currentGame.playing,
      hold: (/** @type {boolean} */ isDown) => this.#hold(isDown),
    };
    this.mouse = new MouseInput(this.view, input);
    this.touch = new TouchInput(this.view, input);
    this.trail = new Trail(this.view, () => (currentGame.state?.clock ? currentGame.elapsed : null));
    currentGame.on('state', () => this.trail.clear());
    setInterval(() => this.#tick(), TICK);
  }

  /** Shows the state of the game. */
  update() {
    const { state } = this.currentGame;
    if (!state) return;
    this.mines.value = this.currentGame.minesLeft;
    this.face.mood = MOODS[state.status];
    this.root.dataset.status = state.status;
    this.#tick();
  }

  /** @param {boolean} isDown */
  #hold(isDown) {
    if (this.currentGame.playing) this.face.mood = isDown ? 'tense' : 'calm';
  }

  #showTime() {
    const time = Math.min(this.currentGame.elapsed / 1000, 999999);
    const whole = Math.floor(time);
    if (this.settings().hundredths) this.clock.show((Math.floor(100 * time) / 100).toFixed(2).padStart(6, '0'), whole);
    else this.clock.value = whole;
  }

  /** Shows the time in every frame while the clock runs. */
  #followTime() {
    if (this.following) return;
    const step = () => {
      this.#showTime();
      this.following = this.currentGame.state?.clock && this.settings().hundredths ? requestAnimationFrame(step) : 0;
    };
    this.following = requestAnimationFrame(step);
  }

  #tick() {
    const { state, elapsed } = this.currentGame;
    this.#showTime();
    if (state?.clock && this.settings().hundredths) this.#followTime();
    const solved = this.settings().liveFigures ? (state?.solved ?? null) : null;
    show(this.live, solved !== null);
    if (!state || solved === null) return;
    const speed = elapsed ? (1000 * solved) / elapsed : 0;
    this.live.replaceChildren(`${decimal(speed)} 3BV/s`, element('br'), wholeShare(solved, state.clicks), element('span', { textContent: ' efficiency' }));
  }
}

const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Plays sounds, and spreads openings from the cell that was opened. Both are off until the player turns them on.
 * @param {import('./current_game.js').CurrentGame} currentGame
 * @param {import('../board/view.js').BoardView} board
 * @param {() => import('../settings/store.js').Settings} settings
 */
export function addEffects(currentGame, board, settings) {
  currentGame.on('update', (update) => {
    const { sounds, animation } = settings();
    if (sounds) soundOf(update);
    if (animation && !stillness.matches && update.action?.kind !== 'undo') spread(update.cells);
  });

  /** Shows cells one after the other, in the order in which they opened. What was held down shows at once. @param {number[]} openCells */
  function spread(openCells) {
    const { scene } = currentGame;
    const cells = openCells.filter((cell) => !scene.isDown(cell));
    if (openCells.length < 2) return;
    for (const cell of cells) scene.covered.add(cell);
    const began = performance.now();
    let count = 0;
    const step = (/** @type {number} */ now) => {
      const end = currentGame.scene === scene ? Math.ceil((cells.length * (now - began)) / SPREAD) : cells.length;
      const next = cells.slice(count, end);
      for (const cell of next) scene.covered.delete(cell);
      count = end;
      if (currentGame.scene === scene) board.redraw(next);
      if (count < cells.length) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

/** The end of a game always sounds. The moves of autoplay do not, because they come too fast. @param {import('../answers.js').Update} update */
function soundOf({ status, end, cells, action }) {
  if (action?.by === 'autoplay' && !end) return;
  if (end) play(status === 'lost' ? 'lost' : 'won');
  else if (cells.length) play(action?.kind === 'flag' ? 'flag' : cells.length > 1 ? 'opening' : 'open');
}
