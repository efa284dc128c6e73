"""Wrong arguments get an error of this package from every public function."""

import inspect
import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from support.kinds import KINDS
from support.public_calls import CALLS

import sapper
from sapper import Board, Minefield, Replay, Topology
from sapper._support.checks import integer, seconds, whole
from sapper._support.words import unknown
from sapper.formats import parse
from sapper.minefields.generation import GenerateOptions
from sapper.simulation.plan import RunOptions

SQUARE = Topology.square(3, 3)
BOARD = Board(SQUARE, 1)
GAME = Minefield([(0, 0)], SQUARE).game()
GAME.open(2, 2)
POSITION = sapper.Position.from_text("1..\n...", 2)
REPLAY = Replay.of(GAME)

NO_NUMBERS = [math.nan, math.inf, -math.inf, True, np.True_, "3", b"3", [3], {}, 1j]
NO_SECONDS = [*NO_NUMBERS, -1, -0.5, np.float32(np.nan), 10**400]


def replays(**limits: Any) -> list[Replay]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rawvf"
        sapper.write(REPLAY, path)
        return list(sapper.formats.read_all(path, **limits))


SAYS = {
    "time_limit": "time_limit must be a number of seconds from 0, not",
    "cancel": r"cancel must be a sapper\.Cancel or None, not",
    "trust_flags": "trust_flags must be True or False, not",
}
"""What is said of a wrong argument, whichever function gets it."""

# Readers that are not among the public calls: each hands its limits on.
LIMITED: dict[str, Callable[..., Any]] = {
    "parse": lambda **limits: parse("1?", 1, **limits),
    "read_all": replays,
}


@pytest.mark.parametrize("call", LIMITED.values(), ids=LIMITED)
def test_wrong_limits_are_refused(call: Callable[..., Any]) -> None:
    for limit in NO_SECONDS:
        with pytest.raises(sapper.ArgumentError, match=SAYS["time_limit"]):
            call(time_limit=limit)
    no_cancels: list[Any] = ["x", 1, True, [], sapper.Cancel, POSITION]
    for cancel in no_cancels:
        with pytest.raises(sapper.ArgumentError, match=SAYS["cancel"]):
            call(cancel=cancel)
    call(time_limit=np.float32(60), cancel=sapper.Cancel())


@pytest.mark.parametrize("time", NO_SECONDS)
def test_wrong_times_of_games_are_refused(time: Any) -> None:
    with pytest.raises(sapper.ArgumentError, match=r"^seconds must be a number of seconds from 0"):
        sapper.measure(GAME, seconds=time)
    with pytest.raises(sapper.ArgumentError, match="a time must be a number of seconds from 0"):
        Replay.of(GAME, [time])


def test_numbers_of_all_kinds_are_taken() -> None:
    assert [whole("n", value) for value in (0, 7, np.int64(7), np.uint8(7))] == [0, 7, 7, 7]
    assert integer("n", -7) == -7
    assert [seconds("t", value) for value in (0, 2, 2.5, np.float32(2.5), np.int16(2))] == [0, 2, 2.5, 2.5, 2]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("auto", "unknown format 'auto': did you mean 'autos'? There is 'auto', 'autos', 'Zig'."),
        (math.nan, "unknown format nan: there is"),
        ("x" * 100_000, "xxx...: there is"),
    ],
)
def test_a_name_is_never_suggested_for_itself(name: object, text: str) -> None:
    said = unknown("format", name, ["auto", "autos", "Zig"])
    assert text in said
    assert len(said) < 200


def test_what_is_not_taken_here_is_not_listed() -> None:
    with pytest.raises(sapper.FormatError) as caught:
        POSITION.to_text("auto")
    assert "did you mean" not in str(caught.value)
    assert str(caught.value).startswith("unknown format 'auto': there is 'plain'")


MADE_BY_THE_PACKAGE = (
    "Action", "Analyses", "Analysis", "Beliefs", "BoardMetrics", "Cancel", "Choice", "ClassRecord",
    "Comparison", "DataSet", "Deduction", "Doubt", "Evaluation", "GameMetrics", "Generated", "Guess",
    "GuessFigures", "Hint", "MissedRule", "Mistake", "MouseMetrics", "MoveChance", "MoveEvaluation",
    "Optimum", "Phase", "PictureQuestion", "PictureReading", "PlayerReport", "Progress", "Puzzle",
    "RankedMove", "Report", "Review", "ReviewedGame", "ReviewedMove", "SideBySide", "SkippedFile",
    "Standing", "StandingFigure", "Statement", "TimedAction", "Topology",
)  # fmt: skip
"""The classes whose objects only functions of the package make."""

