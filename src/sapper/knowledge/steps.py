"""The steps of the rule `"chain"`: two facts about sets of cells give a third, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sapper.knowledge.premises import Cells, Clue

_MOST_FACTS = 400


class Fact(NamedTuple):
    """Bounds on the number of mines among some cells.

    Attributes:
        cells: The cells.
        least: The least number of mines among them.
        most: The largest number of mines among them.
        sources: The facts from which it follows; none if it is what a number says.
        number: The index of the number's cell if a number says it, else None.
    """

    cells: Cells
    least: int
    most: int
    sources: tuple[Fact, ...]
    number: int | None

    @property
    def decides(self) -> bool:
        """Whether the cells are all mines or all safe."""
        return self.most == 0 or self.least == len(self.cells)


def steps_to(clues: Iterable[Clue], claims: Mapping[int, bool]) -> list[Fact]:
    """The facts that lead from some numbers to the claims, in order; none if pairs are not enough."""
    facts = [Fact(clue.cells, clue.need, clue.need, (), clue.number) for clue in clues]
    known = {fact.cells: fact for fact in facts}
    for fact in facts:  # the loop appends to the list
        for other in list(known.values()):
            for found in _both_say(fact, other):
                before = known.get(found.cells)
                if before is None or found.least > before.least or found.most < before.most:
                    known[found.cells] = found
                    facts.append(found)
        finals = _deciding(known, claims)
        if finals or len(facts) > _MOST_FACTS:
            return _with_sources(finals)
    return []


def _both_say(one: Fact, other: Fact) -> Iterator[Fact]:
    """What two facts say about the cells that they share, and about those that only one of them has."""
    both = one.cells & other.cells
    if not both or one.cells == other.cells:
        return
    bounds = [_within(one, both), _within(other, both)]
    least, most = max(low for low, _ in bounds), min(high for _, high in bounds)
    yield from _fact(both, least, most, one, other)
    for fact in (one, other):
        yield from _fact(fact.cells - both, fact.least - most, fact.most - least, one, other)


def _within(fact: Fact, part: Cells) -> tuple[int, int]:
    return max(0, fact.least - len(fact.cells - part)), min(len(part), fact.most)


def _fact(cells: Cells, least: int, most: int, *sources: Fact) -> Iterator[Fact]:
    least, most = max(least, 0), min(most, len(cells))
    if cells and (least > 0 or most < len(cells)):
        yield Fact(cells, least, most, sources, None)


def _deciding(known: Mapping[Cells, Fact], claims: Mapping[int, bool]) -> list[Fact]:
    """Facts that together decide all the claims; none if some claim is still open."""
    finals: list[Fact] = []
    left = set(claims)
    for fact in known.values():
        if fact.decides and fact.cells & left:
            finals.append(fact)
            left -= fact.cells
    return finals if not left else []


def _with_sources(finals: Iterable[Fact]) -> list[Fact]:
    """The facts and all their sources, sources first, each once."""
    ordered: dict[Fact, None] = {}

    def add(fact: Fact) -> None:
        for source in fact.sources:
            add(source)
        ordered.setdefault(fact)

    for fact in finals:
        add(fact)
    return list(ordered)
