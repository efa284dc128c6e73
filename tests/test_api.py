"""The package as its users import it: every name is there, and nothing slow or optional is needed for it."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from inspect import isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.cases import rest_long
from support.programs import run_program

import sapper
import sapper.draw
import sapper.formats
import sapper.simulation
import sapper.strategy

WORD = re.compile(r"\b[A-Z]\w+")
PUBLIC = dir(sapper)  # `__all__`, which type checkers do not know
TYPES_OF_OTHERS = {"Any", "ArrayLike", "CellT", "CellT_co", "Mapping", "NDArray", "None"}
NOT_FOR_OVERRIDES = {"RulesLike", "TopologyName"}  # only callers of `choose` and `beliefs` give them


def test_the_help_names_what_to_call() -> None:
    assert sapper.__doc__
    table = sapper.__doc__.partition("What to call:\n\n")[2].partition("\n\n")[0]
    names = {name for line in table.splitlines() for name in re.findall(r"\w+", line.split("  ")[2])}
    assert names <= set(PUBLIC)
    assert {name for name in PUBLIC if isfunction(getattr(sapper, name))} - names == {
        "player_report",
        "compare_replays",
    }


@pytest.mark.parametrize("module", [sapper, sapper.draw, sapper.formats, sapper.simulation])
def test_editors_find_every_name(module: ModuleType) -> None:
    """Jedi offers the names that a stub imports `as` themselves. It does not read `__all__`."""
    stub = ast.parse(Path(str(module.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    names_imported = [name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names]
    assert sorted(name.name for name in names_imported if name.asname == name.name) == sorted(module.__all__)


def test_no_two_public_things_have_one_name() -> None:
    modules = [sapper, sapper.simulation, sapper.literature, sapper.formats, sapper.strategy]
    for name in {name for module in modules for name in module.__all__}:
        assert len({id(getattr(module, name)) for module in modules if name in module.__all__}) == 1, name


def test_what_a_strategy_of_ones_own_needs_is_public() -> None:
    """All types that the methods of a subclass are given or return, and what those are made of."""
    methods = [getattr(sapper.Strategy, name) for name in ("begin", "observe", "choose", "beliefs")]
    things = [*methods, sapper.Beliefs, sapper.Choice, sapper.Statement]
    words = {word for each in things for text in each.__annotations__.values() for word in WORD.findall(text)}
    assert words > {"Beliefs", "Statement", "Choice", "Board"}
    assert words - TYPES_OF_OTHERS - NOT_FOR_OVERRIDES <= set(PUBLIC)


def test_importing_the_package_imports_nothing_that_is_slow() -> None:
    slow = {"numpy", "lazy_loader", "sapper.board"}
    code = f"import sapper, sys; sys.exit(not {slow}.isdisjoint(sys.modules))"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("analyze", "analyse"), ("Postion", "Position"), ("game", "Game"), ("analyse_mny", "analyse_many")],
)
def test_the_nearest_name_is_suggested(name: str, nearest: str) -> None:
    with pytest.raises(AttributeError, match=f"'sapper' has no attribute '{name}': did you mean '{nearest}'"):
        getattr(sapper, name)
    assert not hasattr(sapper, "__path_of_nothing__")
    assert not hasattr(sapper, "zzzzzz")


def test_the_version_is_that_of_the_package() -> None:
    assert sapper.__version__ == version("sapper")


def functions_of_a_position() -> dict[str, Any]:
    """Everything public that takes a position and a number of mines, besides what makes positions."""
    strategy = sapper.Strategy("fast")
    public = {name: getattr(sapper, name) for name in PUBLIC}
    functions: dict[str, Any] = {name: each for name, each in public.items() if isfunction(each)}
    functions |= {"Inference": sapper.Inference, "choose": strategy.choose, "beliefs": strategy.beliefs}
    beginnings = (["position", "mines"], ["positions", "mines"])
    return {n: each for n, each in functions.items() if list(signature(each).parameters)[:2] in beginnings}


GRAMMAR = ("mines", "mines_left", "topology", "rules", "trust_flags")


@pytest.mark.parametrize("name", functions_of_a_position())
def test_a_function_of_a_position_takes_its_arguments_as_all_others_do(name: str) -> None:
    functions = functions_of_a_position()
    assert len(functions) == 10
    function = functions[name]
    names = list(signature(function).parameters)[1:]
    without_rules = {"Inference", "count_solutions"}  # no first click changes what they answer
    grammar = [each for each in GRAMMAR if each != "rules" or name not in without_rules]
    assert names[: len(grammar)] == grammar
    if name != "Inference":  # its methods take time, not the making of it
        assert names[-2:] == ["time_limit", "cancel"]
    text = "1F\n??\n??"
    many = name.endswith("_many")
    answers = [
        function([text] if many else text, **{count: mines}, trust_flags=True)
        for count, mines in (("mines", 2), ("mines_left", 1))
    ]
    first, second = [(x.position, x.mine_probability) if name == "Inference" else x for x in answers]
    assert str(first) == str(second)


ROOT = Path(__file__).parents[1]

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
PACKAGES = {
    "gym": ["gymnasium"],
    "play": ["textual"],
    "web": ["websockets"],
    "mcp": ["mcp", "pydantic"],
    "llm": ["openai"],
    "parquet": ["pyarrow"],
    "plots": ["matplotlib"],
    "screen": ["PIL"],
    "png": ["resvg_py"],
    "bot": ["mss", "pynput", "pyte"],
    "cluster": ["distributed", "dask"],
}
"""What each extra brings, as Python imports it."""

HELP = """
import sys, pydoc
for blocked in sys.argv[2:]:
    sys.modules[blocked] = None
import sapper, importlib
module = importlib.import_module(sys.argv[1])
assert pydoc.render_doc(module)
"""


def test_every_error_about_a_missing_package_names_an_extra() -> None:
    extras = []
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for call in ast.walk(ast.parse(text)) if "importing(" in text else ():
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "importing":
                extra = call.args[0]
                assert isinstance(extra, ast.Constant), path
                extras.append(extra.value)
    assert len(extras) > 10
    assert set(extras) <= set(EXTRAS)


PACKAGES_FOR_USERS = sorted(
    f"sapper.{path.parent.name}"
    for path in (ROOT / "src/sapper").glob("*/__init__.py")
    if not path.parent.name.startswith("_") and path.parent.name != "web"
)


@pytest.mark.parametrize("module", rest_long(["sapper", "sapper.environments", *PACKAGES_FOR_USERS]))
def test_help_needs_no_optional_package(module: str) -> None:
    packages = [package for packages in PACKAGES.values() for package in packages]
    run_program(sys.executable, "-c", HELP, module, *packages)
