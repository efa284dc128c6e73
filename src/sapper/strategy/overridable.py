"""The types of what subclasses of `Strategy` override with fewer arguments and other results.

`Strategy.choose` takes options and returns a `Choice`. Whoever overrides it writes `choose(self, position)`
and may return a cell. `Strategy.of` makes one of the other, so nobody calls an override in place of the
method. But type checkers take it for a wrong override. So here they see an attribute: in `Strategy` itself it
is the method, and in subclasses it is whatever they make of it.
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


class _OfNoSubclass(Protocol):
    """Only `Strategy` itself has this attribute, because a list of subclasses is another type."""

    _kin: list[Strategy]


class Overridable(Protocol[MethodT_co]):
    """A method that every function may override."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """All functions can be called like this."""

    @overload
    def __get__(self, instance: None, owner: type | None = None, /) -> Callable[..., Any]: ...

    @overload
    def __get__(self, instance: _OfNoSubclass, owner: type | None = None, /) -> MethodT_co: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None, /) -> MethodT_co | Callable[..., Any]: ...


def overridable_choice(method: Callable[..., Any]) -> Overridable[Choosing]:
    """The same method, with a type that subclasses may override as they like."""
    return method


def overridable_beliefs(method: Callable[..., Any]) -> Overridable[Believing]:
    """The same method, with a type that subclasses may override as they like."""
    return method
