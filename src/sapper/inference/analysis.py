"""The exact truth about a position: mine probabilities, certain cells, how many configurations there are."""

from __future__ import annotations

import math
from threading import RLock
from typing import TYPE_CHECKING

import numpy as np

from sapper import _engine
from sapper._engine import Cancel
from sapper._support.engine_call import EngineCall, check_kinds
from sapper.board.kinds import TopologyName
from sapper.board.marks import EXPLODED
from sapper.board.position import Position, position_of
from sapper.errors import BudgetError, PositionError
from sapper.inference.configurations import configurations_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from numpy.typing import ArrayLike, NDArray

    from sapper.board.topology import Cell, Topology

__all__ = ["Analysis", "Cancel", "analyse"]

UNCERTAIN, SAFE, MINE = 1, 2, 3  # the engine's verdicts

_locks = RLock()  # is held while an analysis makes its own
_MOST_PLAYED_OUT = 64  # cells that are not certain


class Analysis:
    """What is known about a position. Made by `analyse`.

    Every configuration (placement of all mines that fits the position) counts the same. An analysis never
    changes: any number of threads may read it at once, and what is computed when first asked for is computed
    by one of them while the others wait.
    """

    __slots__ = (
        "_configurations",
        "_engine",
        "_inference",
        "_lock",
        "_mine_probability",
        "_played_out",
        "_trust_flags",
        "_win_probability",
        "position",
    )

    def __init__(self, position: Position, engine: _engine.Analysis, trust_flags: bool = False) -> None:
        """Wraps the engine's result; for use inside the package."""
        self.position = position
        self._engine = engine
        self._trust_flags = trust_flags
        self._lock: AbstractContextManager[object] | None = None  # of what is computed when first asked for
        self._inference: _engine.Inference | None = None
        self._mine_probability: NDArray[np.float64] = engine.mine_probability.reshape(position.topology.shape)
        self._configurations: int | None = None
        self._played_out = False
        self._win_probability: float | None = None

    @property
    def mine_probability(self) -> NDArray[np.float64]:
        """The share of configurations with a mine in each cell.

        A float64 array of the board's shape, nan where revealed; within 1e-9 (relative) of the exact
        fraction, and 0 or 1 where, and only where, the cell is certain. Where `exact` is false it is an
        estimate, and `mine_probability_error` says how good.
        """
        return self._mine_probability

    @property
    def mine_probability_error(self) -> NDArray[np.float64]:
        """How far the mine probability may be off: the truth is within this 95 times in 100.

        A float64 array of the board's shape, nan where revealed; 0 where the cell is certain, and for every
        hidden cell if the analysis is `exact`.
        """
        return self._engine.error.reshape(self.position.topology.shape)

    @property
    def safe(self) -> list[Cell]:
        """The hidden cells that hold no mine in any configuration, in row-major order.

        Where `exact` is false, those of them that are proved.
        """
        return self._cells(SAFE)

    @property
    def mines(self) -> list[Cell]:
        """The hidden cells that hold a mine in every configuration, in row-major order.

        Where `exact` is false, those of them that are proved.
        """
        return self._cells(MINE)

    @property
    def best(self) -> Cell | None:
        """The first safe cell, else the first of least mine probability; None when no cell can be safe."""
        index = self._engine.best
        return None if index is None else self.position.topology.cell(index)

    @property
    def best_risk(self) -> float:
        """The mine probability of `best`; nan when there is none."""
        index = self._engine.best
        return math.nan if index is None else float(self._mine_probability.flat[index])

    @property
    def configurations(self) -> int:
        """How many configurations there are, exactly.

        Computed when first asked for. Milliseconds on boards of usual size; the number of a million cells has
        hundreds of thousands of digits and takes as long as such numbers take to multiply.

        Raises:
            BudgetError: The analysis is not `exact`; `log_configurations` is an estimate then.
        """
        return self.count_configurations()

    def count_configurations(self, *, time_limit: float | None = None, cancel: Cancel | None = None) -> int:
        """What `configurations` is, with a way to give up.

        Args:
            time_limit: Seconds after which to give up counting the components.
            cancel: Gives up counting the components when set from another thread.

        Raises:
            BudgetError: It took longer than the time limit, or the analysis is not `exact`.
            CancelledError: `cancel` was set.
        """
        if not self.exact:
            raise BudgetError(
                "the configurations are too entangled to be counted; "
                "log_configurations estimates their number"
            )
        # Without the lock, so that each caller keeps to its own limits: all count the same.
        if self._configurations is None:
            check_kinds(cancel=cancel)
            with EngineCall("the count of configurations", time_limit):
                self._configurations = configurations_of(self._engine, time_limit, cancel)
        return self._configurations

    @property
    def log_configurations(self) -> float:
        """The natural logarithm of the number of configurations."""
        return self._engine.log_configurations

    @property
    def log_configurations_error(self) -> float:
        """How far `log_configurations` may be off, 95 times in 100; 0 if the analysis is `exact`."""
        return self._engine.log_configurations_error

    @property
    def exact(self) -> bool:
        """Whether the probabilities are exact (to rounding) and not estimates.

        They are estimates where so many numbers hang together that counting would take too much memory. What
        is called safe or a mine is certain all the same.
        """
        return self._engine.exact

    @property
    def win_probability(self) -> float | None:
        """The chance to win with best play where it is proven, else None.

        Proven is 1.0 where every hidden cell is certain. Where few are not, the rest of the game is played
        out when this is first asked for: up to 1,000 configurations on 64 cells and 50,000 positions, which
        takes at most some tenths of a second. Exploded mines are taken not to have ended the game.
        """
        with self._alone():
            if not self._played_out:
                self._win_probability = self._play_out()
                self._played_out = True
            return self._win_probability

    def _play_out(self) -> float | None:
        uncertain = int(np.count_nonzero(self._engine.verdicts == UNCERTAIN))
        if uncertain == 0:
            return 1.0
        if uncertain > _MOST_PLAYED_OUT or not self.exact:
            return None
        return _engine.win_probability(self._loaded())

    def _alone(self) -> AbstractContextManager[object]:
        """Keeps other threads out. Made when first needed, since most analyses never need it."""
        if self._lock is None:
            with _locks:
                if self._lock is None:
                    self._lock = RLock()
        return self._lock

    def _loaded(self) -> _engine.Inference:
        if self._inference is None:
            inference = _engine.Inference(self.position.topology._engine, self.position.mines)
            inference.load(self.position._engine, self._trust_flags)
            self._inference = inference  # only now, when it is ready
        return self._inference

    def outcomes(self, cell: Cell) -> dict[int, float]:
        """How likely a hidden cell is to be safe and show each number; as `Inference.outcomes`.

        The first call analyses the position once more; `Inference` spares that.

        Returns:
            The numbers that the cell can show, ascending, with their probabilities; none for a certain mine.

        Raises:
            CellError: There is no such cell.
            PositionError: The cell is not hidden.
            BudgetError: The analysis is not `exact`.
        """
        topology = self.position.topology
        index = topology.index(cell)
        if self.position[cell] >= 0 or self.position[cell] == EXPLODED:
            raise PositionError(f"{topology.describe(cell)} is not hidden", cell)
        with self._alone(), EngineCall("the count"):
            chances = self._loaded().outcomes(index)
        return {number: chance for number, chance in enumerate(chances) if chance > 0}

    def __repr__(self) -> str:
        safe = int(np.count_nonzero(self._engine.verdicts == SAFE))
        mines = int(np.count_nonzero(self._engine.verdicts == MINE))
        digits = self.log_configurations / math.log(10)
        kind = "Analysis" if self.exact else "Estimated analysis"
        return (
            f"<{kind}: {safe} safe, {mines} mines, best {self.best} at risk {self.best_risk:.4g}, "
            f"about 10^{digits:.1f} configurations>"
        )

    def _cells(self, verdict: int) -> list[Cell]:
        topology = self.position.topology
        return [topology.cell(int(index)) for index in np.flatnonzero(self._engine.verdicts == verdict)]

    def _repr_svg_(self) -> str | None:
        """What notebooks show: a picture, unless the board is one that makes none."""
        from sapper.draw.notebook import picture  # drawing rests on the faces

        return picture(self.position, self)


