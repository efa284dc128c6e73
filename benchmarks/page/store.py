"""Measure the page with many kept games in a real browser: the start of its worker, statistics and list.

    make page && python benchmarks/page/store.py [GAMES [PAGE]]

The games are put where earlier versions kept them, so the first start also takes them over. PAGE is a folder
with another build of the page, to compare with. The times are in milliseconds: from the start of the worker
to its first message, and of the messages that *Statistics* and *Review* ask.
"""

import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.pages import launch
from support.static_site import PATH, SITE, static_site

TURNS = 5

# Games of four categories, won and lost, over three years.
FILL = """async (count) => {
    const request = indexedDB.open('sapper', 3);
    request.onupgradeneeded = () => {
        for (const table of ['games', 'moves', 'about', 'runs', 'reviews'])
            request.result.createObjectStore(table);
    };
    const database = await new Promise((done) => (request.onsuccess = () => done(request.result)));
    const began = Date.now() - 3 * 365 * 86400000;
    const levels = { beginner: [9, 9, 10], intermediate: [16, 16, 40], expert: [16, 30, 99] };
    const kinds = ['beginner opening', 'intermediate opening', 'expert opening', 'expert fair'];
    for (let from = 0; from < count; from += 1000) {
        const transaction = database.transaction('games', 'readwrite');
        for (let i = from; i < Math.min(count, from + 1000); i++) {
            const [level, first_click] = kinds[i % kinds.length].split(' ');
            const [rows, columns, mines] = levels[level];
            const board = { topology: 'square', shape: [rows, columns], mines };
            const rules = { first_click, variant: 'normal', win: 'cleared', on_mine: 'stop' };
            const fair = { method: 'uniform', mine_count: true, rule: null };
            const rest = { question_marks: false, seed: BigInt(i), mined: null, fair, counts_not: [] };
            const bytes = crypto.getRandomValues(new Uint8Array(12));
            const id = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
            const started_at = Math.floor(began + (i / count) * 3 * 365 * 86400000);
            const elapsed_ms = 20000 + ((i * 7919) % 100000);
            const standing = i % 3 === 0 ? 'won' : 'lost';
            const category = JSON.stringify({ board, level, ...rules });
            const ended_at = started_at + elapsed_ms;
            transaction.objectStore('games').put({
                id, origin: { ...rules, ...rest, first: null, start: null, daily: null, board }, category,
                status: standing, moves: 60, clicks: 80, elapsed_ms, running: false, counts_not: [],
                three_bv: 60, standing, result_at: ended_at, started_at, changed_at: ended_at, ended_at,
            }, id);
        }
        await new Promise((done) => (transaction.oncomplete = done));
    }
    database.close();
}"""

MEASURE = """async ([script, name, turns]) => {
    const times = { start: [], statistics: [], list: [] };
    for (let turn = 0; turn < turns; turn++) {
        let began = performance.now();
        const worker = new Worker(script, { type: 'module', name });
        const heard = () => new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
        const taken = () => Math.round(performance.now() - began);
        worker.postMessage({ socket: '' }); // no Python is behind the page
        await heard();
        times.start.push(taken());
        const requests = { statistics: { type: 'statistics' }, list: { type: 'games', status: 'over' } };
        for (const [kind, request] of Object.entries(requests)) {
            began = performance.now();
            worker.postMessage({ id: 1, ...request });
            const answer = await heard();
            if (answer.type === 'error') throw new Error(JSON.stringify(answer));
            times[kind].push(taken());
        }
        worker.terminate();
        await new Promise((done) => setTimeout(done, 300));
    }
    return times;
}"""


def main() -> None:
    """Print a table: without games, at the first start with them, later."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else SITE
    (script,) = (folder / "static").glob("worker-*.js")
    with sync_playwright() as playwright, static_site(folder=folder) as site:
        browser = launch(playwright)
        for games in (0, count):
            page = browser.new_context(service_workers="block").new_page()
            page.goto(f"{site.address}/licence")  # an address of this origin that starts no worker
            page.evaluate(FILL, games)
            place = [f"{site.address}/static/{script.name}", f"{PATH}/"]
            for turns in (1, TURNS):
                figures = page.evaluate(MEASURE, [*place, turns])
                medians = {kind: statistics.median(times) for kind, times in figures.items()}
                print(f"{games:6} games, {'first' if turns == 1 else 'later'}:", medians, figures)
        browser.close()


if __name__ == "__main__":
    main()
