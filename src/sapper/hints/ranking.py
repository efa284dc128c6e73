"""All moves in a position, the best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.engine_call import check_common_arguments
from sapper._support.values import Figures
from sapper._support.words import check_choice
from sapper.board.game import rules_for
from sapper.board.json_form import plain_fields
from sapper.board.position import Position, as_position
from sapper.board.position_call import PositionCall
from sapper.board.rules import RulesLike
from sapper.board.topology import TopologyName
from sapper.cells import CellT, CellT_co, RowsOfCells
from sapper.errors import ArgumentError
from sapper.hints.guess import GuessFigures
from sapper.hints.hints import RULES
from sapper.inference.analysis import Cancel
from sapper.strategy.evaluation import MoveEvaluation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.game import Game
    from sapper.board.mine_prior import MinePrior
    from sapper.board.topology import Topology


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
        figures: What a guess may lead to. None for certain cells, and if the position is so entangled that
            computing it takes too long.
        evaluation: The chance to win by a guess, if the guesses were compared by it.
    """

    kind: Literal["open", "flag"]
    cell: CellT_co
    risk: float
    exact: bool
    rule: str | None
    figures: GuessFigures | None
    evaluation: MoveEvaluation | None = None

    @classmethod
    def _of(cls, move: _engine.RankedMove, topology: Topology[CellT]) -> RankedMove[CellT]:
        return RankedMove(
            "flag" if move.flag else "open",
            topology.cell(move.cell),
            move.risk,
            move.exact,
            None if move.rule is None else RULES[move.rule],
            GuessFigures._of(move.figures),
            MoveEvaluation._of(move.compared),
        )

    def to_dict(self) -> dict[str, Any]:
        """The move as plain values, for JSON. `docs/json.md` describes the fields."""
        return plain_fields(self)


@overload
def rank(
    position: RowsOfCells,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    most: int | None = None,
    by: Literal["best", "win"] = "best",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[RankedMove[tuple[int, int]], ...]: ...


@overload
def rank(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    most: int | None = None,
    by: Literal["best", "win"] = "best",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[RankedMove[CellT], ...]: ...


def rank(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    most: int | None = None,
    by: Literal["best", "win"] = "best",
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[RankedMove[CellT], ...]:
    r"""Ranks the moves in a position as the strategy `"best"` prefers them.

    If some cells are certainly safe, they come first, ordered by the hardest rule that they need, and for the
    same rule in row-major order. There are no guesses then.

    Otherwise all uncertain cells are guesses, in this order. The first is the cell that
    `Strategy("best").choose(position, rules=rules)` opens. How that cell was chosen decides the order of the
    others:

    * If nothing is open, it is the first cell of a game. The others follow as below.
    * If the endgame of the board or of a closed region is played out, the other cells of that endgame follow.
      They are ordered by the chance to win, with best play or by opening the safest cells, as `best` plays
      it. Cells whose search takes too long come after them.
    * Otherwise the candidates of `best` follow: those whose `GuessFigures.score` is close to the highest,
      ordered by `GuessFigures.worth`, and then the others, ordered by their score.
    * All other cells come last, ordered by their risk.

    With `by="win"` the first eight guesses of this order are compared by the chance to win: each is tried on
    the same minefields, and `fast` plays on (see `evaluate`). The worse half plays fewer games. The moves say
    how far they are behind the best, and the error of that. If the risks are estimates, the order is the
    usual one.

    Certain mines without a flag come at the end, as moves that flag them, the easiest rule first. There is no
    move if all safe cells are open, unless flags win.

    Args:
        position: A position, a game, a text, or marks, as in `analyse`.
        mines: The number of mines on the whole board, if `position` does not have it. Without it the ranking
            has only the cells that are certain for every mine count that fits. With a `Density` or
            `MineCounts` in its place, guesses are ordered by their risks and have no figures.
        mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
        topology: As in `Position`, for texts and arrays.
        rules: The rules; by default those of the game, or `Rules()`. They decide about the first cell of a
            game, and whether the game is over once all safe cells are open.
        trust_flags: Whether flagged cells count as mines. Otherwise flags are only opinions.
        most: The largest number of moves to return. By default all.
        by: `"best"`, or `"win"` to compare guesses by the chance to win. That takes one or two seconds in
            the middle of an expert game.
        seed: Decides the games of `by="win"`. It changes nothing where no games are played.
        time_limit: Seconds after which the ranking stops with an error.
        cancel: Stops the ranking if it is set from another thread.

    Returns:
        The moves, the best first. It takes about as long as a hint, and for each guess a millisecond more, in
        long endgames tenths of a second. So give `most` on large boards. If the position is too entangled to
        count, the guesses are ordered by their estimated risks. If it is too entangled for estimates, there
        is one guess, chosen by single numbers and pairs of numbers. The strategy `"best"` refuses such
        positions.

    Raises:
        ContradictionError: No minefield fits the position; the error names the numbers in conflict.
        PositionError: The position is malformed, or `mines` disagrees with it. Or there is no mine count, and
            no cell is certain without it.
        FormatError: The text cannot be read.
        GameError: `rules` is invalid.
        ArgumentError: `most`, `by`, `seed`, `trust_flags`, `time_limit` or `cancel` is invalid.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.

    Example:
        >>> moves = sapper.rank("1??\n1??\n???", mines=2)
        >>> [(move.kind, move.cell, move.risk) for move in moves]
        [('open', (2, 0), 0.0), ('open', (2, 1), 0.0)]
        >>> [(move.cell, round(move.risk, 3)) for move in sapper.rank("1??\n???\n???", mines=2, most=3)]
        [((0, 2), 0.2), ((1, 2), 0.2), ((2, 0), 0.2)]
    """
    rules = rules_for(position, rules)
    position = as_position(position, mines, topology, mines_left)
    cells = position.topology.size
    most = cells if most is None else min(whole("most", most, 1), cells)
    check_common_arguments(cancel=cancel, trust_flags=trust_flags)
    check_choice("by", by, ("best", "win"), ArgumentError)
    seed = whole("seed", seed)
    if by == "win":
        position._check_prior()
    has_count = position.mines is not None
    with PositionCall("the ranking", position, time_limit):
        moves = _engine.rank_moves(
            position._view,
            rules._for_engine(),
            most,
            by == "win",
            trust_flags,
            has_count,
            seed,
            time_limit,
            cancel,
        )
    if moves is None:
        raise position._count_missing()
    return tuple(RankedMove._of(move, position.topology) for move in moves)
