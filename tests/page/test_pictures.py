"""Pictures: on the analysis board, and read in the page's own worker as by the library."""

import base64
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, expect
from support.cases import rest_long
from support.pages import Sapper, drop, paste
from support.screens import (
    LOOKS,
    WITHOUT_LINES,
    midgame,
    picture_file,
    picture_of_unclear_size,
    unclear_picture,
    window,
)

import sapper as library
from sapper import Position

PICTURE_BYTES = 12 * 2**20
PAUSE = 700  # milliseconds, after which a change of the mine count has had the picture read again


def panel(sapper: Sapper) -> Locator:
    return sapper.page.locator(".section", has=sapper.page.get_by_role("heading", name="Picture"))


def choose(sapper: Sapper, label: str) -> None:
    panel(sapper).get_by_role("button", name=label).click()


@contextmanager
def slow_engine(sapper: Sapper) -> Iterator[None]:
    """Keeps what is asked of the engine until the end."""
    sapper.page.evaluate("() => { window.held = []; host.postMessage = (message) => held.push(message); }")
    yield
    sapper.page.evaluate(
        "() => { delete host.postMessage; for (const message of held) host.postMessage(message); }"
    )


def come_to_reading(sapper: Sapper) -> None:
    """Waits until a picture is being read by a slow engine."""
    sapper.until(lambda: sapper.page.evaluate("held.some(({ type }) => type === 'read')"))


def settle(sapper: Sapper) -> None:
    """Waits for a reading under way, and then for one that comes after a pause."""
    expect(panel(sapper)).not_to_contain_text("Reading")
    sapper.page.clock.fast_forward(PAUSE)
    expect(panel(sapper)).not_to_contain_text("Reading")


def mine_field(sapper: Sapper) -> Locator:
    return sapper.page.get_by_role("spinbutton", name="Mines", exact=True)


def test_a_pasted_picture_asks_what_it_leaves_open(sapper: Sapper) -> None:
    sapper.show("analyse")
    expect(panel(sapper)).to_be_hidden()
    paste(sapper.page, unclear_picture()[1])
    expect(sapper.board).to_have_attribute("aria-colcount", "7")
    expect(panel(sapper)).to_contain_text("cells from the picture. 1 question is open.")
    expect(panel(sapper)).to_contain_text("What is in row 1, column 1? A ring marks it")
    expect(sapper.cell(0, 0)).to_contain_text("asked about")
    expect(panel(sapper)).to_contain_text("How many mines are on the board?")
    sentence = sapper.page.locator(".sentence")
    expect(sentence).to_contain_text("If the picture is read right and there are 5 mines: Possible.")
    choose(sapper, "Another number")
    sapper.page.keyboard.type("6")
    expect(panel(sapper)).not_to_contain_text("How many mines")
    for answer in ("2", "3"):  # one of them changes no cell
        choose(sapper, f"{answer} (")
        expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
        expect(sapper.cell(0, 0)).to_contain_text(f"{answer}, ")
        if answer == "3":
            expect(sentence).to_have_text(re.compile("^Possible. Certain: 4 safe cells, [0-9]+ mines.$"))
        sapper.page.get_by_role("button", name="Undo").click()  # takes the answer back
        expect(panel(sapper)).to_contain_text("What is in row 1, column 1?")
        expect(panel(sapper)).not_to_contain_text("How many mines")


def test_the_size_of_a_board_is_asked_once_if_a_side_is_unclear(sapper: Sapper) -> None:
    sapper.show("analyse")
    paste(sapper.page, picture_of_unclear_size()[1])
    expect(panel(sapper)).to_contain_text("There may be more empty cells at the right.")
    expect(panel(sapper)).not_to_contain_text("Nothing in them is unclear.")
    choose(sapper, "It has 17")
    expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
    with slow_engine(sapper):
        mine_field(sapper).fill("28")
        come_to_reading(sapper)
    expect(panel(sapper)).not_to_contain_text("Reading")
    expect(panel(sapper)).not_to_contain_text("more empty cells")
    sapper.page.get_by_role("spinbutton", name="Columns").select_text()
    sapper.press("1", "7")  # a board of one column is read at no time
    expect(panel(sapper)).to_contain_text("Read 17 \u00d7 17 cells from the picture. Nothing in them is")
    sapper.until(lambda: "#analyse=s17x17x" in sapper.page.url)
    sapper.page.get_by_role("button", name="Hide all cells").click()
    expect(panel(sapper)).to_be_hidden()


