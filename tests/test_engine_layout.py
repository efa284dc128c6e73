"""The tree of the engine: which room may use which, and nothing in a circle."""

import re
from functools import cache
from pathlib import Path

ENGINE = Path(__file__).parents[1] / "engine"

ROOMS = (
    *("util", "board", "replays", "inference", "deduction", "screen", "minefields", "formats", "strategy"),
    *("variants", "hints", "reviews", "simulation", "environments", "protocol"),
)
"""From the ground up: a file includes only files of its own room and of rooms before it."""


@cache
def includes() -> dict[str, set[str]]:
    """For each part of the engine, a header with its source, the parts that it includes."""
    parts: dict[str, set[str]] = {}
    for path in sorted(ENGINE.rglob("*.[hc]pp")):
        part = path.relative_to(ENGINE).with_suffix("").as_posix()
        for name in re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            assert (ENGINE / name).is_file(), f"{part} includes {name}, which is not there"
            parts.setdefault(part, set()).add(name.removesuffix(".hpp"))
        parts.setdefault(part, set()).discard(part)
    return parts


def room_of(part: str) -> str:
    return part.partition("/")[0]


def test_files_include_nothing_above_their_room() -> None:
    heights = {room: height for height, room in enumerate(ROOMS)}
    pairs = [(part, other) for part, others in includes().items() for other in others]
    assert len(pairs) > 300
    assert [pair for pair in pairs if heights[room_of(pair[0])] < heights[room_of(pair[1])]] == []


def test_folders_inside_a_room_include_nothing_above_them() -> None:
    pairs = [
        (Path(part).parent, Path(other).parent) for part, others in includes().items() for other in others
    ]
    assert [pair for pair in pairs if pair[1] in pair[0].parents] == []


def test_no_two_parts_share_a_name() -> None:
    names = [part.rpartition("/")[2] for part in includes()]
    assert sorted(names) == sorted(set(names))


def test_no_circle_of_includes() -> None:
    graph = {part: set(others) for part, others in includes().items()}
    while free := [part for part, others in graph.items() if not others]:
        for part in free:
            del graph[part]
        for others in graph.values():
            others.difference_update(free)
    assert graph == {}, "these include each other in a circle, or include who does"


def test_files_are_short_enough_to_keep_in_mind() -> None:
    """Only a table of numbers may be longer."""
    lines = {
        path.relative_to(ENGINE).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in ENGINE.rglob("*.[hc]pp")
    }
    assert {name for name, count in lines.items() if count > 500} == {
        "strategy/scoring/guess_net_weights.hpp"
    }
