"""With `--json` every command writes the same thing in the same shape, and one object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from sapper import Game, Replay, Strategy, write
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as command_line
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

RENAMED = {
    "start",
    "action",
    "interval",
    "half_width",
    "joint_half_width",
    "outcome",
    "mines_cleared",
    "longest_ms",
}
"""Names that some commands had for what others call by another name."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("json")
    (made / "in.txt").write_text(POSITION)
    (made / "wrong.txt").write_text("2..\n.1.\n...\n")
    (made / "broken.txt").write_text("01\n0\n")
    write(Replay.of(Strategy("exact+first").play(Game("expert", seed=3))), made / "game.rawvf")
    made_board = CliRunner().invoke(
        command_line, ["generate", "-l", "beginner", "-s", "1", "-o", str(made / "board.mbf")]
    )
    assert made_board.exit_code == 0
    return made


def run(arguments: list[str], folder: Path) -> Result:
    return CliRunner().invoke(command_line, [*placed(arguments, folder), "--json"])


def placed(arguments: list[str], folder: Path) -> list[str]:
    """The arguments, with files in the folder."""
    is_file = re.compile(r"\.(txt|rawvf|mbf|sapper|data)$")
    return [str(folder / word) if is_file.search(word) else word for word in arguments]


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


def is_interval(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and -1 <= value[0] <= value[1] <= 1


def is_board(value: Any) -> bool:
    return (
        set(value) == {"topology", "shape", "mines"}
        and value["topology"] in TOPOLOGY_NAMES
        and is_cell(value["shape"])
        and (value["mines"] is None or type(value["mines"]) is int)
    )


def are_rules(value: Any) -> bool:
    return set(value) == {"first_click", "win", "on_mine", "question_marks", "guessing"}


def are_times(value: Any) -> bool:
    return set(value) == {"ms_per_game", "ms_p50", "ms_p99", "ms_max", "seconds", "games_per_second"}


def are_cells(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_cell, value))


SHAPES: dict[str, Callable[[Any], bool]] = {
    "board": is_board,
    "rules": are_rules,
    "kind": lambda value: value in ("open", "flag", "chord"),
    "first_click": lambda value: value in ("safe", "opening", "any"),
    "strategy": lambda value: isinstance(value, str),
    "seed": lambda value: type(value) is int,
    "game": lambda value: type(value) is int,
    "number": lambda value: type(value) is int,
    "status": lambda value: value in ("playing", "won", "lost", "cleared"),
    "timing": are_times,
    **dict.fromkeys(["difference_interval", "win_interval"], is_interval),
    **dict.fromkeys(["cell", "first_cell", "best", "safest"], is_cell),
    **dict.fromkeys(["cells", "numbers", "given", "missed"], are_cells),
    **dict.fromkeys(["risk", "best_risk", "safest_risk", "win_rate", "win_probability"], is_share),
    **dict.fromkeys(
        ["elapsed_ms", "seconds", "pause", "luck", "needed_luck"], lambda value: type(value) is float
    ),
}
"""What has one shape everywhere, by the name of its field. Unknown values are null."""


def test_every_command_with_json_is_tried() -> None:
    context = click.Context(command_line)
    with_json = set()
    for name in COMMANDS:
        command = command_line.get_command(context, name)
        assert command
        if any("--json" in parameter.opts for parameter in command.params):
            with_json.add(name)
    with_json.remove("bot")  # it needs a screen
    assert with_json == {arguments[0] for arguments, _ in LINES}


@pytest.mark.parametrize(("arguments", "count"), LINES)
def test_one_object_a_line_in_the_shapes_of_all(
    arguments: list[str], count: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)  # some write a file beside what they print
    if arguments[0] == "report":
        for needed, _ in LINES:
            if needed[0] in ("simulate", "compare"):
                assert run(needed, folder).exit_code == 0
    done = run(arguments, folder)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert len(lines) == count
    for line in lines:
        told = json.loads(line)
        assert isinstance(told, dict)
        assert "error" not in told
        assert RENAMED.isdisjoint(name for name, _ in values(told))
        assert "first_click" not in told, "it is one of the rules"
        for name, value in values(told):
            assert value is None or name not in SHAPES or SHAPES[name](value), (name, value)


@pytest.mark.parametrize(("arguments", "code", "kind"), ERRORS)
def test_errors_are_objects_too(arguments: list[str], code: int, kind: str, folder: Path) -> None:
    done = run(arguments, folder)
    assert done.exit_code == code
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert set(told) == {"error"}
    assert told["error"]["type"] == kind
    assert isinstance(told["error"]["message"], str)
    words = CliRunner().invoke(command_line, placed(arguments, folder))
    assert words.exit_code == code
    assert words.stderr.startswith("sapper: ")


def test_wrong_options_stay_words(folder: Path) -> None:
    done = run(["analyse", "--mines", "x", "in.txt"], folder)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("sapper: invalid value for '--mines'")
