"""What the pages say runs, exists, and leaves nothing out."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")])
PAGES = [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *DOCS) if path.suffix == ".md"]
VERBS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_makefile_lists_every_verb() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", page("Makefile"), re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) - {"FORCE"} == VERBS


def test_every_verb_a_page_names_exists() -> None:
    for name in PAGES:
        assert set(re.findall(r"(?:`|^)make ([a-z-]+)", page(name), re.MULTILINE)) <= VERBS, name


def test_contributing_leaves_out_no_verb_but_help() -> None:
    assert {verb for verb in VERBS if f"`make {verb}`" not in page("CONTRIBUTING.md")} == set()


def test_links_within_the_project_lead_somewhere() -> None:
    for name in PAGES:
        for target, _, title in re.findall(r"\]\((?!https?:)([^)#]*)(#([^)]*))?\)", page(name)):
            path = (ROOT / name).parent / target if target else ROOT / name
            assert path.exists(), (name, target)
            assert not title or path.suffix != ".md" or title in anchors(path), (name, target, title)


def test_scripts_and_pages_import_names_that_exist() -> None:
    """Type checkers see the imports of Python files alone."""
    imports = {
        pair
        for folder in (".ci", ".github", "docs", "examples", "tools", "Makefile", "README.md")
        for path in ((ROOT / folder).rglob("*") if (ROOT / folder).is_dir() else [ROOT / folder])
        if path.suffix in {"", ".md", ".ipynb", ".sh", ".yml"} and path.is_file()
        for pair in re.findall(r"\bfrom (sapper[\w.]*) import (\w+)", path.read_text(encoding="utf-8"))
    }
    assert ("sapper.serve.page_server", "page_folder") in imports
    assert {pair for pair in imports if not hasattr(importlib.import_module(pair[0]), pair[1])} == set()


def test_prose_wraps_at_120() -> None:
    for name in PAGES:
        prose = re.sub(r"^```.*?^```", "", page(name), flags=re.MULTILINE | re.DOTALL)
        long = [line for line in prose.splitlines() if len(line) > 120 and not re.match(r"\||!\[|\S+$", line)]
        assert long == [], name


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub and the site give to the titles of a page."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_indices_of_the_docs_leave_out_no_page() -> None:
    """The navigation of the site is made from them."""
    entries = {ROOT / "docs" / "index.md"}
    for index in (path for path in DOCS if path.name == "index.md"):
        links = re.findall(r"^[-|] \[[^\]]+\]\(([^)]+)\)", index.read_text(encoding="utf-8"), re.MULTILINE)
        entries.update((index.parent / link).resolve() for link in links)
    assert set(DOCS) - entries == set()


@pytest.mark.parametrize("parent", ["engine", "src/sapper"])
def test_the_map_shows_every_folder_of_the_code(parent: str) -> None:
    plan = page("docs/architecture.md").partition("## The map of folders")[2].split("```")[1]
    folders = {path.name for path in (ROOT / parent).iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders
    assert {name for name in folders if f"\n  {name}/ " not in plan} == set()


def test_all_places_that_name_the_oldest_python_agree() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"sys.version_info < ({oldest.replace('.', ', ')})" in page("tools/install/find_python.sh")
    assert f"install Python {oldest} or newer" in page("tools/install/find_python.sh")
    assert f"find_package(Python {oldest} REQUIRED" in page("CMakeLists.txt")
    assert f"with Python {oldest} or newer" in page("README.md")
    assert f"Programming Language :: Python :: {oldest}" in project["classifiers"]


def test_the_citation_says_what_the_package_says() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    fields = dict(re.findall(r"^([a-z]+): *\"?(.*?)\"?$", page("CITATION.cff"), re.MULTILINE))
    assert fields["title"].lower() == project["name"]
    assert (fields["version"], fields["license"]) == (project["version"], project["license"])
    assert fields["abstract"] == project["description"]
    assert fields["keywords"].strip("[]").split(", ") == project["keywords"]
    assert [f"name: {author['name']}" in page("CITATION.cff") for author in project["authors"]] == [True]


FOR_CONTRIBUTORS = {"test", "learn", "docs", "wasm", "site", "bench", "dev"}


def test_the_licence_of_every_package_that_users_get_is_there() -> None:
    text = page("docs/extras.md")
    project = tomllib.loads(page("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)", text, re.MULTILINE))
    assert set(rows) == set(extras) - FOR_CONTRIBUTORS
    assert packages_of(project["dependencies"], extras) <= set(re.findall(r"`(\w+)`", text.partition("|")[0]))
    for extra, row in rows.items():
        assert packages_of(extras[extra], extras) <= set(re.findall(r"`(\w+)`", row)), extra


def packages_of(needs: list[str], extras: dict[str, list[str]]) -> set[str]:
    """The packages that are needed, those of other extras included."""
    names = set()
    for need in needs:
        name, _, inner = need.partition(">")[0].rstrip("]").partition("[")
        names |= {name} if not inner else packages_of(extras[inner], extras)
    return names
