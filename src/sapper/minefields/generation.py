"""Generation of minefields: fair ones, which need no guess, and ones with a given 3BV, on any board."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    TypedDict,
    TypeVar,
    cast,
    get_args,
)

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper._support.parallel import thread_count
from sapper._support.values import Progress
from sapper._support.words import brief, brief_contents, check_choice, check_options, label_of, quantity
from sapper.board.board import Board, BoardLike, as_board
from sapper.board.game import Game
from sapper.board.game_arguments import new_seed
from sapper.board.minefield import Minefield
from sapper.board.rules import RulesLike, as_rules
from sapper.cells import CellT_co, GridT
from sapper.errors import ArgumentError, GameError, GenerationError
from sapper.hints.hints import RULES
from sapper.strategy.autoplaying import good_first_cell

if TYPE_CHECKING:
    from typing import Unpack

    from sapper.cells import Cell
    from sapper.inference.analysis import Cancel
    from sapper.replays.replay import Replay

Method = Literal["uniform", "adjusted"]
"""How a fair minefield is made: by drawing until one is fair, or by changing one until it is fair."""

_MOST_3BV: Final = 2**32 - 1
_STARTS: Final = {"opening": _engine.FirstClick.opening, "safe": _engine.FirstClick.safe}
_MAKING: Final = {"uniform": _engine.Making.draw, "adjusted": _engine.Making.adjust}


_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class Generated(Generic[CellT_co]):
    """A minefield made by `generate`. Immutable, hashable, picklable.

    Attributes:
        minefield: Where the mines are, and the first cell.
        seed: The seed of the search.
        number: The number of the candidate from which the minefield was made. With `method="uniform"` and an
            opening, `Game(board, seed=seed, number=number)` has this minefield if `first_cell` is opened
            first.
        method: How the minefield was made; None if it did not have to be fair.
    """

    minefield: Minefield[CellT_co]
    seed: int
    number: int
    method: Method | None

    @property
    def board(self) -> Board[CellT_co]:
        """Topology and number of mines."""
        return self.minefield.board

    @property
    def first_cell(self) -> CellT_co:
        """The first cell."""
        return cast("CellT_co", self.minefield.first_cell)

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks: the minefield and its first cell; None if the board cannot be drawn."""
        return self.minefield._repr_svg_()

    def play(self, rules: RulesLike | None = None) -> Game[CellT_co]:
        """Starts a game on the minefield and opens the first cell.

        Args:
            rules: The rules, as for `Minefield.game`.

        Raises:
            GameError: `rules` is invalid.
        """
        game = self.minefield.game(rules)
        game.open(self.first_cell)
        return game


class GenerateOptions(TypedDict, total=False):
    """The options of `generate` and `generate_many`. All are optional.

    Attributes:
        fair: Whether the minefield must need no guess; by default True.
        first_cell: The first cell; by default a good one (`good_first_cell`).
        rules: What the first cell must be. `"opening"`, the default: a zero if the mines leave room for that.
            `"safe"`: it has no mine; then few minefields are fair. Of a `Rules`, only the first click counts.
        method: `"uniform"`, the default: minefields are drawn until one is fair, so all fair minefields are
            equally likely. This takes a few candidates on the usual levels, and too many on large or dense
            boards. `"adjusted"`: mines move away from places that need a guess. This is quick on dense boards
            too, but some fair minefields are then likelier than others.
        hardest: The hardest rule that the player may need, one of `sapper.types.RULES`,
            easiest first: `"single"`, `"subset"`, `"overlap"`, `"chain"`, `"cases"`, `"mine_count"`,
            `"counting"`. The last one, the default, finds everything that is certain.
        mine_count: Whether the player may use the number of mines that are left, as only the two hardest
            rules do; by default True.
        three_bv: The 3BV, or a tuple of the least and the most, where None means no limit.
        efficiency: The least `three_bv / zini` of the board, as `measure` counts them, or a tuple of the
            least and the most, where None means no limit. This is how much 3BV the clicks of greedy ZiNi do
            on average.
        seed: Decides the minefield, together with `number`: 0 to 2^64 - 1. None draws a random seed.
        number: The number of the first candidate, 0 to 2^64 - 1; by default 0. To continue after a result,
            give its `number` plus 1.
        threads: The number of threads; by default 1. None is one for each processor.
        time_limit: Seconds after which the search stops with an error; by default 30. None for no limit.
        progress: A function that is called with a `Progress` ten times a second, possibly from other threads:
            the minefields that are found, and all that are wanted. An exception in it ends the search.
        cancel: Stops the search if it is set from another thread.
    """

    fair: bool
    first_cell: Cell | None
    rules: RulesLike
    method: Method
    hardest: str
    mine_count: bool
    three_bv: int | tuple[int | None, int | None] | None
    efficiency: float | tuple[float | None, float | None] | None
    seed: int | None
    number: int
    threads: int | None
    time_limit: float | None
    progress: Callable[[Progress], object] | None
    cancel: Cancel | None