OPTIONS = {
    "**options: 'Unpack[GenerateOptions]'": [*GenerateOptions.__annotations__],
    "**options: 'Unpack[RunOptions]'": [*RunOptions.__annotations__],
}
"""What `**options` stands for."""


def public_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All public functions, methods and constructors, and the functions of the public modules."""
    modules = {
        "": sapper,
        "draw.": sapper.draw,
        "environments.": sapper.environments,
        "simulation.": sapper.simulation,
        "literature.": sapper.literature,
    }
    seen = set()
    for prefix, module in modules.items():
        for name in module.__all__:
            value = getattr(module, name)
            if id(value) in seen or not callable(value):
                continue
            seen.add(id(value))
            if inspect.isroutine(value):
                yield prefix + name, value
            elif not prefix and inspect.isclass(value) and not issubclass(value, BaseException):
                if name not in MADE_BY_THE_PACKAGE:
                    yield name, value
                yield from public_methods(name, value)


HOOKS = {"Strategy.begin", "Strategy.observe"}
"""Subclasses override them, and only the package calls them."""


def public_methods(name: str, value: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for method in vars(value):
        if f"{name}.{method}" in HOOKS:
            continue
        if not method.startswith("_") and callable(getattr(value, method)):
            with suppress(ValueError):  # methods of the engine have no signature, and take no arguments
                inspect.signature(getattr(value, method))
                yield f"{name}.{method}", getattr(value, method)


def parameters(function: Callable[..., Any]) -> set[str]:
    found = [each for each in inspect.signature(function).parameters.values() if each.name != "self"]
    names = [OPTIONS[str(each)] if each.kind is each.VAR_KEYWORD else [each.name] for each in found]
    return {part for parts in names for part in parts}


def test_every_argument_of_every_public_function_is_in_the_table() -> None:
    listed: dict[str, set[str]] = {}
    for name, (_, arguments) in CALLS.items():
        listed.setdefault(name.partition(" ")[0], set()).update(arguments)
    expected = {name: parameters(function) for name, function in public_callables()}
    expected = {name: names for name, names in expected.items() if names}
    assert set(listed) == set(expected)
    for name, names in expected.items():
        assert listed[name] == names, name


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] if name.endswith(".save_plots") else []) for name in CALLS],
)
def test_every_argument_takes_what_is_right_and_refuses_everything_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    function, arguments = CALLS[name]
    right = {argument: value for argument, (value, _) in arguments.items()}
    for argument, (_, kinds) in arguments.items():
        (tmp_path / argument).mkdir()
        monkeypatch.chdir(tmp_path / argument)
        sapper.write(POSITION, "position.txt")
        sapper.write(REPLAY, "game.rawvf")
        if name.startswith("simulation.read_"):
            sapper.simulate(BOARD, "fast", games=2, threads=1, out="run.sapper")
            sapper.compare("fast", "single+random", BOARD, games=2, threads=1, out="runs.sapper")
        function(**right)
        taken = []
        for kind, value in KINDS.items():
            said = None
            try:
                function(**{**right, argument: value})
            except sapper.SapperError as refusal:
                said = str(refusal)
            except Exception as error:
                raise AssertionError(f"{name}({argument}={kind}) raised {error!r}") from error
            if said is None:
                taken.append(kind)
            else:
                assert re.search(SAYS.get(argument, ""), said), (argument, kind)
        assert sorted(taken) == sorted(kinds.split()), argument


READABLE = ("position", "game", "minefield", "marks", "text", "review", "contents", "analysis")


@pytest.mark.parametrize(
    "name", [name for name, (_, arguments) in CALLS.items() if set(READABLE) & set(arguments)]
)
def test_who_gives_the_name_of_a_file_learns_how_to_read_it(name: str) -> None:
    function, arguments = CALLS[name]
    right = {argument: given for argument, (given, _) in arguments.items()}
    names = ["game.avf", "folder/board.TXT", Path("game"), "picture.png"]
    for argument, value in product(set(READABLE) & set(arguments), names):
        with pytest.raises(sapper.SapperError, match=r"sapper\.read"):
            function(**{**right, argument: value})
