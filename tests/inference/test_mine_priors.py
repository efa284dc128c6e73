"""Positions without a mine count, against all placements of mines."""

import json
import math
import pickle
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from support.truth import marks_of, neighbours_of

import sapper
from sapper import Density, MineCounts, PositionError
from sapper._engine import ProtocolLine, ProtocolSession
from sapper.board.json_form import prior_from, prior_value
from sapper.board.mine_prior import mine_claim
from sapper.protocol.answers import analysis_schema, hint_schema
from sapper.reference import enumerate_configurations

BOARDS = {
    "square": sapper.Topology.square(3, 4),
    "torus": sapper.Topology.torus(3, 4),
    "hexagons": sapper.Topology.hexagons(3, 4),
    "graph": sapper.Topology.graph([[1, 2, 3], [0, 2], [0, 1], [0, 4], [3, 5], [4], []]),
}
COUNTS = [MineCounts(range(2, 6)), MineCounts({1: 3, 4: 0.25, 7: 2}), MineCounts({3: 1e-200, 5: 1})]
PRIORS: list[Any] = [Density(0.21), Density(0.7), *COUNTS, "unknown"]


def weight_of(prior: object, mines: int, cells: int) -> Fraction:
    """The weight of one placement."""
    if isinstance(prior, Density):
        return (Fraction(prior.probability) / (1 - Fraction(prior.probability))) ** mines
    if isinstance(prior, MineCounts):
        return Fraction(prior.weights.get(mines, 0)) / math.comb(cells, mines)
    return Fraction(1)


