"""Metrics of minefields and of games: 3BV, ZiNi, efficiency and others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper._support.values import Tabular
from sapper._support.words import brief_contents, quantity
from sapper.board.board import Board
from sapper.board.game import Action, ActionKind, Game, Status
from sapper.board.game_arguments import is_list, minefield_of, mines_or_cells, topology_of
from sapper.board.json_form import board_object
from sapper.board.minefield import Minefield
from sapper.board.topology import Topology, named_topology
from sapper.cells import Cell
from sapper.errors import ArgumentError, BoardError, GameError
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_RUNS = 2**32 - 1
_STNB = {Board.square(8, 8, 10): 36, Board.square(16, 16, 40): 162, Board.square(16, 30, 99): 435}


@dataclass(frozen=True)
class BoardMetrics(Tabular):
    """Metrics of a minefield. Made by `measure`; hashable, picklable.

    The ZiNi numbers are computed on first use, in some twenty microseconds each for an expert board.
    `docs/metrics.md` names the sources of all definitions.

    Attributes:
        board: Topology and number of mines.
        three_bv: 3BV, the fewest left clicks that open every safe cell: one for each opening, and one for
            each number that is next to no zero.
        openings: The number of openings: connected sets of zeros. One click opens such a set with the numbers
            around it.
        islands: The number of connected sets of numbers that are next to no zero.
    """

    board: Board
    three_bv: int
    openings: int
    islands: int
    _mined: bytes = field(repr=False)  # one byte a cell, 0 or 1

    @property
    def minefield(self) -> NDArray[np.bool_]:
        """Where the mines are, bool of the topology's shape, read-only."""
        return np.frombuffer(self._mined, np.bool_).reshape(self.board.topology.shape)

    @cached_property
    def zini(self) -> int:
        """Greedy ZiNi: the number of clicks in `zini_clicks`. It is never more than `three_bv`."""
        return self._zini(_engine.ZiniRule.greedy)

    @cached_property
    def hzini(self) -> int:
        """Human ZiNi: the number of clicks if all openings come first, and then chords on open cells only.

        It is at most `three_bv`. In rare cases it is less than `zini`.
        """
        return self._zini(_engine.ZiniRule.human)

    @cached_property
    def zini_clicks(self) -> tuple[Action, ...]:
        """The clicks that greedy ZiNi counts. They clear the board.

        The premium of a safe cell is the 3BV that is still closed on it and around it (an opening counts
        once), minus the mines around it that have no flag, minus 1 if it is closed, minus 1. The rule takes
        the cell of the highest premium; of equal ones, the first down the columns. It opens the cell if it is
        closed, flags the mines around it, and chords. When all premiums are negative, it opens the rest one
        click at a time.
        """
        return self._actions(
            _engine.zini_clicks(
                self.board.topology._engine, np.frombuffer(self._mined, np.uint8), _engine.ZiniRule.greedy
            )
        )

    @cached_property
    def least_clicks(self) -> int:
        """A lower bound: no way to clear the board takes fewer clicks. The true minimum may be higher.

        Clearing a board takes a click for every chord, a flag for every mine beside a chord, and a click for
        everything that no chord opens. The bound is the least of these sums over all sets of chords, computed
        for strips of the board separately. That takes up to half a second. On boards that are large, wrap
        around, or have no rows and columns, strips do not help, and the bound is weaker.
        """
        return _engine.least_clicks(self.board.topology._engine, np.frombuffer(self._mined, np.uint8))

    def fewest_clicks(
        self,
        rounds: int = 10_000,
        *,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: _engine.Cancel | None = None,
    ) -> tuple[Action, ...]:
        """Clicks that clear the board, as few as a search finds that begins with those of greedy ZiNi.

        Each round drops some chords of the best clicks so far, and may add a chord that the greedy rule would
        not play. The greedy rule, with random ties, does the rest. So the result is never longer than `zini`,
        and more rounds never make it longer. If it is as short as `least_clicks`, no shorter one exists. The
        default takes some tenths of a second for an expert board.

        Args:
            rounds: The number of rounds, from 0.
            seed: 0 to 2^64 - 1. The same seed gives the same clicks on every machine.
            time_limit: Seconds after which the search stops with an error.
            cancel: Stops the search if it is set from another thread.

        Raises:
            ArgumentError: `rounds`, `seed`, `time_limit` or `cancel` is invalid.
            BudgetError: It took longer than the time limit.
            CancelledError: `cancel` was set.

        Example:
            >>> metrics = sapper.measure(sapper.generate("expert", seed=1).minefield)
            >>> clicks = metrics.fewest_clicks(1000)
            >>> metrics.least_clicks <= len(clicks) <= metrics.zini
            True
        """
        check_common_arguments(cancel=cancel)
        count = checks.whole("rounds", rounds, 0, _MOST_RUNS)
        mined = np.frombuffer(self._mined, np.uint8)
        with EngineCall("the search for fewer clicks", time_limit):
            return self._actions(
                _engine.search_zini(
                    self.board.topology._engine, mined, count, checks.whole("seed", seed), time_limit, cancel
                )
            )

    def rzini(
        self,
        runs: int = 1000,
        *,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: _engine.Cancel | None = None,
    ) -> int:
        """Random-restart ZiNi: the fewest clicks of many runs that break ties between premiums at random.

        The first run breaks ties as `zini` does. So the result is at most `zini`, and more runs never make it
        larger. The default takes tens of milliseconds for an expert board.

        Args:
            runs: The number of runs, from 1.
            seed: 0 to 2^64 - 1. The same seed gives the same result on every machine.
            time_limit: Seconds after which the runs stop with an error.
            cancel: Stops the runs if it is set from another thread.

        Raises:
            ArgumentError: `runs`, `seed`, `time_limit` or `cancel` is invalid.
            BudgetError: It took longer than the time limit.
            CancelledError: `cancel` was set.
        """
        check_common_arguments(cancel=cancel)
        count = checks.whole("runs", runs, 1, _MOST_RUNS)
        mined = np.frombuffer(self._mined, np.uint8)
        with EngineCall("random-restart ZiNi", time_limit):
            return _engine.random_zini(
                self.board.topology._engine, mined, count, checks.whole("seed", seed), time_limit, cancel
            )

    def to_dict(self) -> dict[str, Any]:
        """The metrics as plain values, for JSON. `docs/json.md` describes the fields."""
        return {
            "board": board_object(self.board),
            "three_bv": self.three_bv,
            "openings": self.openings,
            "islands": self.islands,
            "zini": self.zini,
            "hzini": self.hzini,
        }

    def _arrow_columns(self) -> dict[str, Any]:
        return _row(self.board, self.to_dict())

    def _actions(self, clicks: Iterable[_engine.Action]) -> tuple[Action, ...]:
        cell = self.board.topology.cell
        return tuple(Action(cast("ActionKind", click.kind.name), cell(click.cell)) for click in clicks)

    def _zini(self, rule: _engine.ZiniRule) -> int:
        mined = np.frombuffer(self._mined, np.uint8).reshape(1, -1)
        return int(_engine.zini(self.board.topology._engine, mined, rule)[0])


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

    @property
    def effective_clicks(self) -> int:
        """The clicks that changed something."""
        return self.open_clicks + self.flag_clicks + self.chord_clicks

    @property
    def ioe(self) -> float | None:
        """Index of efficiency: the 3BV done per click. It exceeds 1 only with chords."""
        return _ratio(self.solved, self.clicks)

    @property
    def correctness(self) -> float | None:
        """The share of clicks that changed something."""
        return _ratio(self.effective_clicks, self.clicks)

    @property
    def throughput(self) -> float | None:
        """The 3BV done per click that changed something."""
        return _ratio(self.solved, self.effective_clicks)

    @property
    def three_bv_per_second(self) -> float | None:
        """The 3BV done per second."""
        return _ratio(self.solved, self.seconds)

    @property
    def stnb(self) -> float | None:
        """STNB of ms_toollib, which compares games of all levels; higher is better.

        It is c * solved^1.5 / (3BV^0.5 * time^1.7). c is 36 for beginner boards of 8 x 8, 162 for
        intermediate and 435 for expert boards. None on other boards.
        """
        weight = _STNB.get(self.board.board)
        if weight is None or not self.seconds or not self.board.three_bv:
            return None
        return (
            weight * self.solved * math.sqrt(self.solved / self.board.three_bv) / math.pow(self.seconds, 1.7)
        )

    @property
    def rqp(self) -> float | None:
        """Rapport qualite-prix: time^2 / 3BV; lower is better. None unless the whole 3BV is done."""
        return self._for_time(2.0)

    @property
    def qg(self) -> float | None:
        """QG: time^1.7 / 3BV; lower is better. None unless the whole 3BV is done."""
        return self._for_time(1.7)

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
        }

    def _arrow_columns(self) -> dict[str, Any]:
        return _row(self.board.board, self.to_dict())

    def _for_time(self, power: float) -> float | None:
        if self.seconds is None or self.solved < self.board.three_bv:
            return None
        return _ratio(self.seconds**power, self.board.three_bv)


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
        raise BoardError("games, replays and minefields have a topology of their own: leave out topology=")
    if isinstance(what, Game):
        return _game_metrics(what, seconds, clicks)
    if seconds is not None or clicks is not None:
        raise ArgumentError(
            "seconds= and clicks= are only for games: replays have their own, minefields have none"
        )
    if isinstance(what, Replay):
        end = what._ended()
        return _game_metrics(end.game, end.seconds, end.clicks, end.presses)
    if isinstance(what, Minefield):
        return _board_metrics(what.topology, what.mined)
    what = mines_or_cells(what)
    if not is_list(what) or isinstance(what, Topology):
        choices = "a sapper.Minefield, a sapper.Game, a sapper.Replay, or mines as cells or an array of bool"
        raise GameError(f"measure() needs {choices}, not {brief_contents(what)}")
    if topology is None:
        if not (isinstance(what, np.ndarray) and what.dtype == np.bool_ and what.shape):
            raise BoardError("the board is missing: give topology=, or mines as a bool array of its shape")
        topology = named_topology("grid", what.shape)
    topology = topology_of(topology, None)
    return _board_metrics(topology, minefield_of(topology, cast("Any", what)))


