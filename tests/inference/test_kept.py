"""What a thread keeps from one analysis for the next never shows in an answer."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sapper


def _fresh(marks: np.ndarray, mines: int) -> sapper.Analysis:
    """The answer of a thread that has analysed nothing before."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(sapper.analyse, marks, mines).result()


def _same(one: sapper.Analysis, two: sapper.Analysis) -> None:
    assert one.mine_probability.tobytes() == two.mine_probability.tobytes()
    assert one.log_configurations == two.log_configurations
    assert (one.safest, one.safe, one.mines, one.exact) == (two.safest, two.safe, two.mines, two.exact)


def _positions(count: int) -> list[np.ndarray]:
    results = []
    for seed in range(count):
        game = sapper.Game("intermediate", seed=seed)
        game.open(7, 7)
        while game.status == "playing":
            analysis = sapper.analyse(game.position)
            results.append(game.position.marks)
            assert analysis.safest is not None
            game.open(analysis.safest)
    return results


def test_the_answers_are_those_of_a_fresh_thread() -> None:
    for marks in _positions(2):
        _same(sapper.analyse(marks, 40), _fresh(marks, 40))


def test_another_mine_count_is_another_position() -> None:
    marks = _positions(1)[0]
    for mines in (40, 45, 40, 39):
        _same(sapper.analyse(marks, mines), _fresh(marks, mines))


def test_after_a_contradiction_or_a_limit_the_next_answer_is_right() -> None:
    positions = _positions(1)
    wrong = positions[3].copy()
    wrong[wrong == 1] = 8
    sapper.analyse(positions[0], 40)
    with pytest.raises(sapper.ContradictionError):
        sapper.analyse(wrong, 40)
    _same(sapper.analyse(positions[5], 40), _fresh(positions[5], 40))
    with pytest.raises(sapper.BudgetError):
        sapper.analyse(positions[-1], 40, time_limit=0)
    _same(sapper.analyse(positions[5], 40), _fresh(positions[5], 40))


def test_a_topology_may_go_before_its_thread() -> None:
    def analyse_and_forget() -> None:
        sapper.analyse(sapper.Position([-1, 1, -1], 1, sapper.Topology.graph([[1], [0, 2], [1]])))

    with ThreadPoolExecutor(1) as pool:
        for _ in range(3):
            pool.submit(analyse_and_forget).result()
        analysis = pool.submit(sapper.analyse, [[-1, 1, -1]], 1).result()
    assert analysis.mine_probability[0, 0] == 0.5
