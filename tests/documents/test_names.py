"""The pages leave out nothing that they list, name nothing that does not exist, and links lead somewhere."""

import importlib
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import fields
from inspect import getmembers, signature
from pathlib import Path
from typing import Any, get_args

import click
import pytest
from pyarrow import parquet
from support.command_line import command_line
from support.documents import PAGES, ROOT, page_text
from support.programs import run_program

import sapper
from sapper import BoardMetrics, GameMetrics
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as command
from sapper.cli.shared.exit_codes import ExitCode
from sapper.draw import board_svg
from sapper.draw.captions import MEANINGS
from sapper.draw.palettes import PALETTES
from sapper.formats import FORMATS, kind_name
from sapper.hints.hints import RULES
from sapper.literature import ROWS
from sapper.minefields.generation import GenerateOptions, Method
from sapper.reviews.reviewing import Verdict
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
VERBS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
DEEP = "-two-deep"
FOR_CONTRIBUTORS = {"test", "learn", "docs", "wasm", "site", "bench", "dev"}


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


def names_in_reports() -> set[str]:
    report = sapper.simulate("beginner", "fast", games=20).to_dict()
    parts = [
        report,
        report["configuration"],
        report["timing"],
        report["by_guesses"][0],
        report["calibration"][0],
    ]
    return set().union(*parts)


def names_in_comparisons() -> set[str]:
    comparison = sapper.compare("fast", "exact+first", "beginner", games=20).to_dict()
    return {*comparison, *comparison["pairs"]}


def names_in_optima() -> set[str]:
    return set(json.loads(command_line("optimum", "-r", 3, "-c", 3, "-m", 1, "--json").stdout))


def columns_of_games() -> set[str]:
    with tempfile.TemporaryDirectory() as folder:
        sapper.simulate("beginner", "fast", games=2, games_folder=folder)
        tables = [parquet.read_table(Path(folder) / name) for name in ("games", "timings")]
        return {name for table in tables for name in table.column_names}


def folders_of_the_code() -> set[str]:
    paths = [path for parent in ("engine", "src/sapper") for path in (ROOT / parent).iterdir()]
    return {path.name for path in paths if path.is_dir()} - {"__pycache__"}


CODE = r"`\"?([\w@+-]+)(?:\([^)`]*\))?\"?`"
FIRST = r"(?m)^\| `(\w+)` \|"


@pytest.mark.parametrize(
    ("page", "title", "pattern", "names"),
    [
        ("strategies.md", "", CODE, lambda: {DEEP, *(name for name in STRATEGIES if "areas-" not in name)}),
        ("pictures.md", "", CODE, lambda: {*signature(board_svg).parameters, *PALETTES} - {"position"}),
        ("fair-boards.md", "", CODE, lambda: {*GenerateOptions.__annotations__, *RULES, *get_args(Method)}),
        ("review.md", "", CODE, names_in_reviews),
        ("simulation.md", "", CODE, columns_of_games),
        ("json.md", "## A report", CODE, names_in_reports),
        ("json.md", "## A comparison", CODE, names_in_comparisons),
        ("json.md", "## An optimum", CODE, names_in_optima),
        ("cli.md", "", r"\[`sapper ([\w-]+)`\]\(#sapper-\1\)", lambda: COMMANDS),
        ("cli.md", "## Topologies", FIRST, lambda: TOPOLOGY_NAMES),
        ("cli.md", "## Exit codes", r"(?m)^\| (\d+) \|", lambda: {str(code.value) for code in ExitCode}),
        ("extras.md", "", FIRST, lambda: EXTRAS.keys() - FOR_CONTRIBUTORS),
        ("architecture.md", "## The map of folders", r"\n  (\w+)/ ", folders_of_the_code),
        ("../CONTRIBUTING.md", "", r"`make ([a-z-]+)", lambda: VERBS),
    ],
)  # fmt: skip
def test_nothing_is_left_out(page: str, title: str, pattern: str, names: Callable[[], Iterable[str]]) -> None:
    wanted, named = {*names()}, re.findall(pattern, page_text(page, title))
    assert wanted
    assert wanted - {*named} == set()
    if title in ("## Topologies", "## Exit codes"):  # tables of these alone
        assert sorted(wanted) == sorted(named)


def test_tables_have_the_inference_levels_policies_and_metrics() -> None:
    levels = {*INFERENCE_LEVELS, *(name.removesuffix(DEEP) for name in POLICIES)}
    for page, names in (("strategies.md", levels), ("metrics.md", names_of_metrics())):
        rows = "\n".join(line for line in page_text(page).splitlines() if line.startswith("|"))
        assert names - {*re.findall(CODE, rows)} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_part_about_a_command_names_no_option_that_is_not_there(name: str) -> None:
    it = command.get_command(click.Context(command), name)
    assert it
    text = page_text("cli.md", f"## sapper {name}")
    # The site shows the options below this line.
    assert not it.params or f"\n`sapper {name} --help` lists the options.\n" in text
    assert {*re.findall(r"`(--[a-z-]+)", text)} <= {option for each in it.params for option in each.opts}


@pytest.mark.parametrize("figure", MEANINGS)
def test_the_glossary_has_the_words_below_figures(figure: str) -> None:
    term = figure if figure in ("3BV", "ZiNi") else figure[0].lower() + figure[1:]
    assert f"| {term} | {MEANINGS[figure]}" in page_text("glossary.md")


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


