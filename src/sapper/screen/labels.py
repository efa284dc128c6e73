"""Gives looks their meaning, by the rules of Minesweeper.

A meaning of all looks together is a reading. The engine counts the minefields that fit it: a reading that
none fits is dropped, and the others are compared by how likely their numbers are. The shapes of drawings
and the grounds they stand on say what is tried first, and weigh a little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations, islice, product
from math import lgamma, prod
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper._support.deadline import in_time, limits_left
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.topology import Topology
from sapper.inference.batch import analyse_many
from sapper.screen.shapes import opinions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.looks import Look

    Meaning = tuple[int, ...]

PLAUSIBLE: Final = 7.0
"""Readings this far below the best, in natural logarithms, are still possible."""

_MOST_GROUNDS: Final = 6  # the most looks without a drawing that may be hidden or empty cells
_LARGE: Final = 0.15  # the least share of the board with which a look with a drawing may be the hidden cells
_TRIED: Final = 48  # how many readings are judged first
_TRIED_ALL: Final = 600  # all are, if there are no more and shapes do not tell
_TRIED_LAST: Final = 1000  # and if none of them is possible, though something is known
_ROUNDS: Final = 24  # how often a reading is varied
_WIDE: Final = 8  # how many of the best readings are varied where shapes do not tell
_NEVER: Final = -1e9
_SMALL: Final = 0.05  # the same on a board where something is drawn on each cell
_OTHER_GROUND: Final = 10.0  # grey levels between the grounds of cells that may have different roles
_SAME_GROUND: Final = 3.0  # grey levels between grounds that are the same
_MOST_DRAWN: Final = 3  # the most looks with a drawing that are tried as the hidden cells
_DRAWN_GROUND: Final = -3.0  # the weight of hidden or empty cells with a drawing on them
_BUSY: Final = 0.05  # more than this share of such a cell, or of a plain one, is drawn on
_KIN: Final = 0.33  # the same drawing on hidden cells differs by at most this share of its ink
_FLAG: Final = -4.0  # the weight of a drawing that is no digit
_WRONG_FLAGS: Final = 0.03  # how often some flag is not on a mine
_FLAGGED: Final = 0.4  # the largest share of a board that may be flags
_FLAGS_A_MINE: Final = 2.0  # and the most flags for each mine
_OTHER_COLOUR: Final = 60.0  # grey levels between two drawings, from which they have different colours
_TWO_COLOURS: Final = -15.0  # the weight of one number in two colours
_SEVERAL: Final = -3.0  # the weight of any number in several looks, where shapes do not tell
_STRONG: Final = 0.6  # the points of a drawing with this share of its strongest ink tell its colour
_STRANGE: Final = -6.0  # the weight of empty cells without any number
_DENSITIES: Final = (0.13, 0.2)  # of mines, if their number is not known
_SPARE: Final = 2  # spare cells for each cell of the board, which may hold mines, too


@dataclass(frozen=True, slots=True)
class Readings:
    """The plausible readings of a board, the best first.

    Attributes:
        meanings: For each reading, the mark of each look.
        chances: The probability of each reading.
    """

    meanings: tuple[Meaning, ...]
    chances: tuple[float, ...]


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
            is_board: False if this may not be a board of this size. Then `_promise` adds nothing for
                shapes: on a wrong board they lead to meanings that happen to fit.
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
        self._apart = [[_apart(look, other) for other in looks] for look in looks]
        self._drawn_apart = [
            [float(np.abs(look.ink - other.ink).mean()) for other in looks] for look in looks
        ]
        grounds = np.array([look.ground for look in looks])
        self._grounds_apart = np.abs(grounds[:, np.newaxis] - grounds).max(axis=2)
        self._inks = [float(np.abs(look.ink).mean()) for look in looks]
        self._colours = [_colour(look) for look in looks]
        self._busy = [(np.abs(look.ink).max(axis=2) > 0).mean() > _BUSY for look in looks]
        self._openings: dict[tuple[int, ...], tuple[int, list[int]]] = {}
        self._scores: dict[Meaning, float] = {}

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
        for most in (_TRIED, _TRIED_LAST):
            for roles in self._roles():
                for groups in self._grouped(roles):
                    self._judge(list(in_time(self._tried(roles, groups, most), every=1)))
            if not self._known or any(score > _NEVER / 2 for score in self._scores.values()):
                break
        varied: set[Meaning] = set()
        for _ in range(_ROUNDS):
            best = self._best(varied)
            if best is None:
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
            tuple(meaning for _, meaning in kept), tuple(float(each) for each in weights / weights.sum())
        )

    def _best(self, varied: set[Meaning]) -> Meaning | None:
        """The best reading that was not varied, among the few best; None if all of these were.

        Where shapes do not tell what to try first, the right reading may be several steps from the best one.
        """
        first = nlargest(_WIDE, self._scores, key=lambda each: self._scores[each])
        if not first or not self._is_busy(
            number for number, mark in enumerate(first[0]) if mark in (HIDDEN, 0)
        ):
            del first[1:]
        return next((each for each in first if each not in varied and self._scores[each] > _NEVER / 2), None)

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
                    roles |= dict.fromkeys(self._kin(hidden_drawn), HIDDEN)
                for number in set(grounds).difference(first):
                    near = min(first, key=lambda other: self._apart[number][other])
                    roles[number] = roles[near]
                for each in (roles, *self._with_drawn_empty(roles)):
                    agreed = all(self._known.get(number, mark) == mark for number, mark in each.items())
                    if agreed and self._may_be(each):
                        yield each

    def _kin(self, number: int) -> list[int]:
        """The looks with nearly the drawing of a look, itself among them.

        Where cells are not of whole pixels, a program may draw the same thing in slightly different ways.
        """
        return [
            other
            for other, apart in enumerate(self._drawn_apart[number])
            if not self._looks[other].plain
            and apart <= _KIN * max(self._inks[number], self._inks[other])
            and not self._on_another_ground(number, other)
            and self._known.get(other, HIDDEN) == HIDDEN
        ]

    def _look_open(self, meaning: Meaning) -> bool:
        """Whether hidden cells stand on the ground of open ones, although most hidden cells do not."""
        opened = [
            number for number, mark in enumerate(meaning) if mark >= 0 and not self._looks[number].doubtful
        ]
        same = other = 0
        for number, mark in enumerate(meaning):
            if mark == HIDDEN and opened:
                apart = self._grounds_apart[number, opened].min()
                same += len(self._looks[number].cells) if apart < _SAME_GROUND else 0
                other += len(self._looks[number].cells) if apart > _OTHER_GROUND else 0
        return 0 < same < other

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

    def _may_be(self, roles: dict[int, int]) -> bool:
        """Whether no hidden cell touches an empty one."""
        hidden = [number for number, mark in roles.items() if mark == HIDDEN]
        empty = [number for number, mark in roles.items() if mark == 0]
        return not self._touch[np.ix_(hidden, empty)].any()

    def _grouped(self, roles: dict[int, int]) -> Iterator[list[list[int]]]:
        """The looks without a role: those with nearly the same drawing together, then each for itself."""
        rest = [number for number in range(len(self._looks)) if number not in roles]
        groups: list[list[int]] = []
        for number in rest:
            kin = next((group for group in groups if number in self._kin(group[0])), None)
            if kin is None:
                groups.append([number])
            else:
                kin.append(number)
        if len(groups) < len(rest):
            yield groups
        yield [[number] for number in rest]

    def _tried(self, roles: dict[int, int], groups: Sequence[Sequence[int]], most: int) -> Iterator[Meaning]:
        """The first readings with these hidden and empty looks, the likeliest by their shapes first.

        The looks of a group have the same mark.
        """
        choices: list[list[tuple[float, int]]] = []
        for group in groups:
            marks = [
                (sum(self._promise(number, mark, roles) for number in group), mark)
                for mark in (*range(1, 9), FLAG)
                if all(self._allowed(number, mark, roles) for number in group)
            ]
            if not marks:
                return
            choices.append(sorted(marks, key=lambda each: -each[0]))
        if self._is_busy(roles) and prod(map(len, choices)) <= _TRIED_ALL:
            most = _TRIED_ALL
        # Each step takes one group's next best mark instead: the fewest and cheapest changes come first.
        for picked in islice(_cheapest([[promise for promise, _ in marks] for marks in choices]), most):
            meaning = [0] * len(self._looks)
            for number, mark in roles.items():
                meaning[number] = mark
            for group, marks, pick in zip(groups, choices, picked, strict=True):
                for number in group:
                    meaning[number] = marks[pick][1]
            yield tuple(meaning)

    def _allowed(self, number: int, mark: int, roles: Mapping[int, int]) -> bool:
        """Whether the cells of a look can have a mark, if all looks without a role may be covered."""
        if self._known.get(number, mark) != mark or mark > self._fewest[number]:
            return False
        empty = {other for other, role in roles.items() if role == 0}
        if mark in (FLAG, HIDDEN):
            return not any(self._touch[number, other] for other in empty)
        open_looks = np.zeros(len(self._looks), dtype=bool)
        open_looks[list(empty)] = True
        open_looks[number] = True
        return all(
            np.count_nonzero(~open_looks[self._of[self._neighbours[cell]]]) >= mark
            for cell in self._looks[number].cells[:40]
        )

    def _promise(self, number: int, mark: int, roles: Mapping[int, int]) -> float:
        """How early to try a mark of a look. Here the shape counts even where `_weight` leaves it out."""
        shape = self._opinions[number][mark - 1] if self._is_board and mark > 0 else 0.0
        return self._weight(number, mark, roles) + float(shape)

    def _weight(self, number: int, mark: int, roles: Mapping[int, int]) -> float:
        """How likely a mark of a look is by its shape and its ground."""
        look = self._looks[number]
        if look.plain or mark in (HIDDEN, 0):
            return 0.0 if look.plain else _DRAWN_GROUND
        # Where something is drawn on the cells themselves, a shape is not that of a digit alone.
        busy = self._is_busy(roles)
        apart = self._drawn_apart[number] if busy else self._apart[number]
        hidden = [apart[other] for other, role in roles.items() if role == HIDDEN]
        empty = [apart[other] for other, role in roles.items() if role == 0]
        lean = 0.0
        if hidden and empty:
            lean = float(np.clip((min(empty) - min(hidden)) / 6, -3, 3))
        if mark == FLAG:
            return (_FLAG / 2 if busy else _FLAG) + lean
        return -lean if busy else float(self._opinions[number][mark - 1]) - lean

    def _is_busy(self, roles: Iterable[int]) -> bool:
        """Whether something is drawn on hidden or empty cells."""
        return any(self._busy[number] for number in roles)

    def _prior(self, meaning: Meaning) -> float:
        """How likely a reading is before the numbers are looked at, up to a constant.

        What the reading leaves to chance costs as many natural logarithms as it takes to say it: which cells
        were clicked, which covered cells have flags, and which cells of one mark have which look.
        """
        roles = {number: mark for number, mark in enumerate(meaning) if mark in (HIDDEN, 0)}
        total = sum(self._weight(number, mark, roles) for number, mark in enumerate(meaning))
        sizes = [len(look.cells) for look in self._looks]
        openings, alone = self._opened(tuple(number for number, mark in roles.items() if mark == 0))
        clicks = openings + sum(alone[number] for number, mark in enumerate(meaning) if mark > 0)
        total -= _log_ways((clicks, self._of.size - clicks))
        flags = sum(size for size, mark in zip(sizes, meaning, strict=True) if mark == FLAG)
        if self._look_open(meaning):
            return _NEVER
        several = chess = False
        for mark in sorted(set(meaning), key=lambda mark: mark not in (HIDDEN, 0)):
            same = [number for number, other in enumerate(meaning) if other == mark]
            turns = self._take_turns(same)
            chess |= turns and mark in (HIDDEN, 0)
            kin = mark == HIDDEN and set(same).issubset(self._kin(same[0]))
            if len(same) > 1 and not (turns and chess) and not kin:
                total -= _log_ways([sizes[number] for number in same])
                several |= mark > 0
            if mark > 0:
                total += _TWO_COLOURS * self._other_colours(same)
        if several and self._is_busy(roles):
            total += _SEVERAL
        if flags > min(_FLAGGED * self._of.size, _FLAGS_A_MINE * (self._mines or self._of.size)):
            return _NEVER
        if flags and max(meaning) < 0 and not chess:
            hidden = [number for number, mark in roles.items() if mark == HIDDEN]
            if any(self._on_another_ground(*pair) for pair in combinations(hidden, 2)):
                return _NEVER  # some of them are open
        return total if any(mark > 0 for mark in meaning) or 0 not in meaning else total + _STRANGE

    def _other_colours(self, same: Sequence[int]) -> int:
        """How many of these looks have another colour than all before them.

        A shape is no such sign: a number a pixel further to the left has another shape.
        """
        return sum(
            min(float(np.abs(self._colours[number] - self._colours[other]).max()) for other in same[:place])
            > _OTHER_COLOUR
            for place, number in enumerate(same)
            if place
        )

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

        Where shapes do not tell, also those in which two change together by one.
        """
        roles = {number: mark for number, mark in enumerate(best) if mark in (HIDDEN, 0)}
        inked = [number for number in range(len(best)) if number not in roles]
        for number in inked:
            for mark in (*range(1, 9), FLAG):
                if mark != best[number] and self._allowed(number, mark, roles):
                    yield (*best[:number], mark, *best[number + 1 :])
        for first, second in combinations(inked, 2):
            if best[first] != best[second]:
                swapped = list(best)
                swapped[first], swapped[second] = best[second], best[first]
                if self._allowed(first, swapped[first], roles) and self._allowed(
                    second, swapped[second], roles
                ):
                    yield tuple(swapped)
        if self._is_busy(roles):
            yield from self._shifted(best, roles)

    def _shifted(self, best: Meaning, roles: dict[int, int]) -> Iterator[Meaning]:
        """Readings in which one mine more or less touches the cells of two looks."""
        numbers = [number for number, mark in enumerate(best) if mark > 0]
        for pair, more in product(combinations(numbers, 2), (1, -1)):
            changed = list(best)
            for number in pair:
                changed[number] += more
            if all(
                1 <= changed[number] <= 8 and self._allowed(number, changed[number], roles) for number in pair
            ):
                yield tuple(changed)

    def _judge(self, meanings: Iterable[Meaning]) -> None:
        """Gives new readings their scores."""
        new = [meaning for meaning in dict.fromkeys(meanings) if meaning not in self._scores]
        if not new:
            return
        marks = np.array(new, dtype=np.int16)[:, self._of]
        flagged = np.flatnonzero((marks == FLAG).any(axis=1))
        flags = (marks[flagged] == FLAG).sum(axis=1)
        covered = flags + (marks[flagged] == HIDDEN).sum(axis=1)
        right = np.where(marks[flagged] == FLAG, EXPLODED, marks[flagged])
        marks[marks == FLAG] = HIDDEN
        fits = self._fits(marks)
        if flagged.size:
            # Either all flags are on mines, or they may be anywhere.
            mines = np.maximum(flags, self._mines or round(_DENSITIES[-1] * self._of.size))
            on_mines = self._fits(right) - _log_choices(mines, flags)
            anywhere = fits[flagged] - _log_choices(covered, flags) + np.log(_WRONG_FLAGS)
            fits[flagged] = np.maximum(np.logaddexp(on_mines, anywhere), _NEVER)
        for meaning, fit in zip(new, fits, strict=True):
            self._scores[meaning] = self._prior(meaning) + fit if fit > _NEVER / 2 else _NEVER

    def _fits(self, marks: NDArray[np.int16]) -> NDArray[np.float64]:
        """The logarithm of how many minefields fit each position, as a part of all."""
        topology, counts = self._counted
        cells = topology.size
        spare = np.full((len(marks), cells - marks.shape[1]), HIDDEN, dtype=np.int16)
        marks = np.concatenate([marks, spare], axis=1)
        hidden = (marks == HIDDEN).sum(axis=1)
        known = (marks == EXPLODED).sum(axis=1)
        every = np.full((len(counts), len(marks)), _NEVER)
        for row, count in enumerate(counts):
            room = np.flatnonzero((known <= count) & (count <= hidden + known))
            if room.size:
                time_limit, cancel = limits_left()
                found = analyse_many(
                    marks[room].reshape(-1, *topology.shape),
                    count,
                    topology=topology,
                    time_limit=time_limit,
                    cancel=cancel,
                )
                ways = _log_ways((count, cells - count))
                every[row, room] = np.where(found.possible, found.log_configurations - ways, _NEVER)
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


def _log_choices(places: NDArray[np.int_], taken: NDArray[np.int_]) -> NDArray[np.float64]:
    """The logarithm of the number of ways to take some places, for each pair."""
    ways = [_log_ways((few, many - few)) for many, few in zip(places.tolist(), taken.tolist(), strict=True)]
    return np.array(ways)


def _opinion(look: Look) -> NDArray[np.float64]:
    if not look.drawing.size:
        return np.zeros(8)
    left, top, right, bottom = look.placed
    return opinions(look.drawing, (right - left) / (bottom - top))


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
