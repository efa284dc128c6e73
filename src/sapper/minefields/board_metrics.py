"""Metrics of minefields: 3BV, ZiNi and others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper._support.values import Tabular
from sapper.board.board import Board
from sapper.board.game import Action, ActionKind
from sapper.board.json_form import board_object

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_RUNS = 2**32 - 1


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
    _is_mine: bytes = field(repr=False)  # one byte a cell, 0 or 1

    @property
    def minefield(self) -> NDArray[np.bool_]:
        """Where the mines are, bool of the topology's shape, read-only."""
        return np.frombuffer(self._is_mine, np.bool_).reshape(self.board.topology.shape)

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
            _engine.zini_clicks(self.board.topology._engine, self._cells, _engine.ZiniRule.greedy)
        )

    @cached_property
    def least_clicks(self) -> int:
        """A lower bound: no way to clear the board takes fewer clicks. The true minimum may be higher.

        Clearing a board takes a click for every chord, a flag for every mine beside a chord, and a click for
        everything that no chord opens. The bound is the least of these sums over all sets of chords, computed
        for strips of the board separately. That takes up to half a second. On boards that are large, wrap
        around, or have no rows and columns, strips do not help, and the bound is weaker.
        """
        return _engine.least_clicks(self.board.topology._engine, self._cells)

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
        numbers = checks.whole("rounds", rounds, 0, _MOST_RUNS), checks.whole("seed", seed)
        with EngineCall("the search for fewer clicks", time_limit):
            topology = self.board.topology._engine
            return self._actions(_engine.search_zini(topology, self._cells, *numbers, time_limit, cancel))

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
        numbers = checks.whole("runs", runs, 1, _MOST_RUNS), checks.whole("seed", seed)
        with EngineCall("random-restart ZiNi", time_limit):
            topology = self.board.topology._engine
            return _engine.random_zini(topology, self._cells, *numbers, time_limit, cancel)

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
        return metrics_row(self.board, self.to_dict())

    @property
    def _cells(self) -> NDArray[np.uint8]:
        """1 for each cell with a mine, else 0, as the engine takes them."""
        return np.frombuffer(self._is_mine, np.uint8)

    def _actions(self, clicks: Iterable[_engine.Action]) -> tuple[Action, ...]:
        cell = self.board.topology.cell
        return tuple(Action(cast("ActionKind", click.kind.name), cell(click.cell)) for click in clicks)

    def _zini(self, rule: _engine.ZiniRule) -> int:
        return int(_engine.zini(self.board.topology._engine, self._cells.reshape(1, -1), rule)[0])


def metrics_row(board: Board, answer: dict[str, Any]) -> dict[str, Any]:
    """The fields of `to_dict` as columns of Arrow with one row. For use inside the package.

    All metrics of a kind have the same types.
    """
    import pyarrow as pa

    types = {int: pa.int64(), str: pa.string(), float: pa.float64(), type(None): pa.float64()}
    columns = {
        "topology": pa.array([board.topology.name], pa.string()),
        "shape": pa.array([board.topology.shape], pa.list_(pa.int64())),
        "mines": pa.array([board.mines], pa.int64()),
    }
    values = {name: value for name, value in answer.items() if name != "board"}
    return columns | {name: pa.array([value], types[type(value)]) for name, value in values.items()}