def generate(board: BoardLike[GridT] = "expert", **options: Unpack[GenerateOptions]) -> Generated[GridT]:
    """Makes a minefield that can be cleared from its first cell without a guess.

    This is exact: at every moment some hidden cell is safe in every configuration. The same seed makes the
    same minefield, on every machine and with any number of threads.

    Args:
        board: A level's name, a `Board`, or rows, columns and mines, as in `(16, 30, 99)`.
        **options: What the minefield is like: `fair`, `first_cell`, `rules`, `method`, `hardest`,
            `mine_count`, `three_bv`, `efficiency`. The search: `seed`, `number`, `threads`, `time_limit`,
            `progress`, `cancel`.
            `sapper.types.GenerateOptions` describes them.

    Returns:
        The minefield and its origin. A fair expert board takes a millisecond.

    Raises:
        BoardError: The board is impossible.
        CellError: `first_cell` is not on the board.
        GameError: `rules`, `method` or `hardest` has no such choice, or no cell would be safe.
        ArgumentError: Another option is invalid.
        GenerationError: No minefield was found within the time limit; the message says what was wrong with
            the candidates.
        CancelledError: `cancel` was set.

    Example:
        >>> generated = sapper.generate("beginner", seed=1)
        >>> generated.first_cell
        (2, 2)
        >>> sapper.is_fair(generated)
        True
        >>> game = generated.play()
        >>> game.status
        'playing'
    """
    return generate_many(1, board, **options)[0]


def generate_many(
    count: int, board: BoardLike[GridT] = "expert", **options: Unpack[GenerateOptions]
) -> list[Generated[GridT]]:
    """Makes several minefields with one search: the first suitable candidates, in order of their numbers.

    Args:
        count: The number of minefields, from 1.
        board: As in `generate`.
        **options: The options of `generate`, by name. The time limit is for the whole search.

    Raises:
        ArgumentError: `count` is invalid, or there is no such option.
        SapperError: As in `generate`.

    Example:
        >>> boards = sapper.generate_many(3, "beginner", seed=1)
        >>> [sapper.measure(board.minefield).three_bv for board in boards]
        [7, 3, 11]
    """
    count = checks.whole("count", count, 1)
    check_options(options, GenerateOptions.__annotations__)
    return _Search(as_board(board), options).run(count)


