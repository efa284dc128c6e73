/** Saves games and positions as files. */

import { complain } from '../ui/announce.js';
import { button, select } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { capital } from '../ui/plain_words.js';

/** @import { BoardJson, Format } from '../answers.js' */

/** Downloads a file. @param {Blob} content @param {string} name */
export function download(content, name) {
  const address = URL.createObjectURL(content);
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const ANY_BOARD = ['plain', 'drawing', 'rawvf']; // other formats hold only square boards

/**
 * Asks for a format and saves the file.
 * @param {import('../engine_client.js').EngineClient} engine
 * @param {{title: string, name: string, topology: string, holds: string[], content: (format: Format) => Promise<Blob>}} what
 *   `holds` names the kinds of formats to choose from, the likeliest first
 */
async function askToSave(engine, { title, name, topology, holds, content }) {
  let formats;
  try {
    formats = (await engine.formats()).filter((format) => format.write && (topology === 'square' || ANY_BOARD.includes(format.name)));
  } catch (error) {
    complain(error);
    return;
  }
  const choices = [...new Set(holds.flatMap((kind) => formats.filter((format) => format.holds.includes(kind))))];
  const choice = select('Format', choices.map((format) => [format.name, capital(format.title) + (format.endings.length ? ` (${format.endings[0]})` : '')]), choices[0].name);
  const save = async () => {
    const format = choices.find((one) => one.name === choice.input.value);
    dialog.close();
    if (!format) return;
    try {
      download(await content(format), name + (format.endings[0] ?? '.txt'));
    } catch (error) {
      complain(error);
    }
  };
  const dialog = openDialog(title, [choice.root], [button('Save', save, { className: 'primary', icon: 'save' })]);
}

/** Saves a finished game as a replay, a minefield or its last position. @param {import('../engine_client.js').EngineClient} engine @param {string} game @param {BoardJson} board */
export function saveGame(engine, game, { topology }) {
  const content = (/** @type {Format} */ { name }) => engine.gameFile(game, name);
  return askToSave(engine, { title: 'Save the game', name: `sapper-${game.slice(0, 8)}`, topology, holds: ['replay', 'minefield', 'position'], content });
}

/**
 * Saves a position. If flags mark all its mines, it can be saved as a minefield too.
 * @param {import('../engine_client.js').EngineClient} engine @param {{position: BoardJson}} position @param {import('../host/requests.js').Requests['write']['minefield']} minefield
 */
export function savePosition(engine, position, minefield) {
  const content = (/** @type {Format} */ { name, holds }) => engine.write({ ...(holds.includes('position') ? position : { minefield }), format: name });
  const { topology } = position.position;
  return askToSave(engine, { title: 'Save the position', name: 'position', topology, holds: minefield ? ['position', 'minefield'] : ['position'], content });
}
