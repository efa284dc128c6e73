"""Reviews of games with a rule of guessing. The reference solver decides which guesses are needless."""

import json
import math
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.optional import not_none
from support.truth import configurations_of

import sapper
from sapper import Minefield, Replay, ReviewedGame, ReviewedMove, Rules, Topology, _engine
from sapper.board.game import ActionKind, Game
from sapper.board.rules import Guessing, OnMine
from sapper.draw.captions import end_words
from sapper.draw.html_pages import review_html
from sapper.formats import render
from sapper.hints.hints import RULES as DEDUCTIONS
from sapper.replays.replay import MouseEvent, TimedAction, events_of
from sapper.reviews.findings import review_text, reviews_from

RULES: tuple[Guessing, ...] = ("free", "hard_core", "lucky", "kaboom")
BOARDS: dict[str, Any] = {
    "square": sapper.Board.square(4, 4, 3),
    "torus": sapper.Board(Topology.torus(3, 4), 3),
    "hexagons": sapper.Board(Topology.hexagons(3, 4), 3),
    "graph": sapper.Board(Topology.graph([[1, 2], [0, 2, 3], [0, 1, 3], [1, 2, 4], [3, 5], [4]]), 2),
}


def random_game(board: Any, rule: Guessing, seed: int, on_mine: OnMine = "stop") -> Replay[Any]:
    """A recording of random opens, flags and chords, with the mines where they ended."""
    random = Random(seed)
    game: Any = Game(board, Rules("any", on_mine=on_mine, guessing=rule), seed=seed)
    clicks: list[TimedAction[Any]] = []
    while game.status == "playing" and len(clicks) < 60:
        marks = game.position.marks.ravel()
        kind: ActionKind = random.choice(("open", "open", "flag", "chord"))
        cells = np.flatnonzero(marks >= 0 if kind == "chord" else marks < 0).tolist()
        if cells and (kind == "open" or game.history):
            cell = board.topology.cell(random.choice(cells))
            clicks.append(TimedAction(float(len(clicks)), kind, cell))  # also those that change nothing
            game.act(kind, cell)
    return Replay(Minefield(game.minefield, board.topology), tuple(events_of(clicks)), game.rules)


def cells_opened_by(game: Any, kind: str, cell: Any) -> list[int]:
    """The cells that an action opens, by the rules of the game."""
    topology, position = game.topology, game.position
    if kind == "open":
        return [topology.index(cell)] if position[cell] in (-1, -4) else []
    around = list(topology.neighbours(cell))
    mines_shown = sum(position[each] in (-2, -3) for each in around)
    if kind == "flag" or position[cell] < 0 or mines_shown != position[cell]:
        return []
    return [topology.index(each) for each in around if position[each] in (-1, -4)]


def check_misses(position: Any, move: ReviewedMove) -> None:
    """The missed deductions are those of a hint, with every safe cell once, and no easier rule proves one."""
    proofs = [each for each in sapper.hint(position).deductions if each.safe]
    assert list(move.missed) == proofs
    assert move.safe == sum(len(each.safe) for each in proofs)
    (proof,) = (each for each in proofs if move.safest in each.safe)
    assert (move.reason, move.rule) == (proof.text, proof.difficulty)
    place = DEDUCTIONS.index(proof.difficulty)
    assert not place or not _engine.conclude_up_to(place - 1, position._engine)[0]


# Each board once and each rule once, then all other pairs.
PAIRS = dict.fromkeys([*zip(BOARDS, RULES, strict=True), *product(BOARDS, RULES)])


@pytest.mark.parametrize(("name", "rule"), rest_long([pytest.param(*each) for each in PAIRS], 4))
def test_each_guess_is_judged_as_all_minefields_say(name: str, rule: Guessing) -> None:
    board = BOARDS[name]
    counts: Counter[str] = Counter()
    for seed in range(50):
        on_mine: OnMine = "continue" if seed % 5 == 4 else "stop"
        replay = random_game(board, rule, seed, on_mine)
        review = sapper.review(replay)
        plain: Any = replay.minefield.game(Rules(on_mine=on_mine))  # knows no rule of guessing
        luck, mines_hit, status, guess = 1.0, 0, "playing", False
        for place, action in enumerate(replay.actions):
            if plain.status != "playing":
                break
            new_cells = cells_opened_by(plain, action.kind, action.cell)
            move = review.moves[place]
            assert not move.lost_by_guess or place + 1 == len(review.moves)
            if not new_cells:
                assert move.verdict in ("flag", "idle")
                plain.act(action.kind, action.cell)
                continue
            position = plain.position
            fits = configurations_of(position)
            hidden = [cell for cell, mark in enumerate(position.marks.ravel().tolist()) if mark in (-1, -2)]
            safe = [cell for cell in hidden if not any(cell in mined for mined in fits)]
            risk = sum(any(cell in mined for cell in new_cells) for mined in fits) / len(fits)
            is_needless = bool(safe) and risk > 0
            if is_needless and rule in ("hard_core", "kaboom"):
                assert (move.verdict, move.lost_by_guess, move.opened) == ("needless", True, 0)
                assert move.risk == pytest.approx(risk)
                assert board.topology.index(not_none(move.safest)) in safe
                assert move.safe == len(safe)
                status, guess = "lost", True
                counts[
                    "on a mine" if any(replay.minefield.mined.ravel()[new_cells]) else "on a safe cell"
                ] += 1
                break
            if all(mark < 0 for mark in position.marks.ravel()) and not plain.exploded:
                assert (move.verdict, move.risk) == ("start", None)
            else:
                verdict = "needless" if is_needless else "forced" if risk > 0 else "certain"
                chance_left = 0 if rule in ("lucky", "kaboom") and risk < 1 else risk
                assert move.verdict == verdict
                assert move.risk == pytest.approx(chance_left)
                assert bool(move.reason) == bool(move.missed) == (verdict == "needless")
                if verdict == "needless":
                    check_misses(position, move)
                elif verdict == "forced" and rule == "free":
                    least = min(sum(cell in mined for mined in fits) for cell in hidden) / len(fits)
                    assert move.safest_risk == pytest.approx(least)
                    if abs(risk - least - 0.1) > 1e-9:  # on the border rounding decides
                        assert move.riskier == (risk - least > 0.1)
                luck *= 1 - chance_left
                counts[verdict] += 1
                mines_hit += risk > 0 and any(replay.minefield.mined.ravel()[new_cells])
            plain.act(action.kind, action.cell)
        end = replay.play()
        status = "lost" if guess else plain.status
        assert (review.status, review.lost_by_guess) == (status, guess)
        assert (end.status, end.lost_by_guess) == (status, guess)
        assert review.luck == pytest.approx(luck)
        game = ReviewedGame.from_review(review)
        assert (game.status, game.lost_by_guess, game.mines_hit) == (status, guess, mines_hit)
        assert game.mode == (None if rule == "free" else rule.replace("_", " "))
        assert game.needless == sum(move.verdict == "needless" for move in review.moves)
        effective = [move for move in review.moves if move.opened or move.verdict == "flag"]
        assert review.metrics.effective_clicks == len(effective)
        assert review.metrics.clicks == len(review.moves) - guess
        assert sapper.measure(end).effective_clicks == review.metrics.effective_clicks
        assert reviews_from({"a": review_text(game)})["a"].lost_by_guess == guess
    endings = {
        "free": {"forced", "needless", "certain"},
        "hard_core": {"forced", "certain", "on a mine", "on a safe cell"},
        "lucky": {"forced", "needless", "certain"},
        "kaboom": {"forced", "certain", "on a safe cell"},
    }
    assert endings[rule] <= set(counts)


