"""The lessons are true, and puzzles are those of the library."""

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect
from support.pages import NEXT_FRAMES, Sapper, drop

import sapper as library
from sapper import formats
from sapper.board.marks import HIDDEN

LESSONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "page" / "learn" / "lessons.json").read_text(encoding="utf-8")
)


BOARDS = [
    pytest.param(board, id=f"{lesson['id']}-{number}")
    for lesson in LESSONS
    for number, board in enumerate(lesson["boards"], 1)
]


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_an_answer_and_its_reasons_are_numbers(board: dict[str, Any]) -> None:
    rows = board["rows"]
    position = library.Position([[-1 if c == "." else int(c) for c in row] for row in rows], board["mines"])
    analysis = library.analyse(position)
    if board["ask"] == "best":
        assert analysis.safe == []
        assert 0 < analysis.safest_risk < 1
    else:
        assert analysis.safe if board["ask"] == "safe" else analysis.mines
    assert all(rows[row][column] not in ".0" for row, column in board["reasons"])


def press_cell(sapper: Sapper, cell: int) -> None:
    """Clicks a hidden cell of the lesson on the screen, by its number."""
    columns = int(sapper.board.get_attribute("aria-colcount") or "0")
    sapper.board.scroll_into_view_if_needed()
    sapper.click(cell // columns, cell % columns)


def test_the_board_of_a_lesson_is_drawn_whole_without_motion(sapper: Sapper) -> None:
    sapper.page.emulate_media(reduced_motion="reduce")
    sapper.show("learn")
    expect(sapper.board).to_have_attribute("aria-colcount", "4")
    sapper.page.evaluate(NEXT_FRAMES)
    board, picture = sapper.board.bounding_box(), sapper.board.locator("canvas").bounding_box()
    sapper.page.emulate_media(reduced_motion=None)
    assert picture == board


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
        expect(page.locator(".lesson-entry").first).to_contain_text(f"{number} of 3")
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


def archive(mines: list[int], cells: list[int]) -> bytes:
    """An archive with a lost game that counts, on a board of one row."""
    game = library.Minefield([(0, cell) for cell in mines], library.Topology.square(1, 8)).game()
    for cell in cells:
        game.open(0, cell)
    end = 1_780_000_001_000
    line: dict[str, Any] = {
        "file": "a.rawvf", "game": "a", "first_click": "safe", "guessing": "free", "status": "lost",
        "result": "lost", "counts_not": [], "fair": {"method": "uniform", "mine_count": True, "rule": None},
        **dict.fromkeys(("seed", "start", "daily", "first", "guess")),
    }  # fmt: skip
    times = {"elapsed_ms": 900, "started_at": end - 1000, "ended_at": end, "result_at": end}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as target:
        target.writestr("a.rawvf", formats.render(library.Replay.from_game(game), "rawvf"))
        target.writestr("games.jsonl", json.dumps(line | times) + "\n{")
    return content.getvalue()


def test_a_mistake_becomes_a_puzzle_that_stays_solved(sapper: Sapper) -> None:
    page = sapper.page
    sapper.show("learn=puzzles")
    expect(page.locator(".lesson")).to_contain_text("There are no puzzles yet")
    sapper.show("statistics")
    # The 1 beside the second cell has its mine, so the fourth is safe. The player took the last.
    content = archive([1, 7], [0, 2, 7])
    for words in ("1 game added. 0 games were here already.", "0 games added. 1 game was here already."):
        page.locator(".statistics > input[type=file]").set_input_files(
            {"name": "games.zip", "mimeType": "application/zip", "buffer": content}
        )
        expect(page.locator(".imported")).to_contain_text(words)
        expect(page.locator(".imported")).to_contain_text("1 damaged entry was left out:games.jsonl, line 2")
    expect(page.locator(".statistics .card")).to_contain_text("0 of 1 game won, 1 lost")
    sapper.show("review=report")
    page.get_by_role("link", name="Practise these as puzzles").click()
    expect(page.locator(".task")).to_have_text("Puzzle 1 of 1. Choose a cell that is certainly safe.")
    answer = page.locator(".answer")
    press_cell(sapper, 7)
    expect(answer).to_contain_text("Not that one")
    press_cell(sapper, 3)
    expect(answer).to_contain_text("Right. ")
    expect(answer).to_contain_text("row 1, column 4 is safe.")
    expect(answer).to_contain_text("You opened row 1, column 8, at a risk of 25.00 %.")
    own = page.locator(".lesson-entry", has_text="Puzzles")
    expect(own).to_have_text("Puzzles from your games1 of 1")
    sapper.until(lambda: sapper.keeps("puzzles"))
    page.reload()
    expect(own).to_have_text("Puzzles from your games1 of 1")
    answer = page.locator(".answer")
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("link", name="See it in Review.").click()
    expect(page.locator(".place")).to_have_text("Move 3 of 3")


def answers_to(sapper: Sapper, seed: int) -> tuple[list[int], list[int]]:
    """The right and the wrong cells of a position to train on."""
    exercise = sapper.ask("exercise", seed=str(seed))
    marks = np.array(exercise["marks"]).reshape(9, 9)
    analysis = library.analyse(library.Position(marks, mines=17))
    right = {"safe": analysis.safe, "mine": analysis.mines}[exercise["ask"]]
    hidden = np.argwhere(marks == -1).tolist()
    cells = [9 * row + column for row, column in hidden]
    return [x for x in cells if divmod(x, 9) in right], [x for x in cells if divmod(x, 9) not in right]


def test_a_round_against_the_clock_counts_what_was_missed_and_brings_it_again(sapper: Sapper) -> None:
    page = sapper.page
    sapper.show("learn=clock")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".task")).to_contain_text("Position 1 of 10.")
    for number in range(1, 11):
        expect(page.locator(".task")).to_contain_text(f"Position {number} of 10.")
        page.get_by_role("button", name="Show the answer").click()
        page.get_by_role("button", name="Next position" if number < 10 else "Result").click()
    expect(page.locator(".lesson-idea")).to_contain_text(
        re.compile(r"^10 positions in [5-9]\d\.\d\d s\. You missed 10 positions: 5 s each")
    )
    expect(page.locator(".lesson-entry", has_text="Against the clock")).to_contain_text("best ")
    sapper.show("learn=again")
    expect(page.locator(".lesson-idea")).to_contain_text("10 positions come again, the next one at ")


