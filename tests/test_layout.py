"""The tree of the package: which room may use which, and nothing in a circle."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sapper

SOURCE = Path(sapper.__file__).resolve().parent

ROOMS = (
    *(
        "reference",
        "cells",
        "errors",
        "_support",
        "board",
        "replays",
        "formats",
        "inference",
        "screen",
        "draw",
    ),
    *("strategy", "knowledge", "minefields", "reviews", "simulation", "literature"),
    *("environments", "datasets", "bot"),
    *("protocol", "serve", "mcp_server", "cli", "__main__"),
)
"""From the ground up: what a module imports when it is loaded lies in its own room or in one before it."""

DOORS = {
    ("sapper._support.upward", "sapper.formats"),
    ("sapper._support.upward", "sapper.draw.notebook"),
    ("sapper._support.upward", "sapper.screen.reading"),
}
"""The imports by name, from below: of the formats and pictures that are built on positions."""


class Import(NamedTuple):
    """One module imports another."""

    source: str
    target: str
    at_load: bool


@cache
def modules() -> dict[str, Path]:
    """The modules of the package by their names."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def lazy_names() -> dict[str, str]:
    """The modules behind the names that packages import when they are first used."""
    names = {}
    for stub in SOURCE.rglob("__init__.pyi"):
        package = ".".join(stub.relative_to(SOURCE.parent).parent.parts)
        for statement in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    module = f"{package}.{statement.module or alias.name}"
                    names[f"{package}.{alias.name}"] = module
    return names


def module_behind(name: str) -> str:
    """The module that an imported name belongs to."""
    while name not in modules():
        name = lazy_names().get(name) or name.rpartition(".")[0]
    return name


class _Imports(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.source = source
        self.found: list[Import] = []
        self._packages: dict[str, str] = {}
        self._depth = 0

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(alias.name, alias.asname or alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0, f"{self.source}: imports are written out in full"
        for alias in node.names:
            self._import(f"{node.module}.{alias.name}", alias.asname or alias.name)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A name of a lazy package is imported where it is used."""
        if isinstance(node.value, ast.Name) and node.value.id in self._packages:
            self._add(f"{self._packages[node.value.id]}.{node.attr}")
        self.generic_visit(node)

    def _import(self, name: str, known_as: str) -> None:
        if name.partition(".")[0] != "sapper" or name == "sapper._engine":
            return
        if (SOURCE.parent / Path(*name.split(".")) / "__init__.pyi").exists():
            self._packages[known_as] = name
        self._add(name)

    def _add(self, name: str) -> None:
        target = module_behind(name)
        if target != self.source:
            self.found.append(Import(self.source, target, self._depth == 0))


@cache
def imports() -> tuple[Import, ...]:
    """All imports of the package by itself, except those that only type checkers see."""
    found: list[Import] = []
    for name, path in modules().items():
        visitor = _Imports(name)
        visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
        found += visitor.found
    return tuple(found)


def room_of(module: str) -> str:
    return module.split(".")[1]


def test_no_circle_of_imports() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for found in imports():
        graph[found.source].add(found.target)
    while free := [name for name, targets in graph.items() if not targets]:
        for name in free:
            del graph[name]
        for targets in graph.values():
            targets.difference_update(free)
    assert graph == {}, "these import each other in a circle, or import who does"


def test_modules_import_no_room_above_their_own() -> None:
    heights = {room: height for height, room in enumerate(ROOMS)}
    loaded = [each for each in imports() if each.at_load and "sapper" not in (each.source, each.target)]
    assert len(loaded) > 500
    assert [each for each in loaded if heights[room_of(each.source)] < heights[room_of(each.target)]] == []


def test_one_module_imports_by_name() -> None:
    named = {
        (name, target)
        for name, path in modules().items()
        for target in re.findall(r"import_module\(\"(sapper[\w.]*)\"", path.read_text(encoding="utf-8"))
    }
    assert named == DOORS


def test_the_reference_solver_uses_nothing_else() -> None:
    assert {room_of(each.target) for each in imports() if room_of(each.source) == "reference"} == {
        "reference"
    }


def test_few_modules_stand_outside_rooms() -> None:
    outside = {"__init__.py", "__main__.py", "cells.py", "errors.py"}
    assert {path.name for path in SOURCE.glob("*.py")} == outside


def test_no_public_function_shares_its_modules_name() -> None:
    for name, module in lazy_names().items():
        if callable(getattr(sapper, name.rpartition(".")[2], None)):
            assert name.rpartition(".")[2] != module.rpartition(".")[2], name


def test_the_tests_stand_in_the_same_rooms() -> None:
    tests = {path.name for path in Path(__file__).parent.iterdir() if any(path.glob("test_*.py"))}
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert tests - rooms <= {"packaging", "js", "page", "host"}
    assert rooms - tests == {"literature"}  # its command tests it
