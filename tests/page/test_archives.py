"""Archives of games: exported from the page, and taken by another browser and by a server."""

from pathlib import Path

from playwright.sync_api import expect
from starlette.testclient import TestClient
from support.pages import Sapper

from sapper.web.app import create_app

BYTES = {"content-type": "application/octet-stream"}


def played(sapper: Sapper, count: int) -> None:
    """Wins games by one click each: the mine is at the far end."""
    sapper.begin(1, 4, 1)
    for _ in range(count):
        sapper.click(0, 1)
        expect(sapper.page.locator(".result h2")).to_have_text("Won")
        sapper.page.locator(".result").get_by_role("button", name="New").click()
        expect(sapper.page.locator(".result")).to_have_count(0)


def test_games_go_to_a_server_and_back(sapper: Sapper, tmp_path: Path) -> None:
    page, imported = sapper.page, sapper.page.locator(".imported")
    played(sapper, 2)
    sapper.show("statistics")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export all games").click()
    content = Path(saved.value.path()).read_bytes()
    with TestClient(create_app(tmp_path / "server"), base_url="http://127.0.0.1") as client:
        client.get("/api/about")  # which makes it a player
        added = client.post("/api/archive", content=content, headers=BYTES).json()
        assert added == {"added": 2, "known": 0, "damaged": [], "damaged_count": 0}
        back = client.get("/api/archive").content
    page.locator(".statistics > input[type=file]").set_input_files(
        {"name": "games.zip", "mimeType": "application/zip", "buffer": back}
    )
    expect(imported).to_have_text("0 games added. 2 games were here already.")
    expect(page.locator(".statistics .cards .card")).to_contain_text("2 of 2 games won")