def some_position(topology: sapper.Topology, random: np.random.Generator, prior: Any) -> sapper.Position:
    """A few open cells of a minefield that the prior allows, with an exploded mine and flags sometimes."""
    mines = 5 if isinstance(prior, MineCounts) and 5 in prior.weights else 4
    mined = np.zeros(topology.size, bool)
    mined[random.choice(topology.size, min(mines, topology.size - 2), replace=False)] = True
    marks = np.full(topology.size, -1)
    for index in random.choice(topology.size, topology.size // 2, replace=False):
        if not mined[index]:
            marks[index] = np.count_nonzero(mined[neighbours_of(topology)[index]])
        elif random.random() < 0.3:
            marks[index] = -3
        elif random.random() < 0.3:
            marks[index] = -2
    position: sapper.Position = sapper.Position(marks.reshape(topology.shape), prior, topology)
    return position


def placements(position: sapper.Position) -> list[frozenset[int]]:
    """All sets of mined cells that fit the marks, whatever their number."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position)
    return [each for n in range(len(marks) + 1) for each in enumerate_configurations(neighbours, marks, n)]


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
@pytest.mark.parametrize("board", BOARDS)
def test_every_figure_is_that_of_all_placements(board: str, prior: Any) -> None:
    topology = BOARDS[board]
    random = np.random.default_rng([len(board), PRIORS.index(prior)])
    for _ in range(3):
        position = some_position(topology, random, prior)
        cells = topology.size
        by_mines: dict[int, int] = defaultdict(int)
        weights: dict[int, Fraction] = defaultdict(Fraction)
        mined: list[Fraction] = [Fraction(0)] * cells
        marks_by_cell = [set[bool]() for _ in range(cells)]
        for placement in placements(position):
            weight = weight_of(prior, len(placement), cells)
            if not weight:
                continue
            by_mines[len(placement)] += 1
            weights[len(placement)] += weight
            for index in range(cells):
                marks_by_cell[index].add(index in placement)
                mined[index] += weight * (index in placement)
        if not by_mines:
            with pytest.raises(sapper.ContradictionError, match="fits the numbers"):
                sapper.analyse(position)
            continue
        analysis = sapper.analyse(position)
        total = sum(weights.values())
        risks = analysis.mine_probability.ravel()
        hidden = (position.marks.ravel() < 0) & (position.marks.ravel() != -3)
        safe, mines = set(map(topology.index, analysis.safe)), set(map(topology.index, analysis.mines))
        for index in np.flatnonzero(hidden).tolist():
            assert (index in safe) == (marks_by_cell[index] == {False})
            assert (index in mines) == (marks_by_cell[index] == {True})
            if prior == "unknown" and len(marks_by_cell[index]) == 2:
                assert np.isnan(risks[index])
            else:
                assert risks[index] == pytest.approx(float(mined[index] / total), rel=1e-9, abs=0)
        assert np.isnan(risks[~hidden]).all()
        assert analysis.configurations_by_mines == dict(sorted(by_mines.items()))
        assert analysis.configurations == sum(by_mines.values())
        assert math.exp(analysis.log_configurations) == pytest.approx(sum(by_mines.values()))
        if prior != "unknown":
            expected = {count: float(weight / total) for count, weight in sorted(weights.items())}
            assert analysis.mine_counts == pytest.approx(expected, rel=1e-12)
            can_be_safe = [index for index in np.flatnonzero(hidden) if False in marks_by_cell[index]]
            if can_be_safe:
                assert analysis.safest_risk == pytest.approx(min(risks[can_be_safe]))
            else:
                assert analysis.safest is None


def test_one_count_is_the_number_itself() -> None:
    text = "1??\n???\n??2"
    assert sapper.analyse(text, MineCounts([3])) == sapper.analyse(text, 3)
    assert sapper.Position(text, MineCounts({3: 0.1, 4: 0})).mines == 3


def test_a_prior_with_nearly_all_weight_on_one_count_has_that_count_as_its_limit() -> None:
    text = "1????\n?????\n??2??\n?????"
    near = sapper.analyse(text, MineCounts({5: 1, 4: 1e-14, 6: 1e-14})).mine_probability
    np.testing.assert_allclose(near, sapper.analyse(text, 5).mine_probability, rtol=1e-10)


def test_what_a_density_of_many_cells_means() -> None:
    """The sea has that density, whatever the numbers show."""
    game = sapper.Game("expert", seed=1)
    game.open((8, 8))
    analysis = sapper.analyse(sapper.Position(game.position.marks, Density(0.2)))
    assert analysis.mine_probability[15, 29] == pytest.approx(0.2)
    assert sum(analysis.mine_counts.values()) == pytest.approx(1)


def test_a_count_of_configurations_heeds_its_limits() -> None:
    marks = np.full((300, 400), -1)
    marks[0, 0] = 1
    analysis = sapper.analyse(marks, Density(0.2))
    assert analysis.configurations == 3 << (marks.size - 4)
    with pytest.raises(sapper.BudgetError, match="128 MiB"):
        _ = analysis.configurations_by_mines
    cancel = sapper.Cancel()
    cancel.set()
    text = "?????\n?1??2\n?????\n2??1?"
    for prior in (Density(0.2), MineCounts(range(2, 9))):
        with pytest.raises(sapper.CancelledError):
            sapper.analyse(text, prior).count_configurations(cancel=cancel)


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
def test_hints_and_rankings_follow_the_analysis(prior: Any) -> None:
    """Certain cells first, then all others by their risks, if these are known."""
    random = np.random.default_rng(PRIORS.index(prior))
    kinds = set()
    for _ in range(30):
        position = some_position(BOARDS["square"], random, prior)
        try:
            analysis = sapper.analyse(position)
        except sapper.ContradictionError:
            continue
        if analysis.safest is None:
            continue
        flags = [cell for cell in analysis.mines if position[cell] != -2]
        if prior == "unknown" and not analysis.safe and not analysis.mines:
            with pytest.raises(PositionError, match="number of mines"):
                sapper.rank(position)
            assert sapper.hint(position).guess is None
            continue
        moves = sapper.rank(position)
        opens = [move for move in moves if move.kind == "open"]
        assert {move.cell for move in moves if move.kind == "flag"} == set(flags)
        risks = [round(move.risk, 12) for move in opens]
        assert risks == sorted(risks)
        if analysis.safe:
            kinds.add("safe")
            assert {move.cell for move in opens} == set(analysis.safe)
        elif prior != "unknown":
            kinds.add("guess")
            assert opens[0].risk == pytest.approx(analysis.safest_risk)
            assert {move.cell: pytest.approx(move.risk) for move in opens} == {
                cell: risk for cell, risk in np.ndenumerate(analysis.mine_probability) if 0 < risk < 1
            }
            guess = sapper.hint(position).guess
            assert guess is not None
            assert guess.risk == pytest.approx(analysis.safest_risk)
    assert "safe" in kinds
    assert ("guess" in kinds) == (prior != "unknown")


def test_the_mine_counter_gives_the_number() -> None:
    text = "1F?\n!??\n???"
    number = sapper.Position(text, 5)
    assert number.mines_left == 3
    assert sapper.analyse(text, mines_left=3) == sapper.analyse(number)
    assert sapper.hint(text, mines_left=3).text == sapper.hint(number).text
    assert sapper.rank(text, mines_left=3)[0].cell == sapper.rank(number)[0].cell
    boards = np.stack([number.marks, np.where(number.marks == -2, -1, number.marks)])
    many = sapper.analyse_many(boards, mines_left=[3, 4])
    risks = sapper.analyse_many(boards, 5).mine_probability
    assert many.mine_probability == pytest.approx(risks, nan_ok=True)
    assert sapper.analyse_many([text], mines_left=3)[0] == sapper.analyse(number)
    for wrong in (-3, 40, 1.5):
        with pytest.raises(PositionError):
            sapper.analyse(text, mines_left=wrong)  # type: ignore[arg-type]
    for ask in (sapper.analyse, sapper.hint, sapper.rank):
        with pytest.raises(PositionError, match="not both"):
            ask(text, 5, mines_left=3)


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
def test_json_the_protocol_and_python_say_the_same(prior: Any) -> None:
    random = np.random.default_rng(PRIORS.index(prior))
    session = ProtocolSession("")

    def answer_to(**request: Any) -> Any:
        return json.loads(session.answer(ProtocolLine(json.dumps(request).encode())))

    position = some_position(BOARDS["square"], random, prior)
    analysis = sapper.analyse(position)
    values = analysis.to_dict()
    Draft202012Validator(analysis_schema()).validate({**values, "elapsed_ms": 0})
    assert prior_from(json.loads(json.dumps(values["board"]["mine_prior"]))) == prior
    marks = position.marks.tolist()
    state = answer_to(command="position", marks=marks, topology="square", mine_prior=prior_value(prior))
    if isinstance(prior, Density):
        assert state["board"]["mine_prior"] == values["board"]["mine_prior"]
    answer = answer_to(command="analyse")
    for key in ("safe", "mines", "safest", "win_probability", "exact"):
        assert answer[key] == values[key]
    risks = np.array(answer["mine_probability"], float)
    np.testing.assert_allclose(risks, analysis.mine_probability, rtol=1e-12)
    hint = answer_to(command="hint")
    Draft202012Validator(hint_schema()).validate({key: hint[key] for key in hint if key != "answer"})
    assert hint["text"] == sapper.hint(position).text
    assert answer_to(command="position", marks=marks, mines_left=2)["mines_left"] == 2
    assert "error" in answer_to(command="position", marks=marks, mines_left=2, mines=4)
    assert "error" in answer_to(command="position", marks=marks, mines_left=100)
    assert "error" in answer_to(command="position", marks=marks, mine_prior={"density": 2})


def test_many_positions_agree_with_each() -> None:
    marks = np.array([[[1, -1, -1, -1], [-1] * 4], [[-1, -1, 2, -1], [-1] * 4]])
    for prior in PRIORS:
        analyses = sapper.analyse_many(marks, prior)
        for one, each in zip(analyses, marks, strict=True):
            assert one == sapper.analyse(each, prior)


def test_a_prior_survives_copies_and_pickles() -> None:
    names = {"Position": sapper.Position, "Density": Density, "MineCounts": MineCounts}
    for prior in PRIORS:
        position = sapper.Position("1???\n????", prior)
        assert position.mine_prior == prior
        assert position.mines is None
        assert pickle.loads(pickle.dumps(position)) == position
        assert eval(repr(position), names) == position
        assert position != sapper.Position("1???\n????")
        analysis = sapper.analyse(position)
        again = pickle.loads(pickle.dumps(analysis))
        assert again == analysis
        assert again.configurations_by_mines == analysis.configurations_by_mines


class Series(list[int]):
    """Stands for a Series of pandas, which may have the counts or, by its index, their weights."""

    def items(self) -> Any:
        return enumerate(self)

    def to_dict(self) -> dict[int, int]:
        return dict(enumerate(self))


@pytest.mark.parametrize(
    "make",
    [
        lambda: MineCounts(Series([3, 5])),
        *(lambda each=each: Density(each) for each in (0, 1, -0.1, 1.5, "0.2", None, float("nan"))),
        *(lambda each=each: MineCounts(each) for each in ([], [-1], [1.5], {3: -1}, {3: float("inf")})),
        *(lambda each=each: MineCounts(each) for each in ({3: 0}, "12", 7, [3, 3], {"3": 1}, {3: "x"})),
        *(lambda each=each: sapper.analyse("1??", each) for each in ("many", Density, [3, 4])),
    ],
)
def test_wrong_priors(make: Callable[[], object]) -> None:
    with pytest.raises(PositionError):
        make()


def test_what_needs_the_number_says_so() -> None:
    position = sapper.Position("1??\n???", Density(0.2))
    for call in (sapper.evaluate, lambda each: sapper.Strategy("best").choose(each), lambda each: each.board):
        with pytest.raises(PositionError, match="number of mines"):
            call(position)
    for ask in (sapper.rank, sapper.hint):
        with pytest.raises(PositionError, match="number of mines itself"):
            ask(position, by="win")
    with pytest.raises(PositionError, match="number of mines itself"):
        sapper.analyse("1??", "unknown").outcomes((0, 1))
    with pytest.raises(PositionError, match="leave out `mines`"):
        sapper.analyse(sapper.Position("1??", 1), Density(0.2))
    with pytest.raises(PositionError, match="3 cells"):
        sapper.analyse("1??", MineCounts(range(2, 9)))


def test_texts_say_what_is_known_of_the_number() -> None:
    words: dict[str, object] = {"0": 0, "099": 99, "7-7": 7, "unknown": "unknown"}
    words |= {"90-110": MineCounts(range(90, 111)), "0 - 3": MineCounts(range(4))}
    shares = {"20%": 0.2, " 20.5 % ": 0.205, ".5%": 0.005, "007.50%": 0.075}
    for text, meaning in (words | {text: Density(share) for text, share in shares.items()}).items():
        assert mine_claim(text) == meaning, text


@pytest.mark.parametrize(
    "text",
    ["", "-", "-5", "5-", "1-2-3", "3-2", "0%", "100%", "%", ".%", "-1%", "1e1%", "nan%", "many", "1.5",
     "0x1", "1_000", "٣", "\ud800", "Unknown", "268435457", "0-1000000", "9" * 400, "0." + "0" * 400 + "1%"],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        mine_claim(text)
