"""The records of games say what happened in them."""

import errno
import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest
from support.cases import rest_long
from support.runs import records_of_strategy

import sapper
from sapper import Board, Cell, Game, Position, Rules, Strategy, Topology
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.games_folder import GamesFolder
from sapper.simulation.plan import Plan
from sapper.simulation.tally import Records
from sapper.simulation.workers import play_chunk

OUTCOMES = {"won": 1, "lost": 2, "drawn": 3}
NO_CELL = 2**32 - 1


def record_of(game: Game, choose: Callable[[Position], Cell]) -> dict[str, Any]:
    """The record of a game that is played to its end; guesses are risks above 0."""
    topology, board = game.topology, game.board
    guesses: list[tuple[int, float, bool]] = []
    luck, risks = [0.0] * 9, 0.0
    mines_known = 0
    while game.status == "playing":
        analysis = sapper.analyse(game.position)
        cell = choose(game.position)
        sure = not game.history and game.rules.first_click != "any"
        risk = 0.0 if sure else float(analysis.mine_probability[cell])
        mines_known = len(analysis.mines)
        exploded = game.exploded
        phase = min(7, 8 * game.safe_left // (topology.size - board.mines))
        game.open(cell)
        if exploded == 0 and risks + risk <= 2:
            risks += risk
            luck[phase] += risk - game.exploded
        if risk > 0 or game.exploded > exploded:
            guesses.append((topology.index(cell), risk, game.exploded > exploded))
    assert game.minefield is not None
    metrics = sapper.measure(game)
    return {
        "outcome": OUTCOMES[game.status],
        "clicks": len(game.history),
        "opened": int(np.count_nonzero(game.position.marks >= 0)),
        "found": mines_known if game.status == "lost" else board.mines - game.exploded,
        "exploded": game.exploded,
        "three_bv": metrics.board.three_bv,
        "openings": metrics.board.openings,
        "solved": metrics.solved,
        "guesses": len(guesses),
        "risk": 1 - float(np.prod([1 - risk for _, risk, _ in guesses])),
        "luck": luck,
        "lost_at": next((cell for cell, _, exploded in guesses if exploded), NO_CELL),
        "guess_cell": [cell for cell, _, _ in guesses],
        "guess_risk": [risk for _, risk, _ in guesses],
        "guess_exploded": [int(exploded) for _, _, exploded in guesses],
    }


BOARDS = [
    Board.level("beginner"),
    Board(Topology.torus(6, 7), 8),
    Board(Topology.hexagons(7, 5), 6),
    Board(Topology.grid(3, 3, 3), 4),
    Board(Topology.graph([[1, 2], [0, 2], [0, 1, 3], [2, 4], [3]]), 2),
]


def boldly(position: Position) -> Cell:
    """Safe cells and, as often, cells that may well be mines."""
    analysis = sapper.analyse(position)
    open_cells = int(np.count_nonzero(position.marks >= 0))
    risky = [cell for cell in position.topology if 0 < analysis.mine_probability[cell] < 0.5]
    if risky and open_cells % 3 == 0:
        return risky[-1]
    assert analysis.safest is not None
    return analysis.safest


def guesses_of(records: Records) -> Iterator[tuple[slice, int]]:
    ends = np.cumsum(records.guesses)
    for game, end in enumerate(ends):
        yield slice(int(end) - int(records.guesses[game]), int(end)), game


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("first_click", ["safe", "opening", "any"])
@pytest.mark.parametrize("on_mine", ["stop", "continue"])
def test_records_say_what_happened(board: Board, first_click: str, on_mine: str) -> None:
    rules = Rules(first_click=first_click, on_mine=on_mine)  # type: ignore[arg-type]  # one of the names
    records = records_of_strategy(board, rules, Strategy(boldly), count=8, seed=3)
    for guesses, game in guesses_of(records):
        expected = record_of(Game(board, rules, seed=3, number=game), boldly)
        for name in ("guess_cell", "guess_risk", "guess_exploded"):
            assert list(getattr(records, name)[guesses]) == pytest.approx(expected.pop(name))
        for name, value in expected.items():
            assert getattr(records, name)[game] == pytest.approx(value), (name, game)


def test_where_flags_win_they_are_set_in_the_end() -> None:
    rules = Rules("safe", win="flagged")
    by_flags = records_of_strategy(Board.level("beginner"), rules, Strategy("exact+first"), count=60)
    by_clicks = records_of_strategy(Board.level("beginner"), Rules("safe"), Strategy("exact+first"), count=60)
    won = by_flags.outcome == 1
    assert won.any()
    assert (by_flags.outcome == by_clicks.outcome).all()
    assert (by_flags.clicks[won] == by_clicks.clicks[won] + 10).all()


def test_the_first_cell_can_be_chosen() -> None:
    board = Board.square(4, 4, 5)
    records = records_of_strategy(board, Rules("any"), Strategy("exact+first"), count=400, first_cell=(3, 3))
    at_once = [game for game in range(400) if records.clicks[game] == 1 and records.outcome[game] == 2]
    assert len(at_once) == pytest.approx(400 * 5 / 16, abs=50)
    assert all(records.lost_at[game] == 15 for game in at_once)
    for guesses, _ in guesses_of(records):
        assert records.guess_cell[guesses][0] == 15
        assert records.guess_risk[guesses][0] == pytest.approx(5 / 16)


def test_the_games_after_the_last_number_are_the_first() -> None:
    board, strategy = Board.level("beginner"), Strategy("exact+first")
    last = records_of_strategy(board, Rules(), strategy, count=6, number=2**64 - 3)
    assert list(last.three_bv[3:]) == list(records_of_strategy(board, Rules(), strategy, count=3).three_bv)


def test_a_digest_changes_with_every_result_but_not_with_the_time() -> None:
    records = records_of_strategy(Board.level("intermediate"), Rules(), Strategy("exact+first"), count=50)
    columns = {name: getattr(records, name) for name in Records.__slots__}
    for name, column in columns.items():
        other_column = np.roll(column, 1)
        assert (other_column != column).any(), name
        digest = Records(**{**columns, name: other_column}).digest(0)
        assert (digest == records.digest(0)) == (name in ("nanoseconds", "luck")), name


def test_digests_of_ranges_add_up() -> None:
    board, strategy = Board.level("intermediate"), Strategy("exact+first")
    first = 2**64 - 20  # the numbers go round at 2^64
    whole = records_of_strategy(board, Rules(), strategy, count=50, number=first).digest(first)
    parts = [(first, 11), (first + 11, 30), (21, 9)]
    digests = [
        records_of_strategy(board, Rules(), strategy, count=count, number=at).digest(at)
        for at, count in parts
    ]
    assert sum(digests) % 2**64 == whole
    assert whole != sum(reversed(digests[:2])) % 2**64


def test_games_are_kept_in_parquet_files(tmp_path: Path) -> None:
    report = sapper.simulate("expert", "exact+first", games=300, chunk=100, games_folder=tmp_path)
    table = parquet.read_table(tmp_path / "games").to_pydict()
    assert sorted(table["game"]) == list(range(300))
    assert table["status"].count("won") == report.won
    assert sum(map(len, table["guess_risks"])) == report.tally.guesses == sum(table["guesses"])
    assert sum(table["cells_share"]) / 300 == pytest.approx(report.cells_opened)
    assert sum(table["mines_share"]) / 300 == pytest.approx(report.mines_found)
    assert [cell is None for cell in table["lost_at"]] == [word != "lost" for word in table["status"]]
    times = parquet.read_table(tmp_path / "timings").to_pydict()
    assert sum(times["nanoseconds"]) == report.timing.nanoseconds


def test_the_games_of_another_run_are_not_mixed_in(tmp_path: Path) -> None:
    sapper.simulate("expert", "exact+first", games=30, chunk=10, games_folder=tmp_path)
    with pytest.raises(
        sapper.SimulationError, match="another configuration; you asked for seed 2 instead of 0"
    ):
        sapper.simulate("expert", "exact+first", games=30, chunk=10, seed=2, games_folder=tmp_path)
    sapper.simulate("expert", "exact+first", games=50, chunk=10, games_folder=tmp_path)
    table = parquet.read_table(tmp_path / "games")
    assert table.num_rows == 50
    assert set(table["seed"].to_pylist()) == {0}
    metadata = json.loads(table.schema.metadata[b"sapper 2"])
    assert (metadata["board"]["mines"], metadata["rules"]["first_click"]) == (99, "opening")
    other = tmp_path / "elsewhere" / "games" / "other.parquet"
    other.parent.mkdir(parents=True)
    own = table.schema.metadata[b"sapper 2"]
    strange = []
    for mark in ({b"sapper 2": b"[" * 100_000}, {b"sapper": own}):  # nested too deep, and of an older kind
        parquet.write_table(pyarrow.table({"a": [1]}).replace_schema_metadata(mark), other)
        strange.append(other.read_bytes())
    for content in (b"PAR1", *strange):
        other.write_bytes(content)
        with pytest.raises(sapper.SimulationError, match=r"other\.parquet: does not have the games of this"):
            sapper.simulate("expert", "exact+first", games=30, games_folder=tmp_path / "elsewhere")


def test_an_unfinished_file_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of long ago, and our own if the disk is full. Another program writes those of today."""
    timings = tmp_path / "timings"
    timings.mkdir()
    old, live = timings / ".unfinished-0-1", timings / ".unfinished-1-2"
    for file in (old, live):
        file.write_bytes(b"PAR1")
    os.utime(old, (1e9, 1e9))
    sapper.simulate("expert", "exact+first", games=10, chunk=10, games_folder=tmp_path)
    assert parquet.read_table(timings).num_rows == 10
    before = {live, timings / "chunk-000000000.parquet"}
    assert {*timings.iterdir()} == before

    def full(self: Path, target: object) -> None:  # noqa: ARG001  # as pathlib has it
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(sapper.SimulationError, match=r"the disk is full.*run the same command"):
        sapper.simulate("expert", "exact+first", games=30, chunk=10, games_folder=tmp_path)
    assert {*timings.iterdir()} == before


@pytest.mark.parametrize("part", ["games", "timings"])
@pytest.mark.parametrize("number", [0, 2])
@pytest.mark.parametrize("bytes_left", rest_long([3, 0, 100, -1], 2))
def test_a_damaged_file_of_games_is_written_again(
    tmp_path: Path, part: str, number: int, bytes_left: int
) -> None:
    options: Any = {"games": 30, "chunk": 10, "games_folder": tmp_path, "out": tmp_path / "run.sapper"}
    play = partial(sapper.simulate, "beginner", "exact+first", **options)
    report = play()
    file = tmp_path / part / f"chunk-{number:09}.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:bytes_left])
    assert play().digest == report.digest
    assert parquet.read_metadata(file).num_rows == 10
    if part == "games":
        assert file.read_bytes() == whole


def test_a_flipped_bit_at_the_end_of_a_file_of_games_raises_no_traceback(tmp_path: Path) -> None:
    board, strategy = Board.level("beginner"), Strategy("exact+first")
    configuration = Plan.from_arguments(board, [strategy], chunk=10).configuration
    folder = GamesFolder(tmp_path, configuration)
    folder.store(play_chunk(configuration, [strategy], configuration.chunk_at(0), keep=True))
    file = tmp_path / "games" / "chunk-000000000.parquet"
    whole = file.read_bytes()
    chance = random.Random(1)
    for _ in range(400):
        content = bytearray(whole)
        content[-chance.randrange(1, 1500)] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        folder.has(0, 10)
        with suppress(sapper.SimulationError):
            GamesFolder(tmp_path, configuration)


def test_results_go_through_text_and_back() -> None:
    plan = Plan.from_arguments("intermediate", ["exact+first", "exact+corners"], chunk=40)
    board = plan.configuration.board
    result = play_chunk(plan.configuration, plan.strategies, plan.configuration.chunk_at(0), False)
    again = ChunkResult.from_texts(0, 40, result.results_text(), result.timings_text(), board)
    assert again.digests == result.digests
    assert again.results_text() == result.results_text()
    assert again.timings_text() == result.timings_text()
    assert result.pairs is not None
    assert result.pairs.sum() == 40
    assert result.pairs[1].sum() == result.tallies[0].won
    assert result.pairs[:, 1].sum() == result.tallies[1].won
