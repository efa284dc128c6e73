"""The values of an analysis without the engine's object, and analyses as columns of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position


@dataclass(eq=False)
class PickledAnalysis:
    """What `_engine.Analysis` gives, without that object, so that it can be pickled.

    Only the factors of the number of configurations are computed again.
    """

    position: Position
    trust_flags: bool  # whether its flags count as mines
    mine_probability: NDArray[np.float64]
    error: NDArray[np.float64]
    verdicts: NDArray[np.uint8]
    log_configurations: float
    log_configurations_error: float
    exact: bool
    safest: int | None

    def factors(self, time_limit: float | None, cancel: _engine.Cancel | None) -> _engine.Analysis:
        """The engine's analysis. It takes as long as the first time, and raises TimeIsUp and Cancelled."""
        return _engine.analyse(self.position._for_chances, self.trust_flags, time_limit, None, cancel)


def arrow_of(columns: dict[str, NDArray[Any]], cells: int, counted: bool) -> dict[str, Any]:
    """The columns of analyses as arrays of Arrow, as `docs/arrow.md` describes them.

    `safest_index` and `safest_risk` are null where no cell can be safe. `mine_count` is null unless the mines
    are `counted`. Each column has an entry for each analysis, or a row of cells for each.
    """
    import pyarrow as pa

    none = columns["safest_index"] < 0
    mask = {"safest_index": none, "safest_risk": none, "mine_count": np.full(len(none), not counted)}
    return {
        name: pa.array(values, mask=mask.get(name))
        if values.ndim == 1
        else pa.FixedSizeListArray.from_arrays(pa.array(np.ravel(values)), cells)
        for name, values in columns.items()
    }
