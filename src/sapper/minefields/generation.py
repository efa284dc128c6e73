"""Minefields made to order: those that need no guess, of a given 3BV, on any board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypedDict, cast, get_args

import numpy as np

from sapper import _engine
from sapper._support import limits
from sapper._support.engine_call import EngineCall, check_kinds
from sapper._support.naming import quantity, unknown
from sapper.board.arguments import board_of, new_seed, seed_word
from sapper.board.board import Board, Level
from sapper.board.minefield import Minefield
from sapper.errors import GameError, GenerationError
from sapper.strategy.autoplaying import good_first_cell

if TYPE_CHECKING:
    from typing import Unpack

    from sapper.board.game import Game
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Cancel

__all__ = [
    "RULES",
    "GenerateOptions",
    "Generated",
    "Method",
    "Progress",
    "Start",
    "generate",
    "generate_many",
    "is_fair",
]

Method = Literal["uniform", "adjusted"]
"""How a fair minefield is made: drawn until one is fair, or drawn and then changed until it is."""

Start = Literal["opening", "safe"]
"""What the first cell is: a zero, or any safe cell."""

RULES: Final = tuple(name for name, _ in _engine.difficulties())
"""What a player may have to see, easiest first; see `sapper.hint`."""

_MOST: Final = 2**32 - 1
_STARTS: Final = {"opening": _engine.FirstClick.opening, "safe": _engine.FirstClick.safe}
_MAKING: Final = {"uniform": _engine.Making.drawn, "adjusted": _engine.Making.adjusted}


@dataclass(frozen=True, slots=True)
class Generated:
    """A minefield made by `generate`. Immutable, hashable, picklable.

    Attributes:
        minefield: Where the mines are; its `start` is the first cell.
        seed: Of the search.
        game: The number of the candidate that the minefield is, or was made from. With `method="uniform"`
            and an opening, `Game.new(board=board, seed=seed, game=game)` begun at `start` is played on it.
        method: How it was made; None if it was not asked to be fair.
    """

    minefield: Minefield
    seed: int
    game: int
    method: Method | None

    @property
    def board(self) -> Board:
        """Topology and number of mines."""
        return self.minefield.board

    @property
    def start(self) -> Cell:
        """The first cell."""
        return cast("Cell", self.minefield.start)

    def _repr_svg_(self) -> str | None:
        """What notebooks show: the minefield and the first cell."""
        return self.minefield._repr_svg_()

    def play(self, **rules: Any) -> Game:
        """Starts a game on the minefield and opens the first cell.

        Args:
            **rules: `win`, `on_mine` and `question_marks`, as in `Game.from_mines`.

        Raises:
            GameError: A rule has no such choice.
        """
        game = self.minefield.game(**rules)
        game.open(self.start)
        return game


class Progress(NamedTuple):
    """How far a search is.

    Attributes:
        tried: How many minefields were looked at.
        found: How many of them were what was asked for.
    """

    tried: int
    found: int


class GenerateOptions(TypedDict, total=False):
    """The options of `generate` and `generate_many`, all of which may be left out.

    Attributes:
        rows: The board as in `Game.new`, and as there `columns`, `mines` and `board`.
        columns: See `rows`.
        mines: See `rows`.
        board: See `rows`.
        fair: Whether no guess may be needed; by default so.
        start: The first cell; by default one that is good to begin with.
        first_click: `"opening"`, the default: the first cell is a zero, as far as the mines leave room for
            that. `"safe"`: it is safe; then few minefields are fair.
        method: `"uniform"`, the default: minefields are drawn until one is fair, and all fair ones are
            equally likely; it takes a few candidates on the usual levels, too many on boards that are large
            or dense. `"adjusted"`: mines move where a guess would be needed; quick on dense boards, too, but
            some fair minefields then are likelier than others.
        hardest: The hardest rule that clearing it may take, one of `sapper.generation.RULES`, easiest first:
            `"single"`, `"subset"`, `"overlap"`, `"chain"`, `"cases"`, `"mine_count"`, `"counting"`. The last,
            the default, is everything that is certain.
        mine_count: Whether the player may reason with the number of mines left, as only the two hardest
            rules do; by default so.
        three_bv: Its 3BV, or the least and the most; None in place of either for no limit.
        seed: Decides the minefield, together with `game`: 0 to 2^64 - 1. None draws one.
        game: The first candidate, 0 to 2^64 - 1, by default 0. To go on from a result take its `game + 1`.
        threads: How many threads search; by default one.
        time_limit: Seconds after which to give up, by default 30, or None.
        progress: Called with a `Progress` ten times a second, possibly from other threads. What it raises
            ends the search.
        cancel: Gives up when set from another thread.
    """

    rows: int | None
    columns: int | None
    mines: int | None
    board: Board | None
    fair: bool
    start: Cell | None
    first_click: Start
    method: Method
    hardest: str
    mine_count: bool
    three_bv: int | tuple[int | None, int | None] | None
    seed: int | None
    game: int
    threads: int
    time_limit: float | None
    progress: Callable[[Progress], object] | None
    cancel: Cancel | None


def generate(level: Level | str | Board = "expert", **options: Unpack[GenerateOptions]) -> Generated:
    """Makes a minefield that can be cleared from its first cell without a guess.

    That no guess is needed is exact: there is always a hidden cell that is safe in every configuration. The
    same seed makes the same minefield, on every machine and with any number of threads.

    Args:
        level: What `Game.new` takes.
        **options: Board, first click, how it is made, seed, limits: `GenerateOptions` explains each.

    Returns:
        The minefield and where it comes from. A fair expert board takes a millisecond.

    Raises:
        BoardError: The board cannot be.
        CellError: `start` is not on the board.
        GameError: An argument has no such value.
        ArgumentError: `time_limit` is none.
        GenerationError: None was found within the time limit; the text says what became of the candidates.
        CancelledError: `cancel` was set.
    """
    return generate_many(1, level, **options)[0]


def generate_many(
    count: int, level: Level | str | Board = "expert", **options: Unpack[GenerateOptions]
) -> list[Generated]:
    """Makes several minefields with one search: the first that meet the wishes, by their numbers.

    Args:
        count: How many, from 1.
        level: As in `generate`.
        **options: Those of `generate`. The time limit is for all together.

    Raises:
        GameError: `count` is none; or what `generate` raises.
    """
    count = limits.whole("count", count, 1, error=GameError)
    for name in options:
        if name not in GenerateOptions.__annotations__:
            raise TypeError(unknown("option", name, GenerateOptions.__annotations__))
    board = board_of(
        level, options.get("rows"), options.get("columns"), options.get("mines"), options.get("board")
    )
    return _Search(board, options).run(count)


def is_fair(
    minefield: Minefield,
    start: Cell | None = None,
    *,
    hardest: str = "counting",
    mine_count: bool = True,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> bool:
    """Whether a minefield can be cleared from its first cell without a guess, exactly.

    Args:
        minefield: Where the mines are.
        start: The first cell; by default that of the minefield.
        hardest: The hardest rule allowed, as in `generate`.
        mine_count: Whether the player may reason with the number of mines left.
        time_limit: Seconds after which to give up.
        cancel: Gives up when set from another thread.

    Returns:
        The answer; False where the first cell holds a mine. Takes about as long as a game.

    Raises:
        GameError: There is no first cell, or `minefield` is none.
        ArgumentError: `time_limit` is none.
        CellError: It is not on the board.
        BudgetError: It took longer than the time limit, or would take too much memory.
        CancelledError: `cancel` was set.
    """
    if not isinstance(minefield, Minefield):
        raise GameError(f"what may be fair is a Minefield, not {minefield!r}")
    check_kinds(cancel=cancel)
    cell = minefield.start if start is None else start
    if cell is None:
        raise GameError("which cell comes first? Give start=")
    index = minefield.topology.index(cell)
    mined = minefield.mined.astype(np.uint8).ravel()
    if mined[index]:
        return False
    terms = _terms(hardest, mine_count)
    with EngineCall("the test of a minefield", time_limit):
        return _engine.clears(minefield.topology._engine, mined, index, terms, time_limit, cancel)


class _Search:
    """A search for what the options say, on a board."""

    def __init__(self, board: Board, options: GenerateOptions) -> None:
        check_kinds(cancel=options.get("cancel"))
        self.board = board
        self.options = options
        self.fair = options.get("fair", True)
        self.method: Method = options.get("method", "uniform")
        if self.method not in get_args(Method):
            raise GameError(unknown("method", self.method, get_args(Method)))
        first_click = options.get("first_click", "opening")
        if first_click not in tuple(_STARTS):  # a tuple takes any value
            raise GameError(unknown("first_click", first_click, _STARTS))
        if board.mines >= board.topology.size:
            mines = quantity(board.mines, "mine")
            raise GameError(f"a game needs a safe cell: {mines} leave none of {board.topology.size}")
        start = options.get("start")
        if start is None:
            start = good_first_cell(board, first_click)
        self.index = board.topology.index(start)
        self.opening = first_click == "opening"
        self.three_bv = _range(options.get("three_bv"))
        seed = options.get("seed")
        self.seed = new_seed() if seed is None else seed_word("seed", seed)
        self.threads = limits.whole("threads", options.get("threads", 1), 1, 1024, GameError)
        order = _engine.BoardOrder(
            board.topology._engine,
            board.mines,
            self.index,
            _STARTS[first_click],
            _MAKING[self.method] if self.fair else _engine.Making.any,
            _terms(options.get("hardest", "counting"), options.get("mine_count", True)),
            self.three_bv,
            self.seed,
            seed_word("game", options.get("game", 0)),
        )
        self.engine = _engine.BoardSearch(order)

    def run(self, count: int) -> list[Generated]:
        """The first so many, in order."""
        limit = self.options.get("time_limit", 30.0)
        with EngineCall("the search for a minefield", limit):
            try:
                found = self.engine.run(
                    count, self.threads, limit, self.options.get("cancel"), self._teller()
                )
            except _engine.TimeIsUp:
                raise GenerationError(self._failure(count, limit)) from None
        return list(map(self._generated, found))

    def _teller(self) -> Callable[[], None] | None:
        report = self.options.get("progress")
        if report is None:
            return None

        def tell() -> None:
            report(Progress(self.engine.tried, self.engine.found))

        return tell

    def _generated(self, found: _engine.FoundBoard) -> Generated:
        topology = self.board.topology
        mined = found.mined.astype(np.bool_).reshape(topology.shape)
        minefield = Minefield(mined, topology, start=topology.cell(self.index))
        return Generated(minefield, self.seed, found.game, self.method if self.fair else None)

    def _failure(self, count: int, limit: float | None) -> str:
        engine = self.engine
        reasons = {
            "needed a guess": engine.with_guesses,
            "had another 3BV": engine.of_other_three_bv,
            "were too hard to decide": engine.undecided,
        }
        said = ", ".join(f"{number} {what}" for what, number in reasons.items() if number)
        found = f"only {engine.found} of {count}" if engine.found else "no such minefield"
        text = f"found {found} within {limit:g} seconds among {engine.tried} candidates"
        return "; ".join(filter(None, [text, said, self._advice()]))

    def _advice(self) -> str:
        if self.opening and not self._has_room_for_an_opening():
            return f"{quantity(self.board.mines, 'mine')} leave no room for an opening at the first cell"
        if (
            self.fair
            and self.method == "uniform"
            and self.engine.with_guesses > self.engine.of_other_three_bv
        ):
            return "method='adjusted' makes fair minefields where they are rare"
        return ""

    def _has_room_for_an_opening(self) -> bool:
        topology = self.board.topology
        opened = 1 + len(topology._engine.neighbours(self.index))
        return self.board.mines <= topology.size - opened


def _terms(hardest: str, mine_count: bool) -> _engine.Terms:
    if not isinstance(mine_count, bool):
        raise GameError(f"mine_count is True or False, not {mine_count!r}")
    if hardest not in RULES:
        raise GameError(unknown("rule", hardest, RULES))
    return _engine.Terms(hardest, mine_count)


def _range(wish: int | tuple[int | None, int | None] | None) -> tuple[int, int]:
    """The least and the most 3BV. Raises GameError if the wish is none."""
    if not isinstance(wish, tuple):
        wish = (wish, wish)
    if len(wish) != 2:
        raise GameError(f"three_bv is a number, or the least and the most, not {wish!r}")
    least, most = (
        usual if each is None else limits.whole("three_bv", each, 0, _MOST, GameError)
        for each, usual in zip(wish, (0, _MOST), strict=True)
    )
    if least > most:
        raise GameError(f"no 3BV is from {least} to {most}")
    return least, most
