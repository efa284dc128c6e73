"""Types that let subclasses of `Strategy` override `choose` and `beliefs` with other signatures.

`Strategy.choose` takes options and returns a `Choice`. A subclass may write `choose(self, position)` and may
return a cell. This is safe, because callers use `Strategy.of`, whose result calls the override and has the
full signature. But type checkers report an incompatible override. So they see an attribute here: in
`Strategy` itself it has the signature of the method, and in subclasses it may have any signature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.board.position import Position
    from sapper.board.rules import Rules
    from sapper.cells import CellT
    from sapper.inference.analysis import Cancel
    from sapper.strategy.beliefs import Beliefs
    from sapper.strategy.choice import Choice
    from sapper.strategy.strategy import Strategy

MethodT_co = TypeVar("MethodT_co", covariant=True)


class Choosing(Protocol):
    """What `Strategy.choose` takes and returns."""

    def __call__(
        self,
        position: Game[CellT] | Position[CellT],
        *,
        rules: Rules | None = None,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Choice[CellT]:
        """See `Strategy.choose`."""


class Believing(Protocol):
    """What `Strategy.beliefs` takes and returns."""

    def __call__(
        self,
        position: Game | Position,
        *,
        rules: Rules | None = None,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Beliefs:
        """See `Strategy.beliefs`."""


class _StrategyItself(Protocol):
    """Matches `Strategy` but none of its subclasses.

    `Strategy` declares the attribute as `list[Self]`. For type checkers, a list of a subclass is no
    `list[Strategy]`.
    """

    _itself: list[Strategy]


class Overridable(Protocol[MethodT_co]):
    """A method that subclasses may override with any function."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Matches all functions."""

    @overload
    def __get__(self, instance: None, owner: type | None = None, /) -> Callable[..., Any]: ...

    @overload
    def __get__(self, instance: _StrategyItself, owner: type | None = None, /) -> MethodT_co: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None, /) -> MethodT_co | Callable[..., Any]: ...


def overridable_choice(method: Callable[..., Any]) -> Overridable[Choosing]:
    """Returns the method itself. Its new type lets subclasses override it with any signature."""
    return method


def overridable_beliefs(method: Callable[..., Any]) -> Overridable[Believing]:
    """Returns the method itself. Its new type lets subclasses override it with any signature."""
    return method
