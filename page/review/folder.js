/** Many replay files that the player chose. The engine reviews them part by part and makes one report. */

import { EngineError } from '../engine_client.js';
import { LIMITS } from '../host/limits.js';

const PART_BYTES = 2 ** 20; // of the files in one message; a larger file goes alone
const BUSY_WAIT = 1000; // milliseconds until the next try

/** @import { Report } from '../records.js' */

/** What the address calls these files. */
export const FILES = 'files';

/**
 * The files that are replays by their names.
 * @param {import('../engine_client.js').EngineClient} engine @param {import('../ui/file_picker.js').NamedFile[]} files
 */
export async function replaysAmong(engine, files) {
  const formats = await engine.formats();
  const endings = formats.filter(({ holds }) => holds.includes('replay')).flatMap((format) => format.endings);
  const isReplay = (/** @type {string} */ path) => endings.some((end) => path.toLowerCase().endsWith(end)) && !path.split('/').some((part) => part.startsWith('.'));
  return files.filter(([path]) => isReplay(path));
}

export class Folder {
  /** @param {import('../engine_client.js').EngineClient} engine @param {import('../ui/file_picker.js').NamedFile[]} files */
  constructor(engine, files) {
    this.engine = engine;
    const most = LIMITS.FILE_BYTES;
    /** Those that are too large to send, by their names. */
    this.tooLarge = files.filter(([, file]) => file.size > most).map(([name]) => name);
    this.files = files.filter(([, file]) => file.size <= most);
    this.byName = new Map(this.files);
    /** How many files the engine has. */
    this.done = 0;
    /** @type {Report|null} */
    this.report = null;
    /** Whether the chance to win is followed. */
    this.win = false;
    /** Which games the report is about; null for all. @type {import('../host/requests.js').GameFilter|null} */
    this.filter = null;
  }

  /** From now on follows the chance to win. */
  followWin() {
    if (!this.win) this.done = 0;
    this.win = true;
    this.report = null;
  }

  /** From now on the report is about some of the games. @param {import('../host/requests.js').GameFilter|null} filter */
  want(filter) {
    this.filter = filter;
    this.report = null;
  }

  /**
   * Sends the files that the engine does not have yet, and asks for the report. A later call goes on where this one was stopped.
   * @param {(progress: {done: number, of: number}) => void} tell
   * @returns {Pick<import('../engine_client.js').Inquiry<Report>, 'answer'|'stop'>}
   */
  review(tell) {
    let isStopped = false;
    let stopOne = () => {};
    /** @template Answer @param {() => import('../engine_client.js').Inquiry<Answer>} start */
    const ask = async (start) => {
      for (;;) {
        if (isStopped) throw new EngineError({ type: 'cancelled', message: 'stopped' });
        const inquiry = start();
        stopOne = inquiry.stop;
        try {
          return await inquiry.answer;
        } catch (error) {
          if (error.type === 'offline' || error.type === 'unknown') this.done = 0; // the engine has forgotten the files
          if (error.type !== 'busy') throw error;
          await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT));
        }
      }
    };
    const work = async () => {
      const of = this.files.length;
      while (this.done < of) {
        const { done } = this;
        const files = await this.#part(done);
        await ask(() => this.engine.add(files, done === 0, this.win, (progress) => tell({ done: done + progress.done, of })));
        this.done += files.length;
        tell({ done: this.done, of });
      }
      this.report = await ask(() => this.engine.reportOfFiles(this.filter));
      return this.report;
    };
    const stop = () => {
      isStopped = true;
      stopOne();
    };
    return { answer: work(), stop };
  }

  /** The next files, in the form that the engine takes. @param {number} from */
  async #part(from) {
    const part = [];
    let size = 0;
    for (const [name, file] of this.files.slice(from, from + LIMITS.FILES_AT_ONCE)) {
      if (part.length && size + file.size > PART_BYTES) break;
      size += file.size;
      part.push({ name, file: new Uint8Array(await file.arrayBuffer()) });
    }
    return part;
  }

  /** A game of the files, as Review takes it; null if there is none. @param {number} number its place among all */
  async game(number) {
    const game = this.report?.named[number]?.game;
    if (game === undefined) return null;
    const [, name = '', replay] = this.byName.has(game) ? [game, game, 1] : (/^(.*)#(\d+)$/.exec(game) ?? []);
    const file = this.byName.get(name);
    return file ? { file: new Uint8Array(await file.arrayBuffer()), replay: Number(replay), member: number } : null;
  }
}
