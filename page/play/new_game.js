/** New games: the daily boards, and the game with which the page opens. */

import { USUAL } from '../settings/store.js';
import { note } from '../ui/announce.js';
import { button } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { capital, LEVELS, seconds } from '../ui/plain_words.js';

/** @import { GameChoice, SettingsStore } from '../settings/store.js' */

const ABOUT_DAILY = 'The same boards for everyone, new every day at midnight UTC. None of them needs a guess. The first click opens the marked cell. Your first try counts in the statistics, and all others are practice.';

/** What a level button does to the rules. */
export const LEVELS_KEEP = 'Beginner, Intermediate and Expert keep the rules, but return to square cells and a random seed.';

/** @param {string} name @returns {name is import('../host/requests.js').Level} */
export const isLevel = (name) => Object.hasOwn(LEVELS, name);

/**
 * A game in the form that the engine takes.
 * @param {GameChoice} game @param {boolean} questionMarks @returns {import('../host/requests.js').NewGame}
 */
export function orderOf(game, questionMarks) {
  const { level, topology, rows, columns, mines, first_click, guessing, win, on_mine, fair, seed } = game;
  const board = isLevel(level) ? { level, topology } : { topology, shape: [rows, columns], mines };
  /** @type {import('../host/requests.js').NewGame} */
  const order = { board, first_click, guessing, question_marks: questionMarks };
  if (win) order.win = win;
  if (on_mine) order.on_mine = on_mine;
  if (fair && first_click === 'fair') order.fair = fair;
  if (seed) order.seed = seed;
  return order;
}

/** @typedef {import('../records.js').Daily['boards'][number]} DailyBoard */

/**
 * Asks which daily board to play.
 * @param {import('../engine_client.js').EngineClient} engine @param {(level: import('../host/requests.js').Level) => void} begin
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
  const dialog = openDialog(`Daily boards, ${date}`, [element('p', { className: 'hint', textContent: ABOUT_DAILY }), element('ul', { className: 'daily-boards' }, ...rows)], []);
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

/**
 * Starts the game that the settings have when the page opens. If the engine refuses it, the nearest game that can be played starts instead, and a note says so.
 * @param {import('./current_game.js').CurrentGame} currentGame @param {SettingsStore} store
 */
export async function startFromSettings(currentGame, store) {
  const { game, questionMarks } = store.values;
  const start = (/** @type {typeof game} */ one) => currentGame.start(orderOf(one, questionMarks));
  try {
    await start(game);
  } catch (error) {
    if (['offline', 'cancelled'].includes(error.type)) throw error;
    const safe = { ...game, first_click: 'safe' };
    const instead = await start(safe).then(() => safe, () => start(USUAL.game).then(() => USUAL.game));
    store.set({ game: instead });
    note(`${error.message} ${instead === safe ? 'The first click is safe instead.' : 'Here is a standard game instead.'}`, 'error');
  }
}
