// What the worker keeps, in a database like that of browsers. The arguments are the folder with the package and the page, and
// the name of one of the cases below. It fails with an assertion.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const at = (path) => new URL(path, pathToFileURL(process.argv[2]));
await import(at("../node_modules/fake-indexeddb/auto/index.mjs"));
const { load } = await import(at("js/index.js"));
const { Host } = await import(at("page/host/host.js"));
const { LIMITS } = await import(at("page/host/limits.js"));
const { GameStore } = await import(at("page/host/storage.js"));
const { zipSync, unzipSync } = await import(at("../node_modules/fflate/esm/index.mjs"));

const sapper = await load();
const DENSE = { topology: "square", shape: [3, 3], mines: 5 };

/** A tab: a host with a store of its own. */
class Tab {
  static async open(address) {
    const tab = new Tab();
    Object.assign(tab, { news: [], waiting: new Map(), id: 0 });
    tab.store = await GameStore.open(address);
    tab.host = new Host(sapper.engine, sapper.version, tab.store, { size: 1, begin: () => {} }, (message) => tab.#hear(message));
    await tab.host.greet();
    return tab;
  }

  get hello() {
    return this.news.find(({ type }) => type === "hello");
  }

  get unkept() {
    return this.news.filter(({ type }) => type === "unkept").map(({ text }) => text);
  }

  send(type, fields, more = () => {}) {
    const id = ++this.id;
    const answer = new Promise((resolve) => this.waiting.set(id, { resolve, more }));
    this.host.hear({ type, id, ...fields });
    return { id, answer };
  }

  ask(type, fields) {
    return this.send(type, fields).answer;
  }

  act(game, kind, cell, key = `${Math.random()}`) {
    return this.ask("act", { game, kind, cell, key });
  }

  /** Loses a game, and names it and the safe cells that are left. */
  async lose() {
    for (;;) {
      const { game } = await this.ask("new", { board: DENSE, first_click: "safe" });
      let update;
      let cell = 8;
      do update = await this.act(game, "open", cell);
      while (update.status === "playing" && --cell >= 0);
      if (update.status === "lost") return { game, safe: [7, 6, 5, 4, 3, 2, 1, 0].filter((each) => each < cell && !update.end.mined.includes(each)) };
    }
  }

  async win() {
    const { game } = await this.ask("new", { board: { ...DENSE, mines: 0 }, first_click: "safe" });
    assert.equal((await this.act(game, "open", 1)).status, "won");
    return game;
  }

  /** All that the views list. */
  async all() {
    const lists = ["over", "unfinished", "playing"].map((status) => this.ask("games", { status }));
    const report = await this.ask("report");
    return { lists: await Promise.all(lists), statistics: await this.ask("statistics"), report, daily: await this.ask("daily") };
  }

  #hear(message) {
    const question = this.waiting.get(message.id);
    const { id, ...answer } = message;
    if (question === undefined) this.news.push(message);
    else if (message.more) question.more(message);
    else question.resolve(answer);
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));

