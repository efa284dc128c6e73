/** The page: the settings and the views behind the tabs. */

import { EngineClient, offline } from './engine_client.js';
import { SettingsStore } from './settings/store.js';
import { Places } from './ui/places.js';
import { complain, hush, mountAnnouncer, note } from './ui/announce.js';
import { droppedFiles, namedFiles } from './ui/file_picker.js';
import { element, show, takesText } from './ui/dom.js';
import { icon } from './ui/svg.js';

/** @import { View, ViewInput } from './views.js' */
/** Name, label, and how to load it. @typedef {[string, string, () => Promise<new (app: App) => View>]} Offer */

/** @type {Offer[]} */
const VIEWS = [
  ['play', 'Play', () => import('./play/view.js').then((module) => module.PlayView)],
  ['learn', 'Learn', () => withStyle(import('./learn/view.js'), new URL('./css/views/learn.css', import.meta.url)).then((module) => module.LearnView)],
  ['puzzle', 'Puzzle', () => import('./puzzle/view.js').then((module) => module.PuzzleView)],
  ['review', 'Review', () => withStyle(import('./review/view.js'), new URL('./css/views/review.css', import.meta.url)).then((module) => module.ReviewView)],
  ['analyse', 'Analyse', () => import('./analyse/view.js').then((module) => module.AnalyseView)],
  ['statistics', 'Statistics', () => withStyle(import('./statistics/view.js'), new URL('./css/views/statistics.css', import.meta.url)).then((module) => module.StatisticsView)],
  ['settings', 'Settings', () => import('./settings/view.js').then((module) => module.SettingsView)],
  ['simulate', 'Simulate', () => import('./simulate/view.js').then((module) => module.SimulateView)],
];

/**
 * What is loading, once its stylesheet is there, too.
 * @template Module @param {Promise<Module>} loading @param {URL} sheet
 */
async function withStyle(loading, { href }) {
  const link = element('link', { rel: 'stylesheet', href });
  const styles = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
  document.head.append(link);
  const [module] = await Promise.all([loading, styles]);
  return module;
}

/** How a ZIP archive begins; the second is empty. */
const ZIPS = ['PK\x03\x04', 'PK\x05\x06'];

