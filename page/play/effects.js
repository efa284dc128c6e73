/** Sound and movement for what happens on the board. Both are off until the player turns them on. */

import { FLAG } from '../board/marks.js';
import { play } from '../ui/sounds.js';

const SPREAD = 260; // milliseconds until the last cell of an opening is shown

const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Plays a sound and spreads openings from the cell that was opened.
 * @param {import('./session.js').GameSession} session
 * @param {import('../board/view.js').BoardView} board
 * @param {() => import('../settings/store.js').Settings} settings
 */
export function addEffects(session, board, settings) {
  session.on('update', (update) => {
    const { sounds, animation } = settings();
    if (sounds) soundOf(update);
    if (animation && !stillness.matches && update.action?.kind !== 'undo') spread(update.cells);
  });

  /** Shows cells one after the other, in the order in which they opened. @param {number[]} cells */
  function spread(cells) {
    const { scene } = session;
    if (cells.length < 2) return;
    for (const cell of cells) scene.covered.add(cell);
    const began = performance.now();
    let shown = 0;
    const step = (/** @type {number} */ now) => {
      const end = session.scene === scene ? Math.ceil((cells.length * (now - began)) / SPREAD) : cells.length;
      const next = cells.slice(shown, end);
      for (const cell of next) scene.covered.delete(cell);
      shown = end;
      if (session.scene === scene) board.redraw(next);
      if (shown < cells.length) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

/** The end of a game always sounds. The moves of autoplay do not, because they come too fast. @param {import('../answers.js').Update} update */
function soundOf({ status, end, cells, values, action }) {
  if (action?.by === 'autoplay' && !end) return;
  if (end) play(status === 'lost' ? 'lost' : 'won');
  else if (cells.length > 1) play('opening');
  else if (cells.length) play(values[0] === FLAG ? 'flag' : 'open');
}
