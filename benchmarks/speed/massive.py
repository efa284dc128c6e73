"""Time games to the last cell on massive boards, and the analysis of a large static position.

    python benchmarks/speed/massive.py sizes [--largest 3000]   # a game each from 10^4 cells on, density 0.20
    python benchmarks/speed/massive.py actions [--largest 3000]   # the same games: a guess, and an opening
    python benchmarks/speed/massive.py games [--games 200] [--player best]   # 300 x 150 with 10,000 mines
    python benchmarks/speed/massive.py densities                  # 300 x 300, density 0.10 to 0.30
    python benchmarks/speed/massive.py static [--largest 1000]    # half opened by play, from scratch

One thread. Play goes on after a mine. The player is `exact+first` unless another is named. Times are CPU
time, so that other work on the machine matters less. They include the game and its player. Python drives both
one action at a time, which adds about two microseconds per action. An action means to choose a cell, open it,
and process what it shows.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from array import array
from dataclasses import dataclass, field

import numpy as np

import sapper
from sapper import _engine

PLAYER = "exact+first"
SIDES = (100, 200, 300, 500, 700, 1000, 1500, 2000, 3000)
DENSITIES = (0.10, 0.15, 0.18, 0.20, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.28, 0.30)
PATIENCE = 10.0  # CPU seconds after which a game is stopped, because some densities take too long
LOOK = 20  # guesses


@dataclass
class Run:
    """What a game cost, and how it went."""

    seconds: float = 0.0
    worst: float = 0.0  # seconds of the slowest action after the first click
    guesses: int = 0
    even: int = 0  # those of risk one half
    mines_hit: int = 0
    risk: float = 0.0  # the sum of the risks of the guesses: the same mean as the mines hit, but less luck
    estimates: int = 0  # how many of the guesses looked at had estimated probabilities
    looks: int = 0
    left: int = 0  # safe cells left when the game was stopped
    megabytes: float = 0.0  # the peak memory of the process
    choosing: array[float] = field(default_factory=lambda: array("d"))  # seconds to choose each guess
    opening: array[float] = field(default_factory=lambda: array("d"))  # and each certain action


def start(board: sapper.Board, seed: int, name: str = PLAYER) -> tuple[_engine.Game, _engine.Player]:
    """A game after its first click, and a player that follows it."""
    rules = sapper.Rules(on_mine="continue")._for_engine()
    topology = board.topology._engine
    game = _engine.Game(topology, board.mines, rules, seed, 0)
    player = _engine.make_player(name, topology, board.mines, rules)
    player.begin(game, seed, 0)
    game.open(_engine.good_first_cell(topology, board.mines, rules))
    player.follow(game)
    return game, player


def play(
    board: sapper.Board, seed: int, patience: float = float("inf"), look: int = 0, name: str = PLAYER
) -> Run:
    """Plays a game to its end or the time limit. Checks every `look`-th guess, untimed, for estimates."""
    run = Run()
    game_start = time.process_time()
    game, player = start(board, seed, name)
    before = time.process_time()
    while game.status == _engine.Status.playing and before - game_start < patience:
        choice = player.next()
        assert choice.risk is not None  # the players of the engine know it
        guess = choice.risk != 0
        run.guesses += guess
        run.even += abs(choice.risk - 0.5) < 1e-9
        run.risk += choice.risk
        if guess:
            run.choosing.append(time.process_time() - before)
        if guess and look and run.guesses % look == 0:
            pause_start = time.process_time()
            run.looks += 1
            run.estimates += not _engine.analyse(game.position, False, None, None).exact
            pause = time.process_time() - pause_start
            game_start, before = game_start + pause, before + pause
        for cell in choice.cells:
            if game.status != _engine.Status.playing:
                break  # the last cells opened by themselves
            if game.open(cell):
                player.follow(game)
            now = time.process_time()
            run.worst = max(run.worst, now - before)
            if not guess:
                run.opening.append(now - before)
            before = time.process_time()  # the time of recording does not count
    run.seconds = time.process_time() - game_start
    run.mines_hit, run.left = game.exploded, game.safe_left
    run.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return run


def alone(board: sapper.Board, seed: int, patience: float = float("inf"), look: int = 0) -> Run:
    """Plays in a separate process, so that its memory can be measured."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(play, (board, seed, patience, look))