/** @param {string} selector */
const part = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** What the views stand in. */
export class App {
  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    this.store = new SettingsStore();
    this.engine = new EngineClient(connection);
    /** @type {Map<string, View>} */
    this.views = new Map();
    /** @type {View|null} */
    this.current = null;
    /** Ends when the player goes anywhere else. Views load slowly, and only the last one asked for is shown. */
    this.visit = new AbortController();
    /** What the next view should show. @type {ViewInput[keyof ViewInput]|undefined} */
    this.input = undefined;
    this.isGreeted = false;
    /** Whether the last view could not be loaded. */
    this.missing = false;
    this.main = part('main');
    this.places = new Places();
    this.tabs = part('.tabs');
    this.here = element('span', { className: 'label' });
    part('.views-button').append(icon('menu'), this.here, element('span', { className: 'unseen', textContent: ', all views' }));
    this.connection = part('.connection');
    new ResizeObserver(() => this.#measure()).observe(part('.top'));
    this.#theme();
    this.store.on('change', () => this.#theme());
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.store.emit('change', null));
    this.engine.on('hello', (hello) => this.#hello(hello));
    this.engine.on('unkept', ({ text, reload }) =>
      note(text, 'error', reload ? { label: 'Reload', press: () => window.location.reload() } : { label: 'Statistics', press: () => this.go('statistics') }),
    );
    this.engine.on('loading', ({ late }) => (late ? this.#offline() : this.#remote()));
    this.engine.on('offline', () => this.#offline());
    this.engine.on('remote', () => this.#remote());
    document.addEventListener('keydown', () => (document.documentElement.dataset.keyboard = ''), true);
    document.addEventListener('pointerdown', () => delete document.documentElement.dataset.keyboard, true);
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      if (!event.dataTransfer) return;
      const text = event.dataTransfer.getData('text/plain');
      droppedFiles(event.dataTransfer).then((files) => this.take(files, text)).catch(complain);
    });
    document.addEventListener('paste', (event) => this.#paste(event));
    /** Whether the middle button was used last. On Linux it pastes what is selected anywhere, but here it chords. */
    this.isMiddle = false;
    for (const kind of ['pointerdown', 'mousedown', 'mouseup', 'auxclick', 'keydown']) {
      document.addEventListener(kind, (event) => (this.isMiddle = event instanceof MouseEvent && event.button === 1), { capture: true });
    }
    window.addEventListener('hashchange', () => {
      this.places.change();
      this.#route();
    });
    this.waiting = setTimeout(() => this.#offline(), 800);
  }

  /**
   * Shows a view.
   * @template {string} Name @param {Name} name @param {Name extends keyof ViewInput ? ViewInput[Name] : never} [what] what the view should show
   */
  go(name, what) {
    this.input = what;
    if (location.hash === `#${name}`) this.#route();
    else location.hash = name;
  }

  /** Goes where a link to this page leads, or one to what another copy of it shows. @param {string} text @returns {boolean} whether the text is one */
  follow(text) {
    const link = /^\s*<?(https?:\/\/[^\s#<>]+)(?:#([a-z]+(?:=[^\s<>]+)?))?>?\s*$/i.exec(text);
    if (link === null || !URL.canParse(link[1])) return false;
    const { origin, pathname } = new URL(link[1]);
    const [, , place = 'play'] = link;
    const isHere = origin === location.origin && pathname === location.pathname;
    const leads = VIEWS.some(([name]) => place.startsWith(`${name}=`) || (isHere && place === name));
    if (leads) location.hash = place;
    return leads;
  }

  /**
   * Takes files or a text from anywhere. Review takes many files, the sessions in EVFS, and a file that is a replay by its name,
   * even if it cannot be read. Statistics takes archives of games. The content of any other decides which view shows it.
   * @param {import('./ui/file_picker.js').NamedFile[]} files @param {string} [text] if there are no files
   */
  async take(files, text = '') {
    if (!files.length && this.follow(text)) return;
    if (files.length > 1 || /\.evfs$/i.test(files[0]?.[0])) {
      this.go('review', { files });
      return;
    }
    const content = files.length ? new Uint8Array(await files[0][1].arrayBuffer()) : text;
    if (!content.length) {
      note(`${files.length ? `“${files[0][0]}” is empty` : 'This is empty'}: there is nothing to read.`, 'error');
      return;
    }
    if (typeof content !== 'string' && ZIPS.includes(String.fromCharCode(...content.subarray(0, 4)))) {
      this.go('statistics', { archive: content });
      return;
    }
    if (files.length) {
      const { replaysAmong } = await import('./review/folder.js');
      const [replay] = await replaysAmong(this.engine, files).catch(() => []);
      if (replay) {
        this.go('review', { file: content });
        return;
      }
    }
    this.go('analyse', { content });
  }

  /** Takes what is pasted anywhere on the page: a picture or another file, or a text unless it goes into a field. @param {ClipboardEvent} event */
  #paste({ clipboardData, target }) {
    const files = namedFiles(clipboardData?.files ?? []);
    const text = clipboardData?.getData('text/plain') ?? '';
    if (takesText(target) && (text !== '' || !files.length)) return; // a spreadsheet gives a picture of its text, too
    if (this.isMiddle) return;
    this.take(files, text).catch(complain);
  }

  /**
   * Makes a report of a file that holds several replays, if an error says that it does. Returns whether it does.
   * @param {Error} error @param {Uint8Array|string} content
   */
  takeSeveral({ message }, content) {
    const several = /^evfs: this file holds [1-9]/i.test(message);
    if (several) this.go('review', { files: [['replays.evfs', new File([/** @type {BlobPart} */ (content)], 'replays.evfs')]] });
    return several;
  }

  #offline() {
    this.connection.textContent = 'Loading the engine…';
    show(this.connection, true);
  }

  /** Says whether Python is behind the page. */
  #remote() {
    const { away } = this.engine;
    this.connection.textContent = away;
    show(this.connection, away !== '');
  }

  /** @param {import('./answers.js').Hello} hello */
  #hello(hello) {
    clearTimeout(this.waiting);
    this.#remote();
    if (this.isGreeted) {
      if (this.missing) this.#route();
      return;
    }
    this.isGreeted = true;
    this.store.join(this.engine, hello.settings);
    this.tabs.append(...VIEWS.map(([name, label]) => element('a', { href: `#${name}`, textContent: label, dataset: { view: name } })));
    this.#route();
  }

  /** Tells the styles how high the bar at the top is. It has more than one row if there is no room for all of it in one. */
  #measure() {
    document.documentElement.style.setProperty('--top', `${part('.top').getBoundingClientRect().height}px`);
  }

  #theme() {
    document.documentElement.dataset.theme = this.store.theme;
  }

  async #route() {
    if (!this.isGreeted || location.hash === '#main') return;
    const [link, ...rest] = location.hash.slice(1).split('=');
    const offer = VIEWS.find(([one]) => one === link);
    if (link && !offer) note('This link does not lead to any view.', 'error');
    const [name, label, load] = offer ?? VIEWS[0];
    const what = this.input ?? (rest.length ? rest.join('=') : undefined);
    this.input = undefined;
    this.visit.abort();
    const { signal } = (this.visit = new AbortController());
    this.missing = false;
    try {
      const view = await this.#view(name, label, load);
      if (signal.aborted) return;
      const other = this.current !== view;
      if (other) {
        this.current?.leave();
        hush();
      }
      this.current = view;
      if (this.main.firstElementChild !== view.root) this.main.replaceChildren(view.root);
      this.#markTab(name, label);
      if (rest.length && !view.enter.length) note(`This link does not lead to anything in ${label}.`, 'error');
      await view.enter(what, signal);
      if (signal.aborted) return;
      this.places.show();
      document.documentElement.dataset.ready = name;
    } catch (error) {
      if (error !== signal.reason) complain(error);
    }
  }

