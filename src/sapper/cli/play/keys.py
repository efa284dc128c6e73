"""The keys of the games in the terminal: what they do, how they are read, and Ctrl-Z."""

from __future__ import annotations

import os
import re
import signal
import sys
import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self

from rich.segment import Segment

if TYPE_CHECKING:
    from sapper.board.game import Status

_ESCAPES: Final = re.compile(r"\x1b(?:[\[O][0-9;]*.)?")
"""What arrows and the like send."""


class Keys(AbstractContextManager["Keys"]):
    """The keys of the terminal that is standard input. From entering to leaving they are not echoed."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._at_end = False

    if sys.platform == "win32":
        import msvcrt

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            """Leaves the keys that were not read."""

        def _read(self, seconds: float) -> str:
            end = time.monotonic() + seconds
            while not self.msvcrt.kbhit():
                left = end - time.monotonic()
                if left <= 0:
                    return ""
                time.sleep(min(left, 0.02))  # seconds; Windows has no way to wait for a key and a time
            key = self.msvcrt.getwch()
            if key in "\0\xe0":  # an arrow or the like, of two parts
                self.msvcrt.getwch()
                return ""
            if key == "\x03":
                raise KeyboardInterrupt
            return key

    else:
        import select
        import termios
        import tty

        def __enter__(self) -> Self:
            self._before = self.termios.tcgetattr(sys.stdin)
            self.tty.setcbreak(sys.stdin)
            return self

        def __exit__(self, *_: object) -> None:
            """Gives the terminal back as it was. Keys that were not read are forgotten."""
            self.termios.tcsetattr(sys.stdin, self.termios.TCSAFLUSH, self._before)

        def _read(self, seconds: float) -> str:
            if not self.select.select([sys.stdin], [], [], seconds)[0]:
                return ""
            data = os.read(sys.stdin.fileno(), 1024)
            self._at_end = not data
            return _ESCAPES.sub("", data.decode(errors="ignore"))

    def wait(self, seconds: float) -> str:
        """The next key, as soon as there is one; an empty text if there is none within that time."""
        if not self._waiting and self._at_end:  # the terminal is gone
            time.sleep(seconds)
        elif not self._waiting:
            self._waiting.extend(self._read(seconds))
        return self._waiting.popleft() if self._waiting else ""


def keys_of_terminal() -> Keys | None:
    """The keys of standard input; None if that is not a terminal."""
    return Keys() if sys.stdin is not None and sys.stdin.isatty() else None


_SIGNAL: Final[Any] = getattr(signal, "SIGTSTP", None)  # Windows has none, and suspends nothing


class Suspension:
    """Suspends the program at Ctrl-Z, and at the signal of that name, until the shell lets it go on.

    Within `with suspension:` it answers the signal.
    """

    def __init__(
        self,
        away: Callable[[], AbstractContextManager[object]],
        soon: Callable[[Callable[[], object]], object] = lambda call: call(),
    ) -> None:
        """Prepares it.

        Args:
            away: Its beginning gives the terminal back as it was. Its end takes it again and draws all.
            soon: Calls a function when the signal came, at a moment that suits the program.
        """
        self._away = away
        self._soon = soon
        self._is_put_off = self._is_due = False
        self._before: Any = None  # what the signal did before

    def __enter__(self) -> Self:
        if _SIGNAL is not None:
            self._before = signal.signal(_SIGNAL, lambda *_: self._soon(self.now))
        return self

    def __exit__(self, *_: object) -> None:
        """Lets the signal do what it did before."""
        if _SIGNAL is not None:
            signal.signal(_SIGNAL, self._before)

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """Within this, Ctrl-Z waits for the end. What is drawn must be drawn as a whole."""
        self._is_put_off = True
        try:
            yield
        finally:
            self._is_put_off = False
        if self._is_due:
            self.now()

    def now(self) -> None:
        """Suspends the program at once, or at the end of `put_off`."""
        self._is_due = self._is_put_off
        if _SIGNAL is None or self._is_put_off:
            return
        with self._away():
            answer = signal.signal(_SIGNAL, signal.SIG_DFL)
            signal.raise_signal(_SIGNAL)  # stops here
            signal.signal(_SIGNAL, answer)


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
    rest = [key for key in keys if key.foot]
    while rest and len(APART.join(key.foot for key in rest)) > width:
        rest.remove(max(rest, key=lambda key: key.rank))
    return rest


_FOOT = "j, k scroll; another key goes back"


class ScrolledText:
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
        parts = [
            part
            for line in self._text.split("\n")
            for part in textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False) or [""]
        ]
        room = max(1, height - 1)
        self._most = max(0, len(parts) - room)
        self._top = min(self._top, self._most)
        visible = parts[self._top : self._top + room]
        below = len(parts) - self._top - len(visible)
        more = f"{below} more below; " if below else ""
        return [
            [Segment(line)] for line in [*visible, *[""] * (room - len(visible)), f"{more}{_FOOT}"[:width]]
        ]


def keys_text(keys: Iterable[Key]) -> str:
    """A list of keys."""
    keys = [*keys]
    wide = max(len(key.keys) for key in keys)
    return "\n".join(f"{key.keys.ljust(wide)}  {key.meaning}" for key in keys)
