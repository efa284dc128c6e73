"""Nothing that axe finds wrong, in any view and any theme; nothing from outside; nothing inline."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect
from support.cases import rest_long
from support.pages import Sapper, count_games

STATIC = Path(__file__).parents[2] / "page"
VIEWS = ("play", "puzzle", "analyse", "review", "simulate", "learn", "statistics", "settings")
THEMES = ("modern", "dark", "classic", "colour-blind")
OTHER_COLOURS = ("dark", "colour-blind")
"""The themes that differ from the first in colours only."""

FORCED_COLOURS = "forced"
"""Forced colours in the dark, such as high contrast on Windows."""


def views_here(sapper: Sapper) -> list[str]:
    return [view for view in VIEWS if sapper.page.locator(f".tabs a[data-view={view}]").count()]


def choose(sapper: Sapper, theme: str) -> None:
    if theme == FORCED_COLOURS:
        sapper.page.emulate_media(forced_colors="active", color_scheme="dark")
        return
    sapper.show("settings")
    sapper.page.locator(f"input[name=theme][value={theme}]").check(force=True)
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", theme)


def judge(sapper: Sapper, what: str, **options: object) -> None:
    """Lets axe check what is shown. Lists of all passed rules would take longer than the check."""
    sapper.come_to_rest()  # axe judges what it sees
    report = Axe().run(sapper.page, options={"resultTypes": ["violations"], **options})
    assert report.violations_count == 0, f"{what}: {report.generate_report()}"


@pytest.mark.parametrize("theme", rest_long([THEMES[0], FORCED_COLOURS, *THEMES[1:]]))
def test_axe_finds_nothing(sapper: Sapper, theme: str) -> None:
    choose(sapper, theme)
    options = {"runOnly": ["color-contrast"]} if theme in OTHER_COLOURS else {}
    for view in views_here(sapper):
        if view == "play":
            sapper.play_on("*-*", "---", "---", "---")
            sapper.click(1, 1)
            sapper.press("o")
            expect(sapper.page.locator(".figures")).to_contain_text("Configurations")
        else:
            sapper.show(view)
        judge(sapper, f"{view}, {theme}", **options)


@pytest.mark.parametrize("theme", rest_long([*THEMES[:2], FORCED_COLOURS], 0))
def test_axe_finds_nothing_in_what_opens_later(sapper: Sapper, theme: str) -> None:
    choose(sapper, theme)
    page, button = sapper.page, sapper.page.get_by_role
    for open_dialog in (sapper.custom, lambda: daily(sapper)):
        expect(open_dialog()).to_be_visible()
        judge(sapper, "a dialog")
    sapper.press("Escape")

    sapper.play_on("-*-----*")
    for column in (0, 2, 5):  # the third is a needless guess
        sapper.click(0, column)
    page.get_by_role("button", name="More").click()
    judge(sapper, "the result of a game")
    button("button", name="Save").click()
    judge(sapper, "the dialog for files")
    sapper.press("Escape")
    button("button", name="Review").click()
    expect(page.locator(".place")).to_have_text("Move 1 of 3")
    page.locator(".review-words summary").click()
    for move, kind in ((2, "A forced guess"), (3, "A needless guess")):
        sapper.press("ArrowRight")
        expect(page.locator(".review .sentence")).to_contain_text(kind)
        judge(sapper, f"move {move} under review")

    count_games(sapper, 6)
    sapper.show("review=report")
    page.get_by_text("The figures as a table").click()
    judge(sapper, "the report")
    sapper.show("statistics")
    for summary in page.locator(".statistics summary").all():
        summary.click()
    judge(sapper, "statistics with games")
    button("button", name="Reset the statistics").click()
    judge(sapper, "the question before a reset")
    sapper.press("Escape")

    sapper.show("analyse")
    button("button", name="Paste").click()
    judge(sapper, "the dialog for a text")
    sapper.press("Escape")
    sapper.show("review=!")  # leads nowhere
    expect(page.locator(".note.error")).to_be_visible()
    judge(sapper, "an open note")


def daily(sapper: Sapper) -> Locator:
    """The dialog of the daily boards."""
    dialog = sapper.page.get_by_role("dialog")
    sapper.show()
    if dialog.is_visible():
        sapper.press("Escape")
    sapper.page.get_by_role("button", name="Daily").click()
    return dialog


# Controls that no scrolling brings into view, or that something else covers.
OUT_OF_REACH = """() => {
    const parts = [];
    const within = document.querySelector('dialog[open]') ?? document;
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    for (const one of within.querySelectorAll(kinds)) {
        const isVisible = one.checkVisibility({ visibilityProperty: true });
        if (!isVisible || one.disabled || one.closest('.skip')) continue;
        const target = one.matches('.toggle input, .theme-card input') ? one.closest('label') : one;
        target.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = target.getBoundingClientRect();
        const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
        const hit = document.elementFromPoint((left + right) / 2, middle);
        const inside = left >= -0.5 && right <= innerWidth + 0.5;
        if (!inside || !hit || !(target.contains(hit) || hit.contains(target)))
            parts.push(`${one.tagName} ${one.className} ${one.textContent}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) parts.push('the page is wider than the window');
    return parts;
}"""


@pytest.mark.unbundled
@pytest.mark.long
@pytest.mark.parametrize("per_cent", [pytest.param(200, marks=pytest.mark.long), 400])
def test_everything_is_in_reach_when_enlarged(sapper: Sapper, per_cent: int) -> None:
    sapper.page.set_viewport_size({"width": 128_000 // per_cent, "height": 102_400 // per_cent})
    for view in VIEWS:
        sapper.show(view)
        sapper.come_to_rest()
        assert sapper.page.evaluate(OUT_OF_REACH) == [], view
    for open_dialog in (sapper.custom, lambda: daily(sapper)):
        expect(open_dialog()).to_be_visible()
        assert sapper.page.evaluate(OUT_OF_REACH) == []
    sapper.press("Escape")
    count_games(sapper, 6)
    for view, part in (("review", ".place"), ("review=report", ".charts")):
        sapper.show(view)
        expect(sapper.page.locator(part)).to_be_visible()
        for summary in sapper.page.locator("main summary:visible").all():
            summary.click()
        sapper.come_to_rest()
        assert sapper.page.evaluate(OUT_OF_REACH) == [], view


# What Tab should reach and has not reached yet; a group of radio buttons is one stop.
STOPS_LEFT = """() => {
    window.reached ??= new Set();
    reached.add(document.activeElement);
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    return [...document.querySelectorAll(kinds)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0
        && (one.type !== 'radio' || one.checked) && !reached.has(one))
        .map((one) => `${one.tagName} ${one.className} ${one.textContent}`);
}"""


@pytest.mark.long
def test_tab_goes_through_every_view_and_is_caught_nowhere(sapper: Sapper) -> None:
    for view in VIEWS:
        sapper.show(view)
        sapper.come_to_rest()
        rest = sapper.page.evaluate(STOPS_LEFT)
        for _ in range(len(rest) + 10):  # some may still appear, such as a table of moves
            sapper.press("Tab")
            rest = sapper.page.evaluate(STOPS_LEFT)
            if not rest:
                break
        assert rest == [], view


@pytest.mark.long
def test_every_key_button_says_what_stands_on_it(sapper: Sapper) -> None:
    """The rule is still experimental in axe, so it has to be asked for."""
    sapper.show("settings")
    rule = "label-content-name-mismatch"
    for waiting in (False, True):
        if waiting:
            sapper.page.get_by_role("button", name="Chord: C. Change").click()
            expect(sapper.page.get_by_role("button", name="Chord: Press a key…")).to_be_visible()
        # What waits for a key has not met the other rules yet.
        options = {"rules": {rule: {"enabled": True}}} if waiting else {"runOnly": [rule]}
        judge(sapper, "the keys", **options)


# Whatever is chosen, with something of the same kind that is not.
CHOICES = {
    "play": (".segmented button[aria-pressed=true]", ".segmented button[aria-pressed=false]"),
    "tabs": (".tabs a[aria-current]", ".tabs a:not([aria-current])"),
    "switch": (".toggle input:checked + .track", ".toggle input:not(:checked) + .track"),
    "theme": (".theme-card:has(:checked)", ".theme-card:not(:has(:checked))"),
    "brush": (".brush[aria-pressed=true]", ".brush[aria-pressed=false]"),
}
LOOK = """node => {
    const { backgroundColor, borderBottomColor, borderBottomWidth } = getComputedStyle(node);
    const knob = getComputedStyle(node, '::after').backgroundColor;
    return { backgroundColor, borderBottomColor, borderBottomWidth, knob };
}"""


def test_forced_colours_show_what_is_chosen(sapper: Sapper) -> None:
    sapper.page.emulate_media(forced_colors="active")
    kinds_of = {"play": ["play", "tabs", "switch"], "settings": ["theme"], "analyse": ["brush"]}
    for view, kinds in kinds_of.items():
        sapper.show(view)
        sapper.come_to_rest()
        for kind in kinds:
            choice, other = (sapper.page.locator(one).first.evaluate(LOOK) for one in CHOICES[kind])
            assert choice["backgroundColor"] != other["backgroundColor"], kind
            if kind == "switch":
                for look in (choice, other):
                    assert look["borderBottomWidth"] == "1px"
                    assert look["knob"] not in (look["backgroundColor"], "rgba(0, 0, 0, 0)")


# Whatever can take the focus and has a ring that something around it cuts off.
CUT_RINGS = """() => {
    const names = [];
    document.documentElement.dataset.keyboard = '';
    for (const one of document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')) {
        const isVisible = one.checkVisibility({ visibilityProperty: true });
        if (!isVisible || one.disabled || one.closest('.skip')) continue;
        one.focus({ focusVisible: true });
        one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const target = one.matches('.toggle input') ? one.nextElementSibling
            : one.matches('.theme-card input') ? one.parentElement : one;
        const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(target);
        if (outlineStyle === 'none') continue;
        const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth);
        const at = target.getBoundingClientRect();
        for (let around = target.parentElement; around; around = around.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(around);
            if (around === document.body || (overflowX === 'visible' && overflowY === 'visible')) continue;
            const box = around.getBoundingClientRect();
            const scrolls = around.scrollHeight > around.clientHeight + 1; // it can be scrolled into view
            const beside = at.left - reach < box.left - 0.5 || at.right + reach > box.right + 0.5;
            const above = at.top - reach < box.top - 0.5 || at.bottom + reach > box.bottom + 0.5;
            if (beside || (above && !scrolls)) names.push(`${one.className} in ${around.className}`);
        }
    }
    return names;
}"""


@pytest.mark.long
def test_no_focus_ring_is_cut_off(sapper: Sapper) -> None:
    sapper.show()
    count_games(sapper, 6)  # so that lists have entries
    for view in VIEWS:
        sapper.show(view)
        for width, height in ((1280, 800), (1024, 600), (320, 568), (667, 375)):
            sapper.page.set_viewport_size({"width": width, "height": height})
            sapper.come_to_rest()
            assert sapper.page.evaluate(CUT_RINGS) == [], (view, width, height)


def test_everything_comes_from_the_host(sapper: Sapper) -> None:
    urls: list[str] = []
    sapper.page.on("request", lambda request: urls.append(request.url))
    sapper.show("play")
    for view in views_here(sapper):
        sapper.show(view)
    here = urlsplit(sapper.address).netloc
    assert urls
    assert {urlsplit(url).netloc for url in urls if not url.startswith(("blob:", "data:"))} == {here}


def test_one_module_alone_asks_the_engine() -> None:
    """No other needs to know how it is reached. Only the worker opens a socket. Nothing is inline."""
    html = (STATIC / "index.html").read_text()
    assert not re.search(r" style=|<style", html)
    assert all("src=" in tag for tag in html.split("<script")[1:])
    texts = {file.relative_to(STATIC).as_posix(): file.read_text("utf-8") for file in STATIC.rglob("*.js")}
    views = {name: text for name, text in texts.items() if not name.startswith("host/")}
    assert {name for name, text in views.items() if "connection.ask(" in text} == {"engine_client.js"}
    opens = re.compile(r"WebSocket\(|XMLHttpRequest|EventSource|sendBeacon")
    assert {name for name, text in texts.items() if opens.search(text)} == {"host/remote.js"}
    asking = {name: text.count("fetch(") for name, text in texts.items() if "fetch(" in text}
    # They fetch files of the page.
    assert asking == {"analyse/view.js": 1, "learn/view.js": 1, "service_worker.js": 2}
    assert max(len(text.splitlines()) for text in texts.values()) <= 420
    assert {name for name, text in views.items() if "/connection.js';" in text} == {
        "engine_client.js",
        "main.js",
    }


# For each case of what a scene with one cell shows: the contrast of the pixel that differs most from what is
# behind it, as the guidelines define it.
CONTRASTS = """async ([theme, cases]) => {
    const { Painter } = await partOfPage('board/painter.js');
    const { Scene } = await partOfPage('board/scene.js');
    const { shapeOf } = await partOfPage('board/shapes.js');
    const light = (colour) => {
        const [r, g, b] = colour.map((c) => c / 255)
            .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    return cases.map(({ meaning, risk = 0.5, component, swept = true, mark = -1, role }) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 200;
        const painter = new Painter(canvas);
        painter.theme = theme;
        const scene = new Scene(shapeOf({ topology: 'square', shape: [1, 1] }));
        scene.marks[0] = mark;
        if (meaning) scene.risks = Float32Array.of(risk);
        scene.meaning = meaning ?? null;
        if (role) scene.mark(role, [0]);
        if (component !== undefined) scene.components = new Map([[0, { component, order: 0 }]]);
        scene.sweepSteps = swept ? Infinity : 0;
        painter.draw(scene, { left: 0, top: 0, width: 200, height: 200, tile: 200, ratio: 1 });
        const { data } = canvas.getContext('2d').getImageData(40, 60, 120, 80);
        const lights = [];
        for (let at = 0; at < data.length; at += 4) lights.push(light([...data.slice(at, at + 3)]));
        lights.sort((a, b) => a - b);
        const median = lights[lights.length >> 1];
        return Math.max(lights.at(-1) / median, median / lights[0]);
    });
}"""
FIGURES: list[dict[str, Any]] = [
    *({"meaning": "risk", "risk": per_cent / 100} for per_cent in range(2, 100, 7)),
    *({"meaning": "zero", "risk": per_cent / 100} for per_cent in range(2, 100, 7)),
    *({"meaning": "risk", "component": at // 2, "swept": at % 2 == 0} for at in range(16)),
    *({"mark": number, "role": role} for number in range(1, 9) for role in (None, "reason", "conflict")),
    *({"role": role} for role in ("safe", "mine", "guessed")),
    {"meaning": "risk", "role": "guessed"},
]


@pytest.mark.unbundled
def test_figures_numbers_and_signs_can_be_read_over_every_colour(sapper: Sapper) -> None:
    sapper.show("settings")
    for theme in THEMES:
        contrasts = sapper.page.evaluate(CONTRASTS, [theme, FIGURES])
        low = [case for case, contrast in zip(FIGURES, contrasts, strict=True) if contrast < 4.5]
        assert low == [], theme


def test_the_browser_can_install_the_page(sapper: Sapper) -> None:
    sapper.show()
    report = sapper.page.context.new_cdp_session(sapper.page).send("Page.getAppManifest")
    assert report["errors"] == []
    manifest = report["manifest"]
    assert (manifest["name"], manifest["display"]) == ("Sapper", "kStandalone")
    assert manifest["startUrl"] == f"{sapper.address}/"
    icons = sapper.page.request.get(f"{sapper.address}/manifest.webmanifest").json()["icons"]
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in icons}
    assert sizes > {(size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")}
    for icon in manifest["icons"]:
        assert sapper.page.request.get(icon["url"]).headers["content-type"] == icon["type"]