def test_the_licence_of_every_package_that_users_get_is_there() -> None:
    text = page_text("extras.md")
    assert packages_of(PROJECT["dependencies"]) <= {*re.findall(r"`(\w+)`", text.partition("|")[0])}
    for extra, row in re.findall(r"^\| `(\w+)` \|(.*)", text, re.MULTILINE):
        assert packages_of(EXTRAS[extra]) <= {*re.findall(r"`(\w+)`", row)}, extra


def packages_of(needs: list[str]) -> set[str]:
    """The packages that are needed, those of other extras included."""
    names = set()
    for need in needs:
        name, _, inner = need.partition(">")[0].rstrip("]").partition("[")
        names |= {name} if not inner else packages_of(EXTRAS[inner])
    return names


@pytest.mark.long
def test_the_page_of_the_benchmark_has_the_scores_that_its_command_prints(tmp_path: Path) -> None:
    rows = re.findall(
        r"^\| `?([\w-]+)`? \|.*?\| ([-\d.]+) \| ([-\d.]+) \|$", page_text("research/language-models.md"), re.M
    )
    for column, anchor in enumerate(("random", "rules")):
        arguments = [sys.executable, "-m", "sapper", "bench-llm", "--anchor", anchor]
        output = run_program(*arguments, cwd=tmp_path).stdout
        scores = dict(re.findall(r"^([\w-]+) +(-?[\d.]+) %", output, re.M))
        assert {name: row[column] for name, *row in rows} == {"all": scores.pop("score"), **scores}


def file_exists(path: str) -> bool:
    return (ROOT / path).exists() or any(ROOT.glob(f"{path}.*"))


def name_exists(name: str) -> bool:
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
        members = getattr(thing, "__dataclass_fields__", {})
        if not hasattr(thing, each):
            return each in members or each in getattr(thing, "__annotations__", {})
        thing = getattr(thing, each)
    return True


def import_exists(names: tuple[str, str]) -> bool:
    return hasattr(importlib.import_module(names[0]), names[1])


TOP_FOLDERS = (
    "src", "engine", "bindings", "page", "js", "wasm", "tests", "tools", "benchmarks", "examples", "docs"
)  # fmt: skip
FOLDERS = (".ci", ".github", "docs", "examples", "src", "tools")
IN_FOLDERS = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
TEXTS = [path for path in IN_FOLDERS if path.suffix in {".md", ".ipynb", ".sh", ".yml", ".py", ""}]
FILES = [*PAGES, ROOT / "Makefile", *TEXTS]
OTHER_FILES = [
    path for path in FILES if path.suffix != ".py"
]  # type checkers see the imports of Python files


@pytest.mark.parametrize(
    ("pattern", "exists", "files"),
    [
        (rf"`((?:{'|'.join(TOP_FOLDERS)})/[\w./-]+)`", file_exists, PAGES),
        (r"`(sapper(?:\.[a-z_]\w*)+)`", name_exists, PAGES),
        (r"\bfrom (sapper[\w.]*) import (\w+)", import_exists, OTHER_FILES),
        (r"sapper\[([^\]{}]*)\]", lambda names: {*re.split(r",\s*", names)} <= {*EXTRAS}, FILES),
        (r"(?m)(?:`|^)make ([a-z-]+)", VERBS.__contains__, PAGES),
    ],
    ids=["files", "modules", "imports", "extras", "make"],
)  # fmt: skip
def test_what_is_named_exists(pattern: str, exists: Callable[[Any], bool], files: list[Path]) -> None:
    named = {name for path in files for name in re.findall(pattern, path.read_text(encoding="utf-8"))}
    assert len(named) > 5
    assert [name for name in named if not exists(name)] == []


DOCS = sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")])
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def test_links_within_the_project_lead_somewhere() -> None:
    for page in PAGES:
        for target, _, title in re.findall(r"\]\((?!https?:)([^)#]*)(#([^)]*))?\)", page.read_text("utf-8")):
            path = page.parent / target if target else page
            assert path.exists(), (page, target)
            assert not title or path.suffix != ".md" or title in anchors(path), (page, target, title)


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub and the site give to the titles of a page."""
    titles = re.findall(r"^#+ (.*)$", BLOCK.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_prose_wraps_at_120() -> None:
    for page in PAGES:
        lines = BLOCK.sub("", page.read_text(encoding="utf-8")).splitlines()
        assert [line for line in lines if len(line) > 120 and not re.match(r"\||!\[|\S+$", line)] == [], page


@pytest.mark.parametrize("page", sorted((ROOT / "docs/guides").glob("*.md")), ids=lambda page: page.stem)
def test_a_guide_is_at_most_two_screens(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= 100


def test_the_indices_of_the_docs_leave_out_no_page() -> None:
    """The navigation of the site is made from them."""
    entries = {ROOT / "docs" / "index.md"}
    for index in (path for path in DOCS if path.name == "index.md"):
        links = re.findall(r"^[-|] \[[^\]]+\]\(([^)]+)\)", index.read_text(encoding="utf-8"), re.MULTILINE)
        entries.update((index.parent / link).resolve() for link in links)
    assert set(DOCS) - entries == set()
