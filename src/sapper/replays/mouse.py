"""What a mouse did, and what that means in a game: events to actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sapper.board.game import ActionKind
from sapper.board.topology import Cell

__all__ = ["MouseEvent", "MouseKind", "TimedAction", "actions_of"]

MouseKind = Literal["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"]
"""What happened, in the words of RawVF: `mv` the mouse moved; `lc` `rc` `mc` the left, right, middle button
went down and `lr` `rr` `mr` up; `sc` the left button went down with Shift held; `mt` the player switched
question marks on or off."""


class MouseEvent(NamedTuple):
    """One line of a replay.

    Attributes:
        time: Seconds since the game began; what came before has 0 or less.
        kind: What happened.
        cell: Where the mouse was; None beside the board.
        pixel: Where exactly: (x, y), to the right and down from the board's corner; None if not known.
    """

    time: float
    kind: MouseKind
    cell: Cell | None
    pixel: tuple[int, int] | None = None


class TimedAction(NamedTuple):
    """What was done, where and when.

    Attributes:
        time: Seconds since the game began.
        kind: `"open"`, `"flag"` or `"chord"`.
        cell: Where.
    """

    time: float
    kind: ActionKind
    cell: Cell


def actions_of(events: Iterable[MouseEvent]) -> Iterator[TimedAction]:
    """The actions that mouse events mean, some of which may change nothing.

    A left button that goes up opens. A right button that goes down flags, unless the left one is held. The
    first button that goes up while left and right are held, the middle button going up, and a left one that
    went down with Shift, chord; after a chord of two buttons the other one going up does nothing. What goes
    up beside the board does nothing.
    """
    buttons = _Buttons()
    for event in events:
        kind = buttons.after(event.kind, event.cell is not None)
        if kind is not None and event.cell is not None:
            yield TimedAction(event.time, kind, event.cell)


@dataclass(slots=True)
class _Buttons:
    """Which buttons are held, and whether two of them have chorded and one is still down."""

    left: bool = False
    right: bool = False
    middle: bool = False
    shift: bool = False
    chorded: bool = False

    def after(self, kind: MouseKind, on_board: bool) -> ActionKind | None:
        """Takes in an event and tells the action that it completes."""
        match kind:
            case "lc" | "sc":
                self._left_down(kind == "sc")
            case "lr":
                return self._left_up(on_board)
            case "rc":
                return self._right_down()
            case "rr":
                return self._right_up(on_board)
            case "mc":
                self.left = self.right = self.shift = self.chorded = False
                self.middle = True
            case "mr":
                held, self.middle = self.middle, False
                return "chord" if held else None
        return None

    def _left_down(self, shift: bool) -> None:
        if not self.middle:
            self.left, self.shift = True, shift

    def _left_up(self, on_board: bool) -> ActionKind | None:
        if not self.left:
            return None
        self.left = False
        if not on_board:
            self.chorded = False
        elif self.right or self.shift:
            self.chorded, self.shift = self.right, False
            return "chord"
        elif self.chorded:
            self.chorded = False
        else:
            return "open"
        return None

    def _right_down(self) -> ActionKind | None:
        if self.middle:
            return None
        self.right, self.shift = True, False
        return None if self.left else "flag"

    def _right_up(self, on_board: bool) -> ActionKind | None:
        if not self.right:
            return None
        self.right = self.shift = False
        self.chorded = self.left
        return "chord" if self.left and on_board else None
