"""What the pages say runs, exists, and leaves nothing out."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))]
VERBS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_makefile_lists_every_verb() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", page("Makefile"), re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) - {"FORCE"} == VERBS


@pytest.mark.parametrize("name", PAGES)
def test_every_verb_a_page_names_exists(name: str) -> None:
    assert set(re.findall(r"(?:`|^)make ([a-z-]+)", page(name), re.MULTILINE)) <= VERBS


def test_contributing_leaves_out_no_verb_but_help() -> None:
    assert {verb for verb in VERBS if f"`make {verb}`" not in page("CONTRIBUTING.md")} == set()


@pytest.mark.parametrize("name", PAGES)
def test_links_within_the_project_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page(name)):
        assert (ROOT / name).parent.joinpath(target).exists(), target


def test_the_index_of_the_docs_leaves_out_no_page() -> None:
    listed = set(re.findall(r"\]\(([^)]+)\)", page("docs/index.md")))
    assert listed == {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}


@pytest.mark.parametrize("parent", ["engine", "src/sapper"])
def test_the_map_shows_every_folder_of_the_code(parent: str) -> None:
    plan = page("CONTRIBUTING.md").partition("```")[2].partition("```")[0]
    folders = {path.name for path in (ROOT / parent).iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders
    assert {name for name in folders if f"\n  {name}/ " not in plan} == set()


def test_all_that_name_the_oldest_python_agree() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"sys.version_info < ({oldest.replace('.', ', ')})" in page("tools/find_python.sh")
    assert f"install Python {oldest} or newer" in page("tools/find_python.sh")
    assert f"find_package(Python {oldest} REQUIRED" in page("CMakeLists.txt")
    assert f"with Python {oldest} or newer" in page("README.md")
    assert f"Programming Language :: Python :: {oldest}" in project["classifiers"]
