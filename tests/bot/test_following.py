"""The bot follows boards that change, tells how games end, and plays on in programs that open other cells."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner, Result
from support.cases import rest_long
from support.desktops import ChangingDesktop, DrawnDesktop, End, Layout
from support.screens import LOOKS, window

import sapper
from sapper.board.marks import EXPLODED
from sapper.bot.board_reader import differ
from sapper.bot.board_watcher import CLEAR, veil_over
from sapper.bot.bot_move import BotMove, may_win
from sapper.bot.game_end import GameEnd
from sapper.bot.window_player import Bot
from sapper.cli.commands import sapper as command_line

EASY, HARD = 10, 20  # mines
LOSES = 4  # the seed of a hard game in which the bot guesses wrong
FIRST = 5  # the seed of one before a game in which its first click is wrong


pytestmark = pytest.mark.usefixtures("clock")


def ends_of(desktop: ChangingDesktop, games: int = 1) -> Sequence[tuple[GameEnd, str]]:
    """Games, each with the status that it has in the program."""
    player = Bot(desktop, desktop.mines, sapper.Strategy("best"), new_game=("f2",))
    ends = []
    for number in range(games):
        if number:
            player.start_again()
        game = desktop.game
        ends.append((player.play(), game.status))
    return ends


@pytest.mark.parametrize("layout", rest_long(["widens", "fitted", "moves", "uneven", "grows"], 2))
@pytest.mark.parametrize(
    ("mines", "seed", "games"), [(EASY, 1, 2), pytest.param(HARD, LOSES, 2, marks=pytest.mark.long)]
)
def test_a_board_that_changes_its_place_or_size_is_played_to_the_end(
    layout: Layout, mines: int, seed: int, games: int
) -> None:
    for end, status in ends_of(ChangingDesktop(seed, mines, layout=layout), games):
        assert end.status == status, end.why
        assert not end.misread
        assert end.replay is not None or status == "lost"


@pytest.mark.parametrize("look", rest_long(["line", "bevel", "gap"]))
@pytest.mark.parametrize("dims", [range(1, 100), range(3, 5)], ids=["from the first click", "for two clicks"])
def test_a_board_that_is_dim_while_the_game_goes_on_is_played_on(dims: range, look: str) -> None:
    for seed in (1, 3):
        desktop = ChangingDesktop(seed, 12)
        desktop.look = LOOKS[look]
        desktop.dims = dims
        end, status = ends_of(desktop)[0]
        assert end.status == status != "playing", end.why
        assert not end.misread


@pytest.mark.parametrize("captures", rest_long([1, 3, 2, 4, 8, 14, 20]))
@pytest.mark.parametrize(("at", "pitch"), [((60, 230), 33), ((141, 149), 33), ((137, 149), 25)])
def test_a_board_may_jump_between_any_two_looks(at: tuple[int, int], pitch: int, captures: int) -> None:
    desktop = ChangingDesktop(1, EASY)
    desktop.jump = captures, at, pitch
    end, status = ends_of(desktop)[0]
    assert (end.status, status) == ("won", "won"), end.why


@pytest.mark.parametrize("captures", rest_long([9, 1, 2, 3, 5, 7, 12, 16, 20]))
@pytest.mark.parametrize("at", [(1000, 149), (-80, 149), (-10, 149), (420, 149)])
def test_a_board_that_left_the_screen_is_not_played(at: tuple[int, int], captures: int) -> None:
    """The desktop fails where a click lies beside the board."""
    desktop = ChangingDesktop(1, EASY)
    desktop.jump = captures, at, 33
    try:
        (end, status), *_ = ends_of(desktop)
    except sapper.GameError as error:
        assert "not elsewhere on the screen" in str(error)  # noqa: PT017
    else:
        assert end.status == "unfinished" or (end.status, status) == ("won", "won"), end.why


LOSSES: list[End] = [
    "label", "dialog, then a new game", "banner and mines", "mines", "others", "dialog", "banner", "gone",
    "dimmed with mines", "dimmed", "dimmed banner", "dimmed, not drawn",
]  # fmt: skip


@pytest.mark.parametrize("end", rest_long(LOSSES, 2))
def test_a_loss_is_told_however_the_program_shows_it(end: End) -> None:
    outcome, status = ends_of(ChangingDesktop(LOSES, HARD, end=end))[0]
    assert (outcome.status, status) == ("lost", "lost"), outcome.why
    assert not outcome.misread
    if outcome.replay is not None:
        assert end in ("mines", "others", "dimmed with mines")
        assert outcome.replay.play().status == "lost"


@pytest.mark.parametrize(
    "end",
    rest_long(
        ["dialog", "dimmed, not drawn", *(end for end in LOSSES if "mines" not in end and end != "dialog")], 2
    ),
)
def test_a_win_is_told_however_the_program_shows_it(end: End) -> None:
    outcome, status = ends_of(ChangingDesktop(1, EASY, end=end))[0]
    assert (outcome.status, status) == ("won", "won"), outcome.why


def test_a_game_begins_in_the_colours_that_the_board_had() -> None:
    desktop = ChangingDesktop(LOSES, HARD, end="dimmed with mines")
    for end, status in ends_of(desktop, 3):
        assert end.status == status, end.why
        assert not end.misread


@pytest.mark.parametrize("seconds", rest_long([1.5, 0.2, 0.7, 2.0]))
@pytest.mark.parametrize("end", rest_long(["label", "nothing", "mines", "dimmed", "banner", "gone"], 2))
def test_a_board_may_fade_step_by_step(end: End, seconds: float) -> None:
    desktop = ChangingDesktop(LOSES, HARD, end=end)
    desktop.fades = seconds
    outcome, status = ends_of(desktop)[0]
    assert status == "lost"
    assert outcome.before_new_game().status == "lost", outcome.why
    assert not outcome.misread


def test_a_dimmed_loss_is_told_although_hidden_cells_look_nearly_empty() -> None:
    desktop = ChangingDesktop(LOSES, HARD, end="dimmed banner")
    desktop.look = replace(LOOKS["gap"], hidden=(205, 205, 205), open_ground=(190, 190, 190))
    end, status = ends_of(desktop)[0]
    assert (end.status, status) == ("lost", "lost"), end.why
    assert not end.misread


@pytest.mark.parametrize(("seed", "result"), [(3, "unfinished"), (8, "won")])
def test_a_dimmed_board_is_not_taken_for_another_one(seed: int, result: str) -> None:
    """Dimmed lines that are not those of cells may look like a board of nearly the same size."""
    desktop = ChangingDesktop(seed, HARD, end="dimmed, not drawn")
    desktop.look = LOOKS["gap"]
    end, status = ends_of(desktop)[0]
    assert (end.status, status) == (result, "won"), end.why


@pytest.mark.parametrize("seed", rest_long([13, 17, 19], 1))
def test_mines_beside_a_message_are_told_before_there_are_numbers(seed: int) -> None:
    desktop = ChangingDesktop(seed, HARD, end="banner and mines")
    desktop.safe = False
    desktop.game = sapper.Game((9, 9, HARD), rules=sapper.Rules(first_click="any"), seed=seed)
    end, status = ends_of(desktop)[0]
    assert (end.status, status, end.guesses) == ("lost", "lost", 1), end.why


@pytest.mark.parametrize("seed", rest_long([4, 6]))
def test_mines_beside_a_message_are_told_from_its_edges(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some cells on an edge of the message are alike, too. Not all systems tell which window is in front."""
    monkeypatch.setattr(ChangingDesktop, "front", lambda _desktop: None)
    end, status = ends_of(ChangingDesktop(seed, HARD, end="banner and mines"))[0]
    assert (end.status, status) == ("lost", "lost"), end.why
    assert not end.misread


