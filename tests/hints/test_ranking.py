"""The ranking of moves: its first place, its order, its figures, and what it says about certain cells."""

import math
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from support.any_topology import KINDS, random_positions
from support.cases import rest_long
from support.futures import guesses
from support.lattices import entangled_position, fours
from support.optional import not_none
from support.truth import truth_of

from sapper import (
    Board,
    Cell,
    Game,
    GuessFigures,
    Position,
    RankedMove,
    Rules,
    Strategy,
    Topology,
    _engine,
    analyse,
    autoplay,
    hint,
    rank,
)
from sapper._support.words import sentence_of
from sapper.board.rules import FirstClick
from sapper.errors import ArgumentError, BudgetError, ContradictionError
from sapper.hints.hints import RULES

CLOSE = 0.02
"""Between scores this close the network decides."""

MOST_COMPARISONS = 8
"""The number of candidates that `best` compares."""

CYCLE_OF_RINGS = Topology.graph([[(i + step) % 30 for step in (-7, -1, 1, 7)] for i in range(30)])

BOARDS = [
    (Board(Topology.square(9, 9), 10), 15),
    (Board(Topology.square(16, 16), 40), 5),
    (Board(Topology.square(16, 30), 99), 6),
    (Board(Topology.square(5, 5), 8), 20),
    (Board(Topology.torus(8, 8), 12), 5),
    (Board(Topology.hexagons(9, 9), 18), 5),
    (Board(Topology.octagons(9, 9), 14), 10),
    (Board(Topology.grid(4, 4, 4), 8), 10),
    (Board(CYCLE_OF_RINGS, 8), 10),
]


@cache
def guess_positions(board: Board, games: int) -> list[Position]:
    """The positions of games in which a cell has to be guessed, from the opening to the end."""
    positions = []
    for number in range(games):
        moves = autoplay(Game(board, Rules("safe"), seed=20, number=number), strategy="exact+least")
        positions += [move.position for move in moves if move.risk > 0 and move.position is not None]
    return positions


@cache
def of_all_boards() -> list[tuple[Position, tuple[RankedMove, ...]]]:
    """Positions and their rankings."""
    return [(each, rank(each)) for board, games in BOARDS for each in guess_positions(board, games)]


@pytest.mark.parametrize(
    ("board", "games"),
    rest_long([pytest.param(*each) for each in BOARDS], 2),
    ids=lambda each: repr(each)[:60],
)
def test_the_first_is_what_best_opens(board: Board, games: int) -> None:
    positions = guess_positions(board, games)
    assert len(positions) > 10
    for position in positions:
        best = Strategy("best").choose(position)
        for moves in (rank(position, most=1), rank(position, most=2), rank(position)):
            assert moves[0].cell == best.cell
            assert moves[0].risk == pytest.approx(best.risk, rel=1e-12)
        guess = not_none(hint(position).guess)
        assert guess.cell == best.cell
        assert guess.figures == rank(position, most=1)[0].figures


