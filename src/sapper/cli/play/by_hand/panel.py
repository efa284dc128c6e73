"""The head of the screen: mines left, a face, the game, the clock."""

from __future__ import annotations

from typing import Final, Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Digits, Static

Mood = Literal["playing", "pressed", "won", "lost", "drawn", "unfinished"]

_FACES: Final[dict[Mood, str]] = {
    "playing": ":-)",
    "unfinished": ":-)",
    "pressed": ":-o",
    "won": "B-)",
    "lost": "X-(",
    "drawn": ":-/",
}


class Face(Static):
    """A face that shows how the game goes. A click on it starts a new game."""

    class Clicked(Message):
        """Sent when the face is clicked."""

    def on_click(self) -> None:
        """Tells the app."""
        self.post_message(self.Clicked())


class Panel(Horizontal):
    """Counter, face and clock: three lines, or one if the screen has the class `-short`."""

    DEFAULT_CSS = """
    Panel { height: 3; background: $surface; padding: 0 1; }
    Panel Digits { width: auto; color: $led; text-style: bold; }
    Panel .small { display: none; width: auto; color: $led; text-style: bold; }
    Panel Vertical { width: 1fr; }
    Panel Face { width: 100%; text-align: center; color: $face; text-style: bold; }
    Panel #game, Panel #record { width: 100%; text-align: center; color: $foreground; }
    Panel #record { color: $soft; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._mines = (Digits("000"), Static("000", classes="small"))
        self._clock = (Digits("000"), Static("000", classes="small"))
        self._counts = (0, 0)
        self._face = Face(_FACES["playing"])
        self._game = Static(id="game", markup=False)
        self._record = Static(id="record", markup=False)

    def compose(self) -> ComposeResult:
        """The counter, the face with two lines of text, and the clock."""
        yield from self._mines
        with Vertical():
            yield self._face
            yield self._game
            yield self._record
        yield from self._clock

    def show_counts(self, mines_left: int, seconds: float) -> None:
        """Sets counter and clock."""
        counts = (mines_left, int(seconds))
        if counts == self._counts:
            return
        self._counts = counts
        for widgets, count in zip((self._mines, self._clock), counts, strict=True):
            for widget in widgets:
                widget.update(f"{count:03}")

    def show_mood(self, mood: Mood) -> None:
        """Sets the face."""
        self._face.update(_FACES[mood])

    def show_game(self, game: str, record: str) -> None:
        """Sets the two lines under the face."""
        self._game.update(game)
        self._record.update(record)
