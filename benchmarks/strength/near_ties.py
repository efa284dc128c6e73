"""Measure how much is left to win where `best` guesses among cells of nearly the same score.

    python benchmarks/strength/near_ties.py expert-safe [--games 300] [--rollouts 1600] [--player fast]

Plays games by `best`. At each guess that no game tree decides, `--player` plays on from each candidate with a
score within 0.02 of the highest, on common minefields, with the luck of guesses taken out. One half of these
games chooses a candidate and the other half judges it, and the other way round. So no choice profits from its
own luck. Left out are guesses after a single number, because there are few different ones.

A row is a group of guesses by their configurations. "Spread" is the standard deviation of what the
candidates of a position are truly worth, "known" that of the part which the network explains (the projection
on its output). Then comes what a guess wins more often than the highest score, if the network chooses, and if
the games do. The last lines have what each wins in a whole game, with half the 95 % interval.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper import _engine

MOST = 8
NEAR = 0.02  # as `best` has it
EDGES = (35, 214)  # of logarithms, as in engine/strategy/by_rollouts.cpp

Grid = sapper.Position[tuple[int, int]]


@dataclass(frozen=True)
class Guess:
    """A position with several candidates. Each worth has the mean of its candidates taken off.

    Attributes:
        size: The logarithm of the number of configurations.
        halves: What the candidates won in two halves of the games, those by highest score first.
        worth: What the network expects.
    """

    size: float
    halves: NDArray[np.float64]
    worth: NDArray[np.float64]

    def gain(self, chooser: NDArray[np.float64], judge: int) -> float:
        """What the highest of these values wins more often than the highest score, by one half."""
        return float(self.halves[judge, chooser.argmax()] - self.halves[judge, 0])

    @property
    def by_network(self) -> float:
        """The gain if the network chooses."""
        return (self.gain(self.worth, 0) + self.gain(self.worth, 1)) / 2

    @property
    def by_games(self) -> float:
        """The gain if one half of the games chooses."""
        return (self.gain(self.halves[0], 1) + self.gain(self.halves[1], 0)) / 2


def without_mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values without their mean."""
    without: NDArray[np.float64] = values - values.mean(axis=-1, keepdims=True)
    return without


def guess_of(position: Grid, rules: sapper.Rules, player: str, seed: int, rollouts: int) -> Guess | None:
    """The candidates of a position, played on from. None if there is nothing to choose among."""
    if np.count_nonzero(position.marks >= 0) < 2:
        return None
    moves = [move for move in sapper.rank(position, most=MOST) if move.figures is not None]
    figures = [(move.cell, move.figures) for move in moves if move.figures is not None]
    if not figures or any(its.win_probability is not None or its.worth is None for _, its in figures):
        return None
    figures.sort(key=lambda one: -one[1].score)
    near = [(cell, its) for cell, its in figures if its.score >= figures[0][1].score - NEAR]
    if len(near) < 2:
        return None
    evaluation = _engine.Evaluation(
        position._engine, rules._for_engine(), sapper.Strategy(player)._player(position.board, rules)
    )
    cells = [position.topology.index(cell) for cell, _ in near]
    values = np.array([evaluation.values(seed, 0, rollouts, cells=[cell]) for cell in cells])
    halves = values.reshape(len(cells), 2, -1).mean(axis=2).T
    worth = np.array([its.worth for _, its in near], float)
    return Guess(sapper.analyse(position).log_configurations, without_mean(halves), without_mean(worth))


def guesses_of(number: int, board: str, player: str, seed: int, rollouts: int) -> list[Guess]:
    """The guesses of a game by `best` that have several candidates."""
    level, _, first_click = board.partition("-")
    rules = sapper.Rules(first_click=first_click)  # type: ignore[arg-type]  # checked there
    game = sapper.Game(sapper.Board.level(level), rules, seed=seed, number=number)
    strategy = sapper.Strategy("best")
    game.open(strategy.first_cell(game.board, rules))
    guesses, turn = [], 0
    while game.status == "playing":
        choice = strategy.choose(game)
        if choice.risk != 0:
            turn += 1
            guess = guess_of(game.position, rules, player, seed << 32 | number << 8 | turn, rollouts)
            guesses += [] if guess is None else [guess]
        for cell in choice.cells:
            is_over = game.status != "playing"  # an earlier cell may have ended it
            if not is_over and game.position[cell] < 0:
                game.open(cell)
    return guesses


def interval(values: list[float]) -> str:
    """The mean in percent and half its 95 % interval."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else math.inf
    return f"{100 * statistics.mean(values):+.2f} +- {196 * error:.2f}"


def row_of(guesses: list[Guess]) -> str:
    """A row of the table."""
    free = sum(len(guess.worth) - 1 for guess in guesses)
    spread = sum(float(guess.halves[0] @ guess.halves[1]) for guess in guesses) / free
    along = sum(float(guess.halves.mean(axis=0) @ guess.worth) for guess in guesses)
    worth = sum(float(guess.worth @ guess.worth) for guess in guesses)
    deviation = f"{math.sqrt(spread):.4f}" if spread > 0 else "none"
    gains = " | ".join(
        interval([getattr(guess, name) for guess in guesses]) for name in ("by_network", "by_games")
    )
    return f"{len(guesses)} | {deviation} | {along / math.sqrt(worth * free):.4f} | {gains}"


def main() -> None:
    """Plays, and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("board", help="a level, - and safe or opening")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rollouts", type=int, default=1600, help="of each candidate, an even number")
    parser.add_argument("--player", default="fast", help="who plays on")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    play = partial(
        guesses_of, board=options.board, player=options.player, seed=options.seed, rollouts=options.rollouts
    )
    with ProcessPoolExecutor(options.processes) as pool:
        games = list(pool.map(play, range(options.games)))
    guesses = [guess for game in games for guess in game]
    print("| Configurations, e^ | Guesses | Spread | Known | Network, % | Games, % |")
    for least, most in itertools.pairwise((0, *EDGES, math.inf)):
        some = [guess for guess in guesses if least <= guess.size < most]
        if some:
            print(f"| {least} to {most:.0f} | {row_of(some)} |")
    print(f"| all | {row_of(guesses)} |")
    for name in ("by_network", "by_games"):
        sums = [sum(getattr(guess, name) for guess in game) for game in games]
        print(f"{name}, a game: {interval(sums)} %")
    more = [sum(guess.by_games - guess.by_network for guess in game) for game in games]
    print(f"games beyond the network, a game: {interval(more)} %")


if __name__ == "__main__":
    main()
