"""Lets threads read one fresh object together. Their answers must be those that a single thread gets.

Objects compute much only when it is first asked for. So each thread asks a fresh object in another order.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from random import Random
from typing import Any

import numpy as np
from soak.common import Round, Work, patiently
from support.any_topology import KINDS, topology_of
from support.marks import scatter
from support.play import play

import sapper
from sapper import Analyses, Analysis, Board, Game, Inference, Position, Rules

THREADS = 4

Ask = Callable[[Any], object]


def attack(work: Work) -> Iterator[Round]:
    """Reads fresh objects of random games and positions until the time is up."""
    sys.setswitchinterval(1e-5)
    number = 0
    with ThreadPoolExecutor(THREADS) as pool:
        while True:
            round_, until = Round(), time.monotonic() + work.seconds
            while not round_.tries or time.monotonic() < until:
                random = work.random(number)
                for kind in KINDS:
                    for name, make, questions in _objects(kind, random):
                        wrong = _wrong(pool, make, questions, random, round_)
                        round_.faults += [
                            f"{name} on {kind}, seed {work.seed}, {number}: {line}" for line in wrong
                        ]
                number += 1
            yield round_


def _wrong(
    pool: ThreadPoolExecutor,
    make: Callable[[], Any],
    questions: Mapping[str, Ask],
    random: Random,
    round_: Round,
) -> list[str]:
    """The answers of threads that differ from those of a single thread."""
    alone = make()
    truth = {name: _answer(ask, alone) for name, ask in questions.items()}
    thing, start = make(), threading.Barrier(THREADS)

    def read(names: list[str]) -> dict[str, str]:
        start.wait()
        return {name: _answer(questions[name], thing) for name in names}

    round_.tries += 1
    began = time.monotonic()
    futures = [pool.submit(read, random.sample(list(questions), len(questions))) for _ in range(THREADS)]
    results = [patiently(future.result, TimeoutError) for future in futures]
    round_.took(time.monotonic() - began)
    return [
        f"{name} was {answers[name]}, alone it is {truth[name]}"
        for answers in results
        for name in questions
        if answers[name] != truth[name]
    ]


def _answer(ask: Ask, of: Any) -> str:
    """An answer as text, with all bits of arrays; or the error."""
    try:
        answer = ask(of)
    except sapper.SapperError as error:
        return repr(error)
    return answer.tobytes().hex() if isinstance(answer, np.ndarray) else repr(answer)


def _objects(kind: str, random: Random) -> Iterator[tuple[str, Callable[[], Any], Mapping[str, Ask]]]:
    """Ways to make the same object twice, and what can be asked of it."""
    topology = topology_of(kind, random)
    mines = random.randint(1, max(1, topology.size // 3))
    seed, open_share = random.randrange(2**32), random.uniform(0.2, 0.7)
    position = scatter(topology, mines, open_share, seed)
    hidden = [cell for cell in topology if position[cell] < 0]
    cell = random.choice(hidden) if hidden else topology.cell(0)

    def again() -> Position:
        return scatter(topology, mines, open_share, seed)

    analysis: dict[str, Ask] = {
        "mine_probability": lambda it: it.mine_probability,
        "safe": lambda it: it.safe,
        "mines": lambda it: it.mines,
        "outcomes": lambda it: it.outcomes(cell),
        "log_configurations": lambda it: it.log_configurations,
    }
    by_counting: dict[str, Ask] = {
        "configurations": lambda it: it.configurations,
        "win_probability": lambda it: it.win_probability,
        "safest": lambda it: (it.safest, it.safest_risk),
        "repr": repr,
    }
    yield Analysis.__name__, lambda: sapper.analyse(again()), analysis | by_counting
    following: dict[str, Ask] = {"safest": lambda it: it.safest, "is_possible": lambda it: it.is_possible()}
    yield Inference.__name__, lambda: Inference(again()), analysis | following
    names = (
        "possible",
        "mine_probability",
        "exact",
        "safe",
        "mines",
        "safest_index",
        "safest_risk",
        "log_configurations",
    )
    of_many: dict[str, Ask] = {name: attrgetter(name) for name in names}
    yield Analyses.__name__, lambda: _many(again()), {**of_many, "repr": repr}
    of_position: dict[str, Ask] = {
        "hash": lambda it: it == position and hash(it) == hash(position),
        "str": str,
        "marks": lambda it: it.marks,
        "neighbours": lambda it: [it.topology.neighbours(cell) for cell in it.topology],
        "hint": lambda it: str(sapper.hint(it)),
    }
    yield Position.__name__, again, of_position
    of_game: dict[str, Ask] = {
        "position": lambda it: it.position.marks,
        "history": lambda it: it.history,
        "minefield": lambda it: it.minefield,
        "status": lambda it: (it.status, it.flags, it.exploded),
        "copy": lambda it: it.__copy__() == it,
        "safe": lambda it: sapper.analyse(it.position).safe,
        "repr": repr,
    }
    yield Game.__name__, lambda: _game(Board(topology, mines), seed), of_game


def _many(position: Position) -> Analyses:
    return sapper.analyse_many(
        np.stack([position.marks] * 3), position.board.mines, topology=position.topology
    )


def _game(board: Board, seed: int) -> Game:
    game = Game(board, Rules("any", on_mine="continue"), seed=seed)
    for _ in play(game, seed, 20):
        pass
    return game
