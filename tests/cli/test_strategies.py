"""`sapper strategies`, `literature` and `optimum`, and strategies in Python wherever one is named."""

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.command_line import command_line
from support.command_line import command_line as run
from support.programs import run_program

from sapper import Board, Strategy
from sapper.cli.runs import _literature_cells, _literature_line
from sapper.cli.shared.run_options import find_strategy
from sapper.errors import StrategyError
from sapper.literature import HUMANS, ROWS, Row, replicate
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

MODULE = '''
import sapper

class Mine(sapper.Strategy):
    """Opens the safest cell, and counts.

    More lines."""
    def __init__(self, depth=1): self.depth, self.count = depth, 0
    def choose(self, position):
        self.count += 1
        return sapper.analyse(position).safest

class Nothing(sapper.Strategy):
    pass

class Outer:
    Inner = Mine

def pick(position): return sapper.analyse(position).safest
def rule(position):
    analysis = sapper.analyse(position)
    return analysis.safe, analysis.mines
def policy(position, risks): return sapper.analyse(position).safest
def fail(position): raise ValueError('no\\n  reason')

deep = Mine(3)
built = sapper.Strategy("exact+corners")
named = "exact+first"
number = 7
'''


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module in the current folder."""
    (tmp_path / "of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("of_mine"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        ("of_mine:Mine", "Mine"),
        ("of_mine:deep", "Mine"),
        ("of_mine:Outer.Inner", "Mine"),
        ("of_mine:pick", "pick"),
        ("of_mine:built", "exact+corners"),
        ("exact+of_mine:policy", "exact+policy"),
        ("of_mine:rule+of_mine:policy+endgame", "rule+policy+endgame"),
    ],
)
def test_every_kind_has_a_name_and_plays(argument: str, name: str) -> None:
    assert find_strategy(argument).name == name
    few = ("--strategy", argument, "-l", "beginner", "-n", 4, "--seed", 1)
    result = command_line("simulate", *few, "--threads", 1, "--json")
    name_in_answer = json.loads(result.stdout)["strategy"]
    assert name_in_answer.rpartition("@")[0] or name_in_answer == name
    assert ("much slower" in result.stderr) == (name != "exact+corners")
    assert argument in command_line("play", "--auto", *few).stdout


@pytest.mark.long
def test_worker_processes_find_the_module_in_the_current_folder() -> None:
    play = [sys.executable, "-m", "sapper", "simulate", "-l", "beginner", "-n", "40", "--json"]
    digests = set()
    for where in (["--threads", "1"], ["--threads", "3"], ["--cluster", "local:2"]):
        out = f"{len(where[0])}{where[1][-1]}.sapper"
        process = run_program(*play, "--strategy", "of_mine:Mine", *where, "--out", out)
        digests.add(json.loads(process.stdout)["digest"])
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("no_such:pick", "the strategy no_such:pick: there is no module no_such, here or installed"),
        ("no_such.py:pick", "the strategy no_such.py:pick: there is no file no_such.py"),
        ("of_mine:Mien", "unknown name in of_mine 'Mien': did you mean 'Mine'?"),
        ("of_mine:number", "a strategy and its parts must be names or functions, not 7"),
        ("of_mine:Nothing", "Nothing has nothing to play by: override choose(self, position)"),
        ("of_mine:Outer", "the class Outer is not a strategy: make it a subclass of sapper.Strategy"),
        ("of_mine:Mine+least", "must be names or functions"),
        ("of_mine:rule+lest", "did you mean 'least'?"),
        (":pick", "':pick' is not MODULE:NAME"),
        ("..:c", "is not MODULE:NAME"),
        ("of_mine:fail", "'fail' raised ValueError: no reason (line 24 of of_mine.py, game 0 of seed 0)"),
    ],
)
def test_errors_take_one_line(argument: str, words: str) -> None:
    for command in (["simulate", "--threads", "1", "--strategy"], ["compare", "--threads", "1", "best"]):
        result = command_line(*command, argument, ends=2)
        assert words in result.stderr.splitlines()[-1]
        assert result.stderr.splitlines()[-1].startswith("sapper: the strategy ")
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "import sapper\n\nx = 1 / 0\n",
            "raised ZeroDivisionError: division by zero (line 3 of of_mine_too.py)",
        ),
        ("def f():\n    import json\n    json.loads('')\nf()\n", "(line 3 of of_mine_too.py)"),
        ("x = (\n", "raised SyntaxError: '(' was never closed (line 1 of of_mine_too.py)"),
        (
            "import no_such_thing\n",
            "raised ModuleNotFoundError: No module named 'no_such_thing' (line 1 of",
        ),
        ("raise SystemExit('bye')\n", "raised SystemExit: bye (line 1 of of_mine_too.py)"),
    ],
)
def test_a_module_that_cannot_be_imported_names_its_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "of_mine_too.py").write_text(text)
    with pytest.raises(StrategyError) as refusal:
        find_strategy("of_mine_too:pick")
    assert words in str(refusal.value)


def test_a_plain_name_imports_nothing(tmp_path: Path) -> None:
    (tmp_path / "exact.py").write_text("raise AssertionError")
    assert find_strategy("exact+corners") == Strategy("exact+corners")


def test_play_and_simulate_play_the_same_games(tmp_path: Path) -> None:
    """Each begins anywhere, by the seed of the game. Guesses count where the strategy tells no risk."""
    (tmp_path / "of_mine_too.py").write_text(
        "import random, sapper\n"
        "class Anywhere(sapper.Strategy):\n"
        "    def begin(self, board, rules, seed): self.random = random.Random(seed)\n"
        "    def choose(self, position):\n"
        "        safe = (position.marks >= 0).any() and sapper.analyse(position).safe\n"
        "        hidden = [cell for cell in position.topology if position[cell] < 0]\n"
        "        return self.random.choice(safe or hidden)\n"
    )
    options = ["--strategy", "of_mine_too:Anywhere", "-l", "beginner", "-n", "12", "--seed", "3", "--json"]
    lines = command_line("play", "--auto", "--verbose", *options).stdout.splitlines()
    *games, record = map(json.loads, lines)
    run_answer = json.loads(command_line("simulate", "--threads", "1", *options).stdout)
    assert record["first_cell"] is None
    assert record["won"] == run_answer["won"] > 0
    assert sum(game["guesses"] for game in games) == round(12 * run_answer["guesses_per_game"]) > 0


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
