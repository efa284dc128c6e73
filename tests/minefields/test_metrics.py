"""3BV, clicks, times and what the hand did, against their definitions."""

import dataclasses
import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.cases import rest_long
from support.metrics_model import components_of, model_of
from support.optional import not_none
from support.play import play
from support.recordings import Recording
from support.replays import events_of, minefield_of, recordings
from support.strategies import boards, minefields, rules

from sapper import Board, Game, Minefield, MouseEvent, Replay, Rules, Topology, _engine, measure
from sapper.replays.replay import MouseKind


def field_of(text: str) -> NDArray[np.bool_]:
    """A minefield from rows of `*` and `.`, separated by spaces."""
    return np.array([[character == "*" for character in row] for row in text.split()])


@given(minefields())
def test_the_counts_are_those_of_the_definition(sample: tuple[Topology, NDArray[np.bool_]]) -> None:
    topology, mines = sample
    metrics = measure(mines, topology)
    model = model_of(topology, mines)
    assert (metrics.three_bv, metrics.openings) == (model.three_bv, len(model.openings))
    assert metrics.islands == len(model.islands)
    assert metrics.board == Board(topology, len(model.mines))
    assert np.array_equal(metrics.minefield, mines)


@pytest.mark.parametrize("columns", rest_long([9, 64, 65, 1, 2, 8, 30, 63], 3))
def test_the_3bv_of_rows_in_machine_words_is_that_of_any_board(columns: int) -> None:
    random = np.random.default_rng(columns)
    for rows in (1, 2, 7):
        square, grid = Topology.square(rows, columns), Topology.grid(rows, columns, 1)
        share = random.uniform(0.05, 0.4, (100, 1))
        mined = (random.random((100, rows * columns)) < share).astype(np.uint8)
        assert np.array_equal(_engine.three_bv(square._engine, mined), _engine.three_bv(grid._engine, mined))
        for one in mined[:5]:
            rows_of_cells = one.reshape(rows, columns).astype(np.bool_)
            assert _engine.three_bv(square._engine, one[None])[0] == model_of(square, rows_of_cells).three_bv


def test_a_minefield_and_a_replay_speak_for_themselves() -> None:
    mines = field_of(".... .*.. .... .*.*")
    assert measure(Minefield(mines, Topology.torus(4, 4))) == measure(mines, Topology.torus(4, 4))

    game = Minefield(mines).game()
    for cell in [(0, 3), (0, 0), (3, 3)]:
        game.open(cell)
    metrics_of_replay = measure(Replay.from_game(game, [0, 1.5, 2.25]))
    assert dataclasses.replace(metrics_of_replay, mouse=None) == measure(game, seconds=2.25)


def test_a_replay_remembers_clicks_that_did_nothing_but_ends_with_the_game() -> None:
    kinds: list[MouseKind] = ["lc", "lr"]
    cells = [(0, 3), (0, 3), (3, 3), (0, 0)]  # a number opened again; a mine; and one click too many
    presses = zip([0.0, 1, 3, 4], cells, strict=True)
    events = tuple(MouseEvent(time, kind, cell) for time, cell in presses for kind in kinds)
    replay = Replay(Minefield(field_of(".... .*.. .... .*.*")), events)
    metrics = measure(replay)
    assert (metrics.clicks, metrics.effective_clicks, metrics.status) == (3, 2, "lost")
    assert metrics.seconds == 3
    assert measure(Replay(replay.minefield, ())).seconds == 0


def test_metrics_are_values() -> None:
    mines = field_of("*.. ... ..* ...")
    metrics = measure(mines)
    assert metrics.zini <= metrics.three_bv
    assert metrics == measure(mines.copy())
    assert metrics != measure(mines[::-1])
    assert not metrics.minefield.flags.writeable
    assert "_mined" not in repr(metrics)


def test_a_game_played_by_hand() -> None:
    # 1 1 1 0
    # 1 * 1 0    the opening in the corner, and seven numbers that do not touch it
    # 2 2 3 1
    # 1 * 2 *
    game = Minefield(field_of(".... .*.. .... .*.*")).game()
    game.open(0, 3)
    game.flag(1, 1)
    game.flag(1, 0)
    game.flag(1, 0)
    game.chord(1, 2)  # opens (0, 1) and (2, 1)
    metrics = measure(game, seconds=10.0, clicks=8)
    assert metrics.board == measure(game.minefield if game.minefield is not None else [])
    assert (metrics.board.three_bv, metrics.solved, metrics.status) == (8, 3, "playing")
    assert (metrics.open_clicks, metrics.flag_clicks, metrics.chord_clicks) == (1, 3, 1)
    assert (metrics.clicks, metrics.effective_clicks) == (8, 5)
    assert (metrics.ioe, metrics.correctness, metrics.throughput) == (3 / 8, 5 / 8, 3 / 5)
    assert metrics.three_bv_per_second == 0.3
    assert metrics.rqp is None
    assert metrics.qg is None

    for cell in [(0, 0), (1, 0), (2, 0), (3, 0), (3, 2)]:
        game.open(cell)
    metrics = measure(game, seconds=4.0)
    assert (metrics.solved, metrics.clicks, metrics.status) == (8, 10, "won")
    assert metrics.ioe == metrics.throughput == 0.8
    assert (metrics.correctness, metrics.rqp) == (1, 2)
    assert metrics.qg == pytest.approx(math.exp(1.7 * math.log(4)) / 8)


