"""What a run plays: everything that decides its results, and nothing else."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from sapper import _engine
from sapper.board.board import Board, board_with_kind, level_of
from sapper.board.json_form import board_from, board_object, cell_from, plain
from sapper.board.rules import Rules
from sapper.cells import Cell


@dataclass(frozen=True, slots=True)
class Chunk:
    """A range of games of a run. It is the unit that is played, sent, stored and counted."""

    number: int
    first: int  # the number of its first game
    count: int


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a run plays. Two runs of the same configuration have the same results, game by game.

    Attributes:
        board: The board.
        rules: The rules.
        strategies: The names of the strategies that play, each on the same minefields.
        seed: Decides the minefields.
        first: The number of the first game of the seed.
        chunk: The number of games in a chunk; None chooses by the board, with short chunks first.
        first_cell: The cell to open first; None leaves it to the strategies.
        version: The version of Sapper. Strategies may change with it.
    """

    board: Board
    rules: Rules
    strategies: tuple[str, ...]
    seed: int
    first: int
    chunk: int | None
    first_cell: Cell | None
    version: str

    def chunk_at(self, number: int, games: int | None = None) -> Chunk:
        """The chunk with this number. If the run ends after `games`, it may be shorter."""
        begin, size = self._range(number)
        count = size if games is None else max(0, min(size, games - begin))
        return Chunk(number, (self.first + begin) % 2**64, count)

    def games_before(self, number: int) -> int:
        """The number of games in all chunks before this one."""
        return self._range(number)[0]

    def _range(self, number: int) -> tuple[int, int]:
        """The number of games before a chunk, and the number in it."""
        if self.chunk is not None:
            return number * self.chunk, self.chunk
        return _engine.usual_chunk(self.board.topology.size, number)

    def to_dict(self) -> dict[str, Any]:
        """The configuration as plain values, for JSON."""
        return {
            "board": board_object(self.board),
            "rules": asdict(self.rules),
            "strategies": list(self.strategies),
            "seed": self.seed,
            "number": self.first,
            "chunk": self.chunk,
            "first_cell": plain(self.first_cell),
            "version": self.version,
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Configuration:
        """The inverse of `to_dict`. Raises KeyError, TypeError or ValueError for values of another kind."""
        first_cell = values["first_cell"]
        return cls(
            board_from(values["board"]),
            Rules(**values["rules"]),
            tuple(values["strategies"]),
            values["seed"],
            values["number"],
            values["chunk"],
            None if first_cell is None else cell_from(first_cell),
            values["version"],
        )

    def differences(self, other: Configuration) -> list[str]:
        """How `other` differs: `"seed 7 instead of 1"` and so on."""
        return differences_between(self.to_dict(), other.to_dict())

    def __str__(self) -> str:
        """In words, as `exact+first on expert (16 x 30, 99 mines), first click opening, seed 1`."""
        who = " and ".join(self.strategies)
        guessing = "" if self.rules.guessing == "free" else f", guessing {self.rules.guessing}"
        start = f"first click {self.rules.first_click}{guessing}"
        return f"{who} on {board_name(self.board)}, {start}, seed {self.seed}"


def differences_between(mine: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """The differences of two configurations given as plain values: `"seed 7 instead of 1"` and so on."""
    return [
        f"{name.replace('_', ' ')} {_short(name, theirs[name])} instead of {_short(name, mine[name])}"
        for name in mine
        if mine[name] != theirs[name]
    ]


def board_name(board: Board) -> str:
    """A board in words, as `expert (16 x 30, 99 mines)` or `torus 5 x 5, 4 mines`."""
    words = board_with_kind(board)
    level = level_of(board)
    return f"{level} ({words})" if level else words


def _short(name: str, value: object) -> str:
    if name == "chunk" and value is None:
        return "usual"
    text = json.dumps(value) if isinstance(value, dict | list) else str(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