def analyse(
    position: Position | str | ArrayLike,
    mines: int | None = None,
    *,
    topology: Topology | TopologyName | None = None,
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analysis:
    """Analyses a position: exactly, unless that would take too much memory.

    Args:
        position: A position, a text in one of the formats of `sapper.formats`, or marks as `Position` takes
            them (an integer array or nested lists; -1 hidden, -2 flag).
        mines: How many mines the whole board holds; needed where `position` does not say.
        topology: As in `Position`, for texts and arrays; that of a position, if given, is the position's own.
        trust_flags: Whether flagged cells count as mines. By default a flag is only the player's opinion.
        time_limit: Seconds after which to give up.
        cancel: Gives up when set from another thread: `cancel = sapper.Cancel()`, then `cancel.set()`.

    Returns:
        The analysis. Tens of microseconds for a usual position of 16 x 30; the cost is exponential in how
        many numbers hang together side by side, which only wide scattered frontiers bring to seconds. Past a
        budget of 256 MB it is an estimate with stated errors (see `Analysis.exact`), after some seconds.

    Raises:
        ContradictionError: No minefield fits the position; the error names numbers in conflict.
        PositionError: The position is malformed, or `mines` or `topology` disagrees with it.
        FormatError: The text cannot be read.
        BudgetError: It took longer than the time limit, or the position is too entangled to estimate.
        CancelledError: `cancel` was set.
    """
    position = position_of(position, mines, topology)
    try:
        with EngineCall("the analysis", time_limit, position):
            engine = _engine.analyse(position._engine, trust_flags, time_limit, None, cancel)
    except TypeError:
        check_kinds(cancel=cancel, trust_flags=trust_flags)
        raise
    return Analysis(position, engine, trust_flags)
