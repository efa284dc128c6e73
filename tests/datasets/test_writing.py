"""Data sets: every column against its definition, and the same files however they are made."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet
from support.optional import not_none

import sapper
from sapper import Board, DataSet, Game, Position, Replay, Rules, Strategy, Topology, write_dataset
from sapper.datasets import writing
from sapper.errors import SimulationError

SMALL = Board.square(5, 6, 6)


def rows_of(data_set: DataSet) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(data_set.folder / "data").to_pylist()
    return rows


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.rglob("*.*")) if file.is_file()}


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        pytest.param(SMALL, Rules("safe"), id="square"),
        pytest.param(Board(Topology.hexagons(4, 5), 6), Rules("any", on_mine="continue"), id="after mines"),
    ],
)
def test_every_column_is_what_the_library_says(tmp_path: Path, board: Board[Any], rules: Rules) -> None:
    """The rows of a game follow its history: from each to the next the player opens what the row says."""
    options: Any = {"difficulty": True, "ranked": 2, "estimate": 0.4}
    data_set = write_dataset(tmp_path, board, rules=rules, games=5, seed=3, threads=1, **options)
    rows = rows_of(data_set)
    assert len(rows) == data_set.positions > 20
    assert {row["game"] for row in rows} == {*range(5)}
    for number in range(5):
        model = Strategy("best").play(Game(board, rules, seed=3, number=number))
        game = Game(board, rules, seed=3, number=number)
        history = iter(model.history)
        game.open(next(history).cell)
        for move, row in enumerate(row for row in rows if row["game"] == number):
            assert row["move"] == move
            check(row, model, game.position)
            possible = {row["chosen"]} if not row["safe"] else {*row["safe"]}
            first = next(history).cell
            assert board.topology.index(first) == row["chosen"]
            game.open(first)
            following = [each["marks"] for each in rows if each["game"] == number][move + 1 : move + 2]
            while game.status == "playing" and [game.position.marks.ravel().tolist()] != following:
                cell = next(history).cell
                assert board.topology.index(cell) in possible
                game.open(cell)
        assert next(history, None) is None


def check(row: dict[str, Any], model: Game[Any], position: Position[Any]) -> None:
    """Compares a row with what the library says of the position."""
    index, rules = position.topology.index, model.rules
    analysis, minefield = sapper.analyse(position), model.minefield
    assert minefield is not None
    assert row["status"] == model.status
    assert row["exploded"] == minefield.ravel()[row["chosen"]]
    assert row["marks"] == position.marks.ravel().tolist()
    assert np.array_equal(row["mine_probability"], analysis.mine_probability.ravel(), equal_nan=True)
    assert (row["safe"], row["mines"]) == ([*map(index, analysis.safe)], [*map(index, analysis.mines)])
    assert (row["exact"], row["difficulty"]) == (True, sapper.hint(position).difficulty)
    moves = [move for move in sapper.rank(position, rules=rules, most=2) if move.kind == "open"]
    best_moves = [(index(move.cell), move.risk) for move in moves]
    assert [(move["cell"], move["risk"]) for move in row["ranked"]] == best_moves
    assert row["win_estimate"] == sapper.evaluate(position, rules=rules, error=0.4).win_probability
    if row["win_probability"] is not None:
        proven = Strategy("best").choose(position, rules=rules).win_probability
        assert proven == pytest.approx(row["win_probability"])


@pytest.mark.parametrize("rules", [Rules(), Rules("any")], ids=["opening", "any"])
def test_openings_and_minefields_can_be_added(tmp_path: Path, rules: Rules) -> None:
    options: Any = {"games": 40, "seed": 3, "threads": 1, "rules": rules, "difficulty": True}
    usual = rows_of(write_dataset(tmp_path / "usual", (4, 4, 4), **options))
    data_set = write_dataset(tmp_path / "more", (4, 4, 4), **options, openings=True, minefields=True)
    rows = rows_of(data_set)
    games = {}
    for number in range(40):
        games[number] = Strategy("best").play(Game((4, 4, 4), rules, seed=3, number=number))
        opening, *later = [row for row in rows if row["game"] == number]
        first = games[number].history[0].cell
        assert (opening["marks"], opening["mine_probability"]) == ([-1] * 16, [0.25] * 16)
        assert (opening["move"], opening["chosen"]) == (0, games[number].topology.index(first))
        assert (opening["safe"], opening["mines"], opening["difficulty"]) == ([], [], None)
        assert {row["status"] for row in (opening, *later)} == {games[number].status}
        assert [row["move"] for row in later] == list(range(1, len(later) + 1))
    assert any(game.status != "playing" and len(game.history) == 1 for game in games.values())
    for row in rows:
        minefield = not_none(games[row["game"]].minefield)
        assert row.pop("minefield") == minefield.ravel().tolist()
        assert row["exploded"] == minefield.ravel()[row["chosen"]]
    assert repr([row | {"move": row["move"] - 1} for row in rows if row["move"]]) == repr(usual)
    for wrong, words in (
        ({"openings": True, "every": 2}, "`openings` needs `every` 1"),
        ({"openings": True, "replays": tmp_path}, "`openings` needs `every` 1"),
        ({"estimate": 0.0001}, "`estimate` must be from 0.001 to 0.5"),
        ({"licence": "a\nb"}, "`licence` must be a name on one line"),
    ):
        with pytest.raises(sapper.ArgumentError, match=words):
            write_dataset(tmp_path / "never", SMALL, **wrong)
    assert not (tmp_path / "never").exists()


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of ten games, in row groups of four."""
    monkeypatch.setattr(writing, "_CELLS_A_FILE", 10 * SMALL.topology.size)
    monkeypatch.setattr(writing, "_CELLS_A_GROUP", 4 * SMALL.topology.size)


