"""Read screenshots by the page, in Chromium, and by the library: what they say, and how long they take.

    make page && python benchmarks/page/pictures.py FOLDER [TURNS]

FOLDER has the pictures, as for `benchmarks/screen/real_pictures.py`. Each is read without its number of
mines. The times are the medians of all turns, from the bytes of the file to the reading: of the library, and
of the page, which has a worker decode and read it.
"""

from __future__ import annotations

import base64
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.pages import launch, open_page
from support.static_site import static_site

import sapper

# A byte is added for each turn, so that nothing is known from the turn before.
ASK = """async ([content, turn]) => {
    const bytes = Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0));
    const longer = new Uint8Array(bytes.length + turn);
    longer.set(bytes);
    const begun = performance.now();
    const answer = await askHost({ type: 'read', content: longer });
    return [performance.now() - begun, answer];
}"""


def by_library(content: bytes) -> Any:
    """What the library reads, as the page says it, or its error."""
    try:
        reading = sapper.read_picture(content)
    except sapper.SapperError as error:
        return str(error)
    position, index = reading.position, reading.position.topology.index
    marks = position.marks.ravel().tolist()
    questions = [
        ([*map(index, each.cells)], [*each.options], [f"{chance:.6f}" for chance in each.chances])
        for each in reading.questions
    ]
    shape = [*position.topology.shape]
    return shape, position.mines, marks, questions, [*reading.unclear_ends], reading.doubtful


def by_page(answer: dict[str, Any]) -> Any:
    """The same of the answer of the page."""
    if answer["type"] == "error":
        return answer["error"]["message"]
    position = answer["position"]
    questions = [
        (each["cells"], each["marks"], [f"{chance:.6f}" for chance in each["chances"]])
        for each in answer["questions"]
    ]
    shape, mines, marks = position["shape"], position["mines"], position["marks"]
    return shape, mines, marks, questions, answer["unclear_ends"], answer["doubtful"]


def main() -> None:
    """Print a line for each picture."""
    folder, turns = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    kinds = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"}
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in kinds)
    same = 0
    with sync_playwright() as playwright, static_site() as site:
        browser = launch(playwright)
        page = open_page(browser.new_context(), site.address)
        page.show("settings")
        page.page.evaluate(ASK, [base64.b64encode(paths[0].read_bytes()).decode(), 0])  # loads the reader
        for path in paths:
            content = path.read_bytes()
            times: list[list[float]] = [[], []]
            library = web_answer = None
            for turn in range(turns):
                start = time.perf_counter()
                library = by_library(content)
                times[0].append(time.perf_counter() - start)
                milliseconds, answer = page.page.evaluate(ASK, [base64.b64encode(content).decode(), turn])
                times[1].append(milliseconds / 1000)
                web_answer = by_page(answer)
            agrees = web_answer == library
            same += agrees
            native, web = map(statistics.median, times)
            print(f"{native:6.2f} s {web:6.2f} s  {'same' if agrees else 'DIFFERS'}  {path.name}", flush=True)
            if not agrees:
                print("   ", str(library)[:300], "\n   ", str(web_answer)[:300])
        browser.close()
    print(f"{same} of {len(paths)} pictures are read the same")


if __name__ == "__main__":
    main()
