"""The assistant: hints one after the other, and moves and guesses that do what the hints say."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.live import EXPERT, Live, Message, Seen

import sapper
from sapper import Position
from sapper.board.marks import FLAG, HIDDEN


class Watched:
    """A game whose updates are followed."""

    def __init__(self, live: Live, **options: Any) -> None:
        self.live = live
        self.state = live.new(**options)
        self.id = self.state["game"]
        self.seen = Seen(self.state)

    @property
    def marks(self) -> "np.ndarray[Any, Any]":
        return np.array(self.seen.marks)

    @property
    def position(self) -> Position:
        rows, columns = self.state["board"]["shape"]
        return Position(self.marks.reshape(rows, columns), self.state["board"]["mines"])

    def hints(self) -> Message:
        return self.live.ask("hint", game=self.id, all=True)

    def act(self, kind: str, cell: int) -> None:
        self.seen.take(self.live.act(self.id, kind, cell))

    def assist(self, action: str, **more: Any) -> Message:
        """Lets the assistant act, and returns how it ended."""
        *updates, done = self.live.all_answers(
            self.live.send("assist", game=self.id, action=action, **{"flags": True, **more})
        )
        for update in updates:
            self.seen.take(update)
        return done

    def newly_open(self, before: "np.ndarray[Any, Any]") -> set[int]:
        return set(np.flatnonzero((before < 0) & (self.marks >= 0)).tolist())


def positions(live: Live) -> Iterator[tuple[Watched, Message]]:
    """Games of expert boards, and the hints on each of their positions before the assistant moves."""
    for seed in range(4):
        game = Watched(live, board=EXPERT, seed=str(seed), first_click="opening")
        while True:
            yield game, game.hints()
            if game.assist("move")["reason"] == "over":
                break
            yield game, game.hints()
            if game.assist("guess")["reason"] == "over":
                break


def test_hints_are_safe_first_never_twice_and_what_the_assistant_does(live: Live) -> None:
    count = guess_count = 0
    for game, hints in positions(live):
        turns = hints["hints"]
        sentences = [each["sentence"] for each in turns]
        assert sentences
        assert len(set(sentences)) == len(sentences)
        safe = {cell for each in turns for cell in each["safe"]}
        mines = {cell for each in turns for cell in each["mines"]}
        if not (game.marks >= 0).any():
            assert hints["guess"]["risk"] == 0
            continue
        count += 1
        analysis = sapper.analyse(game.position)
        index = analysis.position.topology.index
        assert safe == set(map(index, analysis.safe))
        assert mines >= {index(cell) for cell in analysis.mines if analysis.position[cell] != FLAG}
        assert bool(turns[0]["safe"]) == bool(safe)
        assert (hints["guess"] is None) == bool(safe)
        guess_count += not safe
    assert count > 40
    assert guess_count > 8


def test_a_move_does_all_that_the_hints_say(live: Live) -> None:
    for game, hints in positions(live):
        before = game.marks
        safe = {cell for each in hints["hints"] for cell in each["safe"]}
        mines = {cell for each in hints["hints"] for cell in each["mines"]}
        done = game.assist("move")
        if not (before >= 0).any():
            assert hints["guess"]["cell"] in game.newly_open(before)
        elif not (safe or mines):
            assert (done["reason"], done["moves"]) == ("guess", 0)
        else:
            assert safe <= game.newly_open(before)
            assert all(game.marks[cell] == FLAG for cell in mines) or done["reason"] == "over"
        if done["reason"] == "over":
            return


@pytest.mark.parametrize("number", [0, pytest.param(2, marks=pytest.mark.long)])
def test_a_step_does_the_first_cell_of_the_hint_that_is_shown(live: Live, number: int) -> None:
    game = Watched(live, board=EXPERT, seed="3", first_click="opening")
    game.assist("step")
    steps = 0
    while True:
        hints = game.hints()["hints"]
        hint = hints[min(number, len(hints) - 1)]
        before = game.marks
        done = game.assist("step", hint=hints.index(hint))
        if done["reason"] != "done":
            break
        steps += 1
        if hint["safe"]:
            assert hint["safe"][0] in game.newly_open(before)
        else:
            (flagged,) = np.flatnonzero((before != FLAG) & (game.marks == FLAG))
            assert flagged in {cell for each in hints for cell in each["mines"]}
    assert steps > 10
    assert done["reason"] == "guess"
    assert done["moves"] == 0


def test_without_flags_only_cells_are_opened(live: Live) -> None:
    game = Watched(live, board=EXPERT, seed="3", first_click="opening")
    game.assist("run", flags=False)
    assert FLAG not in game.marks
    assert not sapper.analyse(game.position).safe
    assert game.assist("step", flags=False)["reason"] == "guess"


def test_the_guess_is_the_one_of_the_hint_with_the_figures_of_the_best_three(live: Live) -> None:
    guesses = 0
    for game, hints in positions(live):
        if hints["guess"] is None or not (game.marks >= 0).any():
            continue
        guesses += 1
        before = game.marks
        done = game.assist("guess")
        advice = done["hint"]
        assert {name: advice[name] for name in ("guess", "safest", "moves")} == {
            name: hints[name] for name in ("guess", "safest", "moves")
        }
        assert advice["sentence"] == hints["hints"][-1]["sentence"]
        ranking = sapper.rank(Position(before.reshape(16, 30), 99), most=3)
        assert [divmod(move["cell"], 30) for move in advice["moves"]] == [
            move.cell for move in ranking if move.kind == "open"
        ]
        assert advice["moves"][0]["cell"] == advice["guess"]["cell"]
        assert advice["moves"][0]["risk"] == pytest.approx(advice["guess"]["risk"])
        if done["reason"] == "done":
            assert advice["guess"]["cell"] in game.newly_open(before)
        else:
            end = game.live.ask("resume", game=game.id)["end"]
            assert end["cause"] == "cleared" or end["cells"] == [advice["guess"]["cell"]]
    assert guesses > 3


def test_among_equal_cells_the_hint_and_the_guess_take_the_same(live: Live) -> None:
    """Four corners are alike, and the rules leave the first cell unprotected."""
    game = Watched(live, board={"rows": 9, "columns": 9, "mines": 10}, seed="2", first_click="any")
    hint = game.hints()
    assert hint["guess"]["risk"] == pytest.approx(10 / 81)
    assert game.assist("move")["reason"] == "guess"
    before = game.marks
    done = game.assist("guess")
    assert done["hint"]["guess"] == hint["guess"]
    assert game.marks[hint["guess"]["cell"]] != HIDDEN or done["reason"] == "over"
    assert before[hint["guess"]["cell"]] == HIDDEN


def test_a_guess_that_is_not_needed_opens_the_safe_cell_of_the_hint(live: Live) -> None:
    game = Watched(live, board=EXPERT, seed="3", first_click="opening")
    game.act("open", 8 * 30 + 8)
    hints, before = game.hints(), game.marks
    done = game.assist("guess")
    assert done["hint"]["guess"] is None
    assert done["hint"]["sentence"] == hints["sentence"] == hints["hints"][0]["sentence"]
    assert hints["safe"][0] in game.newly_open(before)


@pytest.mark.parametrize("action", ["move", "step", "run", "guess"])
def test_the_assistant_begins_a_fair_game_where_the_hint_says(live: Live, action: str) -> None:
    game = Watched(live, board={"level": "beginner"}, first_click="fair")
    cell = game.hints()["guess"]["cell"]
    *_, done = live.all_answers(live.send("assist", game=game.id, action=action, flags=False))
    assert done["moves"] >= 1
    assert done["reason"] in ("done", "over")
    marks = Seen(live.ask("resume", game=game.id)).marks
    assert marks[cell] >= 0