def _board_metrics(topology: Topology, minefield: NDArray[np.bool_]) -> BoardMetrics:
    mined = np.ascontiguousarray(minefield, np.bool_).view(np.uint8).ravel()
    counts = _engine.count_board(topology._engine, mined)
    board = Board(topology, int(np.count_nonzero(mined)))
    return BoardMetrics(board, counts.three_bv, counts.openings, counts.islands, mined.tobytes())


def _game_metrics(
    game: Game, seconds: float | None, clicks: int | None, chord_presses: int = 0
) -> GameMetrics:
    minefield = game.minefield
    if minefield is None:
        raise GameError("the game has no minefield yet: open a cell first")
    if seconds is not None:
        seconds = checks.seconds("seconds", seconds)
    kinds = Counter(action.kind for action in game.history)
    effective = kinds.total()
    count = effective if clicks is None else checks.whole("clicks", clicks)
    if count < effective:
        effect = quantity(effective, "effective click")
        raise ArgumentError(f"clicks must be at least the {effect} of the game, not {count}")
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
        chord_presses=chord_presses,
        solved=solved,
        seconds=seconds,
    )


def _row(board: Board, answer: dict[str, Any]) -> dict[str, Any]:
    """The fields of `to_dict` as columns of Arrow with one row. All metrics of a kind have the same types."""
    import pyarrow as pa

    types = {int: pa.int64(), str: pa.string(), float: pa.float64(), type(None): pa.float64()}
    columns = {
        "topology": pa.array([board.topology.name], pa.string()),
        "shape": pa.array([board.topology.shape], pa.list_(pa.int64())),
        "mines": pa.array([board.mines], pa.int64()),
    }
    values = {name: value for name, value in answer.items() if name != "board"}
    return columns | {name: pa.array([value], types[type(value)]) for name, value in values.items()}


def _ratio(much: float, of: float | None) -> float | None:
    return much / of if of else None
