"""Checks of what callers give to the drawings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper._support.checks import finite
from sapper._support.words import brief, brief_contents, label_of
from sapper.board.game_arguments import is_list
from sapper.errors import ArgumentError, CellError
from sapper.inference.analysis import Analysis

if TYPE_CHECKING:
    from sapper.board.topology import Topology
    from sapper.cells import Cell


def check_analysis(analysis: object) -> None:
    """Raises ArgumentError if a value is not an `Analysis`."""
    if not isinstance(analysis, Analysis):
        raise ArgumentError(f"`analysis` must be what sapper.analyse returns, not {brief_contents(analysis)}")


def check_hint(hint: object) -> None:
    """Raises ArgumentError if a value is not a `Hint`."""
    from sapper.hints.hints import Hint  # slow to import, and most drawings show no hint

    if not isinstance(hint, Hint):
        raise ArgumentError(f"`hint` must be what sapper.hint returns, not {brief(hint)}")


def check_review(review: object) -> None:
    """Raises ArgumentError if a value is not a `Review`."""
    from sapper.reviews.verdicts import Review  # most drawings need no reviews

    if not isinstance(review, Review):
        raise ArgumentError(f"`review` must be what sapper.review returns, not {brief_contents(review)}")


def check_report(report: object) -> None:
    """Raises ArgumentError if a value is not a `PlayerReport`."""
    from sapper.reviews.player_reports import PlayerReport  # most drawings need no reviews

    if not isinstance(report, PlayerReport):
        raise ArgumentError(f"`report` must be what sapper.player_report returns, not {brief(report)}")


def check_links(links: object) -> None:
    """Raises ArgumentError if a value neither maps texts to texts nor is None."""
    texts = [*links.keys(), *links.values()] if isinstance(links, Mapping) else []
    if not isinstance(links, Mapping | None) or not all(isinstance(text, str) for text in texts):
        raise ArgumentError(f"`links` must map names to addresses, not {brief_contents(links)}")


def check_title(title: object) -> None:
    """Raises ArgumentError if a value is neither a text nor None."""
    if not isinstance(title, str | None):
        raise ArgumentError(f"`title` must be a text or None, not {brief(title)}")


def cells_of(what: str, cells: object, topology: Topology) -> list[Cell]:
    """The cells that an argument lists. Raises CellError if it is not a list of cells of the board."""
    # A mask is not a list of cells. numpy 1 would take its rows for cells.
    if not is_list(cells) or getattr(cells, "dtype", None) == np.bool_:
        raise CellError(f"{label_of(what)} must be a list of cells, not {brief(cells)}", cells)
    sequence: Any = cells
    return [topology.cell(topology.index(cell)) for cell in sequence]


def risks_by_cell(risks: object, topology: Topology) -> dict[Cell, float]:
    """The risks that an argument gives to cells.

    Raises:
        ArgumentError: It is not a mapping, or a risk is not from 0 to 1.
        CellError: A cell is not on the board.
    """
    if not isinstance(risks, Mapping):
        raise ArgumentError(f"`risks` must map cells to risks from 0 to 1, not {brief(risks)}")
    chances = {}
    for cell, value in risks.items():
        index = topology.index(cell)
        risk = finite(f"the risk of {topology.describe(cell)}", value)
        if not 0 <= risk <= 1:
            raise ArgumentError(f"the risk of {topology.describe(cell)} must be from 0 to 1, not {risk:g}")
        chances[topology.cell(index)] = risk
    return chances
