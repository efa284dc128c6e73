"""Gives each version of a strategy in Python its own name. So no run file mixes the games of two versions."""

from __future__ import annotations

import hashlib
import inspect
import secrets
import sys
import types
from collections.abc import Iterable, Set
from functools import cached_property, partial
from typing import Any, Final

from sapper.strategy.names import ENDGAME
from sapper.strategy.python_parts import name_of
from sapper.strategy.strategy import Strategy

_PLAIN: Final = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range)

_INSIDE: Final[dict[type, tuple[str, ...]]] = {
    types.MethodType: ("__func__", "__self__"),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget",),
    cached_property: ("func",),
    partial: ("func", "args", "keywords"),
}
"""The attributes of a wrapper that decide what it does."""


def name_in_files(strategy: Strategy) -> str:
    """The name of the strategy. With parts in Python, it ends in a mark, a hash of their source and state.

    The mark covers the source of functions and classes, and the functions, classes, modules and plain values
    that they use. It also covers the state of objects, the variables in closures, and the arguments of
    partial functions. Code of Sapper, Python and installed packages counts by its name only. An object that
    cannot be read gets a random mark, so that it never equals another.
    """
    if not strategy._is_in_python:
        return strategy.name
    whole, level, policy, endgame = strategy._parts()
    parts = [whole] if whole is not None else [level, policy]
    name = "+".join(map(_name, parts)) + (ENDGAME if endgame else "")
    mark = _Mark({_package(part) for part in parts if not isinstance(part, str)})
    mark.add(parts)
    return f"{name}@{mark.digest()}"


def _name(part: Any) -> str:
    """The name of a part with its module, as on the command line."""
    if isinstance(part, str):
        return part
    module = getattr(part, "__module__", None)
    return f"{module}:{name_of(part)}" if module not in (None, "__main__") else name_of(part)


class _Mark:
    """A digest of objects that depends on their contents alone, not on addresses or the order of sets."""

    def __init__(self, packages: Set[str]) -> None:
        self._packages = packages  # their source matters, wherever they are installed
        self._hash = hashlib.blake2b(digest_size=4)
        self._numbers: dict[int, tuple[int, Any]] = {}  # keeps the objects, so that no two have the same id

    def digest(self) -> str:
        return self._hash.hexdigest()

    def add(self, thing: Any) -> None:
        """Adds an object and everything in it."""
        if isinstance(thing, _PLAIN):
            self._say(type(thing).__name__, repr(thing))
        elif id(thing) in self._numbers:
            self._say("again", str(self._numbers[id(thing)][0]))
        else:
            self._numbers[id(thing)] = len(self._numbers), thing
            self._add_new(thing)

    def _add_new(self, thing: Any) -> None:
        if isinstance(thing, type):
            self._add_class(thing)
        elif isinstance(thing, types.FunctionType):
            self._add_function(thing)
        elif type(thing) in _INSIDE:
            self._add_all(type(thing).__name__, [getattr(thing, name) for name in _INSIDE[type(thing)]])
        elif isinstance(thing, list | tuple):
            self._add_all(type(thing).__name__, thing)
        elif isinstance(thing, set | frozenset):
            self._say("set", *sorted(map(self._alone, thing)))
        elif isinstance(thing, dict):
            self._add_all("dict", (item for pair in thing.items() for item in pair))
        elif isinstance(thing, types.ModuleType):
            self._add_module(thing)
        elif isinstance(thing, types.BuiltinFunctionType):
            self._say("named", str(getattr(thing, "__module__", "")), thing.__name__)
        else:
            self._add_object(thing)

    def _say(self, *words: str) -> None:
        for word in words:
            data = word.encode("utf-8", "surrogatepass")
            self._hash.update(len(data).to_bytes(8, "little") + data)

    def _add_all(self, kind: str, things: Iterable[Any]) -> None:
        things = list(things)
        self._say(kind, str(len(things)))
        for thing in things:
            self.add(thing)

    def _add_object(self, thing: Any) -> None:
        try:
            recipe = thing.__reduce_ex__(4)
        except Exception:  # noqa: BLE001  # an object may raise anything
            self._say("unreadable", secrets.token_hex(16))
            return
        self._add_class(type(thing))
        if isinstance(recipe, str):
            self._say("global", recipe)
        else:
            function, arguments, state, items, pairs = (*recipe, None, None, None)[:5]
            self._add_all("object", [function, arguments, state, list(items or ()), list(pairs or ())])

    def _add_class(self, kind: type) -> None:
        self._say("class", kind.__module__, kind.__qualname__)
        if self._is_of_a_user(kind):
            for base in kind.__bases__:
                self.add(base)
            members = sorted(vars(kind).items())
            for name, member in members:
                if isinstance(member, types.FunctionType) or not name.startswith(("__", "_abc_")):
                    self._say(name)
                    self.add(member)

    def _add_function(self, function: types.FunctionType) -> None:
        self._say("function", str(function.__module__), function.__qualname__)
        if not self._is_of_a_user(function):
            return
        try:
            self._say(inspect.getsource(function))
        except (OSError, TypeError):  # typed at a prompt
            self._add_code(function.__code__)
        self.add(function.__defaults__)
        self.add(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:  # it is still empty
                self._say("empty")
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if isinstance(value, _PLAIN) or self._is_code_of_a_user(value):
                self._say(name)
                self.add(value)

    def _add_module(self, module: types.ModuleType) -> None:
        """Adds a module's whole source, and the user's own code that it imports."""
        self._say("module", module.__name__)
        if not self._is_of_a_user(module):
            return
        if getattr(module, "__file__", None):  # a folder without __init__.py has none
            try:
                self._say(inspect.getsource(module))
            except (OSError, TypeError):
                self._say("unreadable", secrets.token_hex(16))
        for _, value in sorted(vars(module).items()):
            if self._is_code_of_a_user(value):
                self.add(value)

    def _is_code_of_a_user(self, thing: Any) -> bool:
        return isinstance(thing, types.FunctionType | types.ModuleType | type) and self._is_of_a_user(thing)

    def _add_code(self, code: types.CodeType) -> None:
        self._say("code", code.co_code.hex(), *code.co_names, *code.co_varnames)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._add_code(constant)
            else:
                self.add(constant)

    def _alone(self, thing: Any) -> str:
        mark = _Mark(self._packages)
        mark.add(thing)
        return mark.digest()

    def _is_of_a_user(self, thing: Any) -> bool:
        """Whether it is the user's own code, and not that of Sapper, Python or an installed package."""
        package = _package(thing)
        if package in self._packages or package == "__main__":
            return True
        if package == "sapper" or package in sys.stdlib_module_names:
            return False
        module = sys.modules.get(package)
        place = getattr(module, "__file__", None) or next(
            iter(getattr(module, "__path__", ())), "site-packages"
        )
        return "site-packages" not in place and "dist-packages" not in place


def _names(code: types.CodeType) -> list[str]:
    """The global names that a function uses, with those of the functions inside it."""
    inner = [name for const in code.co_consts if isinstance(const, types.CodeType) for name in _names(const)]
    return sorted({*code.co_names, *inner})


def _package(thing: Any) -> str:
    module = thing.__name__ if isinstance(thing, types.ModuleType) else getattr(thing, "__module__", None)
    return str(module).partition(".")[0]
