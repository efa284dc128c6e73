"""What figures mean, said where they are printed and in the glossary."""

from pathlib import Path

import pytest

from sapper.draw.captions import MEANINGS, meanings

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


@pytest.mark.parametrize("name", MEANINGS)
def test_the_glossary_has_the_same_words(name: str) -> None:
    assert f"| {name[0].lower() + name[1:] if name not in ('3BV', 'ZiNi') else name} | {MEANINGS[name]}" in (
        GLOSSARY.read_text(encoding="utf-8")
    )


def test_only_figures_that_are_shown_are_explained() -> None:
    assert meanings(["Risk", "Score", "Rule"], 80) == f"Score: {MEANINGS['Score']}."
    assert meanings(["Risk"], 80) == ""
    assert max(map(len, meanings(MEANINGS, 40).splitlines())) <= 40