@pytest.mark.long
def test_a_first_click_may_lose_once_the_program_has_reacted() -> None:
    """In the first game, a guess may have won below the message."""
    desktop = ChangingDesktop(3, HARD, end="dimmed banner")
    desktop.safe = False
    (first, status), *others = ends_of(desktop, 4)
    assert (first.status, status) == ("unfinished", "won")
    assert [end.status for end, _ in others] == [status for _, status in others]
    assert ("lost", 1) in [(end.status, end.guesses) for end, _ in others]


def test_a_dialog_about_a_first_click_is_closed_for_the_next_game() -> None:
    """The bot does not know the window of the board yet, because no click opened anything."""
    desktop = ChangingDesktop(FIRST, HARD, end="dialog")
    desktop.safe = False
    desktop.press("f2")
    (first, lost), (second, status) = ends_of(desktop, 2)
    assert (first.status, lost) == ("unfinished", "lost")
    assert (second.status, status) in {("won", "won"), ("lost", "lost")}


def test_drawn_minefields_tell_whether_a_move_may_have_won() -> None:
    game = sapper.Game((9, 9, HARD), seed=LOSES)
    assert not may_win(guess(game, 4, 4))  # one click opens all in hardly any minefield
    game.open(4, 4)
    assert not may_win(guess(game, 0, 0))
    mined = np.zeros((9, 9), dtype=bool)
    mined[8, 8] = True
    game = sapper.Minefield(mined, sapper.Topology.square(9, 9)).game()
    assert may_win(guess(game, 0, 0))  # it opens all but the mine, if that is not beside it
    mined[0, :3] = True
    game = sapper.Minefield(mined, sapper.Topology.square(9, 9)).game()
    game.open(4, 4)
    assert may_win(guess(game, 0, 0))  # the last but one


