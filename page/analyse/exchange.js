/** Reads positions from texts and files, and saves them. */

import { graphIn } from '../board/graph_file.js';
import { positionOf } from '../engine_client.js';
import { complain, note } from '../ui/announce.js';
import { filesPicker } from '../ui/file_picker.js';
import { button } from '../ui/controls.js';
import { openDialog } from '../ui/dialog.js';
import { element } from '../ui/dom.js';
import { quantity } from '../ui/plain_words.js';
import { savePosition } from '../play/downloads.js';
import { puzzleIn } from '../puzzle/solving.js';

/** @import { PaintedPosition } from './painted_position.js' */
/** @import { Picture } from './picture.js' */

export class Exchange {
  /** Counts what was to be read. A reading that comes late is dropped. */
  turn = 0;

  /** @param {import('../app.js').App} app @param {PaintedPosition} position @param {Picture} picture @param {(text: string) => void} say @param {() => void} show leads to the board that was read */
  constructor(app, position, picture, say, show) {
    this.app = app;
    this.engine = app.engine;
    this.position = position;
    this.picture = picture;
    this.say = say;
    this.show = show;
    this.file = filesPicker((files) => app.take(files));
  }

  /**
   * Reads a text or the bytes of a file, and shows what it holds.
   * @param {string|Uint8Array} content @param {string} [format] its name, if the player has chosen one
   */
  async take(content, format) {
    try {
      const graph = graphIn(content);
      if (graph) {
        this.app.go('play', graph);
        return true;
      }
      const puzzle = puzzleIn(content);
      if (puzzle) {
        this.app.go('puzzle', puzzle);
        return true;
      }
    } catch (error) {
      complain(error);
      return false;
    }
    const turn = (this.turn += 1);
    const hints = { ...hintsFor(content, this.position), format };
    const slow = setTimeout(() => this.say('Reading…'), 500); // a picture may take seconds
    let contents;
    try {
      contents = await this.engine.read(content, hints);
    } catch (error) {
      if (turn !== this.turn || this.app.takeSeveral(error, content)) return true;
      if (error.formats?.length > 0) {
        this.#choose(content, error.formats);
        return true;
      }
      complain(error);
      this.picture.judge.refresh();
      return false;
    } finally {
      clearTimeout(slow);
    }
    if (turn !== this.turn) return true;
    if (contents.kind === 'position' || contents.kind === 'picture') this.show();
    if (contents.kind === 'position') {
      const { marks, ...board } = contents.position;
      this.position.load(board, marks);
      const inFormat = format !== undefined || contents.format === 'plain' ? '' : ` as “${contents.format}”`;
      note(`Read a position${inFormat}${contents.assumed ? `, assuming ${quantity(board.mines, 'mine')}` : ''}.`);
    } else if (contents.kind === 'picture') this.picture.begin(/** @type {Uint8Array} */ (content), contents);
    else if (contents.kind === 'replay') this.app.go('review', { file: content });
    else {
      note('Read a minefield. Play it here.');
      this.app.go('play', { minefield: contents.minefield });
    }
    return true;
  }

  /** Asks which of several formats a text is in. @param {string|Uint8Array} content @param {string[]} names */
  async #choose(content, names) {
    const formats = (await this.engine.formats()).filter(({ name }) => names.includes(name));
    const choices = formats.map(({ name, title }) =>
      button(`${name}: ${title}`, () => {
        dialog.close();
        this.take(content, name);
      }),
    );
    const help = element('p', { className: 'hint', textContent: 'In each of these formats it means something else.' });
    const dialog = openDialog('How is this text written?', [help, element('div', { className: 'choices' }, ...choices)], []);
  }

  /** Drops what is being read, as another position takes its place. */
  drop() {
    this.turn += 1;
  }

  /** Asks for a text. */
  paste() {
    const text = element('textarea', { rows: 12, spellcheck: false, placeholder: '1..\n2F.\n1..', 'aria-label': 'A position as text', on: { paste: (/** @type {ClipboardEvent} */ { clipboardData }) => clipboardData?.files.length && dialog.close() } });
    const take = button('Read', async () => (this.app.follow(text.value) || (await this.take(text.value))) && dialog.close(), { className: 'primary' });
    const help = element('p', { className: 'hint', textContent: 'Write one row of cells on each line: digits for numbers, a dot for a hidden cell, F for a flag. Any other text format that Sapper reads works too. You can also press Ctrl+V outside this dialog.' });
    const dialog = openDialog('Paste a position', [help, text], [take]);
    text.focus();
  }

  /** Asks for a format and saves the position. */
  save() {
    const { board, scene, minefield } = this.position;
    return savePosition(this.engine, positionOf(board, scene.marks), minefield);
  }
}

/** What rows of signs do not say: the layout, and a likely number of mines. What pictures may not say: the size. @param {string|Uint8Array} content @param {PaintedPosition} position */
function hintsFor(content, position) {
  const text = typeof content === 'string' ? content : new TextDecoder('latin1').decode(content);
  if (!/^[\d.Ffq?!xX#*\s]*$/.test(text) || /\d+x\d+x\d+/.test(text)) return position.size;
  const count = (/** @type {RegExp} */ signs) => text.match(signs)?.length ?? 0;
  const coverSigns = count(/[?xX#]/) > 0 ? /[^\d.\s]/g : /[^\d\s]/g; // beside these signs a dot is a zero
  const mines = Math.min(position.likelyMines(count(/\S/g)), count(coverSigns));
  return { topology: position.board.topology, mines: Math.max(mines, count(/[!*]/g)), nearest: true };
}
