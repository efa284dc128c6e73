"""What a report says agrees with the games."""

import copy
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import Board, Report, Topology
from sapper.simulation.result import PLOTS
from sapper.simulation.tally import Records, Tally, Timing, duration


@pytest.fixture(scope="module")
def report() -> Report:
    return sapper.simulate("expert", "exact+first", games=3000, rules="safe", seed=7)


def test_a_published_win_rate_is_met(report: Report) -> None:
    """minesweeper-solver, with exact probabilities and no preference: 32.6 % when the first click is safe."""
    low, high = report.interval
    assert low < report.win_rate < high
    assert 0.30 < report.win_rate < 0.40


def test_guesses_go_wrong_as_often_as_predicted(report: Report) -> None:
    rows = report.calibration
    assert sum(row.guesses for row in rows) == report.tally.guesses
    for row in rows:
        assert row.low <= row.predicted <= row.high + 1e-9
        deviation = math.sqrt(row.predicted * (1 - row.predicted) / row.guesses)
        assert abs(row.happened - row.predicted) < 4.5 * deviation + 1e-9


def test_the_risk_taken_is_the_rate_of_losses(report: Report) -> None:
    """All losses come from guesses, and each guess is priced exactly."""
    lost = report.tally.lost / report.games
    risk_rate = report.expected_explosions / report.games
    assert risk_rate == pytest.approx(lost, abs=4 * math.sqrt(lost / report.games))
    assert report.lost_at.sum() == report.tally.lost


def test_games_are_counted_by_their_guesses(report: Report) -> None:
    assert sum(row.games for row in report.by_guesses) == report.games
    assert sum(row.won for row in report.by_guesses) == report.won
    assert sum(row.guesses * row.games for row in report.by_guesses) == report.tally.guesses
    assert report.by_guesses[0].won == report.by_guesses[0].games


def test_games_and_guesses_are_counted_one_by_one() -> None:
    """Also games with more guesses than are told apart, and risks that are certain or not known."""
    draw = np.random.default_rng(3)
    count, board = 300, Board.square(3, 4, 2)
    numbers = draw.choice([0, 1, 2, 63, 64, 65, 90], count).astype(np.uint32)
    guesses = int(numbers.sum())
    risks = draw.choice([0.0, 0.019999, 0.02, 0.5, 0.98, 1.0, math.nan], guesses)
    names = ("clicks", "opened", "found", "exploded", "three_bv", "openings", "solved")
    counts: dict[str, Any] = dict.fromkeys(names, numbers)
    records = Records(
        **counts,
        outcome=draw.choice([1, 2, 3], count).astype(np.uint8),
        guesses=numbers,
        risk=np.zeros(count),
        lost_at=draw.choice([0, 5, 11, 2**32 - 1], count).astype(np.uint32),
        luck=np.zeros((count, 9)),
        nanoseconds=np.zeros(count, np.uint64),
        guess_cell=np.zeros(guesses, np.uint32),
        guess_risk=risks,
        guess_exploded=draw.choice([0, 1], guesses).astype(np.uint8),
    )
    tally = Tally.from_records(records, board)
    for number, (games, won) in enumerate(tally.by_guesses):
        such = (numbers == number) if number < 64 else numbers >= 64
        assert (games, won) == (such.sum(), (such & (records.outcome == 1)).sum())
    for place, (guess_count, wrong) in enumerate(tally.risk_counts):
        low, high = place / 50, (place + 1) / 50 if place < 49 else math.inf
        such = (risks >= low) & (risks < high)
        assert (guess_count, wrong) == (such.sum(), records.guess_exploded[such].sum())
        assert tally.risk_sums[place] == pytest.approx(risks[such].sum())
    assert list(tally.lost_at) == [(records.lost_at == cell).sum() for cell in range(12)]


def test_quantiles_are_those_of_the_times() -> None:
    times = np.random.default_rng(1).lognormal(12, 1, 5000).astype(np.uint64)
    timing = Timing.from_nanoseconds(times[:2000])
    timing.add(Timing.from_nanoseconds(times[2000:]))
    assert timing == Timing.from_nanoseconds(times) != Timing()
    assert timing.mean == pytest.approx(times.mean() / 1e9)
    assert timing.longest == times.max()
    for share in (0.01, 0.5, 0.99):
        assert timing.quantile(share) == pytest.approx(np.quantile(times, share) / 1e9, rel=0.03)
    assert timing.quantile(1) == pytest.approx(times.max() / 1e9, rel=0.03)
    assert math.isnan(Timing().quantile(0.5))


