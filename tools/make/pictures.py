"""Write the pictures of README and docs, `docs/images`: all of them, or those named.

    python tools/make/pictures.py                  # all; those of the page need Chromium
    python tools/make/pictures.py effort best      # effort.svg and best.gif
    python tools/make/pictures.py page-play        # page-play.png
    python tools/make/pictures.py --check          # exit with 1 if an SVG differs from what this would write

Every picture comes from a file of the repository or from a seed, so the SVG are the same on every machine.
The other files depend on the version of Pillow, or on the browser and its fonts: look at them before you
commit them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import page_photographs
from calibration_plot import calibration_svg
from effort_plot import effort_svg

import sapper
from sapper.draw.palettes import PaletteName
from sapper.draw.pixels import write_gif
from sapper.draw.review_chart import review_svg
from sapper.draw.svg import board_svg

GAME_SEED = 7  # `best` wins it

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"


def game_under_way(topology: sapper.Topology, mines: int, seed: int, rounds: int) -> sapper.Position:
    """A game opened in the middle. Then all certainly safe cells are opened, this many times."""
    game = sapper.Game(sapper.Board(topology, mines), seed=seed)
    game.open(*(extent // 2 for extent in topology.shape))
    for _ in range(rounds):
        for cell in sapper.analyse(game.position).safe:
            game.open(cell)
    return game.position


def lost_game() -> sapper.Game:
    """A game with flags, one of them wrong, that ends on a mine."""
    game = sapper.Game("beginner", seed=2)
    game.open(4, 4)
    analysis = sapper.analyse(game.position)
    for cell in analysis.mines[:3]:
        game.flag(cell)
    assert game.minefield is not None
    hidden = [cell for cell in game.topology if game.position[cell] == -1]
    game.flag(next(cell for cell in hidden if not game.minefield[cell]))
    game.open(next(cell for cell in reversed(hidden) if game.minefield[cell]))
    return game


def hasty_game() -> sapper.Game:
    """A game that goes on after mines, with a needless guess at every fifteenth move."""
    game = sapper.Game("intermediate", rules=sapper.Rules(on_mine="continue"), seed=3)
    game.open(2, 2)
    while game.status == "playing":
        analysis = sapper.analyse(game.position)
        risky = [cell for cell in game.topology if 0 < analysis.mine_probability[cell] < 1]
        cell = risky[len(risky) // 2] if len(game.history) % 15 == 0 and risky else analysis.safest
        game.open(cell)
    return game


# A position of `docs/guides/first-analysis.md`, before and after a few moves.
BEFORE = """
........
..2211..
..1001..
..2223..
........
........
"""
AFTER = """
.....1..
..2211.1
..100111
..2223.2
........
........
"""


def deduction() -> str:
    """The first hint of a position: the numbers it rests on, and what follows."""
    position = sapper.Position(BEFORE, 9)
    deduction = sapper.hint(position).deduction
    assert deduction is not None
    return board_svg(position, safe=deduction.safe, mines=deduction.mines, outlined=deduction.numbers)


def guess() -> str:
    """A position in which one of three equally risky cells wins more often."""
    position = sapper.Position(AFTER, 9)
    return board_svg(
        position, sapper.analyse(position), best=sapper.Strategy("best").choose(position).cells[0]
    )


def hexagons() -> str:
    """A game on hexagons, in the dark."""
    position = game_under_way(sapper.Topology.hexagons(9, 15), 33, seed=4, rounds=2)
    return _picture_of(position, "dark")


def torus() -> str:
    """A game on a torus, in colours that everybody tells apart."""
    position = game_under_way(sapper.Topology.torus(9, 9), 14, seed=2, rounds=3)
    return _picture_of(position, "colour-blind")


def lost() -> str:
    """The end of a lost game, with its mines."""
    game = lost_game()
    return board_svg(game.position, minefield=game.minefield)


def expert() -> str:
    """The expert position of the examples."""
    path = ROOT / "examples" / "positions" / "expert.txt"
    return _picture_of(sapper.read(path, mines=99, kind=sapper.Position), "classic")


DRAWINGS: dict[str, Callable[[], str]] = {
    "position": expert,
    "hexagons": hexagons,
    "torus": torus,
    "lost": lost,
    "deduction": deduction,
    "guess": guess,
    "review": lambda: review_svg(sapper.review(hasty_game())),
    "calibration": lambda: calibration_svg(ROOT / "benchmarks" / "strength" / "calibration.csv"),
    "effort": lambda: effort_svg(ROOT / "docs" / "research" / "best.md"),
}
MOVING = "best"
OF_THE_PAGE = [f"page-{name}" for name in page_photographs.PICTURES]


def _picture_of(position: sapper.Position, theme: PaletteName) -> str:
    return board_svg(position, sapper.analyse(position), theme=theme)


def moving_picture() -> None:
    """The moving picture of the README: a game that `best` wins."""
    game = sapper.Game("expert", seed=GAME_SEED)
    sapper.Strategy("best").play(game)
    write_gif(game, IMAGES / f"{MOVING}.gif", seconds=0.1, cell_size=18, labels=False)


def old_pictures() -> Iterator[str]:
    """The SVG files that differ from what this script writes."""
    for name, draw in DRAWINGS.items():
        path = IMAGES / f"{name}.svg"
        if not path.exists() or path.read_text(encoding="utf-8") != draw():
            yield name


def main() -> int:
    """Writes or compares the files. Returns 0 if they are now what this script makes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = [*DRAWINGS, MOVING, *OF_THE_PAGE]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(every)}")
    parser.add_argument("--check", action="store_true", help="compare the SVG, and write nothing")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(every):
        parser.error(f"there is no picture {', '.join(sorted(unknown))}")
    if arguments.check:
        old = list(old_pictures())
        for name in old:
            print(f"sapper: {name}.svg is out of date; run python tools/make/pictures.py", file=sys.stderr)
        return 1 if old else 0
    names = arguments.names or every
    for name in filter(DRAWINGS.__contains__, names):
        (IMAGES / f"{name}.svg").write_text(DRAWINGS[name](), encoding="utf-8", newline="\n")
    if MOVING in names:
        moving_picture()
    if of_the_page := [name.removeprefix("page-") for name in OF_THE_PAGE if name in names]:
        page_photographs.photograph_all(of_the_page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
