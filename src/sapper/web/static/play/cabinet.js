/** The cabinet around the board: counter, face, clock; and the board itself with its inputs. */

import { BoardView } from '../board/view.js';
import { MouseInput } from '../input/mouse.js';
import { TouchInput } from '../input/touch.js';
import { element, keptHeight, tellExcess } from '../ui/dom.js';
import { Face } from '../ui/face.js';
import { Segments } from '../ui/segments.js';

const TICK = 100; // milliseconds
const MOODS = { won: 'won', cleared: 'won', lost: 'lost', playing: 'calm' };

export class Cabinet {
  /**
   * @param {import('./session.js').GameSession} session
   * @param {{act: (kind: string, cell: number) => void, fresh: () => void, clickChords: () => boolean, flagging: () => boolean, tells: (cell: number) => boolean}} player
   */
  constructor(session, player) {
    this.session = session;
    this.mines = new Segments('Mines left');
    this.clock = new Segments('Seconds');
    this.face = new Face(player.fresh);
    this.bar = element('div', { className: 'cabinet-bar' }, this.mines.root, this.face.root, this.clock.root);
    this.wait = element('div', { className: 'wait', hidden: true });
    this.root = element('div', { className: 'cabinet' }, this.bar);
    this.sentence = element('p', { className: 'sentence', 'aria-live': 'polite' });
    this.stage = element('div', { className: 'stage' }, this.root, this.sentence);
    this.view = new BoardView(this.stage, session.scene, 'Minefield', () => this.#reserve());
    this.root.append(this.view.box, this.wait);
    const input = {
      ...player,
      active: () => session.playing,
      held: (held) => this.#hold(held),
    };
    this.mouse = new MouseInput(this.view, input);
    this.touch = new TouchInput(this.view, input);
    tellExcess(this.stage, this.sentence);
    setInterval(() => this.#tick(), TICK);
  }

  /** Shows how the game stands. */
  update() {
    const { state } = this.session;
    this.mines.value = this.session.minesLeft;
    this.face.mood = MOODS[state.status];
    this.root.dataset.status = state.status;
    this.#tick();
  }

  /** What the bar takes, above the board or beside it, and the sentence. */
  #reserve() {
    const { offsetWidth, offsetHeight } = this.bar;
    const below = keptHeight(this.sentence) + 4;
    const beside = offsetHeight > offsetWidth;
    return beside ? { width: offsetWidth + 42, height: below + 18 } : { width: 32, height: offsetHeight + below + 38 };
  }

  #hold(held) {
    if (this.session.playing) this.face.mood = held ? 'tense' : 'calm';
  }

  #tick() {
    this.clock.value = Math.min(Math.floor(this.session.elapsed / 1000), 999999);
  }
}
