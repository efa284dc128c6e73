"""The trees of the package and of its engine: which room may use which, and nothing in a circle."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sapper

SOURCE = Path(sapper.__file__).resolve().parent
ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine"
CXX_FOLDERS = (ENGINE, ROOT / "bindings", ROOT / "wasm/exports", ROOT / "wasm/runtime")

ROOMS = (
    *("reference", "cells", "errors", "_support", "board", "replays", "screen", "formats", "inference"),
    *("strategy", "hints", "minefields", "reviews", "draw", "simulation", "types", "literature"),
    *("environments", "datasets", "bot", "protocol", "serve", "mcp_server", "llm_bench", "cli", "__main__"),
    "sapper",
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
    paths = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return paths


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
        self.imports: list[Import] = []
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
            self.imports.append(Import(self.source, target, node.lineno))


@cache
def visits() -> dict[str, _Imports]:
    """All imports of the package by itself, by the module that imports."""
    visitors = {name: _Imports(name) for name in modules()}
    for name, path in modules().items():
        visitors[name].visit(ast.parse(path.read_text(encoding="utf-8")))
    return visitors


@cache
def imports() -> tuple[Import, ...]:
    """All imports, and those that a package makes when one of its names is first used."""
    plain = [each for visitor in visits().values() for each in visitor.imports]
    return (*plain, *(Import(name.rpartition(".")[0], module, 0) for name, module in lazy_names().items()))


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def in_circles(graph: dict[str, set[str]]) -> set[str]:
    """The names of a graph that use each other in a circle, or use who does."""
    remaining = {name: set(others) for name, others in graph.items()}
    while free := {name for name, others in remaining.items() if not others}:
        remaining = {name: others - free for name, others in remaining.items() if name not in free}
    return set(remaining)


def test_no_import_points_up() -> None:
    heights = {room: height for height, room in enumerate(ROOMS)}
    assert len(imports()) > 1000
    assert [each for each in imports() if heights[room_of(each.source)] < heights[room_of(each.target)]] == []


def test_no_circle_of_imports_or_includes() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for each in imports():
        graph[each.source].add(each.target)
    assert in_circles(graph) == set()
    assert in_circles(includes()) == set()


def test_few_modules_import_by_name() -> None:
    assert {name for name, visitor in visits().items() if visitor.by_name} == IMPORT_BY_NAME


def test_the_reference_solver_uses_nothing_else() -> None:
    assert {room_of(x.target) for x in imports() if room_of(x.source) == "reference"} == {"reference"}


def test_few_modules_stand_outside_rooms() -> None:
    outside = {"__init__.py", "__main__.py", "cells.py", "errors.py", "types.py"}
    assert {path.name for path in SOURCE.glob("*.py")} == outside


def test_no_two_modules_and_no_two_parts_of_the_engine_have_one_name() -> None:
    modules = [path.name for path in SOURCE.rglob("*.py") if path.name != "__init__.py"]
    scripts = [path for folder in ("js", "page") for path in (ROOT / folder).rglob("*.js")]
    parts = [part.rpartition("/")[2] for part in includes() if not part.startswith(OUTER_ROOMS)]
    for names in (modules, parts, [path.name for path in scripts if path.name != "view.js"]):
        assert len(names) > 60
        assert sorted(names) == sorted(set(names))


def test_no_public_function_shares_its_modules_name() -> None:
    for name, module in lazy_names().items():
        if callable(getattr(sapper, name.rpartition(".")[2], None)):
            assert name.rpartition(".")[2] != module.rpartition(".")[2], name


def test_the_tests_stand_in_the_same_rooms() -> None:
    tests = {path.name for path in Path(__file__).parent.iterdir() if any(path.glob("test_*.py"))}
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert tests - rooms <= {"documents", "packaging", "js", "page", "host"}
    assert rooms - tests == {"literature"}  # its command tests it


ENGINE_ROOMS = (
    *("util", "board", "replays", "inference", "deduction", "screen", "minefields", "formats", "strategy"),
    *("variants", "hints", "reviews", "simulation", "environments", "protocol", "bindings", "wasm"),
)
"""From the ground up: a file includes only files of its own room and of rooms before it. The last
two stand beside the engine."""

PROJECT_FOLDERS = {"engine", "exports", "runtime", *ENGINE_ROOMS}
OUTER_ROOMS = ("bindings/", "wasm/")
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[ \t]*(.*)", re.MULTILINE)


def part_of(path: Path) -> str:
    """The name that a header shares with its source."""
    folder = ENGINE if ENGINE in path.parents else ROOT
    return path.relative_to(folder).with_suffix("").as_posix()


@cache
def cxx_files() -> tuple[Path, ...]:
    return tuple(path for folder in CXX_FOLDERS for path in sorted(folder.rglob("*.[hc]pp")))


def header_behind(file: Path, written: str) -> Path | None:
    """The header of the project that a line includes; None if it is of a library."""
    if quoted := re.match(r'"([^"]*)"', written):
        headers = [folder / quoted[1] for folder in (file.parent, ENGINE) if (folder / quoted[1]).is_file()]
        assert headers, f"{file} includes {written}, which is not there"
        assert ".." not in quoted[1], f"{file} includes {written}: paths begin at engine/, or beside the file"
        return headers[0]
    angled = re.match(r"<([^>]*)>", written)
    assert angled, f"{file} includes {written}, which is neither in quotes nor in angle brackets"
    name = Path(angled[1])
    ours = (
        any(path.match(f"**/{name}") for path in cxx_files() if path.name == name.name)
        or {*name.parts[:-1]} & PROJECT_FOLDERS
    )
    assert not ours, f"{file} includes {written}: headers of the project stand in quotes"
    return None


@cache
def includes() -> dict[str, set[str]]:
    """For each part in C++, a header with its source, the parts that it includes."""
    parts: dict[str, set[str]] = {}
    for path in cxx_files():
        headers = [header_behind(path, line) for line in INCLUDE.findall(path.read_text(encoding="utf-8"))]
        others = {part_of(header) for header in headers if header}
        parts[part_of(path)] = (parts.get(part_of(path), set()) | others) - {part_of(path)}
    return parts


def test_files_include_nothing_above_their_room_or_their_folder() -> None:
    heights = {part: ENGINE_ROOMS.index(part.partition("/")[0]) for part in includes()}
    pairs = [(part, other) for part, others in includes().items() for other in others]
    assert len(pairs) > 300
    assert [(part, other) for part, other in pairs if heights[part] < heights[other]] == []
    folders = [(Path(part).parent, Path(other).parent) for part, other in pairs]
    assert [pair for pair in folders if pair[1] in pair[0].parents] == []


def test_files_are_short_enough_to_keep_in_mind() -> None:
    """Only tables of numbers and what programs write may be longer."""
    endings = {".py", ".pyi", ".cpp", ".hpp", ".js", ".mjs", ".ts", ".css", ".html", ".sh", ".json"}
    folders = ("engine", "src", "page", "js", "bindings", "wasm", "tools", "tests")
    lines = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in endings
    }
    assert len(lines) > 900
    assert {name for name, n in lines.items() if n > 500} == {
        "engine/strategy/scoring/guess_net_weights.hpp",
        "src/sapper/_engine.pyi",
        "page/package-lock.json",
    }