def test_nothing_is_divided_by_zero() -> None:
    metrics = measure(Minefield(field_of("*. ..")).game(), seconds=0)
    assert (metrics.ioe, metrics.correctness, metrics.throughput) == (None, None, None)
    assert (metrics.three_bv_per_second, metrics.rqp, metrics.qg) == (None, None, None)


def test_a_right_press_that_begins_a_chord_is_no_click_of_its_own() -> None:
    def replay(*steps: tuple[MouseKind, tuple[int, int]]) -> Replay:
        events = tuple(MouseEvent(number, kind, cell) for number, (kind, cell) in enumerate(steps))
        return Replay(Minefield(field_of("*.. ... ..*")), events)

    def counts(*steps: tuple[MouseKind, tuple[int, int]]) -> tuple[int, int]:
        metrics = measure(replay(("lc", (0, 1)), ("lr", (0, 1)), *steps))
        return metrics.clicks - 1, metrics.chord_presses

    one, mine = (0, 1), (0, 0)
    assert counts(("rc", one), ("lc", one), ("lr", one), ("rr", one)) == (1, 1)
    assert counts(("rc", one), ("lc", one), ("rr", one), ("lr", one)) == (1, 1)
    assert counts(("lc", one), ("rc", one), ("rr", one), ("lr", one)) == (1, 0)
    assert counts(("rc", one), ("rr", one)) == (1, 0)
    assert counts(("rc", one), ("rr", one), ("mc", one), ("mr", one)) == (2, 0)
    assert counts(("rc", one), ("rr", one), ("lc", one), ("rc", one), ("lr", one), ("rr", one)) == (2, 0)
    assert counts(("rc", mine), ("lc", one), ("lr", one), ("rr", one)) == (2, 0)  # it set a flag


def test_stnb_is_that_of_ms_toollib() -> None:
    game = Game(Board.square(16, 16, 40), seed=1)
    game.open(0, 0)
    metrics = measure(game, seconds=12.5)
    share = metrics.solved / metrics.board.three_bv
    assert metrics.stnb == pytest.approx(162 * metrics.solved / 12.5**1.7 * math.sqrt(share))
    assert measure(game, seconds=0).stnb is None
    assert measure(game).stnb is None
    expert = dataclasses.replace(metrics.board, board=Board.square(16, 30, 99), three_bv=212)
    won = dataclasses.replace(metrics, board=expert, solved=212, seconds=47.21)
    assert won.stnb == pytest.approx(131.51258586156163)  # what ms_toollib 1.5.20 says of a real game
    other = Game(Board.square(9, 9, 10), seed=1)
    other.open(0, 0)
    assert measure(other, seconds=3).stnb is None


def told_three_bv(game: Game[Any]) -> int:
    """The 3BV done, as the page tells it: in play without the mines, at the end with them."""
    return int(json.loads(_engine.standing_of(game._engine, 0, 0.0, game.topology.size))["solved"])


@given(boards(), rules(), st.integers(0, 2**32), st.integers(0, 2**32))
def test_games_of_all_kinds(board: Board, rules: Rules, seed: int, player: int) -> None:
    game = Game(board, rules, seed=seed)
    open_before: set[int] = set()  # the open cells before the last action
    units_shown = 0  # their 3BV, as far as the player can know it
    for _ in play(game, player):
        open_before, units_shown = set(np.flatnonzero(game.position.marks >= 0).tolist()), told_three_bv(game)
    if game.minefield is None:
        return
    metrics = measure(game)
    model = model_of(game.topology, game.minefield)
    zeros = open_before & model.zeros
    # Unless a flag kept a part of an opening closed.
    if all(model.neighbours[cell] <= open_before for cell in zeros):
        numbers = [cell for cell in open_before - zeros if not model.neighbours[cell] & zeros]
        assert units_shown == len(list(components_of(zeros, model.neighbours))) + len(numbers)
    if open_before == model.safe:
        assert units_shown == metrics.board.three_bv
    open_cells = set(np.flatnonzero(game.position.marks >= 0).tolist())
    wholes = (unit.union(*(model.neighbours[cell] for cell in unit & model.zeros)) for unit in model.units)
    assert metrics.solved == sum(whole <= open_cells for whole in wholes)
    if game.status != "playing":
        assert told_three_bv(game) == metrics.solved
    if game.rules.win == "cleared":  # else flags may win before the first cell is open
        metrics_of_replay = measure(Replay.from_game(game))
        assert metrics_of_replay.mouse is not None
        assert len(metrics_of_replay.mouse.splits) == metrics_of_replay.solved == metrics.solved
    assert metrics.effective_clicks == metrics.clicks == len(game.history)
    if open_cells == model.safe:
        assert metrics.solved == metrics.board.three_bv
        if metrics.chord_clicks == 0 and metrics.flag_clicks == 0:
            assert metrics.ioe is None or metrics.ioe <= 1


