"""The solver's view as the page draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.inference.anatomy import anatomy_of
from sapper.web.encoding.values import Object, indices

if TYPE_CHECKING:
    from sapper.board.position import Position

__all__ = ["structure_figures"]


def structure_figures(position: Position, trust_flags: bool = False) -> Object:
    """The fields of `structure`."""
    seen = anatomy_of(position, trust_flags=trust_flags)
    topology = position.topology
    components = [
        {
            "cells": indices(topology, component.cells),
            "numbers": indices(topology, component.numbers),
            "sweep": [indices(topology, group) for group in component.sweep],
        }
        for component in seen.components
    ]
    return {
        "type": "structure",
        "safe": indices(topology, seen.safe),
        "mines": indices(topology, seen.mines),
        "components": components,
        "sea": seen.sea,
    }
