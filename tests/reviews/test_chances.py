"""The chance to win in reviews, against the definition of perfect play and games on every minefield."""

import itertools
import json
import math
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support.expectimax import Play
from support.truth import configurations_of, marks_of, neighbours_of

import sapper
from sapper import Rules
from sapper.reviews.verdicts import GRADES

BOARD = sapper.Board.square(3, 4, 3)
SEEDS = [1, 6, 11, 25]


def perfect_chance(position: sapper.Position[Any], cells: tuple[Any, ...] = ()) -> float:
    """The chance of perfect play after it has opened these cells, by its definition."""
    topology, marks = position.topology, marks_of(position)
    play = Play(list(map(set, neighbours_of(topology))), position.board.mines)
    fields = tuple(configurations_of(position))
    open_cells = frozenset(cell for cell, mark in enumerate(marks) if mark >= 0)

    def wins(fields: tuple[frozenset[int], ...], open_cells: frozenset[int], first: list[int]) -> int:
        if not first:
            return play.wins(fields, open_cells) if fields else 0
        cell, *others = first
        return sum(wins(group, open_cells | {cell}, others) for group in play.by_number(fields, cell))

    return wins(fields, open_cells, [topology.index(cell) for cell in cells]) / len(fields)


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
def test_every_guess_is_worth_what_perfect_play_makes_of_it(seed: int) -> None:
    review = sapper.review(reckless_game(seed), by="win")
    places_with_grade = [place for place, move in enumerate(review.moves) if move.chance is not None]
    guesses = [place for place, move in enumerate(review.moves) if move.is_guess]
    assert guesses == [place for place in places_with_grade if review.moves[place].is_guess]
    for place in places_with_grade:
        move, position = review.moves[place], review.position(place)
        assert move.chance is not None
        assert (move.chance.before_error, move.chance.lost_error) == (0.0, 0.0)
        cells: tuple[Any, ...] = (move.action.cell,)
        if move.action.kind == "chord":
            around = BOARD.topology.neighbours(move.action.cell)
            cells = tuple(cell for cell in around if position[cell] == -1)
        chance_of_choice = perfect_chance(position, cells)
        assert move.chance.chosen == pytest.approx(chance_of_choice)
        best = chance_of_choice if move.chance.best is None else perfect_chance(position, (move.chance.best,))
        assert move.chance.before == pytest.approx(best)
        assert move.chance.lost == pytest.approx(best - chance_of_choice)
        assert move.chance.lost == 0 or move.is_guess


def test_the_games_of_the_test_differ() -> None:
    moves = [move for seed in SEEDS for move in sapper.review(reckless_game(seed), by="win").moves]
    kinds = {(move.action.kind, move.verdict) for move in moves if move.chance is not None}
    assert kinds >= {("open", "certain"), ("open", "forced"), ("open", "needless"), ("chord", "needless")}


def careless_game(minefield: sapper.Minefield[Any]) -> sapper.Game[Any]:
    """Opens or chords a cell that the position alone decides, and not well."""
    game = minefield.game(Rules("any"))
    game.open((0, 0))
    while game.status == "playing":
        marks = game.position.marks
        hidden = [cell for cell in BOARD.topology if marks[cell] < 0]
        cell = hidden[int(marks[marks >= 0].sum() * 7 + len(hidden)) % len(hidden)]
        flags = [near for near in BOARD.topology.neighbours((0, 0)) if near in hidden][: marks[0, 0]]
        if len(hidden) % 3 == 0 and len(flags) == marks[0, 0]:
            for flag in flags:
                game.flag(flag)
            game.chord((0, 0))
            for flag in flags:
                if game.status == "playing":
                    game.flag(flag)
        elif game.status == "playing":
            game.open(cell)
        if game.position.marks.tolist() == marks.tolist():
            game.open(cell)
    return game


def test_over_all_minefields_luck_is_nothing_and_losses_are_what_perfect_play_wins_more() -> None:
    """Of every minefield of a board without a mine in the corner, by a player without random numbers."""
    luck, lost, won = [], [], []
    for mines in itertools.combinations(range(1, BOARD.topology.size), BOARD.mines):
        game = careless_game(sapper.Minefield(map(BOARD.topology.cell, mines), BOARD.topology))
        review = sapper.review(game, by="win")
        chances = [move.chance for move in review.moves if move.chance is not None]
        assert all(each.luck_error == each.lost_error == 0 for each in chances)
        luck.append(math.fsum(each.luck for each in chances))
        lost.append(review.chance_lost or 0.0)
        won.append(game.status == "won")
        assert (review.chance_lost_error, review.accuracy_error) == (0.0, 0.0)
    fields = tuple(map(frozenset, itertools.combinations(range(1, BOARD.topology.size), BOARD.mines)))
    around = list(map(set, neighbours_of(BOARD.topology)))
    before = Play(around, BOARD.mines).after(fields, frozenset(), 0) / len(fields)
    assert 0 < np.mean(won) < 0.6 < before
    assert np.mean(luck) == pytest.approx(0, abs=1e-12)
    assert np.mean(lost) == pytest.approx(before - np.mean(won), abs=1e-12)


