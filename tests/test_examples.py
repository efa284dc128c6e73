"""Every example runs and says something, and so do the programs that stand for those of users.

`tests/programs` has one for each kind of user. Each checks its own answers. `make check` runs mypy and
pyright on them. The small packages of `examples`, for suites of others, play with a scripted server.
"""

import json
import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.programs import run_program
from support.scripted_server import serving, solution

import sapper
from sapper.environments import TextGame

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
BOARD = (5, 5, 5)
SECOND = TextGame(BOARD, hardest="subset").reset(1)


def script(prompt: str, _: int) -> tuple[int, str]:
    """Wins the first of two games, and opens a known mine in the second."""
    if prompt != SECOND:
        return 200, solution(prompt)
    mine = sapper.analyse(prompt.split("\n\n")[-2], 5).mines[0]
    return 200, "<think>Let me lose.</think>open {} {}".format(*mine)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    with serving(script) as (address, _):
        yield address


def run(folder: str, program: str, *arguments: str, **variables: str) -> str:
    paths = [str(EXAMPLES / folder), *sys.path]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **variables}
    return run_program(sys.executable, "-c", program, *arguments, env=variables).stdout


@pytest.mark.long
def test_verifiers_plays_and_scores(server: str) -> None:
    pytest.importorskip("verifiers.v1")
    arguments = (
        f"sapper-verifiers --client.base-url {server} --client.api-key-var KEY --model m -n 2 --no-push"
    )
    choices = {"rows": 5, "columns": 5, "mines": 5, "hardest": "subset"}
    options = ["--no-rich", *(f"--env.taskset.{name}={value}" for name, value in choices.items())]
    program = "from verifiers.v1.cli.eval.main import main; main()"
    run("verifiers", program, *arguments.split(), *options, KEY="none")
    (path,) = Path("outputs").glob("*/traces.jsonl")
    traces = [trace for line in path.read_text().splitlines() for trace in traces_of(json.loads(line))]
    shares = {trace["task"]["data"]["seed"]: trace["rewards"]["kept"]["score"] for trace in traces}
    assert shares == {0: pytest.approx(1), 1: pytest.approx(0)}
    assert {trace["metrics"]["won"] for trace in traces} == {0, 1}
    assert {trace["metrics"]["parsed"] for trace in traces} == {1}


def traces_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    traces: list[dict[str, Any]] = line.get("traces", [line])
    return traces


INSPECT = """
import json, sys
from inspect_ai import eval
from sapper_inspect import minesweeper
task = minesweeper(board=json.loads(sys.argv[1]), games=2, hardest="subset")
(log,) = eval(task, model="openai-api/local/m", display="none")
assert log.status == "success", log.error
for sample in log.samples:
    score = sample.scores["kept"]
    print(json.dumps([sample.id, score.value, score.metadata["won"], score.metadata["parsed"]]))
"""


@pytest.mark.long
def test_inspect_plays_and_scores(server: str) -> None:
    pytest.importorskip("inspect_ai")
    out = run("inspect", INSPECT, json.dumps(BOARD), LOCAL_BASE_URL=server, LOCAL_API_KEY="none")
    first, second = sorted(map(json.loads, out.splitlines()))
    assert (first[:3], second) == (["seed 0", pytest.approx(1), True], ["seed 1", pytest.approx(0), False, 1])


SHORT = sorted(EXAMPLES.glob("*.py"))


PROGRAMS = sorted((Path(__file__).resolve().parent / "programs").glob("*.py"))


def test_there_are_examples() -> None:
    assert {path.stem for path in SHORT} >= {"analyse_position", "play_game"}
    assert len(PROGRAMS) >= 10


@pytest.mark.parametrize("path", SHORT + PROGRAMS, ids=[path.stem for path in SHORT + PROGRAMS])
def test_a_program_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if path.stem.startswith("reasoning_gym"):  # many packages in fixed versions, which the tests do not need
        pytest.importorskip("reasoning_gym")
    runpy.run_path(str(path), run_name="__main__")
    output = capsys.readouterr()
    assert output.out
    assert output.err == ""


@pytest.mark.parametrize("path", SHORT, ids=[path.stem for path in SHORT])
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 25
