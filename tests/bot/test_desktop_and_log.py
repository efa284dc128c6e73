"""The screen, with one that is not real, and games that are kept in a folder, run after run."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

import pytest

import sapper
from sapper.bot.desktop import RealDesktop
from sapper.bot.game_end import GameEnd
from sapper.bot.game_log import TABLE, GameLog


class EdgedScreen:
    """A screen of 60 by 40 pixels beside another one, which gives no pixel beyond its edges, as X11."""

    monitors = ({"left": 100, "top": 0, "width": 60, "height": 40},)

    def grab(self, area: tuple[int, int, int, int] | dict[str, int]) -> SimpleNamespace:
        """A black picture of a part of it."""
        if isinstance(area, dict):
            area = area["left"], area["top"], area["left"] + area["width"], area["top"] + area["height"]
        left, top, right, bottom = area
        assert left >= 100
        assert top >= 0
        assert right <= 160
        assert bottom <= 40
        height, width = bottom - top, right - left
        return SimpleNamespace(rgb=bytes(3 * height * width), height=height, width=width)


def test_what_lies_beyond_the_screen_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    devices = {"keyboard": MagicMock(), "mouse": MagicMock()}
    for name, parts in (("mss", {"MSS": EdgedScreen}), ("pynput", devices)):
        module = ModuleType(name)
        vars(module).update(parts)
        monkeypatch.setitem(sys.modules, name, module)
    desktop = RealDesktop()
    assert desktop.capture().shape == (40, 60, 3)
    assert desktop.capture((10, 20, 30, 40)).shape == (20, 20, 3)
    assert desktop.capture((0, 0, 65, 45)).shape == (40, 60, 3)  # around a board at the edge


BOARD = (9, 9), 10, "best"


def end_with(seed: int, status: str = "won") -> GameEnd:
    game = sapper.Game("beginner", seed=seed)
    game.open(4, 4)
    replay = sapper.Replay.from_game(game) if status == "won" else None
    return GameEnd("won" if status == "won" else "unfinished", "so, it ended", 2, False, 1.2345, replay)


def rows_in(folder: Path) -> list[dict[str, str]]:
    with (folder / TABLE).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_later_run_replaces_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    first = GameLog(folder)
    first.add(end_with(1), *BOARD)
    first.add(end_with(2, "unfinished"), *BOARD)
    before, rows = (folder / "bot-1.rawvf").read_bytes(), rows_in(folder)
    GameLog(folder).add(end_with(3), *BOARD)
    assert rows_in(folder)[:2] == rows
    assert [row["replay"] for row in rows_in(folder)] == ["bot-1.rawvf", "", "bot-2.rawvf"]
    assert (folder / "bot-1.rawvf").read_bytes() == before
    assert (folder / "bot-2.rawvf").read_bytes() != before
    assert ",".join(rows[0].values()) == "9,9,10,best,won,2,0,1.234,bot-1.rawvf,so, it ended"


def test_two_bots_in_one_folder_take_different_names(tmp_path: Path) -> None:
    one, other = GameLog(tmp_path), GameLog(tmp_path)
    for each in (one, other, one):
        each.add(end_with(1), *BOARD)
    assert [row["replay"] for row in rows_in(tmp_path)] == ["bot-1.rawvf", "bot-2.rawvf", "bot-3.rawvf"]


def test_another_or_a_damaged_table_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    GameLog(tmp_path).add(end_with(1), *BOARD)
    cut = (tmp_path / TABLE).read_text()[:-3]
    for table, why in (("a,b\n1,2\n", "this is not a table of the bot"), (cut, "the last line is cut off")):
        (tmp_path / TABLE).write_text(table)
        with pytest.raises(sapper.FormatError, match=why):
            GameLog(tmp_path)
        assert (tmp_path / TABLE).read_text() == table


def test_a_folder_that_cannot_be_made_is_a_file_error(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("")
    with pytest.raises(sapper.FileError, match="cannot be made"):
        GameLog(tmp_path / "games")
