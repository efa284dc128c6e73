/** Review: a finished game or a replay, move by move, with the risk of each move, and a report on many games. */

import { LIMITS } from '../host/limits.js';
import { saveGame } from '../play/downloads.js';
import { minesLink } from '../play/link.js';
import { announce, complain, note } from '../ui/announce.js';
import { filesPicker } from '../ui/file_picker.js';
import { button, section } from '../ui/controls.js';
import { element, show, takesText } from '../ui/dom.js';
import { copyLink, keepPlace, LONGEST_LINK } from '../ui/share.js';
import { quantity, whole } from '../ui/plain_words.js';
import { addressIn, fileAddress, gameAddress, memberAddress, REPORT } from './review_address.js';
import { GameUnderReview } from './game_under_review.js';
import { FILES, Folder, replaysAmong } from './folder.js';
import { GameList } from './finished_games.js';
import { ReportPage } from './report.js';

/** @import { Source } from './review_address.js' */
/** @typedef {import('../views.js').ViewInput['review']} ViewInput */

const ABOUT = 'Review goes through a finished game move by move. It shows the risk of every move, names the mistakes, and says what was certain and why.';
const WAYS_IN =
  ' a game and come back, or open a replay: RawVF, AVF, EVF, EVFS, MVF or RMV. You can also drop it anywhere on the page. Many files, or a folder, become one report.';
const ADDRESS_WAIT = 300; // milliseconds; browsers allow few changes of the address in a row