def test_what_was_said_before_an_answer_fades_until_the_picture_is_read_again(sapper: Sapper) -> None:
    sapper.show("analyse")
    paste(sapper.page, unclear_picture()[1])
    expect(panel(sapper)).to_contain_text("1 question is open.")
    texts = sapper.page.locator(".analyse :is(.sentence, .figures)")
    expect(texts.first).to_contain_text("Possible.")
    opacities = "(parts) => parts.map((part) => getComputedStyle(part).opacity)"
    sapper.until(lambda: texts.evaluate_all(opacities) == ["1", "1"])
    with slow_engine(sapper):
        choose(sapper, "3 (")
        sapper.until(lambda: all(float(each) < 0.5 for each in texts.evaluate_all(opacities)))
    expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
    sapper.until(lambda: texts.evaluate_all(opacities) == ["1", "1"])


def test_a_mine_count_that_changes_during_a_reading_stays(sapper: Sapper) -> None:
    sapper.show("analyse")
    paste(sapper.page, unclear_picture()[1])
    expect(panel(sapper)).to_contain_text("1 question is open.")
    with slow_engine(sapper):
        mine_field(sapper).fill("7")
        come_to_reading(sapper)
        mine_field(sapper).fill("12")
    expect(panel(sapper)).to_contain_text("1 question is open.")
    mine_field(sapper).blur()
    expect(mine_field(sapper)).to_have_value("12")
    sapper.until(lambda: "#analyse=s6x7x12." in sapper.page.url)


def test_an_answer_stays_while_the_player_paints_and_counts(clock_page: Sapper) -> None:
    clock_page.show("analyse")
    paste(clock_page.page, unclear_picture()[1])
    expect(panel(clock_page)).to_contain_text("1 question is open.")
    clock_page.page.get_by_role("button", name="Flag", exact=True).click()
    with slow_engine(clock_page):
        choose(clock_page, "3 (")
        clock_page.click(3, 3)
        clock_page.page.clock.fast_forward(PAUSE)
    expect(panel(clock_page)).to_contain_text("Nothing in them is unclear.")
    clock_page.until(lambda: "#analyse=s6x7x5.dj23kj" in clock_page.page.url)
    with slow_engine(clock_page):
        choose(clock_page, "It has")
        mine_field(clock_page).fill("12")
        clock_page.page.clock.fast_forward(PAUSE)
    expect(panel(clock_page)).not_to_contain_text("How many mines")
    expect(panel(clock_page)).to_contain_text("Nothing in them is unclear.")
    clock_page.until(lambda: "#analyse=s6x7x12.dj23kj" in clock_page.page.url)


def test_an_answer_and_its_mine_count_are_taken_back_together(clock_page: Sapper) -> None:
    clock_page.show("analyse=s9x9x0.j81")  # so the least mine count that fits the picture is likely
    paste(clock_page.page, unclear_picture()[1])
    expect(panel(clock_page)).to_contain_text("1 question is open.")
    clock_page.until(lambda: "#analyse=s6x7x4.cj" in clock_page.page.url)
    before = clock_page.page.url
    changes: list[tuple[Callable[[], None], str]] = [
        (lambda: choose(clock_page, "2 ("), "s6x7x4.cj"),
        (lambda: choose(clock_page, "3 ("), "s6x7x5.dj"),
        (lambda: mine_field(clock_page).fill("28"), "s6x7x28.dj"),  # which fits only a 3
    ]
    for change, link in changes:
        change()
        settle(clock_page)
        expect(clock_page.page).to_have_url(re.compile(f"#analyse={re.escape(link)}"))
        clock_page.page.get_by_role("button", name="Undo").click()
        expect(panel(clock_page)).to_contain_text("What is in row 1, column 1?")
        settle(clock_page)
        expect(clock_page.page).to_have_url(before)


