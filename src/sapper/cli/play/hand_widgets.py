"""The head of the screen, with mines left, a face, the game and the clock; the foot; the list of keys."""

from __future__ import annotations

import sys
from typing import ClassVar, Final, Literal

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.style import Style
from textual.theme import Theme
from textual.widgets import Digits, Static

from sapper.cli.play.keys import APART, BY_HAND, Key, foot_line
from sapper.cli.shared.plain_terminals import has_signs
from sapper.draw.palettes import AROUND, PALETTES

Mood = Literal["playing", "pressed", "won", "lost", "drawn", "unfinished"]

_FACES: Final[dict[Mood, str]] = {
    "playing": ":-)",
    "unfinished": ":-)",
    "pressed": ":-o",
    "won": "B-)",
    "lost": "X-(",
    "drawn": ":-/",
}


_DARK: Final = AROUND["dark"]
THEME: Final = Theme(
    name="sapper",
    primary=_DARK["accent"],
    foreground=_DARK["ink"],
    background=str(PALETTES["dark"].board),
    surface=_DARK["panel"],
    panel=_DARK["raised"],
    variables={name: _DARK[name] for name in ("soft", "led", "face", "line")},
)
"""The colours of the screen."""


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
    Panel.-plain Digits { display: none; }
    Panel.-plain .small { display: block; }
    Panel Vertical { width: 1fr; }
    Panel Face { width: 100%; text-align: center; color: $face; text-style: bold; }
    Panel #game, Panel #record { width: 100%; text-align: center; color: $foreground; }
    Panel #record { color: $soft; }
    """

    def __init__(self) -> None:
        # In ASCII nobody can read large digits. Textual draws on standard error.
        super().__init__(classes="" if has_signs(sys.stderr) else "-plain")
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


class Foot(Static):
    """The keys at the foot of the screen, as many as fit. A click on one does the same as the key."""

    DEFAULT_CSS = """
    Foot { height: 1; background: $surface; color: $soft; link-style: none; link-color: $soft; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._keys: list[Key] = []

    def offer(self, keys: list[Key]) -> None:
        """Sets the keys."""
        if keys != self._keys:
            self._keys = keys
            self._draw()

    def on_resize(self) -> None:
        """Draws what fits now."""
        self._draw()

    def _draw(self) -> None:
        parts: list[Content | tuple[str, Style]] = []
        for key in foot_line(self._keys, self.size.width - 2):
            name, _, word = key.foot.partition(" ")
            click = Style.from_meta({"@click": f"app.{key.action}"}) if key.action else Style()
            parts += [
                Content(APART if parts else " "),
                (name, Style.parse("bold $led") + click),
                (f" {word}", click),
            ]
        self.update(Content.assemble(*parts))


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
        for key in BY_HAND:
            table.add_row(key.keys, key.meaning)
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
