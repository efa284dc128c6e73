"""Where cells are in a drawing of characters."""

from sapper import Cell, Topology
from sapper.draw.text_drawing import Layout, TextRow


def place_of(layout: Layout, topology: Topology, cell: Cell) -> tuple[int, int]:
    """Where the gutter of a cell is: the character and the line."""
    index = topology.index(cell)
    ((x, y),) = (
        (len(line.label) + line.cells.index(index) * layout.cell, y)
        for y, line in enumerate(layout.lines)
        if isinstance(line, TextRow) and index in line.cells
    )
    return x, y
