"""The assistant: hints one after the other, and moves and guesses that do what the hints say."""

from typing import Any

import numpy as np
import pytest
from support.live import EXPERT, Live, Message, marks_in

import sapper
from sapper import Position
from sapper.board.marks import FLAG, HIDDEN


class AssistedGame:
    """A game that the assistant plays."""

    def __init__(self, live: Live, **options: Any) -> None:
        self.live = live
        self.id = live.new(**options)["game"]

    @property
    def marks(self) -> np.ndarray[Any, Any]:
        return marks_in(self.live.ask("resume", game=self.id))

    @property
    def position(self) -> Position:
        return Position(self.marks.reshape(16, 30), 99)

    def hints(self) -> Message:
        return self.live.ask("hint", game=self.id, all=True)

    def assist(self, action: str, flags: bool = True, **more: Any) -> Message:
        """Lets the assistant act, and returns how it ended."""
        return self.live.ask("assist", game=self.id, action=action, flags=flags, **more)

    def newly_open(self, before: np.ndarray[Any, Any]) -> set[int]:
        return set(np.flatnonzero((before < 0) & (self.marks >= 0)).tolist())


def test_hints_are_safe_first_and_moves_and_guesses_do_what_they_say(live: Live) -> None:
    counts = {"done": 0, "guess": 0, "over": 0}
    for seed in range(4):
        game = AssistedGame(live, board=EXPERT, seed=str(seed), first_click="opening")
        reason = check_move(game)
        while reason != "over":
            counts[reason] += 1
            reason = check_guess(game) if reason == "guess" else check_move(game)
    assert counts["done"] > 20
    assert counts["guess"] > 3


def check_move(game: AssistedGame) -> str:
    """The assistant moves as the hints say, which are those of the library. Returns why it stopped."""
    hints, before = game.hints(), game.marks
    sentences = [each["sentence"] for each in hints["hints"]]
    assert sentences
    assert len(set(sentences)) == len(sentences)
    if not (before >= 0).any():
        assert hints["guess"]["risk"] == 0
        reason: str = game.assist("move")["reason"]
        assert hints["guess"]["cell"] in game.newly_open(before)
        return reason
    analysis = sapper.analyse(game.position)
    index = analysis.position.topology.index
    safe, mines = ({cell for each in hints["hints"] for cell in each[name]} for name in ("safe", "mines"))
    assert safe == set(map(index, analysis.safe))
    assert mines >= {index(cell) for cell in analysis.mines if analysis.position[cell] != FLAG}
    assert bool(hints["hints"][0]["safe"]) == bool(safe)
    assert (hints["guess"] is None) == bool(safe)
    result = game.assist("move")
    if not (safe or mines):
        assert (result["reason"], result["moves"]) == ("guess", 0)
        return "guess"
    assert safe <= game.newly_open(before)
    assert all(game.marks[cell] == FLAG for cell in mines) or result["reason"] == "over"
    return str(result["reason"])


def check_guess(game: AssistedGame) -> str:
    """The guess is that of the hint, with the figures of the best three. Returns why it stopped."""
    hints, before, position = game.hints(), game.marks, game.position
    result = game.assist("guess")
    advice = result["hint"]
    assert advice["sentence"] == hints["hints"][-1]["sentence"]
    for name in ("guess", "safest", "moves"):
        assert advice[name] == hints[name]
    ranking = sapper.rank(position, most=3)
    best = [move.cell for move in ranking if move.kind == "open"]
    assert [divmod(move["cell"], 30) for move in advice["moves"]] == best
    assert advice["moves"][0]["cell"] == advice["guess"]["cell"]
    assert advice["moves"][0]["risk"] == pytest.approx(advice["guess"]["risk"])
    if result["reason"] == "done":
        assert advice["guess"]["cell"] in game.newly_open(before)
    else:
        end = game.live.ask("resume", game=game.id)["end"]
        assert end["cause"] == "cleared" or end["cells"] == [advice["guess"]["cell"]]
    return str(result["reason"])


@pytest.mark.parametrize("number", [0, pytest.param(2, marks=pytest.mark.long)])
def test_a_step_does_the_first_cell_of_the_hint_that_is_shown(live: Live, number: int) -> None:
    game = AssistedGame(live, board=EXPERT, seed="3", first_click="opening")
    game.assist("step")
    steps = 0
    while True:
        hints = game.hints()["hints"]
        hint = hints[min(number, len(hints) - 1)]
        before = game.marks
        result = game.assist("step", hint=hints.index(hint))
        if result["reason"] != "done":
            break
        steps += 1
        if hint["safe"]:
            assert hint["safe"][0] in game.newly_open(before)
        else:
            (flag_cell,) = np.flatnonzero((before != FLAG) & (game.marks == FLAG))
            assert flag_cell in {cell for each in hints for cell in each["mines"]}
    assert steps > 10
    assert (result["reason"], result["moves"]) == ("guess", 0)


def test_without_flags_only_cells_are_opened(live: Live) -> None:
    game = AssistedGame(live, board=EXPERT, seed="3", first_click="opening")
    game.assist("run", flags=False)
    assert FLAG not in game.marks
    assert not sapper.analyse(game.position).safe
    assert game.assist("step", flags=False)["reason"] == "guess"


def test_among_equal_cells_the_hint_and_the_guess_take_the_same(live: Live) -> None:
    """Four corners are alike, and the rules leave the first cell unprotected."""
    game = AssistedGame(live, board={"shape": [9, 9], "mines": 10}, seed="2", first_click="any")
    hint = game.hints()
    assert hint["guess"]["risk"] == pytest.approx(10 / 81)
    assert game.assist("move")["reason"] == "guess"
    before = game.marks
    result = game.assist("guess")
    assert result["hint"]["guess"] == hint["guess"]
    assert game.marks[hint["guess"]["cell"]] != HIDDEN or result["reason"] == "over"
    assert before[hint["guess"]["cell"]] == HIDDEN


def test_a_guess_that_is_not_needed_opens_the_safe_cell_of_the_hint(live: Live) -> None:
    game = AssistedGame(live, board=EXPERT, seed="3", first_click="opening")
    live.open(game.id, 8 * 30 + 8)
    hints, before = game.hints(), game.marks
    result = game.assist("guess")
    assert result["hint"]["guess"] is None
    assert result["hint"]["sentence"] == hints["sentence"] == hints["hints"][0]["sentence"]
    assert hints["safe"][0] in game.newly_open(before)


@pytest.mark.parametrize("action", ["move", "step", "run", "guess"])
def test_the_assistant_begins_a_fair_game_where_the_hint_says(live: Live, action: str) -> None:
    game = AssistedGame(live, board={"level": "beginner"}, first_click="fair")
    cell = game.hints()["guess"]["cell"]
    result = game.assist(action, flags=False)
    assert result["moves"] >= 1
    assert result["reason"] in ("done", "over")
    assert game.marks[cell] >= 0