/** Makes a database anew as version 1 had it, where a drawn game was called "cleared". */
async function makeOld(name) {
  const database = await done(indexedDB.open(name));
  const names = [...database.objectStoreNames];
  const from = database.transaction(names);
  const tables = names.map((table) => from.objectStore(table));
  const rows = await Promise.all(tables.map((table) => done(table.getAll())));
  const shapes = tables.map((table) => [table.keyPath, [...table.indexNames].map((index) => [index, table.index(index).keyPath])]);
  database.close();
  await done(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () =>
    shapes.forEach(([keyPath, indexes], i) => {
      const store = opening.result.createObjectStore(names[i], { keyPath });
      for (const [index, path] of indexes) store.createIndex(index, path);
    });
  const old = await done(opening);
  const to = old.transaction(names, "readwrite");
  const oldNames = (row) => ({
    ...row,
    ...("status" in row && { status: row.status.replace("drawn", "cleared"), standing: row.standing.replace("drawn", "cleared") }),
    ...("shelf" in row && { text: row.text.replaceAll(',"drawn",', ',"cleared",') }),
  });
  await Promise.all(rows.flatMap((its, i) => its.map((row) => done(to.objectStore(names[i]).put(oldNames(row))))));
  old.close();
}

/** The databases that are opened from now on. */
function databasesOpen() {
  const open = indexedDB.open.bind(indexedDB);
  const databases = [];
  indexedDB.open = (...all) => {
    const opening = open(...all);
    opening.addEventListener("success", () => databases.push(opening.result));
    return opening;
  };
  return databases;
}

/** Loses, wins, takes back, leaves and forgets. */
async function playSome(tab) {
  await tab.lose();
  await tab.win();
  const { game } = await tab.ask("new", { board: { level: "beginner" }, seed: "1" });
  await tab.act(game, "open", 40);
  await tab.ask("new", { board: { level: "beginner" } });
  assert.equal((await tab.ask("undo", { game: (await tab.lose()).game })).status, "playing");
  await tab.win();
  for (const { game: running } of (await tab.ask("games", { status: "playing" })).games) await tab.ask("leave", { game: running });
  return { left: game };
}

async function exportAll(tab) {
  const files = unzipSync((await tab.ask("archive")).bytes);
  const lines = new TextDecoder().decode(files["games.jsonl"]).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { files, lines };
}

function refuse(error) {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw error;
  };
  return () => (IDBObjectStore.prototype.put = put);
}

