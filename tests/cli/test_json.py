"""With `--json` every command writes the same thing in the same shape, and one object a line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from support.command_line import command_line

from sapper import Game, Replay, Strategy, write
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS, sapper
from sapper.literature import ROWS

POSITION = "01...\n12F..\n.....\n.....\n"

LINES: list[tuple[list[str], int]] = [
    (["analyse", "-m", "4", "in.txt"], 1),
    (["analyse", "-m", "4", "-t", "torus", "in.txt"], 1),
    (["hint", "-m", "4", "in.txt"], 1),
    (["hint", "-m", "4", "--all", "in.txt"], 1),
    (["hint", "in.txt"], 1),
    (["hint", "-m", "4", "--most", "9", "in.txt"], 1),
    (["play", "--auto", "--level", "beginner", "--seed", "1"], 1),
    (["play", "--auto", "--level", "beginner", "--seed", "1", "--games", "3", "--verbose"], 4),
    (["generate", "--level", "beginner", "--seed", "1", "--count", "3"], 3),
    (["generate", "--level", "beginner", "--seed", "1", "--topology", "hexagons"], 1),
    (["puzzle", "--rows", "5", "--columns", "5", "--mines", "6", "--seed", "1", "--count", "2"], 2),
    (["review", "game.rawvf"], 1),
    (["simulate", "--level", "beginner", "--games", "20", "-o", "run.sapper"], 1),
    (["compare", "best", "fast", "--level", "beginner", "-n", "20", "-o", "pair.sapper"], 1),
    (["report", "run.sapper", "pair.sapper"], 2),
    (["dataset", "made.data", "--level", "beginner", "-n", "2", "--threads", "1"], 1),
    (["strategies"], 1),
    (["literature", "--games", "10"], len(ROWS)),
    (["optimum", "--rows", "3", "--columns", "3", "--mines", "2", "--first-click", "safe"], 1),
    (["bench-llm", "--anchor", "random", "--suite", "single", "--most", "2"], 1),
    (["info", "in.txt"], 1),
    (["info", "game.rawvf"], 1),
    (["info", "board.mbf"], 1),
]

ERRORS: list[tuple[list[str], int, str]] = [
    (["analyse", "-m", "4", "wrong.txt"], 1, "contradiction"),
    (["hint", "-m", "4", "wrong.txt"], 1, "contradiction"),
    (["analyse", "in.txt"], 2, "position"),
    (["analyse", "-m", "4", "--time-limit", "1e-9", "in.txt"], 3, "budget"),
    (["info", "broken.txt"], 2, "format"),
    (["analyse", "-m", "4", "missing.txt"], 2, "file"),
    (["report", "missing.sapper"], 2, "file"),
    (["review", "in.txt"], 2, "format"),
    (["review", "--time-limit", "1e-9", "game.rawvf"], 3, "budget"),
    (["optimum", "--rows", "9", "--columns", "9", "--mines", "10"], 3, "budget"),
    (["optimum", "--rows", "3", "--columns", "3", "--mines", "10"], 2, "board"),
    (["generate", "--rows", "3", "--columns", "3", "--mines", "10"], 2, "board"),
    (["play", "--auto", "--level", "beginner", "--first-cell", "9,9"], 2, "cell"),
    (["play", "--auto", "--strategy", "bset"], 2, "error"),
    (["simulate", "--strategy", "bset"], 2, "error"),
    (["compare", "best", "bset"], 2, "error"),
    (["report", "in.txt"], 2, "error"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("json")
    (directory / "in.txt").write_text(POSITION)
    (directory / "wrong.txt").write_text("2..\n.1.\n...\n")
    (directory / "broken.txt").write_text("01\n0\n")
    write(Replay.from_game(Strategy("exact+first").play(Game("expert", seed=3))), directory / "game.rawvf")
    command_line("generate", "-l", "beginner", "-s", 1, "-o", directory / "board.mbf")
    return directory


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def values(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """All values within a value, with the names of their fields."""
    yield name, value
    if isinstance(value, dict):
        for field, inner in value.items():
            yield from values(inner, field)
    elif isinstance(value, list):
        for inner in value:
            yield from values(inner)


def is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)


def is_share(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


RULES = {"first_click", "win", "on_mine", "question_marks", "guessing"}
TIMES = {"ms_per_game", "ms_p50", "ms_p99", "ms_max", "seconds", "games_per_second"}


def is_interval(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and -1 <= value[0] <= value[1] <= 1


def is_board(value: Any) -> bool:
    counts = value["mines"] is None or type(value["mines"]) is int
    fields = {"topology", "shape", "mines"}
    return set(value) == fields and value["topology"] in TOPOLOGY_NAMES and is_cell(value["shape"]) and counts


SHAPES: dict[str, Callable[[Any], bool]] = {
    "board": is_board,
    "rules": lambda value: set(value) == RULES,
    "kind": lambda value: value in ("open", "flag", "chord"),
    "first_click": lambda value: value in ("safe", "opening", "any"),
    "strategy": lambda value: isinstance(value, str),
    **dict.fromkeys(["seed", "game", "number"], lambda value: type(value) is int),
    "status": lambda value: value in ("playing", "won", "lost", "drawn"),
    "timing": lambda value: set(value) == TIMES,
    **dict.fromkeys(["difference_interval", "win_interval"], is_interval),
    **dict.fromkeys(["cell", "first_cell", "best", "safest"], is_cell),
    **dict.fromkeys(["cells", "numbers", "given", "missed"], lambda value: all(map(is_cell, value))),
    **dict.fromkeys(["risk", "best_risk", "safest_risk", "win_rate", "win_probability"], is_share),
    **dict.fromkeys(
        ["elapsed_ms", "seconds", "pause", "luck", "needed_luck"], lambda value: type(value) is float
    ),
}
"""What has one shape everywhere, by the name of its field. Unknown values are null."""


def test_every_command_with_json_is_tried() -> None:
    context = click.Context(sapper)
    with_json = set()
    for name in COMMANDS:
        command = sapper.get_command(context, name)
        assert command
        if any("--json" in parameter.opts for parameter in command.params):
            with_json.add(name)
    with_json.remove("bot")  # it needs a screen
    assert with_json == {arguments[0] for arguments, _ in LINES}


@pytest.mark.parametrize(("arguments", "count"), LINES)
def test_one_object_a_line_in_the_shapes_of_all(arguments: list[str], count: int) -> None:
    if arguments[0] == "report":
        for command, _ in LINES:
            if command[0] in ("simulate", "compare"):
                command_line(*command, "--json")
    lines = command_line(*arguments, "--json").stdout.splitlines()
    assert len(lines) == count
    for line in lines:
        answer = json.loads(line)
        assert isinstance(answer, dict)
        assert "error" not in answer
        assert "first_click" not in answer, "it is one of the rules"
        for name, value in values(answer):
            assert value is None or name not in SHAPES or SHAPES[name](value), (name, value)


@pytest.mark.parametrize(("arguments", "code", "kind"), ERRORS)
def test_errors_are_objects_too(arguments: list[str], code: int, kind: str) -> None:
    result = command_line(*arguments, "--json", ends=code)
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    assert (set(answer), answer["error"]["type"]) == ({"error"}, kind)
    assert isinstance(answer["error"]["message"], str)
    assert command_line(*arguments, ends=code).stderr.startswith("sapper: ")


def test_wrong_options_stay_words() -> None:
    result = command_line("analyse", "--mines", "x", "in.txt", "--json", ends=2)
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: invalid value for '--mines'")
