"""Analyses as columns of Arrow. `docs/arrow.md` describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def arrow_of(columns: dict[str, NDArray[Any]], cells: int) -> dict[str, Any]:
    """The columns as arrays of Arrow. `best` and `best_risk` are null where there is no best cell.

    Args:
        columns: The columns by name: with an entry for each analysis, or a row of cells for each.
        cells: The number of cells of the board.
    """
    import pyarrow as pa

    none = columns["best"] < 0
    mask = {"best": none, "best_risk": none}
    return {
        name: pa.array(values, mask=mask.get(name))
        if values.ndim == 1
        else pa.FixedSizeListArray.from_arrays(pa.array(np.ravel(values)), cells)
        for name, values in columns.items()
    }
