"""Recorded games: a minefield and the mouse events of the player, with the actions that these mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, cast

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.checks import finite, whole
from sapper._support.words import brief, brief_contents, check_choice, quantity
from sapper.board.board import Board
from sapper.board.game import ActionKind, Game
from sapper.board.game_arguments import is_list
from sapper.board.json_form import plain_fields
from sapper.board.minefield import Minefield
from sapper.board.rules import Rules
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


class ValidEvents(tuple[MouseEvent[CellT_co], ...]):
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
    if not isinstance(cell, tuple | int | Integral | None) or isinstance(cell, bool | np.timedelta64):
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
    return [(cells.get(cell), events[number]) for number, _, cell in acts]


def clicks_of(events: Sequence[MouseEvent[Any]]) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """The kinds and cells of events for the engine. Equal cells get equal numbers of any order."""
    numbers: dict[Any, int] = {None: _engine.NO_CELL}
    kinds = np.array([KIND_NUMBERS[event.kind] for event in events], dtype=np.uint8)
    cells = np.array([numbers.setdefault(event.cell, len(numbers)) for event in events], dtype=np.uint32)
    return kinds, cells


DoubtGrade = Literal["note", "doubt", "contradiction"]
"""How grave a doubt is: common in honest games; unlike those of a hand; the file contradicts its events."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something odd about a recorded game. In `Replay.doubts`. It says what is odd, and never why.

    Attributes:
        name: A name, such as `"time"`. `docs/review.md` lists all.
        grade: How grave it is.
        text: A sentence.
    """

    name: str
    grade: DoubtGrade
    text: str

    def to_dict(self) -> dict[str, Any]:
        """The doubt as plain values, for JSON."""
        return plain_fields(self)


CELL_SIZE: Final = _engine.CELL_SIZE
"""The width and height of a cell in pixels, unless the recording has another size."""

_LARGEST_CELL: Final = 2**32 - 1  # pixels

_RULES: Final = Rules("any")

_CLAIMS: Final = ("Time", "BBBV", "Status", "Level", "Mode")
"""What a file says of its game that the events can contradict."""

_CLICKS: Final[Mapping[ActionKind, tuple[MouseKind, MouseKind]]] = {
    "open": ("lc", "lr"),
    "flag": ("rc", "rr"),
    "chord": ("mc", "mr"),
}


@dataclass(frozen=True, repr=False)
class Replay(Generic[CellT_co]):
    """A recorded game. Immutable, comparable, hashable, picklable.

    Attributes:
        minefield: Where the mines were.
        events: The mouse events in the order of the recording.
        rules: The rules; `first_click` is always `"any"`, because the mines are given.
        cell_size: The width and height of a cell in pixels, for the pixels of the events.
        about: The other data of the recording by name, such as `"Player"`, `"Program"`, `"Time"`. The names
            are those of RawVF. These are claims of the file and may be wrong.

    Raises:
        GameError: The minefield has no safe cell, or an attribute has the wrong type.
        ArgumentError: `cell_size` or the time of an event is invalid.

    Example:
        >>> game = sapper.Minefield([(0, 0)], sapper.Topology.square(2, 3)).game()
        >>> game.open(1, 2)
        4
        >>> replay = sapper.Replay.from_game(game, times=[1.5])
        >>> replay.actions
        (TimedAction(seconds=1.5, kind='open', cell=(1, 2)),)
        >>> replay.play().status
        'playing'
    """

    minefield: Minefield[CellT_co]
    events: tuple[MouseEvent[CellT_co], ...]
    rules: Rules = _RULES
    cell_size: int = CELL_SIZE
    about: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Freezes the attributes, and checks that a game can be played."""
        if not isinstance(self.minefield, Minefield):
            raise GameError(
                f"the minefield of a replay must be a sapper.Minefield, not {brief_contents(self.minefield)}"
            )
        if not isinstance(self.rules, Rules):
            raise GameError(f"`rules` must be a sapper.Rules, not {brief(self.rules)}")
        if not isinstance(self.about, Mapping):
            raise GameError(f"`about` must map names to texts, not {brief(self.about)}")
        checks.whole("cell_size", self.cell_size, 1, _LARGEST_CELL)
        if self.minefield.mines == self.minefield.topology.size:
            raise GameError("a replay needs a safe cell, but every cell is a mine")
        object.__setattr__(self, "events", _events(self.events))
        object.__setattr__(self, "rules", replace(self.rules, first_click="any"))
        object.__setattr__(self, "about", MappingProxyType(dict(self.about)))

    @classmethod
    def from_game(
        cls,
        game: Game[CellT],
        times: Sequence[float] | None = None,
        about: Mapping[str, str] | None = None,
    ) -> Replay[CellT]:
        """Makes a replay of a `Game`, with a click for every action of its history.

        The replay plays as the game did, with one exception. With `win="flagged"`, flags on all mines win
        even before the first cell is opened, because a replay has its mines from the start.

        Args:
            game: The game, finished or not, with at least one open cell.
            times: The time of every action of `game.history`, in seconds since the game began; by default 0
                for all.
            about: See the attribute.

        Raises:
            GameError: No cell was opened yet, so there is no minefield. Or the times are too many or too few.
            ArgumentError: A time is not a number from 0.
        """
        if not isinstance(game, Game):
            raise GameError(f"a replay is made from a sapper.Game, not from {brief_contents(game)}")
        mined = game.minefield
        if mined is None:
            raise GameError("there is nothing to replay: open a cell first, which places the mines")
        history = game.history
        whens = [0.0] * len(history) if times is None else _times(times)
        if len(whens) != len(history):
            times_text = quantity(len(whens), "time")
            verb = "is" if len(whens) == 1 else "are"
            raise GameError(f"there {verb} {times_text}, but {quantity(len(history), 'action')}")
        actions = (
            TimedAction(when, action.kind, action.cell) for when, action in zip(whens, history, strict=True)
        )
        minefield = Minefield(mined, game.topology)
        return Replay(minefield, tuple(events_of(actions)), game.rules, about={} if about is None else about)

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks: the game as it ended; None if the board cannot be drawn."""
        return self.play()._repr_svg_()

    @property
    def board(self) -> Board[CellT_co]:
        """Topology and number of mines."""
        return self.minefield.board

    @property
    def level(self) -> str:
        """`"beginner"` (8 x 8 and 9 x 9 with 10 mines), `"intermediate"`, `"expert"` or `"custom"`."""
        return _engine.level_of(self.minefield.topology._engine, self.minefield.mines)

    @cached_property
    def actions(self) -> tuple[TimedAction[CellT_co], ...]:
        """The actions that the events mean. Some may change nothing or come after the end of the game."""
        return tuple(actions_of(self.events))

    @property
    def played(self) -> datetime | None:
        """When the game was played, as `about` says; None if unknown. In UTC if it tells no time zone."""
        return time_of(self.about.get("Timestamp", ""))

    @property
    def seconds(self) -> float:
        """The time of the last event in seconds; 0 if there is none."""
        return max((event.seconds for event in self.events), default=0.0)

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is odd about the recording, the gravest first: wrong claims of `about`, and events of no hand.

        It compares `"Time"` of a finished game, where less than 0.02 s is no difference, `"BBBV"` (the 3BV),
        `"Level"`, and `"Status"` where it is won or lost. The library goes by the events and never by the
        claims. Takes some milliseconds.

        Raises:
            CellError: A button was pressed or released on a cell that is not on the board.
        """
        time, bbbv, status, level, mode = (self.about.get(name, "") for name in _CLAIMS)
        doubts = self._recording.doubts(self._line, time, bbbv, status, level, mode)
        return tuple(Doubt(name, cast("DoubtGrade", grade), text) for name, grade, text in doubts)

    def start(self) -> Game[CellT_co]:
        """The game before the first action."""
        rules = self.rules
        return self.minefield.game(
            Rules(
                win=rules.win,
                on_mine=rules.on_mine,
                question_marks=rules.question_marks,
                guessing=rules.guessing,
            )
        )

    def play(self, most: int | None = None) -> Game[CellT_co]:
        """Plays the actions up to the end of the game.

        Args:
            most: The largest number of actions to play. By default all are played.

        Returns:
            The game after these actions.

        Raises:
            CellError: An action names a cell that is not on the board.
            ArgumentError: `most` is not a whole number from 0.
        """
        if most is not None:
            most = checks.whole("most", most)
        game = self.start()
        actions: Sequence[TimedAction[Any]] = self.actions
        for action in actions[:most]:
            if game.status != "playing":
                break
            game.act(action.kind, action.cell)
        return game

    @cached_property
    def _recording(self) -> _engine.RecordedGame:
        """The minefield and the events, for the engine.

        Raises:
            CellError: A button was pressed or released on a cell that is not on the board.
        """
        topology = self.minefield.topology
        numbers: dict[Any, int] = {None: _engine.NO_CELL}
        for event in self.events:
            cell: Any = event.cell
            if cell not in numbers:
                counts = event.kind != "mv" or cell in topology
                numbers[cell] = topology.index(cell) if counts else _engine.NO_CELL
        nowhere = (_engine.NO_PIXEL, _engine.NO_PIXEL)
        pixels = np.array([event.pixel or nowhere for event in self.events], np.int64).reshape(-1, 2)
        return _engine.RecordedGame(
            topology._engine,
            self.minefield.mined.view(np.uint8).ravel(),
            self.rules._for_engine(),
            np.array([KIND_NUMBERS[event.kind] for event in self.events], np.uint8),
            np.array([numbers[event.cell] for event in self.events], np.uint32),
            np.array([event.seconds for event in self.events], np.float64),
            np.ascontiguousarray(pixels[:, 0]),
            np.ascontiguousarray(pixels[:, 1]),
            self.cell_size,
        )

    @cached_property
    def _line(self) -> _engine.GameLine:
        """What the hand did, counted by the engine."""
        return self._recording.line()

    def __repr__(self) -> str:
        events = quantity(len(self.events), "event")
        return f"<Replay on {self.board!r}, {self.rules!r}: {events} in {self.seconds:g} s>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Replay, (self.minefield, self.events, self.rules, self.cell_size, dict(self.about))


