"""What other programs find in a replay: ms_toollib, and flop-player, which runs in a browser.

Neither comes with Sapper. `pip install ms_toollib` installs the one. The other is the folder of a built
flop-player, with its `index.html`: the page calls `flop.parseFiles` in it, as any site does.
"""

from __future__ import annotations

import importlib
import json
import math
import mimetypes
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import sapper
from sapper.replays.replay import Replay

Answer = dict[str, Any]
"""What a program says of a file: `mines` (rows of bool), `seconds`, and its figures by name."""


@dataclass(frozen=True)
class OwnFigures:
    """What Sapper finds in a file."""

    replay: Replay
    game: sapper.GameMetrics
    mouse: sapper.MouseMetrics
    seconds: float | None
    """The time that Sapper finds; that of `game` can be another one."""

    @cached_property
    def pluck(self) -> float | None:
        """The luck as ms_toollib states it; a lost game has none."""
        return -math.log10(sapper.review(self.replay).luck) if self.game.status == "won" else None

    @property
    def counts_alike(self) -> bool:
        """Whether ms_toollib counts the same clicks: also those off the board, and of flags those on mines.

        Of a lost game it does not count the click on the mine.
        """
        game, mouse = self.game, self.mouse
        same_flags = game.flag_clicks == mouse.flagged_mines
        return game.status != "lost" and game.clicks == mouse.button_clicks and same_flags

    def at_its_time(self, rate: float | None) -> float | None:
        """A rate per second at the time of `game`."""
        if rate is None or not self.seconds or not self.game.seconds:
            return None
        return rate * self.seconds / self.game.seconds

    @property
    def whole_path(self) -> float | None:
        """The way of the pointer for flop-player: also before the first opening, and off the board."""
        if self.mouse.path is None:
            return None
        places = [event.pixel for event in self.replay.events if event.pixel is not None]
        return sum(math.dist(*pair) for pair in pairwise(places)) * 16 / self.replay.cell_size


Figure = Callable[[OwnFigures], float | None]

TOOLLIB_CLASSES: Final = {".avf": "AvfVideo", ".rmv": "RmvVideo", ".mvf": "MvfVideo", ".evf": "EvfVideo"}
TOOLLIB: Final[dict[str, Figure]] = {
    "row": lambda own: own.game.board.minefield.shape[0],
    "column": lambda own: own.game.board.minefield.shape[1],
    "mine_num": lambda own: own.game.board.board.mines,
    "bbbv": lambda own: own.game.board.three_bv,
    "bbbv_solved": lambda own: own.game.solved,
    "op": lambda own: own.game.board.openings,
    "isl": lambda own: own.game.board.islands,
    "zini": lambda own: own.game.board.zini,
    "hzini": lambda own: own.game.board.hzini,
    "left": lambda own: own.mouse.left_clicks,
    "right": lambda own: own.mouse.right_clicks,
    "double": lambda own: own.mouse.double_clicks,
    "cl": lambda own: own.mouse.button_clicks,
    "lce": lambda own: None if own.game.status == "lost" else own.game.open_clicks,
    "rce": lambda own: own.mouse.flagged_mines,
    "dce": lambda own: own.game.chord_clicks,
    "ce": lambda own: own.game.effective_clicks if own.counts_alike else None,
    "ioe": lambda own: own.game.ioe if own.counts_alike else None,
    "corr": lambda own: own.game.correctness if own.counts_alike else None,
    "thrp": lambda own: own.game.throughput if own.counts_alike else None,
    "flag": lambda own: own.mouse.flags,
    "path": lambda own: own.mouse.path,
    "pluck": lambda own: own.pluck,
    "stnb": lambda own: own.game.stnb,
    "etime": lambda own: own.game.estimated,
    "left_s": lambda own: own.at_its_time(own.mouse.left_per_second),
    "right_s": lambda own: own.at_its_time(own.mouse.right_per_second),
    "double_s": lambda own: own.at_its_time(own.mouse.double_per_second),
    "bbbv_s": lambda own: own.game.three_bv_per_second,
    "rqp": lambda own: own.game.rqp,
    "qg": lambda own: own.game.qg,
}
"""The figures of ms_toollib that Sapper has too."""

