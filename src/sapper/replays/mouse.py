"""Mouse events, and the game actions that they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, cast

import numpy as np

from sapper import _engine
from sapper._support.checks import finite, whole
from sapper._support.words import brief, check_choice
from sapper.board.game import ActionKind
from sapper.cells import CellT, CellT_co
from sapper.errors import GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MouseKind = Literal["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"]
"""The kinds of events, named as in RawVF. `mv`: the mouse moved. `lc`, `rc`, `mc`: the left, right, middle
button went down; `lr`, `rr`, `mr`: it went up. `sc`: the left button went down with Shift held. `mt`: the
player switched question marks on or off."""


class MouseEvent(NamedTuple, Generic[CellT_co]):
    """One mouse event of a replay.

    Attributes:
        seconds: The time since the game began; 0 or less for events before that.
        kind: What happened.
        cell: The cell under the mouse; None outside the board.
        pixel: The pixel under the mouse: (x, y), to the right and down from the board's top left corner, on
            every layout as if the cells were squares. None if unknown.
    """

    seconds: float
    kind: MouseKind
    cell: CellT_co | None
    pixel: tuple[int, int] | None = None


MOUSE_KINDS: Final = cast("list[MouseKind]", _engine.mouse_kinds())
"""The kinds, by the numbers that the engine has for them."""

KIND_NUMBERS: Final = {kind: number for number, kind in enumerate(MOUSE_KINDS)}
"""The inverse."""


class CheckedEvents(tuple[MouseEvent[CellT_co], ...]):
    """Events that a reader has made, so that no check is needed."""

    __slots__ = ()


def check_event(event: MouseEvent) -> None:
    """Checks the types of an event's fields. Only play finds cells that are not on the board.

    Raises:
        GameError: There is no such kind, or the cell or the pixel has another type.
        ArgumentError: The time is not a number, or the pixel has other values than whole numbers.
    """
    seconds, kind, cell, pixel = cast("tuple[Any, ...]", event)
    check_choice("kind of event", kind, MOUSE_KINDS, GameError)
    finite("the time of an event", seconds)
    if not isinstance(cell, tuple | int | Integral | None) or isinstance(cell, bool):
        raise GameError(f"the cell of an event must be a cell or None, not {brief(cell)}")
    if pixel is not None and not (isinstance(pixel, tuple) and len(pixel) == 2):
        raise GameError(f"the pixel of an event must be (x, y) or None, not {brief(pixel)}")
    for pixels in pixel or ():
        whole("a pixel of an event", pixels, -_engine.FARTHEST_PIXEL, _engine.FARTHEST_PIXEL)


class TimedAction(NamedTuple, Generic[CellT_co]):
    """An action and its time.

    Attributes:
        seconds: The time since the game began.
        kind: `"open"`, `"flag"` or `"chord"`.
        cell: The cell of the action.
    """

    seconds: float
    kind: ActionKind
    cell: CellT_co


def actions_of(events: Iterable[MouseEvent[CellT]]) -> Iterator[TimedAction[CellT]]:
    """The actions that mouse events mean. Some of them may change nothing in the game.

    Releasing the left button opens. Pressing the right button flags, unless the left one is held. Three
    things chord: releasing one of the left and right buttons while both are held; releasing the middle
    button; and releasing a left button that was pressed with Shift. After a chord of two buttons, releasing
    the other one does nothing. Releasing a button outside the board does nothing.
    """
    all_events = tuple(events)
    for number, kind, _ in _engine.mouse_actions(*clicks_of(all_events)):
        event = all_events[number]
        yield TimedAction(event.seconds, cast("ActionKind", kind.name), cast("CellT", event.cell))


def presses_of(events: Sequence[MouseEvent[CellT]]) -> list[tuple[CellT | None, MouseEvent[CellT]]]:
    """For each of the actions, the cell on which its button went down (None beside the board), and its event.

    It is not the cell of the action if the mouse moved before the release.
    """
    kinds, numbers = clicks_of(events)
    cells = dict(zip(numbers.tolist(), (event.cell for event in events), strict=True))
    acts = _engine.mouse_actions(kinds, numbers)
    return [(cells.get(pressed), events[number]) for number, _, pressed in acts]


def clicks_of(events: Sequence[MouseEvent[Any]]) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """The kinds and cells of events for the engine. Equal cells get equal numbers of any order."""
    numbers: dict[Any, int] = {None: _engine.NO_CELL}
    kinds = np.array([KIND_NUMBERS[event.kind] for event in events], dtype=np.uint8)
    cells = np.array([numbers.setdefault(event.cell, len(numbers)) for event in events], dtype=np.uint32)
    return kinds, cells