def sizes(options: argparse.Namespace) -> None:
    """Time against cells, and the exponent that fits best."""
    print(f"| board | mines | seconds | worst action, ms | guesses | mines hit | MB |\n|{'---|' * 7}")
    cells, seconds = [], []
    for side in (side for side in SIDES if side <= options.largest):
        run = alone(sapper.Board.square(side, side, side * side // 5), options.seed)
        cells.append(side * side)
        seconds.append(run.seconds)
        print(
            f"| {side} x {side} | {side * side // 5:,} | {run.seconds:.2f} | {1e3 * run.worst:.1f} "
            f"| {run.guesses:,} | {run.mines_hit:,} | {run.megabytes:.0f} |",
            flush=True,
        )
    exponent = np.polyfit(np.log(cells), np.log(seconds), 1)[0]
    print(f"\ntime grows as cells to the power {exponent:.3f}")


def actions(options: argparse.Namespace) -> None:
    """The cost of one guess, and of one opening with the update after it."""
    columns = [f"{what}, {of}" for what in ("guess, ms", "opening, ms") for of in ("mean", "p99", "worst")]
    print(f"| board | guesses | {' | '.join(columns)} |\n|{'---|' * 8}")
    for side in (side for side in SIDES if side <= options.largest):
        run = alone(sapper.Board.square(side, side, side * side // 5), options.seed)
        figures = [
            1e3 * figure
            for times in (run.choosing, run.opening)
            for figure in (np.mean(times), np.quantile(times, 0.99), max(times))
        ]
        print(
            f"| {side} x {side} | {run.guesses:,} | {' | '.join(f'{figure:.4f}' for figure in figures)} |",
            flush=True,
        )


def games(options: argparse.Namespace) -> None:
    """Many games of one large board."""
    board = sapper.Board.square(300, 150, 10_000)
    runs = [play(board, seed, name=options.player) for seed in range(options.games)]
    hit = np.array([run.mines_hit for run in runs])
    seconds = np.array([run.seconds for run in runs])
    risk = np.array([run.risk for run in runs])
    error, error_of_risk = (1.96 * each.std() / len(each) ** 0.5 for each in (hit, risk))
    print(f"{len(hit)} games of 300 x 150 with 10,000 mines by {options.player}")
    print(f"mines hit: mean {hit.mean():.2f} +- {error:.2f}, {hit.min()} to {hit.max()}")
    print(f"risk taken: mean {risk.mean():.2f} +- {error_of_risk:.2f} mines")
    print(f"guesses at an even chance: mean {np.mean([run.even for run in runs]):.1f}")
    print(f"seconds a game: mean {seconds.mean():.3f}, most {seconds.max():.3f}")
    print(f"worst action: {1e3 * max(run.worst for run in runs):.1f} ms")


def densities(options: argparse.Namespace) -> None:
    """Finds the densities at which the frontier gets too wide to count."""
    head = "density | seconds | worst action, ms | guesses | mines hit | estimates | safe cells left | MB"
    print(f"| {head} |\n|{'---|' * 8}")
    for density in DENSITIES:
        board = sapper.Board.square(300, 300, round(90_000 * density))
        run = alone(board, options.seed, PATIENCE, LOOK)
        print(
            f"| {density:.2f} | {run.seconds:.2f} | {1e3 * run.worst:.1f} | {run.guesses:,} "
            f"| {run.mines_hit:,} | {run.estimates} of {run.looks} "
            f"| {run.left:,} | {run.megabytes:.0f} |",
            flush=True,
        )


def static(options: argparse.Namespace) -> None:
    """A position of half a board, analysed from scratch."""
    side = min(options.largest, 1000)
    board = sapper.Board.square(side, side, side * side // 5)
    game, player = start(board, options.seed)
    half = game.safe_left // 2
    while game.safe_left > half:
        for cell in player.next().cells:
            if game.open(cell):
                player.follow(game)
    position = sapper.Position(game.position.marks.reshape(side, side), board.mines)
    best = float("inf")
    risks, is_exact = np.empty(0), False
    for _ in range(3):
        first_time = time.process_time()
        analysis = sapper.analyse(position)
        risks, is_exact = analysis.mine_probability, analysis.exact
        best = min(best, time.process_time() - first_time)
    mines = np.nansum(risks) + game.exploded
    print(f"{side} x {side}, {game.exploded} mines set off, {position.hidden:,} cells hidden: {best:.2f} s")
    print(f"exact {is_exact}; probabilities sum to the mines but for {abs(mines / board.mines - 1):.1e}")


def main() -> None:
    """Runs what was asked for."""
    parts = {part.__name__: part for part in (sizes, actions, games, densities, static)}
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=parts)
    parser.add_argument("--largest", type=int, default=SIDES[-1], metavar="SIDE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--player", default=PLAYER, metavar="NAME", help="who plays the games")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    parts[options.part](options)


if __name__ == "__main__":
    main()