def loss_on_a_safe_cell(rule: Guessing = "hard_core") -> Replay[Any]:
    """The fourth cell is certainly safe, and the player opens another safe cell that is not."""
    minefield = Minefield([(0, 1), (0, 6)], Topology.square(1, 8))
    clicks = [(0.5, "open", (0, 0)), (1.0, "open", (0, 2)), (1.5, "open", (0, 5)), (2.0, "open", (0, 3))]
    actions = [TimedAction(seconds, kind, cell) for seconds, kind, cell in clicks]  # type: ignore[arg-type]
    return Replay(minefield, tuple(events_of(actions)), Rules("any", guessing=rule))


def test_the_loss_is_told_wherever_the_game_is(tmp_path: Path) -> None:
    replay = loss_on_a_safe_cell()
    review = sapper.review(replay, by="win")
    assert [move.verdict for move in review.moves] == ["start", "forced", "needless"]
    words = "lost by a needless guess; a safe cell was there: (0,3)"
    assert end_words(review) == words
    assert words in review_html(review)
    values = review.to_dict()
    json.dumps(values)
    assert (values["status"], values["lost_by_guess"], values["mode"]) == ("lost", True, "hard core")
    assert [move["lost_by_guess"] for move in values["moves"]] == [False, False, True]
    chance = not_none(review.moves[-1].chance)
    assert (chance.chosen, chance.after, chance.luck, chance.lost) == (0, 0, 0, chance.before)
    assert (review.accuracy, review.metrics.seconds) == (0, 1.5)
    (tmp_path / "a.rawvf").write_bytes(render(replay, "rawvf"))
    (tmp_path / "b.rawvf").write_bytes(render(loss_on_a_safe_cell("free"), "rawvf"))
    report = sapper.review_folder(tmp_path, threads=1)
    assert [(game.name, game.status) for game in report.apart] == [("a.rawvf", "lost")]
    assert [(game.name, game.status) for game in report.games] == [("b.rawvf", "playing")]
    apart = sapper.PlayerReport(report.apart)
    assert (apart.won, apart.needless, apart.mines_hit) == (0, 1, 0)
    assert apart.expected == pytest.approx(review.moves[1].risk)


def test_a_slip_of_the_mouse_loses_as_well() -> None:
    """The button goes down on the safe cell, and up on the one that is not."""
    replay = loss_on_a_safe_cell()
    down, up = MouseEvent(1.4, "lc", (0, 3), (56, 8)), MouseEvent(1.5, "lr", (0, 5), (88, 8))
    review = sapper.review(replace(replay, events=(*replay.events[:4], down, up)))
    assert (review.moves[-1].verdict, review.slips, review.needless) == ("slip", 1, 0)
    assert (review.status, review.lost_by_guess, review.luck) == ("lost", True, 1 - 1 / 6)
    assert end_words(review).endswith("; the button went down without risk at (0,3)")


@pytest.mark.parametrize("rule", ["lucky", "kaboom"])
def test_where_mines_move_only_a_needless_guess_costs_the_chance_to_win(rule: Guessing) -> None:
    review = sapper.review(loss_on_a_safe_cell(rule), by="win")
    chances = [move.chance for move in review.moves]
    assert chances[0] is None
    lost = [chance.lost for chance in chances[1:] if chance is not None]
    assert lost == ([0, 1] if rule == "kaboom" else [0, 0, 0])
    assert review.accuracy == (0 if rule == "kaboom" else 1)
    assert review.luck == review.needed_luck == 1
    assert not any(move.riskier for move in review.moves)
    assert all(chance is None or not math.isnan(chance.after) for chance in chances)
