"""The rules of a game: what can be asked for, and how the statistics show them."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.pages import Sapper

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("cells", "size", "mines", "wrong", "message"),
    [
        ("Hexagons", ("5", "5"), "18", "", ""),
        ("Hexagons", ("5", "5"), "19", "Mines", "An opening leaves room for at most 18 mines."),
        ("Square", ("5", "5"), "16", "", ""),
        ("Square", ("5", "5"), "17", "Mines", "An opening leaves room for at most 16 mines."),
        ("Square", ("3", "3"), "8", "Mines", "This board is too small for an opening."),
        ("Square", ("9", ""), "10", "Columns", ""),
        ("Square", ("9", "0"), "10", "Columns", ""),
    ],
)
def test_an_impossible_board_gets_an_error_at_its_field(
    sapper: Sapper, cells: str, size: tuple[str, str], mines: str, wrong: str, message: str
) -> None:
    sapper.page.set_viewport_size({"width": 900, "height": 520})
    dialog = sapper.custom()
    play = dialog.get_by_role("button", name="Play")
    expect(play).to_be_in_viewport(ratio=1)
    dialog.get_by_role("button", name=cells).click()
    fields = {name: dialog.get_by_role("spinbutton", name=name) for name in ("Rows", "Columns", "Mines")}
    for field, value in zip(fields.values(), (*size, mines), strict=True):
        field.fill(value)
    texts = {name: field.evaluate("input => input.validationMessage") for name, field in fields.items()}
    assert {name for name, text in texts.items() if text} == ({wrong} if wrong else set())
    assert message == "" or texts[wrong].startswith(message)
    play.click()
    if wrong == "Mines":
        expect(dialog).to_be_visible()
        dialog.get_by_role("button", name="Safe", exact=True).click()
        play.click()
    if wrong == "Columns":
        expect(fields[wrong]).to_be_focused()
    else:
        expect(sapper.board).to_have_attribute("aria-rowcount", size[0])


def test_the_dialog_says_that_there_are_too_many_mines_instead_of_their_density(sapper: Sapper) -> None:
    dialog = sapper.custom()
    density, mines = dialog.locator(".slider"), dialog.get_by_role("spinbutton", name="Mines")
    slider = density.get_by_role("slider")
    expect(density.locator(".value")).to_have_text("12.35 %")
    wrong = "There are too many mines. At least one cell must be safe."
    for count, text in (("100", wrong), ("9", "11.11 %")):
        mines.fill(count)
        expect(density.locator(".value")).to_have_text(text)
        expect(slider).to_have_attribute("aria-valuetext", text)


def test_a_dialog_that_is_closed_changes_nothing(sapper: Sapper) -> None:
    sapper.begin(9, 9, 10, "No guess needed")
    dialog = sapper.custom()
    dialog.get_by_label("How the board is made").select_option("adjusted")
    dialog.get_by_text("Solving it may need the mine count").click()
    sapper.press("Escape")
    dialog = sapper.custom()
    expect(dialog.get_by_label("How the board is made")).to_have_value("uniform")
    expect(dialog.get_by_role("switch")).to_be_checked()


def test_a_run_on_a_level_needs_no_size(sapper: Sapper) -> None:
    sapper.show("simulate")
    expect(sapper.page.get_by_role("combobox", name="First click")).to_have_value("opening")
    board = sapper.page.get_by_label("Board")
    board.select_option("custom")
    sapper.page.get_by_role("spinbutton", name="Columns").fill("")
    assert not sapper.page.locator(".run-form").evaluate("form => form.checkValidity()")
    board.select_option("expert")
    assert sapper.page.locator(".run-form").evaluate("form => form.checkValidity()")


@pytest.mark.parametrize(
    ("extra", "rows", "message"),
    [({}, "3", "The first click is safe instead."), ({"mines": 9}, "9", "Here is a standard game instead.")],
)
def test_settings_that_ask_for_no_possible_game_still_get_one(
    sapper: Sapper, extra: dict[str, Any], rows: str, message: str
) -> None:
    game = {"level": "custom", "topology": "square", "rows": 3, "columns": 3, "mines": 8}
    game |= {"first_click": "opening"}
    sapper.prefer(game={**game, "guessing": "free", **extra})
    sapper.show("play")
    expect(sapper.board).to_have_attribute("aria-rowcount", rows)
    assert len(sapper.notes) == 1
    assert sapper.notes[0].endswith(message)
    sapper.press("ArrowDown", "Space")
    expect(sapper.cell(0, 0)).not_to_have_text("hidden, row 1, column 1")
    sapper.press("r")
    expect(sapper.cell(0, 0)).to_have_text("hidden, row 1, column 1")
    assert all(note.startswith("Your game is kept.") for note in sapper.notes[1:])


def test_the_statistics_name_the_rules(sapper: Sapper) -> None:
    sapper.show()
    every: list[dict[str, str]] = [
        {},
        {"win": "flagged"},
        {"on_mine": "continue"},
        {"guessing": "hard_core", "win": "flagged"},
    ]
    for rules in every:
        game = sapper.ask("new", board={"level": "beginner"}, **rules)["game"]
        sapper.ask("act", game=game, kind="open", cell=40, key="a")
    sapper.ask("new", board={"level": "beginner"})  # which leaves the last one, too
    sapper.show("statistics")
    texts = sapper.page.locator(".card h2 + .hint")
    expect(texts).to_have_count(4)
    assert sorted(texts.all_inner_texts()) == [
        "First click: opening",
        "First click: opening, hard core, won by flags",
        "First click: opening, mines do not end the game",
        "First click: opening, won by flags",
    ]
