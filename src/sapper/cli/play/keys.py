"""The keys of the games in the terminal: what they do, their pages, and the line at the foot."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from rich.segment import Segment

if TYPE_CHECKING:
    from sapper.board.game import Status


When = Literal["always", "playing", "over", "lost"]
"""When a key does something: during a game, after it, after a loss, or always."""


class Key(NamedTuple):
    """One or more keys and what they do."""

    keys: str  # as people read them
    meaning: str  # on the page of keys
    # In the foot line: a key and a word. Empty if it does not stand there.
    foot: str = ""
    rank: int = 0  # in the foot line; where there is no room for all, the keys of high rank go first
    when: When = "always"
    action: str = ""  # of the app, at a click on the foot line


BY_HAND: Final = (
    Key("arrows, Home, End, PgUp, PgDn", "move the cursor"),
    Key("space, enter, click", "open", "space Open", 3, "playing", "open"),
    Key("f, right click", "flag", "f Flag", 4, "playing", "flag"),
    Key("c, click on a number, middle click", "open around a number with its flags", "c Chord", 9, "playing"),
    Key("h, H", "hint: the next, safe before mines; all", "h Hint", 2, "playing", "want('hint')"),
    Key("m, M", "move: do all that is certain; one cell", "m Move", 7, "playing", "want('move')"),
    Key("g", "go on: move until a guess is needed", "g Go on", 6, "playing", "want('go on')"),
    Key("b", "guess: open the best cell, and say why", "b Guess", 5, "playing", "want('guess')"),
    Key("p", "risks in per cent; 1_ is 10 to 19", "p Odds", 8, "playing", "probabilities"),
    Key("w", "the strategy plays on (does not count)", "w Watch", 10, "playing", "watch"),
    Key("v", "all that the strategy knows"),
    Key("t", "the record and times of all sessions"),
    Key("j, k, wheel", "scroll a long text"),
    Key("u", "after a loss: undo (it stays lost)", "u Undo", 3, "lost", "take_back"),
    Key("s", "after a loss: show the mines", "s Mines", 4, "lost", "mines"),
    Key("r, F2, click on the face", "new game", "r New", 2, "over", "new"),
    Key("a", "the same board again (does not count)", "a Again", 5, "over", "again"),
    Key("1, 2, 3", "beginner, intermediate, expert"),
    Key("z, n", "size of cells; numbers at the edges"),
    Key("?", "this page", "? Help", 1, "always", "help"),
    Key("Ctrl-Z", "suspend; the clock runs on"),
    Key("q, Ctrl-C", "quit, and print the record", "q Quit", 0, "always", "quit"),
)

WATCHING: Final = (
    Key("space", "pause, go on", "space pause", 2),
    Key("s", "pause, and make one move", "s step", 3),
    Key("+, -", "twice as fast, half as fast", "+/- speed", 4),
    Key("v", "all that the strategy knows", "v knowledge", 5),
    Key("12, 1_", "risks in per cent; in small cells 1_ is 10 to 19"),
    Key("?", "this page", "? help", 1),
    Key("Ctrl-Z", "suspend"),
    Key("q, Ctrl-C", "quit, and print the record", "q quit", 0),
)


def keys_at(status: Status) -> list[Key]:
    """The keys that do something in a game by hand of this status."""
    now: set[When] = {"always", "playing" if status == "playing" else "over"}
    if status == "lost":
        now.add("lost")
    return [key for key in BY_HAND if key.when in now]


APART: Final = "  "
"""What stands between two keys of the foot line."""


def foot_line(keys: Iterable[Key], width: int) -> list[Key]:
    """The keys of the foot line that fit into this width, in their order."""
    left = [key for key in keys if key.foot]
    while left and len(APART.join(key.foot for key in left)) > width:
        left.remove(max(left, key=lambda key: key.rank))
    return left


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
        visible = wrapped[self._top : self._top + room]
        left = len(wrapped) - self._top - len(visible)
        more = f"{left} more below; " if left else ""
        return [
            [Segment(line)] for line in [*visible, *[""] * (room - len(visible)), f"{more}{_FOOT}"[:width]]
        ]


def keys_text(keys: Iterable[Key]) -> str:
    """A list of keys."""
    keys = [*keys]
    wide = max(len(key.keys) for key in keys)
    return "\n".join(f"{key.keys.ljust(wide)}  {key.meaning}" for key in keys)