const CASES = {
  /** A new tab finds all that the one before had, and so does one that keeps nothing outside its memory. */
  async "it outlasts the tab"() {
    const first = await Tab.open("/a/");
    assert.deepEqual([first.hello.player, first.hello.game], ["new", null]);
    await playSome(first);
    const before = await first.all();
    assert.ok(before.lists[0].games.length >= 3);
    assert.equal(before.statistics.categories.length, 2);
    assert.equal(before.report.games, before.lists[0].games.length + 1); // the loss that was taken back
    await first.ask("save_settings", { settings: { a: 1 } });
    const second = await Tab.open("/a/");
    assert.deepEqual([second.hello.player, second.hello.settings, second.hello.game], ["known", { a: 1 }, null]);
    assert.deepEqual(await second.all(), before);
    assert.deepEqual(second.unkept, []);
    await second.ask("forget_statistics");
    assert.deepEqual((await first.ask("statistics")).categories, []);
  },

  /** Moves of the assistant go many at a time, and each looks whether the game is over. */
  async "the standing is asked once for each change"() {
    const tab = await Tab.open("/a/");
    const { game } = await tab.ask("new", { board: { level: "expert" }, first_click: "fair", seed: "1" });
    await tab.act(game, "open", 200);
    const { engine } = sapper;
    const call = engine.call.bind(engine);
    let standings = 0;
    engine.call = (name, ...rest) => {
      standings += name === "standing";
      return call(name, ...rest);
    };
    const { moves } = await tab.ask("assist", { game, action: "run", flags: true });
    assert.ok(moves > 100 && standings <= moves + 10);
  },

  async "a daily board that waits for the engine keeps no other game waiting"() {
    const tab = await Tab.open("/a/");
    const { game } = await tab.ask("new", { board: { level: "beginner" } });
    const { complete } = sapper.engine;
    const here = new Promise((resolve) => (tab.load = resolve));
    sapper.engine.complete = () => here;
    const daily = tab.send("new", { daily: "expert" });
    const run = tab.send("watch", { run: "none" });
    assert.equal((await tab.act(game, "open", 40)).moves, 1);
    await tab.ask("stop", { request: daily.id });
    tab.load();
    assert.equal((await daily.answer).error.type, "cancelled");
    assert.equal((await run.answer).error.type, "unknown");
    sapper.engine.complete = complete;
    const [one, other] = await Promise.all([1, 2].map(() => tab.ask("new", { daily: "beginner" })));
    assert.equal(one.game, other.game);
  },

  async "two tabs are in step"() {
    const [one, other] = [await Tab.open("/a/"), await Tab.open("/a/")];
    const { game } = await one.ask("new", { board: { level: "beginner" }, first_click: "safe", seed: "1" });
    await other.ask("resume", { game });
    await one.act(game, "open", 40);
    await settle();
    const state = other.news.find(({ type }) => type === "state");
    assert.deepEqual([state.game, state.moves], [game, 1]);
    const [first, second] = await Promise.all([one.act(game, "flag", 0), other.act(game, "flag", 1)]); // neither has heard of the other
    assert.deepEqual([first.type, second.type], ["act", "act"]);
    await settle();
    const states = await Promise.all([one, other].map((tab) => tab.ask("resume", { game })));
    assert.deepEqual(states.map(({ moves }) => moves), [3, 3]);
    assert.deepEqual(states[0].marks, states[1].marks);
    await Promise.all([one.act(game, "flag", 2, "same"), other.act(game, "flag", 2, "same")]);
    assert.equal((await one.ask("resume", { game })).moves, 4);
    await one.ask("assist", { game, action: "step", hint: 0, flags: true }); // which is help
    await other.act(game, "flag", 3);
    await settle();
    assert.deepEqual((await one.ask("resume", { game })).counts_not, (await other.ask("resume", { game })).counts_not);
    assert.equal((await Tab.open("/a/")).hello.game, game);
  },

  async "without room it plays, says so once, and exports"() {
    const first = await Tab.open("/a/");
    const game = await first.win();
    const room = refuse(new DOMException("no room", "QuotaExceededError"));
    const tab = await Tab.open("/a/");
    await tab.win();
    await tab.lose();
    assert.equal(tab.unkept.length, 1);
    assert.match(tab.unkept[0], /no more room/);
    const { lists, statistics } = await tab.all();
    assert.ok(lists[0].games.length >= 3);
    assert.equal(statistics.categories.reduce((sum, { played: count }) => sum + count, 0), lists[0].games.length);
    assert.equal((await exportAll(tab)).lines.length, lists[0].games.length);
    assert.equal((await tab.ask("resume", { game })).status, "won");
    room();
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000; // it is offered again after a while
    await tab.win();
    assert.equal((await (await Tab.open("/a/")).ask("games", { status: "over" })).games.length, lists[0].games.length + 1);
  },

  async "without a database it plays, says so once, and exports"() {
    for (const open of [() => { throw new DOMException("blocked", "SecurityError"); }, () => ({ addEventListener() {} }), undefined]) {
      if (open === undefined) Object.defineProperty(globalThis, "indexedDB", { value: undefined });
      else indexedDB.open = open;
      const tab = await Tab.open("/a/");
      await playSome(tab);
      assert.equal(tab.unkept.length, 1);
      assert.match(tab.unkept[0], /does not let this page keep/);
      const { lists, statistics, report } = await tab.all();
      assert.ok(lists[0].games.length >= 3);
      assert.deepEqual([statistics.categories.length, report.games], [2, lists[0].games.length + 1]);
      assert.equal((await exportAll(tab)).lines.length, report.games);
    }
  },

  async "what the browser closes is opened again, and the game in play is kept as a whole"() {
    const databases = databasesOpen();
    const tab = await Tab.open("/a/");
    await tab.win();
    const { game } = await tab.ask("new", { board: { level: "beginner" }, first_click: "safe", seed: "1" });
    await tab.act(game, "open", 40);
    databases.forEach((database) => database.close());
    assert.equal((await tab.ask("games", { status: "over" })).games.length, 1); // nothing was deleted
    assert.deepEqual([(await tab.act(game, "flag", 0)).moves, tab.unkept], [2, []]);
    databases.forEach((database) => database.close());
    await new Promise((done) => (indexedDB.deleteDatabase("sapper /a/").onsuccess = done));
    assert.equal((await tab.act(game, "flag", 1)).moves, 3);
    assert.equal(tab.unkept.length, 1);
    assert.match(tab.unkept[0], /has deleted the games and settings/);
    assert.equal((await tab.ask("games", { status: "over" })).games.length, 0);
    const state = await (await Tab.open("/a/")).ask("resume", { game });
    assert.deepEqual(state.marks, (await tab.ask("resume", { game })).marks);
    assert.equal(state.moves, 3);
  },

  async "a game that was played without room is kept as a whole when the player has made room"() {
    const databases = databasesOpen();
    const tab = await Tab.open("/a/");
    const { game } = await tab.ask("new", { board: { level: "beginner" }, first_click: "safe", seed: "1" });
    await tab.act(game, "open", 40);
    const makeRoom = refuse(new DOMException("no room", "QuotaExceededError"));
    await tab.act(game, "flag", 0);
    databases.forEach((database) => database.close());
    await new Promise((done) => (indexedDB.deleteDatabase("sapper /a/").onsuccess = done));
    makeRoom();
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000; // the page tries again after a while
    await tab.act(game, "flag", 1);
    const state = await (await Tab.open("/a/")).ask("resume", { game });
    assert.deepEqual([state.moves, state.marks], [3, (await tab.ask("resume", { game })).marks]);
  },

  async "games that version 1 called cleared are drawn"() {
    const databases = databasesOpen();
    const tab = await Tab.open("/a/");
    await tab.win();
    let status;
    do {
      const { game } = await tab.ask("new", { board: DENSE, first_click: "safe", on_mine: "continue" });
      let cell = 0;
      do ({ status } = await tab.act(game, "open", cell++));
      while (status === "playing");
    } while (status !== "drawn"); // a game is won if no mine lies before the last safe cell
    const [all, { lines, files }] = [await tab.all(), await exportAll(tab)];
    databases.forEach((database) => database.close());
    await makeOld("sapper /a/");
    const later = await Tab.open("/a/");
    const { report, ...rest } = all;
    const { report: again, ...now } = await later.all();
    assert.deepEqual([now, again.won, again.games], [rest, report.won, report.games]);
    const old = lines.map((line) => JSON.stringify(line).replaceAll('"drawn"', '"cleared"')).join("\n");
    assert.ok(old.includes('"cleared"'));
    const content = zipSync({ ...files, "games.jsonl": new TextEncoder().encode(old) });
    assert.equal((await (await Tab.open("/b/")).ask("add_archive", { content })).added, lines.length);
  },

  async "a newer page takes the database, and an older one says so"() {
    const tab = await Tab.open("/a/");
    await tab.win();
    const opening = indexedDB.open("sapper /a/", 99);
    const newer = await done(opening); // the older page makes way
    assert.equal(tab.unkept.length, 0);
    const { game } = await tab.ask("new", { board: DENSE, first_click: "safe" });
    assert.equal((await tab.act(game, "flag", 0)).moves, 1); // it plays on
    assert.equal(tab.unkept.length, 1);
    assert.match(tab.unkept[0], /^A newer version of this page .* Reload this tab/);
    const reader = await Tab.open("/b/");
    await reader.win();
    const other = await done(indexedDB.open("sapper /b/", 99));
    await reader.ask("statistics"); // shows nothing of what was kept, and says why
    assert.deepEqual([reader.unkept, (await Tab.open("/a/")).unkept], [tab.unkept, tab.unkept]);
    newer.close();
    other.close();
  },

  async "a database that cannot be renewed stays as it was"() {
    const databases = databasesOpen();
    await (await Tab.open("/a/")).win();
    databases.forEach((database) => database.close());
    await makeOld("sapper /a/");
    const old = await done(indexedDB.open("sapper /a/"));
    const damage = old.transaction(["results", "games"], "readwrite");
    const [game] = await done(damage.objectStore("games").getAll());
    await done(damage.objectStore("games").put({ ...game, status: "cleared" }));
    await done(damage.objectStore("results").put({ shelf: "damaged" })); // it comes after the games
    old.close();
    const { put } = IDBObjectStore.prototype;
    for (const isEnded of [false, true]) { // also by the browser
      IDBObjectStore.prototype.put = function (...all) {
        const request = put.apply(this, all);
        if (isEnded) this.transaction.abort();
        return request;
      };
      const [text, ...more] = (await Tab.open("/a/")).unkept;
      assert.match(text, /of an older version, and could not be renewed/);
      assert.equal(more.length, 0);
    }
    IDBObjectStore.prototype.put = put;
    const database = await done(indexedDB.open("sapper /a/"));
    const [same] = await done(database.transaction("games").objectStore("games").getAll());
    assert.deepEqual([database.version, same.status], [1, "cleared"]);
    database.close();
  },

  async "a loss that was taken back stays"() {
    const tab = await Tab.open("/a/");
    const { game, safe } = await tab.lose();
    const categoriesOf = async (its) => (await its.ask("statistics")).categories;
    const reportOf = async (its) => its.ask("report");
    const [statistics, report, { lines, files }] = [await categoriesOf(tab), await reportOf(tab), await exportAll(tab)];
    const line = lines.find((each) => each.game === game);
    assert.deepEqual([report.games, report.left_out, line.status], [lines.length, 0, "lost"]);
    await tab.ask("undo", { game });
    for (const cell of [null, ...safe]) {
      if (cell !== null && (await tab.act(game, "open", cell)).status === "won") break;
      assert.deepEqual(await categoriesOf(tab), statistics);
      assert.deepEqual(await reportOf(tab), report);
      const now = await exportAll(tab);
      assert.equal(now.lines.length, lines.length);
      assert.deepEqual(now.lines.find((each) => each.game === game), line);
      assert.deepEqual(now.files[line.file], files[line.file]);
      const elsewhere = await Tab.open(`/other ${cell}/`);
      assert.equal((await elsewhere.ask("add_archive", { content: (await tab.ask("archive")).bytes })).added, lines.length);
      assert.deepEqual(await categoriesOf(elsewhere), statistics);
      assert.deepEqual((await reportOf(elsewhere)).course, report.course); // reviewed there
    }
    assert.equal((await tab.ask("games", { status: "over" })).games[0].status, "won");
    assert.deepEqual(await reportOf(tab), report);
  },

  async "what is imported is bounded, and can be stopped"() {
    const tab = await Tab.open("/a/");
    for (let count = 0; count < 30; count++) await tab.win();
    const archive = (await tab.ask("archive")).bytes;
    const files = unzipSync(archive);
    const other = await Tab.open("/b/");
    const { id, answer } = other.send("add_archive", { content: archive });
    await other.ask("stop", { request: id });
    const part = await answer;
    assert.ok(part.stopped && part.added < 30);
    const rest = await other.ask("add_archive", { content: archive });
    assert.deepEqual([rest.added + part.added, rest.known, rest.stopped], [30, part.added, false]);
    assert.equal(LIMITS.UNPACKED_BYTES, 128 * 2 ** 20);
    const [name] = Object.keys(files).filter((each) => each.endsWith(".rawvf"));
    const withLargeFile = { ...files, [name]: new Uint8Array(3 * 2 ** 20 + 1) };
    const fresh = await Tab.open("/c/");
    const result = await fresh.ask("add_archive", { content: zipSync(withLargeFile) });
    assert.deepEqual([result.added, result.damaged_count], [29, 1]);
    assert.match(result.damaged[0].reason, /more than 3 MiB/);
    const spoilt = archive.slice();
    spoilt.fill(0, 40, 80);
    assert.equal((await (await Tab.open("/d/")).ask("add_archive", { content: spoilt })).damaged_count, 1);
  },
};

await CASES[process.argv[3]]();
process.exit(0);