@pytest.mark.usefixtures("small_files")
def test_the_same_files_however_they_are_made(tmp_path: Path) -> None:
    """On threads, after an interruption, a kill and damage, and with more games than at first."""

    def write(folder: Path, **options: Any) -> DataSet:
        return write_dataset(folder, SMALL, "fast", **{"games": 35, "seed": 1, "threads": 1, **options})

    def stop(progress: sapper.Progress) -> None:
        assert progress.total == 35
        if progress.done > 15:
            raise KeyboardInterrupt

    data_set = write(tmp_path / "whole")
    whole = files_of(tmp_path / "whole")
    assert [*whole] == ["README.md", *(f"chunk-{number:09}.parquet" for number in range(4))]
    assert [file.name for file in data_set.files] == [*whole][1:]
    assert [parquet.ParquetFile(file).num_row_groups for file in data_set.files] == [3, 3, 3, 2]
    write(tmp_path / "threads", threads=3)
    assert files_of(tmp_path / "threads") == whole
    bad_file = tmp_path / "broken"
    write(bad_file, games=13)
    with pytest.raises(KeyboardInterrupt):
        write(bad_file, progress=stop)
    (bad_file / "data" / "chunk-000000001.parquet").write_bytes(b"PAR1")
    (bad_file / "data" / "chunk-000000002.parquet").unlink(missing_ok=True)
    data_set = write(bad_file)
    assert files_of(bad_file) == whole
    assert (data_set.games, data_set.positions) == (35, len(rows_of(data_set)))
    cancel = sapper.Cancel()
    with pytest.raises(sapper.CancelledError, match="the writing was cancelled"):
        write(tmp_path / "stopped", progress=lambda _: cancel.set(), cancel=cancel)
    write(tmp_path / "stopped")
    assert files_of(tmp_path / "stopped") == whole
    updates: list[sapper.Progress] = []
    write(bad_file, progress=updates.append)
    assert updates == []  # nothing was left to do


@pytest.mark.usefixtures("small_files")
def test_one_of_so_many_positions_is_kept(tmp_path: Path) -> None:
    everything = rows_of(write_dataset(tmp_path / "all", SMALL, games=20))
    some = rows_of(write_dataset(tmp_path / "some", SMALL, games=20, every=3))
    assert repr(some) == repr([row for row in everything if (row["game"] + row["move"]) % 3 == 0])


def test_another_data_set_is_not_mixed_in(tmp_path: Path) -> None:
    write_dataset(tmp_path, SMALL, games=12)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"seed": 2}, "holds another data set; you asked for seed 2 instead of 0. Name"),
        ({"every": 2}, "you asked for every 2 instead of 1"),
        ({"games": 5}, "holds more games than the 5 that you asked for"),
    ]
    for options, words in cases:
        with pytest.raises(SimulationError, match=words):
            write_dataset(tmp_path, SMALL, **{"games": 12, **options})
    (tmp_path / "data" / "other.parquet").write_bytes(b"PAR1")
    with pytest.raises(SimulationError, match=r"other\.parquet: is not part of this data set"):
        write_dataset(tmp_path, SMALL, games=12)


