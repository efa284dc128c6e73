"""Addresses, links and views: reviews, boards and seeds that open again, and the views behind the tabs."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.cases import rest_long
from support.pages import Sapper, paste, review_a_mistake, visitor
from support.static_site import StaticSite

import sapper as library


@pytest.fixture
def other(browser: Browser, host: StaticSite) -> Iterator[Sapper]:
    """The page as another player sees it."""
    with visitor(browser, host.address, viewport={"width": 1280, "height": 800}) as other:
        yield other


def link_of_button(sapper: Sapper, name: str) -> str:
    """The link that a button copies."""
    sapper.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    before = sapper.notes.count("Link copied.")
    sapper.page.get_by_role("button", name=name, exact=True).click()
    sapper.until(lambda: sapper.notes.count("Link copied.") > before)
    link: str = sapper.page.evaluate("navigator.clipboard.readText()")
    return link


def place(page: Page, text: str) -> None:
    expect(page.locator(".place")).to_have_text(text)


def test_a_review_is_found_again_by_its_address(sapper: Sapper) -> None:
    review_a_mistake(sapper)
    sapper.press("n")
    place(sapper.page, "Move 3 of 3")
    expect(sapper.page).to_have_url(re.compile(r"#review=[\w-]+\.3$"))
    sapper.page.reload()
    place(sapper.page, "Move 3 of 3")
    sapper.choose_tab("settings")
    sapper.page.go_back()
    place(sapper.page, "Move 3 of 3")
    # Without an address it opens on the last game.
    sapper.page.goto("about:blank")
    sapper.show("review")
    place(sapper.page, "Move 1 of 3")
    entry = sapper.page.locator(".game-entry")
    expect(entry).to_have_attribute("aria-pressed", "true")
    expect(entry.locator("small")).to_have_text(re.compile(r"\d\d.*, 3BV 2$"))


@pytest.mark.long
@pytest.mark.unbundled
def test_a_view_that_is_left_no_longer_changes_the_address(sapper: Sapper) -> None:
    review_a_mistake(sapper)
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    sapper.page.route("**/simulate/view.js", hold)
    sapper.press("n")  # the address follows after 300 ms
    sapper.page.locator(".tabs a[data-view=simulate]").click()
    sapper.until(lambda: len(routes) == 1)
    sapper.page.evaluate("() => new Promise((done) => setTimeout(done, 300))")  # fires after that
    assert sapper.page.url.endswith("#simulate")
    routes[0].continue_()
    expect(sapper.page.locator("html[data-ready=simulate]")).to_be_attached()


def test_a_mistake_is_tried_again_as_practice(sapper: Sapper) -> None:
    review_a_mistake(sapper)
    sapper.press("n")
    expect(sapper.page.locator(".review .sentence")).to_contain_text("A needless guess")
    expect(sapper.page.get_by_role("button", name="Next mistake")).to_be_disabled()
    sapper.page.get_by_role("button", name="Try from here").click()
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
    expect(sapper.page.locator(".play .chip")).to_be_visible()
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 2")
    sapper.click(0, 3)  # certainly safe
    expect(sapper.cell(0, 3)).to_have_text("empty, row 1, column 4")
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
    sapper.page.go_back()
    place(sapper.page, "Move 3 of 3")


def test_a_link_to_a_review_opens_it_for_others(sapper: Sapper, other: Sapper) -> None:
    review_a_mistake(sapper)
    sapper.press("n")
    other.page.goto(link_of_button(sapper, "Game link"))
    place(other.page, "Move 3 of 3")
    expect(other.page.locator(".review .sentence")).to_contain_text("A needless guess")
    facts = ".facts div:has(dt:text-is('Efficiency'))"
    expect(other.page.locator(facts)).to_have_text(sapper.page.locator(facts).inner_text().replace("\n", ""))
    other.page.goto(link_of_button(sapper, "Board link"))
    expect(other.cell(0, 0)).to_have_text("1, row 1, column 1")  # the first cell is opened
    other.click(0, 2)
    other.click(0, 5)
    expect(other.page.locator(".result h2")).to_have_text("Won")


@pytest.mark.parametrize("first", ["No guess needed", pytest.param("Opening", marks=pytest.mark.long)])
def test_a_seed_opens_the_same_board(sapper: Sapper, other: Sapper, first: str) -> None:
    sapper.begin(6, 6, 5, first, seed=77)
    sapper.click(1, 4)
    expect(sapper.cell(1, 4)).to_have_text("empty, row 2, column 5")
    play_on(sapper)
    sapper.page.get_by_role("button", name="More").click()
    link = link_of_button(sapper, "Copy link")
    assert ".77.10" in link
    other.page.goto(link)
    expect(other.cell(1, 4)).to_have_text("empty, row 2, column 5")
    play_on(other)
    assert minefield(other) == minefield(sapper)


def play_on(sapper: Sapper) -> None:
    """Lets the assistant play to the end."""
    while not sapper.page.locator(".result h2").is_visible():
        for key in "gb":
            sapper.press(key)
            expect(sapper.page.locator(".busy.on")).to_have_count(0)


def minefield(sapper: Sapper) -> bytes:
    """The mines of the last game."""
    (last,) = sapper.ask("games", status="over", limit=1)["games"]
    content: bytes = sapper.file(game=last["game"], format="mbf")
    return content


NO_POSITIONS = [
    "s3x3x2.j3abaj4", "s0x0x0.", "q3x3x2.j9", "s9999999x9999999x1.j", "s3x3x2.j9999999", "x", "%",
    "s1x2001x5.j2001", "s3x3x1000001.j9",
]  # fmt: skip


@pytest.mark.long
def test_links_that_lead_nowhere_say_so(sapper: Sapper) -> None:
    addresses = "play=s9x9x10 play=s9x9x10.mines.AA.3 play=s9x9x10.opening.5.81 review=z.AAAA review=!"
    addresses += " learn=nonsense simulate=nonsense statistics="
    for address in [*addresses.split(), *(f"analyse={position}" for position in NO_POSITIONS)]:
        sapper.page.goto("about:blank")
        sapper.show(address)
        sapper.until(lambda: any(note.startswith("This link does not") for note in sapper.notes))


def test_an_unknown_view_is_reported(sapper: Sapper) -> None:
    sapper.page.goto(f"{sapper.address}/#nonsense")
    sapper.until(lambda: sapper.notes == ["This link does not lead to any view."])
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()


@pytest.mark.long
@pytest.mark.unbundled
def test_an_address_that_nobody_heard_of_yet_stays(sapper: Sapper) -> None:
    """A view writes its address late. By then the player may have asked for another one of the same view."""
    sapper.show("review")
    sapper.page.evaluate(
        """async () => {
            const base = document.querySelector('script[src]').src;
            const { keepPlace } = await import(new URL('ui/share.js', base));
            location.hash = 'review=report';
            keepPlace('review', 'review=z');
        }"""
    )
    expect(sapper.page.locator(".review-report")).to_be_visible()


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
    sapper.choose_tab("settings")
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
    sapper.choose_tab("review")
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
    sapper.choose_tab("play")
    sapper.press("4")
    expect(page.get_by_role("dialog")).to_be_visible()
    if way == "back":
        page.go_back()
    else:
        page.evaluate("location.hash = 'settings'")
    expect(page.locator("html[data-ready=settings]")).to_be_attached()
    expect(page.locator("dialog")).to_have_count(0)
    sapper.choose_tab("play")
    sapper.press("4")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_what_was_said_in_one_view_does_not_stay_in_another(player: Sapper) -> None:
    player.play_on("*-")
    player.click(0, 1)
    expect(player.speech).to_have_text("You won!")
    player.choose_tab("settings")
    expect(player.speech).to_be_empty()


def test_what_needs_python_says_so_without_it(sapper: Sapper) -> None:
    sapper.show("simulate")
    expect(sapper.page.locator(".run-form")).to_contain_text(
        "Strategies in Python need Sapper on your own machine, started with “sapper serve”."
    )
