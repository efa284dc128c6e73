"""Games that are kept in a folder, run after run."""

from pathlib import Path

import pytest

import sapper
from sapper.bot.game_end import GameEnd
from sapper.bot.game_log import TABLE, GameLog, GameRow

BOARD = (9, 9), 10, "best"


def end_with(seed: int, status: str = "won") -> GameEnd:
    game = sapper.Game("beginner", seed=seed)
    game.open(4, 4)
    replay = sapper.Replay.of(game) if status == "won" else None
    return GameEnd("won" if status == "won" else "unfinished", "so, it ended", 2, False, 1.2345, replay)


def test_a_later_run_replaces_nothing_and_knows_the_earlier_games(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    first = GameLog(folder)
    rows = [first.add(end_with(1), *BOARD), first.add(end_with(2, "unfinished"), *BOARD)]
    before = (folder / "bot-1.rawvf").read_bytes()
    second = GameLog(folder)
    assert second.games == rows
    rows.append(second.add(end_with(3), *BOARD))
    assert [game.replay for game in rows] == ["bot-1.rawvf", "", "bot-2.rawvf"]
    assert (folder / "bot-1.rawvf").read_bytes() == before
    assert (folder / "bot-2.rawvf").read_bytes() != before
    assert GameLog(folder).games == second.games == rows
    assert rows[0] == GameRow(9, 9, 10, "best", "won", 2, 0, 1.234, "bot-1.rawvf", "so, it ended")


def test_two_bots_in_one_folder_take_different_names(tmp_path: Path) -> None:
    one, other = GameLog(tmp_path), GameLog(tmp_path)
    assert [each.add(end_with(1), *BOARD).replay for each in (one, other, one)] == [
        "bot-1.rawvf",
        "bot-2.rawvf",
        "bot-3.rawvf",
    ]
    assert len(GameLog(tmp_path).games) == 3


def test_only_games_of_the_same_board_and_strategy_are_alike(tmp_path: Path) -> None:
    keeper = GameLog(tmp_path)
    game = keeper.add(end_with(1), *BOARD)
    assert game.is_like(keeper.add(end_with(2, "unfinished"), *BOARD))
    assert not game.is_like(keeper.add(end_with(2), (9, 9), 11, "best"))
    assert not game.is_like(keeper.add(end_with(2), (9, 9), 10, "quick"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "this is not a table of the bot"),
        ("{columns}\n9,9,10,best,won\n", "line 2 is not a game of the bot"),
        ("{columns}\n9,9,10,best,won,0,0,1.0,,,more\n", "line 2 is not a game of the bot"),
        ("{columns}\n9,9,10,best,won,0,0,nan,,\n", "line 2 is not a game of the bot"),
        ("{columns}\n9,9,10,best,played,0,0,1.0,,\n", "line 2 is not a game of the bot"),
    ],
)
def test_another_table_is_refused_and_left_as_it_is(tmp_path: Path, text: str, words: str) -> None:
    columns = "rows,columns,mines,strategy,status,guesses,misread,seconds,replay,why"
    (tmp_path / TABLE).write_text(text.format(columns=columns))
    with pytest.raises(sapper.FormatError, match=words):
        GameLog(tmp_path)
    assert (tmp_path / TABLE).read_text() == text.format(columns=columns)


def test_a_folder_that_cannot_be_made_is_a_file_error(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("")
    with pytest.raises(sapper.FileError, match="cannot be made"):
        GameLog(tmp_path / "games")