  /** Gives up on a view for now. It is tried again when the engine is back. @param {string} label @param {string} why @returns {never} */
  #miss(label, why) {
    this.missing = true;
    throw offline(`${label} could not be loaded. ${why}`);
  }

  /**
   * Loads a view when it is first opened. If that fails, it tries once more, which helps in browsers that ask for the module again.
   * Many never do. So while the engine is away, and the network with it, it does not even try.
   * @param {string} name @param {string} label @param {Offer[2]} load @returns {Promise<View>}
   */
  async #view(name, label, load) {
    const entry = this.views.get(name);
    if (entry) return entry;
    if (!this.engine.online) this.#miss(label, offline().message);
    const View = await load().catch(load).catch((error) => {
      console.error(error); // the reason, for whoever looks into it
      return this.#miss(label, 'Reload the page to try again.');
    });
    const view = this.views.get(name) ?? new View(this); // another visit may have made it in the meantime
    this.views.set(name, view);
    return view;
  }

  /** @param {string} name @param {string} label */
  #markTab(name, label) {
    document.title = name === 'play' ? 'Sapper' : `${label} – Sapper`;
    this.here.textContent = label;
    if (this.tabs.matches(':popover-open')) this.tabs.hidePopover();
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.tabs.querySelectorAll('a'))) {
      if (tab.dataset.view === name) {
        tab.setAttribute('aria-current', 'page');
        tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else tab.removeAttribute('aria-current');
    }
  }
}

/** @param {import('./connection.js').Connection} connection */
export function start(connection) {
  mountAnnouncer();
  new App(connection);
}