FLOP_PLAYER_SUFFIXES: Final = {".avf", ".rmv", ".mvf", ".rawvf"}
FLOP_PLAYER: Final[dict[str, Figure]] = {
    "width": lambda own: own.game.board.minefield.shape[1],
    "height": lambda own: own.game.board.minefield.shape[0],
    "mineCount": lambda own: own.game.board.board.mines,
    "BBBV": lambda own: own.game.board.three_bv,
    "solvedBBBV": lambda own: own.game.solved,
    "openings": lambda own: own.game.board.openings,
    "islands": lambda own: own.game.board.islands,
    "leftClicks": lambda own: own.mouse.left_clicks,
    "rightClicks": lambda own: own.mouse.right_clicks,
    "doubleClicks": lambda own: own.mouse.double_clicks,
    "wastedLeftClicks": lambda own: own.mouse.wasted_left,
    "wastedRightClicks": lambda own: own.mouse.wasted_right,
    "wastedDoubleClicks": lambda own: own.mouse.wasted_double,
    "flags": lambda own: own.mouse.flags,
    "path": lambda own: own.whole_path,
}
"""The figures of flop-player that Sapper has too."""

HOST: Final = "http://flop-player.invalid/"
PAGE: Final = """<!doctype html><script>var flop = {onload() { document.title = "ready"; }};</script>
<input type="file"><iframe src="index.html"></iframe>"""
ASK: Final = """() => new Promise((resolve) => {
  const files = document.querySelector("input").files;
  const late = setTimeout(() => resolve({error: "no answer within 30 seconds"}), 30000);
  const answer = (told) => { clearTimeout(late); resolve(told); };
  flop.parseFiles(files, (video) => {
    const [width, height] = [video.getWidth(), video.getHeight()];
    const cells = video.getVideoBoard();
    const rows = Array.from({length: height}, (_, row) => cells.slice(row * width, (row + 1) * width));
    answer({
      mines: rows.map((row) => row.map(Boolean)),
      seconds: video.getTime() / 1000, width, height, mineCount: video.getMines(), BBBV: video.getBBBV(),
      openings: video.getOpenings(), islands: video.getIslands(), ...video.getGameEvents().at(-1).stats,
    });
  }, (error) => answer({error}));
})"""


class UnreadError(Exception):
    """The other program cannot read the file."""


def toollib_answer(path: Path) -> Answer:
    """What ms_toollib says, in a process of its own, because it aborts on some files.

    Raises:
        UnreadError: It cannot read the file.
    """
    command = [sys.executable, str(Path(__file__).resolve()), str(path.resolve())]
    with TemporaryDirectory() as folder:  # for the report that it writes when it aborts
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if result.returncode:
        raise UnreadError((result.stderr.strip().splitlines() or ["it ended without a message"])[-1])
    answer: Answer = json.loads(result.stdout)
    return answer


@contextmanager
def flop_player(folder: Path) -> Iterator[Callable[[Path], Answer]]:
    """A function that asks the flop-player in a folder; it raises `UnreadError` as above."""
    from playwright.sync_api import Route, sync_playwright

    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
    from support.pages import launch

    def send(route: Route) -> None:
        name = route.request.url.removeprefix(HOST).partition("?")[0]
        if not name:
            route.fulfill(body=PAGE, content_type="text/html")
        elif name in names:
            route.fulfill(body=names[name].read_bytes(), content_type=mimetypes.guess_type(name)[0])
        else:
            route.fulfill(status=404)

    names = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.route("**/*", send)
        page.goto(HOST)
        page.wait_for_function("document.title === 'ready'")

        def ask(path: Path) -> Answer:
            page.set_input_files("input", path)
            answer: Answer = page.evaluate(ASK)
            if "error" in answer:
                raise UnreadError(str(answer["error"]))
            return answer

        yield ask
        browser.close()


def main(path: Path) -> None:
    """Prints what ms_toollib finds in a file."""
    ms_toollib = importlib.import_module("ms_toollib")  # optional, and without types

    video = getattr(ms_toollib, TOOLLIB_CLASSES[path.suffix.lower()])(str(path))
    video.parse()
    video.analyse()
    video.analyse_for_features(["pluck"])
    video.current_time = video.rtime + 1  # the end of the game
    mines = [[number == -1 for number in row] for row in video.board]
    numbers = {name: getattr(video, name) for name in TOOLLIB}
    finite = {name: number if math.isfinite(number) else None for name, number in numbers.items()}
    print(json.dumps({"mines": mines, "seconds": video.rtime, **finite}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
