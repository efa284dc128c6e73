"""A picture that another app shares with the page, as the share sheet of a phone does."""

import json
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, FilePayload, expect
from support.pages import SERVICE_WORKER_READY, Sapper, open_page
from support.screens import unclear_picture
from support.static_site import SITE, static_site

SHEET = """
<form method="post" enctype="multipart/form-data" action="{action}">
    <input type="file" name="{name}"><button>Share</button>
</form>
"""


@pytest.fixture
def app(browser: Browser) -> Iterator[Sapper]:
    """The page after a first visit, without a network."""
    with static_site() as host:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        sapper = open_page(context, host.address)
        sapper.show()
        sapper.page.evaluate(SERVICE_WORKER_READY)
        context.set_offline(True)
        yield sapper
        context.close()


def share(sapper: Sapper, *content: bytes) -> None:
    """What the browser does for another app: it posts a form where the manifest says."""
    target = json.loads((SITE / "manifest.webmanifest").read_text())["share_target"]
    assert (target["method"], target["enctype"]) == ("POST", "multipart/form-data")
    [file] = target["params"]["files"]
    action = urljoin(f"{sapper.address}/", target["action"])
    sapper.page.goto("about:blank")
    sapper.page.set_content(SHEET.format(action=action, name=file["name"]))
    if content:
        upload = FilePayload(name="Screenshot.png", mimeType="image/png", buffer=content[0])
        sapper.page.locator("input").set_input_files(upload)
    sapper.page.get_by_role("button", name="Share").click()
    expect(sapper.page.locator("html[data-ready=analyse]")).to_be_attached()


def test_a_shared_picture_is_analysed_without_a_network(app: Sapper) -> None:
    share(app, unclear_picture()[1])
    panel = app.page.locator(".analyse .panel")
    expect(panel).to_contain_text("7 cells from the picture. 1 question is open.")
    panel.get_by_role("button", name="2 (").click()
    expect(panel).to_contain_text("Nothing in them is unclear.")
    expect(app.cell(0, 0)).to_contain_text("2, ")
    app.until(lambda: "#analyse=s6x7x" in app.page.url)
    app.page.reload()  # the picture was shared once
    expect(app.board).to_have_attribute("aria-rowcount", "6")
    assert (app.notes, app.complaints) == ([], [])


def test_nothing_that_was_shared_is_said(app: Sapper) -> None:
    share(app)
    app.until(lambda: len(app.notes) == 1)
    assert app.page.evaluate("caches.keys()") == [
        name for name in app.page.evaluate("caches.keys()") if name.startswith("sapper ")
    ]


def test_the_picture_of_a_stranger_is_refused(app: Sapper) -> None:
    share(app, b"no picture at all, but a text")
    app.until(lambda: len(app.notes) == 1)
    expect(app.board).to_have_attribute("aria-rowcount", "9")
