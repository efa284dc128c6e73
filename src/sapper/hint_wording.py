"""Deductions in words. For use inside the package.

Rows and columns are counted from 0, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby, permutations
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sapper.hint_premises import Cells, Clue, Reasons
    from sapper.topology import Cell, Topology

__all__ = ["cells_text", "sentence"]

_MOST_CELLS_NAMED = 8
_MOST_STEPS_TOLD = 6


def sentence(reasons: Reasons) -> str:
    """Why the claims follow from the premises, in one or two sentences."""
    return _SENTENCES[reasons.deduction.rule](reasons)


def cells_text(topology: Topology, cells: Collection[Cell]) -> str:
    """Cells by name, those of a row together: `"row 5, columns 7 and 8"`, `"cell 3"`."""
    named = sorted(cells)[:_MOST_CELLS_NAMED]
    more = len(cells) - len(named)
    if topology.dimension == 2:
        places = [cell for cell in named if isinstance(cell, tuple)]
        parts = [
            f"row {row}, {_many('column', [str(column) for _, column in of_row])}"
            for row, of_row in groupby(places, key=lambda place: place[0])
        ]
    else:
        parts = [_many("cell", list(map(str, named)))]
    if more > 0:
        parts.append(f"{more} more")
    return _and(parts)


def _single(reasons: Reasons) -> str:
    clue = reasons.clues[0]
    number = _number(reasons, clue)
    if reasons.deduction.mines:
        return (
            f"{_up(number)} still needs {_mines(clue.need)}, and there is no other room for "
            f"{_them(clue.need)}: {_claims(reasons)}."
        )
    if reasons.shown(clue.number) == 0:
        return f"{_up(number)} touches no mine: {_claims(reasons)}."
    found = "its mine" if clue.found == 1 else f"all its {clue.found} mines"
    return f"{_up(number)} already has {found}: {_claims(reasons)}."


def _subset(reasons: Reasons) -> str:
    inner, outer = sorted(reasons.clues, key=lambda clue: len(clue.cells))
    has = f"{_up(_number(reasons, inner))} has {_mines(inner.need)} among cells"
    rest = outer.need - inner.need
    left = "no mine" if rest == 0 else _mines(rest)
    return (
        f"{has} that {_number(reasons, outer)} touches too, which leaves {left} for its other "
        f"{_cells(len(outer.cells - inner.cells))}: {_claims(reasons)}."
    )


def _overlap(reasons: Reasons) -> str:
    one, other = reasons.clues
    texts = [
        _by_bounds(reasons, a, b.cells & a.cells, bounds_of(b, a.cells), _number(reasons, b))
        for a, b in ((one, other), (other, one))
    ]
    told = [text for text in texts if text]
    return f"{'; '.join(told) if told else _together(reasons)}: {_claims(reasons)}."


def bounds_of(clue: Clue, within: Cells) -> tuple[int, int]:
    """At least and at most so many mines are where a clue's cells meet others."""
    shared = clue.cells & within
    return max(0, clue.need - len(clue.cells - shared)), min(len(shared), clue.need)


def _by_bounds(
    reasons: Reasons, clue: Clue, part: Cells, bounds: tuple[int, int], source: str
) -> str | None:
    """How bounds on a part of its cells decide the others of a clue; None if they do not."""
    least, most = bounds
    others = clue.cells - part
    if not others:
        return None
    number = _number(reasons, clue)
    where = _named(reasons, part)
    hold = "holds" if len(part) == 1 else "hold"
    if clue.need - least == 0:
        amount = "exactly" if least == most else "at least"
        return f"{_up(where)} {hold} {amount} {_mines(least)} by {source}, which leaves none for the rest of {number}"
    if clue.need - most == len(others):
        amount = "exactly" if least == most else "at most"
        if most == 0:
            amount, text = "", "no mine"
        else:
            text = _mines(most)
        return (
            f"{_up(where)} {hold} {f'{amount} {text}'.strip()} by {source}, so {number} needs "
            f"{_mines(len(others))} in its other {_cells(len(others))}"
        )
    return None


