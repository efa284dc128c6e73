"""The optional packages: how to install them is said rightly, and what does not need them works without."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest
from support.cases import rest_long
from support.programs import run_program

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


PUBLIC = sorted(
    f"sapper.{path.parent.name}"
    for path in (ROOT / "src/sapper").glob("*/__init__.py")
    if not path.parent.name.startswith("_") and path.parent.name != "web"
)


@pytest.mark.parametrize("module", rest_long(["sapper", "sapper.environments", *PUBLIC]))
def test_help_needs_no_optional_package(module: str) -> None:
    packages = [package for packages in PACKAGES.values() for package in packages]
    run_program(sys.executable, "-c", HELP, module, *packages)