def test_what_was_missed_comes_again_later_each_time_that_it_is_right(sapper: Sapper) -> None:
    page = sapper.page
    sapper.prefer(missed=[["seed.1", 1, 0], ["seed.2", 4, 1], ["corners.1", 0, 2]])

    def due() -> dict[str, tuple[int, float]]:
        """How often each was right, and in how many days it comes again."""
        entries, now = page.evaluate(
            "[JSON.parse(localStorage.getItem('sapper-settings')).missed, Date.now()]"
        )
        return {name: (right, round((at - now) / 86_400_000, 1)) for name, right, at in entries}

    sapper.show("learn=again")
    expect(page.locator(".lesson-entry", has_text="What you missed")).to_contain_text("3 due")
    task = page.locator(".task")
    for number, seed in enumerate((1, 2), 1):
        expect(task).to_contain_text(f"Number {number} of 3.")
        right, _ = answers_to(sapper, seed)
        press_cell(sapper, right[0])
        expect(page.locator(".answer")).to_contain_text("Right. ")
        page.get_by_role("button", name="Go on").click()
    assert due() == {"seed.1": (2, 3.0), "corners.1": (0, pytest.approx(-20_000, abs=5000))}  # one is learnt
    expect(task).to_contain_text("Number 3 of 3.")
    press_cell(sapper, 3)  # safe, and a mine is wanted
    expect(page.locator(".answer")).to_contain_text("Not that one")
    press_cell(sapper, 15)
    expect(page.locator(".answer")).to_contain_text("Right. ")
    assert due()["corners.1"] == (0, 0.0)  # in ten minutes
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".lesson-idea")).to_contain_text("That was all for now.")


@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (360, 640)])
def test_the_board_of_the_first_lesson_is_in_view_on_a_phone(sapper: Sapper, size: tuple[int, int]) -> None:
    sapper.page.set_viewport_size({"width": size[0], "height": size[1]})
    sapper.show("learn")
    for part in (sapper.page.locator(".task"), sapper.board, sapper.page.get_by_text("Show the answer")):
        expect(part).to_be_in_viewport(ratio=1)


PUZZLE = library.make_puzzle((5, 5, 6), hardest="subset", seed=1)
PUZZLE_MINES = [(row, column) for row, column in np.argwhere(PUZZLE.minefield.mined).tolist()]
PUZZLE_SAFE = [
    (row, column)
    for row, column in np.argwhere(PUZZLE.position.marks == HIDDEN).tolist()
    if not PUZZLE.minefield.mined[row, column]
]


