"""What a recording tells in Review: the line of its game, its checks, its video, and the tables of many."""

import re
from itertools import groupby
from pathlib import Path

from playwright.sync_api import FilePayload, expect
from support.pages import Sapper, drop, watch

import sapper as library
from sapper import formats


def recorded_hand(pace: float = 1) -> library.Replay:
    """A hand that moves, slips, and wastes a click; its file says another time than it took."""
    strip = library.Minefield([(0, 1), (0, 6)], library.Topology.square(1, 9))
    events = [library.MouseEvent(0.0, "mv", (0, 0), (3, 3))]
    places = ((8, 8), (40, 40), (50, 85), (8, 8), (60, 60), (120, 120), (136, 136))
    for number, (down, up) in enumerate(places):
        for after, kind, x in ((0.0, "mv", down), (0.1, "lc", down), (0.2, "mv", up), (0.3, "lr", up)):
            seconds = pace * (0.5 * number + after)
            events.append(library.MouseEvent(seconds, kind, (0, x // 16), (x, 4)))  # type: ignore[arg-type]
    return library.Replay(strip, tuple(events), about={"Time": "1.00", "Mode": "UPK"})


def fact(sapper: Sapper, name: str) -> str:
    """What Review says under a name."""
    label = sapper.page.locator("dt", has_text=re.compile(f"^{re.escape(name)}$"))
    return sapper.page.locator(".review .facts div", has=label).locator("dd").text_content() or ""


def test_the_whole_line_of_a_game_is_shown_with_its_slips_and_checks(sapper: Sapper) -> None:
    replay = recorded_hand()
    metrics, review = library.measure(replay), library.review(replay)
    mouse = metrics.mouse
    assert mouse is not None
    sapper.show("review")
    drop(sapper.page, ("game.rawvf", formats.render(replay, "rawvf")))
    expect(sapper.page.locator(".place")).to_have_text(f"Move 1 of {len(review.moves)}")
    checks = sapper.page.locator(".review .checks")
    expect(checks).to_be_visible()
    words = "Contradiction: The file says 1.00 s, and its events take 3.30 s. And 1 more."
    expect(checks).to_contain_text(words)
    checks.locator("summary").click()
    expect(checks.locator("li")).to_have_text(["The file says that this is a game of the kind UPK."])
    assert fact(sapper, "By button") == f"{mouse.left_clicks} left"
    assert fact(sapper, "Wasted clicks") == f"{mouse.wasted_left} left"
    assert fact(sapper, "Slips") == "1 (by 22 pixels)"
    sapper.page.get_by_text("The whole line of this game").click()
    expect(sapper.page.locator(".whole-line .facts").first).to_be_visible()
    assert fact(sapper, "Path").startswith(f"{mouse.path:.0f} pixels, {mouse.path_per_second:.0f} a second")
    assert fact(sapper, "Left clicks") == (
        f"{mouse.left_clicks}, {mouse.left_per_second:.2f} a second, {mouse.wasted_left} wasted"
    )
    assert fact(sapper, "Openings") == f"{metrics.board.openings}, and 1 island"
    sapper.page.get_by_role("list", name="Moves").get_by_role("button").nth(2).click()
    expect(sapper.page.locator(".review .sentence")).to_contain_text(
        "The button went down at row 1, column 4, where this was no risk, and came up 22 pixels away from it."
    )


def test_the_pointer_of_a_video_shows_its_buttons_and_its_clock(sapper: Sapper) -> None:
    sapper.show("review")
    drop(sapper.page, ("game.rawvf", formats.render(recorded_hand(), "rawvf")))
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 7")
    clock = "parseFloat(document.querySelector('.review-clock').textContent)"
    buttons = """[...document.querySelectorAll('.review-pointer:not(.ghost) .button-of-mouse')]
        .map((button, i) => (button.matches('.down') ? ['left', 'middle', 'right'][i] : '')).join('')"""
    looks = watch(sapper, f"() => [{clock}, {buttons}]")
    assert [button for button, _ in groupby(button for _, button in looks)] == ["", "left"] * 7
    expect(sapper.page.locator(".review-clock")).to_have_text("3.30 s")
    sapper.press("Home", "Space")
    sapper.page.get_by_role("button", name="Pause").click()
    expect(sapper.page.get_by_role("button", name="Play (Space)")).to_be_visible()
    for keys in (["ArrowRight"] * 5, ["ArrowRight"] * 4 + ["Space", "Space"]):  # the last two play a little
        sapper.press("Home", *keys)
        stops = sapper.page.evaluate(clock)
        times = watch(sapper, f"() => {clock}")
        assert times == sorted(times)  # it never runs back, not even when Play begins
        assert stops <= times[0] < 3 < times[-1] <= 3.3


def test_two_replays_stand_side_by_side(sapper: Sapper) -> None:
    replay, slow = recorded_hand(), recorded_hand(2)
    both = library.compare_replays(replay, slow)
    other = library.Replay.from_game(library.Strategy("best").play(library.Game("beginner", seed=3)))
    files: dict[str, FilePayload] = {
        name: {"name": f"{name}.rawvf", "mimeType": "", "buffer": formats.render(each, "rawvf")}
        for name, each in (("slow", slow), ("other", other))
    }
    sapper.show("review")
    drop(sapper.page, ("game.rawvf", formats.render(replay, "rawvf")))

    def compare(name: str) -> None:
        with sapper.page.expect_file_chooser() as chooser:
            sapper.page.get_by_role("button", name="Compare with a replay").click()
        chooser.value.set_files(files[name])

    compare("slow")
    parts = sapper.page.get_by_role("region", name="Part by part").locator("tbody tr")
    expect(parts).to_have_count(len(both.phases))
    last = both.phases[-1]
    rates = (*last.speed, *last.click_speed, *last.efficiency)
    numbers = (*last.at, *(rate or 0 for rate in rates))
    at, other_at, *speeds = (f"{number:.2f}" for number in numbers)
    row = [str(last.solved[0]), at, other_at, f"+{last.gap:.2f}", *speeds]
    expect(parts.last.locator("th, td")).to_have_text(row)
    ghost = sapper.page.locator(".review-pointer.ghost")
    sapper.press("ArrowRight")
    expect(ghost).to_be_visible()
    sapper.page.get_by_text("The other pointer on the board").click()
    expect(ghost).to_be_hidden()
    compare("other")
    section = sapper.page.locator(".review .section", has_text="Side by side")
    expect(section).to_contain_text("Different boards")
    expect(sapper.page.get_by_text("The other pointer on the board")).to_be_hidden()


def test_a_standing_has_a_chart_of_its_times(sapper: Sapper, tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    folder.mkdir()
    paces = (3.0, 2.0, 2.5, 1.1, 1.5, 2.2)
    game = library.Strategy("best").play(library.Game((8, 8, 10), seed=1))
    assert game.status == "won"
    times = []
    for number, pace in enumerate(paces):
        replay = library.Replay.from_game(game, [pace * click for click, _ in enumerate(game.history)])
        times.append(replay.seconds)
        library.write(replay, folder / f"{number}.rawvf")
    sapper.show("review")
    sapper.page.locator("input[webkitdirectory]").set_input_files(folder)
    chart = sapper.page.locator(".review-report .charts", has_text="Time of wins, in seconds")
    expect(chart.locator("polyline.line")).to_have_count(2)
    expect(chart.locator("figure")).to_contain_text("Best so far")
    rows = chart.locator("tbody tr")
    means = [sum(times[: place + 1]) / (place + 1) for place in range(6)]
    bests = [min(times[: place + 1]) for place in range(6)]
    chart.locator("summary").click()
    for place, (mean, best) in enumerate(zip(means, bests, strict=True)):
        expect(rows.nth(place).locator("th, td")).to_have_text([str(place + 1), f"{mean:.2f}", f"{best:.2f}"])


def test_a_report_has_tables_of_bests_and_can_be_limited(sapper: Sapper, tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    folder.mkdir()
    for seed in range(8):
        board = library.Board.square(8, 8, 10) if seed % 2 else library.Board.square(5, 5, 3)
        game = library.Strategy("best").play(library.Game(board, seed=seed))
        times = [0.5 * number for number, _ in enumerate(game.history, start=1)]
        about = {"Player": "Eve" if seed < 6 else "Bob", "Timestamp": str(1_700_000_000 + 100_000 * seed)}
        if seed == 3:
            about["Time"] = "0.10"
        library.write(library.Replay.from_game(game, times, about), folder / f"{seed}.rawvf")
    expected = library.review_folder(folder, threads=1)
    sapper.show("review")
    sapper.page.locator("input[webkitdirectory]").set_input_files(folder)
    report = sapper.page.locator(".review-report")
    tables = report.get_by_role("region", name="bests and means")
    expect(tables).to_have_count(len(expected.standings))
    first = next(standing for standing in expected.standings if standing.level == "beginner")
    best = first.figures["efficiency"]
    row = tables.nth(expected.standings.index(first)).locator("tr", has_text="Efficiency (IOE)")
    expect(row.locator("td").first).to_have_text(f"{best.best:.3f}")
    expect(row.get_by_role("link")).to_have_text(f"replays/{best.game}")
    checks = report.locator(".card", has=sapper.page.get_by_role("heading", name="Checks"))
    expect(checks).to_contain_text("1 game that is not in these tables, as its file contradicts its events")
    report.get_by_label("Player").select_option("Bob")
    expect(report.locator(".page-head")).to_contain_text("2 games")
    expect(tables).to_have_count(len(expected.only(player="Bob").standings))
    report.get_by_label("Level").select_option("beginner")
    expect(report.locator(".page-head")).to_contain_text("1 game,")
    report.get_by_role("region", name="Games").get_by_role("link").click()
    expect(sapper.page).to_have_url(re.compile(r"review=files\.8\.1$"))
    sapper.page.go_back()
    expect(report.locator(".page-head")).to_contain_text("1 game,")
    report.get_by_label("Level").select_option("All")
    report.get_by_label("Player").select_option("All")
    report.get_by_label("From").fill("2023-11-20")
    expect(report.locator(".page-head")).to_contain_text("3 games")
