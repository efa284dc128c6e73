"""What is played: board, rules, and which games of which seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sapper.board import LEVELS, Board, Level
from sapper.cli.board_options import board_on
from sapper.game import Game
from sapper.position import TopologyName
from sapper.rules import Rules

__all__ = ["Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """A series of games on one board: the games of `seed` by their numbers, from `first`."""

    board: Board
    rules: Rules
    seed: int
    first: int = 0

    def game(self, number: int) -> Game:
        """The game with that number, before its first click. The number after the last is 0 again."""
        return Game(self.board, self.rules, seed=self.seed, game=number % 2**64)

    def at_level(self, level: Level) -> Setup:
        """The same on the board of a level, the topology kept."""
        board = LEVELS[level]
        rows, columns = board.topology.shape
        return replace(self, board=board_on(self.topology_name, rows, columns, board.mines))

    @property
    def topology_name(self) -> TopologyName:
        """The topology as the command line names it."""
        kind = self.board.topology.kind
        return kind if kind in ("torus", "hexagons") else "square"

    @property
    def level(self) -> str:
        """The name of the level that has this size and mine count, else `"custom"`."""
        for name, board in LEVELS.items():
            if board.topology.shape == self.board.topology.shape and board.mines == self.board.mines:
                return name
        return "custom"

    def __str__(self) -> str:
        """The board in a line, as in `expert, 16 x 30, 99 mines`."""
        rows, columns = self.board.topology.shape
        kind = "" if self.topology_name == "square" else f" {self.topology_name}"
        mines = f"{self.board.mines} mine{'' if self.board.mines == 1 else 's'}"
        return f"{self.level}, {rows} x {columns}{kind}, {mines}"

    def to_dict(self) -> dict[str, Any]:
        """Board, rules and seed as plain values."""
        return {
            "board": {
                "topology": self.topology_name,
                "shape": list(self.board.topology.shape),
                "mines": self.board.mines,
            },
            "rules": {
                "first_click": self.rules.first_click,
                "win": self.rules.win,
                "on_mine": self.rules.on_mine,
            },
            "seed": self.seed,
            "first_game": self.first,
        }
