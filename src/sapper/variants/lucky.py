"""Lucky: finds another minefield that fits the position and has no mines in the cells that are opened."""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING

import numpy as np

from sapper.board.marks import EXPLODED
from sapper.board.position import Position
from sapper.errors import BudgetError
from sapper.inference.inference import Inference

if TYPE_CHECKING:
    from numpy.typing import NDArray


def rearranged(
    position: Position, spared: list[int], chance: random.Random, time_limit: float = math.inf
) -> NDArray[np.bool_] | None:
    """A minefield that fits a position and has no mines in some cells.

    First the spared cells get numbers that are possible. Then cells of the frontier get mines that are
    possible, one by one, until the frontier is certain. So no choice has to be taken back. Not all minefields
    that fit are equally likely.

    Args:
        position: The position. Flags are ignored.
        spared: The cells without mines.
        chance: The source of random choices.
        time_limit: Seconds after which no further step begins.

    Returns:
        The mines: bool, of the board's shape. None if there is no such minefield.

    Raises:
        BudgetError: The position is too hard, or the time is up.
    """
    until = time.monotonic() + time_limit
    inference = Inference(position)
    if not _spare(inference, spared, until):
        return None
    frontier = _frontier(inference)
    while True:
        _check_time(until)
        probability = inference.mine_probability.ravel()
        open_questions = [cell for cell in frontier if 0 < probability[cell] < 1]
        if not open_questions:
            break
        weights = [float(probability[cell]) for cell in open_questions]
        cell = chance.choices(open_questions, weights)[0]
        inference.explode(position.topology.cell(cell))
    return _filled(inference, chance)


def _check_time(until: float) -> None:
    if time.monotonic() > until:
        raise BudgetError("moving the mines takes longer than the time limit")


def _spare(inference: Inference, spared: list[int], until: float) -> bool:
    """Gives the cells the likeliest numbers that are possible together. Returns whether there are any."""
    if not spared:
        return True
    topology = inference.board.topology
    cell = topology.cell(spared[0])
    weighted: list[tuple[float, int]] = []
    for number in range(len(topology.neighbours(cell)) + 1):
        _check_time(until)
        inference.push()
        inference.reveal(cell, number)
        if inference.is_possible():
            weighted.append((inference.log_configurations, number))
        inference.pop()
    for _, number in sorted(weighted, reverse=True):
        inference.push()
        inference.reveal(cell, number)
        if _spare(inference, spared[1:], until):
            return True
        inference.pop()
    return False


def _frontier(inference: Inference) -> list[int]:
    """The hidden cells that touch a number."""
    position = inference.position
    topology = position.topology
    marks = position.marks.ravel()
    near: set[int] = set()
    for number in np.flatnonzero(marks >= 0):
        near.update(map(topology.index, topology.neighbours(topology.cell(int(number)))))
    return [cell for cell in sorted(near) if marks[cell] < 0 and marks[cell] != EXPLODED]


def _filled(inference: Inference, chance: random.Random) -> NDArray[np.bool_]:
    """The minefield of a position with a certain frontier. The other mines are placed at random."""
    position = inference.position
    probability = inference.mine_probability
    mined: NDArray[np.bool_] = (position.marks == EXPLODED) | (probability == 1)
    anywhere = np.flatnonzero((probability > 0) & (probability < 1)).tolist()
    missing = position.board.mines - int(mined.sum())
    mined.flat[chance.sample(anywhere, missing)] = True
    return mined
