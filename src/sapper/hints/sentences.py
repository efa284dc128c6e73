"""Hints, the reasons for guesses and the names of cells in words.

The engine chooses what to say, and has the sentences. It gives phrases. This module puts them into words when
a caller reads them: rows and columns count from 0, unless `words.counting_from` changes that.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from sapper import _engine
from sapper._support.words import counted_from

if TYPE_CHECKING:
    from sapper.board.topology import Topology
    from sapper.cells import Cell

Phrase = tuple[str, dict[str, Any]]
"""The name of a sentence, and the values of its places."""


def filled(phrase: Phrase) -> str:
    """The text of a phrase."""
    return _engine.filled(phrase, counted_from())


def cells_text(topology: Topology, cells: Collection[Cell]) -> str:
    """The names of cells, with the cells of a row together: `"row 5, columns 7 and 8"`, `"cell 3"`."""
    return filled(_engine.cells_named(topology._engine, sorted(map(topology.index, cells))))
