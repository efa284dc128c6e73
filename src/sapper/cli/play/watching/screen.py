"""The whole terminal as lines that change: writes only those that did, each frame in one piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

__all__ = ["Screen", "styled"]

_TAKE = "\x1b[?1049h\x1b[?25l"  # the other screen, without its cursor
_GIVE_BACK = "\x1b[?25h\x1b[?1049l"
_CLEAR = "\x1b[2J"
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"  # terminals that know these show all between them at once
_SYSTEMS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
}


class Screen:
    """The other screen of a terminal, taken while it is used."""

    def __init__(self, console: Console) -> None:
        """Of the terminal that the console writes on."""
        self._console = console
        self._shown: list[str] = []
        self._size: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return self._console.size

    def take(self) -> None:
        """Shows an empty screen."""
        self._write(_TAKE + _CLEAR)

    def give_back(self) -> None:
        """Shows what was there before."""
        self._write(_GIVE_BACK)

    def draw(self, lines: Sequence[str]) -> None:
        """Shows these lines, at most as many as there are on the screen; each may hold styles."""
        shown = self._shown
        changes = [_BEGIN]
        if self.size != self._size:
            self._size, shown = self.size, []
            changes.append(_CLEAR)
        for number, line in enumerate(lines):
            if number >= len(shown) or shown[number] != line:
                changes.append(f"\x1b[{number + 1};1H{line}\x1b[K")
        if len(lines) < len(shown):
            changes.append(f"\x1b[{len(lines) + 1};1H\x1b[J")
        self._shown = list(lines)
        self._write("".join([*changes, _END]))

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()


def styled(segments: Iterable[Segment], console: Console) -> str:
    """Segments as the terminal takes them, in the colours it has, without repeating a style."""
    system = None if console.no_color else _SYSTEMS.get(console.color_system or "")
    written: list[str] = []
    before = _PLAIN
    for text, style, _ in segments:
        codes = _PLAIN if style is None or system is None else _codes(style, system)
        if codes != before:
            written.append(_change(before, codes))
            before = codes
        written.append(text)
    if before != _PLAIN:
        written.append("\x1b[0m")
    return "".join(written)


class _Codes(NamedTuple):
    """What a terminal is told of a style: parameters of its sequences."""

    letters: str = ""
    colour: str = ""
    background: str = ""


_PLAIN: Final = _Codes()
_LETTERS: Final = (("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("reverse", "7"))


@lru_cache(maxsize=4096)
def _codes(style: Style, system: ColorSystem) -> _Codes:
    def colour(of: Color | None, foreground: bool) -> str:
        return "" if of is None else ";".join(of.downgrade(system).get_ansi_codes(foreground))

    letters = ";".join(code for name, code in _LETTERS if getattr(style, name))
    return _Codes(letters, colour(style.color, True), colour(style.bgcolor, False))


@lru_cache(maxsize=4096)
def _change(before: _Codes, after: _Codes) -> str:
    plainer = before.letters != after.letters or any(
        old and not new for old, new in zip(before, after, strict=True)
    )
    if plainer:
        return f"\x1b[{';'.join(filter(None, ['0', *after]))}m"
    return f"\x1b[{';'.join(new for old, new in zip(before, after, strict=True) if old != new)}m"
