"""The pages: their code prints what they show, their tables leave nothing out, and what they name exists."""

import doctest
import importlib
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import fields
from inspect import getmembers, signature
from pathlib import Path
from typing import get_args

import pytest
from support.documents import blocks, run_python
from support.programs import run_program
from support.recordings import avf, mbf
from support.replays import GAME

import sapper
from sapper import BoardMetrics, GameMetrics
from sapper.draw import board_svg
from sapper.draw.palettes import PALETTES
from sapper.formats import FORMATS, kind_name
from sapper.hints.hints import RULES
from sapper.literature import ROWS
from sapper.minefields.generation import GenerateOptions, Method
from sapper.reviews.reviewing import Verdict
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

ROOT = Path(__file__).parents[1]
GUIDES = ROOT / "docs" / "guides"
ALL = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PAGES = [page for page in ALL if blocks(page, "python")]
SESSIONS = [page for page in ALL if blocks(page, "pycon")]
DEEP = "-two-deep"
SLOW = ("simulation", "own-strategy")
NOTEBOOKS = sorted(ROOT.glob("docs/**/*.ipynb"))


@pytest.mark.parametrize(
    "page",
    [pytest.param(x, id=x.stem, marks=[pytest.mark.long] if x.stem in SLOW else []) for x in PAGES],
)
def test_python_prints_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Files that some pages read.
    Path("game.avf").write_bytes(avf(GAME))
    Path("board.mbf").write_bytes(mbf(GAME))
    Path("replays").mkdir()
    Path("replays", "game.avf").write_bytes(avf(GAME))
    run_python(page)


@pytest.mark.parametrize("page", SESSIONS, ids=[page.stem for page in SESSIONS])
def test_sessions_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert result.failed == 0


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_program_in_another_language_prints_what_is_shown(tmp_path: Path) -> None:
    (block,) = blocks(ROOT / "docs" / "embed.md", "js")
    program = tmp_path / "bot.js"
    program.write_text(block.code, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    assert run_program("node", program, env=os.environ | {"PATH": path}).stdout == block.output


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] if path.stem == "learning-agent" else [])
        for path in NOTEBOOKS
    ],
)
def test_every_cell_of_a_notebook_shows_something(path: Path) -> None:
    import nbclient  # slow to import, as the next
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code"), "clear its outputs"
    # On a busy machine the kernel is late. By default nbclient then drops the outputs after four seconds.
    nbclient.NotebookClient(
        notebook, kernel_name="python3", startup_timeout=600, iopub_timeout=600, raise_on_iopub_timeout=True
    ).execute()
    assert all(cell.outputs for cell in notebook.cells if cell.cell_type == "code")
    assert "image/png" in notebook.cells[-1].outputs[-1].data


