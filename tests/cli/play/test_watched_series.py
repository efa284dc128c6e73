"""`sapper play --auto`: the record, as text and as JSON; who looks on; Ctrl-C."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.command_line import command_line

from sapper import Board, BudgetError, Game, Replay, Rules, Strategy, Topology, read
from sapper.board.game import Action
from sapper.board.rules import FirstClick
from sapper.cli.play import series as series_module
from sapper.cli.play import spectators
from sapper.cli.play.series import EngineStep, Series, SeriesRecord, Setup, Spectator
from sapper.cli.play.spectators import ProgressBar
from sapper.strategy.autoplaying import autoplay
from sapper.strategy.turns import GameTurns, Turn

run = partial(command_line, "play")


RULES: dict[str, Any] = {"first_click": "opening", "win": "cleared", "on_mine": "stop"}
RULES |= {"question_marks": False, "guessing": "free"}


def without_times(text: str) -> str:
    return re.sub(r"(time|per game|game) ( *)[\d.]+ (ms|s)", r"\1 \2TIME", text)


def test_json() -> None:
    record = json.loads(run("--auto", "--level", "beginner", "--seed", "7", "--json").stdout)
    timing = record.pop("timing")
    assert timing["ms_per_game"] == pytest.approx(1000 * timing["seconds"])
    assert timing["ms_max"] == pytest.approx(1000 * timing["seconds"])
    assert timing["ms_p50"] == timing["ms_p99"] == pytest.approx(timing["ms_max"], rel=0.02)
    assert timing["games_per_second"] == pytest.approx(1 / timing["seconds"])
    assert record == {
        "board": {"topology": "square", "shape": [9, 9], "mines": 10}, "rules": RULES,
        "fair": False, "hardest": None, "seed": 7, "number": 0, "strategy": "best", "first_cell": [2, 2],
        "games": 1, "won": 1, "lost": 0, "drawn": 0, "unfinished": 0, "win_rate": 1.0, "mines_found": 1.0,
        "win_interval": [pytest.approx(0.2065, abs=1e-4), 1.0], "interrupted": False,
    }  # fmt: skip


def test_all_rules_and_topologies() -> None:
    options = ["--on-mine", "continue", "--win", "flagged", "--topology", "hexagons", "--first-click", "any"]
    size = ["--rows", "7", "--columns", "8", "--mines", "20"]
    record = json.loads(run("--auto", "--games", "6", "--seed", "1", "--json", *options, *size).stdout)
    assert record["board"] == {"topology": "hexagons", "shape": [7, 8], "mines": 20}
    assert record["rules"] == RULES | {"first_click": "any", "win": "flagged", "on_mine": "continue"}
    assert record["lost"] == 0
    assert record["drawn"] > 0
    assert record["won"] + record["drawn"] == 6


def test_fair_boards_are_won() -> None:
    arguments = ["--auto", "--fair", "--hardest", "subset", "--level", "intermediate", "--seed", "3"]
    record = json.loads(run(*arguments, "--games", "20", "--first-cell", "4,9", "--json").stdout)
    assert (record["won"], record["fair"], record["hardest"]) == (20, True, "subset")
    heading = "intermediate, 16 x 16, 40 mines, fair; best; first click opening"
    assert run(*arguments).stdout.startswith(heading)


def test_a_seed_is_drawn_and_told() -> None:
    """Without a seed. The mines alone change those of the level."""
    options = ["--auto", "--level", "intermediate", "--mines", "20", "--json"]
    records = [json.loads(run(*options).stdout) for _ in range(3)]
    assert len({record["seed"] for record in records}) == 3
    assert records[0]["board"] == {"topology": "square", "shape": [16, 16], "mines": 20}


def test_watching_without_a_terminal_writes_the_boards() -> None:
    result = run("--auto", "--watch", "--level", "beginner", "--seed", "7", "--games", "2")
    first, second, record = result.stdout.split("\n\n")
    for number, block in enumerate((first, second)):
        head, board = block.split("\n", 1)
        game = Game("beginner", seed=7, number=number)
        moves = len(list(autoplay(game)))
        assert head == f"Game {number + 1} of 2 (seed 7, game {number}): {game.status} after {moves} moves"
        assert board == str(game)
    assert record.startswith("beginner, 9 x 9, 10 mines")
    assert "\x1b" not in result.output


def break_off(patch: pytest.MonkeyPatch, after: int, by: type[BaseException] = KeyboardInterrupt) -> None:
    """Raises Ctrl-C, or another exception, after this many moves of all games together."""
    moves = 0

    class Interruption(GameTurns):
        def act(self, turn: Turn) -> Iterator[tuple[Action, float]]:
            nonlocal moves
            for step in super().act(turn):
                moves += 1
                if moves > after:
                    raise by("too entangled")
                yield step

    patch.setattr(series_module, "GameTurns", Interruption)


@pytest.mark.parametrize(
    ("options", "by", "code"),
    [
        ([], KeyboardInterrupt, 130),
        (["--watch"], KeyboardInterrupt, 130),
        (["--verbose"], KeyboardInterrupt, 130),
        ([], BudgetError, 3),
    ],
)
def test_a_series_that_is_broken_off_ends_with_the_record_so_far(
    monkeypatch: pytest.MonkeyPatch, options: list[str], by: type[BaseException], code: int
) -> None:
    """By Ctrl-C, or by a position too hard to analyse. The game that is broken off gets no line."""
    break_off(monkeypatch, after=20, by=by)
    result = run("--auto", "--level", "beginner", "--seed", "7", "--games", "100", *options, ends=code)
    assert "Record         1-0-0 (won-lost-drawn), 1 unfinished\n" in result.stdout
    assert result.stderr == ("sapper: too entangled\n" if code == 3 else result.stderr)
    assert re.findall(r"^Game (\d+): (\w+)", result.stdout, re.M) == [("0", "won")] * ("--verbose" in options)


def test_ctrl_c_ends_with_whole_json(monkeypatch: pytest.MonkeyPatch) -> None:
    break_off(monkeypatch, after=0)
    record = json.loads(run("--auto", "--level", "beginner", "--seed", "7", "--json", ends=130).stdout)
    assert (record["interrupted"], record["unfinished"], record["games"]) == (True, 1, 1)
    assert record["win_rate"] is None
    assert record["timing"]["ms_per_game"] is None


def test_the_time_of_the_spectator_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Time:
        """A clock on which every look takes a millisecond, and watching an hour."""

        now = 0.0

        def perf_counter(self) -> float:
            self.now += 0.001
            return self.now

    class Sleeper(Spectator):
        def on_move(self, *_: object) -> None:
            clock.now += 3600

    clock = Time()
    monkeypatch.setattr(series_module, "time", clock)
    series = Series(Setup(Board.square(2, 2, 1), Rules("safe"), 1), (0, 0), Strategy("exact+first"))
    series.play(1, Sleeper())
    assert clock.now > 3600
    assert 0 < series.record.seconds < 1


def test_the_bar_moves_within_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "_PAUSE", 0)

    parts: list[float] = []

    class ProgressRecorder(ProgressBar):
        def on_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:
            super().on_move(game, step, record)
            parts.append(self._progress.tasks[0].completed)

    setup = Setup(Board.level("beginner"), Rules(on_mine="continue"), seed=1)
    Series(setup, (2, 2), Strategy("best")).play(2, ProgressRecorder(2))
    assert parts == sorted(parts)
    assert len({part for part in parts if part < 1}) > 3
    assert parts[-1] == 2


@pytest.mark.parametrize("first_click", ["opening", "safe"])
def test_verbose_writes_a_line_for_each_game(first_click: FirstClick) -> None:
    arguments = ["--auto", "--seed", "5", "--number", "4", "--games", "12", "--first-click", first_click]
    *lines, head, _, _ = run(*arguments, "--verbose").stdout.partition("\nGames ")[0].splitlines()
    guesses = 0
    for number, line in enumerate(lines, 4):
        game = Game("expert", rules=first_click, seed=5, number=number)
        _, *moves = autoplay(game, first_cell=Strategy("best").first_cell(game.board, game.rules))
        count = sum(move.risk != 0 for move in moves)
        guesses += count
        counts = f"{1 + len(moves)} moves, {count} guess{'' if count == 1 else 'es'}"
        assert without_times(line).startswith(f"Game {number}: {game.status}, {counts}, ")
        assert re.search(r", [\d.]+ (ms|s|µs)$", line)
    assert len(lines) == 12
    assert head.startswith("expert, ")
    assert guesses > 12
    *objects, record = map(json.loads, run(*arguments, "--verbose", "--json").stdout.splitlines())
    for line, entry in zip(lines, objects, strict=True):
        match = re.fullmatch(r"Game (\d+): (\w+), (\d+) moves, (\d+) guess(?:es)?, .*", line)
        assert match
        assert entry.pop("elapsed_ms") > 0
        names = ("number", "status", "moves", "guesses")
        assert [str(entry[name]) for name in names] == list(match.groups())
        assert set(entry) == set(names)
    assert (record["games"], record["first_cell"]) == (12, [0, 0] if first_click == "safe" else [3, 3])
    assert record["won"] == sum(entry["status"] == "won" for entry in objects)


@pytest.mark.parametrize("topology", ["square", "torus", "hexagons", "octagons"])
def test_games_are_kept_as_replays(tmp_path: Path, topology: str) -> None:
    options = ["--rows", "7", "--columns", "8", "--mines", "8", "--topology", topology]
    run("--auto", *options, "--seed", 3, "--games", 2, "--first-cell", "5, 2", "--save", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3-0.rawvf", "3-1.rawvf"]
    board = Board(getattr(Topology, topology)(7, 8), 8)
    for number in range(2):
        end = read(tmp_path / f"3-{number}.rawvf", kind=Replay).play()
        game = Game(board, Rules("opening"), seed=3, number=number, history=end.history)
        assert game.status == end.status != "playing"
        assert (game.history[0].cell, game.position) == ((5, 2), end.position)
