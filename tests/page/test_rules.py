"""The rules of a game: what can be asked for, and how the statistics show them."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.pages import Sapper

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("cells", "most", "message"),
    [
        ("Hexagons", 18, "An opening leaves room for at most 18 mines."),
        ("Square", 16, "An opening leaves room for at most 16 mines."),
    ],
)
def test_an_opening_is_offered_only_where_there_is_room(
    sapper: Sapper, cells: str, most: int, message: str
) -> None:
    dialog = sapper.custom()
    dialog.get_by_role("button", name=cells).click()
    mines = dialog.get_by_role("spinbutton", name="Mines")
    for name, value in [("Rows", "5"), ("Columns", "5"), ("Mines", str(most))]:
        dialog.get_by_role("spinbutton", name=name).fill(value)
    assert mines.evaluate("input => input.validationMessage") == ""
    mines.fill(str(most + 1))
    assert mines.evaluate("input => input.validationMessage") == message
    dialog.get_by_role("button", name="Play").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Safe", exact=True).click()
    dialog.get_by_role("button", name="Play").click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "5")


def test_the_dialog_has_its_button_in_view(sapper: Sapper) -> None:
    sapper.page.set_viewport_size({"width": 900, "height": 520})
    dialog = sapper.custom()
    box = dialog.get_by_role("button", name="Play").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 520


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


def test_a_board_too_small_for_an_opening_says_so(sapper: Sapper) -> None:
    dialog = sapper.custom()
    for name, value in [("Rows", "3"), ("Columns", "3"), ("Mines", "8")]:
        dialog.get_by_role("spinbutton", name=name).fill(value)
    message = dialog.get_by_role("spinbutton", name="Mines").evaluate("input => input.validationMessage")
    assert message == "This board is too small for an opening. Choose another first click."


def test_a_board_without_columns_gets_an_error_at_its_columns(sapper: Sapper) -> None:
    dialog = sapper.custom()
    for columns in ("", "0"):
        dialog.get_by_role("spinbutton", name="Columns").fill(columns)
        message = {
            name: dialog.get_by_role("spinbutton", name=name).evaluate("input => input.validationMessage")
            for name in ("Rows", "Columns", "Mines")
        }
        assert message["Columns"] != ""
        assert message["Rows"] == message["Mines"] == ""
        dialog.get_by_role("button", name="Play").click()
        expect(dialog.get_by_role("spinbutton", name="Columns")).to_be_focused()


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
    ("kept", "rows", "message"),
    [({}, "3", "The first click is safe instead."), ({"mines": 9}, "9", "Here is a standard game instead.")],
)
def test_settings_that_ask_for_no_possible_game_still_get_one(
    sapper: Sapper, kept: dict[str, Any], rows: str, message: str
) -> None:
    game = {
        "level": "custom",
        "topology": "square",
        "rows": 3,
        "columns": 3,
        "mines": 8,
        "first_click": "opening",
    }
    sapper.prefer(game={**game, "guessing": "free", **kept})
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
