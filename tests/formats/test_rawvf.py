"""RawVF, read and written."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.play import play_out
from support.recordings import Recording, clicks, rawvf
from support.replays import GAME, check_read, minefield_of, recordings, replay_of
from support.strategies import rules

from sapper import ArgumentError, FormatError, Game, Minefield, MouseEvent, Replay, Rules, Topology, analyse
from sapper.board.game import ActionKind
from sapper.board.rules import Guessing
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName, topology_by_name
from sapper.formats import parse, render


def test_a_recording_is_read() -> None:
    replay = replay_of(rawvf(GAME, options="Level: Custom\nTime: 70.010\nSkin:\n"))
    check_read(replay, GAME)
    assert replay.rules == Rules("any")
    assert replay.about == {"Player": "Nobody", "Time": "70.010", "Skin": ""}


@given(recordings(kinds="mv lc lr rc rr mc mr sc mt"))
def test_any_recording_is_read_and_written_as_it_was(game: Recording) -> None:
    replay = replay_of(rawvf(game))
    check_read(replay, game)
    assert replay.rules.question_marks == game.question_marks
    assert parse(render(replay, "rawvf")) == replay


@given(rules(), st.integers(0, 10_000))
def test_games_played_here_go_to_text_and_back(rules: Rules, seed: int) -> None:
    game = play_out(Game((6, 7, 7), rules, seed=seed), seed)
    if game.minefield is None:
        return
    times = [0.017 * number for number, _ in enumerate(game.history)]
    replay = Replay.from_game(game, times, {"Player": "Nobody", "Mode": "Classic"})
    again = replay_of(render(replay, "rawvf"))
    assert again.play() == replay.play()
    assert (again.rules, again.about) == (replay.rules, replay.about)
    assert [event.seconds for event in again.events] == [round(event.seconds, 3) for event in replay.events]
    assert [e._replace(seconds=0) for e in again.events] == [e._replace(seconds=0) for e in replay.events]


@pytest.mark.parametrize("rule", ["hard_core", "lucky", "kaboom"])
def test_games_with_a_rule_of_guessing_go_to_text_and_back(rule: Guessing) -> None:
    """The file has the mines where they ended, so the clicks end as they did."""
    ends = set()
    for seed in range(30):
        game = Game((5, 6, 9), Rules("any", guessing=rule), seed=seed)
        random = np.random.default_rng(seed)
        while game.status == "playing":
            cells = np.argwhere(analyse(game.position).mine_probability < 1)  # no certain mine
            row, column = random.choice(cells).tolist()
            kind: ActionKind = "flag" if random.random() < 0.2 else "open"
            game.act(kind, (row, column))
            numbers = np.argwhere(game.position.marks > 0)
            is_over = game.safe_left == 0 or game.exploded > 0 or game.lost_by_guess
            if not is_over and numbers.size and random.random() < 0.3:
                row, column = random.choice(numbers).tolist()
                game.chord(row, column)
        text = render(Replay.from_game(game), "rawvf")
        assert f"\nSapper_Guessing: {rule}\n" in text.decode()
        again = replay_of(text)
        assert again.rules.guessing == rule
        end = again.play()
        assert (end.status, end.lost_by_guess) == (game.status, game.lost_by_guess)
        assert (end.position, end.history) == (game.position, game.history)
        ends.add((game.status, game.lost_by_guess))
    hard_core = {("lost", True), ("lost", False)}
    assert ends >= {"hard_core": hard_core, "lucky": {("won", False)}, "kaboom": {("lost", True)}}[rule]


def test_the_text_is_as_others_write_it() -> None:
    game = Recording(2, 3, ((0, 0),), clicks((1234, "lc", (1, 2)), (1240, "lr", (1, 2))), player="A B")
    replay = replay_of(rawvf(game))
    assert render(replay, "rawvf").decode() == (
        "RawVF_Version: Rev6\nPlayer: A B\nLevel: Custom\nWidth: 3\nHeight: 2\nMines: 1\nMarks: Off\n"
        "Board:\n*00\n000\nEvents:\n1.234 lc 3 2 (40 24)\n1.240 lr 3 2 (40 24)"
    )


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("1.23 lc 2 1 (20 5)", MouseEvent(1.23, "lc", (0, 1), (20, 5))),
        ("1.234 lc (20 5)", MouseEvent(1.234, "lc", (0, 1), (20, 5))),
        ("12 mv 2 1(20 5)", MouseEvent(12.0, "mv", (0, 1), (20, 5))),
        ("-1.5 rr  3 2  ( 40 31 ) (lr)", MouseEvent(-1.5, "rr", (1, 2), (40, 31))),
        ("0.000 mv 1 1 (-3 5)", MouseEvent(0.0, "mv", None, (-3, 5))),  # a little to the left
        ("0.000 mv 4 1 (48 5)", MouseEvent(0.0, "mv", None, (48, 5))),
        ("0.000 mv (5 32)", MouseEvent(0.0, "mv", None, (5, 32))),
        ("0.000 mv 0 0 (5 5)", MouseEvent(0.0, "mv", None, (5, 5))),
    ],
)
def test_events_come_in_several_forms(line: str, event: MouseEvent) -> None:
    assert replay_of(rawvf(Recording(2, 3, (), ()), extra=line)).events == (event,)


@pytest.mark.parametrize("line", ["0.000 rr 3 -11 (40 8)", "0.000 rr 0 1 (8 8)", "0.000 mv (5 -32)"])
def test_events_off_the_board_stay_off_it(line: str) -> None:
    replay = replay_of(rawvf(GAME, extra=line))
    assert replay.events[-1].cell is None
    assert replay_of(render(replay, "rawvf").decode()) == replay


def test_lines_about_the_board_and_the_game_are_skipped() -> None:
    more = (
        "0.000 start\nflag 2 1\nnumber3 1 1\npressedqm 1 1\n1.000 won\nblast 1 1\n\n0.5 sx 3\nnonstandard\n"
    )
    assert replay_of(rawvf(GAME, extra=more)) == replay_of(rawvf(GAME))


def test_a_file_with_other_line_ends_and_no_keys_is_read() -> None:
    replay = replay_of("\ufeffProgram: x: y\r\n\r\nBoard:\r\n*0\r\nEvents:\r\n0.1 lc (17 0)\r\n")
    assert replay.about == {"Program": "x: y"}
    assert replay.minefield.cells() == [(0, 0)]
    assert replay.events == (MouseEvent(0.1, "lc", (0, 1), (17, 0)),)


def test_revision_3_has_no_line_before_the_events() -> None:
    old = rawvf(GAME).replace(b"Rev6", b"Rev3").replace(b"Events:\n", b"")
    assert replay_of(old) == replay_of(rawvf(GAME))
    assert replay_of(old.replace(b"0.000 lc", b"0.000 start\n0.000 lc", 1)) == replay_of(old)
    with pytest.raises(FormatError, match="unknown 'l'"):
        parse(old.replace(b"0.000 lc", b"lc", 1), format="rawvf")


def test_the_size_of_a_cell_decides_which_cell_a_pixel_is_on() -> None:
    game = Recording(2, 3, (), ((0, "lc", 64, 127), (10, "lr", 191, 64), (20, "mv", 192, 0)))
    replay = replay_of(rawvf(game, options="SquareSize: 64\n"))
    assert [event.cell for event in replay.events] == [(1, 1), (1, 2), None]
    assert replay.cell_size == 64
    assert "SquareSize" not in replay.about
    assert [event.cell for event in replay_of(render(replay, "rawvf")).events] == [(1, 1), (1, 2), None]
    with pytest.raises(FormatError, match="SquareSize must be 1 to 255, not 0") as refusal:
        parse(rawvf(game, options="SquareSize: 0\n"))
    assert refusal.value.line == 3


def test_a_super_click_on_an_open_cell_chords() -> None:
    steps = [(0, "lc", (0, 1)), (1, "lr", (0, 1)), (2, "rc", (0, 0)), (3, "rr", (0, 0))]
    steps += [(4, "lc", (0, 1)), (5, "lr", (0, 1))]
    game = Recording(3, 3, ((0, 0),), clicks(*steps))
    replay = replay_of(rawvf(game, options="SuperClick: On\n"))
    assert [action.kind for action in replay.actions] == ["open", "flag", "chord"]
    assert replay.play().status == "won"
    assert "SuperClick" not in replay.about
    assert replay_of(render(replay, "rawvf")) == replay
    assert replay_of(rawvf(game)).play().status == "playing"


def test_pixels_of_another_size_are_scaled_and_cells_stay() -> None:
    events = (
        MouseEvent(0, "lc", (1, 2), (29 * 2 + 28, 29 + 1)),
        MouseEvent(0, "lr", None, (29 * 3, 29 * 2)),
        MouseEvent(0, "mv", (0, 1)),
        MouseEvent(0, "mv", None),
    )
    replay = Replay(Minefield([], Topology.square(2, 3)), events, cell_size=29)
    again = replay_of(render(replay, "rawvf"))
    assert [event.cell for event in again.events] == [event.cell for event in events]
    assert [event.pixel for event in again.events] == [(47, 16), (48, 32), (16, 0), (48, 32)]


@pytest.mark.parametrize("about", [{"a:b": ""}, {"": ""}, {" a": ""}, {"Board": "x"}, {"a\nb": "x"}])
def test_impossible_keys_are_refused(about: dict[str, str]) -> None:
    with pytest.raises(FormatError, match="rawvf cannot hold"):
        render(Replay(minefield_of(GAME), (), about=about), "rawvf")


def test_values_take_one_line_and_reserved_keys_are_left_out() -> None:
    about = {"Player": " a\n b\x85", "Mines": "1000", "level": "x"}
    again = replay_of(render(Replay(minefield_of(GAME), (), about=about), "rawvf"))
    assert again.about == {"Player": "a b"}
    with pytest.raises(FormatError, match=r"a file cannot hold the character '\\udc80'"):
        render(Replay(minefield_of(GAME), (), about={"Player": "\udc80"}), "rawvf")


@pytest.mark.parametrize("time", [float("nan"), float("inf"), 1e9])
def test_times_that_cannot_be_written_are_refused(time: float) -> None:
    error = FormatError if math.isfinite(time) else ArgumentError  # it is not a time then
    with pytest.raises(error, match="time"):
        render(Replay(minefield_of(GAME), (MouseEvent(time, "mv", None),)), "rawvf")


def test_boards_of_other_shapes_are_refused() -> None:
    with pytest.raises(FormatError, match=r"rawvf holds only .*; this one is a torus of 2 x 2 x 2 cells"):
        render(Replay(Minefield([], Topology.torus(2, 2, 2)), ()), "rawvf")


@pytest.mark.parametrize("name", TOPOLOGY_NAMES)
def test_boards_with_rows_and_columns_keep_their_topology(name: TopologyName) -> None:
    replay = Replay(Minefield([(0, 1)], topology_by_name(name, (3, 4))), ())
    text = render(replay, "rawvf")
    assert (b"Sapper_Topology" in text) == (name != "square")
    assert parse(text, kind=Replay) == replay
