"""Massive games and analyses that are stopped."""

import signal
import sys
import threading
import time

import pytest
from support.cases import rest_long
from support.programs import run_program, start_program

import sapper

CONTINUE = sapper.Rules(on_mine="continue")

PLAY = """
import sapper
game = sapper.Game(sapper.Board.square(3000, 3000, 1_800_000), sapper.Rules(on_mine="continue"), seed=1)
print("begun", flush=True)
sapper.Strategy("exact+first").play(game)
"""

# Sends a signal every 20 ms of CPU time, and prints the longest wait until Python sees one. The wait is a
# multiple of the time of one analysis of the board, so a slow machine gives the same result.
LISTEN = """
import signal, time
import sapper

heard = []

def listen(*_):
    heard.append(time.process_time())
    if len(heard) > 60:
        signal.setitimer(signal.ITIMER_PROF, 0)
        raise KeyboardInterrupt

game = sapper.Game(sapper.Board.square(1000, 1000, 200_000), sapper.Rules(on_mine="continue"), seed=1)
signal.signal(signal.SIGPROF, listen)
strategy = sapper.Strategy("exact+first")
heard.append(time.process_time())
signal.setitimer(signal.ITIMER_PROF, 0.02, 0.02)
try:
    strategy.play(game)
except KeyboardInterrupt:
    begun = time.process_time()
    sapper.analyse(game.position)
    analysis = time.process_time() - begun
    print((max(after - before for before, after in zip(heard, heard[1:])) - 0.02) / analysis)
"""

# One long game in a simulation, stopped after a second of CPU time. Prints how much longer it took.
SIMULATE = """
import signal, time
import sapper

def stop(*_):
    global stopped
    stopped = time.process_time()
    raise KeyboardInterrupt

board = sapper.Board.square(3000, 3000, 1_800_000)
signal.signal(signal.SIGPROF, stop)
signal.setitimer(signal.ITIMER_PROF, 1)
try:
    sapper.simulate(board, "exact+first", rules=sapper.Rules(on_mine="continue"), games=1, threads=1)
except KeyboardInterrupt:
    print(time.process_time() - stopped)
"""

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals as POSIX has them")


@posix
# While the player begins, and in the middle of play.
@pytest.mark.parametrize("seconds", [0.2, pytest.param(2.0, marks=pytest.mark.long)])
def test_control_c_ends_a_game_of_nine_million_cells(seconds: float) -> None:
    with start_program(sys.executable, "-c", PLAY) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=120)
    assert error.endswith("KeyboardInterrupt\n")


# Games of many seconds each, on threads, which get no signals themselves.
EVALUATE = """
import numpy as np
import sapper
position = sapper.Position(np.full((16, 30), -1), 99)
print("begun", flush=True)
sapper.{call}, strategy="best@5", error=1e-5, threads=2)
"""


@posix
@pytest.mark.parametrize("call", rest_long(["evaluate(position", "evaluate_many([position] * 3"]))
def test_control_c_ends_an_evaluation_on_threads(call: str) -> None:
    with start_program(sys.executable, "-c", EVALUATE.format(call=call)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=20)
        finally:
            process.kill()
    assert error.endswith("KeyboardInterrupt\n")


@pytest.mark.long
@posix
@pytest.mark.timing
def test_a_massive_game_listens_all_the_time() -> None:
    def longest_wait() -> float:
        return float(run_program(sys.executable, "-c", LISTEN).stdout)

    # A virtual machine may lose time at random, which counts as CPU time. So the best of three runs counts.
    assert any(longest_wait() < 1 for _ in range(3))


def test_another_thread_stops_a_large_game() -> None:
    game = sapper.Game(sapper.Board.square(1000, 1000, 200_000), CONTINUE, seed=1)
    cancel = sapper.Cancel()
    timer = threading.Timer(0.5, cancel.set)
    timer.start()
    with pytest.raises(sapper.CancelledError):
        sapper.Strategy("exact+first").play(game, cancel=cancel)
    timer.join()
    assert game.status == "playing"


@posix
def test_a_first_click_on_nine_million_cells_is_stopped_before_anything_opens() -> None:
    class StoppedError(Exception):
        pass

    def stop(*_: object) -> None:
        raise StoppedError

    board = sapper.Board.square(3000, 3000, 1_800_000)
    game, usual = sapper.Game(board, CONTINUE, seed=1), sapper.Game(board, CONTINUE, seed=1)
    before = signal.signal(signal.SIGPROF, stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.02)
        with pytest.raises(StoppedError):
            game.open(1500, 1500)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert game.minefield is None
    assert game.safe_left == 7_200_000
    game.open(1500, 1500)
    usual.open(1500, 1500)
    assert game.position == usual.position


@pytest.mark.long
@posix
@pytest.mark.timing
def test_a_simulation_is_stopped_in_the_middle_of_a_long_game() -> None:
    assert float(run_program(sys.executable, "-c", SIMULATE).stdout) < 1  # the game takes several
