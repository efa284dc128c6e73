"""What the games in the terminal say to a player: advice, beliefs and moves, as text."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, Literal, NamedTuple, TypeVar

import numpy as np

from sapper._support.engine_call import Deadline
from sapper._support.words import cell_name, percent, quantity
from sapper.board.marks import FLAG
from sapper.board.position import Position
from sapper.board.topology import cells_text
from sapper.draw.captions import cell_words, meanings
from sapper.draw.scene import Role, Scene
from sapper.errors import BudgetError, CancelledError, SapperError
from sapper.hints.hints import hint
from sapper.hints.ranking import rank
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Cancel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.game import ActionKind
    from sapper.board.rules import Rules
    from sapper.board.topology import Topology
    from sapper.cells import Cell
    from sapper.hints.hints import Deduction, Hint
    from sapper.hints.ranking import RankedMove
    from sapper.inference.analysis import Analysis
    from sapper.strategy import Beliefs, Choice, Statement


MOST_RIVALS: Final = 3
"""How many guesses are compared."""

HintView = int | Literal["all"] | None
"""Which hint shows: its number from 0, all of them, or none."""

Wish = Literal["hint", "all hints", "move", "step", "go on", "guess"]
"""What a player may want. `"hint"` shows the next hint: safe cells first, then mines or the best guess. `"all
hints"` shows all that is certain. `"move"` opens all cells that are certainly safe and flags all certain
mines, `"step"` opens or flags only the first cell of the hint that shows, and `"go on"` moves until only a
guess is left. If nothing is certain, all of these show the best guess. `"guess"` opens the first safe cell
that a hint names, else the best guess, and says why."""

# Cells that the strategy has not decided are drawn with at least this risk, and with at most 1 less this.
_LEAST_DRAWN_RISK: Final = 1e-6


class Advice(NamedTuple):
    """What is known about the hidden cells."""

    risks: NDArray[np.float64]  # of the board's shape; nan where revealed
    best: Cell | None  # the first safe cell that a hint names, else the best guess; None if nothing is hidden
    hint: Hint | None = None  # None if it takes too long
    ranked: tuple[RankedMove, ...] = ()

    @classmethod
    def from_analysis(
        cls, analysis: Analysis, hint: Hint | None = None, ranked: tuple[RankedMove, ...] = ()
    ) -> Advice:
        """Takes the advice from an analysis and the hints on the same position."""
        if hint is None:
            return cls(analysis.mine_probability, analysis.safest)
        risks = analysis.mine_probability.copy()
        for deduction in hint.deductions:  # news if the analysis is an estimate
            for cell, is_mine in deduction.claims.items():
                risks[cell] = float(is_mine)
        best = analysis.safest if hint.guess is None else hint.guess.cell
        if hint.deduction is not None and hint.deduction.safe:
            best = hint.deduction.safe[0]
        return cls(risks, best, hint, ranked)

    @classmethod
    def to_begin(cls, hint: Hint) -> Advice:
        """Takes the advice from the hint on a game that begins. Its rules keep the first cell safe."""
        assert hint.guess is not None
        risks = np.full(hint.position.topology.shape, np.nan)
        risks[hint.guess.cell] = 0.0
        return cls(risks, hint.guess.cell, hint)

    @property
    def safe(self) -> list[Cell]:
        """The certainly safe cells."""
        return [tuple(cell) for cell in np.argwhere(self.risks == 0.0).tolist()]

    def to_flag(self, position: Position) -> list[Cell]:
        """The certain mines that have no flag yet in this position."""
        return [tuple(cell) for cell in np.argwhere((self.risks == 1.0) & (position.marks != FLAG)).tolist()]

    @property
    def turns(self) -> tuple[Deduction, ...]:
        """The deductions that the hints show one after the other."""
        return () if self.hint is None else self.hint.in_turn

    @property
    def length(self) -> int:
        """How many hints there are: the deductions, and the advice on a guess if no cell is safe."""
        return len(self.turns) + (self.hint is None or self.hint.ends_in_advice)

    def after(self, view: HintView) -> int:
        """The next hint. After the last comes `length`, the end, and then the first again."""
        return view + 1 if isinstance(view, int) and view < self.length else 0

    def step(self, view: HintView) -> tuple[list[Cell], list[Cell]]:
        """The one cell to open, or else to flag, that a hint or the next one with something to do names."""
        first = view if isinstance(view, int) and view < len(self.turns) else 0
        for deduction in self.turns[first:] + self.turns[:first]:
            if deduction.safe:
                return [deduction.safe[0]], []
            assert self.hint is not None
            for cell in deduction.mines:
                if self.hint.position[cell] != FLAG:
                    return [], [cell]
        return self.safe[:1], []

    def text(self, view: HintView) -> str:
        """A hint in words, or all of them in short."""
        if not isinstance(view, int):
            return f"{self}"
        if view >= self.length:
            return f"{self._conclusion} The next hint is the first one again."
        if self.hint is None:
            return f"{self}"
        text = self.hint.explain(self.turns[view]) if view < len(self.turns) else self.why
        return f"Hint {view + 1} of {self.length}: {text}" if self.length > 1 else text

    @property
    def why(self) -> str:
        """The guess and its reason, with the figures of the best ones."""
        if self.hint is None:
            return f"{self}"
        lines = [self.hint.advice, *map(self._figures, self.ranked)]
        if any(move.figures is not None for move in self.ranked):
            lines.append(meanings(("Progress", "Survival", "Score"), 10**6))
        return "\n".join(lines)

    @property
    def because(self) -> str:
        """Why to open `best`."""
        if self.hint is None:
            return self.why
        if self.turns and self.turns[0].safe:
            return f"No guess was needed. {self.hint.explain(self.turns[0])}"
        return f"Guessed. {self.why}"

    @property
    def _conclusion(self) -> str:
        return "The reasons take too long." if self.hint is None else self.hint.conclusion

    def _figures(self, move: RankedMove) -> str:
        """A guess and what it may bring, in a line."""
        assert self.hint is not None
        figures = move.figures
        text = f"{cells_text(self.hint.position.topology, [move.cell])}: risk {percent(move.risk)}"
        if figures is None:
            return text
        return (
            f"{text}, progress {percent(figures.progress)}, survival {percent(figures.survival)}, "
            f"score {figures.score:.3f}"
        )

    def over(self, position: Position, *, every_risk: bool = False, view: HintView = "all") -> Scene:
        """Lays the advice over a position.

        The position may be a later one. If not every risk shows, certain cells show, or else the best guess.
        With one hint in `view`, the certain cells of the others do not show.
        """
        index = position.topology.index
        guesses = self.best is not None and self.risks[self.best] != 0.0
        best = index(self.best) if self.best is not None and guesses else None
        if not isinstance(view, int) or view >= self.length or self.hint is None:
            return Scene(position, self.risks, best, every_risk)
        if view < len(self.turns):
            deduction = self.turns[view]
            numbers, other_cells, _ = self.hint._premises(deduction)
            roles: dict[int, Role] = dict.fromkeys((*numbers, *other_cells), "premise")
            roles |= {index(cell): "proof" for cell in deduction.claims}
            cells = [*map(position.topology.cell, other_cells), *deduction.claims]
        else:
            roles, cells = {}, [move.cell for move in self.ranked]
        risks = self.risks
        if not every_risk:
            risks = np.full(self.risks.shape, np.nan)
            for cell in cells:
                risks[cell] = self.risks[cell]
            if view >= len(self.turns) and self.best is not None:
                risks[self.best] = self.risks[self.best]
        return Scene(position, risks, best if view >= len(self.turns) else None, roles=roles)

    def goal(self, view: HintView) -> Cell | None:
        """The cell to look at: the first that a hint is about."""
        if isinstance(view, int) and view < len(self.turns):
            deduction = self.turns[view]
            return (*deduction.safe, *deduction.mines)[0]
        return self.best

    def __str__(self) -> str:
        """What to do, in a sentence."""
        safe = int(np.count_nonzero(self.risks == 0.0))
        mines = int(np.count_nonzero(self.risks == 1.0))
        if safe:
            return f"Certain: {safe} safe, {quantity(mines, 'mine')}."
        if self.best is None:
            return "Nothing is hidden."
        certain = f"; {quantity(mines, 'mine')} certain" if mines else ""
        guess = f"{cell_name(self.best)}: risk {percent(self.risks[self.best], 1)}"
        return f"Nothing is safe{certain}. Best guess: {guess}."


def statement_text(statement: Statement) -> str:
    """What a strategy knows of some cells together, short enough for a line of the terminal.

    The cells are pairs of a row and a column, as the edges of the board count them.
    """
    few, many = statement.least, statement.most
    mines = quantity(few, "mine") if few == many else f"{few} to {quantity(many, 'mine')}"
    return f"Knows: {mines} among {' '.join(map(cell_words, statement.cells))}."


def risks_to_draw(beliefs: Beliefs) -> NDArray[np.float64]:
    """The risks to draw. An estimate of 0 or 1 is not drawn as certain unless the strategy says it is."""
    risks = np.clip(beliefs.risk, _LEAST_DRAWN_RISK, 1 - _LEAST_DRAWN_RISK)
    risks[beliefs.safe], risks[beliefs.mines] = 0.0, 1.0
    return risks


def statements_around(beliefs: Beliefs, topology: Topology, cell: Cell, most: int) -> list[Statement]:
    """What it knows of several cells around this one, the shortest first."""
    near = {cell, *topology.neighbours(cell)}
    statements = [each for each in beliefs.statements if not near.isdisjoint(each.cells)]
    return sorted(statements, key=lambda each: len(each.cells))[:most]


def beliefs_text(name: str, beliefs: Beliefs) -> str:
    """How much the strategy tells, in a sentence."""
    safe, mines = int(np.count_nonzero(beliefs.safe)), int(np.count_nonzero(beliefs.mines))
    if not safe and not mines and not beliefs.statements and np.isnan(beliefs.risk).all():
        return f"{name} does not say what it knows about this position."
    return f"{name} takes {quantity(safe, 'cell')} for safe and {mines} for mines."


T = TypeVar("T")

_PATIENCE = 10.0  # seconds that an answer may take


class Adviser(Generic[T]):
    """Looks at one position at a time: the last one that `ask` was called with."""

    def __init__(
        self, look: Callable[[Position, Cancel], T], tell: Callable[[Position, T | SapperError], None]
    ) -> None:
        """Prepares it.

        Args:
            look: Finds the answer, in another thread. It raises CancelledError if its `Cancel` is set.
            tell: Gets each answer, or why there is none, in the event loop.
        """
        self._look = look
        self._tell = tell
        self._position: Position | None = None
        self._question = asyncio.Event()
        self._cancel = Cancel()  # of the running look

    def ask(self, position: Position) -> None:
        """Asks about this position, and drops the question before."""
        self._position = position
        self._cancel.set()
        self._question.set()

    async def run(self) -> None:
        """Answers until the task is cancelled, which stops a running look too."""
        try:
            while True:
                await self._question.wait()
                self._question.clear()
                if (position := self._position) is not None:
                    await self._answer(position)
        finally:
            self._cancel.set()

    async def _answer(self, position: Position) -> None:
        cancel = self._cancel = Cancel()
        try:
            answer: T | SapperError = await asyncio.to_thread(self._look, position, cancel)
        except CancelledError:
            return
        except SapperError as error:
            answer = error
        if not cancel.is_set:  # else something else was asked meanwhile
            self._tell(position, answer)


def advice_on(position: Position, cancel: Cancel, *, reasons: bool = True) -> Advice:
    """What is certain, why, and if nothing is safe the best guesses.

    Without `reasons` it does not say why, as long as there is a cell to open or to flag for certain. Where
    the analysis is an estimate, it looks for reasons, because they may prove more.

    Raises:
        BudgetError: It took too long.
        CancelledError: `cancel` was set.
    """
    deadline = Deadline(_PATIENCE)
    analysis = analyse(position, time_limit=_PATIENCE, cancel=cancel)
    certain = Advice.from_analysis(analysis)
    if not reasons and analysis.exact and (analysis.safe or certain.to_flag(position)):
        return certain
    try:
        answer = hint(position, time_limit=deadline.left, cancel=cancel)
    except BudgetError:  # there are no reasons, but the risks are known
        return certain
    if answer.guess is None or answer.guess.figures is None:
        return Advice.from_analysis(analysis, answer)
    try:
        ranking = rank(position, time_limit=deadline.left, cancel=cancel, most=MOST_RIVALS)
    except BudgetError:
        return Advice.from_analysis(analysis, answer)
    return Advice.from_analysis(analysis, answer, tuple(move for move in ranking if move.kind == "open"))


def by_rules(
    ask: Callable[..., T], rules: Callable[[], Rules], seconds: float = _PATIENCE
) -> Callable[[Position, Cancel], T]:
    """A function that asks about a position, by the rules of the current game and within this time."""

    def ask_by_rules(position: Position, cancel: Cancel) -> T:
        return ask(position, rules=rules(), time_limit=seconds, cancel=cancel)

    return ask_by_rules


THINKING: Final = "Each colour is a component. Bright: counted now. Dim: comes next. Then: risks."
"""What the colours of `--show thinking` mean."""


class Caption(NamedTuple):
    """A sentence, and the style of `rich` that it has."""

    text: str
    style: str = ""


def move_caption(kind: ActionKind, cell: Cell, risk: float, *, begins: bool) -> Caption:
    """What a strategy does. The risk is nan if it does not say."""
    where = cell_name(cell)
    if kind == "flag":
        return Caption(f"Flags {where}.")
    if begins:
        return Caption(f"Begins at {where}.")
    if risk == 0.0:
        return Caption(f"Opens {where}, certainly safe.", "green")
    if math.isnan(risk):  # the strategy may know it to be safe
        return Caption(f"Opens {where}.")
    return Caption(f"Guesses {where}, risk {percent(risk, 1)}.", "bold yellow")


def choice_caption(choice: Choice, *, begins: bool) -> str:
    """What a strategy chose, in a sentence."""
    if len(choice.cells) > 1:
        return f"Opens {len(choice.cells)} cells."
    if not choice.cells:
        return f"Flags {quantity(len(choice.flags), 'cell')}."
    risk = math.nan if choice.risk is None else choice.risk
    return move_caption("open", choice.cells[0], risk, begins=begins).text


def knowledge_text(name: str, beliefs: Beliefs) -> str:
    """All that a strategy knows, in lines."""
    lines = [beliefs_text(name, beliefs)]
    for what, cells in (("Safe", beliefs.safe), ("Mines", beliefs.mines)):
        names = [cell_words(tuple(cell)) for cell in np.argwhere(cells).tolist()]
        if names:
            lines.append(f"{what}: {' '.join(names)}.")
    return "\n".join([*lines, *map(statement_text, beliefs.statements)])
