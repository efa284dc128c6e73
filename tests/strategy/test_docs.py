"""The pages about strategies leave none out, and their Python runs."""

import re
from pathlib import Path

from sapper.literature import ROWS
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

DOCS = Path(__file__).resolve().parents[2] / "docs"
STRATEGIES_PAGE = (DOCS / "strategies.md").read_text(encoding="utf-8")
LITERATURE_PAGE = (DOCS / "research" / "literature.md").read_text(encoding="utf-8")


def test_every_level_and_policy_is_described() -> None:
    deep = {name for name in POLICIES if name.endswith("-two-deep")}
    for name in {*INFERENCE_LEVELS, *POLICIES} - deep:
        assert re.search(rf"^\| .*`{re.escape(name)}`", STRATEGIES_PAGE, re.MULTILINE), name
    for name in deep:
        assert name.removesuffix("-two-deep") in POLICIES
    assert "`-two-deep`" in STRATEGIES_PAGE


def test_every_strategy_with_a_name_is_described() -> None:
    for name in STRATEGIES:
        assert f"`{name}`" in STRATEGIES_PAGE or name.startswith("areas-"), name


def test_the_page_has_every_row_of_the_literature() -> None:
    lines = [line for line in LITERATURE_PAGE.splitlines() if line.startswith("| ")]
    for row in ROWS:
        published = f"{100 * row.published:.2f}"
        assert any(
            f"| {row.source} |" in line and f"`{row.strategy}`" in line and published in line
            for line in lines
        ), row
