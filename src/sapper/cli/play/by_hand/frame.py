"""The place of the board: centres it, and chooses the size of its cells."""

from __future__ import annotations

from textual.containers import Container

from sapper.cli.play.by_hand.board_view import BoardView
from sapper.cli.play.tiles import LARGE, SMALL, Tiles, size_of

__all__ = ["Frame"]


class Frame(Container):
    """Draws large cells where they all fit, unless the player chose a size."""

    DEFAULT_CSS = """
    Frame { align: center middle; height: 1fr; }
    """

    def __init__(self, board: BoardView) -> None:
        """Frames a board."""
        super().__init__(board)
        self._board = board
        self._chosen: Tiles | None = None

    def fit(self) -> None:
        """Sizes the cells for the board as it is now."""
        width, height = size_of(self._board.scene, LARGE)
        fitting = LARGE if width <= self.size.width and height <= self.size.height else SMALL
        self._board.draw_in(fitting if self._chosen is None else self._chosen)

    def turn(self) -> None:
        """The player wants the other size, from now on."""
        self._chosen = SMALL if self._board.tiles == LARGE else LARGE
        self.fit()

    def on_resize(self) -> None:
        """Fits anew."""
        self.fit()
