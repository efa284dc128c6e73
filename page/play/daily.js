/** The dialog of the daily boards. */

import { button } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { capital, seconds } from '../ui/words.js';

/** @typedef {import('../answers.js').Daily['boards'][number]} DailyBoard */

const ABOUT = 'The same boards for everyone, new every day at midnight UTC. None of them needs a guess. The first click opens the marked cell. Your first try counts in the statistics, and all others are practice.';

/**
 * Asks which daily board to play.
 * @param {import('../engine.js').Engine} engine @param {(level: import('../messages.js').Level) => void} begin
 */
export async function askForDaily(engine, begin) {
  const { date, boards } = await engine.daily();
  const rows = boards.map((board) => {
    const play = () => {
      dialog.close();
      begin(board.level);
    };
    const standing = element('span', { className: 'hint', textContent: firstTry(board) });
    return element('li', {}, element('b', { textContent: capital(board.level) }), standing, button(verb(board), play, { className: 'small' }));
  });
  const dialog = openDialog(`Daily boards, ${date}`, [element('p', { className: 'hint', textContent: ABOUT }), element('ul', { className: 'daily-boards' }, ...rows)], []);
}

/** @param {DailyBoard} board */
function firstTry({ status, result, elapsed_ms: elapsed }) {
  if (status === null) return 'not played yet';
  if (status === 'playing') return 'in play';
  if (result === 'helped') return 'helped';
  return status === 'won' ? `won in ${seconds(elapsed ?? 0)}` : 'lost';
}

/** @param {DailyBoard} board */
function verb({ level, status }) {
  const doing = status === null ? 'Play' : status === 'playing' ? 'Go on with' : 'Practise';
  return `${doing} ${level}`;
}