def test_calibration_shows_what_there_is(report: Report) -> None:
    for name in PLOTS:
        axes = report.plot(name).axes[0]
        assert axes.get_xlabel()
        assert axes.get_ylabel()
    axes = report.plot("calibration").axes[0]
    rows = [row for row in report.calibration if row.guesses >= 20]
    assert axes.get_ylim()[1] > max(100 * row.interval[1] for row in rows)
    assert axes.get_xlim()[1] > max(100 * row.predicted for row in rows)
    few = sapper.simulate("beginner", "exact+first", games=20)
    assert 0 < max(row.guesses for row in few.calibration) < 20
    (points,) = few.plot("calibration").axes[0].containers
    assert len(points[0].get_xdata()) == len(few.calibration)
    sure = sapper.simulate(Board(Topology.grid(3, 3), 0), "exact+first", games=2)
    assert not sure.calibration
    legend = sure.plot("calibration").axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["as predicted"]


def test_times_that_are_lost_are_unknown(report: Report) -> None:
    report_without_times = replace(report, timing=Timing(), seconds=0.0, played=0)
    assert "Time a game     unknown\n" in str(report_without_times)
    assert report_without_times.to_markdown().endswith("| unknown |")


@pytest.mark.parametrize(
    ("topology", "corners", "centres"),
    [
        (Topology.hexagons(4, 5), [6] * 20, {0: (0, 0), 1: (1, 0), 5: (0.5, 1), 6: (1.5, 1)}),
        (Topology.octagons(4, 5), [8, 4] * 10, {3: (3, 0), 4: (4, 0), 5: (0, 1), 6: (1, 1)}),
    ],
    ids=["odd rows of hexagons are shifted", "octagons"],
)
def test_cells_of_other_shapes_are_drawn_as_such(topology: Any, corners: list[int], centres: Any) -> None:
    drawing = sapper.simulate(Board(topology, 4), "exact+first", games=50).plot("lost")
    drawing.canvas.draw()
    axes = drawing.axes[0]
    cells = [np.asarray(path.vertices)[:-1] for path in axes.collections[0].get_paths()]
    assert [len(cell) for cell in cells] == corners
    for number, centre in centres.items():
        assert np.allclose(cells[number].mean(axis=0), centre)
    assert all(float(tick).is_integer() for tick in [*axes.get_xticks(), *axes.get_yticks()])


def test_what_cannot_be_drawn(report: Report) -> None:
    with pytest.raises(sapper.SimulationError, match="did you mean 'guesses'"):
        report.plot("gueses")
    cube = sapper.simulate(Board(Topology.grid(3, 3, 3), 3), "exact+first", games=50)
    with pytest.raises(sapper.SimulationError, match="rows and columns"):
        cube.plot("lost")
    assert cube.to_html().count("<svg") == 3


def test_a_single_game_and_a_single_row_are_drawn() -> None:
    report = sapper.simulate(Board(Topology.grid(1, 20), 3), "exact+first", games=1)
    assert "1 game," in report.plot("guesses").axes[0].get_title(loc="left")
    for name in PLOTS:
        report.plot(name).canvas.draw()
    rows = report.plot("lost").axes[0]
    assert [tick for tick in rows.get_yticks() if -0.5 <= tick <= 0.5] == [0]


def test_notebooks_show_a_table(report: Report) -> None:
    table = report._repr_html_()
    assert f"{100 * report.win_rate:.2f} %" in table
    assert "<script" not in table
    comparison = sapper.compare("exact+first", "exact+random", "beginner", games=20)
    assert "exact+random" in comparison._repr_html_()
    assert comparison._repr_html_().count("linear-gradient") == 2


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0.00 ms"),
        (0.0000123, "12.3 µs"),
        (0.00342, "3.42 ms"),
        (0.61, "0.61 s"),
        (59.99, "59.99 s"),
        (65.4, "1 min 05 s"),
        (3599.6, "1 h 00 min"),
        (7380, "2 h 03 min"),
        (math.nan, "unknown"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_reports_of_the_same_games_are_equal() -> None:
    report, other = (sapper.simulate("beginner", "fast", games=60, threads=threads) for threads in (1, 2))
    assert report == other
    assert hash(report) == hash(other)
    assert report != sapper.simulate("beginner", "fast", games=60, seed=1)
    assert report != sapper.simulate("beginner", "fast", games=59)
    other_report = copy.deepcopy(report)
    other_report.tally.lost_at[3] += 1
    assert report != other_report
