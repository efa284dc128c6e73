"""The head of the screen, with mines left, a face, the game and the clock; and the list of keys."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
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


_KEYS: Final = (
    ("arrows, Home, End, PgUp, PgDn", "move the cursor"),
    ("space, enter, click", "open"),
    ("f, right click", "flag"),
    ("c, click on a number, middle click", "open around a number with its flags"),
    ("h, H", "hint: the next, safe before mines; all"),
    ("m, M", "move: do all that is certain; one cell"),
    ("g", "go on: move until a guess is needed"),
    ("b", "guess: open the best cell, and say why"),
    ("p", "mine probabilities, on and off"),
    ("u", "after a loss: undo (it stays lost)"),
    ("s", "after a loss: show the mines"),
    ("r, F2, click on the face", "new game"),
    ("a", "the same board again (does not count)"),
    ("1, 2, 3", "beginner, intermediate, expert"),
    ("z", "small or large cells"),
    ("n", "numbers at the edges, on and off"),
    ("?", "this page"),
    ("Ctrl-Z", "suspend; the clock runs on"),
    ("q, Ctrl-C", "quit, and print the record"),
)


class HelpScreen(ModalScreen[None]):
    """Lists the keys. Escape, enter, space, `?` or q closes it."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll {
        width: 80; height: auto; max-width: 100%; max-height: 100%; scrollbar-size-vertical: 1;
        background: $surface; border: round $line; padding: 0 1;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,question_mark,q", "close", "Close"),
    ]

    def compose(self) -> ComposeResult:
        """The table of keys."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold")
        table.add_column()
        for keys, meaning in _KEYS:
            table.add_row(keys, meaning)
        page = VerticalScroll(Static(table))
        page.border_title = "Keys"
        page.border_subtitle = "Esc or a click closes, arrows scroll"
        yield page

    def on_click(self) -> None:
        """A click closes the page."""
        self.action_close()

    def action_close(self) -> None:
        """Closes the page, unless an earlier key or click of the same moment has."""
        if self.is_current:
            self.dismiss()
