"""Square minefields for hypothesis to draw."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from sapper import Minefield


@st.composite
def square_minefields(draw: st.DrawFn, most: int = 9, *, start: bool = True) -> Minefield:
    """Any minefield on a small square board, with or without a cell to start at."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    mined = np.array(draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    return Minefield(mined.reshape(rows, columns), first_cell=draw(st.none() | cells) if start else None)
