"""Pictures of boards, which a process of the server reads."""

from __future__ import annotations

import base64
import io
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image
from support.screens import LOOKS, WITHOUT_LINES, picture_file, played, unclear_picture, window

import sapper
from sapper.board.json_form import board_object
from sapper.serve.helper import Helper

HELPER = Helper([])


def said(picture: bytes, **asked: Any) -> dict[str, Any]:
    content = base64.b64encode(picture).decode()
    question = {"work": "picture", "content": content, "mines": None, "known": [], "likely": None, **asked}
    return HELPER.answer(question)


def read(picture: bytes, **asked: Any) -> dict[str, Any]:
    answer = said(picture, **asked)
    assert "answer" in answer, answer
    found: dict[str, Any] = answer["answer"]
    return found


def refused(picture: bytes, **asked: Any) -> str:
    answer = said(picture, **asked)
    assert answer["error"]["type"] in ("format", "position", "contradiction", "request", "error"), answer
    return str(answer["error"]["message"])


def written(position: sapper.Position) -> dict[str, Any]:
    marks = position.marks.astype(np.int8)
    hidden = bool((marks == -1).all())
    return {**board_object(position), "marks": None if hidden else base64.b64encode(marks.tobytes()).decode()}


def test_a_clear_picture_is_read_without_its_mine_count() -> None:
    position = played(9, 9, 10, seed=1)
    picture = picture_file(window(position, LOOKS["bevel"], size=(500, 500)), "JPEG")
    found = read(picture)
    assert found["position"] == {**written(position), "mines": None}
    assert (found["kind"], found["certainty"], found["questions"]) == ("picture", 1.0, [])
    assert read(picture, mines=10)["position"] == written(position)


def test_an_unclear_picture_asks_until_it_is_answered() -> None:
    position, picture = unclear_picture()
    found = read(picture, mines=6)
    question = found["questions"][0]
    assert question["cells"] == [0]
    assert {1, 2} <= set(question["marks"])
    assert found["certainty"] == pytest.approx(max(question["chances"]))
    answered = read(picture, mines=6, known=[[0, 2]])
    assert (answered["questions"], answered["position"]) == ([], written(position))
    assert "no minefield" in refused(picture, mines=6, known=[[0, 5]])


def test_an_unclear_end_is_named() -> None:
    position = played(17, 17, 28, seed=4063, moves=5)  # the last column is empty
    look = replace(LOOKS["dark"], ground=0, pitch=19, size=0.63)
    found = read(picture_file(window(position, look, size=(700, 640))))
    assert (found["unclear_ends"], found["position"]["shape"]) == (["right"], [17, 16])


def test_the_size_of_the_page_is_tried_where_no_lines_show_it() -> None:
    position = sapper.Position(np.full((9, 11), -1), 14)
    picture = picture_file(window(position, WITHOUT_LINES["flat"], size=(420, 400)))
    assert "say how many rows and columns it has" in refused(picture, mines=14)
    found = read(picture, mines=14, likely=[9, 11])
    assert (found["position"], found["questions"]) == (written(position), [])
    for size in ([9, 9], [2, 2]):
        assert "set the size of the board on this page first" in refused(picture, likely=size)


def test_a_size_does_not_choose_among_boards() -> None:
    first, second = played(8, 8, 8, seed=1, moves=3), played(9, 9, 9, seed=2, moves=3)
    looks = ((first, "bevel"), (second, "bevel small"))
    pictures = [window(each, LOOKS[look], size=(420, 480)) for each, look in looks]
    assert read(picture_file(pictures[0]), mines=8, likely=[9, 9])["position"] == written(first)
    both = picture_file(np.concatenate(pictures, axis=1))
    assert refused(both, likely=[9, 9]).startswith("there are 2 boards in this picture")


def test_what_shows_no_board_is_refused() -> None:
    empty = picture_file(np.full((300, 300, 3), 200, dtype=np.uint8))
    assert refused(empty).startswith("found no board in this picture")
    assert "broken" in refused(empty[: len(empty) // 2])
    assert "not a picture" in refused(b"\xff\xd8\xff and then no picture")
    file = io.BytesIO()
    Image.new("1", (4_000, 3_000)).save(file, "PNG")
    assert "at most 10,000,000 are read" in refused(file.getvalue())


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = unclear_picture()[1]
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert 'pip install "sapper[screen]"' in refused(picture)