def test_a_picture_without_lines_is_read_with_the_size_on_the_page(sapper: Sapper) -> None:
    picture = picture_file(window(Position(np.full((9, 11), -1)), WITHOUT_LINES["flat"], size=(500, 500)))
    sapper.show("analyse")
    paste(sapper.page, picture)
    sapper.until(lambda: len(sapper.notes) == 1)
    assert "set the size of the board on this page first" in sapper.notes[0]
    columns = sapper.page.get_by_role("spinbutton", name="Columns")
    columns.fill("11")
    columns.press("Enter")
    paste(sapper.page, picture)
    expect(panel(sapper)).to_contain_text("11 cells from the picture. The rules explain little")
    choose(sapper, "It has")
    expect(panel(sapper)).not_to_contain_text("How many mines")
    sapper.page.get_by_role("button", name="Undo").click()
    expect(panel(sapper)).to_contain_text("How many mines")


@pytest.mark.long
def test_what_is_painted_over_a_picture_stays(sapper: Sapper) -> None:
    sapper.show("play")
    drop(sapper.page, ("screenshot.png", unclear_picture()[1]))
    expect(panel(sapper)).to_contain_text("1 question is open.")
    sapper.page.get_by_role("button", name="Flag", exact=True).click()
    sapper.click(3, 3)
    choose(sapper, "2 (")
    expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
    expect(sapper.cell(3, 3)).to_contain_text("flag")
    sapper.page.get_by_role("button", name="Hide all cells").click()
    expect(panel(sapper)).to_be_hidden()