export class ReviewView {
  /** @type {HTMLButtonElement} */
  saving;
  /** @type {HTMLElement} */
  exits;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.engine = app.engine;
    /** What is reviewed. @type {Source|null} */
    this.source = null;
    this.game = new GameUnderReview(app.engine, () => this.#practise());
    this.game.on('step', () => this.#keepAddress());
    this.game.about.append(this.#exits());
    this.list = new GameList(app.engine, (game) => (location.hash = `review=${gameAddress(game, 0)}`));
    this.report = new ReportPage(app.engine);
    this.files = filesPicker((files) => this.app.take(files));
    this.again = button('Your replays together', () => this.app.go(`review=${FILES}`), { icon: 'review', title: 'The report on the files that you opened' });
    show(this.again, false);
    this.folders = filesPicker((files) => this.#openFolder(files), true);
    const waysIn = element('p', {}, element('a', { href: '#play', textContent: 'Play' }), WAYS_IN);
    this.welcome = element('div', { className: 'empty' }, element('p', { textContent: ABOUT }), waysIn);
    this.bar = element('progress', { max: 1, value: 0, 'aria-label': 'Moves reviewed' });
    this.count = element('p', { className: 'hint', 'aria-live': 'polite' });
    this.wait = element('div', { className: 'review-wait', hidden: true }, element('p', { textContent: 'Reviewing every move…' }), this.bar, this.count, button('Stop', () => this.loading?.stop(), { icon: 'stop', className: 'small' }));
    this.heading = element('h1', { className: 'unseen', textContent: 'Review' });
    this.root = element('div', { className: 'view board-view review' }, this.heading, this.welcome, this.wait, this.game.root, this.report.root, this.#panel());
    const look = () => (this.game.board.look = this.app.store.look);
    look();
    this.app.store.on('change', look);
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * @param {string|ViewInput|undefined} what an address, what another view hands over, or nothing for the game that was shown, or the last one
   * @param {AbortSignal} visit
   */
  async enter(what, visit) {
    this.isOpen = true;
    const list = this.list.refresh().catch(complain);
    if (typeof what === 'object' && 'files' in what) return this.#openFolder(what.files, visit);
    const place = typeof what === 'string' ? await addressIn(what, LIMITS.FILE_BYTES) : what ? placeOf(what) : null;
    visit.throwIfAborted();
    if (typeof what === 'string' && !place) note('This link does not lead to a review.', 'error');
    if (place && place.member !== undefined) return this.#enterFolder(place.member, place.step, visit);
    if (place?.source && this.#isShown(place.source)) this.game.go(place.step);
    else if (place?.source) await this.#load(place.source, place.step);
    else if (place) await this.#showReport();
    else if (this.game.review) this.game.go(this.game.step);
    else {
      await list;
      visit.throwIfAborted();
      const [last] = this.list.games;
      if (last) await this.#load({ game: last.game }, 0);
    }
  }

  leave() {
    this.isOpen = false;
    clearTimeout(this.addressing);
    this.game.pause();
    this.report.stop();
  }

  /** The id of the game that is shown, null for a file. */
  get #game() {
    return this.source && 'game' in this.source ? this.source.game : null;
  }

  /** @param {Source} source */
  #isShown(source) {
    if (!this.game.review || !this.source) return false;
    if ('game' in source) return source.game === this.#game;
    if (!('file' in this.source) || source.member !== this.source.member) return false;
    const { file } = this.source;
    return source.file.length === file.length && source.file.every((byte, place) => byte === file[place]);
  }

  /** Ways out of a review: to other views, other people and files. */
  #exits() {
    this.saving = button('Save', () => this.#save(), { icon: 'save' });
    this.exits = element(
      'div',
      { className: 'actions' },
      button('Analyse', () => this.#analyse(), { icon: 'analyse', title: 'Shows this position in Analyse' }),
      button('Game link', () => this.#copyLink().catch(complain), { icon: 'link', title: 'Copies a link to this review, with the whole game in it' }),
      button('Board link', () => this.#copyBoardLink().catch(complain), { icon: 'link', title: 'Copies a link to play the same board' }),
      this.saving,
    );
    return this.exits;
  }

  #panel() {
    const report = button('Your games together', () => this.app.go(`review=${REPORT}`), { icon: 'review', title: 'How often you guessed, with how much luck, and what you missed' });
    const open = button('Open replays', () => this.files.click(), { icon: 'open', title: 'One replay to go through, or many for a report' });
    const folder = button('Open a folder of replays', () => this.folders.click(), { icon: 'open', title: 'A report on all replays in a folder' });
    const games = section('Finished games', report, this.again, open, folder, this.files, this.folders, this.list.root);
    return element('aside', { className: 'panel', 'aria-label': 'Games and figures' }, this.game.about, this.game.beside.root, games);
  }

  /** Reviews many files for one report. @param {import('../ui/file_picker.js').NamedFile[]} files @param {AbortSignal} [visit] */
  async #openFolder(files, visit = this.app.visit.signal) {
    const folder = new Folder(this.engine, await replaysAmong(this.engine, files));
    const most = LIMITS.FOLDER_FILES;
    if (!folder.files.length) note('There are no replays among these files.', 'error');
    else if (folder.files.length > most) note(`A report takes at most ${whole(most)} files.`, 'error');
    else {
      this.report.folder = folder;
      show(this.again, true);
      if (!visit.aborted) this.app.go(`review=${FILES}`);
    }
  }

  /** Shows a game of the files that were chosen, or their report. @param {number|null} member @param {number} step @param {AbortSignal} visit */
  async #enterFolder(member, step, visit) {
    const source = member === null ? null : await this.report.folder?.game(member);
    visit.throwIfAborted();
    if (!this.report.folder || (member !== null && !source)) {
      this.#close();
      this.welcome.textContent = 'The page no longer has these replays. Open them again.';
      show(this.welcome, true);
    } else if (!source) {
      this.#showPage();
      await this.report.loadFiles();
    } else if (this.#isShown(source)) this.game.go(step);
    else await this.#load(source, step);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    if (!this.isOpen || takesText(target) || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (target === this.game.timeline.slider && key !== 'n' && key !== 'b') return; // it takes the other keys itself
    if (key === ' ' && target instanceof Element && target.closest('button, a, input, summary')) return;
    if (this.game.press(key)) event.preventDefault();
  }

  /** @param {Source} source @param {number} step */
  async #load(source, step) {
    this.#close();
    this.#progress({ done: 0, of: 1 });
    show(this.wait, true);
    const request = 'file' in source ? { file: source.file, replay: source.replay } : source;
    /** @type {import('../engine_client.js').Inquiry<import('../answers.js').Review>} */
    const inquiry = this.engine.review(request, (progress) => inquiry === this.loading && this.#progress(progress));
    this.loading = inquiry;
    try {
      const review = await inquiry.answer;
      /** The address of a file without the move. Old browsers cannot make one. */
      const stem = 'file' in source ? await fileAddress(source.file).catch(() => null) : null;
      if (inquiry !== this.loading) return;
      this.source = source;
      this.stem = stem;
      show(this.wait, false);
      show(this.saving, this.#game !== null);
      show(this.exits, review.board.topology !== 'graph'); // no other view has such boards, and no format
      this.game.open(review, step, request, this.list.games);
      this.list.mark(this.#game);
    } catch (error) {
      if (inquiry !== this.loading || ('file' in source && this.app.takeSeveral(error, source.file))) return;
      this.#refuse(error.type === 'cancelled' ? 'Stopped. Choose a game or drop a replay file.' : error.message);
    }
  }

  /** Says why no review is shown. @param {string} why */
  #refuse(why) {
    this.welcome.textContent = why;
    show(this.wait, false);
    show(this.welcome, true);
    announce(why);
  }

  async #showReport() {
    this.#showPage();
    await this.report.load();
  }

  #showPage() {
    this.#close();
    show(this.report.root, true);
    show(this.heading, false); // the report has its own
  }

  /** Shows neither a review nor the report any more. */
  #close() {
    this.loading?.stop();
    this.loading = null;
    this.report.stop();
    this.game.close();
    clearTimeout(this.addressing);
    this.source = null;
    this.list.mark(null);
    for (const part of [this.welcome, this.wait, this.report.root]) show(part, false);
    show(this.heading, true);
  }

  /** @param {{done: number, of: number}} progress */
  #progress({ done, of }) {
    this.bar.value = done / of;
    this.count.textContent = done ? `${whole(done)} of ${quantity(of, 'move')}` : '';
  }

  /** Writes the current move in the address, so that a reload or a step back finds it again. */
  #keepAddress() {
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => this.isOpen && keepPlace('review', this.#address), ADDRESS_WAIT);
  }

  get #address() {
    const game = this.#game;
    if (game) return `review=${gameAddress(game, this.game.step)}`;
    const member = this.source && 'file' in this.source ? this.source.member : undefined;
    if (member !== undefined) return `review=${memberAddress(member, this.game.step)}`;
    const address = `review=${this.stem}.${this.game.step + 1}`;
    return this.stem && address.length <= LONGEST_LINK ? address : 'review';
  }

  /** Copies a link that opens this review for anybody. */
  async #copyLink() {
    const game = this.#game;
    const stem = game ? await fileAddress(withoutPointer(await (await this.engine.gameFile(game, 'rawvf')).text())) : this.stem;
    const address = `review=${stem}.${this.game.step + 1}`;
    if (stem && address.length <= LONGEST_LINK) await copyLink(address);
    else note('This game is too long for a link. You can send it as a file.', 'error');
  }

