/** Starts the game that the settings ask for when the page opens. */

import { USUAL } from '../settings/store.js';
import { note } from '../ui/announce.js';
import { orderOf } from './custom.js';

/**
 * Starts the game. If the engine refuses it, the nearest game that can be played starts instead, and a note says so.
 * @param {import('./session.js').GameSession} session @param {import('../settings/store.js').Store} store
 */
export async function startKept(session, store) {
  const { game, questionMarks } = store.values;
  const start = (/** @type {typeof game} */ one) => session.start(orderOf(one, questionMarks));
  try {
    await start(game);
  } catch (error) {
    if (error.type === 'offline') throw error;
    const safe = { ...game, first_click: 'safe' };
    const instead = await start(safe).then(() => safe, () => start(USUAL.game).then(() => USUAL.game));
    store.set({ game: instead });
    note(`${error.message} ${instead === safe ? 'The first click is safe instead.' : 'Here is a standard game instead.'}`, 'error');
  }
}