@pytest.mark.long
def test_a_picture_without_a_board_changes_nothing(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.page.get_by_role("button", name="Paste").click()
    paste(sapper.page, sapper.page.screenshot(), "dialog textarea")
    expect(sapper.page.get_by_role("dialog")).to_have_count(0)
    sapper.until(lambda: len(sapper.notes) == 1)
    assert "board" in sapper.notes[0]
    drop(sapper.page, ("large.png", b"\x89PNG\r\n\x1a\n" + bytes(PICTURE_BYTES)))
    sapper.until(lambda: len(sapper.notes) == 2)
    assert "more than 12 MiB" in sapper.notes[1]
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")


ASK = """async ([text, fields]) => {
    const content = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    return askHost({ type: 'read', content, ...fields });
}"""


@pytest.fixture
def page(player: Sapper) -> Sapper:
    player.show("settings")  # which asks the worker for little
    return player


def ask(page: Sapper, picture: bytes, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.page.evaluate(ASK, [base64.b64encode(picture).decode(), fields])
    return answer


def read(page: Sapper, picture: bytes, **fields: Any) -> dict[str, Any]:
    answer = ask(page, picture, **fields)
    assert answer.pop("type") == "read", answer
    del answer["id"]
    return answer


def error_of(page: Sapper, picture: bytes, **fields: Any) -> tuple[str, str]:
    answer = ask(page, picture, **fields)
    assert answer["type"] == "error", answer
    return answer["error"]["type"], answer["error"]["message"]


def form_of(position: library.Position) -> dict[str, Any]:
    return {
        "topology": "square",
        "shape": list(position.topology.shape),
        "mines": position.mines,
        "marks": position.marks.ravel().tolist(),
    }


def as_the_page_says(reading: library.PictureReading) -> dict[str, Any]:
    index = reading.position.topology.index
    return {
        "format": "picture",
        "kind": "picture",
        "position": form_of(reading.position),
        "certainty": pytest.approx(float(reading.certainty.min()), rel=1e-6),
        "questions": [
            {
                "cells": list(map(index, each.cells)),
                "marks": list(each.options),
                "chances": pytest.approx(list(each.chances), rel=1e-6),
            }
            for each in reading.questions
        ],
        "unclear_ends": list(reading.unclear_ends),
        "doubtful": reading.doubtful,
        "possible_mines": possible_mines(reading.position),
    }


def possible_mines(position: library.Position) -> list[int]:
    """The numbers of mines that fit, if possible with all flags on mines; empty if the number is known."""
    if position.mines is not None:
        return []
    marks = position.marks
    for trust_flags in (True, False):
        possible = []
        for mines in range(np.count_nonzero(marks < 0) + 1):
            with suppress(library.PositionError):
                library.analyse(library.Position(marks, mines), trust_flags=trust_flags)
                possible.append(mines)
        if possible:
            return possible
    return []


def screen(look: str) -> Any:
    return window(midgame(9, 9, 10, seed=1, moves=4), LOOKS[look], size=(760, 760))


@pytest.mark.parametrize("look", rest_long([look for look in LOOKS if look != "dark"], 5))
def test_every_look_is_read_as_by_the_library(page: Sapper, look: str) -> None:
    picture = picture_file(screen(look))
    assert read(page, picture) == as_the_page_says(library.read_picture(picture))


def turned_photo() -> bytes:
    """A photo whose camera says that it was held upright."""
    file, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(np.rot90(screen("bevel"))).save(file, "PNG", exif=exif)
    return file.getvalue()


def glass_window() -> bytes:
    """A picture whose window is as clear as glass."""
    pixels = screen("line")
    inside = np.zeros(pixels.shape[:2], dtype=np.uint8)
    inside[140:390, 130:380] = 255
    file = io.BytesIO()
    Image.fromarray(np.dstack([pixels, inside])).save(file, "PNG")
    return file.getvalue()


KINDS = ["PNG", "JPEG", "GIF", "BMP", "WEBP"]


@pytest.mark.parametrize("draw", [*KINDS, turned_photo, glass_window])
def test_the_page_sees_what_people_and_the_library_see(page: Sapper, draw: Any) -> None:
    picture = picture_file(screen("bevel"), draw) if draw in KINDS else draw()
    body = read(page, picture, mines=10)
    assert body == as_the_page_says(library.read_picture(picture, 10))
    assert body["position"] == form_of(midgame(9, 9, 10, seed=1, moves=4))


def test_an_unclear_picture_asks_until_it_is_answered(page: Sapper) -> None:
    position, picture = unclear_picture()
    body = read(page, picture, mines=6)
    question = body["questions"][0]
    assert question["cells"] == [0]
    assert {1, 2} <= set(question["marks"])
    assert body == as_the_page_says(library.read_picture(picture, 6))
    assert body["certainty"] == pytest.approx(max(question["chances"]))
    later = read(page, picture, mines=6, known=[[0, 2]])
    assert (later["questions"], later["position"]) == ([], form_of(position))
    kind, message = error_of(page, picture, mines=6, known=[[0, 5]])
    assert (kind, "no minefield" in message) == ("position", True)
    assert read(page, picture, mines=6) == body  # the answers are those of the request


def test_an_unclear_end_is_named(page: Sapper) -> None:
    body = read(page, picture_of_unclear_size()[1])
    assert (body["unclear_ends"], body["position"]["shape"]) == (["right"], [17, 16])


def test_the_size_of_the_page_is_tried_where_no_lines_show_it(page: Sapper) -> None:
    position = library.Position(np.full((9, 11), -1), 14)
    picture = picture_file(window(position, WITHOUT_LINES["flat"], size=(420, 400)))
    assert "say how many rows and columns it has" in error_of(page, picture, mines=14)[1]
    body = read(page, picture, mines=14, rows=9, columns=11)
    assert (body["position"], body["questions"]) == (form_of(position), [])
    assert "at least 5 rows" in error_of(page, picture, rows=2, columns=2, exact=True)[1]
    for rows, columns in ((9, 9), (2, 2)):
        message = error_of(page, picture, rows=rows, columns=columns)[1]
        assert message.endswith("set the size of the board on this page first, then read the picture again")


def test_a_size_does_not_choose_among_boards(page: Sapper) -> None:
    first, second = midgame(8, 8, 8, seed=1, moves=3), midgame(9, 9, 9, seed=2, moves=3)
    looks = ((first, "bevel"), (second, "bevel small"))
    pictures = [window(each, LOOKS[look], size=(420, 480)) for each, look in looks]
    assert read(page, picture_file(pictures[0]), mines=8, rows=9, columns=9)["position"] == form_of(first)
    both = picture_file(np.concatenate(pictures, axis=1))
    assert error_of(page, both, rows=9, columns=9)[1] == "there are 2 boards in this picture. Cut one out"


WRONG = [
    ("nearest", True), ("topology", "torus"), ("rows", 9), ("columns", 9), ("known", [[0]]), ("mines", 1.5),
    ("exact", True),
]  # fmt: skip


def test_a_wrong_question_about_a_picture_is_refused(page: Sapper) -> None:
    for name, value in WRONG:
        kind, message = error_of(page, b"\x89PNG\r\n\x1a\n", **{name: value})
        assert kind == "request"
        assert name in message
    picture = picture_file(screen("bevel"))
    for reply in ([81, 0], [0, 9], [0, -3]):
        assert error_of(page, picture, known=[reply])[0] == "request"


def test_what_shows_no_board_is_refused_in_the_words_of_the_library(page: Sapper) -> None:
    grey = np.full((300, 300, 3), 200, dtype=np.uint8)
    colours = np.random.default_rng(1).integers(60, 255, (16, 16, 3)).astype(np.uint8)
    patchwork = colours.repeat(24, axis=0).repeat(24, axis=1)
    patchwork[::24] = patchwork[:, ::24] = 0
    position = midgame(9, 9, 10, seed=3, moves=5)
    boards = [window(position, replace(LOOKS["bevel"], pitch=pitch), size=(500, 480)) for pitch in (20, 27)]
    two = np.concatenate(boards, axis=1)
    empty, bevel = picture_file(grey), picture_file(screen("bevel"))
    refusals = [
        (empty, 10),
        (bevel, 500),
        *((picture_file(each), 10) for each in (grey[:20], patchwork, two)),
    ]
    texts = set()
    for picture, mines in refusals:
        with pytest.raises(library.SapperError) as error:
            library.formats.parse(picture, mines)  # which names no argument of `read_picture`
        assert error_of(page, picture, mines=mines)[1] == str(error.value)
        texts.add(str(error.value))
    assert len(texts) == len(refusals)
    for mines in (-1, -3, 2**32, 2**40):
        with pytest.raises(library.SapperError) as error:
            library.read_picture(bevel, mines)
        assert error_of(page, bevel, mines=mines)[1] == str(error.value)
    assert error_of(page, empty[: len(empty) // 2]) == (
        "format",
        "the picture is broken: the browser cannot decode it",
    )
    for picture in (b"\xff\xd8\xff and then no picture", b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(library.FormatError) as error:
            library.read_picture(picture)
        assert error_of(page, picture) == ("format", str(error.value))


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_that_is_too_large_is_refused_before_it_is_unpacked(page: Sapper, kind: str) -> None:
    file = io.BytesIO()
    Image.new("1" if kind in ("PNG", "BMP") else "L", (4_000, 3_000)).save(
        file, kind, method=0
    )  # which WEBP knows
    picture = file.getvalue()
    with pytest.raises(library.FormatError) as error:
        library.read_picture(picture)
    assert "4000 x 3000 pixels" in str(error.value)
    assert error_of(page, picture) == ("format", str(error.value))
    assert error_of(page, picture[:2_000])[1] == str(error.value)


@pytest.mark.parametrize("lossless", [False, True])
def test_the_size_is_found_in_every_kind_of_webp(page: Sapper, lossless: bool) -> None:
    file = io.BytesIO()
    Image.new("RGBA" if lossless else "RGB", (4_001, 3_002)).save(file, "WEBP", lossless=lossless, method=0)
    assert "4001 x 3002 pixels" in error_of(page, file.getvalue())[1]
