"""Archives of games: exported from the page, and taken by another browser."""

from pathlib import Path

from playwright.sync_api import Browser, expect
from support.pages import Sapper, opened


def played(sapper: Sapper, count: int) -> None:
    """Wins games by one click each: the mine is at the far end."""
    sapper.begin(1, 4, 1)
    for _ in range(count):
        sapper.click(0, 1)
        expect(sapper.page.locator(".result h2")).to_have_text("Won")
        sapper.page.locator(".result").get_by_role("button", name="New").click()
        expect(sapper.page.locator(".result")).to_have_count(0)


def test_games_go_to_another_browser_and_back(sapper: Sapper, browser: Browser) -> None:
    played(sapper, 2)
    content = exported(sapper)
    context = browser.new_context(accept_downloads=True)
    other = opened(context, sapper.address)
    other.show("statistics")
    added(other, content, "2 games added. 0 games were here already.")
    expect(other.page.locator(".statistics .cards .card")).to_contain_text("2 of 2 games won")
    added(sapper, exported(other), "0 games added. 2 games were here already.")
    expect(sapper.page.locator(".statistics .cards .card")).to_contain_text("2 of 2 games won")
    context.close()
    assert other.complaints == []


def exported(sapper: Sapper) -> bytes:
    sapper.show("statistics")
    with sapper.page.expect_download() as saved:
        sapper.page.get_by_role("button", name="Export all games").click()
    return Path(saved.value.path()).read_bytes()


def added(sapper: Sapper, content: bytes, text: str) -> None:
    sapper.page.locator(".statistics > input[type=file]").set_input_files(
        {"name": "games.zip", "mimeType": "application/zip", "buffer": content}
    )
    expect(sapper.page.locator(".imported")).to_have_text(text)
