"""What the page reads in pictures, in its own worker, is what the library reads in them."""

import base64
import io
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image
from support.cases import rest_long
from support.pages import Sapper
from support.screens import LOOKS, WITHOUT_LINES, midgame, picture_file, unclear_picture, window

import sapper as library

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
    position = midgame(17, 17, 28, seed=4063, moves=5)  # the last column is empty
    look = replace(LOOKS["dark"], ground=0, pitch=19, size=0.63)
    body = read(page, picture_file(window(position, look, size=(700, 640))))
    assert (body["unclear_ends"], body["position"]["shape"]) == (["right"], [17, 16])


def test_the_size_of_the_page_is_tried_where_no_lines_show_it(page: Sapper) -> None:
    position = library.Position(np.full((9, 11), -1), 14)
    picture = picture_file(window(position, WITHOUT_LINES["flat"], size=(420, 400)))
    assert "say how many rows and columns it has" in error_of(page, picture, mines=14)[1]
    body = read(page, picture, mines=14, rows=9, columns=11)
    assert (body["position"], body["questions"]) == (form_of(position), [])
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
    Image.new("1" if kind in ("PNG", "BMP") else "L", (4_000, 3_000)).save(file, kind)
    picture = file.getvalue()
    with pytest.raises(library.FormatError) as error:
        library.read_picture(picture)
    assert "4000 x 3000 pixels" in str(error.value)
    assert error_of(page, picture) == ("format", str(error.value))
    assert error_of(page, picture[:2_000])[1] == str(error.value)


@pytest.mark.parametrize("lossless", [False, True])
def test_the_size_is_found_in_every_kind_of_webp(page: Sapper, lossless: bool) -> None:
    file = io.BytesIO()
    Image.new("RGBA" if lossless else "RGB", (4_001, 3_002)).save(file, "WEBP", lossless=lossless)
    assert "4001 x 3002 pixels" in error_of(page, file.getvalue())[1]
