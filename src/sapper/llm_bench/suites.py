"""The fixed positions and games of Sapper-Bench. `tools/make/bench_suites.py` chose them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from sapper._support.words import unknown
from sapper.board.game import Game
from sapper.board.json_form import board_from
from sapper.board.minefield import Minefield
from sapper.errors import ArgumentError

VERSION: Final = 2
"""Grows when a suite, a prompt or a score changes, so that scores of one version can be compared."""

SUITES: Final[Mapping[str, str]] = {
    "single": "8 x 8 with 12 mines; some cell is certain by one number, and none more easily",
    "subset": "8 x 8 with 12 mines; a certain cell needs the rule `subset`",
    "overlap": "8 x 8 with 12 mines; a certain cell needs the rule `overlap`",
    "chain": "8 x 8 with 14 mines; a certain cell needs the rule `chain`",
    "cases": "8 x 8 with 14 mines; a certain cell needs the rule `cases`",
    "mine_count": "8 x 8 with 12 mines; a certain cell needs the number of mines",
    "counting": "8 x 8 with 14 mines; a certain cell needs all minefields to be counted",
    "torus": "8 x 8 with 12 mines on a torus; a certain cell needs `subset`",
    "hexagons": "8 x 8 hexagons with 14 mines; a certain cell needs `subset`",
    "octagons": "8 x 8 octagons and squares with 12 mines; a certain cell needs `subset`",
    "large": "16 x 30 with 99 mines; a certain cell needs `subset`",
    "guess": "6 x 6 with 8 mines; no cell is certain, and guesses differ",
    "games-small": "games on 5 x 5 with 5 mines",
    "games-beginner": "games on 9 x 9 with 10 mines",
    "games-torus": "games on 6 x 6 with 6 mines on a torus",
    "games-intermediate": "games on 16 x 16 with 40 mines",
    "knight": "8 x 8 with 12 mines, where cells a knight's move apart touch; a certain cell needs `subset`",
    "cube": "4 x 4 x 4 with 7 mines; a certain cell needs `subset`",
    "graph": "a graph of 36 cells with 8 mines, another for each position; a certain cell needs `subset`",
    "games-hexagons": "games on 6 x 6 hexagons with 8 mines",
    "games-graph": "games on a graph of 40 cells with 5 mines, another for each game",
}
"""The suites by name. Those whose names begin with `games` are played to the end; the others are
positions."""


@dataclass(frozen=True, slots=True)
class Item:
    """A position that asks for one answer, or the beginning of a game.

    Attributes:
        name: The suite and a number.
        suite: One of `SUITES`.
        topology: The name of the topology.
        shape: The sides of the board.
        mines: The mined cells, by their numbers in row-major order.
        opened: The cells that were clicked, in order.
        adjacency: The neighbours of each cell of a graph; None on other topologies.
    """

    name: str
    suite: str
    topology: str
    shape: tuple[int, ...]
    mines: tuple[int, ...]
    opened: tuple[int, ...]
    adjacency: list[list[int]] | None = None

    @property
    def is_game(self) -> bool:
        """Whether it is played to the end."""
        return self.suite.startswith("games")

    def game(self) -> Game[Any]:
        """The game up to the position."""
        values = {"topology": self.topology, "shape": list(self.shape), "adjacency": self.adjacency}
        topology = board_from({**values, "mines": len(self.mines)}).topology
        game = Minefield([topology.cell(index) for index in self.mines], topology).game()
        for index in self.opened:
            game.open(topology.cell(index))
        return game


@cache
def all_items() -> tuple[Item, ...]:
    """All items of this version, suite by suite."""
    rows = json.loads(files("sapper.llm_bench").joinpath("suites.json").read_text(encoding="utf-8"))
    return tuple(
        Item(name, name.rpartition("-")[0], topology, tuple(shape), tuple(mines), tuple(opened), *adjacency)
        for name, topology, shape, mines, opened, *adjacency in rows
    )


def items_of(suites: Sequence[str], most: int | None = None) -> list[Item]:
    """The first items of some suites; of all if none is named.

    Raises:
        ArgumentError: There is no such suite.
    """
    for suite in suites:
        if suite not in SUITES:
            raise ArgumentError(unknown("suite", suite, SUITES))
    items = []
    for suite in suites or SUITES:
        items += [item for item in all_items() if item.suite == suite][:most]
    return items
