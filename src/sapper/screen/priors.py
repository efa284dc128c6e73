"""How likely a reading is before its numbers are looked at.

It depends on shapes and grounds, and on how much the reading leaves to chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.board.marks import FLAG, HIDDEN
from sapper.screen.compared import LIKE, OTHER_GROUND
from sapper.screen.fits import NEVER, log_ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.compared import Compared

    Meaning = tuple[int, ...]

# Weights, in natural logarithms.
_DRAWN_GROUND: Final = -3.0  # of hidden or empty cells with a faint drawing on them; twice that if it is not
_FAINT: Final = -6.0  # of a number or a flag that is not legible
_FLAG: Final = -5.0  # of a drawing that is no digit
_NO_OPINION: Final = -2.0  # of a number where its shape does not count
_OPEN_GROUND: Final = -10.0  # of hidden cells on the ground of open ones, but flags on another
_ALL_FLAGS: Final = -3.0  # of flags on all covered cells: hidden cells may have a drawing
_TWO_THINGS: Final = -8.0  # of flags that look nearly like hidden cells
_TWO_COLOURS: Final = -15.0  # of one number in two colours
_SEVERAL: Final = -3.0  # of any number in several looks, where shapes do not tell
_STRANGEST: Final = -25.0  # the least of a look that is like those of the other kind
_STRANGE: Final = -6.0  # of empty cells without any number

# Differences, in grey levels.
_OTHER_COLOUR: Final = 60.0  # between two drawings of different colours
_ONE_GROUND: Final = 3.0  # between grounds that are the same

# Flags.
_FLAGGED: Final = 0.26  # the largest share of a board that may be flags
_FLAGS_A_MINE: Final = 1.2  # and the most flags for each mine


class Priors:
    """How likely readings of a board are before their numbers are looked at."""

    def __init__(self, looks: Compared, mines: int | None, known: Mapping[int, int]) -> None:
        """Prepares.

        Args:
            looks: The looks of the board.
            mines: The number of mines, if it is known.
            known: Marks of looks that the caller gives.
        """
        self._looks, self._mines, self._known = looks, mines, known
        self._tables: dict[tuple[tuple[int, int], ...], NDArray[np.float64]] = {}
        self._openings: dict[tuple[int, ...], tuple[int, list[int]]] = {}
        self._told: dict[tuple[int, ...], float] = {}

    def of(self, meaning: Meaning, *, by_place: bool = True) -> float:
        """How likely a reading is before the numbers are looked at, up to a constant.

        What the reading leaves to chance costs as many natural logarithms as it takes to say it: which cells
        were clicked, which covered cells have flags, and which cells of one mark have which look.
        """
        roles = {number: mark for number, mark in enumerate(meaning) if mark in (HIDDEN, 0)}
        weights = self.weights(roles)
        marks = np.array(meaning)
        total = float(weights[np.arange(len(marks)), marks - FLAG].sum()) + self._strangeness(marks)
        sizes = self._looks.sizes.tolist()
        openings, alone = self._opened(tuple(number for number, mark in roles.items() if mark == 0))
        clicks = openings + sum(alone[number] for number, mark in enumerate(meaning) if mark > 0)
        total -= log_ways((clicks, self._looks.of.size - clicks))
        flags = sum(size for size, mark in zip(sizes, meaning, strict=True) if mark == FLAG)
        several = chess = False
        busy = self._hides_shapes(roles)
        for mark in sorted(set(meaning), key=lambda mark: mark not in (HIDDEN, 0)):
            same = [number for number, other in enumerate(meaning) if other == mark]
            turns = self._looks.take_turns(same)
            chess |= turns and mark in (HIDDEN, 0)
            # Where something is drawn on the cells themselves, different numbers look nearly the same.
            kin = set(same).issubset(self._looks.kin[same[0]]) and not (busy and mark > 0)
            if len(same) > 1 and not (turns and chess) and not kin:
                # Digits do not come from the way in which cells are drawn.
                drawn = by_place and (mark > 0 or self._looks.like_digits[same].max() <= 0)
                ways = self._ways(tuple(same)) if drawn else log_ways([sizes[each] for each in same])
                total -= ways
                several |= mark > 0
            if mark > 0:
                total += _TWO_COLOURS * self._other_colours(same)
        if several and busy:
            total += _SEVERAL
        total += self._confusion(meaning)
        if not chess and self._look_open(meaning, HIDDEN):
            return NEVER
        if flags > min(_FLAGGED * self._looks.of.size, _FLAGS_A_MINE * (self._mines or self._looks.of.size)):
            return NEVER
        if flags and max(meaning) < 0 and not chess:
            hidden = [number for number, mark in roles.items() if mark == HIDDEN]
            if any(self._looks.on_another_ground(*pair) for pair in combinations(hidden, 2)):
                return NEVER  # some of them are open
        return total if any(mark > 0 for mark in meaning) or 0 not in meaning else total + _STRANGE

    def weights(self, roles: Mapping[int, int]) -> NDArray[np.float64]:
        """How likely each look (in rows) has each mark, from a flag to 8, by its shape and its ground."""
        key = tuple(sorted(roles.items()))
        if key in self._tables:
            return self._tables[key]
        hidden = [number for number, mark in roles.items() if mark == HIDDEN]
        empty = [number for number, mark in roles.items() if mark == 0]
        busy, hides_shapes = self._looks.is_busy(roles), self._hides_shapes(roles)
        apart = self._looks.drawn_apart if busy else self._looks.apart
        lean = np.zeros(len(self._looks.sizes))
        if hidden and empty:
            lean = np.clip((apart[:, empty].min(axis=1) - apart[:, hidden].min(axis=1)) / 6, -2, 2)
        either = np.where(self._looks.faint, _FAINT, 0.0)  # for flags and numbers
        if not busy:  # so that readings with both hidden and empty cells have no advantage
            either -= np.abs(lean)
        flag = either + lean + _FLAG - (0.0 if hides_shapes else self._looks.like_digits)
        covered = np.where(self._looks.faint, _DRAWN_GROUND, 2 * _DRAWN_GROUND)
        number = np.full_like(self._looks.opinions, _NO_OPINION)
        if not hides_shapes:
            number = self._looks.opinions + self._looks.like_digits[:, np.newaxis]
        number = number + (either - lean)[:, np.newaxis]
        table = np.column_stack([flag, covered, covered, number])
        table[self._looks.plain] = table[list(self._known)] = 0.0
        self._tables[key] = table
        return table

    def _hides_shapes(self, roles: Mapping[int, int]) -> bool:
        """Whether something is drawn on open cells themselves, so that shapes are not those of digits alone.

        Empty cells show it. Without any, hidden cells do.
        """
        empty = [number for number, mark in roles.items() if mark == 0]
        return self._looks.is_busy(empty or roles)

    def _strangeness(self, marks: NDArray[np.int_]) -> float:
        """What it costs that looks are like those of the other kind, and less like those of their own.

        Covered cells are one kind, and open cells the other. What is drawn on them does not matter. Looks
        among more cells of the other kind, such as mines on open ground, count once, and less if there are
        several.
        """
        covered = marks < 0
        own = covered[:, np.newaxis] == covered
        among = np.where(own, 1, -1) * (self._looks.apart < LIKE) @ self._looks.sizes < 0
        alike = np.where(own & ~among, self._looks.others, np.inf).min(axis=1)
        other = np.where(own | among, np.inf, self._looks.others).min(axis=1)
        strange = ~self._looks.doubtful & (alike < np.inf) & (other < np.minimum(alike, LIKE))
        costs = np.zeros(len(marks))
        costs[strange] = np.maximum(_STRANGEST, (other[strange] - alike[strange]) / 3)
        several = np.count_nonzero(costs[among]) > 1
        return float(costs[among].min(initial=0) / (4 if several else 2) + costs[~among].sum())

    def _confusion(self, meaning: Meaning) -> float:
        """What it costs that flags may be taken for hidden cells, or hidden cells for open ones."""
        total = _ALL_FLAGS if FLAG in meaning and HIDDEN not in meaning else 0.0
        if self._look_open(meaning, FLAG):
            total += _OPEN_GROUND
        for number, mark in enumerate(meaning):
            near = {meaning[other] for other in self._looks.kin[number]}
            if mark == FLAG and HIDDEN in near:
                total += _TWO_THINGS
        return total

    def _look_open(self, meaning: Meaning, other_mark: int) -> bool:
        """Whether hidden cells stand on the ground of open ones, although most of another mark do not."""
        opened = [
            number for number, mark in enumerate(meaning) if mark >= 0 and not self._looks.doubtful[number]
        ]
        hidden = [number for number, mark in enumerate(meaning) if mark == HIDDEN]
        others = [number for number, mark in enumerate(meaning) if mark == other_mark]
        if not opened or not hidden or not others:
            return False
        apart = self._looks.grounds_apart[:, opened].min(axis=1)
        there = self._looks.sizes[hidden][apart[hidden] < _ONE_GROUND].sum()
        return bool(0 < there < self._looks.sizes[others][apart[others] > OTHER_GROUND].sum())

    def _ways(self, same: tuple[int, ...]) -> float:
        """How many natural logarithms it takes to say which cells of one mark have which of these looks.

        Where cells are not of whole pixels, or a picture is cut, a look may go with the row or the column.
        Then it takes fewer if each of the places where the mark is has its own usual look.
        """
        if same not in self._told:
            self._told[same] = self._log_ways_of([self._looks.cells[number] for number in same])
        return self._told[same]

    def _log_ways_of(self, groups: Sequence[NDArray[np.int_]]) -> float:
        """The logarithm of the number of ways to divide cells into these groups; fewer if places tell it."""
        ways = [log_ways([len(cells) for cells in groups])]
        for places in self._looks.places:
            there = np.array([np.bincount(places[cells], minlength=len(self._looks.of)) for cells in groups])
            there = there[:, there.any(axis=0)]
            inside = sum(log_ways(column) for column in there.T.tolist())
            ways.append(inside + there.shape[1] * log(len(groups)))
        return min(ways)

    def _other_colours(self, same: Sequence[int]) -> int:
        """How many of these looks have another colour than all before them.

        A shape is no such sign: a number a pixel further to the left has another shape.
        """
        apart = self._looks.colours_apart[np.ix_(same, same)]
        return sum(bool(apart[place, :place].min() > _OTHER_COLOUR) for place in range(1, len(same)))

    def _opened(self, empty: tuple[int, ...]) -> tuple[int, list[int]]:
        """The number of openings, and for each look how many of its cells touch none of them."""
        if empty not in self._openings:
            zero = np.isin(self._looks.of, empty)
            touched = np.zeros(len(zero), dtype=bool)
            left = set(np.flatnonzero(zero).tolist())
            openings = 0
            while left:
                openings += 1
                waiting = [left.pop()]
                while waiting:
                    near = self._looks.neighbours[waiting.pop()]
                    touched[near] = True
                    found = left.intersection(near.tolist())
                    left -= found
                    waiting += found
            alone = np.bincount(self._looks.of[~touched], minlength=len(self._looks.sizes))
            self._openings[empty] = openings, alone.tolist()
        return self._openings[empty]
