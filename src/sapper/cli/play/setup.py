"""What is played: board, rules, and which games of which seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sapper.board.board import LEVELS, Board, Level
from sapper.board.encoding import board_object
from sapper.board.game import Game
from sapper.board.rules import Rules
from sapper.board.topology import Cell
from sapper.cli.common.board_options import board_on
from sapper.errors import GenerationError

__all__ = ["Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """A series of games on one board: the games of `seed` by their numbers, from `first`.

    Attributes:
        board: What is played on.
        rules: By which rules.
        seed: Decides the minefields.
        first: The number of the first game.
        hardest: Boards need no guess, and no harder rule than this; None for boards as they come.
    """

    board: Board
    rules: Rules
    seed: int
    first: int = 0
    hardest: str | None = None

    def game(self, number: int) -> Game:
        """The game with that number, before its first click. The number after the last is 0 again."""
        return Game(self.board, self.rules, seed=self.seed, game=number % 2**64)

    def game_from(self, number: int, cell: Cell, time_limit: float = 30.0) -> Game:
        """The game with that number; if boards are to be fair, the next that is, from this first cell on.

        Args:
            number: Of the game.
            cell: What will be opened first.
            time_limit: Seconds after which to give up.

        Raises:
            CellError: There is no such cell.
            GenerationError: No fair board was found in time.
        """
        if self.hardest is None:
            return self.game(number)
        from sapper.minefields.generation import generate  # few games wait for it

        try:
            made = generate(
                board=self.board,
                start=cell,
                first_click="safe" if self.rules.first_click == "safe" else "opening",
                hardest=self.hardest,
                seed=self.seed,
                game=number % 2**64,
                time_limit=time_limit,
            )
        except GenerationError:
            raise GenerationError(
                f"found no fair board within {time_limit:g} seconds: try fewer mines, or a harder --hardest"
            ) from None
        return self.game(made.game)

    def at_level(self, level: Level) -> Setup:
        """The same on the board of a level, the topology kept."""
        board = LEVELS[level]
        rows, columns = board.topology.shape
        return replace(self, board=board_on(self.board.topology.name, rows, columns, board.mines))

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
        name = self.board.topology.name
        kind = "" if name == "square" else f" {name}"
        mines = f"{self.board.mines} mine{'' if self.board.mines == 1 else 's'}"
        fair = "" if self.hardest is None else ", fair"
        return f"{self.level}, {rows} x {columns}{kind}, {mines}{fair}"

    def to_dict(self) -> dict[str, Any]:
        """Board, rules and seed as plain values."""
        return {
            "board": board_object(self.board),
            "rules": {
                "first_click": self.rules.first_click,
                "win": self.rules.win,
                "on_mine": self.rules.on_mine,
            },
            "fair": self.hardest is not None,
            "hardest": self.hardest,
            "seed": self.seed,
            "first_game": self.first,
        }
