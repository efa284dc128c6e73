"""The tree of the package: which room may use which, and nothing in a circle."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sapper

SOURCE = Path(sapper.__file__).resolve().parent

ROOMS = (
    *("reference", "cells", "errors", "_support", "board", "replays", "screen", "formats", "inference"),
    *("strategy", "hints", "minefields", "reviews", "draw", "simulation", "literature", "environments"),
    *("datasets", "bot", "protocol", "serve", "mcp_server", "llm_bench", "cli", "__main__", "sapper"),
)
"""From the ground up: a module imports from its own room and from those before it. The last is the package
itself, whose stub names what it offers."""

IMPORT_BY_NAME = {"sapper.cli.commands", "sapper.strategy.loading", "sapper.simulation.dask_workers"}
"""The modules that import by name: a command, a file of the user, and what a pickle names."""


class Import(NamedTuple):
    """One module imports another: at load, in a function, for type checkers alone, or by its name."""

    source: str
    target: str
    line: int


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
        self.by_name = False
        self._packages: dict[str, str] = {}

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(alias.name, alias.asname or alias.name, node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0, f"{self.source}, line {node.lineno}: imports are written out in full"
        for alias in node.names:
            self._import(f"{node.module}.{alias.name}", alias.asname or alias.name, node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A name of a lazy package is imported where it is used."""
        if isinstance(node.value, ast.Name) and node.value.id in self._packages:
            self._add(f"{self._packages[node.value.id]}.{node.attr}", node)
        self.by_name |= node.attr == "import_module"
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        self.by_name |= node.id in ("import_module", "__import__")

    def visit_Constant(self, node: ast.Constant) -> None:
        """A text that names a module is there to import it, or its own room, for the files in it."""
        name = node.value
        if not isinstance(name, str) or "." not in name or name not in modules():
            return
        if not self.source.startswith(f"{name}."):
            self._add(name, node)

    def _import(self, name: str, known_as: str, node: ast.stmt) -> None:
        if name.partition(".")[0] != "sapper" or name.startswith("sapper._engine"):
            return
        if (SOURCE.parent / Path(*name.split(".")) / "__init__.pyi").exists():
            self._packages[known_as] = name
        self._add(name, node)

    def _add(self, name: str, node: ast.expr | ast.stmt) -> None:
        target = module_behind(name)
        if target != self.source:
            self.found.append(Import(self.source, target, node.lineno))


@cache
def visits() -> dict[str, _Imports]:
    """All imports of the package by itself, by the module that imports."""
    visited = {name: _Imports(name) for name in modules()}
    for name, path in modules().items():
        visited[name].visit(ast.parse(path.read_text(encoding="utf-8")))
    return visited


@cache
def imports() -> tuple[Import, ...]:
    """All imports, and those that a package makes when one of its names is first used."""
    written = [each for visited in visits().values() for each in visited.found]
    return (*written, *(Import(name.rpartition(".")[0], module, 0) for name, module in lazy_names().items()))


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def circles() -> list[tuple[str, ...]]:
    """The modules that import each other, whatever the way, circle by circle."""
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for each in imports():
        graph[each.source].add(each.target)
    reach = {name: set(targets) for name, targets in graph.items()}
    for name in graph:
        waiting = list(reach[name])
        while waiting:
            more = graph[waiting.pop()] - reach[name]
            reach[name] |= more
            waiting += more
    found = {tuple(sorted(other for other in reach[name] if name in reach[other])) for name in graph}
    return sorted(found - {()})


def test_no_import_points_up() -> None:
    heights = {room: height for height, room in enumerate(ROOMS)}
    assert len(imports()) > 1000
    assert [each for each in imports() if heights[room_of(each.source)] < heights[room_of(each.target)]] == []


def test_no_circle_of_imports() -> None:
    assert circles() == []


def test_few_modules_import_by_name() -> None:
    assert {name for name, visited in visits().items() if visited.by_name} == IMPORT_BY_NAME


def test_the_reference_solver_uses_nothing_else() -> None:
    assert {room_of(each.target) for each in imports() if room_of(each.source) == "reference"} == {
        "reference"
    }


def test_few_modules_stand_outside_rooms() -> None:
    outside = {"__init__.py", "__main__.py", "cells.py", "errors.py"}
    assert {path.name for path in SOURCE.glob("*.py")} == outside


def test_no_two_modules_have_one_name() -> None:
    names = [path.name for path in SOURCE.rglob("*.py") if path.name != "__init__.py"]
    assert len(names) == len(set(names))


def test_no_public_function_shares_its_modules_name() -> None:
    for name, module in lazy_names().items():
        if callable(getattr(sapper, name.rpartition(".")[2], None)):
            assert name.rpartition(".")[2] != module.rpartition(".")[2], name


def test_the_tests_stand_in_the_same_rooms() -> None:
    tests = {path.name for path in Path(__file__).parent.iterdir() if any(path.glob("test_*.py"))}
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert tests - rooms <= {"packaging", "js", "page", "host"}
    assert rooms - tests == {"literature"}  # its command tests it
