"""Replay files built byte by byte from their layouts, independently of the readers they test."""

from __future__ import annotations

import struct
from dataclasses import dataclass

Cell = tuple[int, int]
Event = tuple[int, str, int, int]
"""Milliseconds, what happened in the words of RawVF, x, y."""


@dataclass(frozen=True)
class Recording:
    """A recorded game as plain data. Cells are (row, column)."""

    rows: int
    columns: int
    mines: tuple[Cell, ...]
    events: tuple[Event, ...]
    question_marks: bool = False
    player: str = "Nobody"


def clicks(*steps: tuple[int, str, Cell], size: int = 16) -> tuple[Event, ...]:
    """Events in the middle of cells: (milliseconds, kind, cell)."""
    return tuple(
        (ms, kind, cell[1] * size + size // 2, cell[0] * size + size // 2) for ms, kind, cell in steps
    )


AVF_CODES = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65, "sc": 11}


def avf(
    game: Recording, *, before: bytes = b"\0\0", trailer: bytes | None = None, time: int = 12340
) -> bytes:
    """Arbiter. `before` comes before the switch of the question marks, `time` is in milliseconds."""
    custom = (game.rows, game.columns, len(game.mines)) != (8, 8, 10)
    head = bytes((52, 0, 0, 0, 0, 6 if custom else 3))
    if custom:
        head += struct.pack(">BBH", game.columns - 1, game.rows - 1, len(game.mines))
    mines = b"".join(bytes((row + 1, column + 1)) for row, column in game.mines)
    size = f"W{game.columns}H{game.rows}M{len(game.mines)}|" if custom else ""
    seconds, hundredths = divmod(time // 10, 100)
    bracket = (
        f"[{3 if custom else 0}|{size}21.11.2021.10:00:00:000|10:00:12|B9T{seconds + 1}.{hundredths:02}]"
    )
    switch = bytes((17 if game.question_marks else 127, 5))
    if trailer is None:
        lines = (
            f"RealTime:{time / 1000}\rSkin: blue\r{game.player}\rMinesweeper Arbiter 0.52.3. Copyright 2005\r"
        )
        trailer = b"cs=" + b"c" * 17 + lines.encode()
    events = b"".join(_avf_event(*event) for event in game.events)
    return head + mines + before + switch + bracket.encode() + b"\0" + events + bytes(8) + trailer


def _avf_event(ms: int, kind: str, x: int, y: int) -> bytes:
    seconds, hundredths = ms // 1000 + 1, ms % 1000 // 10
    x_high, x_low, y_high, y_low = *divmod(x, 256), *divmod(y, 256)
    high, low = divmod(seconds, 256)
    return bytes((AVF_CODES[kind], x_high, low, x_low, hundredths, y_high, high, y_low))


RMV_CODES = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7}


def rmv(
    game: Recording,
    *,
    flags: tuple[Cell, ...] = (),
    properties: bytes | None = None,
    fields: tuple[bytes, ...] | None = None,
    extra: bytes = b"",
    end: int = 16,
    time: int = 12340,
) -> bytes:
    """Viennasweeper, version 1. `extra` comes before the event of the end."""
    result = b"\n#LEVEL:Beginner#SCORE:12.34#NAME:x#NICK:#3BV:9#NF:0#TIMESTAMP:1600000000#\n"
    program = b"Vienna Minesweeper - Home Edition - Release 3.0H"
    names = (game.player.encode(),) if fields is None else fields
    player = struct.pack(">H", len(names)) + b"".join(bytes((len(name),)) + name for name in names)
    mines = b"".join(bytes((column, row)) for row, column in game.mines)
    board = struct.pack(">IBBH", 1_600_000_000, game.columns, game.rows, len(game.mines)) + mines
    preflags = b"".join(bytes((column, row)) for row, column in flags)
    preflags = struct.pack(">H", len(flags)) + preflags if flags else b""
    if properties is None:
        properties = bytes((game.question_marks, 0, 0, 3, 1))
    events = b"".join(
        bytes((RMV_CODES[kind],)) + ms.to_bytes(3, "big") + b"\0" + struct.pack(">HH", x + 12, y + 56)
        for ms, kind, x, y in game.events
    )
    events += extra + bytes((end,)) + time.to_bytes(3, "big")
    sections = (result, program, player, board, preflags, properties)
    sizes = struct.pack(">6HIH", *map(len, sections), len(events), 4)
    body = sizes + b"".join(sections) + events + b"csum"
    return b"*rmv" + struct.pack(">HI", 1, 10 + len(body)) + body


