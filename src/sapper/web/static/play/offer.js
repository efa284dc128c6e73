/** Offers the way back to a game in play that another game has replaced. */

import { note } from '../ui/announce.js';

/**
 * Offers to resume a game, until something is done.
 * @param {import('./session.js').GameSession} session @param {() => void} resume
 */
export function offerBack(session, resume) {
  const shown = note('Your game is kept.', 'plain', { label: 'Resume', press: resume });
  session.addEventListener('update', () => shown.remove(), { once: true });
}
