"""Gives looks their meaning, by the rules of Minesweeper.

A meaning of all looks together is a reading. The engine counts the minefields that fit it: a reading that
none fits is dropped, and the others are compared by how likely their numbers are. The shapes of drawings
and the grounds they stand on weigh a little.

The search gives one look after the other its mark, the largest first, and follows the likeliest marks so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import lgamma, log
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper._support.deadline import in_time, limits_left
from sapper._support.engine_call import EngineCall
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.topology import Topology
from sapper.screen.shapes import digit_odds, opinions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.looks import Look

    Meaning = tuple[int, ...]

PLAUSIBLE: Final = 7.0
"""Readings this far below the best, in natural logarithms, are still possible."""

_NEVER: Final = -1e9  # the score of readings that are not possible

# Which looks may be hidden or empty cells.
_MOST_GROUNDS: Final = 6  # the most looks without a drawing that are tried as either
_MOST_DRAWN: Final = 3  # the most looks with a drawing that are tried as the hidden cells
_LARGE: Final = 0.15  # the least share of the board that these have
_SMALL: Final = 0.05  # the same on a board where something is drawn on each cell

# The search.
_KEPT: Final = (4, 16)  # the least and the most readings of a part of the looks that are followed
_FOLLOWED: Final = 240  # and about how many for all looks together
_ROUNDS: Final = 24  # how often a reading is varied

# When two looks are alike. Grounds and borders differ in grey levels.
_OTHER_GROUND: Final = 10.0  # between the grounds of cells that may have different roles
_SAME_GROUND: Final = 3.0  # between grounds that are the same
_NEAR: Final = 8.0  # between two looks without a drawing that are nearly the same
_KIN: Final = 0.33  # nearly the same drawing differs by at most this share of its ink
_LIKE: Final = 15.0  # between two looks of which one is like the other, apart from what is drawn on them
_OTHER_COLOUR: Final = 60.0  # between two drawings of different colours
_STRONG: Final = 0.6  # the points of a drawing with this share of its strongest ink tell its colour
_LEGIBLE: Final = 60.0  # by which numbers and flags differ from their ground
_BUSY: Final = 0.05  # more than this share of a hidden or empty cell is drawn on where shapes do not tell

# Weights, in natural logarithms.
_DRAWN_GROUND: Final = -3.0  # of hidden or empty cells with a faint drawing on them; twice that if it is not
_FAINT: Final = -6.0  # of a number or a flag that is not legible
_FLAG: Final = -5.0  # of a drawing that is no digit
_NO_OPINION: Final = -2.0  # of a number where its shape does not count
_SLOW: Final = 3.0  # only this part of the odds that a drawing is a digit counts
_DIGIT: Final = (-4.0, 0.5)  # and at least and at most this
_OPEN_GROUND: Final = -10.0  # of hidden cells on the ground of open ones, but flags on another
_ALL_FLAGS: Final = -3.0  # of flags on all covered cells: hidden cells may have a drawing
_TWO_THINGS: Final = -8.0  # of flags that look nearly like hidden cells
_TWO_NUMBERS: Final = -3.0  # of different numbers that look nearly the same, for each look
_TWO_COLOURS: Final = -15.0  # of one number in two colours
_SEVERAL: Final = -3.0  # of any number in several looks, where shapes do not tell
_STRANGEST: Final = -25.0  # the least of a look that is like those of the other kind
_STRANGE: Final = -6.0  # of empty cells without any number

# Flags and mines.
_WRONG_FLAGS: Final = 0.1  # how often some flag is not on a mine
_FEW_WRONG: Final = 4  # the most wrong flags with a look of their own, such as a cross
_FLAGGED: Final = 0.26  # the largest share of a board that may be flags
_FLAGS_A_MINE: Final = 1.2  # and the most flags for each mine
_MINED: Final = 0.45  # the part of the covered cells beside numbers that are mines
_DENSITIES: Final = (0.13, 0.2)  # of mines, if their number is not known
_SPARE: Final = 2  # spare cells for each cell of the board, which may hold mines, too

# Doubt.
_AT_RANDOM: Final = 0.88  # a reading must be this much likelier than looks at random, in logarithms
_NO_DIGIT: Final = -1.0  # a drawing that speaks more than this against a digit shows none
_LITTLE: Final = 5.0  # natural logarithms that are no reason to doubt


@dataclass(frozen=True, slots=True)
class Readings:
    """The plausible readings of a board, the best first.

    Attributes:
        meanings: For each reading, the mark of each look.
        chances: The probability of each reading.
        doubtful: Whether the looks could as well have been dealt to the cells at random, or hidden cells look
            like open ones. Then this may be no board, or a look may be of different things.
    """

    meanings: tuple[Meaning, ...]
    chances: tuple[float, ...]
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
    ) -> None:
        """Prepares.

        Args:
            looks: The looks; together they have all cells.
            shape: The rows and columns.
            mines: The number of mines, if it is known.
            known: Marks of looks that somebody gave.
            is_board: False if this may not be a board of this size. Then shapes do not count twice in the
                search: on a wrong board they lead to meanings that happen to fit.
        """
        self._is_board = is_board
        self._looks, self._shape, self._mines, self._known = looks, shape, mines, known
        self._of = np.zeros(shape[0] * shape[1], dtype=np.intp)
        for number, look in enumerate(looks):
            self._of[look.cells] = number
        self._neighbours = _neighbours(*shape)
        self._fewest = [min(len(self._neighbours[cell]) for cell in look.cells) for look in looks]
        self._counted = self._board(Topology.square(*shape))
        self._touch = np.zeros((len(looks), len(looks)), dtype=bool)
        for cell, near in enumerate(self._neighbours):
            self._touch[self._of[cell], self._of[near]] = True
        self._opinions = np.array([_opinion(look) for look in looks])
        self._like_digits = np.array([_like_digit(look) for look in looks])
        self._doubtful = np.array([look.doubtful for look in looks])
        self._plain = np.array([look.plain for look in looks])
        self._apart = np.array([[_apart(look, other) for other in looks] for look in looks])
        self._others = np.where(np.eye(len(looks), dtype=bool), np.inf, self._apart)
        self._drawn_apart = np.array(
            [[float(np.abs(look.ink - other.ink).mean()) for other in looks] for look in looks]
        )
        grounds = np.array([look.ground for look in looks])
        self._grounds_apart = np.abs(grounds[:, np.newaxis] - grounds).max(axis=2)
        self._inks = np.array([np.abs(look.ink).mean() for look in looks])
        colours = np.array([_colour(look) for look in looks])
        self._colours_apart = np.abs(colours[:, np.newaxis] - colours).max(axis=2)
        self._faint = np.abs(colours).max(axis=1) < _LEGIBLE
        self._busy = [(np.abs(look.ink).max(axis=2) > 0).mean() > _BUSY for look in looks]
        self._sizes = np.array([len(look.cells) for look in looks])
        self._tables: dict[tuple[tuple[int, int], ...], NDArray[np.float64]] = {}
        self._kin = [self._kin_of(number) for number in range(len(looks))]
        self._openings: dict[tuple[int, ...], tuple[int, list[int]]] = {}
        self._scores: dict[Meaning, float] = {}
        self._told: dict[tuple[int, ...], float] = {}
        rows, columns = np.divmod(np.arange(len(self._of)), shape[1])
        outer = 3 * _end_of(rows, shape[0]) + _end_of(columns, shape[1])
        self._places = (rows, columns, outer)

    def _board(self, board: Topology) -> tuple[Topology, list[int]]:
        """The board to count on, and the numbers of mines to count with.

        If the number is not known, the board gets spare cells that touch nothing. They hold the mines that
        are not on the board, so nearly every number is possible, the usual ones most.
        """
        if self._mines is not None:
            return board, [self._mines]
        spare: list[list[int]] = [[] for _ in range(_SPARE * board.size)]
        cells = [near.tolist() for near in self._neighbours]
        return Topology.graph(cells + spare), [
            round(density * (1 + _SPARE) * board.size) for density in _DENSITIES
        ]

    def readings(self) -> Readings:
        """The readings that may be right; none if the rules allow none."""
        seen = set()
        for roles in self._roles():
            if (key := tuple(sorted(roles.items()))) not in seen:
                seen.add(key)
                found = self._searched(roles)
                self._judge(
                    [*found, *(tuple(HIDDEN if mark == FLAG else mark for mark in each) for each in found)]
                )
        varied: set[Meaning] = set()
        while self._scores and len(varied) < _ROUNDS:
            best = max(self._scores, key=lambda each: self._scores[each])
            if best in varied or self._scores[best] <= _NEVER / 2:
                break
            varied.add(best)
            self._judge(in_time(self._varied(best), every=64))
        likely = sorted(
            ((score, meaning) for meaning, score in self._scores.items() if score > _NEVER / 2),
            key=lambda each: (-each[0], each[1]),
        )
        if not likely:
            return Readings((), ())
        kept = [(score - likely[0][0], meaning) for score, meaning in likely]
        kept = [each for each in kept if each[0] > -PLAUSIBLE]
        weights = np.exp([score for score, _ in kept])
        return Readings(
            tuple(meaning for _, meaning in kept),
            tuple(float(each) for each in weights / weights.sum()),
            self._is_doubtful(likely[0][1], likely[0][0]),
        )

    def _is_doubtful(self, meaning: Meaning, score: float) -> bool:
        """Whether the best reading tells little, or takes things for what they do not look like.

        These are hidden cells like open ones, flags like digits, and numbers that look like no digit.
        """
        at_random = _log_ways([int(self._sizes[family].sum()) for family in self._families()])
        score += self._prior(meaning, by_place=False) - self._prior(meaning)
        marks = np.array(meaning)
        hidden, numbers = marks == HIDDEN, ~self._plain & (marks > 0)
        given = np.isin(np.arange(len(marks)), list(self._known))
        # What is drawn on hidden or empty cells is drawn on numbers, too.
        drawn = (~self._plain & ((marks == HIDDEN) | (marks == 0))).any()
        no_digits = numbers & (self._like_digits < _NO_DIGIT) & ~drawn
        digits = (marks == FLAG) & (self._like_digits > 0)
        nearest = self._apart[:, numbers].min(axis=1, initial=np.inf)
        farther = self._apart[:, hidden].min(axis=1, initial=np.inf) >= nearest
        return bool(
            -score > _AT_RANDOM * at_random + _LITTLE
            or (nearest[hidden & self._plain] < _NEAR).any()
            or (~given & (no_digits | (digits & (farther | ~numbers.any())))).any()
        )

    def _families(self) -> list[list[int]]:
        """The looks, those together that are nearly the same."""
        families: list[list[int]] = []
        left = set(range(len(self._looks)))
        while left:
            family = {min(left)}
            while more := {each for number in family for each in self._kin[number]} & left - family:
                family |= more
            families.append(sorted(family))
            left -= family
        return families

    def _roles(self) -> Iterator[dict[int, int]]:
        """Which looks are hidden and which are empty, in every way that the rules allow."""
        looks = self._looks
        cells = self._of.size
        said = {number: mark for number, mark in self._known.items() if mark in (HIDDEN, 0)}
        grounds = [number for number, look in enumerate(looks) if look.plain and number not in said]
        share, most = (_LARGE, _MOST_DRAWN) if grounds else (_SMALL, _MOST_GROUNDS)
        too_many = np.inf if self._mines is None else self._mines + 1  # for flags
        drawn = [
            number
            for number, look in enumerate(looks)
            if not look.plain and number not in said and len(look.cells) >= min(share * cells, too_many)
        ]
        large = all(len(look.cells) >= _LARGE * cells for look in looks)
        if large and all(mark == HIDDEN for mark in self._known.values()):
            yield dict.fromkeys(range(len(looks)), HIDDEN)  # nothing is open, and a background shines through
        # Looks on grounds of their own come first: those on the same ground have the same role.
        own = [
            number
            for place, number in enumerate(grounds)
            if all(self._on_another_ground(number, other) for other in grounds[:place])
        ]
        first = [*own, *(number for number in grounds if number not in own)][:_MOST_GROUNDS]
        for hidden_drawn in (None, *drawn[:most]):
            for marks in product((HIDDEN, 0), repeat=len(first)):
                roles = said | dict(zip(first, marks, strict=True))
                if hidden_drawn is not None:
                    kin = self._kin[hidden_drawn]
                    roles |= {each: HIDDEN for each in kin if self._known.get(each, HIDDEN) == HIDDEN}
                for number in set(grounds).difference(first):
                    near = min(first, key=lambda other: self._apart[number][other])
                    roles[number] = roles[near]
                for each in (roles, *self._with_drawn_empty(roles)):
                    agreed = all(self._known.get(number, mark) == mark for number, mark in each.items())
                    if agreed and self._may_be(each):
                        yield each

    def _kin_of(self, number: int) -> list[int]:
        """The looks that are nearly the same as a look, itself among them.

        Where cells are not of whole pixels, a program may draw the same thing in slightly different ways.
        """
        if self._plain[number]:
            near = self._plain & (self._apart[number] < _NEAR)
        else:
            inks = np.maximum(self._inks[number], self._inks)
            near = ~self._plain & (self._drawn_apart[number] <= _KIN * inks) & (self._apart[number] < _LIKE)
        near &= self._grounds_apart[number] <= _OTHER_GROUND
        return np.flatnonzero(near).tolist()

    def _look_open(self, meaning: Meaning, other_mark: int) -> bool:
        """Whether hidden cells stand on the ground of open ones, although most of another mark do not."""
        opened = [
            number for number, mark in enumerate(meaning) if mark >= 0 and not self._looks[number].doubtful
        ]
        hidden = [number for number, mark in enumerate(meaning) if mark == HIDDEN]
        others = [number for number, mark in enumerate(meaning) if mark == other_mark]
        if not opened or not hidden or not others:
            return False
        apart = self._grounds_apart[:, opened].min(axis=1)
        there = self._sizes[hidden][apart[hidden] < _SAME_GROUND].sum()
        return bool(0 < there < self._sizes[others][apart[others] > _OTHER_GROUND].sum())

    def _on_another_ground(self, number: int, other: int) -> bool:
        return bool(self._grounds_apart[number, other] > _OTHER_GROUND)

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
            for number in range(len(self._looks))
            if number not in roles and not self._touch[number, hidden].any()
        ]
        if quiet:
            yield {**roles, **dict.fromkeys(quiet, 0)}
        if len(quiet) > 1:
            for other in quiet:
                yield {**roles, **{number: 0 for number in quiet if number != other}}

    def _may_be(self, marks: Mapping[int, int] | NDArray[np.int16]) -> bool:
        """Whether no covered cell touches an empty one."""
        of = dict(marks) if isinstance(marks, Mapping) else dict(enumerate(marks.tolist()))
        covered = [number for number, mark in of.items() if mark < 0]
        empty = [number for number, mark in of.items() if mark == 0]
        return not self._touch[np.ix_(covered, empty)].any()

    def _searched(self, roles: dict[int, int]) -> list[Meaning]:
        """The likeliest readings with these hidden and empty looks.

        One look after the other gets its mark, and only the likeliest marks of those so far are kept. The
        numbers of the other looks count as not known then.
        """
        rest = [number for number in range(len(self._looks)) if number not in roles]
        rest.sort(key=lambda number: -len(self._looks[number].cells))
        choices = [
            [mark for mark in (*range(9), FLAG) if self._allowed(number, mark, roles)] for number in rest
        ]
        if not all(choices):
            return []
        meaning = np.zeros(len(self._looks), dtype=np.int16)
        for number, mark in roles.items():
            meaning[number] = mark
        used = np.isin(np.arange(len(meaning)), list(roles))
        for number, marks in zip(rest, choices, strict=True):
            if FLAG in marks:  # it may hold mines
                meaning[number], used[number] = HIDDEN, True
        weights = self._weights(roles)
        most = int(np.clip(_FOLLOWED // max(1, len(rest)), *_KEPT))
        kept = [(0.0, meaning)]
        for number, marks in in_time(zip(rest, choices, strict=True), every=1):
            used[number] = True
            longer = []
            for weight, before in kept:
                for mark in marks:
                    after = before.copy()
                    after[number] = mark
                    shape = self._opinions[number][mark - 1] if self._is_board and mark > 0 else 0.0
                    longer.append((weight + float(weights[number, mark - FLAG] + shape), after))
            fits = self._fits(np.array([after for _, after in longer])[:, self._of], used[self._of])
            ranked = sorted(
                (
                    (weight + fit, place)
                    for place, ((weight, _), fit) in enumerate(zip(longer, fits.tolist(), strict=True))
                    if fit > _NEVER / 2
                ),
                key=lambda each: -each[0],
            )
            if not ranked:
                return []
            kept = [longer[place] for _, place in ranked[:most]]
        return [tuple(after.tolist()) for _, after in kept if self._may_be(after)]

    def _allowed(self, number: int, mark: int, roles: Mapping[int, int]) -> bool:
        """Whether the cells of a look can have a mark, if all looks without a role may be covered."""
        if self._known.get(number, mark) != mark or mark > self._fewest[number]:
            return False
        empty = {other for other, role in roles.items() if role == 0}
        if mark in (FLAG, HIDDEN):
            return not any(self._touch[number, other] for other in empty)
        if mark == 0:
            return not any(self._touch[number, other] for other, role in roles.items() if role == HIDDEN)
        open_looks = np.zeros(len(self._looks), dtype=bool)
        open_looks[list(empty)] = True
        open_looks[number] = True
        return all(
            np.count_nonzero(~open_looks[self._of[self._neighbours[cell]]]) >= mark
            for cell in self._looks[number].cells[:40]
        )

    def _weights(self, roles: Mapping[int, int]) -> NDArray[np.float64]:
        """How likely each look (in rows) has each mark, from a flag to 8, by its shape and its ground."""
        key = tuple(sorted(roles.items()))
        if key in self._tables:
            return self._tables[key]
        hidden = [number for number, mark in roles.items() if mark == HIDDEN]
        empty = [number for number, mark in roles.items() if mark == 0]
        # Where something is drawn on the cells themselves, a shape is not that of a digit alone.
        busy = self._is_busy(roles)
        apart = self._drawn_apart if busy else self._apart
        lean = np.zeros(len(self._looks))
        if hidden and empty:
            lean = np.clip((apart[:, empty].min(axis=1) - apart[:, hidden].min(axis=1)) / 6, -2, 2)
        either = np.where(self._faint, _FAINT, 0.0)  # for flags and numbers
        if not busy:  # so that readings with both hidden and empty cells have no advantage
            either -= np.abs(lean)
        flag = either + lean + _FLAG - (0.0 if busy else self._like_digits)
        covered = np.where(self._faint, _DRAWN_GROUND, 2 * _DRAWN_GROUND)
        number = np.full_like(self._opinions, _NO_OPINION)
        if not busy:
            number = self._opinions + self._like_digits[:, np.newaxis]
        number = number + (either - lean)[:, np.newaxis]
        table = np.column_stack([flag, covered, covered, number])
        table[self._plain] = table[list(self._known)] = 0.0
        self._tables[key] = table
        return table

    def _strangeness(self, marks: NDArray[np.int_]) -> float:
        """What it costs that looks are like those of the other kind, and less like those of their own.

        Covered cells are one kind, and open cells the other. What is drawn on them does not matter. Looks
        among more cells of the other kind, such as mines on open ground, count once, and less if there are
        several.
        """
        covered = marks < 0
        own = covered[:, np.newaxis] == covered
        among = np.where(own, 1, -1) * (self._apart < _LIKE) @ self._sizes < 0
        alike = np.where(own & ~among, self._others, np.inf).min(axis=1)
        other = np.where(own | among, np.inf, self._others).min(axis=1)
        strange = ~self._doubtful & (alike < np.inf) & (other < np.minimum(alike, _LIKE))
        costs = np.zeros(len(marks))
        costs[strange] = np.maximum(_STRANGEST, (other[strange] - alike[strange]) / 3)
        several = np.count_nonzero(costs[among]) > 1
        return float(costs[among].min(initial=0) / (4 if several else 2) + costs[~among].sum())

    def _is_busy(self, roles: Iterable[int]) -> bool:
        """Whether something is drawn on hidden or empty cells."""
        return any(self._busy[number] for number in roles)

    def _prior(self, meaning: Meaning, *, by_place: bool = True) -> float:
        """How likely a reading is before the numbers are looked at, up to a constant.

        What the reading leaves to chance costs as many natural logarithms as it takes to say it: which cells
        were clicked, which covered cells have flags, and which cells of one mark have which look.
        """
        roles = {number: mark for number, mark in enumerate(meaning) if mark in (HIDDEN, 0)}
        weights = self._weights(roles)
        marks = np.array(meaning)
        total = float(weights[np.arange(len(marks)), marks - FLAG].sum()) + self._strangeness(marks)
        sizes = self._sizes.tolist()
        openings, alone = self._opened(tuple(number for number, mark in roles.items() if mark == 0))
        clicks = openings + sum(alone[number] for number, mark in enumerate(meaning) if mark > 0)
        total -= _log_ways((clicks, self._of.size - clicks))
        flags = sum(size for size, mark in zip(sizes, meaning, strict=True) if mark == FLAG)
        several = chess = False
        busy = self._is_busy(roles)
        for mark in sorted(set(meaning), key=lambda mark: mark not in (HIDDEN, 0)):
            same = [number for number, other in enumerate(meaning) if other == mark]
            turns = self._take_turns(same)
            chess |= turns and mark in (HIDDEN, 0)
            # Where something is drawn on the cells themselves, different numbers look nearly the same.
            kin = set(same).issubset(self._kin[same[0]]) and not (busy and mark > 0)
            if len(same) > 1 and not (turns and chess) and not kin:
                # Digits do not come from the way in which cells are drawn.
                drawn = by_place and (mark > 0 or self._like_digits[same].max() <= 0)
                ways = self._ways(tuple(same)) if drawn else _log_ways([sizes[each] for each in same])
                total -= ways
                several |= mark > 0
            if mark > 0:
                total += _TWO_COLOURS * self._other_colours(same)
        if several and busy:
            total += _SEVERAL
        total += self._confusion(meaning, busy=busy)
        if not chess and self._look_open(meaning, HIDDEN):
            return _NEVER
        if flags > min(_FLAGGED * self._of.size, _FLAGS_A_MINE * (self._mines or self._of.size)):
            return _NEVER
        if flags and max(meaning) < 0 and not chess:
            hidden = [number for number, mark in roles.items() if mark == HIDDEN]
            if any(self._on_another_ground(*pair) for pair in combinations(hidden, 2)):
                return _NEVER  # some of them are open
        return total if any(mark > 0 for mark in meaning) or 0 not in meaning else total + _STRANGE

    def _confusion(self, meaning: Meaning, *, busy: bool) -> float:
        """What it costs that things which may be taken for each other have different marks."""
        total = _ALL_FLAGS if FLAG in meaning and HIDDEN not in meaning else 0.0
        if self._look_open(meaning, FLAG):
            total += _OPEN_GROUND
        for number, mark in enumerate(meaning):
            near = {meaning[other] for other in self._kin[number]}
            if mark == FLAG and HIDDEN in near:
                total += _TWO_THINGS
            if mark > 0 and not busy and any(0 < other != mark for other in near):
                total += _TWO_NUMBERS
        return total

    def _ways(self, same: tuple[int, ...]) -> float:
        """How many natural logarithms it takes to say which cells of one mark have which of these looks.

        Where cells are not of whole pixels, or a picture is cut, a look may go with the row or the column.
        Then it takes fewer if each of the places where the mark is has its own usual look.
        """
        if same not in self._told:
            self._told[same] = self._log_ways_of([self._looks[number].cells for number in same])
        return self._told[same]

    def _log_ways_of(self, groups: Sequence[NDArray[np.int_]]) -> float:
        """The logarithm of the number of ways to divide cells into these groups; fewer if places tell it."""
        ways = [_log_ways([len(cells) for cells in groups])]
        for places in self._places:
            there = np.array([np.bincount(places[cells], minlength=len(self._of)) for cells in groups])
            there = there[:, there.any(axis=0)]
            inside = sum(_log_ways(column) for column in there.T.tolist())
            ways.append(inside + there.shape[1] * log(len(groups)))
        return min(ways)

    def _other_colours(self, same: Sequence[int]) -> int:
        """How many of these looks have another colour than all before them.

        A shape is no such sign: a number a pixel further to the left has another shape.
        """
        apart = self._colours_apart[np.ix_(same, same)]
        return sum(bool(apart[place, :place].min() > _OTHER_COLOUR) for place in range(1, len(same)))

    def _opened(self, empty: tuple[int, ...]) -> tuple[int, list[int]]:
        """The number of openings, and for each look how many of its cells touch none of them."""
        if empty not in self._openings:
            zero = np.isin(self._of, empty)
            touched = np.zeros(len(zero), dtype=bool)
            left = set(np.flatnonzero(zero).tolist())
            openings = 0
            while left:
                openings += 1
                waiting = [left.pop()]
                while waiting:
                    near = self._neighbours[waiting.pop()]
                    touched[near] = True
                    found = left.intersection(near.tolist())
                    left -= found
                    waiting += found
            alone = np.bincount(self._of[~touched], minlength=len(self._looks))
            self._openings[empty] = openings, alone.tolist()
        return self._openings[empty]

    def _take_turns(self, same: Sequence[int]) -> bool:
        """Whether two looks are those of the dark and the light squares of a chessboard."""
        if len(same) != 2:
            return False
        colours = [
            np.unique(np.add(*np.divmod(self._looks[number].cells, self._shape[1])) % 2) for number in same
        ]
        return len(colours[0]) == len(colours[1]) == 1 and colours[0][0] != colours[1][0]

    def _varied(self, best: Meaning) -> Iterator[Meaning]:
        """Readings that differ from one in a single look, or in two that swap their marks.

        Looks with nearly the same drawing turn from flags into hidden cells together, and back.
        """
        roles = {number: mark for number, mark in enumerate(best) if mark in (HIDDEN, 0)}
        inked = [number for number in range(len(best)) if number not in roles]
        for number in np.flatnonzero(~self._plain).tolist():
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
            if mark in (HIDDEN, FLAG) and not self._looks[number].plain
        }
        groups = {frozenset(covered)}
        for number in covered:
            groups |= {frozenset((number,)), frozenset(covered.intersection(self._kin[number]))}
        for group, mark in product(groups, (HIDDEN, FLAG)):
            if all(self._known.get(number, mark) == mark for number in group):
                yield tuple(mark if number in group else other for number, other in enumerate(meaning))

    def _judge(self, meanings: Iterable[Meaning]) -> None:
        """Gives new readings their scores."""
        new = [meaning for meaning in dict.fromkeys(meanings) if meaning not in self._scores]
        if not new:
            return
        marks = np.array(new, dtype=np.int16)
        fits = self._fits(marks[:, self._of])
        flagged = np.flatnonzero((marks == FLAG).any(axis=1))
        if flagged.size:
            fits[flagged] = self._fits_of_flags(marks[flagged], fits[flagged])
        for meaning, fit in zip(new, fits, strict=True):
            self._scores[meaning] = self._prior(meaning) + fit if fit > _NEVER / 2 else _NEVER

    def _fits_of_flags(
        self, meanings: NDArray[np.int16], anywhere: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The same as `_fits` for readings with flags, with how likely the flags are.

        Either all of them are on mines, or those of one look with few cells may be anywhere, or all may be.
        `anywhere` has the fits for the last.
        """
        marks = meanings[:, self._of]
        on_mines = np.where(marks == FLAG, EXPLODED, marks)
        flags = (marks == FLAG).sum(axis=1)
        on, off = self._log_choices_of(marks)
        ways = [self._fits(on_mines) - on, anywhere - off + np.log(_WRONG_FLAGS)]
        for number in np.flatnonzero(self._sizes <= _FEW_WRONG):
            few = np.full(len(flags), self._sizes[number])
            some = np.flatnonzero((meanings[:, number] == FLAG) & (flags > few))
            if some.size:
                here, few = on_mines[some], few[some]
                here[:, self._of == number] = HIDDEN
                on, _ = self._log_choices_of(np.where(here == EXPLODED, FLAG, here))
                right = self._fits(here) - on
                ways.append(np.full(len(flags), _NEVER))
                ways[-1][some] = right - _log_choices((here == HIDDEN).sum(axis=1), few)
                ways[-1][some] += np.log(_WRONG_FLAGS)
        sums: NDArray[np.float64] = np.logaddexp.reduce(ways)
        return np.maximum(sums, _NEVER)

    def _log_choices_of(self, marks: NDArray[np.int16]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The logarithms of the numbers of ways to choose which mines of each position have flags, or cells.

        Players flag what is beside numbers, so other flags are counted apart.
        """
        rows, columns = self._shape
        numbers = np.pad((marks > 0).reshape(-1, rows, columns), ((0, 0), (1, 1), (1, 1)))
        near = numbers[:, :-2] | numbers[:, 1:-1] | numbers[:, 2:]
        near = (near[:, :, :-2] | near[:, :, 1:-1] | near[:, :, 2:]).reshape(len(marks), -1)
        cells, flags = (
            [(each & which).sum(axis=1) for each in (near, ~near)] for which in (marks < 0, marks == FLAG)
        )
        mines = self._mines or round(_DENSITIES[-1] * self._of.size)
        beside = np.minimum(mines, np.round(_MINED * cells[0]).astype(int))
        return (
            _log_choices(np.maximum(beside, flags[0]), flags[0])
            + _log_choices(np.maximum(mines - beside, flags[1]), flags[1]),
            _log_choices(cells[0], flags[0]) + _log_choices(cells[1], flags[1]),
        )

    def _fits(self, marks: NDArray[np.int16], used: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """The logarithm of how many minefields fit each position, as a part of all.

        Cells that are not `used` are open, but what they show is not known. Flags may be anywhere.
        """
        topology, counts = self._counted
        cells = topology.size
        marks = np.where(marks == FLAG, HIDDEN, marks)
        spare = np.full((len(marks), cells - marks.shape[1]), HIDDEN, dtype=np.int16)
        marks = np.concatenate([marks, spare], axis=1)
        all_used = [*([True] * self._of.size if used is None else used.tolist()), *[True] * spare.shape[1]]
        room = (marks < 0).sum(axis=1)
        known = (marks == EXPLODED).sum(axis=1)
        every = np.full((len(counts), len(marks)), _NEVER)
        for row, count in enumerate(counts):
            fitting = np.flatnonzero((known <= count) & (count <= room))
            if fitting.size:
                time_limit, cancel = limits_left()
                with EngineCall("reading the picture", time_limit):
                    logs = _engine.count_batch(
                        topology._engine,
                        marks[fitting].ravel(),
                        np.full(fitting.size, count, dtype=np.uint32),
                        all_used,
                        time_limit,
                        cancel,
                    )
                every[row, fitting] = np.maximum(np.array(logs) - _log_ways((count, cells - count)), _NEVER)
        top = every.max(axis=0)
        sums: NDArray[np.float64] = top + np.log(np.exp(every - top).sum(axis=0) / len(counts))
        return sums


def _neighbours(rows: int, columns: int) -> list[NDArray[np.int_]]:
    """The numbers of the cells that touch each cell."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    around = []
    for cell in range(cells.size):
        row, column = divmod(cell, columns)
        near = cells[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        around.append(near[near != cell])
    return around


def _log_ways(sizes: Sequence[int]) -> float:
    """The logarithm of the number of ways to divide cells into groups of these sizes."""
    return lgamma(sum(sizes) + 1) - sum(lgamma(size + 1) for size in sizes)


def _end_of(lines: NDArray[np.int_], count: int) -> NDArray[np.int_]:
    """For each cell whether its row or column is the first (0), the last (2) or another one."""
    return np.asarray(1 + (lines == count - 1) - (lines == 0))


def _log_choices(places: NDArray[np.int_], taken: NDArray[np.int_]) -> NDArray[np.float64]:
    """The logarithm of the number of ways to take some places, for each pair."""
    ways = [_log_ways((few, many - few)) for many, few in zip(places.tolist(), taken.tolist(), strict=True)]
    return np.array(ways)


def _opinion(look: Look) -> NDArray[np.float64]:
    if not look.drawing.size:
        return np.zeros(8)
    left, top, right, bottom = look.placed
    return opinions(look.drawing, (right - left) / (bottom - top))


def _like_digit(look: Look) -> float:
    """How much a drawing speaks for a number, and against a flag."""
    if not look.drawing.size:
        return 0.0
    left, top, right, bottom = look.placed
    odds = digit_odds(look.drawing, (right - left) / (bottom - top))
    return float(np.clip(odds / _SLOW, *_DIGIT))


def _colour(look: Look) -> NDArray[np.float64]:
    """How the strongest points of a drawing differ from its ground, in each channel."""
    strength = np.abs(look.ink).sum(axis=2)
    strong = look.ink[strength >= _STRONG * strength.max()]
    return np.asarray(strong.mean(axis=0), dtype=np.float64)


def _apart(look: Look, other: Look) -> float:
    """How different two looks are, apart from what is drawn on them, in grey levels."""
    grounds = float(np.abs(look.ground - other.ground).max())
    return grounds + float(np.abs(look.border - other.border).mean())


def _cheapest(weights: Sequence[Sequence[float]]) -> Iterator[tuple[int, ...]]:
    """The choices of one place in each list, the largest sums first. Each list descends."""
    from heapq import heappop, heappush

    start = (0,) * len(weights)
    waiting = [(0.0, start)]
    seen = {start}
    while waiting:
        cost, picked = heappop(waiting)
        yield picked
        for number, pick in enumerate(picked):
            if pick + 1 < len(weights[number]):
                following = (*picked[:number], pick + 1, *picked[number + 1 :])
                if following not in seen:
                    seen.add(following)
                    heappush(waiting, (cost + weights[number][pick] - weights[number][pick + 1], following))
