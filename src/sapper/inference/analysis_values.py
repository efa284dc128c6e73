"""The values of an analysis without the engine's object, and analyses as columns of tables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _engine
from sapper.board.json_form import board_object, cell_value, nulls_for_nan
from sapper.errors import BudgetError, PositionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position

UNCERTAIN, SAFE, MINE = 1, 2, 3  # the engine's verdicts
MOST_DIGITS = 4000  # of a number of configurations as text: Python writes integers of up to 4300 digits


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


def json_of(analysis: Any, configurations: int | None) -> dict[str, Any]:
    """An analysis as plain values, as `Analysis.to_dict` describes them."""
    safest = analysis.safest
    if analysis.log_configurations > MOST_DIGITS * math.log(10):
        configurations = None
    errors = None if analysis.exact else nulls_for_nan(analysis.mine_probability_error.tolist())
    likely = {} if analysis.position.mine_prior is None else {"mine_counts": _likely_counts(analysis)}
    return {
        "board": board_object(analysis.position),
        "mine_probability": nulls_for_nan(analysis.mine_probability.tolist()),
        "mine_probability_error": errors,
        "safe": list(map(cell_value, analysis.safe)),
        "mines": list(map(cell_value, analysis.mines)),
        "safest": None if safest is None else cell_value(safest),
        "safest_risk": None if safest is None else nulls_for_nan(analysis.safest_risk),
        **likely,
        "configurations": None if configurations is None else str(configurations),
        "log10_configurations": max(0.0, analysis.log_configurations / math.log(10)),
        "log10_configurations_error": analysis.log_configurations_error / math.log(10),
        "exact": analysis.exact,
        "win_probability": analysis.win_probability,
    }


def _likely_counts(analysis: Any) -> list[list[float]] | None:
    """`Analysis.mine_counts` as pairs; None where there are none, or these take too much memory."""
    try:
        return [[count, chance] for count, chance in analysis.mine_counts.items()]
    except (BudgetError, PositionError):
        return None


def arrow_row(analysis: Any, engine: _engine.Analysis | PickledAnalysis) -> dict[str, Any]:
    """One row with the columns of `Analyses`."""
    index, position = engine.safest, analysis.position
    columns = {
        "mine_count": np.array([position.mines or 0], dtype=np.uint32),
        "possible": np.array([True]),
        "exact": np.array([engine.exact]),
        "safest_index": np.array([-1 if index is None else index], dtype=np.int64),
        "safest_risk": np.array([analysis.safest_risk]),
        "log_configurations": np.array([engine.log_configurations]),
        "log_configurations_error": np.array([engine.log_configurations_error]),
        "mine_probability": engine.mine_probability[np.newaxis],
        "mine_probability_error": engine.error[np.newaxis],
        "safe": np.equal(engine.verdicts, SAFE)[np.newaxis],
        "mines": np.equal(engine.verdicts, MINE)[np.newaxis],
    }
    return arrow_of(columns, position.topology.size, position.mines is not None)
