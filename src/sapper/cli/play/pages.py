"""Pages of text that cover the board while one watches, such as the list of keys."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from rich.segment import Segment

from sapper.cli.play.keys import Key

_FOOT = "j, k scroll; another key goes back"


class Page:
    """A text as long as it likes, of which the screen shows a part."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._top = 0
        self._most = 0  # that the text can be scrolled by, where it was last drawn

    def turn(self, lines: int) -> None:
        """Scrolls by so many lines."""
        self._top = min(max(0, self._top + lines), self._most)

    def lines(self, size: tuple[int, int]) -> list[list[Segment]]:
        """The lines for a screen of this width and height."""
        width, height = size
        wrapped = [
            part
            for line in self._text.split("\n")
            for part in textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False) or [""]
        ]
        room = max(1, height - 1)
        self._most = max(0, len(wrapped) - room)
        self._top = min(self._top, self._most)
        shown = wrapped[self._top : self._top + room]
        left = len(wrapped) - self._top - len(shown)
        more = f"{left} more below; " if left else ""
        return [[Segment(line)] for line in [*shown, *[""] * (room - len(shown)), f"{more}{_FOOT}"[:width]]]


def keys_text(keys: Iterable[Key]) -> str:
    """A list of keys."""
    keys = [*keys]
    wide = max(len(key.keys) for key in keys)
    return "\n".join(f"{key.keys.ljust(wide)}  {key.meaning}" for key in keys)
