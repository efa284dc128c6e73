"""The page that lists the keys."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

_KEYS: Final = (
    ("arrows, Home, End, PgUp, PgDn", "move the cursor"),
    ("space, enter, click", "open"),
    ("f, right click", "flag"),
    ("c, click on a number, middle click", "open around a number with its flags"),
    ("h, H", "hint: the next, safe ✓ before mines ●; all"),
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
    ("n", "numbers of rows and columns, on and off"),
    ("?", "this page"),
    ("q, Ctrl-C", "quit, and print the record"),
)


class HelpScreen(ModalScreen[None]):
    """Lists the keys. Escape, enter, space, `?` or q closes it."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen Static {
        width: auto; height: auto; max-width: 100%; max-height: 100%;
        background: $surface; border: round $line; padding: 0 2;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,question_mark,q", "dismiss", "Close"),
    ]

    def compose(self) -> ComposeResult:
        """The table of keys."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold")
        table.add_column()
        for keys, meaning in _KEYS:
            table.add_row(keys, meaning)
        yield Static(table)

    def on_click(self) -> None:
        """A click closes the page."""
        self.dismiss()
