/** Files to keep. */

import { complain } from '../ui/announce.js';
import { element } from '../ui/dom.js';

/** Hands a file to the browser's downloads. @param {Blob} content @param {string} name */
export function download(content, name) {
  const address = URL.createObjectURL(content);
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Saves a finished game as a replay. @param {import('../engine.js').Engine} engine @param {string} game */
export async function downloadGame(engine, game) {
  try {
    download(await engine.gameFile(game, 'rawvf'), `sapper-${game.slice(0, 8)}.rawvf`);
  } catch (error) {
    complain(error);
  }
}
