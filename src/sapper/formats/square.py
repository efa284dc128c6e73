"""Writing rows of single characters for the formats that know nothing but square boards."""

from __future__ import annotations

import numpy as np

from sapper.errors import FormatError
from sapper.formats.rows import Alphabet
from sapper.position import Position

__all__ = ["square_text"]


def square_text(position: Position, alphabet: Alphabet, format: str) -> str:
    """One character a cell, one row a line.

    Raises:
        FormatError: The board has no rows and columns, or a mark has no character.
    """
    topology = position.topology
    if topology.kind == "graph" or topology.dimension != 2:
        raise FormatError(
            f"{format} text has rows and columns; this board is {topology.kind} {topology.shape}"
        )
    for mark in np.unique(position.marks).tolist():
        if mark not in alphabet.characters:
            cell = topology.cell(int(np.flatnonzero(position.marks == mark)[0]))
            where = topology.describe(cell)
            raise FormatError(f"{where}: {format} text cannot say {mark}; there is {alphabet.allowed}")
    return "\n".join(alphabet.encode(position.marks))