def _chain(reasons: Reasons) -> str:
    clues = reasons.clues
    for first, second, third in permutations(clues, 3) if len(clues) == 3 else ():
        text = _by_two(reasons, first, second, third)
        if text:
            return f"{text}: {_claims(reasons)}."
    return f"{_together(reasons)}: {_claims(reasons)}."


def _by_two(reasons: Reasons, first: Clue, second: Clue, third: Clue) -> str | None:
    """What the first two say of the first one's other cells, put to the third."""
    part = first.cells - second.cells
    least, most = bounds_of(second, first.cells)
    bounds = max(0, first.need - most), min(len(part), first.need - least)
    if not part or not part < third.cells:
        return None
    source = f"{_number(reasons, first)} and {_number(reasons, second)}"
    claimed = {*reasons.deduction.safe, *reasons.deduction.mines}
    return _by_bounds(reasons, third, part, bounds, source) if claimed == third.cells - part else None


def _cases(reasons: Reasons) -> str:
    deduction = reasons.deduction
    if deduction.conflict is None:
        return f"{_together(reasons)}: {_claims(reasons)}."
    supposed, *steps = deduction.steps
    told = [
        f"{_named(reasons, [cell])} {'a mine' if mine else 'safe'}" for cell, mine, _ in steps[:_MOST_STEPS_TOLD]
    ]
    if len(steps) > len(told):
        told.append("and so on")
    given = {cell: self_known for cell, self_known in reasons.known.items()}
    given.update({cell: mine for cell, mine, _ in deduction.steps})
    conflict = reasons.clue(deduction.conflict, given)
    fault = "have too many mines" if conflict.need < 0 else "not find enough mines"
    then = f", that would make {', '.join(told)}; then" if told else ","
    return (
        f"If {_named(reasons, [supposed[0]])} were {'a mine' if supposed[1] else 'safe'}{then} "
        f"{_number(reasons, conflict)} would {fault}. So {_claims(reasons)}."
    )


def _mine_count(reasons: Reasons) -> str:
    clues = reasons.clues
    known = sum(reasons.known.values()) + int((reasons.position.marks == -3).sum())
    left = reasons.position.mines - known
    if not clues:
        what = "No mine is left" if left == 0 else "There are as many mines left as cells"
        return f"{what}: {_claims(reasons)}."
    numbers = _and([_number(reasons, clue) for clue in clues])
    if reasons.deduction.mines:
        return (
            f"{_up(numbers)} leave room for only {_mines(sum(clue.need for clue in clues))} of the {left} that "
            f"are left: {_claims(reasons)}."
        )
    verb = "needs" if len(clues) == 1 else "together need"
    what = "the only mine that is left" if left == 1 else f"all {left} mines that are left"
    return f"{_up(numbers)} {verb} {what}: {_claims(reasons)}."


def _counting(reasons: Reasons) -> str:
    count = f" with {_mines(reasons.position.mines)} on the board" if reasons.deduction.mine_count else ""
    numbers = len(reasons.deduction.numbers)
    suits = f"suits {'this number' if numbers == 1 else f'these {numbers} numbers'}{count}"
    return f"Every placement of mines that {suits} agrees: {_claims(reasons)}."


_SENTENCES: Final[Mapping[int, Callable[[Reasons], str]]] = MappingProxyType(
    dict(enumerate((_single, _subset, _overlap, _chain, _cases, _mine_count, _counting)))
)


def _together(reasons: Reasons) -> str:
    """For what has no shorter story."""
    numbers = _and([_number(reasons, clue) for clue in reasons.clues])
    return f"{_up(numbers)} can only be met together in one way here"


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


def _mines(count: int) -> str:
    return "one mine" if count == 1 else f"{count} mines"


def _cells(count: int) -> str:
    return "cell" if count == 1 else f"{count} cells"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _many(what: str, names: list[str]) -> str:
    return f"{what} {names[0]}" if len(names) == 1 else f"{what}s {_and(names)}"


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _up(text: str) -> str:
    return text[:1].upper() + text[1:]
