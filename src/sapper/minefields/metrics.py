"""Metrics of games and of the hand that played them, and `measure`, which takes minefields too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast, overload

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.values import Tabular
from sapper._support.words import brief_contents, quantity
from sapper.board.board import Board
from sapper.board.game import Game, Status
from sapper.board.game_arguments import is_list, minefield_of, mines_or_cells, topology_of
from sapper.board.json_form import plain_fields
from sapper.board.minefield import Minefield
from sapper.board.topology import Topology, topology_by_name
from sapper.cells import Cell
from sapper.errors import ArgumentError, BoardError, GameError
from sapper.minefields.board_metrics import BoardMetrics, metrics_row
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class MouseMetrics:
    """What the hand did in a recorded game, up to its end. In `GameMetrics.mouse`; hashable, picklable.

    Attributes:
        left_clicks: The left clicks as Arbiter, ms_toollib and the RawVF parser count them: clicks that were
            released off the board count, too. The same holds for the other two buttons.
        right_clicks: The right clicks, without presses on open cells that began a chord.
        double_clicks: The clicks with two buttons, the middle button, or Shift.
        flags: The number of flags that stood at the end.
        flags_set: The number of flags that were set, also those that were removed.
        flagged_mines: The number of mines that ever got a flag.
        wrong_flags: The number of flags that were set on safe cells.
        chords_of_flags: The number of 1.5 clicks: the press of the right button set a flag, and then began a
            chord.
        longest_streak: The most actions in a row that all changed something.
        chord_solved: How much of the 3BV was done by chords.
        path: The way of the pointer on the board from the first opening on, in pixels of cells of 16. None if
            the recording has no moves of the mouse.
        straight_path: The length of the straight lines from each action that changed something to the next.
        wasted_left: The left clicks that changed nothing.
        wasted_right: The right clicks that changed nothing and began no chord.
        wasted_double: The double clicks that changed nothing.
        left_per_second: The left clicks per second. Ratios are None if they would divide by zero.
        right_per_second: The right clicks per second.
        double_per_second: The double clicks per second.
        path_per_second: The path per second.
        flag_yield: The 3BV done by chords, per flag that was set.
        chord_yield: The 3BV done by chords, per chord that opened something.
        path_efficiency: The share of `straight_path` in `path`.
        splits: For each unit of the 3BV that was done, in order, the seconds when it was.
    """

    left_clicks: int
    right_clicks: int
    double_clicks: int
    flags: int
    flags_set: int
    flagged_mines: int
    wrong_flags: int
    chords_of_flags: int
    longest_streak: int
    chord_solved: int
    path: float | None
    straight_path: float | None
    wasted_left: int
    wasted_right: int
    wasted_double: int
    left_per_second: float | None
    right_per_second: float | None
    double_per_second: float | None
    path_per_second: float | None
    flag_yield: float | None
    chord_yield: float | None
    path_efficiency: float | None
    splits: tuple[float, ...]

    @property
    def button_clicks(self) -> int:
        """The clicks of all buttons, as those programs count them."""
        return self.left_clicks + self.right_clicks + self.double_clicks

    @property
    def style(self) -> str:
        """`"NF"` if no flag was ever set, otherwise `"FL"`."""
        return _engine.style_of(self.flags_set)

    def to_dict(self) -> dict[str, Any]:
        """The metrics as plain values, for JSON. `docs/metrics.md` describes them."""
        return {**plain_fields(self), "button_clicks": self.button_clicks, "style": self.style}


_INTEGERS: Final = tuple(each.name for each in fields(MouseMetrics) if each.type == "int")
_COUNTS: Final = (*_INTEGERS[:3], "button_clicks", *_INTEGERS[3:])  # the sum stands beside its terms
_FLOATS: Final = tuple(each.name for each in fields(MouseMetrics) if each.type == "float | None")
_BESIDE: Final = (
    *("openings", "islands", "zini", "hzini", "chord_presses", "open_clicks", "flag_clicks", "chord_clicks"),
    *("effective_clicks", "correctness", "throughput", "three_bv_per_second", "rqp", "qg", "stnb"),
    *("estimated", "zini_efficiency", "hzini_efficiency"),
)
LINE_NAMES: Final = (*_BESIDE, *_COUNTS, *_FLOATS)
"""Those metrics of a recorded game that are numbers, by name; the usual ones are attributes of reports."""


@dataclass(frozen=True)
class GameMetrics(Tabular):
    """Metrics of a game, finished or not. Made by `measure`; hashable, picklable.

    Ratios are None if they would divide by zero clicks, zero seconds or a 3BV of zero.

    Attributes:
        board: The metrics of the minefield.
        status: The state of the game.
        open_clicks: The number of clicks that opened something.
        flag_clicks: The number of clicks that set or removed a flag.
        chord_clicks: The number of chords that opened something.
        clicks: The number of all clicks, including those that changed nothing. A chord with two buttons is
            one click, as in ms_toollib and the RawVF parser.
        chord_presses: The number of chords with two buttons that began with the right button on an open cell.
            Minesweeper Clone counts that press as a click, so its number of clicks is `clicks +
            chord_presses`. Only replays know it; otherwise it is 0.
        solved: The part of the 3BV that is done: openings that are completely open, with the numbers around
            them, and open numbers that are next to no zero. A wrong flag can keep a cell of an opening
            closed.
        seconds: The time of the game in seconds; None if unknown.
        mouse: What only a recording of the mouse knows; None for a `Game`.
        ioe: Index of efficiency: the 3BV done per click. It exceeds 1 only with chords.
        correctness: The share of clicks that changed something.
        throughput: The 3BV done per click that changed something.
        three_bv_per_second: The 3BV done per second.
        estimated: The seconds that the whole 3BV would take at the speed of this game.
        stnb: STNB of ms_toollib, which compares games of all levels; higher is better. It is c * solved^1.5 /
            (3BV^0.5 * time^1.7). c is 36 for beginner boards of 8 x 8, 162 for intermediate and 435 for
            expert boards. None on other boards.
        rqp: Rapport qualite-prix: time^2 / 3BV; lower is better. None unless the whole 3BV is done.
        qg: QG: time^1.7 / 3BV; lower is better. None unless the whole 3BV is done.
    """

    board: BoardMetrics
    status: Status
    open_clicks: int
    flag_clicks: int
    chord_clicks: int
    clicks: int
    chord_presses: int
    solved: int
    seconds: float | None
    mouse: MouseMetrics | None = None
    # What follows from these:
    ioe: float | None = field(init=False, compare=False, repr=False)
    correctness: float | None = field(init=False, compare=False, repr=False)
    throughput: float | None = field(init=False, compare=False, repr=False)
    three_bv_per_second: float | None = field(init=False, compare=False, repr=False)
    estimated: float | None = field(init=False, compare=False, repr=False)
    stnb: float | None = field(init=False, compare=False, repr=False)
    rqp: float | None = field(init=False, compare=False, repr=False)
    qg: float | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Lets the engine compute the ratios that need no search."""
        ratios = self._ratios_of()
        vars(self).update((each.name, getattr(ratios, each.name)) for each in fields(self) if not each.init)

    @property
    def effective_clicks(self) -> int:
        """The clicks that changed something."""
        return self.open_clicks + self.flag_clicks + self.chord_clicks

    @property
    def zini_efficiency(self) -> float | None:
        """The ZiNi of the board per click. None unless the whole 3BV is done."""
        return self._ratios_with_zini.zini_efficiency

    @property
    def hzini_efficiency(self) -> float | None:
        """The HZiNi of the board per click. None unless the whole 3BV is done."""
        return self._ratios_with_zini.hzini_efficiency

    @cached_property
    def _ratios_with_zini(self) -> _engine.GameRatios:
        return self._ratios_of(self.board.zini, self.board.hzini)

    def _ratios_of(self, *zini: int) -> _engine.GameRatios:
        counts = (self.board.three_bv, self.solved, self.clicks, self.effective_clicks, self.seconds or None)
        return _engine.game_ratios(self.board.board.topology._engine, self.board.board.mines, *counts, *zini)

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: ratios of the engine cannot be pickled."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def to_dict(self) -> dict[str, Any]:
        """The metrics of the game and its minefield as plain values, for JSON.

        `docs/json.md` describes the fields. Unknown ratios are None.
        """
        return {
            **self.board.to_dict(),
            "status": self.status,
            "seconds": self.seconds,
            "solved": self.solved,
            "clicks": self.clicks,
            "chord_presses": self.chord_presses,
            "open_clicks": self.open_clicks,
            "flag_clicks": self.flag_clicks,
            "chord_clicks": self.chord_clicks,
            "effective_clicks": self.effective_clicks,
            "efficiency": self.ioe,
            "correctness": self.correctness,
            "throughput": self.throughput,
            "three_bv_per_second": self.three_bv_per_second,
            "rqp": self.rqp,
            "qg": self.qg,
            "stnb": self.stnb,
            "estimated": self.estimated,
            "zini_efficiency": self.zini_efficiency,
            "hzini_efficiency": self.hzini_efficiency,
            "mouse": None if self.mouse is None else self.mouse.to_dict(),
        }

    def _arrow_columns(self) -> dict[str, Any]:
        values = self.to_dict()
        mouse = values.pop("mouse") or {}
        return metrics_row(self.board.board, values) | _mouse_columns(mouse)


