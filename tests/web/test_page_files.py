"""The files of the page as they are sent."""

import re
from importlib import resources
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sapper.web.transport.page import Page, page_files


def test_the_page_asks_for_files_that_browsers_may_keep(client: TestClient) -> None:
    named = re.findall(r'"(static/[^"]+)"', client.get("/").text)
    assert any(address.endswith("/main.js") for address in named)
    named.remove("static/manifest.webmanifest")  # by which browsers know an installed page
    for address in named:
        answer = client.get(address)
        assert "immutable" in answer.headers["cache-control"]
        today = client.get(re.sub("static/[^/]+", "static", address))
        assert today.headers["cache-control"] == "no-cache"
        assert answer.content == today.content


def test_a_page_from_before_an_update_gets_the_new_files(client: TestClient) -> None:
    answer = client.get("/static/0123456789abcdef/app.js")
    assert answer.content == page_files()["/static/app.js"].content
    assert answer.headers["cache-control"] == "no-cache"


def test_the_version_changes_with_any_file(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**page_files()}
    before = Page().version
    files["/static/engine.js"] = files["/static/engine.js"]._replace(tag='"other"')
    monkeypatch.setattr("sapper.web.transport.page.page_files", lambda: files)
    assert Page().version != before


def test_one_stylesheet_has_all_others() -> None:
    files = page_files()
    style = files["/static/css/page.css"].content
    assert b"@import" not in style
    folder = Path(str(resources.files("sapper.web").joinpath("static")))
    sheets = [path for path in folder.rglob("*.css") if path.name != "page.css"]
    assert len(sheets) > 10
    for sheet in sheets:
        assert style.count(sheet.read_bytes()) == 1, sheet
    assert files["/static/css/themes.css"].content in style
