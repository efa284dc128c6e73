"""All moves in a position, the best first."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, cast, overload

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall, check_kinds
from sapper._support.limits import whole
from sapper._support.naming import check_known
from sapper._support.values import Figures
from sapper.board.encoding import cell_value
from sapper.board.game import rules_for
from sapper.board.kinds import TopologyName
from sapper.board.marks import EXPLODED, FLAG
from sapper.board.position import Position, flags_believed, mines_missing, position_of
from sapper.board.rules import Rules
from sapper.cells import CellT, CellT_co, RowsOfCells
from sapper.errors import ArgumentError, BudgetError
from sapper.inference.analysis import Analysis, Cancel, analyse
from sapper.knowledge.guess import GuessFigures
from sapper.knowledge.guesser import COMPARED, compared_by_win, preferred, uncounted
from sapper.knowledge.hints import RULES

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.game import Game
    from sapper.board.topology import Topology
    from sapper.strategy.evaluating import MoveEvaluation


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class RankedMove(Figures, Generic[CellT_co]):
    """A move in a ranking. Made by `rank`.

    Attributes:
        kind: `"open"`, or `"flag"` for a certain mine.
        cell: The cell to open or to flag.
        risk: The mine probability of the cell: 0.0 if it is certainly safe, 1.0 if it is certainly a mine.
            nan if it is unknown, on boards that cannot even be estimated.
        exact: Whether the risk is exact and not an estimate.
        rule: The hardest rule that a certain cell needs, one of `RULES`, as `Deduction.difficulty`. None for
            a guess, and for the certain cells of very large boards whose explanation was not found.
        figures: What a guess may bring. None for certain cells, and if the position is so entangled that
            computing it takes too long.
        evaluation: The chance to win by a guess, if it was compared by that.
    """

    kind: Literal["open", "flag"]
    cell: CellT_co
    risk: float
    exact: bool
    rule: str | None
    figures: GuessFigures | None
    evaluation: MoveEvaluation | None = None

    def to_dict(self) -> dict[str, Any]:
        """The move as plain values, for JSON. `docs/json.md` describes the fields."""
        return {
            "kind": self.kind,
            "cell": cell_value(self.cell),
            "risk": None if math.isnan(self.risk) else self.risk,
            "exact": self.exact,
            "rule": self.rule,
            "figures": None if self.figures is None else asdict(self.figures),
            "evaluation": None if self.evaluation is None else asdict(self.evaluation),
        }


@overload
def rank(
    position: RowsOfCells,
    k: int | None = None,
    *,
    mines: int | None = None,
    topology: TopologyName | None = None,
    rules: Rules | None = None,
    by: Literal["best", "win"] = "best",
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[RankedMove[tuple[int, int]], ...]: ...


@overload
def rank(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    k: int | None = None,
    *,
    mines: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: Rules | None = None,
    by: Literal["best", "win"] = "best",
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[RankedMove[CellT], ...]: ...


def rank(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    k: int | None = None,
    *,
    mines: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: Rules | None = None,
    by: Literal["best", "win"] = "best",
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[RankedMove[CellT], ...]:
    r"""Ranks the moves in a position as the strategy `"best"` prefers them.

    If some cells are certainly safe, they come first: those that need the easiest rule, and of these in
    row-major order. There are no guesses then.

    Otherwise all uncertain cells are guesses, in this order. The first is the cell that
    `Strategy("best").choose(position, rules=rules)` opens. How that cell was chosen decides the order of the
    others:

    * If nothing is open, it is the first cell of a game. The others follow as below.
    * If the endgame of the board or of a closed region is played out, the other cells of that endgame follow.
      They are ordered by the chance to win, with best play or by opening the safest cells, as `best` plays
      it. Cells whose search takes too long come after them.
    * Otherwise the score decides. Candidates whose score is close to the highest are ordered by what the
      network says, the other candidates by their score.
    * All other cells, which `best` does not consider, come last, by their risk.

    With `by="win"` the first eight guesses of this order are compared by the chance to win: each is tried on
    the same minefields, and `fast` plays on (see `evaluate`). The worse half plays fewer games. The moves say
    how far they are behind the best, with the error of that. If the risks are estimates, the order is the
    usual one.

    Certain mines without a flag come at the end, as moves that flag them, the easiest rule first. There is no
    move if all safe cells are open, unless flags win.

    Args:
        position: A position, a game, a text, or marks, as in `analyse`.
        k: The largest number of moves to return. By default all.
        mines: The number of mines on the whole board, if `position` does not have it. Without it the ranking
            has only the cells that are certain for every mine count that fits.
        topology: As in `Position`, for texts and arrays.
        rules: The rules; by default those of the game, or `Rules()`. They decide about the first cell of a
            game, and whether the game is over once all safe cells are open.
        by: `"best"`, or `"win"` to compare guesses by the chance to win. That takes about a second in the
            middle of an expert game.
        trust_flags: Whether flagged cells count as mines. Otherwise flags are only opinions.
        time_limit: Seconds after which the ranking stops with an error.
        cancel: Stops the ranking if it is set from another thread.

    Returns:
        The moves, the best first. It takes about as long as a hint, and for each guess about as long as the
        figures of one: a millisecond, and in long endgames tenths of a second. So give `k` on large boards.
        If the position is too entangled to count, the guesses are ordered by their estimated risks. If it is
        too entangled for estimates, there is one guess, which goes by single numbers and pairs of numbers.
        The strategy `"best"` refuses such positions.

    Raises:
        ContradictionError: No minefield fits the position; the error names the numbers in conflict.
        PositionError: The position is malformed, or `mines` disagrees with it. Or there is no mine count, and
            no cell is certain without it.
        FormatError: The text cannot be read.
        GameError: `rules` is not a Rules.
        ArgumentError: `k`, `by`, `trust_flags`, `time_limit` or `cancel` is invalid.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.

    Example:
        >>> moves = sapper.rank("1??\n1??\n???", mines=2)
        >>> [(move.kind, move.cell, move.risk) for move in moves]
        [('open', (2, 0), 0.0), ('open', (2, 1), 0.0)]
        >>> [(move.cell, round(move.risk, 3)) for move in sapper.rank("1??\n???\n???", mines=2, k=3)]
        [((0, 2), 0.2), ((1, 2), 0.2), ((2, 0), 0.2)]
    """
    rules = rules_for(position, rules)
    position = position_of(position, mines, topology)
    is_counted = position.mines is not None
    most = position.topology.size if k is None else whole("k", k, 1)
    check_kinds(cancel=cancel, trust_flags=trust_flags)
    check_known("by", by, ("best", "win"), ArgumentError)
    deadline = Deadline(time_limit)
    if trust_flags:
        if is_counted:  # the error then names the flags in conflict
            analyse(position, trust_flags=True, time_limit=time_limit, cancel=cancel)
        position = cast("Position[CellT]", flags_believed(position))
    with EngineCall("the ranking", time_limit, position):
        found, complete = _engine.explain(position._view, deadline.left, cancel, mine_count=is_counted)
    gone = int((position.marks == EXPLODED).sum())
    if rules.win == "cleared" and position.hidden + gone == position.mines:
        return ()
    if not found and not is_counted and position.hidden:
        raise mines_missing(position.topology.shape)
    certain: dict[int, int | None] = {
        index: each.difficulty for each in found for index in (*each.safe, *each.mines)
    }
    safe = {index for each in found for index in each.safe}
    analysis = None
    if is_counted and not (safe and complete):
        analysis = _analysed(position, deadline, cancel)
    if analysis is not None and not complete:
        index = position.topology.index
        safe.update(map(index, analysis.safe))
        certain = dict.fromkeys(map(index, (*analysis.safe, *analysis.mines))) | certain

    def move(index: int) -> RankedMove[CellT]:
        rule = certain[index]
        kind: Literal["open", "flag"] = "open" if index in safe else "flag"
        name = None if rule is None else RULES[rule]
        return RankedMove(kind, position.topology.cell(index), float(kind == "flag"), True, name, None)

    def ease(index: int) -> tuple[int, int]:
        rule = certain[index]
        return len(RULES) if rule is None else rule, index

    moves = [move(index) for index in sorted(safe, key=ease)]
    if not moves and is_counted:
        guesses = _guesses_by_win if by == "win" else _guesses
        moves = guesses(position, analysis, rules, most, deadline, cancel)
    marks = position.marks.flat
    flags = [index for index in certain if index not in safe and marks[index] != FLAG]
    return (*moves, *map(move, sorted(flags, key=ease)))[:most]


def _analysed(position: Position, deadline: Deadline, cancel: Cancel | None) -> Analysis | None:
    """The analysis; None if there are not even estimates."""
    try:
        return analyse(position, time_limit=deadline.left, cancel=cancel)
    except BudgetError:
        if deadline.is_over:
            raise
        return None


def _guesses(
    position: Position,
    analysis: Analysis | None,
    rules: Rules,
    most: int,
    deadline: Deadline,
    cancel: Cancel | None,
) -> list[RankedMove[Any]]:
    """The guesses in a position without safe cells."""
    if analysis is None:
        return [RankedMove("open", *uncounted(position), False, None, None)]
    if analysis.best is None:
        return []
    return [
        RankedMove("open", cell, risk, analysis.exact, None, figures)
        for cell, risk, figures in preferred(analysis, rules, most, deadline, cancel)
    ]


def _guesses_by_win(
    position: Position,
    analysis: Analysis | None,
    rules: Rules,
    most: int,
    deadline: Deadline,
    cancel: Cancel | None,
) -> list[RankedMove[Any]]:
    """The same, with the first of them in the order of their chances to win."""
    moves = _guesses(position, analysis, rules, max(most, COMPARED), deadline, cancel)
    if analysis is None or not analysis.exact or not moves:
        return moves
    of_cell = {move.cell: move for move in moves}
    compared = [
        replace(of_cell.pop(cell), evaluation=evaluation)
        for cell, evaluation in compared_by_win(analysis, rules, COMPARED, deadline, cancel)
    ]
    return [*compared, *of_cell.values()]