def rmv2(
    game: Recording,
    *,
    flags: tuple[Cell, ...] = (),
    properties: bytes | None = None,
    fields: tuple[bytes, ...] | None = None,
    extensions: tuple[tuple[bytes, bytes], ...] = (),
    extra: bytes = b"",
    end: int = 16,
    cell_size: int = 16,
    time: int = 12340,
) -> bytes:
    """Viennasweeper, version 2. `extra` comes before the event of the end. Moves are short if they can be."""
    program = b"Vienna Minesweeper - Release 5.0.0"
    names = (game.player.encode(),) if fields is None else fields
    player = struct.pack(">H", len(names)) + b"".join(bytes((len(name),)) + name for name in names)
    mines = b"".join(bytes((column, row)) for row, column in game.mines)
    board = struct.pack(">IBBH", 1_600_000_000, game.columns, game.rows, len(game.mines)) + mines
    preflags = b"".join(bytes((column, row)) for row, column in flags)
    preflags = struct.pack(">H", len(flags)) + preflags if flags else b""
    if properties is None:
        properties = bytes((game.question_marks, 0, 0, 3, 9, 1, cell_size))
    named = b"".join(bytes((len(name),)) + name + bytes((len(value),)) + value for name, value in extensions)
    named = struct.pack(">H", len(extensions)) + named
    events = b""
    then = None
    for ms, kind, x, y in game.events:
        gap, x_gap, y_gap = (ms - then[0], x - then[1], y - then[2]) if then else (256, 0, 0)
        if kind == "mv" and gap <= 255 and -8 <= x_gap <= 7 and -8 <= y_gap <= 7:
            events += bytes((28, gap, 16 * (x_gap % 16) + y_gap % 16))
        else:
            events += bytes((RMV_CODES[kind],)) + ms.to_bytes(3, "big") + b"\0" + struct.pack(">hh", x, y)
        then = ms, x, y
    events += extra + bytes((end,)) + time.to_bytes(3, "big")
    sections = (program, player, board, preflags, properties, named)
    sizes = struct.pack(">6HIH", *map(len, sections), len(events), 4)
    body = sizes + b"".join(sections) + events + b"csum"
    return b"*rmv" + struct.pack(">HBBI", 2, 1, 5, 12 + len(body)) + body


EVF_CODES = {**RMV_CODES, "pf": 8, "cc": 9, "l": 10, "r": 11, "m": 12}


def bitmap(game: Recording) -> bytes:
    """A bit a cell, the highest first."""
    bits = "".join(
        "1" if (row, column) in game.mines else "0"
        for row in range(game.rows)
        for column in range(game.columns)
    )
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))


def evf_beginning(game: Recording, version: int, flags: int, cell_size: int) -> bytes:
    """The fields up to the 3BV."""
    settings = b"" if version == 2 else b"\0"
    size = struct.pack(">BBHBHH", game.rows, game.columns, len(game.mines), cell_size, 0, 9)
    return bytes((version, flags)) + settings + size


def evf3(
    game: Recording, *, version: int = 3, cell_size: int = 16, checksum: bool = True, time: int = 12340
) -> bytes:
    """Metasweeper, versions 2 and 3."""
    texts = (
        "Metasweeper 3.1",
        game.player,
        "race",
        "unique",
        "1600000000000000",
        "1600000012340000",
        "XY",
        "id",
    )
    events = b"".join(
        bytes((EVF_CODES[kind],)) + ms.to_bytes(3, "big") + struct.pack(">HH", x, y)
        for ms, kind, x, y in game.events
    )
    return (
        evf_beginning(game, version, 0x80, cell_size)
        + time.to_bytes(3, "big")
        + b"".join(text.encode() + b"\0" for text in texts)
        + bitmap(game)
        + events
        + (b"\0" + b"c" * 32 if checksum else b"\xff")
    )


def evf4(
    game: Recording,
    *,
    cell_size: int = 16,
    translated: bool = False,
    player: bytes | None = None,
    encoding: str = "gbk",
    metrics: tuple[bytes, ...] = (),
    extra: bytes = b"",
    time: int = 12340,
) -> bytes:
    """Metasweeper, version 4. `extra` comes after the events."""
    texts = [b"Arbiter" if translated else b"Metasweeper 3.2"]
    if translated:
        texts += [b"Metasweeper 3.2", encoding.encode()]
    texts += [game.player.encode() if player is None else player, b"race", b"unique"]
    return (
        evf_beginning(game, 4, 0x88 if translated else 0x80, cell_size)
        + struct.pack(">I2sQQ", time, b"XY", 1_600_000_000_000_000, 1_600_000_012_340_000)
        + b"".join(text + b"\0" for text in texts)
        + struct.pack(">H", 2)
        + b"id"
        + bitmap(game)
        + struct.pack(">H", len(metrics))
        + b"".join(name + b"\0" for name in metrics)
        + _evf4_events(game.events)
        + extra
        + b"\0"
        + struct.pack(">H", 4)
        + b"csum"
    )


def _evf4_events(events: tuple[Event, ...]) -> bytes:
    data = b""
    then = x_then = y_then = 0
    for ms, kind, x, y in events:
        gap = ms - then
        while gap > 255:
            pause = min(gap, 65535)
            data += b"\xff" + struct.pack(">H", pause)
            gap -= pause
        data += struct.pack(">BBhh", EVF_CODES[kind], gap, x - x_then, y - y_then)
        then, x_then, y_then = ms, x, y
    return data


def rawvf(game: Recording, *, options: str = "", extra: str = "") -> bytes:
    """RawVF. `extra` comes after the events."""
    rows = "".join(
        "".join("*" if (row, column) in game.mines else "0" for column in range(game.columns)) + "\n"
        for row in range(game.rows)
    )
    events = "".join(
        f"{ms // 1000}.{ms % 1000:03} {kind} {x // 16 + 1} {y // 16 + 1} ({x} {y})\n"
        for ms, kind, x, y in game.events
    )
    return (
        f"RawVF_Version: Rev6\nPlayer: {game.player}\n{options}Width: {game.columns}\nHeight: {game.rows}\n"
        f"Mines: {len(game.mines)}\nMarks: {'On' if game.question_marks else 'Off'}\n"
        f"Board:\n{rows}Events:\n{events}{extra}"
    ).encode()


def mbf(game: Recording) -> bytes:
    """MBF."""
    mines = b"".join(bytes((column, row)) for row, column in game.mines)
    return struct.pack(">BBH", game.columns, game.rows, len(game.mines)) + mines
