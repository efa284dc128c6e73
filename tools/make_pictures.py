"""Write the pictures of the docs, `docs/images/*.svg` and `best.gif`; with `--check`, only compare.

Every picture comes from a file of the repository or from a seed, so it is the same on every machine. With
`--check`, the exit status is 1 if a picture differs from what this script makes.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from effort_plot import effort_svg

import sapper
from sapper.draw.gif import write_gif
from sapper.draw.palette import PaletteName
from sapper.draw.svg import board_svg
from sapper.draw.timeline import review_svg

# The moving picture of the README: a game that `best` wins.
GAME_SEED = 7

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"


def game_under_way(topology: sapper.Topology, mines: int, seed: int, rounds: int) -> sapper.Position:
    """A game opened in the middle; then, so many times, all that is certainly safe is opened."""
    game = sapper.Game.new(board=sapper.Board(topology, mines), seed=seed)
    game.open(*(extent // 2 for extent in topology.shape))
    for _ in range(rounds):
        for cell in sapper.analyse(game.position).safe:
            game.open(cell)
    return game.position


def lost_game() -> sapper.Game:
    """A game with flags, one of them wrong, that ends on a mine."""
    game = sapper.Game.new("beginner", seed=2)
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
    game = sapper.Game.new("intermediate", on_mine="continue", seed=3)
    game.open(2, 2)
    while game.status == "playing":
        analysis = sapper.analyse(game.position)
        risky = [cell for cell in game.topology if 0 < analysis.mine_probability[cell] < 1]
        cell = risky[len(risky) // 2] if len(game.history) % 15 == 0 and risky else analysis.best
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
    found = sapper.hint(position).deduction
    assert found is not None
    return board_svg(position, safe=found.safe, mines=found.mines, outlined=found.numbers)


def guess() -> str:
    """A position in which one of three equally risky cells wins more often."""
    position = sapper.Position(AFTER, 9)
    return board_svg(
        position, sapper.analyse(position), best=sapper.Strategy("best").choose(position).cells[0]
    )


def pictures() -> Iterator[tuple[str, str]]:
    """Their names and what is in them."""
    expert = sapper.read(ROOT / "examples" / "positions" / "expert.txt", mines=99, kind=sapper.Position)
    yield "position", _analysed(expert, "classic")
    yield "hexagons", _analysed(game_under_way(sapper.Topology.hexagons(9, 15), 33, seed=4, rounds=2), "dark")
    yield (
        "torus",
        _analysed(game_under_way(sapper.Topology.torus(9, 9), 14, seed=2, rounds=3), "colour-blind"),
    )
    lost = lost_game()
    yield "lost", board_svg(lost.position, minefield=lost.minefield)
    yield "deduction", deduction()
    yield "guess", guess()
    yield "review", review_svg(sapper.review(hasty_game()))
    yield "effort", effort_svg(ROOT / "docs" / "research" / "best.md")


def _analysed(position: sapper.Position, theme: PaletteName) -> str:
    return board_svg(position, sapper.analyse(position), theme=theme)


def main() -> int:
    """Write or compare; 0 when the files are, or now are, what this script makes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    check = parser.parse_args().check
    status = 0
    if not check:  # Its bytes depend on the version of Pillow, so `--check` does not look at it.
        game = sapper.Game.new("expert", seed=GAME_SEED)
        sapper.Strategy("best").play(game)
        write_gif(game, IMAGES / "best.gif", milliseconds=100, cell_size=18, labels=False)
    for name, svg in pictures():
        path = IMAGES / f"{name}.svg"
        if not check:
            path.write_text(svg, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != svg:
            print(f"sapper: {path.name} is out of date; run python tools/make_pictures.py", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
