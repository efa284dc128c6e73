"""`sapper strategies`, `sapper literature` and `sapper optimum`."""

import json
from functools import partial

import pytest
from support.command_line import command_line
from support.command_line import command_line as run

from sapper import Board, Strategy
from sapper.cli.runs import _literature_cells, _literature_line
from sapper.literature import HUMANS, ROWS, Row, replicate
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES


def test_every_strategy_level_and_policy_is_listed() -> None:
    lines = run("strategies").stdout.splitlines()
    lists = json.loads(run("strategies", "--json").stdout)
    entries = {"strategies": STRATEGIES, "levels": INFERENCE_LEVELS, "policies": POLICIES}
    by_kind = {kind: {entry["name"]: entry["summary"] for entry in each} for kind, each in lists.items()}
    assert by_kind == entries
    pairs = [[name, summary] for each in entries.values() for name, summary in each.items()]
    assert [line.split(maxsplit=1) for line in lines if line.startswith("  ")] == pairs


def test_every_row_is_of_a_strategy_and_a_board() -> None:
    for row in ROWS:
        Strategy(row.strategy)
        assert row.board.mines == row.mines
        assert row.about or row.half_width is not None
    assert {row.board_name for row in ROWS} >= set(HUMANS)


def test_the_half_width_is_given_or_that_of_the_games() -> None:
    by_games = next(row for row in ROWS if row.source == "A")
    assert by_games.half_width == pytest.approx(1.96 * (0.514 * 0.486 / 500) ** 0.5, abs=1e-4)
    other = next(row for row in ROWS if row.within is not None)
    assert other.half_width == other.within
    assert next(row for row in ROWS if row.about and row.games is None).half_width is None


def row(rate: float, games: int | None) -> Row:
    return Row("Z", "frontier", 9, 9, 10, "opening", rate, games, None, games is None, None)


def test_a_comparison() -> None:
    near = replicate(row(0.96, 400), games=400, threads=1)
    far, alone = (replicate(other, games=400, threads=1) for other in (row(0.5, 400), row(0.9, None)))
    assert near.report.configuration.board == Board.level("beginner")
    assert near.report.games == 400
    assert near.agrees is True
    assert far.agrees is False
    assert far.difference == pytest.approx(near.difference + 0.46)
    assert far.difference_interval is not None
    low, high = far.difference_interval
    assert (low + high) / 2 == pytest.approx(far.difference)
    assert ((high - low) / 2) ** 2 > 1.96**2 * 0.25 / 400
    assert alone.difference_interval is None
    assert alone.agrees is None
    assert near.human == 0.48


def test_published_beside_measured() -> None:
    result = run("literature", "--games", "100", "--strategy", "frontier", "--strategy", "bounds-boundary")
    heading, *lines = result.stdout.splitlines()
    titles = "Source", "Strategy", "Board", "First", "Published", "Measured", "Agrees", "Human"
    assert tuple(heading.split()) == titles
    assert len(lines) == sum(row.strategy in ("frontier", "bounds-boundary") for row in ROWS)
    assert lines[0].split()[:7] == ["A", "bounds-boundary", "16x30/99", "opening", "51.40", "+-", "4.38"]
    assert lines[0].split()[-2:] == ["yes", "2.7"]


def test_the_table_of_literature_fits_the_terminal() -> None:
    row = max(ROWS, key=lambda row: len(row.source))
    cells = _literature_cells(replicate(row, games=2, threads=1))
    wide = _literature_line(cells, None)
    assert _literature_line(cells, 200) == wide
    assert wide.startswith(f"{row.source} {row.strategy}")
    for width in (80, len(wide) - 4, 40):
        narrow = _literature_line(cells, width)
        assert max(map(len, narrow.splitlines())) <= width
        words = " ".join(narrow.split())
        assert words.startswith(
            f"{row.source}: {row.strategy}, {row.board_name}, first click {row.first_click}"
        )
        assert all(cell in words for cell in cells)


def test_literature_as_json() -> None:
    arguments = ["literature", "--games", "50", "--strategy", "propositions", "--seed", "3", "--threads", "1"]
    first, again = (run(*arguments, "--json").stdout for _ in range(2))
    assert first == again
    rows = [json.loads(line) for line in first.splitlines()]
    assert [row["human"] for row in rows] == [0.48, 0.23, 0.027]
    for row in rows:
        low, high = row["measured"]["win_interval"]
        assert low <= row["measured"]["win_rate"] <= high
        assert (row["seed"], row["measured"]["games"]) == (3, 50)
        assert row["difference"] == row["measured"]["win_rate"] - row["published"]["win_rate"]


def test_a_strategy_of_no_row_is_refused() -> None:
    assert "did you mean 'frontier'" in run("literature", "--strategy", "frontir", ends=2).stderr


optimum = partial(command_line, "optimum", "--first-click", "safe")


def test_an_optimum_as_json() -> None:
    board = ("--rows", "4", "--columns", "4", "--mines", "3")
    answer = json.loads(optimum(*board, "--json").stdout)
    assert (answer["fraction"], answer["win_probability"]) == ([80, 91], 80 / 91)
    assert answer["board"] == {"topology": "square", "shape": [4, 4], "mines": 3}
    assert (answer["wins"], answer["minefields"], answer["first_cell"]) == (400, 455, [0, 0])


def test_the_search_for_an_optimum_ends_in_time() -> None:
    late = optimum("--rows", "5", "--columns", "5", "--mines", "6", "--time-limit", "0.05", ends=3)
    assert "within 0.05 seconds" in late.stderr
