"""What a strategy chooses in a position and what it believes there, and types to override these methods.

`Strategy.choose` takes options and returns a `Choice`. A subclass may write `choose(self, position)` and may
return a cell. This is safe, because callers use the result of `as_strategy`, which calls the override and has
the full signature. But type checkers report an incompatible override. So they see an attribute: in `Strategy`
itself it has the signature of the method, and in subclasses it may have any signature. The types at the end
of this module say so. `ItselfT` stands for `Strategy`, which imports this module.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

import numpy as np

from sapper._support.values import Figures
from sapper._support.words import brief
from sapper.board.json_form import cell_value, plain, plain_fields
from sapper.board.marks import where_hidden
from sapper.cells import CellT, CellT_co
from sapper.errors import CellError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper import _engine
    from sapper.board.position import Position
    from sapper.board.topology import Topology
    from sapper.cells import Cell


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Choice(Figures, Generic[CellT_co]):
    """What to do next: open certainly safe cells, open a guess, or set flags.

    A strategy in Python may return one.

    Attributes:
        cells: The hidden cells to open, in this order.
        flags: The hidden cells to flag after that. Sapper's own strategies set flags only at the end of games
            that flags win (`Rules.win`). A strategy in Python may set them at any time.
        risk: The probability that the first of the cells holds a mine, 0 to 1. It is 0.0 if the cells are
            certainly safe, and None if the strategy does not know. Reports on simulations use this value as
            it is, and the exact risk in place of None.
        win_probability: The proven chance to win from here; None if it is not known.
    """

    cells: tuple[CellT_co, ...]
    flags: tuple[CellT_co, ...] = ()
    risk: float | None = None
    win_probability: float | None = None

    @property
    def cell(self) -> CellT_co:
        """The cell to open first, or to flag first if there is none to open."""
        return (self.cells or self.flags)[0]

    @property
    def certain(self) -> bool:
        """Whether the choice has no risk."""
        return self.risk == 0.0

    def to_dict(self) -> dict[str, Any]:
        """The choice as plain values, for JSON. `docs/json.md` describes the fields."""
        return plain_fields(self)

    @classmethod
    def _of(cls, choice: _engine.Choice, topology: Topology[CellT]) -> Choice[CellT]:
        cells, flags = (tuple(map(topology.cell, some)) for some in (choice.cells, choice.flags))
        return Choice(cells, flags, choice.risk, choice.win_probability)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a strategy knows about the number of mines among some hidden cells.

    Attributes:
        cells: The cells, in row-major order.
        least: The lowest number of mines among them.
        most: The highest number of mines among them.
    """

    cells: tuple[Cell, ...]
    least: int
    most: int

    def __str__(self) -> str:
        mines = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"{mines} mine{'' if mines == '1' else 's'} among {', '.join(map(str, self.cells))}"


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """What a strategy believes before its next move. Made by `Strategy.beliefs`.

    Beliefs follow from the strategy's own rules. Some certain cells may be missing, and the estimates need
    not be probabilities. Only strategies that count configurations know the exact probabilities:

    * The inference level decides which cells are safe and which are mines. It also has the statements:
      with `single` one for each number, with `subset`, `propositions` and `bounds` also those that the
      level derived. `exact` and `sampled` have one for each number if the policy does not count, and
      otherwise none.
    * The policies `density`, `ratio` and `hidden-corners` estimate risks from the statements. `random`
      does not estimate.
    * All other policies count if the level knows no safe cell. Then all certain cells are known. If the
      level knows a safe cell, they do not count, and the estimates are nan. With `sampled` the estimates
      are shares of samples. If the frontier is too large to count, `boundary` estimates like `density`.
    * With a policy in Python, the estimates are the mine probabilities of `exact` or `sampled`. With
      other levels there are none.
    * A function, or a subclass that overrides `choose`, has no beliefs: all risks are nan, and the rest
      is empty.
    * A subclass that overrides `beliefs` returns its own.

    Beliefs are equal if all their fields are equal. They can be pickled.

    A subclass of `Strategy` may make and return its own, with arrays of the board's shape.

    Attributes:
        safe: The hidden cells that it believes to be safe. Bool of the board's shape; read-only.
        mines: The hidden cells that it believes to be mines. Bool of the board's shape; read-only.
        risk: Its estimate of the risk of every hidden cell: 0.0 for the cells in `safe`, 1.0 for those in
            `mines`, otherwise the value that its policy uses, or nan if there is none. float64 of the board's
            shape; read-only.
        statements: What it knows about sets of cells that it has not decided. Of Sapper's own strategies,
            only those that combine an inference level with a policy have any.
        topology: The cells of the board. A subclass of `Strategy` may leave it out.
    """

    safe: NDArray[np.bool_]
    mines: NDArray[np.bool_]
    risk: NDArray[np.float64]
    statements: tuple[Statement, ...] = ()
    topology: Topology | None = None

    def to_dict(self) -> dict[str, Any]:
        """The beliefs as plain values, for JSON. `docs/json.md` describes the fields.

        Without a topology, the cells are those of a grid.
        """
        return {
            "safe": self._cells(self.safe),
            "mines": self._cells(self.mines),
            "risk": plain(self.risk.tolist()),
            "statements": [
                {"cells": list(map(cell_value, each.cells)), "least": each.least, "most": each.most}
                for each in self.statements
            ],
        }

    def _cells(self, which: NDArray[np.bool_]) -> list[Any]:
        if self.topology is None:
            return np.argwhere(which).tolist()
        return [cell_value(self.topology.cell(int(index))) for index in np.flatnonzero(which)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Beliefs):
            return NotImplemented
        return (
            (self.statements, self.topology) == (other.statements, other.topology)
            and np.array_equal(self.safe, other.safe)
            and np.array_equal(self.mines, other.mines)
            and np.array_equal(self.risk, other.risk, equal_nan=True)
        )

    def __hash__(self) -> int:
        """Agrees with `==`. Takes time linear in the number of cells."""
        return hash((self.statements, self.topology, self.safe.tobytes(), self.mines.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.safe, self.mines, self.risk, self.statements, self.topology)

    @classmethod
    def _of(cls, beliefs: _engine.Beliefs, topology: Topology) -> Beliefs:
        safe, mines = np.zeros(topology.size, dtype=bool), np.zeros(topology.size, dtype=bool)
        safe[beliefs.safe] = True
        mines[beliefs.mines] = True
        risk = np.array(beliefs.risks) if beliefs.risks else np.full(topology.size, np.nan)
        for array in (safe, mines, risk):
            array.setflags(write=False)
        statements = (
            Statement(tuple(map(topology.cell, each.cells)), each.least, each.most)
            for each in beliefs.statements
        )
        shape = topology.shape
        arrays = safe.reshape(shape), mines.reshape(shape), risk.reshape(shape)
        return cls(*arrays, tuple(statements), topology)


def _restore(*fields: Any) -> Beliefs:
    return Beliefs(*map(_read_only, fields))


def _read_only(value: Any) -> Any:
    """An array that cannot be changed; anything else as it is."""
    if not isinstance(value, np.ndarray):
        return value
    view = value.view()
    view.setflags(write=False)
    return view


def check_beliefs(answer: Any, position: Position) -> Beliefs:
    """Checks the beliefs that a strategy in Python returned, and completes them as the engine does.

    Raises:
        ValueError: They are not beliefs, or not about the hidden cells of this position. The text continues
            a sentence that begins with the name of the strategy.
    """
    if not isinstance(answer, Beliefs):
        raise ValueError(f"returned {brief(answer)} from beliefs(), not a sapper.Beliefs")
    shape, describe = position.topology.shape, position.topology.describe
    safe, mines = (_array(name, getattr(answer, name), np.bool_, shape) for name in ("safe", "mines"))
    risk = _array("risk", answer.risk, np.float64, shape)
    is_open = ~where_hidden(position.marks)
    for wrong, what in (
        (safe & mines, "believes {} to be both safe and a mine"),
        ((safe | mines) & is_open, "believes {} to be safe or a mine, but the cell is open"),
        ((risk < 0) | (risk > 1), "has a risk for {} that is not from 0 to 1"),
    ):
        if wrong.any():
            raise ValueError(what.format(describe(position.topology.cell(int(np.flatnonzero(wrong)[0])))))
    risk[safe], risk[mines], risk[is_open] = 0.0, 1.0, np.nan
    for array in (safe, mines, risk):
        array.setflags(write=False)
    try:
        statements = tuple(_statement(each, position, is_open) for each in answer.statements)
    except TypeError:
        raise ValueError(
            f"returned {brief(answer.statements)} as the statements, which is not a collection"
        ) from None
    return Beliefs(safe, mines, risk, statements, position.topology)


def _array(name: str, value: Any, kind: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    try:
        array = np.array(value)
        if np.ma.is_masked(value):
            raise ValueError
        fits = array.dtype == np.bool_ or (kind is np.float64 and np.issubdtype(array.dtype, np.number))
        if not fits or np.iscomplexobj(array) or array.shape != shape:
            raise ValueError
    except ValueError:
        what = "bools" if kind is np.bool_ else "numbers"
        size = " x ".join(map(str, shape))
        raise ValueError(f"returned beliefs whose {name} is not an array of {size} {what}") from None
    return array.astype(kind)


def _statement(value: Any, position: Position, is_open: NDArray[np.bool_]) -> Statement:
    if not isinstance(value, Statement):
        raise ValueError(f"returned {brief(value)} among the statements, not sapper.Statement")
    try:
        cells = tuple(sorted({position.topology.index(cell) for cell in value.cells}))
        least, most = index(value.least), index(value.most)
    except (CellError, TypeError) as error:
        raise ValueError(f"returned a statement that is wrong: {error}") from None
    if not 0 <= least <= most <= len(cells) or not cells or is_open.flat[list(cells)].any():
        raise ValueError(f"returned a statement that no minefield fits, or about open cells: {brief(value)}")
    return Statement(tuple(map(position.topology.cell, cells)), least, most)


ItselfT = TypeVar("ItselfT")
MethodT_co = TypeVar("MethodT_co", covariant=True)
OptionsP = ParamSpec("OptionsP")
AnswerT = TypeVar("AnswerT")


class _Itself(Protocol[ItselfT]):
    """Matches a class but none of its subclasses.

    The class declares the attribute as `list[Self]`. For type checkers, a list of objects of a subclass is
    not a list of objects of the class.
    """

    _itself: list[ItselfT]


class Overridable(Protocol[ItselfT, MethodT_co]):
    """A method that subclasses may override with any function."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Matches all functions."""

    @overload
    def __get__(self, instance: None, owner: type | None = None, /) -> Callable[..., Any]: ...

    @overload
    def __get__(self, instance: _Itself[ItselfT], owner: type | None = None, /) -> MethodT_co: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None, /) -> MethodT_co | Callable[..., Any]: ...


def overridable(
    method: Callable[Concatenate[ItselfT, OptionsP], AnswerT],
) -> Overridable[ItselfT, Callable[OptionsP, AnswerT]]:
    """Returns the method itself. Its new type lets subclasses override it with any signature."""
    return method