STRIP = Minefield([(0, 0), (0, 3)], Topology.square(1, 8))  # * 1 1 * 1 0 0 0


def replay(*steps: tuple[float, MouseKind, int]) -> Replay:
    """Events in the middle of the cells of the strip; column -1 is off the board."""
    places = [((0, column) if column >= 0 else None, (16 * column + 8, 8)) for *_, column in steps]
    events = [MouseEvent(*step[:2], *place) for step, place in zip(steps, places, strict=True)]
    return Replay(STRIP, tuple(events))


def test_clicks_by_button_as_other_programs_count_them() -> None:
    before = not_none(measure(replay((0, "lc", 3), (0, "lr", -1), (0, "rc", -1), (0, "rr", -1))).mouse)
    assert before.button_clicks == 0  # nothing off the board counts before the game
    metrics = measure(
        replay(
            *((0, "lc", 1), (0, "lr", 1)),
            *((1, "lc", 7), (1, "lr", -1)),  # for others a left click
            *((2, "rc", 1), (2, "lc", 1), (2, "lr", 1), (2, "rr", 1)),  # a chord, and no right click
            *((3, "rc", 1), (3, "rr", 1)),  # a wasted right click
            *((4, "rc", 0), (4, "lc", 1), (4, "rr", 1), (4, "lr", 1)),  # a 1.5 click
            *((5, "rc", 3), (5, "rr", 3), (5, "rc", 3), (5, "rr", 3)),  # a flag, and off again
            *((6, "rc", 7), (6, "rr", 7), (6, "rc", 7), (6, "rr", 7)),  # the same on a safe cell
            *((7, "lc", 1), (7, "lr", 1)),  # a wasted left click
            *((8, "lc", 5), (8, "lr", 5)),
        )
    )
    mouse = not_none(metrics.mouse)
    assert (metrics.status, metrics.clicks, metrics.effective_clicks) == ("won", 11, 8)
    assert (mouse.left_clicks, mouse.right_clicks, mouse.double_clicks) == (4, 6, 2)
    assert (mouse.wasted_left, mouse.wasted_right, mouse.wasted_double) == (2, 1, 1)
    assert (mouse.flags, mouse.flags_set, mouse.flagged_mines, mouse.wrong_flags) == (1, 3, 2, 1)
    assert (mouse.chords_of_flags, mouse.longest_streak, mouse.chord_solved) == (1, 6, 1)
    assert (mouse.flag_yield, mouse.chord_yield) == (1 / 3, 1)
    assert (mouse.style, mouse.left_per_second, mouse.path) == ("FL", 0.5, None)
    assert mouse.splits == (0, 4, 8)
    assert pickle.loads(pickle.dumps(metrics)) == metrics


def test_the_way_of_the_pointer() -> None:
    replay_of_hand = replay(
        *((0, "mv", 0), (0, "lc", 1), (0, "lr", 1)),
        *((1, "mv", 5), (1, "mv", -1), (2, "mv", 7), (2, "lc", 7), (2, "lr", 7)),
        *((3, "mv", 0), (3, "lc", 2), (3, "lr", 2), (4, "mv", 7)),
    )
    mouse = not_none(measure(replay_of_hand).mouse)
    assert (mouse.path, mouse.straight_path) == ((4 + 2 + 7 + 2) * 16, (6 + 5) * 16)
    wide = [each._replace(pixel=(2 * each.pixel[0], 9)) for each in replay_of_hand.events if each.pixel]
    larger = not_none(measure(Replay(STRIP, tuple(wide), cell_size=32)).mouse)
    assert (larger.path, larger.path_efficiency, larger.path_per_second) == (240, 11 / 15, 80)


@given(recordings())
def test_what_holds_of_every_recording(recording: Recording) -> None:
    metrics = measure(Replay(minefield_of(recording), events_of(recording)))
    mouse = not_none(metrics.mouse)
    assert (len(mouse.splits), list(mouse.splits)) == (metrics.solved, sorted(mouse.splits))
    assert mouse.flagged_mines + mouse.wrong_flags <= mouse.flags_set <= metrics.flag_clicks
    assert mouse.longest_streak <= metrics.effective_clicks <= metrics.clicks
    assert mouse.chord_solved <= metrics.solved
    if mouse.path is not None and mouse.straight_path is not None:
        assert mouse.straight_path <= mouse.path or math.isclose(mouse.straight_path, mouse.path)
