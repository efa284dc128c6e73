"""Mouse events, and the game actions that they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Final, Generic, Literal, NamedTuple, cast, get_args

from sapper._support.limits import finite, shown
from sapper._support.naming import check_known
from sapper.board.game import ActionKind
from sapper.cells import CellT, CellT_co
from sapper.errors import GameError

MouseKind = Literal["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"]
"""The kinds of events, named as in RawVF. `mv`: the mouse moved. `lc`, `rc`, `mc`: the left, right, middle
button went down; `lr`, `rr`, `mr`: it went up. `sc`: the left button went down with Shift held. `mt`: the
player switched question marks on or off."""


class MouseEvent(NamedTuple, Generic[CellT_co]):
    """One mouse event of a replay.

    Attributes:
        time: Seconds since the game began; 0 or less for events before that.
        kind: What happened.
        cell: The cell under the mouse; None outside the board.
        pixel: The pixel under the mouse: (x, y), to the right and down from the board's top left corner, on
            every layout as if the cells were squares. None if unknown.
    """

    time: float
    kind: MouseKind
    cell: CellT_co | None
    pixel: tuple[int, int] | None = None


_KINDS: Final = get_args(MouseKind)


def check_event(event: MouseEvent) -> None:
    """Checks the types of an event's fields. Only play finds cells that are not on the board.

    Raises:
        GameError: There is no such kind, or the cell or the pixel has another type.
        ArgumentError: The time is not a number.
    """
    time, kind, cell, pixel = cast("tuple[Any, ...]", event)
    check_known("kind of event", kind, _KINDS, GameError)
    finite("the time of an event", time)
    if not isinstance(cell, tuple | int | Integral | None) or isinstance(cell, bool):
        raise GameError(f"the cell of an event must be a cell or None, not {shown(cell)}")
    if pixel is not None and not (isinstance(pixel, tuple) and len(pixel) == 2):
        raise GameError(f"the pixel of an event must be (x, y) or None, not {shown(pixel)}")


class TimedAction(NamedTuple, Generic[CellT_co]):
    """An action and its time.

    Attributes:
        time: Seconds since the game began.
        kind: `"open"`, `"flag"` or `"chord"`.
        cell: The cell of the action.
    """

    time: float
    kind: ActionKind
    cell: CellT_co


def actions_of(events: Iterable[MouseEvent[CellT]]) -> Iterator[TimedAction[CellT]]:
    """The actions that mouse events mean. Some of them may change nothing in the game.

    Releasing the left button opens. Pressing the right button flags, unless the left one is held. Three
    things chord: releasing one of the left and right buttons while both are held; releasing the middle
    button; and releasing a left button that was pressed with Shift. After a chord of two buttons, releasing
    the other one does nothing. Releasing a button outside the board does nothing.
    """
    buttons = _Buttons()
    for event in events:
        kind = buttons.after(event.kind, event.cell is not None)
        if kind is not None and event.cell is not None:
            yield TimedAction(event.time, kind, event.cell)


def chord_presses(events: Iterable[MouseEvent[Any]]) -> set[int]:
    """Which of the actions are presses of the right button that began a chord, by their numbers from 0.

    Such a press is an action of its own: it flags a hidden cell, and does nothing on an open one.
    """
    buttons = _Buttons()
    found: set[int] = set()
    number, pressed = 0, -1
    for event in events:
        kind = buttons.after(event.kind, event.cell is not None)
        if event.kind == "rc" and kind == "flag":
            pressed = number
        elif kind == "chord" and event.kind != "mr" and pressed >= 0:
            found.add(pressed)
        if event.kind in ("rr", "mc") or kind == "chord":
            pressed = -1
        number += kind is not None and event.cell is not None
    return found


@dataclass(slots=True)
class _Buttons:
    """The buttons that are held, and whether one is still down after a chord of two."""

    left: bool = False
    right: bool = False
    middle: bool = False
    shift: bool = False
    chorded: bool = False

    def after(self, kind: MouseKind, on_board: bool) -> ActionKind | None:
        """Updates the buttons after an event. Returns the action that the event completes, or None."""
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
