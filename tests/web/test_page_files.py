"""The files of the page as they are sent."""

from importlib import resources
from pathlib import Path

from sapper.web.transport.page import page_files


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
