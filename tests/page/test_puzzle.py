"""Puzzles on the page: made as the library makes them, solved with marks, checked and hinted."""

import json
import re

import numpy as np
from playwright.sync_api import expect
from support.pages import Sapper, drop

import sapper as library
from sapper import formats
from sapper.board.marks import HIDDEN

PUZZLE = library.make_puzzle((5, 5, 6), hardest="subset", seed=1)
MINES = [(row, column) for row, column in np.argwhere(PUZZLE.minefield.mined).tolist()]
SAFE = [
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
    for row, column in MINES:
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
    row, column = SAFE[0]
    sapper.click(row, column)
    check.click()
    expect(sentence).to_have_text("No mistake so far. 6 mines have no flag yet.")
    sapper.click(row, column, "right")
    check.click()
    expect(sentence).to_contain_text(f"The flag in row {row + 1}, column {column + 1} contradicts the ")
    sapper.click(row, column, "right")
    row, column = MINES[0]
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
