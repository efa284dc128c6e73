"""Pictures of boards, as the page sends them."""

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image
from starlette.testclient import TestClient
from support.screens import LOOKS, WITHOUT_LINES, picture_file, played, unclear_picture, window

import sapper
from sapper.web import limits
from sapper.web.encoding.values import position_object

HEADERS = {"content-type": "application/octet-stream"}


def sent(client: TestClient, picture: bytes, asked: str = "") -> Any:
    return client.post(f"/api/read?{asked}", content=picture, headers=HEADERS)


def refused(answer: Any) -> tuple[int, str]:
    error: dict[str, Any] = answer.json()["error"]
    return answer.status_code, error["message"]


def test_a_clear_picture_is_read_without_its_mine_count(client: TestClient) -> None:
    position = played(9, 9, 10, seed=1)
    picture = picture_file(window(position, LOOKS["bevel"], size=(500, 500)), "JPEG")
    read = sent(client, picture).json()
    assert read["position"] == {**position_object(position), "mines": None}
    assert (read["kind"], read["certainty"], read["questions"]) == ("picture", 1.0, [])
    assert sent(client, picture, "mines=10").json()["position"] == position_object(position)


def test_an_unclear_picture_asks_until_it_is_answered(client: TestClient) -> None:
    position, picture = unclear_picture()
    read = sent(client, picture, "mines=6").json()
    question = read["questions"][0]
    assert question["cells"] == [0]
    assert {1, 2} <= set(question["marks"])
    assert sum(question["chances"]) == pytest.approx(1)
    assert read["certainty"] == pytest.approx(max(question["chances"]))
    answered = sent(client, picture, "mines=6&known=0:2").json()
    assert answered["questions"] == []
    assert answered["position"] == position_object(position)
    status, why = refused(sent(client, picture, "mines=6&known=0:5"))
    assert (status, "no minefield" in why) == (422, True)


def test_an_unclear_end_is_named(client: TestClient) -> None:
    position = played(17, 17, 28, seed=4063, moves=5)  # the last column is empty
    look = replace(LOOKS["dark"], ground=0, pitch=19, size=0.63)
    read = sent(client, picture_file(window(position, look, size=(700, 640)))).json()
    assert read["unclear_ends"] == ["right"]
    assert read["position"]["shape"] == [17, 16]


@pytest.mark.parametrize("known", ["0", "0:12", "a:1", "0:1,", "35:1", ",".join(["0:1"] * 999)])
def test_answers_that_are_none_are_refused(client: TestClient, known: str) -> None:
    assert sent(client, unclear_picture()[1], f"known={known}").status_code == 422


def test_what_goes_with_files_only_is_refused(client: TestClient) -> None:
    picture = unclear_picture()[1]
    assert "not with pictures" in refused(sent(client, picture, "nearest=true"))[1]
    assert "not with pictures" in refused(sent(client, picture, "topology=hexagons"))[1]
    assert "goes with a picture" in refused(sent(client, b"1..\n...", "known=0:1"))[1]


@pytest.mark.long
def test_pictures_without_a_board_are_refused(client: TestClient) -> None:
    pictures = [
        picture_file(np.full((*size, 3), 200, dtype=np.uint8)) for size in ((1, 1), (300, 1), (300, 300))
    ]
    for picture in pictures:
        assert refused(sent(client, picture))[1].startswith("found no board in this picture")
    empty = pictures[-1]
    assert "broken" in refused(sent(client, empty[: len(empty) // 2]))[1]
    assert "not a picture" in refused(sent(client, b"\xff\xd8\xff and then no picture"))[1]


@pytest.mark.parametrize("moves", [0, pytest.param(6, marks=pytest.mark.long)])
def test_the_size_of_the_page_is_tried_where_no_lines_show_it(client: TestClient, moves: int) -> None:
    position = played(9, 11, 14, seed=4, moves=moves) if moves else sapper.Position(np.full((9, 11), -1), 14)
    picture = picture_file(window(position, WITHOUT_LINES["flat"], size=(420, 400)))
    assert "say how many rows and columns it has" in refused(sent(client, picture, "mines=14"))[1]
    read = sent(client, picture, "mines=14&rows=9&columns=11").json()
    assert (read["position"], read["questions"]) == (position_object(position), [])
    for size in ("rows=9&columns=9", "rows=2&columns=2"):
        assert "set the size of the board on this page first" in refused(sent(client, picture, size))[1]


def test_a_size_does_not_choose_among_boards(client: TestClient) -> None:
    first, second = played(8, 8, 8, seed=1, moves=3), played(9, 9, 9, seed=2, moves=3)
    pictures = [
        window(each, LOOKS[look], size=(420, 480))
        for each, look in ((first, "bevel"), (second, "bevel small"))
    ]
    size = "rows=9&columns=9"
    lined = sent(client, picture_file(pictures[0]), f"mines=8&{size}").json()
    assert lined["position"] == position_object(first)
    both = picture_file(np.concatenate(pictures, axis=1))
    assert refused(sent(client, both, size))[1].startswith("there are 2 boards in this picture")


@pytest.mark.parametrize("size", ["rows=9", "columns=9", "rows=0&columns=9", "rows=9&columns=2001", "rows=a"])
def test_sizes_that_are_none_are_refused(client: TestClient, size: str) -> None:
    assert sent(client, unclear_picture()[1], size).status_code == 422


def test_huge_pictures_are_refused(client: TestClient) -> None:
    file = io.BytesIO()
    Image.new("1", (4_000, 3_000)).save(file, "PNG")
    status, why = refused(sent(client, file.getvalue()))
    assert (status, "at most 10,000,000 are read" in why) == (422, True)
    status, _ = refused(sent(client, file.getvalue().ljust(limits.PICTURE_BYTES + 1)))
    assert status == 413


def test_a_picture_that_takes_too_long_is_given_up(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PICTURE_SECONDS", 0.01)
    status, why = refused(sent(client, unclear_picture()[1]))
    assert (status, "more than 0.01 seconds" in why) == (422, True)


def test_a_missing_extra_is_named(client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "PIL.py").write_text("raise ImportError(name='PIL')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    status, why = refused(sent(client, unclear_picture()[1]))
    assert (status, 'pip install "sapper[screen]"' in why) == (422, True)
