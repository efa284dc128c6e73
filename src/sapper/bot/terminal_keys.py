"""The keys of a terminal: which of them programs take, and which lead their cursor to a cell."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sapper._support.words import unknown
from sapper.errors import GameError

Cell = tuple[int, int]

MOVES: Final = {"up": "up", "down": "down", "left": "left", "right": "right", "open": "space"}
"""The keys that move the cursor of a program and open its cell, unless the user names others."""

MOUSE: Final = "mouse"
"""Opens cells with clicks of the mouse, in programs that take them in a terminal."""

_KEYS: Final = {
    "comma": ",",
    "enter": "\r",
    "esc": "\x1b",
    "space": " ",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "home": "\x1b[H",
    "end": "\x1b[F",
    **{f"f{number}": f"\x1bO{'PQRS'[number - 1]}" for number in range(1, 5)},
    "f5": "\x1b[15~",
    **{f"f{number}": f"\x1b[{number + 11 + (number > 10)}~" for number in range(6, 13)},
}
_STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_OWN: Final = ("up", "down", "left", "right", "home", "end")  # programs may ask for other codes of these


def sequence(keys: str, *, own: bool = False) -> str:
    """What a terminal sends for a key, or for a letter with `ctrl`.

    Args:
        keys: Such as `up`, `n` or `ctrl+n`.
        own: Whether the program asked for the codes of the cursor keys that are for applications.

    Raises:
        GameError: It sends nothing for that.
    """
    name = keys.lower()
    code = _KEYS.get(name)
    if code is not None:
        return code.replace("[", "O") if own and name in _OWN else code
    if len(keys) == 1:
        return keys
    first, _, letter = name.partition("+")
    if first == "ctrl" and len(letter) == 1 and "a" <= letter <= "z":
        return chr(ord(letter) & 31)
    raise GameError(unknown("key of a terminal", keys, _KEYS))


@dataclass(frozen=True, slots=True)
class ProgramKeys:
    """The keys of a program.

    Attributes:
        moves: Those that move its cursor and open its cell, where they are others than usual.
        begin: Those that lead to its board.
        new_game: Those that start a new game.
    """

    moves: Mapping[str, str] = field(default_factory=dict)
    begin: Sequence[str] = ()
    new_game: Sequence[str] = ()


PROGRAMS: Final = {
    "ascii-minesweeper": ProgramKeys({"open": "enter"}, begin=("enter",), new_game=("enter",)),
    "freesweep": ProgramKeys(new_game=("n",)),
    "minesweeper-vim": ProgramKeys(
        {"left": "h", "down": "j", "up": "k", "right": "l", "open": "x"},
        begin=("enter",),
        new_game=("enter",),
    ),
    "nbmines": ProgramKeys({"open": "enter"}, new_game=("enter",)),
    "reznum-minesweeper": ProgramKeys(begin=("1", "enter"), new_game=("r",)),
    "sweepy-tui": ProgramKeys({"open": "enter"}, begin=("n", "1"), new_game=("n", "y", "1")),
    "terminal-arcade": ProgramKeys(begin=("5",), new_game=("r",)),
    # These end with that, and the bot starts them again.
    "terminal-mines": ProgramKeys(new_game=("esc",)),
    "terminal-minesweeper": ProgramKeys({"open": "mouse"}, new_game=("ctrl+c",)),
    "termsweeper": ProgramKeys(new_game=("r",)),
}
"""Programs by the names of their packages. Each was played with these keys."""


class CursorSteps:
    """Where steps lead on a board: to the cell beside, or over open cells to the next that is not open."""

    def __init__(self, rows: int, columns: int) -> None:
        """No step is known yet, so each leads to the cell beside."""
        self._shape = rows, columns
        self._hidden: frozenset[Cell] = frozenset()
        self._ways: dict[tuple[Cell, str], Cell] = {}
        self._leaps = False

    def see(self, hidden: Collection[Cell]) -> None:
        """Takes the cells that are not open now. Where they are others, steps may lead elsewhere."""
        if self._hidden != (now := frozenset(hidden)):
            self._hidden = now
            self._ways.clear()

    def next(self, start: Cell, goal: Cell) -> str | None:
        """The move that leads on the shortest way to a cell; None if none leads there and all are tried.

        If no known way leads there, it is the first of those to the nearest step that was not tried.
        """
        first: dict[Cell, str | None] = {start: None}
        new: str | None = None
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            for move in _STEPS:
                to, begins = self._goes(cell, move), first[cell] or move
                if to == goal:
                    return begins
                if to is None:
                    new = new or begins
                elif to not in first:
                    first[to] = begins
                    waiting.append(to)
        return new

    def learn(self, start: Cell, move: str, to: Cell) -> None:
        """Remembers where a move led."""
        leap = None if to == start else self._leap(start, move)
        self._leaps |= leap == to != self._beside(start, move)
        self._ways[start, move] = to

    def _goes(self, cell: Cell, move: str) -> Cell | None:
        """Where a move leads; None if that has to be tried."""
        way = self._ways.get((cell, move))
        if way is not None:
            return way
        return self._leap(cell, move) if self._leaps else self._beside(cell, move) or cell

    def _beside(self, cell: Cell, move: str) -> Cell | None:
        (row, column), (down, right) = cell, _STEPS[move]
        to = row + down, column + right
        return to if 0 <= to[0] < self._shape[0] and 0 <= to[1] < self._shape[1] else None

    def _leap(self, cell: Cell, move: str) -> Cell | None:
        to = self._beside(cell, move)
        while to is not None and to not in self._hidden:
            to = self._beside(to, move)
        return to
