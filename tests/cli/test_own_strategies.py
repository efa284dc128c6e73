"""Strategies in Python on the command line: one way to name them, wherever one is named."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import command_line
from support.programs import run_program

from sapper import Strategy
from sapper.cli.shared.run_options import find_strategy
from sapper.errors import StrategyError

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
        ("import no_such_thing\n", "raised ModuleNotFoundError: No module named 'no_such_thing' (line 1 of"),
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
