"""Hints: everything that is certain in a position, with explanations, the simplest deduction first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, overload

from sapper import _engine
from sapper._support import notebook_text
from sapper._support.checks import whole
from sapper._support.engine_call import Deadline, check_common_arguments
from sapper._support.words import Phrase, brief, check_choice, sentence_of
from sapper.board.game import Game, rules_for
from sapper.board.json_form import board_object, plain_fields
from sapper.board.position import Position, as_position
from sapper.board.position_call import PositionCall, trusting_flags
from sapper.board.topology import TopologyName
from sapper.cells import CellT, CellT_co, RowsOfCells
from sapper.errors import ArgumentError, StrategyError
from sapper.hints.guess import OWN, Guess, Guesser, GuessFigures, Policy
from sapper.inference.analysis import Cancel

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.mine_prior import MinePrior
    from sapper.board.rules import RulesLike
    from sapper.board.topology import Topology
    from sapper.strategy.strategy import Strategy, StrategyLike

__all__ = ["RULES", "Deduction", "Guess", "GuessFigures", "Hint", "Policy", "hint"]

RULES: Final = tuple(name for name, _ in _engine.difficulties())
"""The rules, easiest first: `"single"`, `"subset"`, `"overlap"`, `"chain"`, `"cases"`, `"mine_count"`,
`"counting"`."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The phrase of a deduction, made when it is read: a large board has many deductions, and few are read.

    In a pickle it is the phrase.
    """

    explanation: _engine.Explanation
    place: int

    def __iter__(self) -> Iterator[Any]:
        return iter(self.explanation.sentence(self.place))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


@dataclass(frozen=True, slots=True, repr=False)
class Deduction(Generic[CellT_co]):
    """Cells that are certain, and why. Made by `hint`.

    The premises are `numbers`, `given` and perhaps the mine count. By the rule they prove the claims. Every
    premise is needed: without it some claim does not follow. Only counting with the mine count on a board of
    many thousands of cells may have more premises than needed.

    Attributes:
        rule: How the premises prove the claims: one of `RULES`.
        pattern: The players' name of the deduction, if it has one: `"1-1"`, `"1-2"`, `"1-2-1"`, `"1-2-2-1"`.
        difficulty: The hardest rule among this deduction and those that found its given cells.
        safe: The cells that it proves safe, in row-major order.
        mines: The cells that it proves to be mines, in row-major order.
        numbers: The cells of the numbers among its premises.
        given: The hidden cells among its premises. Earlier deductions found out what they are.
        mine_count: Whether the number of mines on the board is a premise.
    """

    rule: str
    pattern: str | None
    difficulty: str
    safe: tuple[CellT_co, ...]
    mines: tuple[CellT_co, ...]
    numbers: tuple[CellT_co, ...]
    given: tuple[CellT_co, ...]
    mine_count: bool
    _sentence: Phrase | _Sentence = field(compare=False)

    def __repr__(self) -> str:
        return f"<Deduction by {self.rule}: {self.text}>"

    @property
    def text(self) -> str:
        """The deduction in words. Rows and columns count from 0."""
        name, values = self._sentence
        return sentence_of((name, values))

    def to_dict(self) -> dict[str, Any]:
        """The deduction as plain values, for JSON. `docs/json.md` describes the fields."""
        return {**plain_fields(self), "text": self.text}

    @property
    def claims(self) -> dict[CellT_co, bool]:
        """The cells that it proves, each with whether it is a mine."""
        return {**dict.fromkeys(self.safe, False), **dict.fromkeys(self.mines, True)}


class Hint(Generic[CellT_co]):
    """What follows from a position. Made by `hint`.

    Attributes:
        position: The position.
        guess: The best guess if no hidden cell is certainly safe. None if one is, if all are mines, or if the
            position has no mine count, which every risk depends on.
        complete: Whether the deductions find every certain cell. It is false if counting would take too much
            memory, or if the board is so large that the search for hard deductions stopped early.
        exact: Whether the risks of the guess are exact and not estimates, as in `Analysis.exact`.
    """

    def __init__(
        self,
        position: Position[CellT_co],
        explanation: _engine.Explanation,
        guess: Guess[CellT_co] | None,
        ending: tuple[Phrase, bool, Phrase, Phrase],
        exact: bool,
    ) -> None:
        """Keeps the results. For use inside the package.

        Args:
            position: The position.
            explanation: The deductions, which become Python objects when they are first read.
            guess: The guess.
            ending: The advice, whether it says more than the deductions, the text, and the conclusion.
            exact: Whether the risks of the guess are exact.
        """
        self.position = position
        self.guess = guess
        self.complete = explanation.complete
        self.exact = exact
        self._explanation = explanation
        self._ending = ending

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (
            self.position,
            self._explanation.deductions,
            self.complete,
            self.guess,
            self._ending,
            self.exact,
        )
        return _hint_again, parts

    def _deductions_at(self, places: Iterable[int]) -> tuple[Deduction[CellT_co], ...]:
        """Deductions by their places among all."""
        explanation, cell = self._explanation, cache(self.position.topology.cell)
        return tuple(
            deduction_of(
                cell, explanation.deduction(place), explanation.pattern(place), _Sentence(explanation, place)
            )
            for place in places
        )

    @cached_property
    def deductions(self) -> tuple[Deduction[CellT_co], ...]:
        """All deductions, the easiest first. Together they find every certain cell once.

        A deduction may use the cells found by those before it. If the position has no mine count, a cell is
        certain if it is so for every mine count that fits.
        """
        return self._deductions_at(range(len(self._explanation)))

    @cached_property
    def cells(self) -> tuple[CellT_co, ...]:
        """The cells to open: all that are proved safe, else the best guess; empty if there is neither."""
        safe = tuple(cell for deduction in self.deductions for cell in deduction.safe)
        return safe or (() if self.guess is None else (self.guess.cell,))

    @cached_property
    def in_turn(self) -> tuple[Deduction[CellT_co], ...]:
        """The deductions in the order to act on them: those that prove cells safe, then those of mines alone.

        Within each kind the easiest come first. Among equally easy ones, those come first that rest on the
        fewest cells that the player has not marked. Deductions that only prove flagged cells to be mines are
        left out.
        """
        return tuple(self.deductions[place] for place in self._explanation.in_turn)

    @cached_property
    def deduction(self) -> Deduction[CellT_co] | None:
        """The first of `in_turn`; None if there is none."""
        return next(iter(self._deductions_at(self._explanation.in_turn[:1])), None)

    def support(self, deduction: Deduction[Any]) -> tuple[Deduction[CellT_co], ...]:
        """All earlier deductions that a deduction rests on, easiest first.

        A mine that already has a flag needs no deduction. `explain` repeats the deductions if there are at
        most two. Otherwise it only names the cells that they found.

        Args:
            deduction: One of `deductions`.

        Raises:
            ArgumentError: It is not a deduction of this hint.
        """
        return self._deductions_at(self._explanation.support(self._place(deduction)))

    def _premises(self, deduction: Deduction[Any]) -> tuple[list[int], list[int], bool]:
        """All that the explanation of one of `deductions` rests on.

        These are the numbers and the hidden cells, by their indices, and whether it needs the mine count.
        """
        return self._explanation.premises(self._place(deduction))

    def explain(self, deduction: Deduction[Any]) -> str:
        """A deduction in words, with what it rests on, and the flags that it shows to be wrong.

        Args:
            deduction: One of `deductions`.

        Raises:
            ArgumentError: It is not a deduction of this hint.
        """
        return sentence_of(self._explanation.explanation(self._place(deduction)))

    def _place(self, deduction: object) -> int:
        if isinstance(deduction, Deduction):
            sentence = deduction._sentence
            if isinstance(sentence, _Sentence) and sentence.explanation is self._explanation:
                return sentence.place
            if deduction in self.deductions:
                return self.deductions.index(deduction)
        raise ArgumentError(f"`deduction` must be one of the deductions of this hint, not {brief(deduction)}")

    @property
    def difficulty(self) -> str | None:
        """The hardest rule that any certain cell needs; None if no cell is certain."""
        count = len(self._explanation)
        return RULES[self._explanation.deduction(count - 1).difficulty] if count else None

    @property
    def text(self) -> str:
        """What to do next and why, in words."""
        return sentence_of(self._ending[2])

    @property
    def ends_in_advice(self) -> bool:
        """Whether `advice` says more than the deductions: no cell is safe, but not all cells are mines."""
        return self._ending[1]

    @property
    def conclusion(self) -> str:
        """What to say after all deductions and the advice."""
        return sentence_of(self._ending[3])

    @property
    def advice(self) -> str:
        """What to do if no cell is certainly safe, in words."""
        return sentence_of(self._ending[0])

    def to_dict(self) -> dict[str, Any]:
        """The hint as plain values, for JSON, as `sapper hint --all --json` writes it without the time.

        `docs/json.md` describes the fields.
        """
        return {
            "board": board_object(self.position),
            "difficulty": self.difficulty,
            "deduction": None if self.deduction is None else self.deduction.to_dict(),
            "guess": None if self.guess is None else self.guess.to_dict(),
            "complete": self.complete,
            "text": self.text,
            "deductions": [deduction.to_dict() for deduction in self.deductions],
        }

    def __eq__(self, other: object) -> bool:
        """Whether position, deductions, guess, `complete` and `exact` are equal."""
        if not isinstance(other, Hint):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.position, self.deductions, self.guess, self.complete, self.exact

    def __repr__(self) -> str:
        return f"<Hint: {self.text}>"

    def _repr_html_(self) -> str | None:
        """A picture and the text, for notebooks."""
        return notebook_text(self)


@overload
def hint(
    position: RowsOfCells,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    strategy: StrategyLike = OWN,
    policy: Policy | None = None,
    by: Literal["best", "win"] = "best",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Hint[tuple[int, int]]: ...


@overload
def hint(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    strategy: StrategyLike = OWN,
    policy: Policy | None = None,
    by: Literal["best", "win"] = "best",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Hint[CellT]: ...


def hint(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    strategy: StrategyLike = OWN,
    policy: Policy | None = None,
    by: Literal["best", "win"] = "best",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Hint[CellT]:
    r"""Finds and explains everything that is certain in a position, the simplest deduction first.

    Args:
        position: A position, a game, a text, or marks, as in `analyse`.
        mines: The number of mines on the whole board, if `position` does not have it. Without it the hint
            has what is certain for every mine count that fits, and no guess. A `Density` or `MineCounts` in
            its place gives a guess, too: the cell of least risk.
        mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
        topology: As in `Position`, for texts and arrays.
        rules: The rules, or the name of their first click; by default those of the game. They decide whether
            the first cell is safe. Without rules and without a game it is not safe, and the hint names a good
            first cell by the usual rules.
        trust_flags: Whether flagged cells count as mines. By default flags are only opinions, which no
            deduction uses. `Hint.position` has the flags; the deductions take them for exploded mines.
        strategy: The strategy that chooses the guess if no cell is safe: a name, an object, or a function. By
            default `"best"`, whose guess is explained by figures.
        policy: A function that chooses the guess instead and gives its reason.
        by: `"win"` compares guesses by the chance to win, as `rank` does. It takes one or two seconds in
            the middle of an expert game. It cannot be combined with `strategy` or `policy`.
        seed: Decides the games that `by="win"` plays. It changes nothing where no games are played.
        time_limit: Seconds after which the search stops with an error.
        cancel: Stops the search if it is set from another thread.

    Returns:
        The hint. A usual position of 16 x 30 takes half a millisecond, and with a guess up to 15. It takes
        somewhat longer if certain cells need the mine count, because superfluous premises are removed one
        after another. If counting needs more than the engine's 256 MB, it takes some seconds and may be
        incomplete (see `Hint.complete`). The search for hard deductions on large boards is limited. On a
        board of a million cells, two in five of them open at scattered places, a hint took 17 seconds of
        processor time and 0.7 GiB on a shared machine with two cores. The 274,000 deductions become Python
        objects when `Hint.deductions` or `Hint.in_turn` is first read: that took 3 seconds more.

    Raises:
        ContradictionError: No minefield fits the position; the error names the numbers in conflict.
        PositionError: The position is malformed, or `mines` disagrees with it.
        FormatError: The text cannot be read.
        GameError: `rules` is invalid.
        ArgumentError: `trust_flags`, `by`, `seed`, `time_limit` or `cancel` is invalid, or `by="win"`
            comes with `strategy` or `policy`.
        BudgetError: It took longer than the time limit.
        StrategyError: There is no such strategy. Or `policy` is not a function, raised, or returned something
            else than a hidden cell and a reason.
        CancelledError: `cancel` was set.

    Example:
        >>> hint = sapper.hint("1?\n2?\n1?", mines=2)
        >>> hint.deduction.safe, hint.deduction.rule
        (((1, 1),), 'single')
        >>> [(deduction.pattern, deduction.mines) for deduction in hint.support(hint.deduction)]
        [('1-2-1', ((2, 1),))]
        >>> [deduction.safe for deduction in hint.deductions]
        [(), ((1, 1),), ()]
    """
    first = rules_for(position, rules) if rules is not None or isinstance(position, Game) else None
    position = as_position(position, mines, topology, mines_left)
    deadline = Deadline(time_limit)
    check_common_arguments(cancel=cancel, trust_flags=trust_flags)
    basis = trusting_flags(position, deadline, cancel) if trust_flags else position
    if policy is not None and not callable(policy):
        raise StrategyError(f"`policy` must be a function or None, not {brief(policy)}")
    check_choice("by", by, ("best", "win"), ArgumentError)
    seed = whole("seed", seed)
    if by == "win" and not (policy is None and isinstance(strategy, str) and strategy == OWN):
        raise ArgumentError("`by='win'` cannot be combined with `strategy` or `policy`: leave these out")
    player = _player_of(strategy)
    with PositionCall("the search for hints", basis, time_limit):
        if by == "win":
            basis._check_prior()
        has_count = position.mines is not None
        explanation = _engine.explain(basis._view, deadline.left, cancel, mine_count=has_count)
    guess = None
    if _engine.wants_guess(explanation, has_count):
        guess = Guesser(basis, first, player, policy, by == "win", seed, deadline, cancel).guess()
    return Hint(
        position,
        explanation,
        None if guess is None else Guess._of(guess, position.topology),
        _engine.hint_ending(explanation, has_count, guess),
        guess is None or guess.exact,
    )


def _hint_again(
    position: Position[CellT], deductions: list[_engine.Deduction], complete: bool, *others: Any
) -> Hint[CellT]:
    """A hint out of a pickle."""
    return Hint(position, _engine.Explanation(position._view, deductions, complete), *others)


def _player_of(strategy: StrategyLike) -> Strategy | str:
    """The strategy that the caller means. Raises StrategyError if there is none."""
    if isinstance(strategy, str) and strategy == OWN:
        return OWN
    from sapper.strategy.strategy import as_strategy  # most hints need none

    return as_strategy(strategy)


def deduction_of(
    cell: Callable[[int], CellT],
    deduction: _engine.Deduction,
    pattern: str | None,
    sentence: Phrase | _Sentence,
) -> Deduction[CellT]:
    """A deduction of the engine. For use inside the package."""
    return Deduction(
        rule=RULES[deduction.rule],
        pattern=pattern,
        difficulty=RULES[deduction.difficulty],
        safe=tuple(map(cell, deduction.safe)),
        mines=tuple(map(cell, deduction.mines)),
        numbers=tuple(map(cell, deduction.numbers)),
        given=tuple(map(cell, deduction.given)),
        mine_count=deduction.mine_count,
        _sentence=sentence,
    )
