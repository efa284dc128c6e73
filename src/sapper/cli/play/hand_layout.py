"""The board and the sentences, each in its place."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Static

from sapper.cli.play.arrangement import arranged
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.tiles import SIZES, Tiles


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
        self._chosen: Tiles | None = None

    def compose(self) -> ComposeResult:
        """The board and the sentences."""
        yield Container(self._board, id="frame")
        yield self.sentences

    def fit(self) -> None:
        """Arranges both for the current board and the current room."""
        choice = SIZES if self._chosen is None else (self._chosen,)
        tiles, beside, extent = arranged(self.size, self._board.needed, choice)
        self.styles.layout = "horizontal" if beside else "vertical"
        self.sentences.styles.width = extent if beside else "100%"
        self.sentences.styles.height = "100%" if beside else extent
        self._board.draw_in(tiles)

    def turn_cells(self) -> None:
        """Changes to the next smaller size of cells, or to the largest, and keeps it from now on."""
        self._chosen = SIZES[(SIZES.index(self._board.tiles) + 1) % len(SIZES)]
        self.fit()

    def on_resize(self) -> None:
        """Arranges both for the new room."""
        self.fit()
