"""Invalid arguments are refused in one line, before anything is played or written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper import Rules
from sapper.cli.shared.options import SHARE
from sapper.minefields.generation import GenerateOptions
from sapper.simulation.plan import RunOptions
from sapper.strategy.names import SHORT_NAMES


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"first_click": "safe"}, "unknown option `first_click`: did you mean `first_cell`"),
        ({"rules": "safee"}, "unknown `first_click` 'safee': did you mean 'safe'"),
        ({"rules": ("safe", "cleared")}, "`rules` must be a sapper.Rules, or a first click"),
        ({"progress": 5}, "`progress` must be a function or None, not 5"),
        ({"games": "x"}, "`games` must be a whole number, not 'x'"),
        ({"time_limit": 1}, "unknown option `time_limit`"),
        ({"out": ""}, "`out` is empty: give the path of a"),
    ],
)
def test_invalid_arguments_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = {"games": 10, "out": "run.sapper", **wrong}
    error = sapper.GameError if "rules" in wrong else sapper.ArgumentError
    with pytest.raises(error, match=words):
        sapper.simulate("beginner", "exact+first", **arguments)
    with pytest.raises(error, match=words):
        sapper.compare("exact+first", "exact+random", "beginner", **arguments)
    assert not list(tmp_path.iterdir())


def test_a_share_in_points_is_refused() -> None:
    """0.5 once meant half a point on the command line, and half of all games in Python."""
    shares: list[Any] = [0, 0.1, 0.5, 1, "0.005"]
    for share in shares:
        with pytest.raises(sapper.ArgumentError, match=r"margin`? must be "):
            sapper.compare("exact+first", "exact+random", margin=share)
        with pytest.raises(sapper.ArgumentError, match=r"interval_width`? must be "):
            sapper.simulate("beginner", "exact+first", interval_width=share)
    for text, value in (("0.005", 0.005), ("0.5%", 0.005), ("2 %", 0.02), ("30%", 0.3)):
        assert SHARE.convert(text, None, None) == pytest.approx(value, rel=1e-12)


def test_rules_may_be_the_name_of_their_first_click() -> None:
    def digest_of(**how: Any) -> str:
        return sapper.simulate("beginner", "exact+first", games=50, threads=1, **how).digest

    assert digest_of(rules="safe") == digest_of(rules=Rules("safe")) != digest_of()
    assert digest_of() == digest_of(rules=Rules()) == digest_of(rules="opening")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("best", "best"),
        ("best", "best@3"),
        ("best@1", "fast"),
        ("exact+first", sapper.Strategy(level="exact", policy="first")),
        (min, min),
    ],
)
def test_a_strategy_is_not_compared_with_itself(first: Any, second: Any) -> None:
    with pytest.raises(sapper.SimulationError, match="is given twice: name two different strategies"):
        sapper.compare(first, second, "beginner", games=10)


@pytest.mark.parametrize(("name", "other"), SHORT_NAMES.items())
def test_two_names_of_a_strategy_mean_the_same_games(name: str, other: str) -> None:
    reports = [sapper.simulate("expert", who, games=40, threads=2) for who in (name, other)]
    assert reports[0].digest == reports[1].digest


@pytest.mark.parametrize(
    ("function", "options"),
    [(sapper.simulate, RunOptions), (sapper.compare, RunOptions), (sapper.generate, GenerateOptions)],
)
def test_the_help_names_every_option(function: Callable[..., object], options: type) -> None:
    text = str(function.__doc__)
    assert [name for name in options.__annotations__ if f"`{name}`" not in text] == []
