"""`sapper puzzle`."""

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result

import sapper
from sapper.cli.commands import sapper as command_line

SMALL = ["--rows", "5", "--columns", "5", "--mines", "6", "--seed", "1"]


def puzzle(*arguments: str) -> Result:
    return CliRunner().invoke(command_line, ["puzzle", *SMALL, *arguments])


def test_puzzles_are_those_of_the_library() -> None:
    shown = [
        json.loads(line)
        for line in puzzle("--count", "2", "--hardest", "subset", "--json").stdout.splitlines()
    ]
    first = sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1)
    second = sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1, number=first.number + 1)
    assert shown == [json.loads(json.dumps(each.to_dict())) for each in (first, second)]


def test_the_solution_stands_below_if_it_is_wanted() -> None:
    alone, solved = puzzle().stdout, puzzle("--solutions").stdout
    assert solved.startswith(alone)
    assert "F" not in alone
    assert solved[len(alone) :].count("F") == 6


def test_a_sheet_has_all_puzzles_and_then_their_solutions(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    assert puzzle("--count", "3", "--out", str(sheet)).exit_code == 0
    page = sheet.read_text()
    assert re.findall(r"<figcaption>(\d)\.", page) == [*"123123"]
    assert page.index("3 solutions") > page.rindex("5 x 5, 6 mines")
    assert puzzle("--out", str(tmp_path / "one.svg")).exit_code == 0
    assert (tmp_path / "one.svg").read_text().startswith("<svg")
    assert puzzle("--out", str(tmp_path / "one.board")).exit_code == 0
    assert sapper.formats.read(tmp_path / "one.board") == sapper.make_puzzle((5, 5, 6), seed=1).position
