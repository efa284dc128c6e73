"""The views behind the tabs."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Route, expect
from support.cases import rest_long
from support.pages import Sapper, paste

import sapper as library


@pytest.mark.unbundled
@pytest.mark.long
def test_the_last_view_asked_for_is_shown(sapper: Sapper) -> None:
    sapper.show()
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    sapper.page.route("**/statistics/view.js", hold)
    sapper.page.locator(".tabs a[data-view=statistics]").click()
    sapper.until(lambda: len(routes) == 1)
    sapper.page.locator(".tabs a[data-view=settings]").click()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    routes[0].continue_()
    sapper.page.evaluate("address => import(address)", routes[0].request.url)
    sapper.come_to_rest()
    expect(sapper.page.locator("main .view")).to_have_class("view page settings")
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()


# Keeps back what the page begins to read, load and ask until the test lets it go.
# What begins after `pass` is not kept back.
HOLD = """() => {
    let isHolding = true;
    const held = [];
    window.pass = () => (isHolding = false);
    window.letGo = () => held.forEach((start) => start());
    for (const [owner, name] of [[Blob.prototype, 'arrayBuffer'], [host, 'postMessage'], [window, 'fetch']]) {
        const original = owner[name];
        owner[name] = function (...parts) {
            if (!isHolding) return original.apply(this, parts);
            return new Promise((done) => held.push(() => done(original.apply(this, parts))));
        };
    }
}"""


@pytest.mark.parametrize(
    "places",
    rest_long(
        [
            ("review=files.1.1", "review=files", ("heading", "Your replays together")),
            ("learn=numbers", "learn=corners", ("heading", "Corners")),
            ("puzzle", "puzzle=s2x3x1.j3b3", ("grid", "Puzzle, 2")),
            ("analyse", "analyse=s2x3x1.j3b3", ("grid", "Analysis board, 2")),
        ]
    ),
)
def test_what_comes_late_for_a_place_that_was_left_changes_nothing(
    sapper: Sapper, tmp_path: Path, places: tuple[str, str, tuple[Literal["heading", "grid"], str]]
) -> None:
    late, last, (role, name) = places
    page = sapper.page
    if late.startswith("review"):
        for seed in range(2):
            game = library.Strategy("best").play(library.Game(library.Board.square(5, 5, 3), seed=seed))
            times = [0.5 * number for number, _ in enumerate(game.history, start=1)]
            library.write(library.Replay.from_game(game, times), tmp_path / f"{seed}.rawvf")
        sapper.show("review")
        page.locator("input[webkitdirectory]").set_input_files(tmp_path)
        expect(page.locator(".review-report")).to_contain_text("2 games")
    else:
        sapper.show("settings")
    page.evaluate(HOLD)
    if late == "analyse":
        paste(page, "1..\n...\n...\n...\n")
    else:
        page.evaluate("place => location.hash = place", late)
    sapper.come_to_rest()
    page.evaluate("pass()")
    page.evaluate("place => location.hash = place", last)
    part = page.locator("main").get_by_role(role, name=name)
    expect(part).to_be_visible()
    sapper.come_to_rest()
    page.evaluate("letGo()")
    page.wait_for_timeout(500)  # longer than a page waits before it changes its address
    expect(part).to_be_visible()
    expect(page).to_have_url(f"{sapper.address}/#{last}")


@pytest.mark.unbundled
@pytest.mark.parametrize("file", ["review/view.js", "css/views/review.css"])
def test_a_part_of_a_view_that_fails_to_load_is_asked_for_once_more(sapper: Sapper, file: str) -> None:
    sapper.show()
    sapper.page.route(f"**/{file}", lambda route: route.abort(), times=1)
    sapper.page.locator(".tabs a[data-view=review]").click()
    expect(sapper.page.locator("html[data-ready=review]")).to_be_attached()
    [complaint] = sapper.complaints
    assert "ERR_FAILED" in complaint
    sapper.complaints.clear()


def test_a_view_begins_at_its_top_and_the_way_back_leads_to_where_it_was_left(sapper: Sapper) -> None:
    page = sapper.page
    page.set_viewport_size({"width": 390, "height": 500})
    sapper.show("settings")
    page.evaluate("scrollTo(0, 400)")
    learn = page.locator(".tabs a[data-view=learn]")
    learn.dispatch_event("click")  # `click` would scroll first
    expect(page.locator("html[data-ready=learn]")).to_be_attached()
    assert page.evaluate("scrollY") == 0
    page.evaluate("scrollTo(0, 120)")
    page.go_back()
    expect(page.locator("html[data-ready=settings]")).to_be_attached()
    sapper.until(lambda: page.evaluate("scrollY") == 400)
    page.go_forward()
    expect(page.locator("html[data-ready=learn]")).to_be_attached()
    sapper.until(lambda: page.evaluate("scrollY") == 120)


@pytest.mark.parametrize("way", rest_long(["back", "link"]))
def test_a_change_of_the_address_closes_a_dialog(sapper: Sapper, way: str) -> None:
    page = sapper.page
    sapper.show("settings")
    page.locator(".tabs a[data-view=play]").click()
    expect(page.locator("html[data-ready=play]")).to_be_attached()
    sapper.press("4")
    expect(page.get_by_role("dialog")).to_be_visible()
    if way == "back":
        page.go_back()
    else:
        page.evaluate("location.hash = 'settings'")
    expect(page.locator("html[data-ready=settings]")).to_be_attached()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".tabs a[data-view=play]").click()
    expect(page.locator("html[data-ready=play]")).to_be_attached()
    sapper.press("4")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_what_was_said_in_one_view_does_not_stay_in_another(sapper: Sapper) -> None:
    sapper.play_on("*-")
    sapper.click(0, 1)
    expect(sapper.speech).to_have_text("You won!")
    sapper.page.locator(".tabs a[data-view=settings]").click()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.speech).to_be_empty()


def test_what_needs_python_says_so_without_it(sapper: Sapper) -> None:
    sapper.show("simulate")
    expect(sapper.page.locator(".run-form")).to_contain_text(
        "Strategies in Python need Sapper on your own machine, started with “sapper serve”."
    )
