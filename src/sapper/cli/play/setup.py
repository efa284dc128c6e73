"""What is played: the board, the rules, and which games of which seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from sapper.board.board import LEVELS, Board, Level, board_words, level_of
from sapper.board.game import Game
from sapper.board.json_form import board_object
from sapper.board.rules import Rules
from sapper.cells import Cell
from sapper.cli.common.board_options import board_on
from sapper.errors import GenerationError


@dataclass(frozen=True, slots=True)
class Setup:
    """A series of games on one board: those of one seed, in the order of their numbers."""

    board: Board
    rules: Rules
    seed: int
    first: int = 0  # the number of the first game
    hardest: str | None = None  # if given, boards need no guess, and no harder rule than this

    def game(self, number: int) -> Game:
        """The game with that number, before its first click. After the largest number comes 0."""
        return Game(self.board, self.rules, seed=self.seed, game=number % 2**64)

    def game_from(self, number: int, cell: Cell, time_limit: float = 30.0) -> Game:
        """The game with that number. If boards must be fair, the next one that is fair from this first cell.

        Raises:
            CellError: There is no such cell.
            GenerationError: No fair board was found in time.
        """
        if self.hardest is None:
            return self.game(number)
        from sapper.minefields.generation import generate  # only fair games need it

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
        """The same series on the board of a level, with the same topology."""
        board = LEVELS[level]
        rows, columns = board.topology.shape
        return replace(self, board=board_on(self.board.topology.name, rows, columns, board.mines))

    @property
    def level(self) -> str:
        """The name of the level that has this size and mine count, else `"custom"`."""
        rows, columns = self.board.topology.shape
        return level_of(Board.square(rows, columns, self.board.mines)) or "custom"

    def __str__(self) -> str:
        """The board in a line, as in `expert, 16 x 30, 99 mines`."""
        name = self.board.topology.name
        fair = "" if self.hardest is None else ", fair"
        return f"{self.level}, {board_words(self.board, '' if name == 'square' else name)}{fair}"

    def to_dict(self) -> dict[str, Any]:
        """Board, rules and seed as plain values."""
        return {
            "board": board_object(self.board),
            "rules": asdict(self.rules),
            "fair": self.hardest is not None,
            "hardest": self.hardest,
            "seed": self.seed,
            "first_game": self.first,
        }
