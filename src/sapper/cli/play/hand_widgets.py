"""What is around the board on the screen: the head, the sentences, the foot and the list of keys."""

from __future__ import annotations

import sys
from typing import ClassVar, Final, Literal

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.style import Style
from textual.theme import Theme
from textual.widgets import Digits, Static

from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.keys import APART, BY_HAND, Key, foot_line
from sapper.cli.play.tiles import SIZES, Tiles, arrange
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

    class Click(Message):
        """Sent when the face is clicked."""

    def on_click(self) -> None:
        """Tells the app."""
        self.post_message(self.Click())


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


class Sentences(Vertical):
    """A text in a place of fixed size. A longer text scrolls, and the last line says so."""

    DEFAULT_CSS = """
    Sentences { background: $surface; color: $foreground; padding: 0 1; }
    Sentences VerticalScroll { height: 1fr; scrollbar-size: 0 0; }
    Sentences #status { width: 100%; height: auto; }
    Sentences #more { height: 1; color: $soft; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._text = Static(id="status", markup=False)
        self._page = VerticalScroll(self._text, can_focus=False)
        self._more = Static(id="more", markup=False)

    def compose(self) -> ComposeResult:
        """The text, and the line that says that there is more."""
        yield self._page
        yield self._more

    def on_mount(self) -> None:
        """Follows the scrolling by the wheel too."""
        self.watch(self._page, "scroll_y", self._tell_more, init=False)

    def say(self, text: str) -> None:
        """Shows a text from its beginning."""
        self._text.update(text)
        self._page.scroll_to(y=0, animate=False)
        self.call_after_refresh(self._tell_more)

    def on_resize(self) -> None:
        """Looks whether the text fits now."""
        self.call_after_refresh(self._tell_more)

    def turn(self, pages: int) -> None:
        """Scrolls by so many pages. A line of the page before stays in view."""
        lines = max(1, self._page.size.height - 1)
        self._page.scroll_to(y=self._page.scroll_y + pages * lines, animate=False)

    def _tell_more(self) -> None:
        """Says how much is above and below."""
        height = self.size.height
        self._more.display = 1 < height < self._text.size.height
        above = round(self._page.scroll_y)
        below = max(0, self._text.size.height - above - (height - 1))
        parts = [f"j: {below} more below"] * (below > 0) + [f"k: {above} above"] * (above > 0)
        self._more.update(", ".join(parts))


class PlayArea(Container):
    """A board in its frame and the sentences, below it or beside it.

    The cells are large if they all fit, unless the player chose a size.
    """

    DEFAULT_CSS = """
    PlayArea { height: 1fr; background: $background; }
    PlayArea #frame { align: center middle; width: 1fr; height: 1fr; }
    """

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self.sentences = Sentences()
        self._board = board
        self._own_size: Tiles | None = None

    def compose(self) -> ComposeResult:
        """The board and the sentences."""
        yield Container(self._board, id="frame")
        yield self.sentences

    def fit(self) -> None:
        """Arranges both for the current board and the current room."""
        choice = SIZES if self._own_size is None else (self._own_size,)
        tiles, beside, extent = arrange(self.size, self._board.size_for, choice)
        self.styles.layout = "horizontal" if beside else "vertical"
        self.sentences.styles.width = extent if beside else "100%"
        self.sentences.styles.height = "100%" if beside else extent
        self._board.draw_in(tiles)

    def turn_cells(self) -> None:
        """Changes to the next smaller size of cells, or to the largest, and keeps it from now on."""
        self._own_size = SIZES[(SIZES.index(self._board.tiles) + 1) % len(SIZES)]
        self.fit()

    def on_resize(self) -> None:
        """Arranges both for the new room."""
        self.fit()
