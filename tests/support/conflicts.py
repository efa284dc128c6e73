"""Which numbers contradict each other, according to the reference."""

from __future__ import annotations

from collections.abc import Collection

from support.truth import marks_of, neighbours_of

from sapper import ContradictionError, Position, reference
from sapper.reference.truth import exploded_cells, hidden_cells


def possible(
    position: Position, numbers: Collection[int], mine_count: bool = True, trust_flags: bool = False
) -> bool:
    """Whether these numbers alone can be right. The other numbers only say that their cells are safe.

    Without the mine count, any number of mines will do.
    """
    marks = marks_of(position, trust_flags)
    silent = {cell for cell, mark in enumerate(marks) if mark >= 0 and cell not in numbers}
    # A cell that touches nothing and shows 0 says nothing.
    neighbours = [
        [] if cell in silent else [other for other in around if other not in silent]
        for cell, around in enumerate(neighbours_of(position.topology))
    ]
    marks = [0 if cell in silent else mark for cell, mark in enumerate(marks)]
    mines = position.board.mines
    if not mine_count:
        # As many more cells as are hidden, which touch nothing, take the remaining mines.
        hidden = len(hidden_cells(marks))
        neighbours += [[] for _ in range(hidden)]
        marks += [-1] * hidden
        mines = hidden + len(exploded_cells(marks))
    try:
        reference.solve(neighbours, marks, mines)
    except ValueError:
        return False
    return True


def check_conflict(position: Position, error: ContradictionError, trust_flags: bool = False) -> None:
    """Asserts that an error names a real conflict, from which nothing can be left out."""
    named = {position.topology.index(cell) for cell in error.cells}
    assert error.cells == [position.topology.cell(index) for index in sorted(named)]
    assert all(position[cell] >= 0 for cell in error.cells)
    assert error.cell == (error.cells[0] if error.cells else None)

    def alone(numbers: set[int]) -> bool:
        return possible(position, numbers, error.mine_count, trust_flags)

    assert not alone(named)
    for number in named:
        assert alone(named - {number}), f"{position.topology.cell(number)} has no part in it"
    if error.mine_count:
        assert possible(position, named, mine_count=False, trust_flags=trust_flags)
    check_message(position, error)


def check_message(position: Position, error: ContradictionError) -> None:
    """Asserts that the text names the cells, the first few at least, as people would look for them."""
    text = str(error)
    for cell in error.cells[:5]:
        assert f"the {position[cell]} at {position.topology.describe(cell)}" in text
    assert ("mine" in text and str(position.mines) in text) or not error.mine_count