  async #copyBoardLink() {
    const { review, course } = this.game;
    if (!review) return;
    const address = `play=${minesLink(review.board, review.mined, course?.first ?? null, review)}`;
    if (address.length <= LONGEST_LINK) await copyLink(address);
    else note('This board is too large for a link. You can save it as a file.', 'error');
  }

  #save() {
    const { review } = this.game;
    if (this.#game && review) saveGame(this.engine, this.#game, review.board);
  }

  #analyse() {
    const { review, scene } = this.game;
    if (review) this.app.go('analyse', { board: review.board, marks: scene.marks });
  }

  /** Begins a practice game from the position that is shown. */
  #practise() {
    const { course, step, review } = this.game;
    if (!review) return;
    const { board, mined, win, on_mine: onMine, question_marks: questions } = review;
    this.app.go('play', { minefield: { ...board, mined }, actions: course?.actions(step), win, on_mine: onMine, question_marks: questions });
  }
}

/** What another view hands over, in the form of an address that was read. @param {Exclude<ViewInput, {files: unknown}>} what @returns {import('./review_address.js').Place} */
function placeOf(what) {
  if ('game' in what) return { source: { game: what.game }, step: 0 };
  return { source: { file: typeof what.file === 'string' ? new TextEncoder().encode(what.file) : what.file }, step: 0 };
}

/** A replay without the path of the pointer, which would make a link some ten times as long. @param {string} rawvf */
const withoutPointer = (rawvf) => new TextEncoder().encode(rawvf.replace(/^\S+ mv .*\n?/gm, ''));
