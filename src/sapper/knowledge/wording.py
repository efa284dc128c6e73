"""Deductions in words.

Rows and columns count from 0, unless `numbering.counting_from` changes that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby, permutations
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sapper._support.numbering import counted_from
from sapper.board.marks import EXPLODED
from sapper.knowledge.steps import steps_to

if TYPE_CHECKING:
    from sapper.board.topology import Cell, Topology
    from sapper.knowledge.premises import Cells, Clue, Reasons
    from sapper.knowledge.steps import Fact

_MOST_CELLS_NAMED = 8
_MOST_STEPS_SHOWN = 6


def sentence(reasons: Reasons) -> str:
    """A few sentences that say why the claims follow from the premises."""
    return _SENTENCES[reasons.deduction.rule](reasons)


def cells_text(topology: Topology, cells: Collection[Cell]) -> str:
    """The names of cells, with those of a row together: `"row 5, columns 7 and 8"`, `"cell 3"`."""
    named = sorted(cells)[:_MOST_CELLS_NAMED]
    more = len(cells) - len(named)
    if topology.dimension == 2:
        first = counted_from()
        places = [cell for cell in named if isinstance(cell, tuple)]
        parts = [
            f"row {row + first}, {_many('column', [str(column + first) for _, column in of_row])}"
            for row, of_row in groupby(places, key=lambda place: place[0])
        ]
    else:
        parts = [_many("cell", list(map(str, named)))]
    if more > 0:
        parts.append(f"{more} more")
    return _and(parts)


def beginning_text(topology: Topology, cell: Cell, *, is_safe: bool) -> str:
    """What to say before a cell is open."""
    text = f"Nothing is open yet. A good cell to begin with is {cells_text(topology, [cell])}."
    return f"{text} The first cell is always safe." if is_safe else text


def _single(reasons: Reasons) -> str:
    clue = reasons.clues[0]
    number = _number(reasons, clue)
    if reasons.deduction.mines:
        room = f"{_cells(clue.need)} left that can hold {'its mine' if clue.need == 1 else 'its mines'}"
        return f"{_up(number)} has only {'one ' if clue.need == 1 else ''}{room}: {_claims(reasons)}."
    if reasons.shown(clue.number) == 0:
        return f"{_up(number)} touches no mine: {_claims(reasons)}."
    found = "its mine" if clue.found == 1 else f"its {clue.found} mines"
    return f"{_up(number)} already has {found}: {_claims(reasons)}."


def _subset(reasons: Reasons) -> str:
    inner, outer = sorted(reasons.clues, key=lambda clue: len(clue.cells))
    mines = _mines(inner.need, "more mine" if inner.found else "mine")
    has = f"{_up(_number(reasons, inner))} has {mines} among cells"
    rest = outer.need - inner.need
    return (
        f"{has} that {_number(reasons, outer)} also touches. That leaves {_mines(rest)} for the other "
        f"{_cells(len(outer.cells - inner.cells))} of that {reasons.shown(outer.number)}: {_claims(reasons)}."
    )


def _overlap(reasons: Reasons) -> str:
    """Shared cells hold so few mines that the other cells need them, or so many that none are left."""
    for one, other in permutations(reasons.clues):
        part = one.cells & other.cells
        least, most = _bounds(other, part)
        number, source = _number(reasons, one), _number(reasons, other)
        where = f"Because of {source}, {_named(reasons, part)} {'holds' if len(part) == 1 else 'hold'}"
        others = len(one.cells - part)
        if others > 0 and one.need - most == others:
            held = _amount(most, least, "at most")
            text = f"{where} {held}. So {number} needs {_mines(others)} in its other {_cells(others)}"
            if _decides_more(reasons, other, part):
                text += f", and that leaves none for the rest of {source}"
            return f"{text}: {_claims(reasons)}."
        if others > 0 and one.need == least and not _decides_more(reasons, other, part):
            held = _amount(least, most, "at least")
            return f"{where} {held}. That leaves none for the rest of {number}: {_claims(reasons)}."
    return _chain(reasons)


def _bounds(clue: Clue, part: Cells) -> tuple[int, int]:
    """The least and the largest number of mines in a part of a clue's cells."""
    return max(0, clue.need - len(clue.cells - part)), min(len(part), clue.need)


def _decides_more(reasons: Reasons, clue: Clue, part: Cells) -> bool:
    """Whether the deduction decides a clue's cells outside a part."""
    return not (clue.cells - part).isdisjoint({*reasons.deduction.safe, *reasons.deduction.mines})


def _chain(reasons: Reasons) -> str:
    claims = {**dict.fromkeys(reasons.deduction.safe, False), **dict.fromkeys(reasons.deduction.mines, True)}
    steps = steps_to(reasons.clues, claims)
    shown = [step for step in steps if step.sources and not step.decides]
    if not steps or len(shown) > _MOST_STEPS_SHOWN:
        return f"{_together(reasons)}: {_claims(reasons)}."
    texts = [f"Because of {_sources(reasons, step.sources)}, {_held(reasons, step)}." for step in shown]
    finals = [step for step in steps if step.sources and step.decides]
    last = _unique(source for step in finals for source in step.sources if not source.sources)
    if not last:
        return " ".join([*texts, f"So {_claims(reasons)}."])
    why = f"because of {_sources(reasons, last)}"
    return " ".join([*texts, f"{f'Then, {why}' if texts else _up(why)}, {_claims(reasons)}."])


