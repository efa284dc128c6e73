"""The bot plays games in drawn windows: it sees, clicks, and tells how they end."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray
from support.cases import rest_long
from support.desktops import AT, DrawnDesktop
from support.optional import not_none
from support.screens import LOOKS, Look, midgame, uneven, window

import sapper
from sapper._engine import Grid
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.bot.board_reader import BoardReader
from sapper.bot.bot_move import move_in
from sapper.bot.desktop import StoppedError
from sapper.bot.game_end import Change, GameEnd
from sapper.bot.window_player import Bot
from sapper.cli.commands import sapper as command_line
from sapper.screen.reading import read_picture


def bot(desktop: DrawnDesktop, close: str = "esc") -> Bot:
    return Bot(desktop, desktop.mines, sapper.Strategy("best"), new_game=("f2",), close=close)


def end_of(desktop: DrawnDesktop, player: Bot | None = None) -> GameEnd:
    """How a game ends, which has to be as in the program, without a cell that was read wrong."""
    end = (player or bot(desktop)).play()
    assert end.status == desktop.game.status != "playing", end.why
    assert not end.misread
    return end


pytestmark = pytest.mark.usefixtures("clock")


def test_games_are_played_to_the_end_that_they_have() -> None:
    desktop = DrawnDesktop(seed=1)
    player = bot(desktop)
    for number in range(3):
        if number:
            player.start_again()
        end = end_of(desktop, player)
        assert end.replay is not None
        mined = not_none(desktop.game.minefield)
        assert np.array_equal(end.replay.minefield.mined, mined)
        assert end.replay.play().status == end.status


@pytest.mark.parametrize("flags", rest_long([True, False]))
def test_the_last_two_cells_are_lost_or_won(flags: bool) -> None:
    """One of them is a mine, nothing tells which, and the mine that is hit has a look of its own."""
    statuses = []
    for mine in ((8, 7), (8, 8)):
        desktop = DrawnDesktop(seed=1, mines=7)
        mined = np.zeros((9, 9), dtype=bool)
        for cell in ((7, 6), (8, 6), (0, 0), (2, 8), (5, 1), (5, 6), mine):
            mined[cell] = True
        desktop.game = sapper.Minefield(mined, sapper.Topology.square(9, 9)).game()
        desktop.game.open(2, 4)
        desktop.red, desktop.flags = True, flags
        statuses.append(end_of(desktop).status)
    assert sorted(statuses) == ["lost", "won"]


@pytest.mark.parametrize("seed", rest_long([2, 3]))
def test_a_number_may_be_drawn_anew_in_another_way(seed: int) -> None:
    desktop = DrawnDesktop(seed=seed)
    desktop.fades = True
    end_of(desktop)


@pytest.mark.long
@pytest.mark.parametrize("mark", rest_long([4, HIDDEN]))
def test_a_mine_that_was_hit_may_look_like_something_else(mark: int, monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = DrawnDesktop(seed=5, mines=20)
    desktop.red = True
    original = BoardReader.marks

    def misread(reader: BoardReader, of: NDArray[np.int_], *, anew: bool = True) -> list[NDArray[np.int16]]:
        readings = original(reader, of, anew=anew)
        for look in of[desktop.game.position.marks == EXPLODED]:
            reader.learn(int(look), mark)
        return readings

    monkeypatch.setattr(BoardReader, "marks", misread)
    player = bot(desktop)
    statuses = []
    for number in range(3):
        if number:
            player.start_again()
        statuses.append(player.play().status)
        assert statuses[-1] == desktop.game.status
    assert statuses.count("lost") > 1


def test_open_cells_may_look_nearly_like_hidden_ones() -> None:
    """The rectangle that an opening fills may have no hidden cell to compare its empty ones with."""
    look = Look("gap", (226, 226, 226), (213, 213, 213), pitch=22)
    position = sapper.Position(np.full((9, 9), HIDDEN))
    reader: BoardReader | None = None
    small = {(0, 1): 1, (0, 2): 0, (0, 3): 0, (0, 4): 1, (1, 1): 1, (1, 2): 1, (1, 3): 1, (1, 4): 2}
    for new in ({}, {(2, 2): 1}, small):
        marks = position.marks.copy()
        for cell, mark in new.items():
            marks[cell] = mark
        position = sapper.Position(marks)
        pixels = window(position, look, at=AT, size=(360, 400))
        reader = reader or BoardReader(read_picture(pixels, 10)._read.grid, 10)
        assert np.array_equal(reader.marks(not_none(reader.see_in(pixels)))[0], marks)


def test_no_open_cell_is_clicked_in_a_program_that_draws_late() -> None:
    """Some programs set flags then."""
    desktop = DrawnDesktop(seed=1)
    desktop.late = 3
    end_of(desktop)
    assert not desktop.clicks_on_open_cells


@pytest.mark.parametrize("look", rest_long(["dark", "bevel"]))
def test_mines_may_be_cells_of_another_colour(look: str) -> None:
    """Nothing is drawn in them. They lie apart, so the last click has not opened them."""
    statuses = []
    for seed in (1, 5, 9):
        desktop = DrawnDesktop(seed, look, mines=20)
        desktop.plain = (240, 20, 20)
        statuses.append(end_of(desktop).status)
    assert "lost" in statuses


def test_a_cell_that_the_mouse_lights_at_first_does_not_look_open() -> None:
    look = replace(LOOKS["gap one colour"], pitch=22)
    for seed in range(1, 4):
        desktop = DrawnDesktop(seed, look)
        desktop.lit = (211, 215, 207)  # nearer to open cells than to hidden ones
        end_of(desktop)


def test_the_button_is_held_longer_for_a_program_that_misses_clicks() -> None:
    desktop = DrawnDesktop(seed=1)
    desktop.needs = 0.15
    end_of(desktop)
    mined = not_none(desktop.game.minefield)
    assert len(desktop.clicks) <= (~mined).sum() + 3


@pytest.mark.parametrize("seed", rest_long(range(1, 9), 3))
def test_mines_elsewhere_are_no_opening(seed: int) -> None:
    """Although numbers with the same look might stand there."""
    game = sapper.Game((9, 9, 10), seed=seed)
    hidden = game.position
    reader = reader_of(hidden, 10)
    before = looks_in_picture(reader, hidden)
    reader.marks(before)
    state = reader.state
    game.open(4, 4)
    looks_now = looks_in_picture(reader, game.position)
    row, column = np.argwhere(before == looks_now)[0].tolist()
    assert Change(reader, before, looks_now, [(row, column)]).is_elsewhere
    assert not Change(reader, before, looks_now, [(4, 4)]).is_elsewhere
    reader.state = state
    mined = not_none(game.minefield)
    mines = looks_in_picture(reader, sapper.Position(np.where(mined, FLAG, HIDDEN)))
    assert not Change(reader, before, mines, [(4, 4)]).is_elsewhere


def test_the_button_is_held_as_long_for_a_new_game() -> None:
    desktop = DrawnDesktop(seed=1)
    desktop.needs, desktop.face = 0.15, (20, 20)
    player = Bot(desktop, desktop.mines, sapper.Strategy("best"), new_game=("20,20",))
    player.play()
    player.start_again()
    assert desktop.game.status == "playing"


def reader_of(position: sapper.Position, mines: int, look: str = "bevel") -> BoardReader:
    """A reader of the board in a window."""
    rows, columns = position.topology.shape
    pitch = LOOKS[look].pitch
    grid = Grid.between(*AT, AT[0] + columns * pitch, AT[1] + rows * pitch, rows, columns)
    return BoardReader(grid, mines)


def looks_in_picture(reader: BoardReader, position: sapper.Position, look: str = "bevel") -> NDArray[np.int_]:
    """The looks in a picture of a position."""
    return not_none(reader.see_in(window(position, LOOKS[look], at=AT, size=(600, 520))))


def test_what_hidden_cells_turn_into_is_not_hidden() -> None:
    """A game that is lost early shows mines among many hidden cells."""
    game = sapper.Game((16, 20, 66), seed=3)
    game.open(8, 10)
    mined = not_none(game.minefield)
    reader = reader_of(game.position, 66)
    assert len(reader.marks(looks_in_picture(reader, game.position))) == 1
    marks = np.where(mined, FLAG, game.position.marks)
    marks[tuple(np.argwhere(mined)[0])] = EXPLODED
    readings = reader.marks(looks_in_picture(reader, sapper.Position(marks)))
    assert readings
    assert not any((reading[mined] == HIDDEN).any() for reading in readings)


def test_hidden_cells_of_a_new_game_may_have_a_drawing() -> None:
    position = midgame(9, 9, 10, seed=4, moves=3)
    reader = reader_of(position, 10)
    assert reader.marks(looks_in_picture(reader, position))
    fresh = sapper.Position([[HIDDEN] * 9] * 9)
    pixels = window(fresh, replace(LOOKS["bevel"], gloss=True), at=AT, size=(600, 520))
    of = not_none(reader.see_in(pixels))
    assert any(np.array_equal(marks, fresh.marks) for marks in reader.marks(of))


def test_the_sides_of_cells_are_seen_once() -> None:
    position = midgame(9, 9, 10, seed=4, moves=3)
    reader = reader_of(position, 10)
    before = looks_in_picture(reader, position)
    assert reader.last is not None
    later = reader.last.copy()
    row, column = np.argwhere(position.marks > 0)[0]
    x, y = reader.middle((row, column))
    later[y - reader.box[1], x - reader.box[0] + round(LOOKS["bevel"].pitch / 2) - 1] = (255, 0, 255)
    assert reader.changes(reader.last, later).sum() == 1
    after = reader.see(later)
    assert after is not None
    assert np.array_equal(after, before)
    assert not reader.changes(reader.last, later).any()


def test_a_number_stays_the_same_if_the_cell_beside_it_changes() -> None:
    """Cells are not of whole pixels, so a pixel of the one beside it counts as its own."""
    before, after = (midgame(9, 9, 10, seed=9, moves=moves) for moves in (1, 2))
    reader = reader_of(before, 10, "bevel fraction")
    looks = looks_in_picture(reader, before, "bevel fraction")
    numbers = before.marks > 0
    assert np.array_equal(looks_in_picture(reader, after, "bevel fraction")[numbers], looks[numbers])


def test_a_pressed_cell_that_looks_empty_is_half_drawn() -> None:
    position = midgame(9, 9, 10, seed=4, moves=3)
    look = LOOKS["bevel"]
    before = window(position, look, at=AT, size=(360, 400))
    reader = BoardReader(sapper.read_picture(before, 10)._read.grid, 10)
    of = not_none(reader.see_in(before))
    assert reader.marks(of)
    assert not reader.is_incomplete(of)
    marks = position.marks.copy()
    marks[sapper.analyse(position).safe[0]] = 0
    later = window(sapper.Position(marks), look, at=AT, size=(360, 400))
    assert reader.is_incomplete(not_none(reader.see_in(later)))


def test_more_flags_than_mines_are_hidden_cells() -> None:
    pixels = window(sapper.Position([[-1] * 9] * 9), LOOKS["bevel"], at=AT, size=(360, 400))
    reader = BoardReader(sapper.read_picture(pixels, 10)._read.grid, 10)
    of = not_none(reader.see_in(pixels))
    for number in np.unique(of).tolist():
        reader.learn(number, FLAG)
    (marks,) = reader.marks(of)
    assert (marks == HIDDEN).all()


def test_cells_that_differ_by_a_pixel_keep_their_looks() -> None:
    look = replace(LOOKS["gap one colour"], pitch=24)
    position = midgame(16, 30, 99, seed=1, moves=30)
    cell = next((row, column) for row, column in np.argwhere(position.marks > 0) if row < 7 and column < 14)
    fewer = position.marks.copy()
    fewer[cell] = -1
    positions = [position, sapper.Position(fewer)]  # only a wide cell changes
    pictures = [uneven(window(position, look), 14, 7, pitch=24) for position in positions]
    reader = BoardReader(sapper.read_picture(pictures[0], 99)._read.grid, 99)
    for position, pixels in zip(positions, pictures, strict=True):
        assert np.array_equal(reader.marks(not_none(reader.see_in(pixels)))[0], position.marks)


def test_a_board_whose_end_is_not_clear_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame(17, 17, 28, seed=4063, moves=5)  # the last column is empty, and has no lines
    pixels = window(position, replace(LOOKS["dark"], ground=0, pitch=19, size=0.63), size=(700, 640))
    monkeypatch.setattr(DrawnDesktop, "capture", lambda _: pixels)
    with pytest.raises(sapper.GameError, match=r"17 rows and 16 columns.*where it ends \(right\)"):
        bot(DrawnDesktop(seed=1, mines=28))


def series(desktop: DrawnDesktop, monkeypatch: pytest.MonkeyPatch, *more: str, games: int = 2) -> Result:
    """What the command line says of some games."""
    monkeypatch.setattr("sapper.bot.desktop.RealDesktop", lambda: nullcontext(desktop))
    options = ["--mines", "10", "--play", "--games", str(games), "--new-game", "f2", *more]
    return CliRunner().invoke(command_line, ["bot", *options])


def test_only_what_is_shown_is_done_without_play() -> None:
    desktop = DrawnDesktop(seed=1)
    move = bot(desktop).look()
    assert move.cells
    assert not desktop.clicks


def test_the_games_of_a_later_run_are_added_to_those_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for run in (0, 1):
        result = series(DrawnDesktop(seed=1 + run), monkeypatch, "--save", str(tmp_path), games=1)
        assert result.exit_code == 0, result.output
        assert len(list(tmp_path.glob("*.rawvf"))) == run + 1
        assert len((tmp_path / "games.csv").read_text().splitlines()) == run + 2


@pytest.mark.parametrize("flags", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_game_that_is_won_already_is_no_game_of_the_bot(
    flags: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = DrawnDesktop(seed=1)
    desktop.game.open(4, 4)
    desktop.flags = flags
    mined = not_none(desktop.game.minefield)
    for row, column in np.argwhere(~mined):
        desktop.game.open(int(row), int(column))
    assert desktop.game.status == "won"
    desktop.presses.clear()
    result = series(desktop, monkeypatch)
    assert result.exit_code == 0, result.output
    assert "Games          2\n" in result.stdout
    assert desktop.presses == ["f2", "f2"]


def test_the_record_is_printed_if_no_new_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = DrawnDesktop(seed=1)
    desktop.deaf = True
    result = series(desktop, monkeypatch)
    assert result.exit_code == 2
    assert "no new game began with f2" in result.stderr
    assert "Games          1\n" in result.stdout


def test_a_dialog_at_the_end_is_closed() -> None:
    desktop = DrawnDesktop(seed=1)
    desktop.covers_end = True
    player = bot(desktop)
    assert player.play().status == desktop.game.status
    player.start_again()
    assert (desktop.game.position.marks == HIDDEN).all()


@pytest.mark.long
def test_keys_that_close_a_dialog_do_not_go_to_the_window_of_the_board() -> None:
    desktop = DrawnDesktop(seed=1)
    desktop.covers_end, desktop.asks = True, False
    bot(desktop).play()
    assert desktop.game.status != "playing"
    assert "esc" not in desktop.presses


def test_a_program_that_does_not_react_is_left_alone() -> None:
    desktop = DrawnDesktop(seed=1)
    player = bot(desktop)
    desktop.dead = True
    end = player.play()
    assert end.status == "unfinished"
    assert "does not react" in end.why
    assert len(desktop.clicks) <= 5
    while desktop.game.status == "playing":
        best = sapper.analyse(desktop.game).safest
        assert isinstance(best, tuple)
        desktop.game.open(*best)
    desktop.deaf = True
    with pytest.raises(sapper.GameError, match="no new game began with f2"):
        player.start_again()


def test_a_refusal_names_the_options_that_help(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = np.full((400, 360, 3), 90, dtype=np.uint8)
    monkeypatch.setattr(DrawnDesktop, "capture", lambda _: pixels)
    with pytest.raises(sapper.FormatError, match=r"found no board.*--within.*--rows") as refusal:
        bot(DrawnDesktop(1))
    assert "Cut" not in str(refusal.value)
    position = midgame(9, 9, 10, seed=3, moves=5)
    one, other = (
        window(position, replace(LOOKS["bevel"], pitch=pitch), size=(500, 480)) for pitch in (20, 27)
    )
    pixels = np.concatenate([one, other], axis=1)
    with pytest.raises(
        sapper.FormatError, match=r"2 boards on the screen.*--within \d+,\d+,\d+,\d+ and .*Choose one"
    ):
        bot(DrawnDesktop(1))


def test_a_person_stops_it_between_clicks() -> None:
    desktop = DrawnDesktop(seed=1)
    player = bot(desktop)
    desktop.stop_after = 2
    with pytest.raises(StoppedError):
        player.play()
    assert len(desktop.clicks) == 2


def test_keys_that_are_not_there_are_refused() -> None:
    with pytest.raises(sapper.GameError, match="unknown key 'contrl': did you mean 'ctrl'"):
        bot(DrawnDesktop(seed=1), close="contrl+n")


def test_only_what_is_safe_in_all_readings_is_sure_and_other_cells_have_the_least_risk() -> None:
    strategy = sapper.Strategy("best")
    comparisons = disagreements = guesses = 0
    for seed, moves in ((4, 3), (20, 20)):
        position = midgame(9, 9, 10, seed=seed, moves=moves)
        for cell in np.argwhere(position.marks > 0):
            other = position.marks.copy()
            other[tuple(cell)] += 1
            try:
                analyses = [sapper.analyse(sapper.Position(marks, 10)) for marks in (position.marks, other)]
            except sapper.PositionError:
                continue
            safe = set(analyses[0].safe) & set(analyses[1].safe)
            move = move_in([position.marks, other], 10, strategy, [0.9, 0.1])
            comparisons += 1
            disagreements += safe != set(analyses[0].safe)
            if safe:
                assert move.sure
                assert set(move.cells) == safe
            else:
                risks = 0.9 * analyses[0].mine_probability + 0.1 * analyses[1].mine_probability
                guesses += 1
                assert not move.sure
                assert len(move.cells) == 1
                assert move.risk == pytest.approx(risks[move.cells[0]])
                assert move.risk <= np.nanmin(risks) + 0.011
    assert comparisons > disagreements > 0
    assert guesses > 0
