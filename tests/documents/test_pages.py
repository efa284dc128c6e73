"""The pages as a whole: their links, their lines, and the way to each."""

import re
from pathlib import Path

import pytest
from support.documents import PAGES, ROOT

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