def _mouse_columns(mouse: dict[str, Any]) -> dict[str, Any]:
    """The metrics of the mouse as columns of Arrow with one row; nulls without a mouse."""
    import pyarrow as pa

    types = dict.fromkeys(_COUNTS, pa.int64()) | dict.fromkeys(_FLOATS, pa.float64())
    types |= {"style": pa.string(), "splits": pa.list_(pa.float64())}
    return {name: pa.array([mouse.get(name)], kind) for name, kind in types.items()}


@overload
def measure(what: Game, *, seconds: float | None = None, clicks: int | None = None) -> GameMetrics: ...


@overload
def measure(what: Replay) -> GameMetrics: ...


@overload
def measure(what: Minefield) -> BoardMetrics: ...


@overload
def measure(what: NDArray[np.bool_] | Iterable[Cell], topology: Topology | None = None) -> BoardMetrics: ...


def measure(
    what: Game | Replay | Minefield | NDArray[np.bool_] | Iterable[Cell],
    topology: Topology | None = None,
    *,
    seconds: float | None = None,
    clicks: int | None = None,
) -> BoardMetrics | GameMetrics:
    """Measures a minefield, a game or a replay.

    Args:
        what: A game with at least one open cell (before that it has no minefield); a replay; or a minefield:
            a `Minefield`, a bool array of the board's shape, or the cells with a mine.
        topology: The topology of the mines. Without it, an array is on a grid of its shape.
        seconds: The time of a game in seconds. A replay has its own.
        clicks: The number of clicks of a game. By default only clicks that changed something are counted,
            because a game does not remember the others. A replay does, up to the end of the game.

    Returns:
        `GameMetrics` for a game or a replay, `BoardMetrics` for a minefield. It takes time linear in the
        number of cells, some microseconds for an expert board. A replay is played first.

    Raises:
        BoardError: The topology is missing or given twice.
        CellError: A mine is not on the board.
        GameError: The game has no minefield yet, or `what` has no minefield.
        ArgumentError: `seconds` or `clicks` is invalid, or given for anything but a game.

    Example:
        >>> minefield = sapper.generate("beginner", seed=1).minefield
        >>> metrics = sapper.measure(minefield)
        >>> metrics.three_bv, metrics.openings, metrics.zini
        (7, 2, 7)
        >>> game = sapper.Strategy("best").play(minefield.game(), first_cell=(2, 2))
        >>> sapper.measure(game).ioe
        0.7777777777777778
    """
    if topology is not None and isinstance(what, Game | Replay | Minefield):
        raise BoardError("games, replays and minefields have a topology of their own: leave out `topology`")
    if isinstance(what, Game):
        return _game_metrics(what, seconds, clicks)
    if seconds is not None or clicks is not None:
        raise ArgumentError(
            "`seconds` and `clicks` are only for games: replays have their own, minefields have none"
        )
    if isinstance(what, Replay):
        return _replay_metrics(what)
    if isinstance(what, Minefield):
        return _board_metrics(what.topology, what.mined)
    what = mines_or_cells(what)
    if not is_list(what) or isinstance(what, Topology):
        choices = "a sapper.Minefield, a sapper.Game, a sapper.Replay, or mines as cells or an array of bool"
        raise GameError(f"measure() needs {choices}, not {brief_contents(what)}")
    if topology is None:
        if not (isinstance(what, np.ndarray) and what.dtype == np.bool_ and what.shape):
            raise BoardError("the board is missing: give `topology`, or mines as a bool array of its shape")
        topology = topology_by_name("grid", what.shape)
    topology = topology_of(topology, None)
    return _board_metrics(topology, minefield_of(topology, cast("Any", what)))