def test_a_move_may_have_won_if_there_is_no_time_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.bot.bot_move._SECONDS_FOR_GAMES", -1.0)
    assert may_win(guess(sapper.Game((9, 9, HARD), seed=LOSES), 4, 4))


def guess(game: sapper.Game, row: int, column: int) -> BotMove:
    position = game.position
    return BotMove(position, sapper.analyse(position), 1, ((row, column),), False, 0.5)


@pytest.mark.parametrize(("share", "offset"), [(0.4, (20, 20, 20)), (0.7, (0, 0, 0)), (0.5, (127, 127, 127))])
def test_a_veil_is_lifted_from_the_part_that_it_covers(share: float, offset: tuple[int, int, int]) -> None:
    game = sapper.Game((9, 9, EASY), seed=1)
    game.open(4, 4)
    before = window(game.position, LOOKS["bevel"], size=(300, 300))
    now = np.asarray(before * share + offset, dtype=np.uint8)
    now[40:100, 60:200] = 255
    veil = veil_over(before, now)
    assert veil is not None
    assert veil.share == pytest.approx(share, abs=0.03)
    same = ~differ(before, veil.lift(now))
    assert same[100:].all()
    assert same[:, :60].all()


def test_other_changes_are_no_veil() -> None:
    before = window(sapper.Game((9, 9, EASY), seed=1).position, LOOKS["bevel"], size=(300, 300))
    assert veil_over(before, before) is CLEAR
    assert veil_over(before, before[1:]) is None
    assert veil_over(before, np.full_like(before, 90)) is None
    assert veil_over(before, 255 - before) is None
    noise = np.random.default_rng(1).integers(0, 255, before.shape, dtype=np.uint8)
    assert veil_over(before, noise) is None


def test_a_window_that_comes_in_front_is_no_loss() -> None:
    """Whatever the click before it was."""
    for click in (1, 7):
        desktop = ChangingDesktop(LOSES, HARD)
        desktop.stranger = click
        end, status = ends_of(desktop)[0]
        assert status == "playing"
        assert end.status == "unfinished", end.why


def series(desktop: ChangingDesktop, games: int, monkeypatch: pytest.MonkeyPatch) -> Result:
    """What the command line says of some games."""
    monkeypatch.setattr("sapper.bot.desktop.RealDesktop", lambda: nullcontext(desktop))
    options = ["--mines", str(desktop.mines), "--play", "--games", str(games), "--new-game", "f2"]
    return CliRunner().invoke(command_line, ["bot", *options])


