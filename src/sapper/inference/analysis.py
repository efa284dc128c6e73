"""What is known about a position: mine probabilities, certain cells, the number of configurations."""

from __future__ import annotations

import math
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, cast

import numpy as np

from sapper import _engine
from sapper._engine import Cancel
from sapper._support import notebook_text
from sapper._support.engine_call import EngineCall, limit_time, limits_left
from sapper._support.values import Immutable, Tabular
from sapper._support.words import quantity
from sapper.board.json_form import board_object, cell_value, plain
from sapper.board.marks import is_hidden
from sapper.board.mine_prior import UNKNOWN, MineCounts
from sapper.board.position import Position
from sapper.cells import CellT_co
from sapper.errors import BudgetError, PositionError
from sapper.inference.components import (
    configurations_by_mines,
    configurations_of,
    configurations_of_any,
    likelihoods,
)

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from sapper.board.rules import Rules
    from sapper.cells import Cell

__all__ = ["Analysis", "Cancel"]

UNCERTAIN, SAFE, MINE = _engine.VERDICT_UNCERTAIN, _engine.VERDICT_SAFE, _engine.VERDICT_MINE
MOST_DIGITS = 4000  # of a number of configurations as text: Python writes integers of up to 4300 digits

_locks = RLock()  # held while an analysis creates its own lock


@dataclass(eq=False)
class AnalysisPickle:
    """What `_engine.Analysis` gives, without that object, so that it can be pickled.

    Only the factors of the number of configurations are computed again.
    """

    position: Position
    trust_flags: bool  # whether its flags count as mines
    mine_probability: NDArray[np.float64]
    error: NDArray[np.float64]  # of each cell; empty if the analysis is exact
    verdicts: NDArray[np.uint8]
    log_configurations: float
    log_configurations_error: float
    exact: bool
    safest: int | None

    def factors(self, time_limit: float | None, cancel: _engine.Cancel | None) -> _engine.Analysis:
        """The engine's analysis. It takes as long as the first time, and raises TimeIsUp and Cancellation."""
        return _engine.analyse(self.position._for_chances, self.trust_flags, time_limit, None, cancel)


