"""Files: games, positions and minefields are written and read as by the library."""

import re

import numpy as np
import pytest
from support.fuzzing import CORPUS, mutants
from support.live import Live, marks_bytes

import sapper
from sapper import formats
from sapper.formats import FORMATS

ENDS = [
    ("square", [("flag", 8), ("open", 0)]),
    ("square", [("flag", 7), ("open", 8)]),
    ("hexagons", [("flag", 8), ("open", 0)]),
    ("octagons", [("flag", 7), ("open", 8)]),
    ("square", [("open", 7)]),
]


@pytest.mark.parametrize(("topology", "actions"), ENDS)
def test_a_game_is_a_file_in_all_formats(live: Live, topology: str, actions: list[tuple[str, int]]) -> None:
    board = {"topology": topology, "shape": [3, 9], "mines": 1, "mined": [8]}
    id = live.new(minefield=board)["game"]
    shape = getattr(sapper.Topology, topology)(3, 9)
    game = sapper.Minefield([(0, 8)], shape).game()
    for kind, cell in actions:
        live.act(id, kind, cell)
        game.act(kind, divmod(cell, 9))  # type: ignore[arg-type]  # one of the two kinds
    for format in FORMATS:
        answer = live.ask("game_file", game=id, format=format)
        if game.status == "playing" or "error" in answer:
            assert answer["error"]["message"], format
        elif sapper.Replay in FORMATS[format].kinds:
            replay = formats.parse(answer["bytes"], kind=sapper.Replay)
            assert [(each.kind, shape.index(each.cell)) for each in replay.actions] == actions
            assert replay.play().position == game.position
        else:
            contents = formats.parse(answer["bytes"], mines=1, format=format)
            assert (contents.board.mines, contents.board.topology.shape) == (1, shape.shape)


@pytest.mark.parametrize("mines", [-3, -1, 2, 9, 500, 2**32, 2**40])
@pytest.mark.parametrize("nearest", [False, True])
def test_a_mine_count_is_taken_or_refused_in_the_words_of_the_library(
    live: Live, mines: int, nearest: bool
) -> None:
    content = b"1..\n...\n..."
    answer = live.ask("read", content=content, mines=mines, nearest=nearest)
    if mines == 2:
        assert answer["position"]["mines"] == mines
    else:
        with pytest.raises(sapper.PositionError) as error:
            formats.parse(content, mines=mines)
        assert answer["error"]["message"] == str(error.value)


def from_one(text: str) -> str:
    """A text with its places counted from 1, as the page counts."""
    place = r"row (\d+), column (\d+) \(0-based\)"
    return re.sub(place, lambda at: f"row {int(at[1]) + 1}, column {int(at[2]) + 1}", text)


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_is_read_is_read_as_by_the_library(live: Live, name: str) -> None:
    for content in (*CORPUS[name], *mutants(name, 20, seed=7)):
        answer = live.ask("read", content=content, mines=3, format=name)
        message, contents = None, None
        try:
            contents = formats.parse(content, mines=3, format=name)
        except sapper.SapperError as error:
            message = str(error)
        if contents is None:
            words = re.sub(r"\b(mines|format|topology)=", r"'\1' ", message or "")
            assert answer["error"]["message"] == from_one(words)
        elif "error" in answer:  # the page shows boards with rows and columns, and enough room for mines
            assert "page" in answer["error"]["message"] or "mines" in answer["error"]["message"]
        elif isinstance(contents, sapper.Position):
            assert answer["position"]["marks"] == marks_bytes(contents.marks)
        else:
            minefield = contents.minefield if isinstance(contents, sapper.Replay) else contents
            assert answer["minefield"]["mined"] == np.flatnonzero(minefield.mined).tolist()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_chats_and_terminals_put_around_a_board_does_not_matter(live: Live, encoding: str) -> None:
    for text in (
        "> ```\n> 1..\n> ...\n> ```\n> Mines: 2",
        "2 mines\n1️⃣,⬜,⬜\n⬜,⬜,⬜",
        "| 1 | . | . |\n|---|---|---|\n| . | . | . |\n\nMines: 2",
    ):
        answer = live.ask("read", content=text.encode(encoding))
        assert answer["position"]["mines"] == 2
        assert answer["position"]["marks"] == marks_bytes(np.array([[1, -1, -1], [-1, -1, -1]]))
    refusal = live.ask("read", content="0\t1\t\n1\t.\t\n".encode(encoding))["error"]["message"]
    assert refusal.startswith("line 1, column 5: this cell is blank")