def _board_metrics(topology: Topology, minefield: NDArray[np.bool_]) -> BoardMetrics:
    is_mine = np.ascontiguousarray(minefield, np.bool_).view(np.uint8).ravel()
    counts = _engine.count_board(topology._engine, is_mine)
    board = Board(topology, int(np.count_nonzero(is_mine)))
    return BoardMetrics(board, counts.three_bv, counts.openings, counts.islands, is_mine.tobytes())


def _replay_metrics(replay: Replay) -> GameMetrics:
    line = replay._line
    names = MouseMetrics.__dataclass_fields__
    mouse = {name: getattr(line, name) for name in names} | {"splits": tuple(line.splits)}
    return GameMetrics(
        board=_board_metrics(replay.minefield.topology, replay.minefield.mined),
        status=cast("Any", line.status.name),
        open_clicks=line.open_clicks,
        flag_clicks=line.flag_clicks,
        chord_clicks=line.chord_clicks,
        clicks=line.clicks,
        chord_presses=line.chord_presses,
        solved=line.solved,
        seconds=line.seconds,
        mouse=MouseMetrics(**mouse),
    )


def _game_metrics(game: Game, seconds: float | None, clicks: int | None) -> GameMetrics:
    minefield = game.minefield
    if minefield is None:
        raise GameError("the game has no minefield yet: open a cell first")
    if seconds is not None:
        seconds = checks.seconds("seconds", seconds)
    opening = game.history[:-1] if game.lost_by_guess else game.history  # that guess opened nothing
    kinds = Counter(action.kind for action in opening)
    effective = kinds.total()
    count = effective if clicks is None else checks.whole("clicks", clicks)
    if count < effective:
        effect = quantity(effective, "effective click")
        raise ArgumentError(f"`clicks` must be at least the {effect} of the game, not {count}")
    solved = _engine.solved_three_bv(
        game.topology._engine, minefield.view(np.uint8).ravel(), game.position.marks.ravel()
    )
    return GameMetrics(
        board=_board_metrics(game.topology, minefield),
        status=game.status,
        open_clicks=kinds["open"],
        flag_clicks=kinds["flag"],
        chord_clicks=kinds["chord"],
        clicks=count,
        chord_presses=0,
        solved=solved,
        seconds=seconds,
    )
