"""Wrong options get one line that spells them as typed; `--json` writes objects of one shape, errors too."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from support.command_line import POSITION, command_line, work_folder

from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as program
from sapper.literature import ROWS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return work_folder(tmp_path_factory.mktemp("named"))


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SAPPER_RUNS", str(folder / "runs"))


REFUSALS = [
    ("analyse --mines many", "'many' is neither a number of mines, a range such as 90-110"),
    ("analyse --level export", "unknown level 'export': did you mean 'expert'?"),
    ("analyse --level expert --mines 99", "leave out --mines"),
    ("analyse --mines 99 --rows 16", "--rows and --columns go together"),
    ("analyse --topology ring", "unknown topology 'ring'"),
    ("analyse --mine 3", "sapper: no such option"),
    ("analyse a.txt b.txt", "unexpected extra argument"),
    ("analyse -m 4 --theme dark", "--theme needs --svg"),
    ("analyse -m 4 --svg a.svg --theme pink", "'pink'"),
    ("analyse -m 4 --svg no/a.svg", "no/a.svg: cannot be written: No such file or directory"),
    ("analyse -m 4 --svg a.PNG", "the picture is SVG, not .PNG: use a name that ends in .svg"),
    ("analyse -m 4 --answer 0,0", "'0,0' does not say"),
    ("analyse -m 4 --accept", "are for pictures"),
    ("analyse -m 4 --partial", "are for pictures"),
    ("bot --mines 10 --games 2", "--games needs --play"),
    ("bot --mines 10 --new-game n", "--new-game needs --play"),
    ("bot --mines 10 --within 1,2,3", "is not LEFT,TOP,RIGHT,BOTTOM"),
    ("bot --mines 10 --within 1,2,3,4 --window Mines", "give one of them"),
    ("bot --mines 10 --strategy bst", "did you mean 'best'"),
    ("bot --mines 10 --keys up=k", "--keys needs --terminal"),
    ("bot --mines 10 --terminal x --keys up=k,flag=f", "'flag=f' is not MOVE=KEY"),
    ("compare best fast --margin 0", "0 is not between 0 and 1"),
    ("compare best fast --margin 0.5", "half a percentage point is 0.005"),
    ("compare best fast -n 0", "0 is not in the range x>=1"),
    ("dataset made --replays . --games 5", "--games does not go with --replays"),
    ("generate --three-bv 9-3", "--three-bv: the least, 9, is above the most, 3"),
    ("generate --efficiency 1-2-3", "'--efficiency': '1-2-3' is not a range"),
    ("generate --rows 9 --columns 9 --mines 10 --level expert", "leave out"),
    ("generate --count 2 --out x.mbf", "--out"),
    ("generate --out board.foo", "no format has the ending .foo: use one of .board, .mbf"),
    ("generate --count 2 --format mbf", "the format 'mbf' holds only one board at a time"),
    ("generate --mines 480", "480 mines"),
    ("generate --level beginner --topology torus --format mbf", "torus"),
    ("generate --any --hardest single", "--hardest does not go with --any"),
    ("generate --any --method adjusted", "--method does not go with --any"),
    ("generate --json --format mbf", "--format does not go with --json"),
    ("picture -o out.jpg", "out.jpg: the name of a picture must end in .svg, .png or .gif"),
    ("picture", "missing option '--out' / '-o'"),
    ("picture -o out.gif", "a GIF shows a game, and this is a position: name it OUT.svg or OUT.png"),
    ("picture -o out.svg --speed 3", "--speed needs a moving picture, OUT.gif"),
    ("picture -o out.gif --speed 0", "0"),
    ("picture -o out.svg --cell-size 7", "7"),
    ("picture -o out.svg --seed 3", "--seed needs --strategy"),
    ("picture -o out.svg --strategy best -f plain", "--format needs FILE"),
    ("picture position.txt -o out.svg --strategy best", "leave out FILE"),
    ("picture -o out.svg --level beginner", "the level 'beginner' has 9 rows and 9 columns"),
    (
        "picture -o a.svg --strategy best --rows 150 --columns 150 --mines 9",
        "22500 cells are too many for a picture",
    ),
    ("play --games 3", "--games needs --auto"),
    ("play --first-cell 1,1", "--first-cell needs --auto"),
    ("play --auto --no-record", "--no-record is for games by hand"),
    ("play --auto --speed 5", "--speed needs --watch"),
    ("play --auto --watch --show thinkin", "did you mean 'thinking'?"),
    ("play --auto --watch --json", "--watch and --json do not go together"),
    ("play --auto --watch --verbose", "--watch and --verbose do not go together"),
    ("play --auto --rows 5 --columns 5", "--rows, --columns and --mines go together"),
    ("play --auto --first-cell corner", "'corner' is not a cell: give its row and column, such as 3,5"),
    ("play --auto --hardest subset", "--hardest needs --fair"),
    ("play --auto --fair --hardest subst", "did you mean 'subset'?"),
    ("play --auto --fair --first-click any", "leave out --first-click any"),
    ("play --auto --save position.txt/folder", "folder: cannot be made"),
    ("play", "playing by hand needs a terminal"),
    ("puzzle --out sheet.pdf", "FILE.html, FILE.svg or FILE.board"),
    ("puzzle --out sheet.html --json", "does not go with"),
    ("puzzle --out one.svg --count 2", "write several to FILE.html"),
    ("report kept.sapper --json --markdown", "--json and --markdown do not go together."),
    ("report kept.sapper --plot-format svg", "--plot-format goes with --plots."),
    ("report kept.sapper --plots ''", "'--plots': the name is empty."),
    ("report .", "'sapper review' sums up the replays in a folder"),
    ("review --theme dark", "--theme needs --html or --svg"),
    ("review none", "none: cannot be read"),
    ("review game.rawvf --html no/out.html", "no/out.html: cannot be written"),
    ("review . --all", "is for a single replay"),
    ("review . -f avf", "is for a single replay"),
    ("review game.rawvf --parquet 1", "--parquet needs a folder of replays"),
    ("review game.rawvf --findings 1", "--findings needs a folder of replays"),
    ("review game.rawvf --threads 1", "--threads needs a folder of replays"),
    ("simulate --threads 2000", "2000 is not in the range 1<=x<=1024"),
    ("simulate --seed -1", "-1 is not in the range 0<=x<=18446744073709551615"),
    ("simulate -n 1.5", "'1.5' is not a valid whole number"),
    ("simulate --rows 3 --columns 3 --mines 9", "safe cell, but 9 mines leave none"),
    ("simulate --first-cell 99,0", "the first cell:"),
    ("simulate --interval-width nan", "nan is not between 0 and 1"),
    ("simulate --seconds -1", "-1.0 is not in the range x>0"),
    ("simulate --interval-width half", "'half' is not a share, such as 0.005 or 0.5%"),
    ("simulate --out ''", "'--out' / '-o': the name is empty."),
    ("simulate --json --csv", "--json and --csv do not go together."),
    ("simulate --reports there", "--reports goes with --all-levels. See"),
    ("simulate --all-levels --level expert", "--level"),
]


@pytest.mark.parametrize(("line", "words"), REFUSALS, ids=[line for line, _ in REFUSALS])
def test_wrong_options_get_one_line(line: str, words: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    result = command_line(*shlex.split(line), text=POSITION, ends=2)
    assert result.stdout == ""
    (complaint,) = result.stderr.splitlines()
    assert complaint.startswith("sapper: ")
    assert words in complaint
    assert sorted(folder.iterdir()) == before


def test_without_a_screen_the_bot_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "there is no screen to play on" in command_line("bot", "--mines", "10", ends=2).stderr


EXPERT = "\n".join(["1" + "." * 29, *["." * 30] * 15])
WITH_HEADER = "9x9x10\n" + "\n".join(["H" * 9] * 9)


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        ("analyse", EXPERT, "give --mines or --level expert"),
        ("analyse -f zig", "....", "give --mines"),
        ("analyse --most 1", "1..", "give --mines"),
        ("hint", "\n".join(["1" + "." * 8, *["." * 9] * 8]), "give --mines or --level beginner"),
        ("analyse -m 9", WITH_HEADER, "but --mines says 9"),
        ("info -l expert", WITH_HEADER, "but --level expert says 99"),
        ("convert - - --to board", EXPERT, "give --mines or --level expert"),
        ("simulate --strategy fast --effort 3", "", "--effort is only for the strategy 'best'"),
    ],
)
def test_errors_spell_options_as_typed(line: str, text: str, words: str) -> None:
    ends = 0 if line == "hint" else 2
    for options in ([], ["--json"]) if "convert" not in line else ([],):
        result = command_line(*line.split(), *options, text=text, ends=ends)
        assert words in " ".join(result.output.split())
        assert not re.search(r"\b[a-z_]+=", result.output)


LINES: list[tuple[list[str], int]] = [
    (["analyse", "-m", "4", "position.txt"], 1),
    (["analyse", "-m", "4", "-t", "torus", "position.txt"], 1),
    (["hint", "-m", "4", "position.txt"], 1),
    (["hint", "-m", "4", "--all", "position.txt"], 1),
    (["hint", "position.txt"], 1),
    (["hint", "-m", "4", "--most", "9", "position.txt"], 1),
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
    (["info", "position.txt"], 1),
    (["info", "game.rawvf"], 1),
    (["info", "board.mbf"], 1),
]

ERRORS: list[tuple[list[str], int, str]] = [
    (["analyse", "-m", "4", "wrong.txt"], 1, "contradiction"),
    (["hint", "-m", "4", "wrong.txt"], 1, "contradiction"),
    (["analyse", "position.txt"], 2, "position"),
    (["analyse", "-m", "4", "--time-limit", "1e-9", "position.txt"], 3, "budget"),
    (["info", "broken.txt"], 2, "format"),
    (["analyse", "-m", "4", "missing.txt"], 2, "file"),
    (["report", "missing.sapper"], 2, "file"),
    (["review", "position.txt"], 2, "format"),
    (["review", "--time-limit", "1e-9", "game.rawvf"], 3, "budget"),
    (["optimum", "--rows", "9", "--columns", "9", "--mines", "10"], 3, "budget"),
    (["optimum", "--rows", "3", "--columns", "3", "--mines", "10"], 2, "board"),
    (["generate", "--rows", "3", "--columns", "3", "--mines", "10"], 2, "board"),
    (["play", "--auto", "--level", "beginner", "--first-cell", "9,9"], 2, "cell"),
    (["play", "--auto", "--strategy", "bset"], 2, "error"),
    (["simulate", "--strategy", "bset"], 2, "error"),
    (["compare", "best", "bset"], 2, "error"),
    (["report", "position.txt"], 2, "error"),
]


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
    **dict.fromkeys(["cells", "numbers", "given"], lambda value: all(map(is_cell, value))),
    **dict.fromkeys(["risk", "best_risk", "safest_risk", "win_rate", "win_probability"], is_share),
    **dict.fromkeys(
        ["elapsed_ms", "seconds", "pause", "luck", "needed_luck"], lambda value: type(value) is float
    ),
}
"""What has one shape everywhere, by the name of its field. Unknown values are null."""


def test_every_command_with_json_is_tried() -> None:
    context = click.Context(program)
    with_json = set()
    for name in COMMANDS:
        command = program.get_command(context, name)
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
    result = command_line("analyse", "--mines", "x", "position.txt", "--json", ends=2)
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: invalid value for '--mines'")
