"""`docs/formats.md` has every format as it is, and its Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sapper.formats import FORMATS, kind_name

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def test_the_table_has_every_format_as_it_is() -> None:
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \| (.*?) \| (.*?) \|(.*?)\|$", TEXT, re.MULTILINE)
    assert [name for name, *_ in rows] == list(FORMATS)
    for name, holds, is_read, is_written, endings in rows:
        format = FORMATS[name]
        assert holds == " or ".join(f"a {kind_name(kind)}" for kind in format.kinds)
        assert is_read == "yes"
        assert is_written == ("no" if format.write is None else "yes")
        assert tuple(re.findall(r"`(.*?)`", endings)) == format.suffixes


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_described(name: str) -> None:
    assert f"- `{name}`" in TEXT or f". `{name}` is the same" in TEXT
