"""Inference levels again, by their definitions: rules tried on all pairs until nothing new comes."""

from collections.abc import Callable, Iterator
from itertools import permutations

from support.truth import marks_of, neighbours_of

from sapper import Position, Topology, _engine

LEVELS = tuple(name for name, _ in _engine.levels())

# A number of mines among some cells.
Item = tuple[frozenset[int], int]
# From two items that overlap to what follows from them.
Rule = Callable[[Item, Item], Iterator[Item]]


def no_rule(_one: Item, _other: Item) -> Iterator[Item]:
    """Items are looked at one by one."""
    yield from ()


def subset_rule(one: Item, other: Item) -> Iterator[Item]:
    """If one lies within the other, the other cells of the larger hold the rest."""
    if one[0] < other[0]:
        yield other[0] - one[0], other[1] - one[1]


def proposition_rule(one: Item, other: Item) -> Iterator[Item]:
    """Subsets, and differences of counts as large as the difference of the sets."""
    yield from subset_rule(one, other)
    if one[1] - other[1] == len(one[0] - other[0]):
        yield one[0] - other[0], one[1] - other[1]
        yield other[0] - one[0], 0
        yield one[0] & other[0], other[1]


RULES: dict[str, Rule] = {"single": no_rule, "subset": subset_rule, "propositions": proposition_rule}


def closure(position: Position, rule: Rule) -> tuple[set[int], set[int]]:
    """The safe cells and the mines that a rule finds, with the rules for one item and the mine count."""
    marks = marks_of(position)
    hidden = {cell for cell, mark in enumerate(marks) if mark in (-1, -2, -4)}
    mines_left = position.board.mines - marks.count(-3)
    safe: set[int] = set()
    mine_cells: set[int] = set()
    items = set(numbers(position, hidden))
    while True:
        items = {(cells - safe - mine_cells, count - len(cells & mine_cells)) for cells, count in items}
        news = conclusions_by(rule, items) - items
        # The mine count is looked at when the numbers have nothing more to say.
        rest = (frozenset(hidden - safe - mine_cells), mines_left - len(mine_cells))
        solutions = [item for item in items | (news or {rest}) if item[0] and item[1] in (0, len(item[0]))]
        if not news and not solutions:
            return safe, mine_cells
        for cells, count in solutions:
            (safe if count == 0 else mine_cells).update(cells)
        items |= news


def numbers(position: Position, hidden: set[int]) -> Iterator[Item]:
    """What the numbers say about hidden cells."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position)
    for number, mark in enumerate(marks):
        if mark >= 0:
            explosions = sum(marks[cell] == -3 for cell in neighbours[number])
            yield frozenset(neighbours[number]) & hidden, mark - explosions


def conclusions_by(rule: Rule, items: set[Item]) -> set[Item]:
    """What the rule says about all pairs that overlap."""
    by_cell: dict[int, list[Item]] = {}
    for item in items:
        for cell in item[0]:
            by_cell.setdefault(cell, []).append(item)
    pairs = {pair for those in by_cell.values() for pair in permutations(those, 2)}
    return {item for pair in pairs for item in rule(*pair) if item[0]}


def conclusions_of(level: str, position: Position) -> tuple[set[int], set[int]]:
    """The safe cells and the mines that the engine's level finds."""
    safe, mines, _ = _engine.conclude(level, position._engine)
    assert len(set(safe)) == len(safe)
    return set(safe), set(mines)


def indices(topology: Topology, cells: object) -> set[int]:
    """The engine's numbers of face cells."""
    assert isinstance(cells, list)
    return {topology.index(cell) for cell in cells}