class Analysis(Immutable, Tabular, Generic[CellT_co]):
    """What is known about a position. Made by `analyse`.

    Every configuration (placement of all mines that fits the position) is equally likely. An analysis never
    changes, and any number of threads may read it at once. Some properties are computed on first use, by one
    thread while the others wait.

    Analyses can be pickled without loss. An unpickled analysis counts the configurations again when their
    exact number is first read, unless it was known before.
    """

    __slots__ = (
        "_by_mines",
        "_configurations",
        "_engine",
        "_inference",
        "_knows_chance",
        "_lock",
        "_mine_probability",
        "_rules",
        "_trust_flags",
        "_win_probability",
        "position",
    )

    def __init__(
        self,
        position: Position[CellT_co],
        engine: _engine.Analysis | AnalysisPickle,
        trust_flags: bool,
        rules: Rules,
    ) -> None:
        """Wraps the engine's result. For use inside the package."""
        self.position = position
        self._engine = engine
        self._trust_flags = trust_flags
        self._rules = rules
        self._lock: AbstractContextManager[object] | None = None  # for what is computed on first use
        self._inference: _engine.Inference | None = None
        self._mine_probability: NDArray[np.float64] | None = None
        self._configurations: int | None = None
        self._by_mines: dict[int, int] | None = None
        self._knows_chance = False
        self._win_probability: float | None = None

    @property
    def mine_probability(self) -> NDArray[np.float64]:
        """The share of configurations with a mine in each cell.

        A float64 array of the board's shape, nan for revealed cells. It is within 1e-9 (relative) of the
        exact fraction, and 0 or 1 for certain cells and no others. If `exact` is false it is an estimate, and
        `mine_probability_error` gives its error.
        """
        if self._mine_probability is None:  # many callers want other figures only
            self._mine_probability = self._engine.mine_probability
        return self._mine_probability

    @property
    def mine_probability_error(self) -> NDArray[np.float64]:
        """The error of the mine probability: the truth is within this distance 95 times in 100.

        A float64 array of the board's shape, nan for revealed cells. It is 0 for certain cells, and for every
        hidden cell if the analysis is `exact`.
        """
        if self.exact:
            return exact_errors(self.mine_probability)
        return self._engine.error.reshape(self.position.topology.shape)

    @property
    def safe(self) -> list[CellT_co]:
        """The hidden cells that hold no mine in any configuration, in row-major order.

        If `exact` is false, these are the cells that are proved safe; there may be more.
        """
        return self._cells(SAFE)

    @property
    def mines(self) -> list[CellT_co]:
        """The hidden cells that hold a mine in every configuration, in row-major order.

        If `exact` is false, these are the cells that are proved mines; there may be more.
        """
        return self._cells(MINE)

    @property
    def safest(self) -> CellT_co | None:
        """The first safe cell, else the first cell of least mine probability; None if no cell can be safe."""
        index = self._engine.safest
        return None if index is None else self.position.topology.cell(index)

    @property
    def safest_risk(self) -> float:
        """The mine probability of `safest`; nan if that is None."""
        index = self._engine.safest
        return math.nan if index is None else float(self.mine_probability.flat[index])

    @property
    def configurations(self) -> int:
        """The exact number of configurations.

        It is computed on first use, in milliseconds on boards of usual size. On a million cells the number
        has hundreds of thousands of digits, and multiplying such numbers takes most of the time.

        Raises:
            BudgetError: The analysis is not `exact`. Then `log_configurations` is an estimate.
        """
        return self.count_configurations()

    def count_configurations(self, *, time_limit: float | None = None, cancel: Cancel | None = None) -> int:
        """The number that `configurations` gives, with a time limit and cancellation.

        Args:
            time_limit: Seconds after which counting stops.
            cancel: Stops counting if it is set from another thread.

        Raises:
            BudgetError: It took longer than the time limit, or the analysis is not `exact`.
            CancelledError: `cancel` was set.
        """
        what = "the count of configurations"
        with limit_time(what, time_limit, cancel), EngineCall(what, time_limit):
            if not self.exact:
                raise BudgetError(
                    "the position is too entangled to count its configurations; "
                    "log_configurations estimates their number"
                )
            # No lock here, so that each caller keeps its own limits: all get the same number.
            if self._configurations is None:
                engine = self._factors(*limits_left())
                if self.position.mines is not None:
                    self._configurations = configurations_of(engine)
                elif isinstance(self.position.mine_prior, MineCounts):
                    self._configurations = sum(configurations_by_mines(engine, self.position).values())
                else:
                    self._configurations = configurations_of_any(engine)
            return self._configurations

    def _factors(self, time_limit: float | None, cancel: Cancel | None) -> _engine.Analysis:
        """The engine's analysis, with the factors of the number of configurations."""
        if isinstance(self._engine, AnalysisPickle):
            return self._engine.factors(time_limit, cancel)
        return self._engine

    @property
    def configurations_by_mines(self) -> dict[int, int]:
        """The exact number of configurations with each number of mines that fits the position, ascending.

        If the number is known, there is just one. Otherwise these are all numbers that fit, or those of them
        that `MineCounts` have. It is computed on first use, in milliseconds on boards of usual size.

        Raises:
            BudgetError: The analysis is not `exact`, or the numbers would take more than 128 MiB.
        """
        if self._by_mines is None:
            if self.position.mines is not None:
                self._by_mines = {self.position.mines: self.configurations}
            else:
                with EngineCall("the count of configurations"):
                    self._by_mines = configurations_by_mines(self._factors(None, None), self.position)
        return self._by_mines.copy()

    @property
    def mine_counts(self) -> dict[int, float]:
        """How likely each number of mines is, given the position, ascending.

        It follows from `configurations_by_mines` and from what was believed before: see `MineCounts` and
        `Density`. If the number is known, it has the probability 1.

        Raises:
            PositionError: Nothing is believed about the number: it was given as `"unknown"`.
            BudgetError: As `configurations_by_mines`.
        """
        prior = self.position.mine_prior
        if prior is None:
            return {cast("int", self.position.mines): 1.0}
        if isinstance(prior, str):
            raise PositionError(
                "how likely each number of mines is depends on what was believed before: give `mines` as a "
                "sapper.Density or sapper.MineCounts"
            )
        return likelihoods(self.configurations_by_mines, prior, self.position.topology.size)

    @property
    def log_configurations(self) -> float:
        """The natural logarithm of the number of configurations, with any number of mines that may be."""
        return self._engine.log_configurations

    @property
    def log_configurations_error(self) -> float:
        """The error of `log_configurations`; 0 if the analysis is `exact`.

        The truth is within this distance 95 times in 100.
        """
        return self._engine.log_configurations_error

    @property
    def exact(self) -> bool:
        """Whether the probabilities are exact (up to rounding) and not estimates.

        They are estimates if a component is so large that counting would take too much memory. The cells in
        `safe` and `mines` are certain even then.
        """
        return self._engine.exact

    @property
    def win_probability(self) -> float | None:
        """The proven chance to win with perfect play; None if it is not known.

        It is 1.0 if every hidden cell is certain. If at most 64 cells are uncertain, with at most 1,000
        configurations, the first use searches all ways to play on. The search gives up after 50,000
        positions, which takes some tenths of a second. Exploded mines do not count as a loss. If no cell
        is open and no flag is trusted, the rules protect the first one. Without the number of mines it is
        known only if every cell is certain.
        """
        if self.position.mines is None:
            return None if UNCERTAIN in self._engine.verdicts else 1.0
        with self._alone():
            if not self._knows_chance:
                engine = self._engine
                self._win_probability = _engine.win_probability(
                    self.position._engine,
                    self._rules._for_engine(),
                    self._trust_flags,
                    engine.verdicts,
                    engine.exact,
                )
                self._knows_chance = True
            return self._win_probability

    def _alone(self) -> AbstractContextManager[object]:
        """The lock of this analysis. It is created on first use, because most analyses never need it."""
        if self._lock is None:
            with _locks:
                if self._lock is None:
                    self._lock = RLock()
        return self._lock

    def _load(self) -> _engine.Inference:
        if self._inference is None:
            view = self.position._for_chances
            inference = _engine.Inference(self.position.topology._engine, view.mines)
            inference.load(view, self._trust_flags)
            self._inference = inference  # other threads may see it once it is loaded
        return self._inference

    def outcomes(self, cell: Cell) -> dict[int, float]:
        """The probability of each number that a hidden cell can show, as in `Inference.outcomes`.

        The first call analyses the position again. To avoid that, use `Inference`.

        Returns:
            The numbers that the cell can show, ascending, with their probabilities; empty for a certain mine.

        Raises:
            CellError: There is no such cell.
            PositionError: The cell is not hidden. Or nothing is believed about the number of mines.
            BudgetError: The analysis is not `exact`.
        """
        if self.position.mine_prior == UNKNOWN:
            raise self.position._count_missing()
        topology = self.position.topology
        index = topology.index(cell)
        if not is_hidden(self.position[cell]):
            raise PositionError(f"{topology.describe(cell)} is not hidden", cell)
        with self._alone(), EngineCall("the count"):
            chances = self._load().outcomes(index)
        return {number: chance for number, chance in enumerate(chances) if chance > 0}

    def to_dict(self) -> dict[str, Any]:
        """The analysis as plain values, for JSON, as `sapper analyse --json` writes it without the time.

        `docs/json.md` describes the fields. `"configurations"` is None unless they were counted before, by
        `configurations` or `count_configurations`, or if they have more than 4,000 digits.
        """
        safest, configurations = self.safest, self._configurations
        if self.log_configurations > MOST_DIGITS * math.log(10):
            configurations = None
        errors = None if self.exact else plain(self.mine_probability_error.tolist())
        likely = {} if self.position.mine_prior is None else {"mine_counts": self._likely_counts()}
        return {
            "board": board_object(self.position),
            "mine_probability": plain(self.mine_probability.tolist()),
            "mine_probability_error": errors,
            "safe": list(map(cell_value, self.safe)),
            "mines": list(map(cell_value, self.mines)),
            "safest": plain(safest),
            "safest_risk": None if safest is None else plain(self.safest_risk),
            **likely,
            "configurations": None if configurations is None else str(configurations),
            "log10_configurations": max(0.0, self.log_configurations / math.log(10)),
            "log10_configurations_error": self.log_configurations_error / math.log(10),
            "exact": self.exact,
            "win_probability": self.win_probability,
        }

    def _likely_counts(self) -> list[list[float]] | None:
        """`mine_counts` as pairs; None where there are none, or these take too much memory."""
        try:
            return [[count, chance] for count, chance in self.mine_counts.items()]
        except (BudgetError, PositionError):
            return None

    def _arrow_columns(self) -> dict[str, Any]:
        """One row with the columns of `Analyses`."""
        engine, index, mines = self._engine, self._engine.safest, self.position.mines
        columns = {
            "mine_count": np.array([mines or 0], dtype=np.uint32),
            "possible": np.array([True]),
            "exact": np.array([engine.exact]),
            "safest_index": np.array([-1 if index is None else index], dtype=np.int64),
            "safest_risk": np.array([self.safest_risk]),
            "log_configurations": np.array([engine.log_configurations]),
            "log_configurations_error": np.array([engine.log_configurations_error]),
            "mine_probability": engine.mine_probability[np.newaxis],
            "mine_probability_error": self.mine_probability_error[np.newaxis],
            "safe": np.equal(engine.verdicts, SAFE)[np.newaxis],
            "mines": np.equal(engine.verdicts, MINE)[np.newaxis],
        }
        return arrow_of(columns, self.position.topology.size, mines is not None)

    def __reduce__(self) -> tuple[Any, ...]:
        engine = self._engine
        pickle = AnalysisPickle(
            self.position,
            self._trust_flags,
            np.array(engine.mine_probability),
            np.array(engine.error),
            np.array(engine.verdicts),
            engine.log_configurations,
            engine.log_configurations_error,
            engine.exact,
            engine.safest,
        )
        return _restore, (
            pickle,
            self._rules,
            self._configurations,
            self._knows_chance,
            self._win_probability,
        )

    def __eq__(self, other: object) -> bool:
        """Whether both say the same of the same position, to the last bit."""
        if not isinstance(other, Analysis):
            return NotImplemented
        one, two = self._engine, other._engine
        return (
            (self.position, self._protection, self._trust_flags, one.exact)
            == (other.position, other._protection, other._trust_flags, two.exact)
            and np.array_equal(one.verdicts, two.verdicts)
            and np.array_equal(one.mine_probability, two.mine_probability, equal_nan=True)
            and one.log_configurations == two.log_configurations
        )

    def __hash__(self) -> int:
        """Agrees with `==`. Takes time linear in the number of cells."""
        return hash((self.position, self._trust_flags))

    @property
    def _protection(self) -> str:
        """What the rules promise of the next click: nothing, once a cell is open."""
        is_fresh = self.position.hidden == self.position.topology.size
        return self._rules.first_click if is_fresh else "any"

    def __repr__(self) -> str:
        safe = int(np.count_nonzero(self._engine.verdicts == SAFE))
        mines = int(np.count_nonzero(self._engine.verdicts == MINE))
        digits = self.log_configurations / math.log(10)
        kind = "Analysis" if self.exact else "Estimated analysis"
        return (
            f"<{kind}: {safe} safe, {quantity(mines, 'mine')}, "
            f"safest {self.safest} at risk {self.safest_risk:.4g}, "
            f"about 10^{digits:.1f} configurations>"
        )

    def _cells(self, verdict: int) -> list[CellT_co]:
        topology = self.position.topology
        return [topology.cell(int(index)) for index in np.flatnonzero(self._engine.verdicts == verdict)]

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks; None if the board cannot be drawn."""
        return notebook_text(self)


def exact_errors(mine_probability: NDArray[np.float64]) -> NDArray[np.float64]:
    """The errors of exact probabilities: 0, and nan where these are nan."""
    errors = 0 * mine_probability
    errors.flags.writeable = False
    return errors


def arrow_of(columns: dict[str, NDArray[Any]], cells: int, has_counts: bool) -> dict[str, Any]:
    """The columns of analyses as arrays of Arrow, as `docs/arrow.md` describes them.

    `safest_index` and `safest_risk` are null where no cell can be safe. `mine_count` is null unless
    `has_counts` is true. Each column has an entry for each analysis, or a row of cells for each.
    """
    import pyarrow as pa

    none = columns["safest_index"] < 0
    mask = {"safest_index": none, "safest_risk": none, "mine_count": np.full(len(none), not has_counts)}
    return {
        name: pa.array(values, mask=mask.get(name))
        if values.ndim == 1
        else pa.FixedSizeListArray.from_arrays(pa.array(np.ravel(values)), cells)
        for name, values in columns.items()
    }


def _restore(
    pickle: AnalysisPickle,
    rules: Rules,
    configurations: int | None,
    knows_chance: bool,
    win_probability: float | None,
) -> Analysis:
    for array in (pickle.mine_probability, pickle.error, pickle.verdicts):
        array.flags.writeable = False
    analysis = Analysis(pickle.position, pickle, pickle.trust_flags, rules)
    analysis._configurations = configurations
    analysis._knows_chance, analysis._win_probability = knows_chance, win_probability
    return analysis