def test_a_loss_that_shows_nothing_is_told_by_the_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = ChangingDesktop(LOSES, HARD, end="nothing")
    result = series(desktop, 2, monkeypatch)
    first, second, *_ = result.stderr.splitlines()
    assert "Game 1: lost (the board did not react after a guess, and then a new game began)" in first
    assert "Game 2: won" in second or "Game 2: lost" in second  # the last game of a series, too
    alone = series(ChangingDesktop(LOSES, HARD, end="nothing"), 1, monkeypatch)
    assert "Game 1: unfinished or lost" in alone.stderr
    assert "the guess may have lost the game" in alone.stderr
    assert alone.exit_code == 3


def test_a_program_that_hangs_is_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    for click in (1, 4):
        desktop = ChangingDesktop(LOSES, HARD, end="nothing")
        desktop.hangs = click
        result = series(desktop, 2, monkeypatch)
        assert desktop.game.status == "playing"
        assert "Game 1: unfinished (the program does not react to clicks any more" in result.stderr
        assert "no new game began with f2" in result.stderr
        assert result.exit_code == 2


def test_a_win_that_shows_nothing_is_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    result = series(ChangingDesktop(1, EASY, end="nothing"), 1, monkeypatch)
    assert "Game 1: won" in result.stderr
    assert result.exit_code == 0


def play(desktop: DrawnDesktop) -> GameEnd:
    return Bot(desktop, desktop.mines, sapper.Strategy("best"), new_game=("f2",)).play()


@pytest.mark.parametrize("seed", rest_long([1, 2, 3]))
def test_a_program_may_open_only_empty_cells_around_an_empty_one(seed: int) -> None:
    desktop = DrawnDesktop(seed)
    desktop.half = True
    end = play(desktop)
    assert end.status == desktop.game.status, end.why
    assert not end.misread


@pytest.mark.parametrize("look", rest_long(["bevel", "noise", "dark"]))
def test_a_program_may_open_all_without_a_mine_around_a_click(look: str) -> None:
    """Then empty cells touch hidden ones, and the cell that was clicked may not be empty."""
    statuses = []
    for seed in (1, 2):
        desktop = DrawnDesktop(seed, look)
        desktop.beside = True
        desktop.game = sapper.Game((9, 9, 10), rules=sapper.Rules(first_click="safe"), seed=seed)
        end = play(desktop)
        assert end.status == desktop.game.status, end.why
        assert not end.misread
        statuses.append(end.status)
    assert "won" in statuses


@pytest.mark.parametrize("seed", rest_long([1, 2, 3, 4]))
def test_a_program_may_place_fewer_mines_than_it_says(seed: int) -> None:
    desktop = DrawnDesktop(seed, mines=12, fewer=2)
    end = play(desktop)
    assert end.status == "won"
    assert len(desktop.clicks) <= 81


@pytest.mark.parametrize("first", [(7, 7), (0, 8)])
def test_a_program_that_opens_the_cell_where_the_mouse_was_is_played_on(first: tuple[int, int]) -> None:
    """The first cell opens many, or those beside it alone."""
    desktop = DrawnDesktop(seed=1)
    desktop.needs, desktop.astray = 0.04, first
    end = play(desktop)
    assert end.status == desktop.game.status != "playing"
    assert not end.misread
    assert end.replay is not None
    assert end.replay.play().status == end.status


@pytest.mark.parametrize("seed", rest_long([2, 11]))
def test_a_program_that_takes_the_mouse_for_where_it_waited_opens_no_mine(seed: int) -> None:
    """The mouse waits beside the board, and the program opens the cell there, which may hold a mine."""
    desktop = DrawnDesktop(seed)
    desktop.lags = 4
    end = play(desktop)
    assert desktop.lag_marks
    assert EXPLODED not in desktop.lag_marks
    assert end.status == desktop.game.status != "playing"
    assert not end.misread