def _held(reasons: Reasons, fact: Fact) -> str:
    where = f"{_named(reasons, fact.cells)} {'holds' if len(fact.cells) == 1 else 'hold'}"
    if fact.least == fact.most:
        return f"{where} {_mines(fact.least)}"
    bounds = [f"at least {_mines(fact.least)}"] if fact.least > 0 else []
    if fact.most < len(fact.cells):
        bounds.append(f"at most {_mines(fact.most)}")
    return f"{where} {_and(bounds)}"


def _sources(reasons: Reasons, facts: Iterable[Fact]) -> str:
    """The names of facts: of the number that says it, else of the cells."""
    names = [
        f"what {_named(reasons, fact.cells)} can hold"
        if fact.number is None
        else f"the {reasons.shown(fact.number)} at {_named(reasons, [fact.number])}"
        for fact in facts
    ]
    return _and(names)


def _unique(facts: Iterable[Fact]) -> list[Fact]:
    return list(dict.fromkeys(facts))


def _amount(bound: int, other: int, which: str) -> str:
    return _mines(bound) if bound == other or bound == 0 else f"{which} {_mines(bound)}"


def _cases(reasons: Reasons) -> str:
    deduction = reasons.deduction
    if deduction.conflict is None:
        return f"{_together(reasons)}: {_claims(reasons)}."
    supposed, *steps = deduction.steps
    shown = [
        f"{_named(reasons, [cell])} {'a mine' if mine else 'safe'}"
        for cell, mine, _ in steps[:_MOST_STEPS_SHOWN]
    ]
    if len(steps) > len(shown):
        shown.append("more cells certain")
    supposed_too = {cell: mine for cell, mine, _ in deduction.steps}
    conflict = reasons.clue(deduction.conflict, {**reasons.known, **supposed_too})
    fault = "has too many mines" if conflict.need < 0 else "does not have enough mines"
    makes = f" That makes {_and(shown)}." if shown else ""
    return (
        f"Suppose {_named(reasons, [supposed[0]])} is {'a mine' if supposed[1] else 'safe'}.{makes} "
        f"Then {_number(reasons, conflict)} {fault}. So {_claims(reasons)}."
    )


def _mine_count(reasons: Reasons) -> str:
    clues = reasons.clues
    known = sum(reasons.known.values()) + int((reasons.position.marks == EXPLODED).sum())
    left = reasons.position.board.mines - known
    if not clues:
        what = "No mine is left" if left == 0 else "There are as many mines left as cells"
        return f"{what}: {_claims(reasons)}."
    numbers = _and([_number(reasons, clue) for clue in clues])
    if reasons.deduction.mines:
        taken = sum(clue.need for clue in clues)
        verb = "needs" if len(clues) == 1 else "together need"
        return f"{_up(numbers)} {verb} only {taken} of the {left} mines that are left: {_claims(reasons)}."
    verb = "needs" if len(clues) == 1 else "together need"
    what = "the only mine that is left" if left == 1 else f"all {left} mines that are left"
    return f"{_up(numbers)} {verb} {what}: {_claims(reasons)}."


def _counting(reasons: Reasons) -> str:
    count = (
        f" with {_mines(reasons.position.board.mines)} on the board" if reasons.deduction.mine_count else ""
    )
    numbers = len(reasons.deduction.numbers)
    fits = f"fits {'this number' if numbers == 1 else f'these {numbers} numbers'}{count}"
    return f"Every placement of mines that {fits} agrees: {_claims(reasons)}."


_SENTENCES: Final[Mapping[int, Callable[[Reasons], str]]] = MappingProxyType(
    dict(enumerate((_single, _subset, _overlap, _chain, _cases, _mine_count, _counting)))
)


def _together(reasons: Reasons) -> str:
    """The beginning of a sentence for deductions without a shorter explanation."""
    numbers = _and([_number(reasons, clue) for clue in reasons.clues])
    return f"{_up(numbers)} prove this together"


def _claims(reasons: Reasons) -> str:
    texts = [
        f"{_named(reasons, cells)} {'is' if len(cells) == 1 else 'are'} {what if len(cells) == 1 else whats}"
        for cells, what, whats in (
            (reasons.deduction.safe, "safe", "safe"),
            (reasons.deduction.mines, "a mine", "mines"),
        )
        if cells
    ]
    return " and ".join(texts)


def _number(reasons: Reasons, clue: Clue) -> str:
    return f"the {reasons.shown(clue.number)} at {_named(reasons, [clue.number])}"


def _named(reasons: Reasons, indices: Iterable[int]) -> str:
    return cells_text(reasons.position.topology, [reasons.cell(index) for index in indices])


def _mines(count: int, what: str = "mine") -> str:
    return f"no {what}" if count == 0 else f"one {what}" if count == 1 else f"{count} {what}s"


def _cells(count: int) -> str:
    return "cell" if count == 1 else f"{count} cells"


def _many(what: str, names: list[str]) -> str:
    return f"{what} {names[0]}" if len(names) == 1 else f"{what}s {_and(names)}"


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _up(text: str) -> str:
    return text[:1].upper() + text[1:]