@pytest.mark.parametrize("first_click", ["any", "safe", "opening"])
@pytest.mark.parametrize("shape", [(8, 8), (16, 30)])
def test_a_game_begins_where_best_begins(shape: tuple[int, int], first_click: str) -> None:
    position = Position(np.full(shape, -1), shape[0] * shape[1] // 6)
    rules = Rules(first_click)  # type: ignore[arg-type]  # one of them
    moves = rank(position, rules=rules, most=4)
    assert moves[0].cell == Strategy("best").choose(position, rules=rules).cell
    assert all(move.risk == pytest.approx(position.board.mines / position.hidden) for move in moves)
    worths = [not_none(not_none(move.figures).worth) for move in moves[1:]]
    assert worths == sorted(worths, reverse=True)


def test_all_uncertain_cells_are_guesses_then_mines_are_flagged() -> None:
    flags = 0
    for position, moves in of_all_boards():
        risks = analyse(position).mine_probability
        uncertain = {cell for cell in position.topology if 0 < risks[cell] < 1}
        mines = {cell for cell in position.topology if risks[cell] == 1}
        guesses, others = moves[: len(uncertain)], moves[len(uncertain) :]
        assert {move.cell for move in guesses} == uncertain
        assert {move.cell for move in others} == mines
        assert len(moves) == len(uncertain) + len(mines)
        assert all(move.kind == "open" and move.rule is None and move.exact for move in guesses)
        assert all(move.kind == "flag" and move.rule in RULES and move.figures is None for move in others)
        flags += len(others)
    assert flags > 100


def test_risks_are_those_of_the_reference_solver() -> None:
    for kind in KINDS:
        for position in random_positions(kind, 60, seed=8, most=5):
            truth = not_none(truth_of(position))
            for move in rank(position):
                probability = not_none(truth.probability[position.topology.index(move.cell)])
                assert move.risk == pytest.approx(float(probability), rel=1e-9)
                assert (move.rule is not None) == (probability in (0, 1))


def test_figures_are_what_they_are_defined_to_be() -> None:
    """Those of one guess, which `test_guesses.py` compares with every minefield."""
    for futures in guesses(12, seed=9):
        for move in rank(futures.position):
            if move.kind == "open":
                cell = futures.position.topology.index(move.cell)
                assert not_none(move.figures) == GuessFigures._of(
                    _engine.figures_of(futures.position._engine, cell)
                )


def descending(values: list[float]) -> bool:
    return all(one >= other - 1e-9 for one, other in pairwise(values))


def test_one_criterion_orders_the_first_and_the_others() -> None:
    phases: Counter[str] = Counter()
    for position, ranking in of_all_boards():
        moves = [move for move in ranking if move.kind == "open"]
        if len(moves) < 2:
            continue
        first = not_none(moves[0].figures)
        if Strategy("best").choose(position).win_probability is not None:
            phases["perfect play"] += 1
            assert descending([not_none(move.figures).win_probability or 0 for move in moves])
        elif first.closed:
            phases["closed"] += 1
            part = part_of(position, moves[0].cell)
            assert {move.cell for move in moves[: len(part)]} == part
        elif first.safest_play is not None:
            phases["safest play"] += 1
            assert descending([not_none(move.figures).safest_play or 0 for move in moves])
        else:
            phases["score"] += 1
            assert is_by_score(moves)
    assert all(phases[name] > 10 for name in ("perfect play", "safest play", "score")), phases
    assert phases["closed"] > 0, phases


def part_of(position: Position, cell: Cell) -> set[Cell]:
    """The uncertain cells that numbers connect to a cell, directly or through others."""
    risks, around = analyse(position).mine_probability, position.topology.neighbours
    part, waiting = {cell}, [cell]
    while waiting:
        for number in around(waiting.pop()):
            if position[number] >= 0:
                new = {other for other in around(number) if 0 < risks[other] < 1} - part
                part |= new
                waiting.extend(new)
    return part


def is_by_score(moves: list[RankedMove]) -> bool:
    """Whether some candidates are ordered by the network or by score, and all others after them by risk."""
    by_risk = [(round(move.risk, 10), move.cell) for move in moves]
    return any(
        candidates_in_order(moves[:count]) and by_risk[count:] == sorted(by_risk[count:])
        for count in range(1, min(MOST_COMPARISONS, len(moves)) + 1)
    )


def candidates_in_order(moves: list[RankedMove]) -> bool:
    scores = [not_none(move.figures).score for move in moves]
    worths = [not_none(move.figures).worth for move in moves]
    close = CLOSE if None not in worths else 0.0
    near = sum(score >= max(scores) - close - 1e-9 for score in scores)
    known_worths = [worth for worth in worths[:near] if worth is not None]
    near_first = all(score >= max(scores) - close - 1e-9 for score in scores[:near])
    return near_first and descending(known_worths) and descending(scores[near:])


def test_certain_cells_come_first_with_the_rule_that_a_hint_names() -> None:
    rules: Counter[str | None] = Counter()
    for kind in KINDS:
        for position in random_positions(kind, 120, seed=12):
            advice = hint(position)
            if not any(deduction.safe for deduction in advice.deductions):
                continue
            rule = {cell: each.difficulty for each in advice.deductions for cell in each.claims}
            index = position.topology.index
            safe = sorted(analyse(position).safe, key=lambda cell: (RULES.index(rule[cell]), index(cell)))
            mines = sorted(analyse(position).mines, key=lambda cell: (RULES.index(rule[cell]), index(cell)))
            rows = [(move.kind, move.cell, move.risk, move.rule, move.figures) for move in rank(position)]
            assert rows == [
                *(("open", cell, 0.0, rule[cell], None) for cell in safe),
                *(("flag", cell, 1.0, rule[cell], None) for cell in mines if position[cell] != -2),
            ]
            rules.update(rule[cell] for cell in safe)
    assert len(rules) >= 6


def test_flags_are_opinions_unless_they_are_trusted() -> None:
    position = Position.from_text("1F..\n1...", 2)
    assert not_none(rank(position, most=1)[0].figures).risk > 0
    ranking = rank(position, trust_flags=True)
    assert [(move.kind, move.cell, move.rule) for move in ranking] == [("open", (1, 1), "single")]
    wrong = Position.from_text("1F.\n1F.", 2)
    with pytest.raises(ContradictionError):
        rank(wrong, trust_flags=True)


def test_a_certain_mine_with_a_flag_needs_no_move() -> None:
    assert rank(Position.from_text("1F\n11", 1)) == ()
    (move,) = rank(Position.from_text("1.\n11", 1), rules=Rules(win="flagged"))
    assert (move.kind, move.cell, move.risk, move.rule) == ("flag", (0, 1), 1.0, "single")


def test_as_many_moves_as_asked_for() -> None:
    position = Position.from_text("1..\n...", 2)
    moves = rank(position)
    assert len(moves) == 5
    for k in (1, 2, 3, 4):
        assert rank(position, most=k) == moves[:k]
    assert rank(position, most=5) == rank(position, most=10**18) == rank(position, most=6) == moves
    for wrong in (0, -1, True, 1.5, "3"):
        with pytest.raises(ArgumentError, match="`most` must be"):
            rank(position, most=wrong)  # type: ignore[arg-type]  # what is wrong


@pytest.mark.long
def test_estimated_guesses_go_by_their_risk() -> None:
    position = fours(41, 41, 640)
    analysis = analyse(position)
    assert not analysis.exact
    assert not analysis.safe
    moves = rank(position, most=50)
    assert moves[0].cell == analysis.safest
    risks = analysis.mine_probability
    assert [move.risk for move in moves] == sorted(risks[(risks > 0) & (risks < 1)].tolist())[:50]
    assert not any(move.exact or move.rule or move.figures for move in moves)


@pytest.mark.long
def test_a_board_too_large_for_estimates_gets_one_guess() -> None:
    position = fours(241, 241, 20000)
    (move,) = rank(position)
    assert position[move.cell] == -1
    assert not move.exact
    assert math.isnan(move.risk) or 0 < move.risk < 1


@pytest.mark.long
def test_where_looking_ahead_takes_long_only_the_first_is_compared() -> None:
    position = fours(13, 13, 66)
    moves = rank(position, most=4)
    assert moves[0].cell == Strategy("best").choose(position).cell
    assert all(move.exact and move.figures is None for move in moves)
    risks = [round(move.risk, 10) for move in moves[1:]]
    assert risks == sorted(risks)


def test_it_can_be_stopped_within_an_entangled_position() -> None:
    with pytest.raises(BudgetError):
        rank(entangled_position(), time_limit=0.01)


@pytest.mark.parametrize(("mines", "is_exact"), [(2, True), (4, False)])
def test_guesses_by_the_chance_to_win(mines: int, is_exact: bool) -> None:
    # Compared with play on every minefield that fits.
    position = Position([[1, -1, -1, -1], *[[-1] * 4] * 3], mines)
    rules = Rules(first_click="any")
    moves = rank(position, rules=rules, by="win")
    evaluations = [move for move in moves if move.evaluation is not None]
    assert len(evaluations) == 8
    assert evaluations == list(moves[:8])
    wins: dict[Any, int] = {}
    fitting = 0
    for mined in combinations(range(16), mines):
        minefield = np.zeros(16, bool)
        minefield[list(mined)] = True
        if minefield[0] or minefield[[1, 4, 5]].sum() != 1:
            continue
        fitting += 1
        for cell in (move.cell for move in evaluations):
            if minefield[position.topology.index(cell)]:
                continue
            game = Game(position.board, rules, minefield=minefield.reshape(4, 4))
            game.open((0, 0))
            game.open(cell)
            end = game if game.status != "playing" else Strategy("fast").play(game)
            wins[cell] = wins.get(cell, 0) + (end.status == "won")
    best = not_none(evaluations[0].evaluation)
    assert (best.behind, best.behind_error) == (0.0, 0.0)
    true_best = max(wins.values()) / fitting
    assert wins[evaluations[0].cell] / fitting > true_best - 0.01
    for move in evaluations[1:]:
        evaluation = not_none(move.evaluation)
        true = wins[move.cell] / fitting
        assert (evaluation.games == evaluation.error == evaluation.behind_error == 0) is is_exact
        behind = wins[evaluations[0].cell] / fitting - true
        assert abs(evaluation.win_probability - true) < 4 * evaluation.error + 1e-12
        assert abs(evaluation.behind - behind) < 4 * evaluation.behind_error + 1e-12
        assert evaluation.win_probability == best.win_probability - evaluation.behind
    assert moves == rank(position, rules=rules, by="win")
    assert {move.cell for move in moves} == {move.cell for move in rank(position, rules=rules)}


def test_a_hint_by_the_chance_to_win_says_it_also_if_the_guess_is_no_better_than_the_safest_cell() -> None:
    text = hint("1??\n???\n???", 2, by="win").text
    assert "the lowest on the board. With perfect play" in text
    assert text.endswith("If the strategy fast plays on after this guess, the chance to win is 73.33 %.")


@pytest.mark.parametrize("first_click", ["any", "safe", "opening"])
def test_a_hint_by_the_chance_to_win_knows_the_rules_of_its_game(first_click: FirstClick) -> None:
    game = Game((4, 4, 2), rules=first_click, seed=1)
    first = not_none(rank(game, by="win", most=1)[0].evaluation)
    words = sentence_of(("wins_exactly", {"win": first.win_probability, "error": 0.0}))
    assert hint(game, by="win").text.endswith(words)


def test_equal_guesses_keep_their_order_and_none_is_behind() -> None:
    usual = rank("1??\n???\n???", mines=2)
    moves = rank("1??\n???\n???", mines=2, by="win")
    first = [move.cell for move in moves if move.evaluation is not None and move.evaluation.behind == 0]
    assert len(first) > 1
    assert first == [move.cell for move in usual if move.cell in first]


def test_a_difference_that_may_be_chance_is_no_reason() -> None:
    position = Position.from_text("1???\n????\n????\n????", 4)
    moves = rank(position, by="win")
    guess = not_none(hint(position, by="win").guess)
    assert guess.cell == moves[0].cell != guess.safest
    against = not_none(next(move.evaluation for move in moves if move.cell == guess.safest))
    assert against.behind < 2 * against.behind_error
    assert guess.reason is None or "percentage points" not in guess.reason


def test_a_hint_by_the_chance_to_win_says_how_much_more_often_its_guess_wins() -> None:
    position = Position.from_text("1......\n2......\n.......\n.......\n......1\n.......", 9)
    advice = hint(position, by="win")
    guess = not_none(advice.guess)
    moves = rank(position, by="win")
    assert guess.cell == moves[0].cell != guess.safest
    against = not_none(next(move.evaluation for move in moves if move.cell == guess.safest))
    behind, error = 100 * against.behind, 100 * against.behind_error
    assert guess.reason == f"its chance to win is {behind:.1f} +- {error:.1f} percentage points higher"
    own = not_none(moves[0].evaluation)
    chance, error = 100 * own.win_probability, 100 * own.error
    words = "If the strategy fast plays on after this guess, the chance to win is"
    words = f"{words} {chance:.1f} +- {error:.1f} %."
    assert advice.text.endswith(words)
    with pytest.raises(ArgumentError, match="by"):
        hint(position, by="luck")  # type: ignore[call-overload]  # there is no such way
    with pytest.raises(ArgumentError, match="cannot be combined with `strategy` or `policy`"):
        hint(position, strategy="fast", by="win")


def test_a_seed_decides_the_games_and_nothing_else() -> None:
    game = "2......\n" + 6 * ".......\n"
    same, again, other = (rank(game, 9, by="win", most=2, seed=seed) for seed in (5, 5, 6))
    assert same == again != other
    assert sorted(move.risk for move in same) == sorted(move.risk for move in again)
    usual = [rank(game, 9, most=2, seed=seed) for seed in (5, 6)]
    assert usual[0] == usual[1]
    hints = [hint(game, 9, by="win", seed=seed) for seed in (5, 5)]
    assert hints[0].text == hints[1].text
    exact = "1??\n???\n???"
    assert rank(exact, 2, by="win", seed=1) == rank(exact, 2, by="win", seed=2)
