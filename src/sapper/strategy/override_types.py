"""Types that let subclasses of `Strategy` override `choose` and `beliefs` with other signatures.

`Strategy.choose` takes options and returns a `Choice`. A subclass may write `choose(self, position)` and may
return a cell. This is safe, because callers use `Strategy.of`, whose result calls the override and has the
full signature. But type checkers report an incompatible override. So they see an attribute here: in
`Strategy` itself it has the signature of the method, and in subclasses it may have any signature.

This module cannot import `Strategy`, which imports it. So `ItselfT` stands for the class of the method.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.game import Game
    from sapper.board.position import Position
    from sapper.board.rules import RulesLike
    from sapper.board.topology import Topology, TopologyName
    from sapper.cells import CellT
    from sapper.inference.analysis import Cancel
    from sapper.strategy.choice import Beliefs, Choice

ItselfT = TypeVar("ItselfT")
MethodT_co = TypeVar("MethodT_co", covariant=True)


class Choosing(Protocol):
    """What `Strategy.choose` takes and returns."""

    def __call__(
        self,
        position: Game[CellT] | Position[CellT] | str | ArrayLike,
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: Topology[CellT] | TopologyName | None = None,
        rules: RulesLike | None = None,
        trust_flags: bool = False,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Choice[CellT]:
        """See `Strategy.choose`."""


class Believing(Protocol):
    """What `Strategy.beliefs` takes and returns."""

    def __call__(
        self,
        position: Game | Position | str | ArrayLike,
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: Topology[Any] | TopologyName | None = None,
        rules: RulesLike | None = None,
        trust_flags: bool = False,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Beliefs:
        """See `Strategy.beliefs`."""


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


def overridable_choice(method: Callable[Concatenate[ItselfT, ...], Any]) -> Overridable[ItselfT, Choosing]:
    """Returns the method itself. Its new type lets subclasses override it with any signature."""
    return method


def overridable_beliefs(method: Callable[Concatenate[ItselfT, ...], Any]) -> Overridable[ItselfT, Believing]:
    """Returns the method itself. Its new type lets subclasses override it with any signature."""
    return method
