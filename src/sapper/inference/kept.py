"""The results of an analysis without the object of the engine, so that they can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import _engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.position import Position


@dataclass(eq=False)
class Kept:
    """What `_engine.Analysis` gives. Only the factors of the number of configurations are computed again.

    Attributes:
        position: The position.
        trust_flags: Whether its flags count as mines.
        mine_probability: float64 (cells,).
        error: float64 (cells,).
        verdicts: uint8 (cells,).
        log_configurations: The natural logarithm of the number of configurations.
        log_configurations_error: Its error.
        exact: Whether the analysis is exact.
        best: The index of the best cell, or None.
    """

    position: Position
    trust_flags: bool
    mine_probability: NDArray[np.float64]
    error: NDArray[np.float64]
    verdicts: NDArray[np.uint8]
    log_configurations: float
    log_configurations_error: float
    exact: bool
    best: int | None

    def factors(self, time_limit: float | None, cancel: _engine.Cancel | None) -> _engine.Analysis:
        """The engine's analysis. It takes as long as the first time, and raises TimeIsUp and Cancelled."""
        return _engine.analyse(self.position._engine, self.trust_flags, time_limit, None, cancel)
