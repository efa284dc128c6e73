"""The same run has the same results wherever it is played."""

from itertools import pairwise
from pathlib import Path

import pytest

import sapper
from sapper import Board, Report, Strategy, Topology
from sapper.simulation.chunk_result import Totals
from sapper.simulation.plan import Plan, StopRule


def run(folder: Path, *, threads: int | None = None, cluster: str | None = None) -> Report:
    return sapper.simulate(
        "expert",
        "exact+first",
        games=300,
        chunk=50,
        out=folder / "run.sapper",
        games_folder=folder / "kept",
        threads=threads,
        cluster=cluster,
    )


def kept_games(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "kept" / "games").iterdir()}


def test_threads_and_processes_give_the_same_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two", "cluster")]
    for folder in folders:
        folder.mkdir()
    one, two = (run(folder, threads=threads) for threads, folder in enumerate(folders[:2], 1))
    cluster = run(folders[2], cluster="local:2")
    assert one.digest == two.digest == cluster.digest
    assert one.to_dict() | {"timing": None} == cluster.to_dict() | {"timing": None}
    assert len(kept_games(folders[0])) == 6
    assert kept_games(folders[0]) == kept_games(folders[1]) == kept_games(folders[2])


def test_chunks_of_any_size_have_the_same_games() -> None:
    reports = [
        sapper.simulate("intermediate", "exact+first", games=500, chunk=chunk) for chunk in (500, 77, None)
    ]
    assert len({report.digest for report in reports}) == 1
    one, many, _ = (report.tally.to_dict() for report in reports)
    # Sums of floating-point numbers in another order.
    assert one.pop("risk") == pytest.approx(many.pop("risk"))
    for row, other in zip(one.pop("calibration"), many.pop("calibration"), strict=True):
        assert row == pytest.approx(other)
    assert one == many


@pytest.mark.parametrize("cells", [(1, 2), (9, 9), (16, 30), (300, 300), (2000, 1000)])
def test_chunks_follow_one_another_and_grow(cells: tuple[int, int]) -> None:
    configuration = Plan.of(Board(Topology.grid(*cells), 1), [Strategy("exact+first")]).configuration
    chunks = [configuration.chunk_at(number) for number in range(120)]
    for chunk, following in pairwise(chunks):
        assert configuration.games_before(following.number) == following.first == chunk.first + chunk.count
        assert chunk.count <= following.count <= 3 * chunk.count
    assert chunks[-1].count == chunks[80].count
    assert chunks[0].count <= max(1, chunks[-1].count // 1000)


def test_a_strategy_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(sapper.SimulationError, match="at the top of a module"):
        sapper.simulate("beginner", lambda _: (0, 0), games=60, threads=2)


def test_the_stop_rule_looks_at_the_chunks_in_order() -> None:
    """However many threads run ahead, the run ends with the first chunk that makes it narrow enough."""
    reports = [
        sapper.simulate("intermediate", "exact+first", width=0.09, chunk=20, threads=threads)
        for threads in (1, 2, 5)
    ]
    assert len({report.digest for report in reports}) == 1
    low, high = reports[0].interval
    assert high - low <= 0.09
    shorter = sapper.simulate("intermediate", "exact+first", games=reports[0].games - 20, chunk=20)
    assert shorter.interval[1] - shorter.interval[0] > 0.09


@pytest.mark.parametrize(
    ("stop", "left"),
    [
        (StopRule(games=4000), 12),
        (StopRule(seconds=10), 8),
        (StopRule(seconds=1.5), 0),
        (StopRule(width=0.0606 / 2), 12),  # half as wide takes four times as many games
        (StopRule(games=9000, seconds=20, width=0.0606 / 2), 12),
    ],
)
def test_the_time_left_is_estimated(stop: StopRule, left: float) -> None:
    totals = Totals.empty(Plan.of("expert", ["exact+first"]).configuration)
    totals.tallies[0].games, totals.tallies[0].won = 1000, 400
    assert stop.seconds_left(totals, 2.0, 250.0) == pytest.approx(left, abs=0.1)


def test_a_run_may_begin_at_any_game_of_its_seed() -> None:
    report = sapper.simulate("beginner", "exact+first", seed=9, games=64, threads=2)
    parts = [
        sapper.simulate("beginner", "exact+first", seed=9, number=number, games=32) for number in (0, 32)
    ]
    assert [part.digest == report.digest for part in parts] == [False, False]
    assert sum(part.won for part in parts) == report.won