@pytest.mark.parametrize("page", sorted(GUIDES.glob("*.md")), ids=lambda page: page.stem)
def test_a_guide_is_at_most_two_screens(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= 100


def page_text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def names_of_metrics() -> set[str]:
    names_of_kinds = {name for kind in (BoardMetrics, GameMetrics) for name, _ in getmembers(kind)}
    names_of_kinds |= {*BoardMetrics.__annotations__, *GameMetrics.__annotations__}
    public = {name for name in names_of_kinds if not name.startswith("_")}
    return public - {"board", "minefield", "to_arrow", "to_dict"}


def names_in_reviews() -> set[str]:
    """The verdicts, the parts of reviews and of reports over them, and their plain values."""
    player = sapper.Strategy("single+random")
    reviews = [sapper.review(player.play(sapper.Game("beginner", seed=seed))) for seed in range(20)]
    plain, report = reviews[0].to_dict(), sapper.player_report(reviews).to_dict()
    values = {*plain, *plain["moves"][0], *report, *report["missed"][0], *report["worst"][0]}
    kinds = (sapper.ReviewedMove, sapper.ReviewedGame, sapper.MissedRule)
    parts = {field.name for kind in kinds for field in fields(kind) if field.repr}
    return {*get_args(Verdict), *values, *parts} - {"action"}


@pytest.mark.parametrize(
    ("page", "in_tables", "names"),
    [
        ("strategies.md", True, lambda: {*INFERENCE_LEVELS, *(name.removesuffix(DEEP) for name in POLICIES)}),
        ("strategies.md", False, lambda: {DEEP, *(name for name in STRATEGIES if "areas-" not in name)}),
        ("pictures.md", False, lambda: {*signature(board_svg).parameters, *PALETTES} - {"position"}),
        ("metrics.md", True, names_of_metrics),
        ("fair-boards.md", False, lambda: {*GenerateOptions.__annotations__, *RULES, *get_args(Method)}),
        ("review.md", False, names_in_reviews),
    ],
)
def test_every_name_is_described(page: str, in_tables: bool, names: Callable[[], set[str]]) -> None:
    lines = [line for line in page_text(page).splitlines() if line.startswith("|") or not in_tables]
    assert names() - set(re.findall(r"`\"?([\w@+-]+)(?:\([^)`]*\))?\"?`", "\n".join(lines))) == set()


def test_the_page_of_the_literature_has_every_row() -> None:
    lines = [line for line in page_text("research/literature.md").splitlines() if line.startswith("| ")]
    for row in ROWS:
        percentage = f"{100 * row.published:.2f}"
        assert any(
            f"| {row.source} |" in line and f"`{row.strategy}`" in line and percentage in line
            for line in lines
        ), row


def test_the_table_of_formats_has_every_format_as_it_is() -> None:
    pattern = r"^\| `(.*?)` \| (.*?) \| (.*?) \| (.*?) \|(.*?)\|$"
    rows = re.findall(pattern, page_text("formats.md"), re.MULTILINE)
    assert [name for name, *_ in rows] == list(FORMATS)
    for name, holds, is_read, is_written, endings in rows:
        format = FORMATS[name]
        assert holds == " or ".join(f"a {kind_name(kind)}" for kind in format.kinds)
        assert is_read == "yes"
        assert is_written == ("no" if format.write is None else "yes")
        assert tuple(re.findall(r"`(.*?)`", endings)) == format.suffixes


PATHS = re.compile(r"`((?:src|engine|bindings|page|js|wasm|tests|tools|benchmarks|examples|docs)/[\w./-]+)`")
MODULE_NAME = re.compile(r"`(sapper(?:\.[a-z_]\w*)+)`")


def test_every_file_and_module_that_a_page_names_exists() -> None:
    for page in ALL:
        text = page.read_text(encoding="utf-8")
        for path in PATHS.findall(text):
            assert (ROOT / path).exists() or any(ROOT.glob(f"{path}.*")), (page, path)
        for name in MODULE_NAME.findall(text):
            assert exists(name), (page, name)


def exists(name: str) -> bool:
    """Whether there is such a module, or such a name in a module or in a class."""
    module, thing = name, None
    names: list[str] = []
    while thing is None:
        try:
            thing = importlib.import_module(module)
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            names.insert(0, last)
    for each in names:
        fields = getattr(thing, "__dataclass_fields__", {})
        if not hasattr(thing, each):
            return each in fields or each in getattr(thing, "__annotations__", {})
        thing = getattr(thing, each)
    return True


@pytest.mark.long
def test_the_page_of_the_benchmark_has_the_scores_that_its_command_prints(tmp_path: Path) -> None:
    rows = re.findall(
        r"^\| `?([\w-]+)`? \|.*?\| ([-\d.]+) \| ([-\d.]+) \|$", page_text("research/language-models.md"), re.M
    )
    for column, anchor in enumerate(("random", "rules")):
        command = [sys.executable, "-m", "sapper", "bench-llm", "--anchor", anchor]
        output = run_program(*command, cwd=tmp_path).stdout
        scores = dict(re.findall(r"^([\w-]+) +(-?[\d.]+) %", output, re.M))
        assert {name: row[column] for name, *row in rows} == {"all": scores.pop("score"), **scores}
