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


BOARDS = [
    pytest.param(board, id=f"{lesson['id']}-{number}")
    for lesson in LESSONS
    for number, board in enumerate(lesson["boards"], 1)
]


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_an_answer_and_its_reasons_are_numbers(board: dict[str, Any]) -> None:
    rows = board["rows"]
    position = library.Position(
        [[-1 if sign == "." else int(sign) for sign in row] for row in rows], board["mines"]
    )
    analysis = library.analyse(position)
    if board["ask"] == "best":
        assert analysis.safe == []
        assert 0 < analysis.best_risk < 1
    else:
        assert analysis.safe if board["ask"] == "safe" else analysis.mines
    assert all(rows[row][column] not in ".0" for row, column in board["reasons"])


def press_cell(sapper: Sapper, cell: int) -> None:
    """Clicks a hidden cell of the lesson on the screen, by its number."""
    columns = int(sapper.board.get_attribute("aria-colcount") or "0")
    sapper.board.scroll_into_view_if_needed()
    sapper.click(cell // columns, cell % columns)


def test_a_lesson_is_taken_and_its_progress_is_kept(sapper: Sapper) -> None:
    page = sapper.page
    sapper.show("learn")
    answer = page.locator(".answer")
    for number, (wrong, right) in enumerate([(11, 2), (None, 4), (None, 7)], 1):
        expect(page.locator(".task")).to_contain_text(f"Board {number} of 3.")
        if wrong is not None:
            press_cell(sapper, wrong)
            expect(answer).to_contain_text("Not that one")
        press_cell(sapper, right)
        expect(answer).to_contain_text("Right.")
        first = page.locator(".lesson-entry").first
        expect(first).to_contain_text(f"{number} of 3")
        if number < 3:
            page.get_by_role("button", name="Next board").click()
    expect(page.locator("[role=gridcell]", has_text="certainly a mine")).to_have_count(1)
    page.get_by_role("button", name="Next lesson").click()
    expect(page.locator(".lesson h2")).to_have_text(LESSONS[1]["title"])
    # The answer can be looked up, but a board counts only when it is solved. Keys do what clicks do.
    page.get_by_role("button", name="Show the answer").click()
    expect(answer).to_have_text(LESSONS[1]["boards"][0]["why"])
    expect(page.locator(".lesson-entry").nth(1)).to_contain_text("0 of 3")
    page.get_by_role("button", name="Next board").click()
    sapper.board.focus()
    sapper.press("ArrowRight", "End", "Enter")
    expect(answer).to_contain_text("Right.")
    expect(page.locator(".lesson-entry").nth(1)).to_contain_text("1 of 3")
    page.reload()
    expect(page.locator(".lesson h2")).to_have_text(LESSONS[1]["title"])
    expect(page.locator(".task")).to_contain_text("Board 1 of 3.")
    expect(page.locator(".lesson-entry").first).to_contain_text("3 of 3")
