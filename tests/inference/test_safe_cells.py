"""Cells that are safe and show no number: each answer is that of all numbers that they could show."""

import json
import pickle
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from support.any_topology import EACH_KIND, topology_of
from support.cases import rest_long
from support.expectimax import best_chance_from
from support.hints_check import check as check_hint
from support.lattices import lattice
from support.marks import EXPLODED, FLAG, HIDDEN, QUESTION, SAFE, shows
from support.truth import marks_of, neighbours_of

import sapper
from sapper import Density, Inference, MineCounts, Position, PositionError, Topology, reference
from sapper._engine import ProtocolLine, ProtocolSession
from sapper.draw import board_svg, board_text

SMALL = [
    Topology.square(3, 4),
    Topology.torus(3, 4),
    Topology.hexagons(3, 4),
    Topology.offsets(3, 4, "knight"),
    Topology.graph([[1, 2, 3], [0, 2], [0, 1], [0, 4], [3, 5], [4], []]),
]


def some_position(topology: Topology[Any], random: Random, mines: int | None = None) -> Position[Any]:
    """A position with every kind of mark, and a minefield behind it. About half of the cells are hidden."""
    size = topology.size
    count = random.randint(1, max(1, size // 3)) if mines is None else mines
    mined, neighbours = set(random.sample(range(size), count)), neighbours_of(topology)
    marks = []
    for cell in range(size):
        mark = random.choice([SAFE, SAFE, HIDDEN, HIDDEN, HIDDEN, FLAG, QUESTION, None, None])
        if cell in mined and mark in (SAFE, None):
            mark = EXPLODED if random.random() < 0.3 else HIDDEN
        marks.append(shows(neighbours, mined, cell) if mark is None else mark)
    return Position(np.array(marks).reshape(topology.shape), len(mined), topology)


def counts_with_all_numbers(position: Position[Any]) -> tuple[int, list[int]]:
    """All configurations and those with a mine in each cell: summed over what the safe cells may show."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position)
    places = [cell for cell, mark in enumerate(marks) if mark == SAFE]
    total, mined_in = 0, Counter[int]()
    for numbers in product(*(range(len(neighbours[cell]) + 1) for cell in places)):
        marks_on = list(marks)
        for cell, number in zip(places, numbers, strict=True):
            marks_on[cell] = number
        for mined in reference.enumerate_configurations(neighbours, marks_on, position.board.mines):
            total += 1
            mined_in.update(mined)
    return total, [mined_in[cell] for cell in range(len(marks))]


@pytest.mark.parametrize("topology", rest_long(SMALL, 2), ids=repr)
def test_they_say_nothing_so_all_their_numbers_add_up(topology: Topology[Any]) -> None:
    random = Random(1)
    comparisons = 0
    while comparisons < 6:
        position = some_position(topology, random)
        if not 1 <= int(np.count_nonzero(position.marks == SAFE)) <= 3:
            continue
        comparisons += 1
        total, mined_in = counts_with_all_numbers(position)
        analysis = sapper.analyse(position)
        assert analysis.configurations == total
        assert sapper.count_solutions(position) == total
        chances = analysis.mine_probability.ravel().tolist()
        for mark, chance, count in zip(marks_of(position), chances, mined_in, strict=True):
            if mark in (HIDDEN, FLAG, QUESTION):
                assert chance == pytest.approx(count / total, rel=1e-9)
            else:
                assert np.isnan(chance)


@pytest.mark.parametrize("kind", EACH_KIND)
def test_every_answer_about_a_position_with_them(kind: str) -> None:
    random = Random(kind)
    for _ in range(30):
        position = some_position(topology_of(kind, random, 5), random)
        check_hint(sapper.hint(position))
        many = sapper.analyse_many(position.marks[None], position.mines, topology=position.topology)
        alone = sapper.analyse(position)
        assert np.array_equal(many.mine_probability[0], alone.mine_probability, equal_nan=True)
        open_cells = {cell for cell in position.topology if position[cell] == SAFE}
        assert not open_cells & {move.cell for move in sapper.rank(position)}
        assert position.hidden == int(np.isin(position.marks, [HIDDEN, FLAG, QUESTION]).sum())
        for cell in open_cells:
            with pytest.raises(PositionError, match="not hidden"):
                alone.outcomes(cell)


@pytest.mark.parametrize("prior", [Density(0.3), MineCounts(range(1, 5)), "unknown"], ids=repr)
@pytest.mark.parametrize("topology", rest_long(SMALL), ids=repr)
def test_without_the_mine_count(topology: Topology[Any], prior: Any) -> None:
    random = Random(2)
    for _ in range(10):
        position = Position(some_position(topology, random, 2).marks, prior, topology)
        neighbours, marks = neighbours_of(topology), marks_of(position)
        by_mines = {
            mines: sum(1 for _ in reference.enumerate_configurations(neighbours, marks, mines))
            for mines in range(topology.size + 1)
        }
        if isinstance(prior, MineCounts):
            by_mines = {mines: ways for mines, ways in by_mines.items() if mines in prior.weights}
        analysis = sapper.analyse(position)
        assert analysis.configurations_by_mines == {mines: ways for mines, ways in by_mines.items() if ways}
        certain = sapper.hint(position)
        assert not {cell for each in certain.deductions for cell in each.claims if position[cell] == SAFE}


def test_estimates_leave_them_out() -> None:
    position = lattice(30, 30, 0.5)  # too large to count
    marks = position.marks.copy()
    numbers = [cell for cell in position.topology if position[cell] >= 0]
    for cell in numbers[:3]:
        marks[cell] = SAFE
    analysis = sapper.analyse(Position(marks, position.mines, position.topology))
    assert not analysis.exact
    assert all(np.isnan(analysis.mine_probability[cell]) for cell in numbers)
    expected = float(position.mines or 0)
    assert float(np.nansum(analysis.mine_probability)) == pytest.approx(expected, abs=0.02 * expected)


@pytest.mark.parametrize("topology", SMALL, ids=repr)
def test_inference_learns_them_one_by_one(topology: Topology[Any]) -> None:
    random = Random(4)
    for _ in range(20):
        position = some_position(topology, random)
        before = position.marks.ravel().tolist()
        inference = Inference(Position(np.full(topology.shape, HIDDEN), position.mines, topology))
        cells = list(topology)
        random.shuffle(cells)
        for cell in cells:
            mark = before[topology.index(cell)]
            for taken_back in [True, False][random.random() > 0.3 :]:
                if taken_back:
                    inference.push()
                if mark == EXPLODED:
                    inference.explode(cell)
                elif mark >= 0 or mark == SAFE:
                    inference.reveal(cell, mark)
                _same(inference)
                if taken_back:
                    inference.pop()
                    _same(inference)
        again = pickle.loads(pickle.dumps(inference))
        assert again.position == inference.position
        _same(again)


def _same(inference: Inference[Any]) -> None:
    fresh = sapper.analyse(inference.position)
    assert np.array_equal(inference.mine_probability, fresh.mine_probability, equal_nan=True)
    assert inference.log_configurations == fresh.log_configurations


def test_their_numbers_may_come_later() -> None:
    inference = Inference(Position("s??\n???", 2))
    inference.push()
    inference.reveal((0, 0), 2)
    assert inference.position == Position("2??\n???", 2)
    _same(inference)
    inference.pop()
    _same(inference)
    with pytest.raises(PositionError, match="not hidden"):
        inference.explode((0, 0))
    inference.reveal((0, 0), 0)
    with pytest.raises(PositionError, match="not hidden"):
        inference.reveal((0, 0), SAFE)
    game = sapper.Minefield.from_text("...\n..*").game()
    game.open(0, 0)
    following = Inference(Position("s??\n???", 1))
    following.follow(game)
    assert following.position[0, 0] == 0
    lost = sapper.Minefield.from_text("*..\n..*").game()
    lost.open(0, 0)
    with pytest.raises(PositionError, match="shows that it is safe here, but an exploded mine in the game"):
        Inference(Position("s??\n???", 2)).follow(lost)


def test_the_chance_to_win_counts_them_as_open() -> None:
    random = Random(5)
    for topology in SMALL * 4:
        position = some_position(topology, random)
        if (position.marks == EXPLODED).any() or (position.marks < 0).all():
            continue
        win = sapper.analyse(position, rules="any").win_probability
        if win is not None:
            assert win == pytest.approx(float(best_chance_from(position)), abs=1e-12)
    assert sapper.evaluate("s?", 1).win_probability == 1.0
    assert sapper.evaluate("s?\n??", 1).win_probability == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    "strategy", ["best", "fast", "exact+first", "single+random", "bounds+density", "sampled+first"]
)
def test_no_strategy_opens_them(strategy: str) -> None:
    random = Random(6)
    for topology in SMALL * 4:
        position = some_position(topology, random)
        playing = sapper.Strategy(strategy)
        if (position.marks == EXPLODED).any():
            continue
        if position.hidden == position.mines:
            with pytest.raises(sapper.GameError, match="all safe cells are open"):
                playing.choose(position)
            continue
        choice = playing.choose(position, rules="any")
        assert all(position[cell] in (HIDDEN, FLAG, QUESTION) for cell in choice.cells)
        assert np.isnan(playing.beliefs(position, rules="any").risk[position.marks == SAFE]).all()


def test_a_strategy_in_python_that_opens_one_is_wrong() -> None:
    strategy = sapper.Strategy(level="exact", policy=lambda _position, _risks: (0, 0))
    with pytest.raises(sapper.StrategyError, match="counts as open, without a number"):
        strategy.choose(Position("s??\n???", 2), rules="any")


def test_they_leave_no_room_for_mines() -> None:
    with pytest.raises(PositionError, match="has 3 mines but only 2 cells"):
        Position("ss?\n?11", 3)
    with pytest.raises(PositionError, match="-5 is not a mark"):
        Position([[-5, 1]], 1)
    with pytest.raises(PositionError, match="-7 is not a mark"):
        Position([[-7, 1]], 1)
    with pytest.raises(ValueError, match="-5"):
        reference.solve([[1], [0]], [-5, 1], 1)


def test_the_protocol_takes_them() -> None:
    session = ProtocolSession(sapper.__version__)

    def ask(**request: Any) -> Any:
        return json.loads(session.answer(ProtocolLine(json.dumps(request).encode()), None))

    assert ask(command="position", marks=[[1, -6, -1], [-1, -1, -1], [1, 1, -1]], mines=2)["hidden"] == 5
    assert ask(command="analyse", configurations=True)["configurations"] == "2"
    assert ask(command="open", cell=[0, 2], number=-6)["hidden"] == 4
    assert ask(command="analyse")["error"]["type"] == "contradiction"
    assert ask(command="position", text="1s?\n???\n11?", mines=2)["hidden"] == 5
    assert "-6 for a safe cell" in ask(command="open", cell=[0, 2], number=-5)["error"]["message"]
    assert "open" in ask(command="flag", cell=[0, 1])["error"]["message"]


def test_drawings_show_them() -> None:
    position = Position("1s?\n???\n11?", 2)
    assert "1  s" in str(board_text(position))
    assert "unread" in board_svg(position)
    assert "unread" in board_svg(position, sapper.analyse(position))


@pytest.mark.parametrize("format", ["plain", "counted", "zeros"])
def test_texts_have_them(format: str) -> None:
    text = {"plain": "1s.\n.S.", "counted": "2\n1s?\n?S?", "zeros": "1sx\nxSx"}[format]
    position = Position.from_text(text, 2, format=format)
    assert position == Position([[1, -6, -1], [-1, -6, -1]], 2)
    assert Position(position.to_text(), 2) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert eval(repr(position), {"Position": Position}) == position