def events_of(actions: Iterable[TimedAction[CellT]]) -> Iterator[MouseEvent[CellT]]:
    """A click for every action. `actions_of` gives the actions back."""
    for seconds, kind, cell in actions:
        for event in _CLICKS[kind]:
            yield MouseEvent(seconds, event, cell, _middle(cell))


def _events(events: object) -> tuple[MouseEvent, ...]:
    if type(events) is ValidEvents:
        return events
    if not is_list(events):
        raise GameError(f"`events` must be a list of MouseEvents, not {brief(events)}")
    several = tuple(cast("Iterable[Any]", events))
    for event in several:
        if not isinstance(event, MouseEvent):
            raise GameError(f"an event must be a MouseEvent, not {brief(event)}")
        check_event(event)
    return several


def _times(times: object) -> list[float]:
    if not is_list(times) or isinstance(times, Set):
        raise GameError(f"`times` must be a list with the seconds of every action, not {brief(times)}")
    return [checks.seconds("a time", time) for time in cast("Iterable[Any]", times)]


def _middle(cell: object) -> tuple[int, int] | None:
    """The pixel in the middle of a cell; None on boards without rows and columns."""
    if not isinstance(cell, tuple) or len(cell) != 2:
        return None
    row, column = cell
    return column * CELL_SIZE + CELL_SIZE // 2, row * CELL_SIZE + CELL_SIZE // 2


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def time_of(timestamp: str) -> datetime | None:
    """The time that a text says, or None if it does not say one in a known way.

    Known are seconds and microseconds since 1970, ISO 8601, and the dates of Minesweeper Arbiter. Without a
    time zone it counts as UTC, because the files of most programs do not tell the zone.
    """
    engine_time = _engine.time_of(timestamp) if timestamp.isascii() else None
    if engine_time is None:
        return None
    microseconds, offset = engine_time
    zone = timezone(timedelta(seconds=offset)) if offset else UTC
    return (_EPOCH + timedelta(microseconds=microseconds)).astimezone(zone)
