"""Gives looks their meaning, by the rules of Minesweeper.

A meaning of all looks together is a reading. The engine counts the minefields that fit it: a reading that
none fits is dropped, and the others are compared by how likely their numbers are. The shapes of drawings
and the grounds they stand on weigh a little.

The search gives one look after the other its mark, the largest first, and follows the likeliest marks so far.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper._support.engine_call import in_time
from sapper.board.marks import FLAG, HIDDEN
from sapper.screen.compared import NEAR, Compared
from sapper.screen.fits import NEVER, Fits, log_ways
from sapper.screen.priors import Priors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.looks import Look

    Meaning = tuple[int, ...]

_PLAUSIBLE: Final = 7.0  # readings this far from the best are still possible, in natural logarithms

# Which looks may be hidden or empty cells.
_MOST_GROUNDS: Final = 6  # the most looks without a drawing that are tried as either
_MOST_DRAWN: Final = 3  # the most looks with a drawing that are tried as the hidden cells
_LARGE: Final = 0.15  # the least share of the board that these have
_SMALL: Final = 0.05  # the same on a board where something is drawn on each cell

# The search.
_KEPT: Final = (4, 16)  # the least and the most readings of a part of the looks that are followed
_FOLLOWED: Final = 240  # and about how many for all looks together
_ROUNDS: Final = 24  # how often a reading is varied

# Flags that only a drawing tells: the distance of a reading from the best one is divided by this.
_UNCERTAIN: Final = 2.0
_NO_FLAGS: Final = 4.0  # where the flags look like digits

# Doubt.
_AT_RANDOM: Final = 0.88  # a reading must be this much likelier than looks at random, in logarithms
_LITTLE: Final = 5.0  # natural logarithms that are no reason to doubt


@dataclass(frozen=True, slots=True)
class Readings:
    """The plausible readings of a board, the best first.

    Attributes:
        meanings: For each reading, the mark of each look.
        chances: The probability of each reading.
        others: Readings that are too unlikely to count, but may be what somebody sees.
        chances_of_others: The probability of each of them.
        doubtful: Whether the looks could as well have been dealt to the cells at random, or hidden cells look
            like open ones. Then this may be no board, or a look may be of different things.
    """

    meanings: tuple[Meaning, ...]
    chances: tuple[float, ...]
    others: tuple[Meaning, ...] = ()
    chances_of_others: tuple[float, ...] = ()
    doubtful: bool = False


class Labelling:
    """The looks of one board, and what is known about their meaning."""

    def __init__(
        self,
        looks: Sequence[Look],
        shape: tuple[int, int],
        mines: int | None,
        known: Mapping[int, int],
        *,
        is_board: bool = True,
        changed: Collection[int] = (),
    ) -> None:
        """Prepares.

        Args:
            looks: The looks; together they have all cells.
            shape: The rows and columns.
            mines: The number of mines, if it is known.
            known: Marks of looks that the caller gives.
            is_board: False if this may not be a board of this size. Then shapes do not count twice in the
                search: on a wrong board they lead to meanings that happen to fit.
            changed: Looks that some hidden cell got when it changed. So they do not mean hidden.
        """
        self._is_board, self._known, self._changed = is_board, known, changed
        self._looks = Compared(looks, shape)
        self._fits = Fits(self._looks, mines)
        self._priors = Priors(self._looks, mines, known)
        self._mines = mines
        self._scores: dict[Meaning, float] = {}

    def readings(self) -> Readings:
        """The readings that may be right; none if the rules allow none."""
        seen = set()
        for roles in self._roles():
            if (key := tuple(sorted(roles.items()))) not in seen:
                seen.add(key)
                found = self._searched(roles)
                self._judge([*found, *map(self._without_flags, found)])
        varied: set[Meaning] = set()
        while self._scores and len(varied) < _ROUNDS:
            best = max(self._scores, key=lambda each: self._scores[each])
            if best in varied or self._scores[best] <= NEVER / 2:
                break
            varied.add(best)
            self._judge(in_time(self._varied(best), every=64))
        likely = sorted(
            ((score, meaning) for meaning, score in self._scores.items() if score > NEVER / 2),
            key=lambda each: (-each[0], each[1]),
        )
        if not likely:
            return Readings((), ())
        top, best = likely[0]
        lags = [((top - score) / self._patience(best, meaning), meaning) for score, meaning in likely]
        lags.sort()
        weights = np.exp([-lag for lag, _ in lags])
        kept = sum(lag < _PLAUSIBLE for lag, _ in lags)
        meanings = tuple(meaning for _, meaning in lags)
        chances = tuple(float(each) for each in weights / weights.sum())
        doubtful = self._is_doubtful(best, top)
        return Readings(meanings[:kept], chances[:kept], meanings[kept:], chances[kept:], doubtful)

    def _without_flags(self, meaning: Meaning) -> Meaning:
        """The reading in which flags are hidden cells with a drawing."""
        return tuple(
            HIDDEN if mark == FLAG and self._agrees(number, HIDDEN) else mark
            for number, mark in enumerate(meaning)
        )

    def _patience(self, best: Meaning, meaning: Meaning) -> float:
        """By how much the distance of a reading from the best one is divided.

        The numbers hardly tell which covered cells have flags. So a distance counts less if the readings
        differ only in this. It must be about cells that the best reading calls hidden, or about flags on
        grounds that are not certain. It counts least if all these flags look like digits.
        """
        other = [number for number, mark in enumerate(best) if mark != meaning[number]]
        if not other or any(best[number] >= 0 or meaning[number] >= 0 for number in other):
            return 1.0
        if any(best[number] == HIDDEN for number in other):
            return _UNCERTAIN
        if (self._looks.like_digits[other] > 0).all():
            return _NO_FLAGS
        return _UNCERTAIN if self._looks.doubtful[other].all() else 1.0

    def _is_doubtful(self, meaning: Meaning, score: float) -> bool:
        """Whether the best reading tells little, or takes things for what they do not look like.

        These are hidden cells like open ones and flags like digits. Numbers that look like no digit only
        weigh against what the rules explain: on a board that the rules prove they are digits of some font.
        """
        at_random = log_ways([int(self._looks.sizes[family].sum()) for family in self._looks.families()])
        score += self._priors.of(meaning, by_place=False) - self._priors.of(meaning)
        marks = np.array(meaning)
        hidden, numbers = marks == HIDDEN, ~self._looks.plain & (marks > 0)
        given = np.isin(np.arange(len(marks)), list(self._known))
        # What is drawn on hidden or empty cells is drawn on numbers, too.
        drawn = (~self._looks.plain & ((marks == HIDDEN) | (marks == 0))).any()
        against = np.minimum(self._looks.like_digits, 0)[numbers & ~given].sum() * (not drawn)
        digits = (marks == FLAG) & (self._looks.like_digits > 0)
        nearest = self._looks.apart[:, numbers].min(axis=1, initial=np.inf)
        farther = self._looks.apart[:, hidden].min(axis=1, initial=np.inf) >= nearest
        return bool(
            -score - against > _AT_RANDOM * at_random + _LITTLE
            or (nearest[hidden & self._looks.plain] < NEAR).any()
            or (~given & digits & (farther | ~numbers.any())).any()
        )

    def _roles(self) -> Iterator[dict[int, int]]:
        """Which looks are hidden and which are empty, in every way that the rules allow."""
        looks = self._looks
        every = range(len(looks.sizes))
        said = {number: mark for number, mark in self._known.items() if mark in (HIDDEN, 0)}
        grounds = [number for number in every if looks.plain[number] and number not in said]
        share, most = (_LARGE, _MOST_DRAWN) if grounds else (_SMALL, _MOST_GROUNDS)
        least = share * looks.of.size
        if self._mines is not None:
            least = min(least, self._mines + 1)  # too many for flags
        drawn = [
            number
            for number in every
            if not looks.plain[number]
            and number not in said
            and self._agrees(number, HIDDEN)
            and looks.sizes[number] >= least
        ]
        large = looks.sizes.min() >= _LARGE * looks.of.size
        if large and all(mark == HIDDEN for mark in self._known.values()):
            yield dict.fromkeys(every, HIDDEN)  # nothing is open, and a background shines through
        # Looks on grounds of their own come first: those on the same ground have the same role.
        own = [
            number
            for place, number in enumerate(grounds)
            if all(looks.on_another_ground(number, other) for other in grounds[:place])
        ]
        first = [*own, *(number for number in grounds if number not in own)][:_MOST_GROUNDS]
        for hidden_drawn in (None, *drawn[:most]):
            for marks in product((HIDDEN, 0), repeat=len(first)):
                roles = said | dict(zip(first, marks, strict=True))
                if hidden_drawn is not None:
                    kin = looks.kin[hidden_drawn]
                    roles |= {each: HIDDEN for each in kin if self._agrees(each, HIDDEN)}
                for number in set(grounds).difference(first):
                    near = min(first, key=lambda other: looks.apart[number][other])
                    roles[number] = roles[near]
                for each in (roles, *self._with_drawn_empty(roles)):
                    if all(self._agrees(number, mark) for number, mark in each.items()) and self._may_be(
                        each
                    ):
                        yield each

    def _with_drawn_empty(self, roles: dict[int, int]) -> Iterator[dict[int, int]]:
        """The same where empty cells have a drawing: that of looks which touch no hidden cell.

        A number touches a mine. So all of them are empty, unless there are flags; then one may be something
        else.
        """
        hidden = [number for number, mark in roles.items() if mark == HIDDEN]
        if not hidden:
            return
        quiet = [
            number
            for number in range(len(self._looks.sizes))
            if number not in roles and not self._looks.touch[number, hidden].any()
        ]
        if quiet:
            yield {**roles, **dict.fromkeys(quiet, 0)}
        if len(quiet) > 1:
            for other in quiet:
                yield {**roles, **{number: 0 for number in quiet if number != other}}

    def _agrees(self, number: int, mark: int) -> bool:
        """Whether what is known of a look allows this mark."""
        return self._known.get(number, mark) == mark and not (mark == HIDDEN and number in self._changed)

    def _may_be(self, marks: Mapping[int, int] | NDArray[np.int16]) -> bool:
        """Whether no covered cell touches an empty one."""
        of = dict(marks) if isinstance(marks, Mapping) else dict(enumerate(marks.tolist()))
        covered = [number for number, mark in of.items() if mark < 0]
        empty = [number for number, mark in of.items() if mark == 0]
        return not self._looks.touch[np.ix_(covered, empty)].any()

    def _searched(self, roles: dict[int, int]) -> list[Meaning]:
        """The likeliest readings with these hidden and empty looks.

        One look after the other gets its mark, and only the likeliest marks of those so far are kept. The
        numbers of the other looks count as not known then.
        """
        rest = [number for number in range(len(self._looks.sizes)) if number not in roles]
        rest.sort(key=lambda number: -self._looks.sizes[number])
        choices = [
            [mark for mark in (*range(9), FLAG) if self._allowed(number, mark, roles)] for number in rest
        ]
        if not all(choices):
            return []
        meaning = np.zeros(len(self._looks.sizes), dtype=np.int16)
        for number, mark in roles.items():
            meaning[number] = mark
        used = np.isin(np.arange(len(meaning)), list(roles))
        for number, marks in zip(rest, choices, strict=True):
            if FLAG in marks:  # it may hold mines
                meaning[number], used[number] = HIDDEN, True
        weights = self._priors.weights(roles)
        most = int(np.clip(_FOLLOWED // max(1, len(rest)), *_KEPT))
        kept = [(0.0, meaning)]
        for number, marks in in_time(zip(rest, choices, strict=True), every=1):
            used[number] = True
            longer = []
            for weight, before in kept:
                for mark in marks:
                    after = before.copy()
                    after[number] = mark
                    shape = self._looks.opinions[number][mark - 1] if self._is_board and mark > 0 else 0.0
                    longer.append((weight + float(weights[number, mark - FLAG] + shape), after))
            fits = self._fits.of_marks(
                np.array([after for _, after in longer])[:, self._looks.of], used[self._looks.of]
            )
            ranked = sorted(
                (
                    (weight + fit, place)
                    for place, ((weight, _), fit) in enumerate(zip(longer, fits.tolist(), strict=True))
                    if fit > NEVER / 2
                ),
                key=lambda each: -each[0],
            )
            if not ranked:
                return []
            kept = [longer[place] for _, place in ranked[:most]]
        return [tuple(after.tolist()) for _, after in kept if self._may_be(after)]

    def _allowed(self, number: int, mark: int, roles: Mapping[int, int]) -> bool:
        """Whether the cells of a look can have a mark, if all looks without a role may be covered."""
        if not self._agrees(number, mark) or mark > self._looks.fewest[number]:
            return False
        empty = {other for other, role in roles.items() if role == 0}
        if mark in (FLAG, HIDDEN):
            return not any(self._looks.touch[number, other] for other in empty)
        if mark == 0:
            return not any(
                self._looks.touch[number, other] for other, role in roles.items() if role == HIDDEN
            )
        open_looks = np.zeros(len(self._looks.sizes), dtype=bool)
        open_looks[list(empty)] = True
        open_looks[number] = True
        return all(
            np.count_nonzero(~open_looks[self._looks.of[self._looks.neighbours[cell]]]) >= mark
            for cell in self._looks.cells[number][:40]
        )

    def _varied(self, best: Meaning) -> Iterator[Meaning]:
        """Readings that differ from one in a single look, or in two that swap their marks.

        Looks with nearly the same drawing turn from flags into hidden cells together, and back.
        """
        roles = {number: mark for number, mark in enumerate(best) if mark in (HIDDEN, 0)}
        inked = [number for number in range(len(best)) if number not in roles]
        for number in np.flatnonzero(~self._looks.plain).tolist():
            others = {other: mark for other, mark in roles.items() if other != number}
            for mark in range(FLAG, 9):
                if mark != best[number] and self._allowed(number, mark, others):
                    yield (*best[:number], mark, *best[number + 1 :])
        for first, second in combinations(inked, 2):
            if best[first] != best[second]:
                swapped = list(best)
                swapped[first], swapped[second] = best[second], best[first]
                if self._allowed(first, swapped[first], roles) and self._allowed(
                    second, swapped[second], roles
                ):
                    yield tuple(swapped)
        yield from self._turned(best)

    def _turned(self, meaning: Meaning) -> Iterator[Meaning]:
        """Readings in which flags turn into hidden cells with a drawing, or back.

        Looks with nearly the same drawing turn together, and so do all.
        """
        covered = {
            number
            for number, mark in enumerate(meaning)
            if mark in (HIDDEN, FLAG) and not self._looks.plain[number]
        }
        groups = {frozenset(covered)}
        for number in covered:
            groups |= {frozenset((number,)), frozenset(covered.intersection(self._looks.kin[number]))}
        for group, mark in product(groups, (HIDDEN, FLAG)):
            turned = {number for number in group if self._agrees(number, mark)}
            yield tuple(mark if number in turned else other for number, other in enumerate(meaning))

    def _judge(self, meanings: Iterable[Meaning]) -> None:
        """Gives new readings their scores."""
        new = [
            meaning
            for meaning in dict.fromkeys(meanings)
            if meaning not in self._scores
            and all(self._agrees(number, mark) for number, mark in enumerate(meaning))
        ]
        if not new:
            return
        fits = self._fits.of_readings(np.array(new, dtype=np.int16))
        for meaning, fit in zip(new, fits, strict=True):
            self._scores[meaning] = self._priors.of(meaning) + fit if fit > NEVER / 2 else NEVER