def is_fair(
    minefield: Minefield | Generated | Replay | Game,
    first_cell: Cell | None = None,
    *,
    hardest: str = "counting",
    mine_count: bool = True,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> bool:
    """Whether a minefield can be cleared from its first cell without a guess. The answer is exact.

    Args:
        minefield: Where the mines are. A generated board, a replay or a game counts as its minefield.
        first_cell: The first cell; by default that of the minefield, and for a game the cell that was opened
            first.
        hardest: The hardest rule that the player may need, as in `generate`.
        mine_count: Whether the player may use the number of mines that are left.
        time_limit: Seconds after which the test stops with an error.
        cancel: Stops the test if it is set from another thread.

    Returns:
        The answer; False if the first cell holds a mine. It takes about as long as a game of the engine.

    Raises:
        GameError: There is no first cell, `minefield` has another type or is a game without an open cell, or
            there is no rule `hardest`.
        ArgumentError: `mine_count`, `time_limit` or `cancel` is invalid.
        CellError: The first cell is not on the board.
        BudgetError: It took longer than the time limit, or would take too much memory.
        CancelledError: `cancel` was set.

    Example:
        >>> minefield = sapper.Minefield([(0, 0), (0, 3)], sapper.Topology.square(2, 4))
        >>> sapper.is_fair(minefield, (1, 1))
        False
    """
    minefield = _minefield_in(minefield)
    check_common_arguments(cancel=cancel)
    terms = terms_of(hardest, mine_count)
    limit = EngineCall("the test of a minefield", time_limit)
    cell = minefield.first_cell if first_cell is None else first_cell
    if cell is None:
        raise GameError("the minefield has no first cell: give `first_cell`")
    index = minefield.topology.index(cell)
    is_mine = minefield.mined.astype(np.uint8).ravel()
    if is_mine[index]:
        return False
    with limit:
        return _engine.clears(minefield.topology._engine, is_mine, index, terms, time_limit, cancel)


def _minefield_in(source: object) -> Minefield:
    """The minefield itself, or that of something that has one. Raises GameError if there is none."""
    if isinstance(source, Game):
        if (is_mine := source.minefield) is None:
            raise GameError("the game has no minefield yet: open a cell first")
        first_cells = [action.cell for action in source.history if action.kind == "open"]
        return Minefield(is_mine, source.topology, first_cell=first_cells[0] if first_cells else None)
    minefield = source if isinstance(source, Minefield) else getattr(source, "minefield", None)
    if isinstance(minefield, Minefield):
        return minefield
    choices = "a sapper.Minefield, a sapper.Game, a sapper.Replay, or what sapper.generate made"
    raise GameError(f"`minefield` must be {choices}, not {brief_contents(source)}")


class _Search:
    """Searches for minefields of a board that meet the options."""

    def __init__(self, board: Board[Any], options: GenerateOptions) -> None:
        check_common_arguments(
            cancel=options.get("cancel"), progress=options.get("progress"), fair=options.get("fair", True)
        )
        self.board = board
        self.options = options
        self.fair = options.get("fair", True)
        self.method: Method = options.get("method", "uniform")
        check_choice("method", self.method, get_args(Method), GameError)
        first_click = as_rules(options.get("rules")).first_click
        if first_click == "any":
            raise GameError("the first cell must be safe: `rules` must be 'opening' or 'safe'")
        if board.mines >= board.topology.size:
            mines = quantity(board.mines, "mine")
            verb = "fills" if board.mines == 1 else "fill"
            cells = "the only cell" if board.topology.size == 1 else f"all {board.topology.size} cells"
            raise GameError(f"a game needs a safe cell, but {mines} {verb} {cells}")
        first_cell = options.get("first_cell")
        if first_cell is None:
            first_cell = good_first_cell(board, first_click)
        self.index = board.topology.index(first_cell)
        self.opening = first_click == "opening"
        seed = options.get("seed")
        self.seed = new_seed() if seed is None else checks.whole("seed", seed)
        self.threads = thread_count(options.get("threads", 1))
        order = _engine.BoardOrder(
            board.topology._engine,
            board.mines,
            self.index,
            _STARTS[first_click],
            _MAKING[self.method] if self.fair else _engine.Making.any,
            terms_of(options.get("hardest", "counting"), options.get("mine_count", True)),
            _three_bv(options.get("three_bv")),
            _efficiency(options.get("efficiency")),
            self.seed,
            checks.whole("number", options.get("number", 0)),
        )
        self.engine = _engine.BoardSearch(order)

    def run(self, count: int) -> list[Generated[Any]]:
        """The first suitable minefields, in order of their numbers. Raises the errors of `generate`."""
        limit = self.options.get("time_limit", 30.0)
        with EngineCall("the search for a minefield", limit):
            try:
                boards = self.engine.run(
                    count, self.threads, limit, self.options.get("cancel"), self._teller(count)
                )
            except _engine.TimeIsUp:
                assert limit is not None
                raise GenerationError(self.engine.shortfall(count, limit)) from None
        return list(map(self._result, boards))

    def _teller(self, count: int) -> Callable[[], None] | None:
        report = self.options.get("progress")
        if report is None:
            return None

        def tell() -> None:
            report(Progress(self.engine.found, count))

        return tell

    def _result(self, board: _engine.FoundBoard) -> Generated:
        topology = self.board.topology
        is_mine = board.mined.astype(np.bool_).reshape(topology.shape)
        minefield = Minefield(is_mine, topology, first_cell=topology.cell(self.index))
        return Generated(minefield, self.seed, board.game, self.method if self.fair else None)


def terms_of(hardest: str, mine_count: bool = True) -> _engine.Terms:
    """What a proof of a certain move may use, for the engine. Raises GameError if there is no such rule."""
    check_common_arguments(mine_count=mine_count)
    check_choice("hardest", hardest, RULES, GameError)
    return _engine.Terms(hardest, mine_count)


def _three_bv(wish: int | tuple[int | None, int | None] | None) -> tuple[int, int]:
    """The least and the most 3BV. Raises ArgumentError if the option is invalid."""
    if not isinstance(wish, tuple):
        wish = (wish, wish)
    return _range("three_bv", wish, (0, _MOST_3BV), lambda each: checks.whole("three_bv", each, 0, _MOST_3BV))


def _efficiency(wish: float | tuple[float | None, float | None] | None) -> tuple[float, float]:
    """The least and the most efficiency. Raises ArgumentError if the option is invalid."""
    if not isinstance(wish, tuple):
        wish = (wish, None)
    return _range("efficiency", wish, (0.0, math.inf), lambda each: checks.positive("efficiency", each))


def _range(
    name: str,
    wish: tuple[_Number | None, ...],
    ends: tuple[_Number, _Number],
    check: Callable[[_Number], _Number],
) -> tuple[_Number, _Number]:
    """The least and the most; None means no limit. Raises ArgumentError if the option is invalid."""
    if len(wish) != 2:
        text = f"{label_of(name)} must be a number, or a tuple of the least and the most"
        raise ArgumentError(f"{text}, not {brief(wish)}")
    least, most = (end if each is None else check(each) for each, end in zip(wish, ends, strict=True))
    if least > most:
        raise ArgumentError(f"{label_of(name)}: the least, {least}, is above the most, {most}")
    return least, most
