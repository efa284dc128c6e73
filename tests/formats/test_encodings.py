"""Encodings of texts in files: no byte is lost."""

import codecs
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.recordings import avf, evf3, rawvf, rmv
from support.replays import GAME, replay_of

import sapper
from sapper import FormatError, Minefield, SapperError, Topology
from sapper.formats import FORMATS, parse, render
from sapper.formats.registry import Hints, decode, encoding_of


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Thomas", "utf-8"),
        ("Jürgen 王", "utf-8"),
        ("王嘉宁", "gb18030"),
        ("Wang 嘉宁 (Bei Jing)", "gb18030"),
        ("朱镕基", "gb18030"),  # the second is in GBK but not in GB 2312
        ("鑫", "gb18030"),  # not common
        ("Иван Петров", "cp1251"),
        ("陳大文", "big5"),
        ("たなか さくら", "cp932"),
        ("Jürgen Müller", "cp1252"),
        ("Zoë", "cp1252"),
        ("Bjørn Ærø", "cp1252"),
        ("Määttä", "cp1252"),
        ("L\u2019Été…", "cp1252"),
        ("\x81\x8d", "latin-1"),
    ],
)
def test_the_encoding_of_a_name_is_found(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert encoding_of(data) == encoding
    assert decode(data) == text


@given(st.binary())
def test_no_byte_is_lost(data: bytes) -> None:
    encoding = encoding_of(data)
    assert data.decode(encoding).encode(encoding) == data


def test_a_stated_encoding_counts_if_the_bytes_fit_it() -> None:
    name = "Иван".encode("cp1251")
    assert encoding_of(name, b"CP1251") == "cp1251"
    assert encoding_of(name, b"gb18030") == "gb18030"
    assert encoding_of(name, b"utf-8") == "cp1251"
    assert encoding_of(b"J\xfcrgen", b"unicode_escape") == "cp1252"  # only Python knows it
    assert encoding_of(b"a", b"gbk") == "utf-8"


def test_all_texts_of_a_file_have_one_encoding() -> None:
    about = replay_of(rmv(GAME, fields=("王嘉宁".encode("gbk"), b"Zo\xeb\xb9"))).about
    assert (about["Player"], about["Nick"]) == ("王嘉宁", b"Zo\xeb\xb9".decode("gbk"))
    assert about["Encoding"] == "gb18030"


def test_texts_take_one_line() -> None:
    assert replay_of(rmv(GAME, fields=(b"\0 a \t\r\n b\0",))).about["Player"] == "a b"


NAME = "王嘉宁".encode("gbk")


@pytest.mark.parametrize(
    "data",
    [
        avf(GAME).replace(b"Nobody", NAME).replace(b"0.52.3. Copyright", b"0.52.3. Copyright \xa9"),
        rmv(GAME, fields=(NAME,)),
        evf3(GAME).replace(b"Nobody", NAME),
        rawvf(GAME).replace(b"Nobody", NAME),
        b"\xef\xbb\xbf" + rawvf(GAME).replace(b"Nobody", NAME),
    ],
)
def test_every_format_of_replays_says_what_was_found(data: bytes) -> None:
    about = replay_of(data).about
    assert about["Player"] == "王嘉宁"
    assert about["Player"].encode(about["Encoding"]) == NAME
    assert about.get("Version", "0.52.3") == "0.52.3"


TEXTS = {
    "plain": "?1\n11\n",
    "jsminesweeper": "2x2x1\nH1\n11\n",
    "tatham-clear": "3x2:u84\n",
    "rawvf": rawvf(GAME).decode(),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_utf_16_with_a_mark_is_text(name: str, ends: str, tmp_path: Path) -> None:
    text = TEXTS[name].replace("\r\n", "\n").replace("\n", ends)
    contents = parse(text)
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        data = mark + text.encode(encoding)
        path = tmp_path / "saved.txt"
        path.write_bytes(data)
        assert parse(data) == sapper.read(path) == parse(data, format=name) == contents
        assert FORMATS[name].recognises(data)
        assert FORMATS[name].read(data, Hints()) == contents


@settings(max_examples=25)
@given(st.text())
def test_utf_16_reads_as_utf_8_does(text: str) -> None:
    def outcome(data: bytes) -> object:
        try:
            return parse(data)
        except SapperError as error:
            return re.sub("this is not text.*", "this is not text", str(error).partition("; ")[0])

    expected = outcome(text.encode())
    assert outcome(codecs.BOM_UTF16_LE + text.encode("utf-16-le")) == expected
    assert outcome(codecs.BOM_UTF16_BE + text.encode("utf-16-be")) == expected


def test_utf_16_without_a_mark_or_with_damage_is_refused() -> None:
    with pytest.raises(FormatError, match="looks like UTF-16 without a byte order mark: save it as UTF-8"):
        parse("?1\n11\n".encode("utf-16-le"))
    for damage in (b"\0\xd8", b"\0\xdc", b"\0\xd8\n\0", b"1"):
        with pytest.raises(FormatError, match="line 1, column 3: unknown '\ufffd'"):
            parse(codecs.BOM_UTF16_LE + "?1".encode("utf-16-le") + damage, format="plain")


def test_the_largest_mbf_is_none_of_utf_16() -> None:
    minefield = Minefield([(0, 0), (3, 7)], Topology.square(254, 255))
    data = render(minefield, "mbf")
    assert data.startswith(codecs.BOM_UTF16_LE)
    assert parse(data) == minefield


def test_the_ends_of_lines_of_old_macs_end_lines() -> None:
    assert parse("?1\r11\r") == parse("?1\n11\n")
    with pytest.raises(FormatError, match=r"line 1, column 4: the character '\\x0d' stands between two rows"):
        parse(". 1\r. .\n. .")
