"""The chance to win in reviews, against play on every minefield that fits."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support.truth import marks_of, neighbours_of

import sapper
from sapper import Rules
from sapper.reference import enumerate_configurations
from sapper.reviews.verdicts import GRADES

BOARD = sapper.Board.square(4, 4, 3)
SEEDS = [2, 5, 33]


def fitting(position: sapper.Position[Any]) -> Iterator[sapper.Minefield[Any]]:
    """The minefields that agree with all numbers."""
    topology = position.topology
    for mines in enumerate_configurations(neighbours_of(topology), marks_of(position), position.board.mines):
        yield sapper.Minefield(map(topology.cell, mines), topology)


def chance(position: sapper.Position[Any], cells: tuple[Any, ...]) -> float:
    """The share of the minefields that fit which `fast` wins after it has opened these cells."""
    wins = total = 0
    for minefield in fitting(position):
        game = minefield.game()
        for cell in (*(cell for cell in position.topology if position[cell] >= 0), *cells):
            if game.status == "playing" and game.position[cell] == -1:
                game.open(cell)
        if game.status == "playing":
            game = sapper.Strategy("fast").play(game)
        total += 1
        wins += game.status == "won"
    return wins / total


def reckless_game(seed: int) -> sapper.Game[Any]:
    """Opens, flags and chords at random, mostly what is likely to be safe."""
    random = Random(seed)
    game: sapper.Game[Any] = sapper.Game(BOARD, sapper.Rules("any"), seed=seed)
    for _ in range(40):
        if game.status != "playing":
            break
        cell = random.choice(list(BOARD.topology))
        risks = sapper.analyse(game.position).mine_probability
        if game.position[cell] >= 0:
            game.chord(cell)
        elif game.position[cell] == -1 and risks[cell] > 0.4:
            game.flag(cell)
        elif game.position[cell] == -1:
            game.open(cell)
    return game


@pytest.mark.parametrize("seed", SEEDS)
def test_every_guess_is_worth_what_play_on_every_minefield_says(seed: int) -> None:
    reviewed = sapper.review(reckless_game(seed), by="win")
    judged = [place for place, move in enumerate(reviewed.moves) if move.chance is not None]
    assert [place for place, move in enumerate(reviewed.moves) if move.is_guess] == [
        place for place in judged if reviewed.moves[place].is_guess
    ]
    for place in judged:
        move, position = reviewed.moves[place], reviewed.position(place)
        assert move.chance is not None
        assert (move.chance.before_error, move.chance.lost_error) == (0.0, 0.0)
        cells: tuple[Any, ...] = (move.action.cell,)
        if move.action.kind == "chord":
            around = BOARD.topology.neighbours(move.action.cell)
            cells = tuple(cell for cell in around if position[cell] == -1)
        chosen = chance(position, cells)
        assert move.chance.chosen == pytest.approx(chosen)
        best = chosen if move.chance.best is None else chance(position, (move.chance.best,))
        assert move.chance.before == pytest.approx(best)
        assert move.chance.lost == pytest.approx(best - chosen)
        assert move.chance.lost == 0 or move.is_guess


def test_the_games_of_the_test_differ() -> None:
    moves = [move for seed in SEEDS for move in sapper.review(reckless_game(seed), by="win").moves]
    found = {(move.action.kind, move.verdict) for move in moves if move.chance is not None}
    assert found >= {("open", "certain"), ("open", "forced"), ("open", "needless"), ("chord", "needless")}


def test_gains_and_losses_lead_from_the_first_chance_to_the_result() -> None:
    game = sapper.Strategy("single+random").play(sapper.Game("intermediate", seed=3))
    reviewed = sapper.review(game, by="win")
    chances = [move.chance for move in reviewed.moves if move.chance is not None]
    gained = math.fsum(each.luck - each.lost for each in chances)
    assert chances[0].before + gained == pytest.approx(0.0)  # it was lost
    assert [each.after for each in chances[:-1]] == [each.before for each in chances[1:]]
    assert reviewed.chance_lost == pytest.approx(math.fsum(each.lost for each in chances))
    assert reviewed.accuracy == pytest.approx(math.prod(1 - each.lost / each.before for each in chances))
    assert reviewed.grades == {"best": 0, "fine": 0, "inaccuracy": 0, "mistake": 0, "blunder": 3}
    assert all(0 < each.lost_error < 0.006 for each in chances if each.lost)
    plain = json.loads(json.dumps(reviewed.to_dict()))
    assert plain["accuracy"] == reviewed.accuracy
    assert [move["chance"] and move["chance"]["grade"] for move in plain["moves"]][-1] == "blunder"
    usual = sapper.review(game)
    assert (usual.accuracy, usual.chance_lost, usual.to_dict()["grades"]) == (None, None, None)
    assert all(move.chance is None for move in usual.moves)
    assert [replace(move, chance=None) for move in reviewed.moves] == list(usual.moves)


def test_grades_go_by_what_was_lost() -> None:
    lost = [0.0, 1e-9, 0.02, 0.03, 0.05, 0.1, 0.11, 1.0]
    grades = [sapper.MoveChance(1.0, 0.0, 1.0 - each, each, 0.0, 1.0, None).grade for each in lost]
    assert grades == ["best", "fine", "fine", *["inaccuracy"] * 2, "mistake", *["blunder"] * 2]
    assert list(GRADES) == list(dict.fromkeys(grades))


def test_after_a_mine_and_in_games_that_were_left() -> None:
    minefield = sapper.Minefield([(0, 0), (3, 3), (0, 3), (2, 0)], sapper.Topology.square(4, 4))
    game = minefield.game(Rules(on_mine="continue"))
    game.open((1, 1))
    game.open((0, 0))
    game.open((2, 2))
    chances = [move.chance for move in sapper.review(game, by="win").moves]
    assert chances[0] is chances[2] is None
    assert chances[1] is not None
    assert chances[1].after == 0.0
    left = minefield.game()
    left.open((1, 1))
    left.open((0, 1))
    chance = sapper.review(left, by="win").moves[1].chance
    assert chance is not None
    assert chance.after == sapper.evaluate(left).win_probability < 1


def test_it_can_be_stopped() -> None:
    game = sapper.Strategy("fast").play(sapper.Game("expert", seed=3))
    cancel = sapper.Cancel()
    with pytest.raises(sapper.CancelledError, match="the review was cancelled"):
        sapper.review(
            game, by="win", cancel=cancel, progress=lambda at: cancel.set() if at.done > 1 else None
        )
    with pytest.raises(sapper.BudgetError, match=r"the review did not finish within 0\.1 seconds"):
        sapper.review(game, by="win", time_limit=0.1)


def test_a_folder_that_was_reviewed_is_reviewed_again_for_the_chance_to_win(tmp_path: Path) -> None:
    folder, findings = tmp_path / "replays", tmp_path / "found"
    folder.mkdir()
    for seed in (3, 7):
        sapper.write(reckless_game(seed), folder / f"{seed}.rawvf")
    usual = sapper.review_folder(folder, threads=1, findings=findings)
    assert (usual.accuracy, usual.chance_lost) == (None, None)
    report = sapper.review_folder(folder, threads=1, findings=findings, by="win")
    reviews = [sapper.review(reckless_game(seed), by="win") for seed in (3, 7)]
    assert report.accuracy == pytest.approx(np.mean([review.accuracy for review in reviews]))
    assert report.chance_lost == pytest.approx(sum(review.chance_lost or 0 for review in reviews))
    assert sapper.review_folder(folder, threads=1, findings=findings, by="win") == report
    assert sapper.review_folder(folder, threads=1, findings=findings) == report
    assert len(findings.read_text().splitlines()) == 5  # the header and two reviews of each


@pytest.mark.timing
def test_positions_that_take_long_to_count_have_no_chance() -> None:
    """Where cells have up to 26 neighbours, counting one position takes as long as a whole expert game."""
    board = sapper.Board(sapper.Topology.grid(4, 4, 5), 16)
    game = sapper.Game(board, rules=sapper.Rules(first_click="safe", on_mine="continue"), seed=1)
    cells = list(board.topology)
    Random(1).shuffle(cells)
    for cell in cells:
        if game.status == "playing":
            game.open(cell)
    review = sapper.review(game, by="win", time_limit=20)
    entangled, *_, last = review.moves[1:]
    assert entangled.is_guess
    assert entangled.chance is None
    assert last.verdict == "certain"
