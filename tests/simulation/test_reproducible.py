"""The same run has the same results wherever it is played, and invalid arguments are refused before it."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.own_strategies import Keeper

import sapper
from sapper import Board, Report, Rules, Strategy, Topology
from sapper._engine import wilson
from sapper.cli.shared.options import SHARE
from sapper.minefields.generation import GenerateOptions
from sapper.simulation.chunk_result import Totals
from sapper.simulation.plan import Plan, RunOptions, StopRule
from sapper.strategy.names import SHORT_NAMES


def run(folder: Path, strategy: Any, **where: Any) -> tuple[Report, dict[str, bytes]]:
    """The report of a run, and the files of its games."""
    folder.mkdir()
    plan: dict[str, Any] = {"games": 30, "chunk": 5, "out": folder / "run.sapper", "games_folder": folder}
    report = sapper.simulate("beginner", strategy, **plan, **where)
    return report, {path.name: path.read_bytes() for path in (folder / "games").iterdir()}


@pytest.mark.parametrize("strategy", [Keeper, pytest.param("exact+first", marks=pytest.mark.long)])
def test_threads_and_processes_give_the_same_bytes(tmp_path: Path, strategy: Any) -> None:
    places: list[dict[str, Any]] = [{"threads": 1}, {"threads": 2}, {"cluster": "local:2"}]
    runs = [run(tmp_path / str(number), strategy, **each) for number, each in enumerate(places)]
    reports, files = zip(*runs, strict=True)
    assert len({report.digest for report in reports}) == 1
    assert reports[0].to_dict() | {"timing": None} == reports[2].to_dict() | {"timing": None}
    assert len(files[0]) == 6
    assert files[0] == files[1] == files[2]


def test_chunks_of_any_size_have_the_same_games() -> None:
    reports = [sapper.simulate("intermediate", "exact+first", games=500, chunk=n) for n in (500, 77, None)]
    assert len({report.digest for report in reports}) == 1
    one, many, _ = (report.tally.to_dict() for report in reports)
    # Sums of floating-point numbers in another order.
    assert one.pop("risk") == pytest.approx(many.pop("risk"))
    for row, other in zip(one.pop("calibration"), many.pop("calibration"), strict=True):
        assert row == pytest.approx(other)
    assert one == many


@pytest.mark.parametrize("cells", [(1, 2), (9, 9), (16, 30), (300, 300), (2000, 1000)])
def test_chunks_follow_one_another_and_grow(cells: tuple[int, int]) -> None:
    configuration = Plan.from_arguments(
        Board(Topology.grid(*cells), 1), [Strategy("exact+first")]
    ).configuration
    chunks = [configuration.chunk_at(number) for number in range(120)]
    for chunk, following in pairwise(chunks):
        assert configuration.games_before(following.number) == following.first == chunk.first + chunk.count
        assert chunk.count <= following.count <= 3 * chunk.count
    assert chunks[-1].count == chunks[80].count
    assert chunks[0].count <= max(1, chunks[-1].count // 1000)


def test_a_strategy_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(sapper.SimulationError, match="at the top of a module"):
        sapper.simulate("beginner", lambda _: (0, 0), games=60, threads=2)


@pytest.mark.parametrize("width", [0.0999, 0.005])
def test_a_width_is_a_count_of_games(width: float) -> None:
    """No rate gives a wider interval, and with a game less some rate does."""
    games = Plan.from_arguments("expert", ["fast"], interval_width=width).stop.games
    assert games is not None
    widths = [wilson(share * games, games) for share in np.linspace(0, 1, 101)]
    assert max(high - low for low, high in widths) <= width
    low, high = wilson((games - 1) / 2, games - 1)
    assert high - low > width
    assert Plan.from_arguments("expert", ["fast"], interval_width=width, games=9).stop.games == 9


@pytest.mark.parametrize(
    ("stop", "seconds_left"),
    [
        (StopRule(games=4000), 12),
        (StopRule(seconds=10), 8),
        (StopRule(seconds=1.5), 0),
        (StopRule(games=4000, seconds=20), 12),
    ],
)
def test_the_time_left_is_estimated(stop: StopRule, seconds_left: float) -> None:
    totals = Totals.empty(Plan.from_arguments("expert", ["exact+first"]).configuration)
    totals.tallies[0].games, totals.tallies[0].won = 1000, 400
    assert stop.seconds_left(totals, 2.0, 250.0) == pytest.approx(seconds_left, abs=0.1)


def test_a_run_may_begin_at_any_game_of_its_seed() -> None:
    report = sapper.simulate("beginner", "exact+first", seed=9, games=64, threads=2)
    parts = [sapper.simulate("beginner", "exact+first", seed=9, number=n, games=32) for n in (0, 32)]
    assert [part.digest == report.digest for part in parts] == [False, False]
    assert sum(part.won for part in parts) == report.won


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"first_click": "safe"}, "unknown option `first_click`: did you mean `first_cell`"),
        ({"rules": "safee"}, "unknown `first_click` 'safee': did you mean 'safe'"),
        ({"rules": ("safe", "cleared")}, "`rules` must be a sapper.Rules, or a first click"),
        ({"time_limit": 1}, "unknown option `time_limit`"),
        ({"out": ""}, "`out` is empty: give the path of a"),
    ],
)
def test_invalid_arguments_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = {"games": 10, "out": "run.sapper", **wrong}
    error = sapper.GameError if "rules" in wrong else sapper.ArgumentError
    with pytest.raises(error, match=words):
        sapper.simulate("beginner", "exact+first", **arguments)
    with pytest.raises(error, match=words):
        sapper.compare("exact+first", "exact+random", "beginner", **arguments)
    assert not list(tmp_path.iterdir())


def test_a_share_in_points_is_refused() -> None:
    """0.5 once meant half a point on the command line, and half of all games in Python."""
    shares: list[Any] = [0, 0.1, 0.5, 1, "0.005"]
    for share in shares:
        with pytest.raises(sapper.ArgumentError, match=r"margin`? must be "):
            sapper.compare("exact+first", "exact+random", margin=share)
        with pytest.raises(sapper.ArgumentError, match=r"interval_width`? must be "):
            sapper.simulate("beginner", "exact+first", interval_width=share)
    for text, value in (("0.005", 0.005), ("0.5%", 0.005), ("2 %", 0.02), ("30%", 0.3)):
        assert SHARE.convert(text, None, None) == pytest.approx(value, rel=1e-12)


def test_rules_may_be_the_name_of_their_first_click() -> None:
    def digest_of(**how: Any) -> str:
        return sapper.simulate("beginner", "exact+first", games=50, threads=1, **how).digest

    assert digest_of(rules="safe") == digest_of(rules=Rules("safe")) != digest_of()
    assert digest_of() == digest_of(rules=Rules()) == digest_of(rules="opening")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("best", "best"),
        ("best", "best@3"),
        ("best@1", "fast"),
        ("exact+first", sapper.Strategy(level="exact", policy="first")),
        (min, min),
    ],
)
def test_a_strategy_is_not_compared_with_itself(first: Any, second: Any) -> None:
    with pytest.raises(sapper.SimulationError, match="is given twice: name two different strategies"):
        sapper.compare(first, second, "beginner", games=10)


@pytest.mark.parametrize(("name", "other"), SHORT_NAMES.items())
def test_two_names_of_a_strategy_mean_the_same_games(name: str, other: str) -> None:
    reports = [sapper.simulate("expert", who, games=40, threads=2) for who in (name, other)]
    assert reports[0].digest == reports[1].digest


@pytest.mark.parametrize(
    ("function", "options"),
    [(sapper.simulate, RunOptions), (sapper.compare, RunOptions), (sapper.generate, GenerateOptions)],
)
def test_the_help_names_every_option(function: Callable[..., object], options: type) -> None:
    text = str(function.__doc__)
    assert [name for name in options.__annotations__ if f"`{name}`" not in text] == []
