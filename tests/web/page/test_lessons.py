"""The lessons are true: what they call safe, mined or least risky is."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from support.pages import Sapper

import sapper as library
import sapper.web

LESSONS: list[dict[str, Any]] = json.loads(
    (Path(sapper.web.__file__).parent / "static/learn/lessons.json").read_text()
)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["title"])
def test_a_lesson_has_an_answer_and_its_reasons_are_numbers(lesson: dict[str, Any]) -> None:
    rows = lesson["rows"]
    position = library.Position(
        [[-1 if sign == "." else int(sign) for sign in row] for row in rows], lesson["mines"]
    )
    analysis = library.analyse(position)
    if lesson["ask"] == "best":
        assert analysis.safe == []
        assert 0 < analysis.best_risk < 1
    else:
        assert analysis.safe if lesson["ask"] == "safe" else analysis.mines
    assert all(rows[row][column] not in ".0" for row, column in lesson["reasons"])


def test_a_lesson_is_taken(sapper: Sapper) -> None:
    sapper.show("learn")
    lesson = sapper.page.locator(".lesson").nth(2)
    board = lesson.locator(".board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    width = box["width"] / 6
    sapper.page.mouse.click(box["x"] + width * 1.5, box["y"] + 8)
    expect(lesson.locator(".answer")).to_contain_text("Not that one")
    sapper.page.mouse.click(box["x"] + width * 2.5, box["y"] + 8)
    expect(lesson.locator(".answer")).to_contain_text("Right.")
    expect(lesson.locator("[role=gridcell]").first).to_contain_text("certainly safe")
