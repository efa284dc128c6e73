"""Review, boards that need no guess, simulation, statistics: one pass through each."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect
from support.optional import not_none
from support.pages import Sapper, count_games, drop, paste, review_a_mistake, save_as, watch
from support.recordings import evf4, evfs
from support.replays import GAME
from support.screens import unclear_picture

import sapper as library
from sapper import formats

# Done in the page: asked from outside, a busy machine would look when the review is over.
STOP = """() => {
    const wait = document.querySelector('.review-wait');
    if (!wait || wait.hidden || !/\\d of \\d/.test(wait.textContent)) return false;
    wait.querySelector('button').click();
    return true;
}"""

# The cells along the line that shows the way of the pointer; null without one.
WAY = """() => {
    const line = document.querySelector('.review-way path').getAttribute('d');
    const points = line && line.match(/[\\d.]+ [\\d.]+/g).map((point) => point.split(' '));
    const cells = points && points.map(([x, y]) => [y, x].map(Math.floor));
    return cells && cells.filter((cell, i) => String(cell) !== String(cells[i - 1]));
}"""


def long_replay() -> bytes:
    """A game of thousands of moves, which takes seconds to review."""
    game = library.Game((200, 200, 4000), seed=1)
    game.open(0, 0)
    for row, column in np.argwhere(~not_none(game.minefield)):
        game.open(int(row), int(column))
    assert len(game.history) > 4000
    return formats.render(library.Replay.from_game(game), "rawvf")


def test_a_move_is_said_once(player: Sapper) -> None:
    player.play_on("-*-")
    player.click(0, 1, "right")
    expect(player.cell(0, 1)).to_have_text("flag, row 1, column 2")
    player.click(0, 0)
    player.page.wait_for_timeout(20)  # the clock has begun
    player.click(0, 2)
    expect(player.page.locator(".result h2")).to_have_text("Won")
    player.page.get_by_role("button", name="Review").click()
    sentence = player.page.locator(".review .sentence")
    expect(sentence).to_have_text("0.00 s, flag.")
    player.press("ArrowRight")
    expect(sentence).to_have_text(re.compile(r"^[0-9.]+ s, open\. The first cell\.$"))


def test_a_needless_guess_is_reported_and_moves_are_a_list_to_click(sapper: Sapper) -> None:
    review_a_mistake(sapper)
    expect(sapper.page.locator(".facts div", has_text="Needless guesses")).to_have_text("Needless guesses1")
    kinds = [bar.get_attribute("class") for bar in sapper.page.locator(".timeline rect.move").all()]
    assert kinds == ["move first", "move forced", "move needless"]
    rows = sapper.page.get_by_role("list", name="Moves").get_by_role("button")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_have_attribute("aria-current", "step")
    expect(rows.nth(2)).to_contain_text("Row 1, column 6: needless guess, risk 25.00 %")
    rows.nth(2).click()
    expect(rows.nth(2)).to_have_attribute("aria-current", "step")
    expect(rows.nth(0)).not_to_have_attribute("aria-current", "step")
    sentence = sapper.page.locator(".review .sentence")
    expect(sentence).to_contain_text("A needless guess, risk 25.00 %.")
    expect(sapper.page.locator(".timeline rect.here")).to_have_attribute("x", "2")
    expect(sapper.cell(0, 5)).to_contain_text("your guess")
    expect(sapper.cell(0, 3)).to_have_count(0)  # only the cells around the move are written
    # The chance to win is found in the background.
    game = library.Minefield([(0, 1), (0, 7)], library.Topology.square(1, 8)).game()
    for column in (0, 2, 5):
        game.open(0, column)
    review = library.review(game, by="win")
    chance = not_none(review.moves[2].chance)
    assert (chance.before, chance.chosen, chance.lost, chance.grade) == (1.0, 0.75, 0.25, "blunder")
    lost = "You lost 25 points of your chance to win (100 % to 75 %): a blunder."
    expect(sentence).to_contain_text(f"{lost} Row 1, column 4 was safe. Luck gave you 25 points.")
    accuracy = sapper.page.locator(".chances .facts div", has_text="Accuracy")
    expect(accuracy).to_have_text(f"Accuracy{100 * (review.accuracy or 0):.0f} %")
    expect(sapper.page.locator(".chances")).to_contain_text("Accuracy is the share of the chance to win")
    expect(rows.nth(2)).to_contain_text("25 points")
    curve = sapper.page.locator(".timeline polyline.chance")
    assert len((curve.get_attribute("points") or "").split()) == 3  # before two moves, and the end
    sapper.page.get_by_text("Chance to win of every move").click()
    expect(curve).to_have_attribute("points", "")
    sapper.page.get_by_label("Move", exact=True).focus()
    sapper.press("ArrowLeft", "ArrowLeft")
    expect(sapper.cell(0, 0)).to_contain_text("your move")


DASH = "\N{EN DASH}"  # between two times
LOSS = re.compile(
    r"You lost (?:(\d+) points?|less than a point) of your chance to win \((\d+) % to (\d+) %\)"
)


def test_a_loss_and_a_time_have_one_figure_each_wherever_they_stand(sapper: Sapper) -> None:
    """A reckless game without times: the clock shows none, and neither does the sentence."""
    mines = [(0, 8), (1, 1), (4, 2), (6, 0), (6, 3), (7, 6), (7, 7), (8, 0), (8, 2), (8, 5)]
    game = library.Minefield(mines, library.Topology.square(9, 9)).game()
    for row, column in ((4, 4), (4, 0), (8, 7), (6, 1), (8, 3)):
        game.open(row, column)
    sapper.show("review")
    drop(sapper.page, ("game.rawvf", formats.render(library.Replay.from_game(game), "rawvf")))
    rows = sapper.page.get_by_role("list", name="Moves").get_by_role("button")
    sentence, clock = sapper.page.locator(".review .sentence"), sapper.page.locator(".review-clock")
    expect(sapper.page.locator(".chances .facts")).to_contain_text("Lost by guesses")
    losses = 0
    for row_of_move in rows.all():
        row_of_move.click()
        expect(clock).to_have_text("")
        text = sentence.inner_text()
        assert re.match(r"Open\. ", text), text
        loss = LOSS.search(text)
        assert (loss is None) == ("You lost" not in text), text
        if loss is not None:
            lost, before, after = (int(figure or 0) for figure in loss.groups())
            assert lost == before - after
            words = f"\N{MINUS SIGN}{lost} point{'' if lost == 1 else 's'}" if lost else ""
            expect(row_of_move.locator(".loss")).to_have_text(words)
            losses += 1
    assert losses > 2
    sapper.show("settings")
    sapper.show("review")
    drop(sapper.page, ("timed.evf", evf4(GAME)))
    expect(sapper.page.locator(".place")).to_contain_text("Move 1 of")
    for row_of_move in rows.all():
        row_of_move.click()
        expect(sentence).to_contain_text(f"{clock.inner_text().split(DASH)[-1]}, ")


def test_a_riskier_guess_than_needed_is_a_mistake_too(sapper: Sapper) -> None:
    """A player that knows all that is certain and guesses at random."""
    game = library.Strategy("exact+random").play(library.Game("intermediate", seed=24))
    review = library.review(game)
    assert (review.riskier, review.needless) == (1, 0)
    sapper.show("review")
    replay = library.Replay.from_game(game, about={"Timestamp": "1600000000", "Mode": "UPK"})
    drop(sapper.page, ("game.evf", formats.render(replay, "evf")))
    expect(sapper.page.locator(".place")).to_contain_text("Move 1 of")
    figures = sapper.page.locator(".game-figures > .facts")
    names = figures.locator("dt").all_inner_texts()
    assert "Program" in names  # the file says it, and also a time, a 3BV and a result
    assert len(names) == len(set(names))
    assert "Kind of game" in names
    assert not {"BBBV", "Status", "Timestamp", "Mode"} & set(names)
    expect(figures).to_contain_text("Sep 13, 2020")
    sapper.press("n")
    move = next(place for place, move in enumerate(review.moves) if move.riskier)
    expect(sapper.page.locator(".place")).to_contain_text(f"Move {move + 1} of")
    words = re.compile(r"A riskier guess than needed, risk 50\.00 %\..* Row .* had a risk of 25\.00 %\.")
    expect(sapper.page.locator(".review .sentence")).to_contain_text(words)
    expect(sapper.page.get_by_role("table", name="Best guesses")).to_be_visible()
    forced = sapper.page.locator(".facts div", has_text="Forced guesses")
    expect(forced).to_contain_text("1 riskier than needed")


@pytest.mark.unbundled
def test_the_guess_that_ends_a_hard_core_game_is_reviewed(sapper: Sapper) -> None:
    sapper.show()
    minefield = {"shape": [1, 8], "mines": 2, "mined": [1, 6]}
    game = sapper.ask("new", minefield=minefield, guessing="hard_core")["game"]
    for cell in (0, 2, 5):  # before the third, the fourth cell is certainly safe
        sapper.ask("act", game=game, kind="open", cell=cell, key=f"{cell}")
    sapper.show("review")
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 3")
    sapper.press("End")
    sentence = sapper.page.locator(".review .sentence")
    expect(sentence).to_contain_text("The game was lost by a needless guess.")
    sapper.press("b")
    end = (
        ". By the rule of guessing, it ends the game. You lost 100 points of your chance to win "
        "(100 % to 0 %): a blunder. Row 1, column 4 was safe. "
    )
    expect(sentence).to_have_text(re.compile(f"A needless guess, .*{re.escape(end)}"))


@pytest.mark.unbundled
def test_the_charts_of_a_report_have_their_figures_as_tables(sapper: Sapper) -> None:
    sapper.show("learn")
    count_games(sapper, 6)
    sapper.show("review")
    expect(sapper.page.locator(".place")).to_contain_text("Move 1 of")
    sapper.page.get_by_role("button", name="Your games together").click()
    report = sapper.page.locator(".review-report")
    expect(report).to_contain_text("The last 6 games that count in the statistics.")
    expect(sapper.page.locator(".review .play-main")).to_be_hidden()
    for name, title in (("Luck", "Mines that luck spared you"), ("Efficiency", "3BV per click")):
        sapper.page.get_by_role("button", name=name, exact=True).click()
        expect(sapper.page.get_by_role("img", name=title)).to_be_visible()
        sapper.page.get_by_text("The figures as a table").click()
        expect(report.locator("details th[scope=row]")).to_have_text(["1", "2", "3", "4", "5", "6"])
    sapper.page.go_back()
    expect(sapper.page.locator(".place")).to_contain_text("Move 1 of")
    # More games than the list has room for do not squeeze it.
    sapper.show("learn")
    count_games(sapper, 5)
    sapper.show("review")
    entries = sapper.page.locator(".game-entry")
    expect(entries).to_have_count(11)
    assert entries.first.evaluate("entry => entry.scrollHeight <= entry.clientHeight")
    entries.last.click()
    expect(entries.last).to_have_attribute("aria-pressed", "true")


def test_a_folder_that_is_dropped_becomes_one_report(sapper: Sapper, tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    (folder / "older").mkdir(parents=True)
    for seed in range(6):
        game = library.Strategy("single+random").play(library.Game(library.Board.square(6, 6, 9), seed=seed))
        times = [0.5 * number for number, _ in enumerate(game.history, start=1)]
        replay = library.Replay.from_game(game, times, {"Timestamp": str(1_700_000_000 + 100_000 * seed)})
        library.write(replay, folder / ("older" if seed < 2 else "") / f"{seed}.rawvf")
    (folder / "noise.avf").write_bytes(b"\x00\xff" * 40)
    (folder / "notes.txt").write_text("no replay")
    expected = library.review_folder(folder, threads=1)
    worst = expected.worst()[0]
    sapper.show("play")
    session = sapper.page.context.new_cdp_session(sapper.page)
    for kind in ("dragEnter", "dragOver", "drop"):
        data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})
    report = sapper.page.locator(".review-report")
    expect(report.locator(".page-head")).to_contain_text("6 games, played from Nov 14, 2023 to Nov 20, 2023.")
    needless = report.locator(".facts div", has_text="Needless")
    expect(needless).to_contain_text(f"Needless{expected.needless} (")
    expect(report.locator(".skipped-files li")).to_contain_text(["replays/noise.avf: this is no"])
    games = report.get_by_role("region", name="Games").get_by_role("link")
    expect(games).to_have_text([f"replays/{game.name}" for game in reversed(expected.games)])
    report.locator(".worst-mistakes a").first.click()
    expect(sapper.page.locator(".place")).to_contain_text(f"Move {worst.move + 1} of")
    mistakes = len(next(game for game in expected.games if game.name == worst.game).mistakes)
    figure = sapper.page.locator(".panel .facts div", has_text="Needless")
    expect(figure).to_have_text(f"Needless guesses{mistakes}")
    sapper.page.go_back()
    expect(report.locator(".worst-mistakes a")).to_have_count(len(expected.worst()))
    files = [(path.name, path.read_bytes()) for path in sorted((folder / "older").iterdir())]
    drop(sapper.page, *files)  # in place of the others
    expect(report.locator(".page-head")).to_contain_text("2 games")
    expect(report.locator(".skipped-files")).to_have_count(0)
    report.get_by_role("button", name="Find out").click()
    accuracy = library.review_folder(folder / "older", threads=1, by="win").accuracy or 0
    mean = report.locator(".facts div", has_text="Mean of the games")
    expect(mean).to_have_text(re.compile(rf"Mean of the games{100 * accuracy:.0f}(\.\d+)? %"))


def test_what_is_estimated_has_its_standard_error(sapper: Sapper) -> None:

    def with_error(value: float | None, error: float | None, scale: int = 100) -> str:
        """As the page writes an estimate."""
        assert value is not None
        assert error
        digits = 0 if scale * error >= 0.95 else 1 if scale * error >= 0.095 else 2
        return f"{scale * value:.{digits}f} ± {max(scale * error, 0.01):.{digits}f}"

    games = []
    for end in (15, 14):
        games.append(library.Game("intermediate", "safe", seed=4))
        games[-1].open(0, 0)
        games[-1].open(0, end)
    replays = [formats.render(library.Replay.from_game(game), "rawvf") for game in games]
    first, other = (library.review(game, by="win") for game in games)
    both = library.player_report([first, other])
    sapper.show("review")
    drop(sapper.page, ("0.rawvf", replays[0]), ("1.rawvf", replays[1]))
    report, facts = sapper.page.locator(".review-report"), ".facts div"
    report.get_by_role("button", name="Find out").click()
    mean, lost = (report.locator(facts, has_text=name) for name in ("Mean of the games", "Wins lost"))
    expect(mean).to_have_text(f"Mean of the games{with_error(both.accuracy, both.accuracy_error)} %")
    words = with_error(both.chance_lost, both.chance_lost_error, 1)
    expect(lost).to_have_text(f"Wins lost by guesses{words}")
    report.get_by_role("region", name="Games").get_by_role("link", name="0.rawvf").click()
    game = sapper.page.locator(".chances")
    accuracy, points = (game.locator(facts, has_text=name) for name in ("Accuracy", "Lost by guesses"))
    expect(accuracy).to_have_text(f"Accuracy{with_error(first.accuracy, first.accuracy_error)} %")
    words = with_error(first.chance_lost, first.chance_lost_error)
    expect(points).to_have_text(f"Lost by guesses{words} points")


@pytest.mark.unbundled
def test_the_pointer_of_a_game_goes_its_way_again(sapper: Sapper) -> None:
    sapper.play_on("*-*--", "-----", "-----", "-----")
    sapper.click(3, 2)
    stay = 250  # milliseconds: a busy browser may draw less often than it can
    for row, column in ((2, 1), (1, 3), (3, 4)):
        sapper.page.wait_for_timeout(stay)
        sapper.page.mouse.move(*sapper.point(row, column))
    sapper.page.wait_for_timeout(stay)
    sapper.click(0, 1)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
    sapper.page.get_by_role("button", name="Review").click()
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 2")
    expect(sapper.page).to_have_url(re.compile(r"review=[\w-]+\.1$"))
    game = sapper.page.url.partition("=")[2].partition(".")[0]
    events = formats.parse(sapper.file(game=game), kind=library.Replay).events
    assert [event.cell for event in events if event.kind == "mv"][:3] == [(2, 1), (1, 3), (3, 4)]
    # In Review it stands where the move is made, and a line shows how it came there.
    assert sapper.page.evaluate(WAY) == [[3, 2]]
    sapper.press("ArrowRight")
    expect(sapper.page.locator(".place")).to_have_text("Move 2 of 2")
    way = sapper.page.evaluate(WAY)
    assert [way[0], way[-1]] == [[3, 2], [0, 1]]
    assert [cell for cell in way if cell in ([2, 1], [1, 3], [3, 4])] == [[2, 1], [1, 3], [3, 4]]
    sapper.page.get_by_text("Path of the pointer").click()
    assert sapper.page.evaluate(WAY) is None
    sapper.press("Home")
    # While the game plays, the pointer stops over the same cells.
    figure = watch(
        sapper,
        """() => {
            const [pointer, box] = ['.review-pointer', '.review .board']
                .map((one) => document.querySelector(one));
            if (pointer.hidden) return null;
            const [tip, board] = [pointer.getBoundingClientRect(), box.getBoundingClientRect()];
            const size = board.width / Number(box.ariaColCount);
            return [(tip.top - board.top) / size, (tip.left - board.left) / size].map(Math.floor);
        }""",
    )
    assert [cell for cell in figure if cell in ([2, 1], [1, 3], [3, 4])] == [[2, 1], [1, 3], [3, 4]]


def test_a_finished_game_is_saved_as_a_replay(sapper: Sapper) -> None:
    sapper.play_on("*-*", "---", "---", "---")
    sapper.click(3, 1)
    sapper.click(0, 1)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
    sapper.page.get_by_role("button", name="More").click()
    for file in [save_as(sapper, format) for format in ("rawvf", "evf")]:
        sapper.show("analyse")
        drop(sapper.page, file)
        expect(sapper.page.locator("html[data-ready=review]")).to_be_attached()
        expect(sapper.page.locator(".place")).to_have_text("Move 1 of 2")


def test_a_replay_that_cannot_be_read_is_refused_in_review(sapper: Sapper) -> None:
    sapper.show("review")
    drop(sapper.page, ("game.avf", b"no replay"))
    expect(sapper.page.locator(".review .empty")).to_contain_text(re.compile("looks most like|is no replay"))
    drop(sapper.page, ("large.avf", bytes(3 * 2**20 + 1)))
    words = "This file is too large: it has more than 3 MiB."
    expect(sapper.page.locator(".review .empty")).to_have_text(words)


def test_the_replays_of_a_session_become_a_report(sapper: Sapper) -> None:
    """Chosen in either view, or dropped."""
    session = evfs(evf4(GAME), evf4(GAME, player=b"Second"))
    sapper.show("review")
    picker = sapper.page.locator(".review input[type=file]:not([webkitdirectory])")
    picker.set_input_files({"name": "games.EVFS", "mimeType": "", "buffer": session})
    report = sapper.page.locator(".review-report")
    expect(report.locator(".page-head")).to_contain_text("2 games")
    sapper.show("analyse")
    sapper.page.locator(".analyse input[type=file]").set_input_files(
        {"name": "one.evfs", "mimeType": "", "buffer": evfs(evf4(GAME))}
    )
    expect(report.locator(".page-head")).to_contain_text("1 game,")
    sapper.show("learn")
    drop(sapper.page, ("others.evfs", evfs(*[evf4(GAME)] * 3)))
    expect(report.locator(".page-head")).to_contain_text("3 games")
    # The name of the file does not matter.
    for games, name in ((2, "games.bin"), (3, "games.evf")):
        sapper.show("learn")
        drop(sapper.page, (name, evfs(*[evf4(GAME)] * games)))
        expect(report.locator(".page-head")).to_contain_text(f"{games} games")
    sapper.show("analyse")
    paste(sapper.page, evfs(*[evf4(GAME)] * 4))
    expect(report.locator(".page-head")).to_contain_text("4 games")


def test_what_is_no_replay_goes_where_it_can_be_read(sapper: Sapper) -> None:
    sapper.show("review")
    picker = sapper.page.locator(".review input[type=file]:not([webkitdirectory])")
    picker.set_input_files({"name": "board.png", "mimeType": "image/png", "buffer": unclear_picture()[1]})
    expect(sapper.page.locator("html[data-ready=analyse]")).to_be_attached()
    expect(sapper.page.get_by_role("heading", name="Picture")).to_be_visible()


@pytest.mark.long
def test_a_long_review_shows_its_progress_and_can_be_stopped(sapper: Sapper) -> None:
    replay = long_replay()
    sapper.show("review")
    drop(sapper.page, ("long.rawvf", replay))
    sapper.page.wait_for_function(STOP)
    expect(sapper.page.locator(".review .empty")).to_contain_text("Stopped.")


def test_a_run_settles(sapper: Sapper) -> None:
    sapper.show("simulate")
    sapper.page.get_by_label("Board").select_option("beginner")
    sapper.page.get_by_label("Games").select_option("1000")
    sapper.page.get_by_role("button", name="Start the run").click()
    card = sapper.page.locator(".run-card")
    expect(card.locator(".status")).to_have_text("Finished")
    expect(card.locator(".big-number")).to_have_text(re.compile(r"^\d\d\.\d\d %$"))
    expect(sapper.page.get_by_role("img", name="The win rate settles")).to_be_visible()
    sapper.page.reload()
    expect(sapper.page.locator(".game-list .game-entry .status").first).to_have_text("Finished")


def test_a_stopped_run_goes_on_after_another_was_played(sapper: Sapper) -> None:
    sapper.show("simulate")
    start, card = sapper.page.get_by_role("button", name="Start the run"), sapper.page.locator(".run-card")
    sapper.page.get_by_role("combobox", name="Games").select_option("1000000")
    sapper.page.get_by_role("textbox", name="Seed").fill("8")
    start.click()
    card.get_by_role("button", name="Stop").click()
    expect(card.locator(".status")).to_have_text("Stopped")
    sapper.page.get_by_role("combobox", name="Board").select_option("beginner")
    sapper.page.get_by_role("combobox", name="Games").select_option("1000")
    start.click()
    expect(card.locator(".status")).to_have_text("Finished")
    sapper.page.locator(".game-entry", has_text="1\u2009000\u2009000 games, seed 8").click()
    card.get_by_role("button", name="Resume").click()
    expect(card.locator(".status")).to_have_text("Running")
    card.get_by_role("button", name="Stop").click()
    expect(card.get_by_role("button", name="Resume")).to_be_visible()


def test_a_clock_that_was_not_set_gives_no_date(sapper: Sapper) -> None:
    game = library.Strategy("best").play(library.Game("beginner", seed=3))
    replay = formats.render(library.Replay.from_game(game, about={"Timestamp": "0"}), "rawvf")
    sapper.show("review")
    drop(sapper.page, ("game.rawvf", replay))
    expect(sapper.page.locator(".place")).to_contain_text("Move 1 of")
    expect(sapper.page.locator(".review .facts").first).to_be_visible()
    assert "1970" not in sapper.page.locator(".review").inner_text()
