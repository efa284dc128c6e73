/** The finished games, to choose one to review. */

import { element } from '../ui/dom.js';
import { boardName, isDated, MOMENT, seconds } from '../ui/plain_words.js';

export class GameList {
  /** @param {import('../engine_client.js').EngineClient} engine @param {(game: string) => void} onChoice */
  constructor(engine, onChoice) {
    this.engine = engine;
    this.onChoice = onChoice;
    /** @type {import('../answers.js').Summary[]} */
    this.games = [];
    /** The game that is shown. @type {string|null} */
    this.current = null;
    this.root = element('div', { className: 'game-list review-games' });
  }

  /** Asks for the games again. The latest comes first. */
  async refresh() {
    this.games = await this.engine.games();
    this.root.replaceChildren(...this.games.map((game) => this.#entry(game)));
    if (!this.games.length) this.root.append(element('p', { className: 'hint', textContent: 'You have no finished games yet.' }));
    this.mark(this.current);
  }

  /** Marks the game that is shown. @param {string|null} game */
  mark(game) {
    this.current = game;
    for (const entry of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll('.game-entry'))) {
      entry.setAttribute('aria-pressed', String(entry.dataset.game === game));
    }
  }

  /** @param {import('../answers.js').Summary} game */
  #entry(game) {
    const { board, level, status, result, elapsed_ms: elapsed, three_bv: bv, ended_at: endedAt } = game;
    return element(
      'button',
      {
        type: 'button',
        className: 'game-entry',
        'aria-pressed': 'false',
        dataset: { game: game.game },
        on: { click: () => this.onChoice(game.game) },
      },
      element('b', { textContent: boardName(board, level) }),
      element('span', { className: `status ${status}`, textContent: result === 'helped' ? `${status}, helped` : status }),
      element('span', { textContent: seconds(elapsed) }),
      element('small', {}, endedAt === null || !isDated(endedAt) ? '' : element('time', { dateTime: new Date(endedAt).toISOString(), textContent: MOMENT.format(endedAt) }), bv === null ? '' : `, 3BV ${bv}`),
    );
  }
}
