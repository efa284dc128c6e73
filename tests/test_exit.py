"""A program may end while its daemon threads are within long calls: quietly, with exit code 0."""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from support.cases import rest_long
from support.programs import run_program
from support.public_calls import CALLS

TESTS = Path(__file__).parent

PREPARATION: Final = """
import sys, threading, time
import numpy as np
import sapper
from support.lattices import entangled_position, lattice
from support.public_calls import PIXELS

for name in sapper.__all__:
    getattr(sapper, name)
sys.setswitchinterval(1e-4)

EXPERT = sapper.Board.level("expert")
WIDE = sapper.Board.square(60, 60, 700)
OPENED = [('open', (9, 9))]
ENTANGLED = entangled_position()
GUESS = sapper.Position("1" + "?" * 29 + 15 * ("\\n" + "?" * 30), 99)
PLAYED = sapper.Game(EXPERT, seed=5)
sapper.Strategy("fast").play(PLAYED)
REPLAY = sapper.Replay.from_game(PLAYED)
sapper.write(REPLAY, "game.evf")
FAIR = sapper.generate(WIDE, seed=1, fair=False).minefield

def pick(position):
    sapper.analyse(position)
    return sapper.analyse(position).safest

def tell(*_):
    sapper.analyse("1?", 1)

def within(call):
    begun.release()
    while True:
        call()

begun = threading.Semaphore(0)
"""

LONG: Final = {
    "Analysis.count_configurations": "sapper.analyse(ENTANGLED).count_configurations()",
    "BoardMetrics.fewest_clicks": "sapper.measure(FAIR).fewest_clicks(rounds=10**6)",
    "BoardMetrics.rzini": "sapper.measure(FAIR).rzini(runs=10**6)",
    "Game.open": "sapper.Game(EXPERT, sapper.Rules(first_click='opening')).open(3, 3)",
    "GameBatch": "sapper.GameBatch(20, 'expert', fair=True)",
    "GameBatch.step": "(games := sapper.GameBatch(500, 'expert')).step(games.sample())",
    "Inference": "sapper.Inference(ENTANGLED).mine_probability",
    "Position": "sapper.Position(np.full((3000, 3000), -1), 9)",
    "count_solutions": "sapper.count_solutions(ENTANGLED)",
    "make_puzzle": "sapper.make_puzzle((60, 60, 700), seed=1)",
    "Strategy.beliefs": "sapper.Strategy('best').beliefs(ENTANGLED)",
    "Strategy.choose": "sapper.Strategy('best').choose(GUESS)",
    "Strategy.choose parts": "sapper.Strategy(level='exact', policy=lambda *_: (9, 9)).choose(GUESS)",
    "Strategy.play": "sapper.Strategy('best@5').play(sapper.Game(WIDE))",
    "Topology": "sapper.Topology.torus(3000, 3000)",
    "analyse": "sapper.analyse(ENTANGLED)",
    "analyse_many": "sapper.analyse_many([GUESS] * 5000, threads=2)",
    "autoplay": "list(sapper.autoplay(sapper.Game(WIDE), strategy='best'))",
    "autoplay by Python": "list(sapper.autoplay(sapper.Game(EXPERT), strategy=pick))",
    "compare": "sapper.compare('fast', 'exact+first', 'expert', games=10**6)",
    "draw.write_gif": "sapper.draw.write_gif(PLAYED, 'game.gif')",
    "environments.chance_balance": "sapper.environments.chance_balance(sapper.Game(WIDE, history=OPENED))",
    "evaluate": "sapper.evaluate(GUESS, games=10**6, error=1e-9)",
    "evaluate by threads": "sapper.evaluate(GUESS, games=10**6, error=1e-9, threads=2)",
    "evaluate by Python": "sapper.evaluate(GUESS, strategy=pick, games=10**6, error=1e-9)",
    "evaluate_many": "sapper.evaluate_many([GUESS] * 9, strategy='fast', games=10**6, error=1e-9, threads=2)",
    "generate": "sapper.generate('expert', hardest='single')",
    "generate_many": "sapper.generate_many(10**5, 'expert', threads=3, progress=tell)",
    "hint": "sapper.hint(GUESS)",
    "is_fair": "sapper.is_fair(FAIR, (9, 9))",
    "literature.replicate": "sapper.literature.replicate(sapper.literature.ROWS[0], games=10**6)",
    "optimum": "sapper.optimum(sapper.Board.square(5, 6, 7), memory=2**28)",
    "rank": "sapper.rank(GUESS)",
    "read": "sapper.read('game.evf')",
    "read_picture": "sapper.read_picture(PIXELS, 2)",
    "review": "sapper.review(REPLAY, by='win', progress=tell)",
    "review_folder": "sapper.review_folder('.', by='win', threads=1)",
    "review_folder by processes": "sapper.review_folder('.', by='win', threads=2)",
    "simulate": "sapper.simulate('expert', games=10**6, progress=tell)",
    "simulate by Python": "sapper.simulate('expert', pick, games=10**6, threads=1, progress=tell)",
    "write_dataset": "sapper.write_dataset('data', 'expert', 'best', games=10**5, threads=2)",
}
"""Long calls by name. A word after a name tells several ways to call a function apart."""


def end_within(calls: Iterable[str], folder: Path, seconds: float) -> tuple[int, str]:
    """The exit code and the standard error of a program that ends within the calls."""
    threads = "".join(
        f"threading.Thread(target=within, args=[lambda: {call}], daemon=True).start(); begun.acquire()\n"
        for call in calls
    )
    program = f"{PREPARATION}{threads}time.sleep({seconds})"
    variables = {**os.environ, "PYTHONPATH": str(TESTS)}
    process = run_program(sys.executable, "-c", program, ends=None, cwd=folder, env=variables)
    return process.returncode, process.stderr


def test_every_call_that_can_be_limited_is_among_them() -> None:
    limits = {"cancel", "time_limit", "threads", "progress"}
    assert {name for name, (_, arguments) in CALLS.items() if limits & set(arguments)} <= set(LONG)


def test_only_one_file_gives_the_lock_back_or_takes_it() -> None:
    taking = re.compile("gil_scoped|PyGILState|PyEval_(Save|Restore)|stl/function.h")
    bindings = (TESTS.parent / "bindings").iterdir()
    assert [file.name for file in bindings if taking.search(file.read_text())] == ["lock.hpp"]


@pytest.mark.parametrize("part", rest_long(range(2)))
def test_the_end_comes_within_many_calls(part: int, tmp_path: Path) -> None:
    calls = [call for name, call in LONG.items() if "processes" not in name]
    assert end_within(calls[part::2], tmp_path, 0.5) == (0, "")


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.1, 0.8])
@pytest.mark.parametrize("name", LONG)
def test_the_end_comes_within_a_call(name: str, seconds: float, tmp_path: Path) -> None:
    assert end_within([LONG[name]], tmp_path, seconds) == (0, "")