def make(sapper: Sapper) -> None:
    """Orders the puzzle with the fields of the view."""
    sapper.show("puzzle")
    page = sapper.page
    for name, value in [("Rows", "5"), ("Columns", "5"), ("Mines", "6"), ("Seed", "1")]:
        page.get_by_label(name, exact=True).fill(value)
    page.get_by_label("The hardest step may take").select_option("subset")
    page.get_by_role("button", name="Make a puzzle").click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "5")
    expect(page.locator(".puzzle .facts")).to_contain_text(f"Steps{PUZZLE.steps}")


def test_a_puzzle_is_that_of_the_library_and_solved_with_flags(sapper: Sapper) -> None:
    make(sapper)
    page = sapper.page
    sentence = page.locator(".puzzle .sentence")
    numbers = np.count_nonzero(PUZZLE.position.marks != HIDDEN)
    expect(page.locator(".puzzle .facts")).to_contain_text(f"Numbers{numbers}")
    for row, column in PUZZLE_MINES:
        expect(sentence).not_to_have_text("Solved.")
        sapper.click(row, column, "right")
    expect(sentence).to_have_text("Solved.")
    sapper.until(lambda: page.url.endswith("#puzzle=s5x5x6.k2jkbcj2b2jb2j2kc2kj2ckcj"))  # with the flags
    page.reload()
    page.get_by_role("button", name="Check").click()
    expect(sentence).to_have_text("Solved.")
    row, column = np.argwhere(PUZZLE.position.marks != HIDDEN).tolist()[0]
    sapper.click(row, column)  # a number stays
    expect(page.locator(".puzzle .facts")).to_contain_text(f"Numbers{numbers}")


def test_what_contradicts_the_numbers_is_said_with_the_reason(sapper: Sapper) -> None:
    make(sapper)
    page = sapper.page
    sentence = page.locator(".puzzle .sentence")
    check = page.get_by_role("button", name="Check")
    row, column = PUZZLE_SAFE[0]
    sapper.click(row, column)
    check.click()
    expect(sentence).to_have_text("No mistake so far. 6 mines have no flag yet.")
    sapper.click(row, column, "right")
    check.click()
    expect(sentence).to_contain_text(f"The flag in row {row + 1}, column {column + 1} contradicts the ")
    sapper.click(row, column, "right")
    row, column = PUZZLE_MINES[0]
    sapper.click(row, column)
    check.click()
    expect(sentence).to_contain_text(f"row {row + 1}, column {column + 1} is not safe. ")


def test_hints_lead_to_the_solution(sapper: Sapper) -> None:
    make(sapper)
    page = sapper.page
    sentence = page.locator(".puzzle .sentence")
    for deduction in library.hint(PUZZLE.position).in_turn:
        page.get_by_role("button", name="Hint").click()
        expect(sentence).to_contain_text("row")
        for row, column in deduction.mines:
            sapper.click(row, column, "right")
        for row, column in deduction.safe:
            sapper.click(row, column)
    expect(sentence).to_have_text("Solved.")
    page.get_by_role("button", name="Hint").click()
    expect(sentence).to_have_text("There is nothing left to find.")


def test_a_file_is_solved_and_what_has_several_solutions_says_so(sapper: Sapper) -> None:
    sapper.show("analyse")
    drop(sapper.page, ("one.board", formats.render(PUZZLE.position, "board")))
    expect(sapper.board).to_have_attribute("aria-rowcount", "5")
    sapper.page.get_by_role("button", name="Solve as a puzzle").click()
    expect(sapper.page.locator(".puzzle .facts")).to_contain_text(re.compile("Flags0 of 6 mines"))
    sapper.show("analyse")
    puzzle = library.make_puzzle(library.Board(library.Topology.hexagons(4, 3), 4), seed=2, mine_count=False)
    drop(sapper.page, ("puzzle.json", json.dumps(puzzle.to_dict()).encode()))
    expect(sapper.page.locator(".puzzle .facts")).to_contain_text("Flags0 of 4 mines")
    expect(sapper.page.locator(".puzzle .facts")).to_contain_text(f"Numbers{puzzle.numbers}")
    sapper.page.goto(f"{sapper.address}/#puzzle=s1x3x1.jbj")
    expect(sapper.page.locator(".puzzle .sentence")).to_contain_text("This has 2 solutions")