def test_positions_of_replays(tmp_path: Path) -> None:
    replays = tmp_path / "replays"
    replays.mkdir()
    game = Game(SMALL, seed=5)
    game.open(0, 0)
    game.flag(sapper.analyse(game).mines[0])
    before = game.position
    game.open(sapper.analyse(game).safe[0])
    sapper.write(Replay.from_game(game), replays / "a.rawvf")
    sapper.write(Replay.from_game(game), replays / "b.rawvf")  # the same again
    sapper.write(Strategy("fast").play(Game("beginner", seed=1)), replays / "c.rawvf")
    (replays / "d.avf").write_bytes(b"nothing")
    sapper.write(Replay.from_game(game, about={"Mode": "UPK"}), replays / "e.rawvf")
    data_set = write_dataset(tmp_path / "made", SMALL, replays=replays, difficulty=True, minefields=True)
    (row,) = rows_of(data_set)
    assert row["minefield"] == not_none(game.minefield).ravel().tolist()
    analysis = sapper.analyse(before)
    index = SMALL.topology.index
    assert row["marks"] == before.marks.ravel().tolist()
    assert np.array_equal(row["mine_probability"], analysis.mine_probability.ravel(), equal_nan=True)
    assert (row["safe"], row["mines"]) == ([*map(index, analysis.safe)], [*map(index, analysis.mines)])
    assert (row["chosen"], row["exploded"], row["status"]) == (index(analysis.safe[0]), False, game.status)
    assert row["difficulty"] == sapper.hint(before).difficulty
    assert (data_set.games, [file.name for file in data_set.skipped]) == (1, ["c.rawvf", "d.avf", "e.rawvf"])
    assert "another board: beginner" in data_set.skipped[0].error
    assert data_set.skipped[2].error == "it is another kind of game: UPK"
    card = (data_set.folder / "README.md").read_text(encoding="utf-8")
    assert "SHA-256" in card
    assert 'license: "other"' in card


@pytest.mark.parametrize("library", ["polars", "datasets.load"])
def test_other_libraries_read_it(tmp_path: Path, library: str) -> None:
    reader = pytest.importorskip(library)
    data_set = write_dataset(tmp_path, SMALL, games=5, ranked=1)
    if library == "polars":
        rows = reader.read_parquet(tmp_path / "data" / "*.parquet").to_dicts()
    else:
        rows = list(reader.load_dataset(str(tmp_path), split="train", cache_dir=str(tmp_path / "cache")))
    assert repr(rows) == repr(rows_of(data_set))  # nan differs from nan


def test_the_card_describes_the_files_and_counts_positions_that_repeat(tmp_path: Path) -> None:
    board = Board.square(3, 3, 1)
    options: Any = {"games": 60, "seed": 11, "threads": 1, "difficulty": True, "licence": "mit"}
    data_set = write_dataset(tmp_path, board, "single+random", rules="safe", **options)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    names_in_card = re.findall(r"^\| `(\w+)` \|", card, re.MULTILINE)
    assert names_in_card == parquet.read_schema(data_set.files[0]).names
    facts = ['license: "mit"', "| Player | single+random |", "| Seed | 11 |", "| Games | 60 |", "3 x 3"]
    for fact in (*facts, f"| Positions | {data_set.positions} |", f"Sapper {sapper.__version__}"):
        assert fact in card
    positions: set[bytes] = set()
    kinds: set[bytes] = set()
    for row in rows_of(data_set):
        marks = np.array(row["marks"]).reshape(3, 3)
        positions.add(marks.tobytes())
        symmetries = [np.rot90(each, turns) for each in (marks, marks.T) for turns in range(4)]
        kinds.add(min(each.tobytes() for each in symmetries))
    repeats = [data_set.positions - len(each) for each in (positions, kinds)]
    assert f"{repeats[0]} equal to an earlier position, {repeats[1]} when" in card
    assert 0 < len(kinds) < len(positions) < data_set.positions
