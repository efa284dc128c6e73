"""The check of the built site finds links that lead nowhere, and what would be fetched from elsewhere."""

import sys
from pathlib import Path

from support.programs import run_program

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check" / "links.py"


def check(site: Path) -> tuple[int, list[str]]:
    result = run_program(sys.executable, CHECK, site, ends=None)
    return result.returncode, result.stderr.splitlines()


def test_a_sound_site_passes(tmp_path: Path) -> None:
    (tmp_path / "guides").mkdir()
    (tmp_path / "look.css").write_text("body { background: url('dot.svg') }")
    (tmp_path / "dot.svg").write_text("<svg/>")
    (tmp_path / "index.html").write_text(
        '<link href="look.css"><h2 id="start">Start</h2><a href="guides/first%20one.html#top">one</a>'
        '<a href="guides">all</a><a href="https://example.org/">another site</a><a href="#start">start</a>'
    )
    (tmp_path / "guides" / "index.html").write_text(
        '<img src="../dot.svg"><a href="../index.html#start">up</a>'
    )
    (tmp_path / "guides" / "first one.html").write_text('<p id="top"><img src="data:image/png;base64,AAAA">')
    assert check(tmp_path) == (0, [])


def test_every_kind_of_fault_is_told(tmp_path: Path) -> None:
    style = '@import "https://fonts.example/a.css"; p { background: url(lost.png) }'
    (tmp_path / "look.css").write_text(style)
    (tmp_path / "index.html").write_text(
        '<link href="look.css"><script src="//cdn.example/x.js"></script><a href="gone.html">gone</a>'
        '<a href="other.html#gone">gone</a><img src="lost.png" srcset="https://img.example/2.png 2x">'
    )
    (tmp_path / "other.html").write_text('<p style="background: url(https://img.example/3.png)">')
    code, faults = check(tmp_path)
    assert code == 1
    assert sorted(faults) == [
        "index.html: //cdn.example/x.js: this comes from elsewhere",
        "index.html: gone.html: there is no such file",
        "index.html: https://img.example/2.png: this comes from elsewhere",
        "index.html: lost.png: there is no such file",
        "index.html: other.html#gone: there is no such place on that page",
        "look.css: https://fonts.example/a.css: this comes from elsewhere",
        "look.css: lost.png: there is no such file",
        "other.html: https://img.example/3.png: this comes from elsewhere",
    ]


def test_no_site_is_a_fault(tmp_path: Path) -> None:
    code, faults = check(tmp_path)
    assert code == 1
    assert len(faults) == 1
