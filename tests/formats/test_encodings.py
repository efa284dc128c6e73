import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import avf, evf3, rawvf, rmv
from support.replays import GAME, replay_of

from sapper.formats.registry import decode, encoding_of


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
