"""What the worker answers has the types by which the page reads it, also where the engine makes it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.live import Live
from support.wasm import SOURCES, node

COMPILE = [
    *(str(SOURCES.parent / "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--skipLibCheck"),
    *("--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""),
]
TYPES = "".join(f"export * from '{SOURCES}/page/{name}.js';\n" for name in ("answers", "records"))
# A value may have more fields than its type.
HEAD = """
import * as Types from './types.js';
type Loose<T> = T extends ArrayBufferView ? T : T extends (infer Each)[] ? Loose<Each>[]
    : T extends object ? { [Name in keyof T]: Loose<T[Name]> } & { [more: string]: unknown } : T;
"""
MINEFIELD: dict[str, Any] = {"rows": 4, "columns": 4, "mines": 3, "mined": [0, 5, 15]}

Typed = tuple[Any, str]
"""A value, and the name of its type."""


def in_typescript(value: Any) -> str:
    text = json.dumps(value, default=lambda _: "an array")
    return text.replace('"marks": "an array"', '"marks": new Int8Array()').replace(
        '"an array"', "new Float32Array()"
    )


def misfits(folder: Path, values: list[Typed]) -> list[str]:
    """What the compiler says of each value that is not of its type, and nothing of the others."""
    lines = [
        f"const v{number}: Loose<Types.{kind}> = {in_typescript(value)};"
        for number, (value, kind) in enumerate(values)
    ]
    (folder / "types.ts").write_text(TYPES)
    (folder / "values.ts").write_text(HEAD + "\n".join(lines))
    done = subprocess.run(
        [node(), *COMPILE, "values.ts"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 or done.stdout.startswith("values.ts")
    return [line for line in done.stdout.splitlines() if line.startswith("values.ts")]


def test_a_value_of_another_type_is_found(tmp_path: Path) -> None:
    phase = {name: [1] for name in ("solved", "at", "took", "speed", "clicks", "click_speed", "efficiency")}
    good: list[Typed] = [({**phase, "gap": 1, "more": 1}, "Phase"), ("won", "Status")]
    bad: list[Typed] = [
        (phase, "Phase"),
        ({**phase, "gap": None}, "Phase"),
        ({**phase, "gap": 1, "clicks": ["1"]}, "Phase"),
        ("over", "Status"),
        ("won", "Unheard"),
    ]
    assert len({line.partition(",")[0] for line in misfits(tmp_path, bad)}) == len(bad)
    assert misfits(tmp_path, good) == []


def lost(live: Live, **fields: Any) -> dict[str, Any]:
    """A game that is lost by a guess."""
    game = live.new(**fields)["game"]
    for cell in range(81):
        end = live.open(game, cell)
        if end["status"] != "playing":
            return end
    raise AssertionError("it was won")


def games(live: Live) -> Iterator[Typed]:
    yield live.new(board={"level": "beginner"}, seed="1"), "Standing"
    for guessing in ("free", "hard_core"):
        end = lost(live, board={"level": "beginner"}, first_click="any", seed="3", guessing=guessing)
        assert end["end"] is not None
        yield end, "Standing"
        yield live.ask("explain", game=end["game"]), "Loss"
    yield live.ask("games")["games"][0], "Summary"


def thoughts(live: Live) -> Iterator[Typed]:
    kinds = set()
    for seed in range(4):
        game = live.new(board={"level": "intermediate"}, seed=f"{seed}")["game"]
        for cell in (0, 60, 128):
            hint = live.ask("hint", game=game, all=True)
            yield hint, "Hint"
            kinds.add((hint["certain"], hint["guess"] is None))
            analysis = live.ask("analyse", game=game, count=True, zeros=True, guess=True, moves=3)
            yield analysis, "Analysis"
            if live.open(game, cell)["status"] != "playing":
                break
    assert len(kinds) > 1
    yield live.ask("evaluate", position={"shape": [4, 4], "mines": 3}), "Evaluation"


def reviews(live: Live) -> Iterator[Typed]:
    *_, game = (lost(live, board={"level": "beginner"}, seed=f"{seed}")["game"] for seed in range(3))
    lost(live, board={"level": "beginner"})  # the others do not count, as their seeds are given
    yield live.ask("review", game=game)["line"], "GameLine"
    file = live.file(game=game)
    doubts = live.ask("review", file=file)["doubts"]
    assert doubts
    yield from ((each, "Doubt") for each in doubts)
    chances = live.ask("chances", game=game)["moves"]
    assert chances
    yield from ((each, "MoveChance") for each in chances)
    for win in (False, True):
        report = live.ask("report", win=win)
        assert report["standings"]
        yield report, "ReportFigures"
        yield from ((each, "BoardStanding") for each in report["standings"])
    both = live.ask("compare", first={"file": file}, second={"game": game})
    assert both["same_board"]
    yield from ((each, "Phase") for each in both["phases"])


def statistics(live: Live) -> Iterator[Typed]:
    category = '{"board": {"topology": "square", "shape": [9, 9], "mines": 10}, "level": "beginner"}'
    result = {"category": category, "standing": "won", "elapsed_ms": 5000, "at": 1, "clicks": 9, "game": "a"}
    records = [{**result, "three_bv": bv} for bv in (30, None)]
    for results in (records, records[1:], [{**records[0], "standing": "lost"}]):
        yield live.ask_test("statistics", results=results)["categories"][0], "CategoryFigures"


def files(live: Live) -> Iterator[Typed]:
    game = lost(live, board={"level": "beginner"}, seed="1")["game"]
    replay = live.file(game=game)
    minefield = live.file("write", minefield=MINEFIELD, format="mbf")
    yield live.ask("read", content=b"1..\n...\n...", mines=1), "ReadPosition"
    yield live.ask("read", content=minefield), "ReadMinefield"
    yield live.ask("read", content=replay), "ReadReplay"


@pytest.mark.parametrize(
    "answers", [games, thoughts, reviews, statistics, files], ids=lambda each: each.__name__
)
def test_answers_are_as_their_types_say(live: Live, tmp_path: Path, answers: Any) -> None:
    values = list(answers(live))
    assert misfits(tmp_path, values) == []
