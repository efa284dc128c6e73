"""The keys of a terminal, and which of them programs take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sapper._support.words import unknown
from sapper.errors import GameError

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