@pytest.mark.long
def test_estimated_luck_has_a_mean_of_nothing_too() -> None:
    board, luck, errors = sapper.Board.square(5, 5, 7), [], []
    for seed in range(8):
        game = sapper.Strategy("exact+random").play(sapper.Game(board, "safe", seed=seed))
        chances = [move.chance for move in sapper.review(game, by="win").moves if move.chance is not None]
        luck.append(math.fsum(each.luck for each in chances))
        errors.append(math.hypot(*(each.luck_error for each in chances)))
    assert max(errors) > 0
    assert abs(np.mean(luck)) < 3 * np.std(luck) / len(luck) ** 0.5


def test_the_figures_of_a_review_follow_from_its_moves() -> None:
    game = sapper.Strategy("single+random").play(sapper.Game("intermediate", seed=3))
    review = sapper.review(game, by="win")
    chances = [move.chance for move in review.moves if move.chance is not None]
    assert chances[-1].after == 0.0  # it was lost
    for one, other in itertools.pairwise(chances):
        assert one.after <= other.before + 3 * math.hypot(one.after_error, other.before_error)
    assert review.chance_lost == pytest.approx(math.fsum(each.lost for each in chances))
    assert review.chance_lost_error == pytest.approx(math.hypot(*(each.lost_error for each in chances)))
    assert review.accuracy == pytest.approx(math.prod(1 - each.lost / each.before for each in chances))
    assert review.accuracy_error is not None
    assert 0 < review.accuracy_error < 0.02
    assert review.grades == {"best": 0, "fine": 0, "inaccuracy": 0, "mistake": 0, "blunder": 3}
    assert all(0 < each.lost_error < 0.006 for each in chances if each.lost)
    plain = json.loads(json.dumps(review.to_dict()))
    assert (plain["accuracy"], plain["accuracy_error"]) == (review.accuracy, review.accuracy_error)
    assert [move["chance"] and move["chance"]["grade"] for move in plain["moves"]][-1] == "blunder"
    usual = sapper.review(game)
    assert (usual.accuracy, usual.chance_lost, usual.to_dict()["grades"]) == (None, None, None)
    assert (usual.accuracy_error, usual.chance_lost_error) == (None, None)
    assert all(move.chance is None for move in usual.moves)
    assert [replace(move, chance=None) for move in review.moves] == list(usual.moves)


def test_grades_go_by_what_was_lost() -> None:
    lost = [0.0, 1e-9, 0.02, 0.03, 0.05, 0.1, 0.11, 1.0]
    grades = [sapper.MoveChance(1.0, 0.0, 1.0 - each, each, 0.0, 1.0, None).grade for each in lost]
    assert grades == ["best", "fine", "fine", *["inaccuracy"] * 2, "mistake", *["blunder"] * 2]
    assert list(GRADES) == list(dict.fromkeys(grades))


def test_after_a_mine_and_in_games_that_were_left() -> None:
    minefield = sapper.Minefield([(0, 0), (2, 3), (2, 0)], BOARD.topology)
    game = minefield.game(Rules(on_mine="continue"))
    game.open((1, 1))
    game.open((0, 0))
    game.open((2, 2))
    chances = [move.chance for move in sapper.review(game, by="win").moves]
    assert chances[0] is chances[2] is None
    assert chances[1] is not None
    assert chances[1].after == 0.0
    other = minefield.game()
    other.open((1, 1))
    other.open((0, 1))
    chance = sapper.review(other, by="win").moves[1].chance
    assert chance is not None
    assert chance.after == pytest.approx(perfect_chance(other.position))
    assert chance.after < 1


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
    hard_move, *_, last = sapper.review(game, by="win", time_limit=20).moves[1:]
    assert hard_move.is_guess
    assert hard_move.chance is None
    assert last.verdict == "certain"


def test_a_seed_decides_the_estimates_and_nothing_else() -> None:
    game = sapper.Game("intermediate", "safe", seed=4)
    game.open(0, 0)
    game.open(0, 15)
    same, again, other = (sapper.review(game, by="win", seed=seed) for seed in (5, 5, 6))
    assert same == again != other
    small = reckless_game(1)
    assert sapper.review(small, by="win", seed=1) == sapper.review(small, by="win", seed=2)
    assert sapper.review(game, seed=1) == sapper.review(game, seed=2)


def test_a_seed_decides_the_estimates_of_a_folder_and_findings_are_of_their_seed(tmp_path: Path) -> None:
    folder, findings = tmp_path / "replays", tmp_path / "found"
    folder.mkdir()
    game = sapper.Game("intermediate", "safe", seed=4)
    game.open(0, 0)
    game.open(0, 15)
    sapper.write(game, folder / "game.rawvf")
    (folder / "noise.rawvf").write_text("noise")
    one, other = (sapper.review(game, by="win", seed=seed) for seed in (5, 6))

    def chance(seed: int) -> float | None:
        return sapper.review_folder(folder, threads=1, findings=findings, by="win", seed=seed).chance_lost

    assert [chance(5), chance(6), chance(6)] == [one.chance_lost, other.chance_lost, other.chance_lost]
    assert one.chance_lost != other.chance_lost
    assert len(findings.read_text().splitlines()) == 4  # the header, two reviews, and the noise once
