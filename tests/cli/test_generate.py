"""`sapper generate` and `sapper puzzle`, through their command lines."""

import json
import re
import sys
from functools import partial
from pathlib import Path

import pytest
from support.cases import rest_long
from support.command_line import command_line

import sapper
import sapper.formats

run = partial(command_line, "generate")


def board_of(game_id: str) -> sapper.Minefield:
    return sapper.formats.parse(game_id.encode(), kind=sapper.Minefield)


def test_it_prints_game_ids_of_fair_boards() -> None:
    result = run("--level", "intermediate", "--count", "3", "--seed", "4")
    boards = list(map(board_of, result.output.splitlines()))
    assert boards == [each.minefield for each in sapper.generate_many(3, "intermediate", seed=4)]


def test_it_prints_json() -> None:
    board = ("--rows", "8", "--columns", "9", "--mines", "12", "--topology", "torus")
    wishes = ("--method", "adjusted", "--hardest", "subset", "--no-mine-count")
    answer = json.loads(run(*board, *wishes, "--first-cell", "2,3", "--json").output)
    assert answer["board"] == {"topology": "torus", "shape": [8, 9], "mines": 12}
    assert answer["first_cell"] == [2, 3]
    minefield = sapper.Minefield(map(tuple, answer["mines"]), sapper.Topology.torus(8, 9), first_cell=(2, 3))
    assert sapper.is_fair(minefield, hardest="subset")
    assert (answer["method"], answer["number"]) == ("adjusted", 0)


def test_it_writes_a_file(tmp_path: object) -> None:
    path = f"{tmp_path}/board.mbf"
    result = run("--mines", "130", "--method", "adjusted", "--seed", "1", "--out", path)
    generation = sapper.generate((16, 30, 130), method="adjusted", seed=1)
    assert result.stdout == ""
    assert result.stderr == f"mbf cannot hold: the first cell, {generation.first_cell}.\n"
    assert (sapper.read(path, kind=sapper.Minefield).mined == generation.minefield.mined).all()


def test_a_file_may_have_any_name_if_its_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "board.foo"
    run("-l", "beginner", "-s", "1", "-o", str(path), "-f", "tatham")
    assert path.read_text(encoding="utf-8") == run("-l", "beginner", "-s", "1").output
    assert "board cannot hold: the first cell" in run("-l", "beginner", "-s", "1", "-f", "board").stderr
    assert run("-l", "beginner", "-s", "1").stderr == ""


@pytest.mark.parametrize(("wish", "least", "most"), [("20", 20, 20), ("20-", 20, 99), ("-15", 0, 15)])
def test_the_three_bv_may_be_a_range(wish: str, least: int, most: int) -> None:
    result = run("--level", "beginner", "--three-bv", wish, "--count", "2", "--any", "--seed", "1").output
    for line in result.splitlines():
        assert least <= sapper.measure(board_of(line)).three_bv <= most


def test_the_efficiency_may_be_a_range() -> None:
    for wish, least, most in (("1.5", 1.5, 9), ("1.2-1.25", 1.2, 1.25), ("-1.1", 0, 1.1)):
        result = run("--level", "beginner", "--efficiency", wish, "--any", "--seed", "1").output
        metrics = sapper.measure(board_of(result.strip()))
        assert least <= metrics.three_bv / metrics.zini <= most


def test_it_gives_up_in_time_and_says_why() -> None:
    result = run("--mines", "220", "--time-limit", "0.2", ends=3)
    assert "needed a guess" in result.output
    assert "the method 'adjusted' makes fair" in result.output
    result = run("-r", "3", "-c", "3", "-m", "3", "--first-cell", "1,1", "--time-limit", "0.2", ends=3)
    assert result.output.endswith("; 3 mines leave no room for an opening at the first cell\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("topology", rest_long(["square", "torus", "hexagons", "octagons"]))
def test_a_person_sees_the_board(topology: str, tmp_path: Path) -> None:
    from support.ptys import in_terminal  # Windows has none

    options = ["--level", "beginner", "--topology", topology, "--seed", "3"]
    code, output = in_terminal(["generate", *options], tmp_path, TERM="dumb", COLUMNS="80", PYTHONUTF8="1")
    assert code == 0
    text = output.decode().replace("\r\n", "\n")
    result = json.loads(run(*options, "--json").output)
    assert len(re.findall(r"^\d(?: .*)?$", text, re.MULTILINE)) == 9
    assert text.count("F") - text.count("First") == len(result["mines"]) == 10
    row, column = result["first_cell"]
    assert f"First cell  ({row},{column}), counted from 0" in text
    assert f"Seed        3, game {result['number']}" in text
    if topology == "square":
        options_with_format = [*options, "--format", "tatham"]  # is printed in a terminal too
        assert (
            run(*options_with_format).output.strip()
            in in_terminal(["generate", *options_with_format], tmp_path, TERM="xterm")[1].decode()
        )


SMALL = ["--rows", "5", "--columns", "5", "--mines", "6", "--seed", "1"]


puzzle = partial(command_line, "puzzle", *SMALL)


def test_puzzles_are_those_of_the_library() -> None:
    lines = puzzle("--count", "2", "--hardest", "subset", "--json").stdout.splitlines()
    first = sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1)
    second = sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1, number=first.number + 1)
    assert list(map(json.loads, lines)) == json.loads(json.dumps([first.to_dict(), second.to_dict()]))


def test_the_solution_stands_below_if_it_is_wanted() -> None:
    alone, solved = puzzle().stdout, puzzle("--solutions").stdout
    assert solved.startswith(alone)
    assert "F" not in alone
    assert solved[len(alone) :].count("F") == 6


def test_a_sheet_has_all_puzzles_and_then_their_solutions(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    puzzle("--count", "3", "--out", str(sheet))
    page = sheet.read_text()
    assert re.findall(r"<figcaption>(\d)\.", page) == [*"123123"]
    assert page.index("3 solutions") > page.rindex("5 x 5, 6 mines")
    puzzle("--out", str(tmp_path / "one.svg"))
    assert (tmp_path / "one.svg").read_text().startswith("<svg")
    puzzle("--out", str(tmp_path / "one.board"))
    assert sapper.formats.read(tmp_path / "one.board") == sapper.make_puzzle((5, 5, 6), seed=1).position
