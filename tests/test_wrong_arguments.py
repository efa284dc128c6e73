"""Wrong arguments get an error of this package from every public function."""

import math
import re
from collections.abc import Callable
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
from sapper.formats import parse, render

SQUARE = Topology.square(3, 3)
BOARD = Board(SQUARE, 1)
GAME = Minefield([(0, 0)], SQUARE).game()
GAME.open(2, 2)
POSITION = sapper.Position.from_text("1..\n...", 2)
REPLAY = Replay.from_game(GAME)
FILES = {"position.txt": render(POSITION, "plain"), "game.rawvf": render(REPLAY, "rawvf")}

NO_NUMBERS = [math.nan, math.inf, -math.inf, True, np.True_, "3", b"3", [3], {}, 1j]
NO_SECONDS = [*NO_NUMBERS, -1, -0.5, np.float32(np.nan), 10**400]


def replays(**limits: Any) -> list[Replay]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rawvf"
        sapper.write(REPLAY, path)
        return list(sapper.formats.read_all(path, **limits))


SAYS = {
    "time_limit": "`time_limit` must be a number of seconds from 0, not",
    "cancel": r"`cancel` must be a sapper\.Cancel or None, not",
    "trust_flags": "`trust_flags` must be True or False, not",
}
"""What is said of a wrong argument, whichever function gets it."""

# Readers that are not among the public calls: each hands its limits on.
READERS_WITH_LIMITS: dict[str, Callable[..., Any]] = {
    "parse": lambda **limits: parse("1?", 1, **limits),
    "read_all": replays,
}


@pytest.mark.parametrize("call", READERS_WITH_LIMITS.values(), ids=READERS_WITH_LIMITS)
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
    with pytest.raises(sapper.ArgumentError, match=r"^`seconds` must be a number of seconds from 0"):
        sapper.measure(GAME, seconds=time)
    with pytest.raises(sapper.ArgumentError, match="a time must be a number of seconds from 0"):
        Replay.from_game(GAME, [time])


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
    words = unknown("format", name, ["auto", "autos", "Zig"])
    assert text in words
    assert len(words) < 200


def test_what_is_not_taken_here_is_not_listed() -> None:
    with pytest.raises(sapper.FormatError) as refusal:
        POSITION.to_text("auto")
    assert "did you mean" not in str(refusal.value)
    assert str(refusal.value).startswith("unknown format 'auto': there is 'plain'")


def with_files(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a folder the current one, with the files that calls read."""
    monkeypatch.chdir(folder)
    for file, content in FILES.items():
        Path(file).write_bytes(content)  # `sapper.write` would wait for the disk
    if name.startswith("simulation.read_"):
        sapper.simulate(BOARD, "fast", games=2, threads=1, out="run.sapper")
        sapper.compare("fast", "single+random", BOARD, games=2, threads=1, out="runs.sapper")


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
        with_files(name, tmp_path / argument, monkeypatch)
        function(**right)
        kinds_taken = []
        for kind, value in KINDS.items():
            words = None
            try:
                function(**{**right, argument: value})
            except sapper.SapperError as refusal:
                words = str(refusal)
            except Exception as error:
                raise AssertionError(f"{name}({argument}={kind}) raised {error!r}") from error
            if words is None:
                kinds_taken.append(kind)
            else:
                assert re.search(SAYS.get(argument, ""), words), (argument, kind)
        assert set(kinds_taken) == set(kinds.split()), argument


STOPS = {"cancel": sapper.CancelledError, "time_limit": sapper.BudgetError}
GO_ON = {"GameBatch.cancel", "evaluate_many.time_limit", "review_folder.time_limit"}
"""Nothing is searched for, or what there is no time for is left out."""


@pytest.mark.parametrize(
    "name", [name for name, (_, arguments) in CALLS.items() if set(STOPS) & set(arguments)]
)
def test_every_call_stops_at_once_when_it_is_cancelled_or_has_no_time(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    function, arguments = CALLS[name]
    with_files(name, tmp_path, monkeypatch)
    cancel = sapper.Cancel()
    cancel.set()
    for argument, value in (("cancel", cancel), ("time_limit", 0)):
        if argument in arguments and f"{name}.{argument}" not in GO_ON:
            with pytest.raises(STOPS[argument], match=r"was cancelled|within 0 seconds"):
                function(**{each: right for each, (right, _) in arguments.items()} | {argument: value})


READABLE = ("position", "game", "minefield", "marks", "text", "review", "contents", "analysis")


@pytest.mark.parametrize(
    "name", [name for name, (_, arguments) in CALLS.items() if set(READABLE) & set(arguments)]
)
def test_who_gives_the_name_of_a_file_learns_how_to_read_it(name: str) -> None:
    function, arguments = CALLS[name]
    right = {argument: value for argument, (value, _) in arguments.items()}
    names = ["game.avf", "folder/board.TXT", Path("game"), "picture.png"]
    for argument, value in product(set(READABLE) & set(arguments), names):
        with pytest.raises(sapper.SapperError, match=r"sapper\.read"):
            function(**{**right, argument: value})
