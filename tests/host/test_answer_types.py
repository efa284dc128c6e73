"""What the worker answers has the types by which the page reads it, and what it keeps outlasts tabs."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cases import rest_long
from support.live import Live
from support.programs import run_program
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

SMALL = {"shape": [4, 4], "mines": 3}

TypedValue = tuple[Any, str]
"""A value, and the name of its type."""


def in_typescript(value: Any) -> str:
    text = json.dumps(value, default=lambda _: "an array")
    for name, kind in (("marks", "Int8Array"), ("bytes", "Uint8Array")):
        text = text.replace(f'"{name}": "an array"', f"{name}: new {kind}()")
    return text.replace('"an array"', "new Float32Array()")


def misfits(folder: Path, values: list[TypedValue]) -> list[str]:
    """What the compiler says of each value that is not of its type, and nothing of the others."""
    lines = [
        f"const v{number}: Loose<Types.{kind}> = {in_typescript(value)};"
        for number, (value, kind) in enumerate(values)
    ]
    (folder / "types.ts").write_text(TYPES)
    (folder / "values.ts").write_text(HEAD + "\n".join(lines))
    process = run_program(node(), *COMPILE, "values.ts", ends=None, cwd=folder)
    assert process.returncode == 0 or process.stdout.startswith("values.ts")
    return [line for line in process.stdout.splitlines() if line.startswith("values.ts")]


def test_a_value_of_another_type_is_found(tmp_path: Path) -> None:
    phase = {name: [1] for name in ("solved", "at", "took", "speed", "clicks", "click_speed", "efficiency")}
    good: list[TypedValue] = [({**phase, "gap": 1, "more": 1}, "Phase"), ("won", "Status")]
    bad: list[TypedValue] = [
        (phase, "Phase"),
        ({**phase, "gap": None}, "Phase"),
        ({**phase, "gap": 1, "clicks": ["1"]}, "Phase"),
        ("over", "Status"),
        ("won", "Unheard"),
    ]
    assert len({line.partition(",")[0] for line in misfits(tmp_path, bad)}) == len(bad)
    assert misfits(tmp_path, good) == []


class Recorder:
    """Asks the worker, and keeps each answer with the name of its type."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.answers: list[TypedValue] = []

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        answer = self.live.ask(type, **fields)
        assert answer["type"] != "error", answer
        self.answers.append((answer, f"Answers['{type}']"))
        return answer

    def lose(self, **fields: Any) -> str:
        """A game that is lost by a guess."""
        game: str = self.ask("new", board={"level": "beginner"}, **fields)["game"]
        acts = (self.ask("act", game=game, kind="open", cell=cell, key=f"{cell}") for cell in range(81))
        assert next(end for end in acts if end["status"] != "playing")["status"] == "lost"
        self.ask("explain", game=game)
        return game


@pytest.fixture
def recorder(live: Live, tmp_path: Path) -> Iterator[Recorder]:
    recorder = Recorder(live)
    yield recorder
    assert misfits(tmp_path, recorder.answers) == []


def test_answers_about_games_are_as_their_types_say(recorder: Recorder) -> None:
    ask = recorder.ask
    recorder.lose(first_click="any", seed="3", guessing="hard_core")
    recorder.lose()  # which counts
    game = recorder.lose(seed="2")
    file = ask("game_file", game=game)["bytes"]
    ask("review", game=game)
    assert ask("review", file=file)["doubts"]
    assert ask("chances", game=game)["moves"]
    assert ask("compare", first={"file": file}, second={"game": game})["same_board"]
    for win in (False, True):
        assert ask("report", win=win)["standings"]
    ask("undo", game=game)
    minefield = ask("write", minefield={**SMALL, "mined": [0, 5, 15]}, format="mbf")["bytes"]
    for content in (minefield, file):
        ask("read", content=content)
    ask("read", content=b"1..\n...\n...", mines=1)
    ask("start_run", board=SMALL, games=1)
    ask("games", status="over")
    for type in ("puzzles", "statistics", "luck_free_statistics", "daily", "formats", "runs"):
        ask(type)


def test_answers_about_positions_are_as_their_types_say(recorder: Recorder) -> None:
    ask = recorder.ask
    kinds = set()
    for seed in range(4):
        game = ask("new", board={"level": "intermediate"}, seed=f"{seed}")["game"]
        for cell in (0, 60, 128):
            hint = ask("hint", game=game, all=True)
            kinds.add((hint["certain"], hint["guess"] is None))
            ask("analyse", game=game, zeros=True, guess=True, moves=3)
            if recorder.live.open(game, cell)["status"] != "playing":
                break
    assert len(kinds) > 1
    for type in ("evaluate", "rank", "structure", "beliefs"):
        ask(type, position=SMALL)
    ask("cell", position=SMALL, cell=1)
    ask("exercise", seed="1")
    ask("puzzle", board=SMALL, seed="1")


def test_figures_of_few_results_are_as_their_type_says(live: Live, tmp_path: Path) -> None:
    category = '{"board": {"topology": "square", "shape": [9, 9], "mines": 10}, "level": "beginner"}'
    result = {"category": category, "standing": "won", "elapsed_ms": 5000, "at": 1, "clicks": 9, "game": "a"}
    records = [{**result, "three_bv": bv} for bv in (30, None)]
    histories = (records, records[1:], [{**records[0], "standing": "lost"}])
    answers = [live.ask_test("statistics", results=results)["categories"][0] for results in histories]
    assert misfits(tmp_path, [(answer, "CategoryFigures") for answer in answers]) == []


SCRIPT = Path(__file__).with_name("storage.mjs")
# Read from the text, as every process that collects tests would start Node.js to ask for them.
CASES = re.findall(r'^  async "(.+)"\(\) {$', SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("case", rest_long(CASES, 3))
def test_what_is_kept(case: str) -> None:
    run_program(node(), SCRIPT, f"{SOURCES}/", case)
