"""Replay files built byte by byte from their layouts, independently of the readers they test."""

import math
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
    return tuple((ms, kind, c[1] * size + size // 2, c[0] * size + size // 2) for ms, kind, c in steps)


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


def _rmv_head(
    game: Recording, flags: tuple[Cell, ...], fields: tuple[bytes, ...] | None
) -> tuple[bytes, bytes, bytes]:
    """The player, the board and the flags set before the game, as both versions write them."""
    names = (game.player.encode(),) if fields is None else fields
    player = struct.pack(">H", len(names)) + b"".join(bytes((len(name),)) + name for name in names)
    mines = b"".join(bytes((column, row)) for row, column in game.mines)
    board = struct.pack(">IBBH", 1_600_000_000, game.columns, game.rows, len(game.mines)) + mines
    preflags = b"".join(bytes((column, row)) for row, column in flags)
    preflags = struct.pack(">H", len(flags)) + preflags if flags else b""
    return player, board, preflags


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
    player, board, preflags = _rmv_head(game, flags, fields)
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
    player, board, preflags = _rmv_head(game, flags, fields)
    if properties is None:
        properties = bytes((game.question_marks, 0, 0, 3, 9, 1, cell_size))
    names = b"".join(bytes((len(name),)) + name + bytes((len(value),)) + value for name, value in extensions)
    names = struct.pack(">H", len(extensions)) + names
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
    sections = (program, player, board, preflags, properties, names)
    sizes = struct.pack(">6HIH", *map(len, sections), len(events), 4)
    body = sizes + b"".join(sections) + events + b"csum"
    return b"*rmv" + struct.pack(">HBBI", 2, 1, 5, 12 + len(body)) + body


State = tuple[int, int, int, str]
"""Milliseconds, x, y, and the buttons that are held: any of the letters l, m, r."""


def states(game: Recording) -> tuple[State, ...]:
    """The state of the mouse after each event."""
    text = ""
    result = []
    for ms, kind, x, y in game.events:
        if kind != "mv":
            text = text.replace(kind[0], "") + (kind[0] if kind[1] == "c" else "")
        result.append((ms, x, y, text))
    return tuple(result)


def mvf(
    game: Recording,
    *,
    version: str = "2007 release 1",
    years: str = "2004-2007",
    texts: bool = True,
    key: int = 49167,
    mouse: tuple[State, ...] | None = None,
    name: bytes | None = None,
    day: int = 7,
    solved: int = 9,
    time: int = 12340,
) -> bytes:
    """Minesweeper Clone from 0.97. `mouse` are its states, by default those after the events."""
    mouse = states(game) if mouse is None else mouse
    lines = ["Minesweeper Clone", years, "Somebody", version] if texts else [""] * 4
    data = b"".join(bytes((len(line),)) + line.encode() for line in lines) + b"abc"
    data += struct.pack(">BBHBBBBB", 12, day, 2008, 23, 59, 5, 4, 3)
    latest = texts and years[-1] in "67"
    if latest:
        data += time.to_bytes(3, "big")
    else:
        data += struct.pack(">HB5H", time // 1000, time % 1000 // 10, 9, solved, 1, 2, 3)
    data += struct.pack(">BBBH", game.question_marks, game.columns, game.rows, len(game.mines))
    data += b"".join(bytes((column + 1, row + 1)) for row, column in game.mines)
    player = game.player.encode() if name is None else name
    data += bytes((len(player),)) + player + struct.pack(">H", key) + len(mouse).to_bytes(3, "big")
    return data + b"".join(_code_bytes(state, key, latest) for state in mouse) + b"c" * 32


def _code_bytes(state: State, key: int, latest: bool) -> bytes:
    """A state of which the bits are shuffled: those with the lowest digits of some waves come first."""
    ms, x, y, text = state
    bits = [button in text for button in "rml"]
    if latest:
        numbers: tuple[tuple[int, int], ...] = ((y + 32, 11), (x + 32, 11), (ms, 22))
    else:
        numbers = ((y, 9), (x, 9), (ms % 1000 // 10, 7), (ms // 1000, 10))
    for number, size in numbers:
        bits += [bool(number >> place & 1) for place in range(size)]
    root, other = key**0.5, (key + 1000) ** 0.5
    waves = [math.cos((root + 1000) ** 0.5 + 1000), math.sin(other**0.5), math.cos((root + 1000) ** 0.5)]
    waves += [math.sin(root**0.5 + 1000), math.cos((other + 1000) ** 0.5)]
    waves += [math.sin((other + 1000) ** 0.5)] if latest else []
    digits = "".join(f"{abs(wave):.8f}".removeprefix("0.").replace(".", "")[:8] for wave in waves)
    places = [place for digit in "0123456789" for place in range(len(digits)) if digits[place] == digit]
    codes = bytearray(len(waves))
    for bit, place in zip(bits, places, strict=False):
        codes[place // 8] |= bit << place % 8
    return bytes(codes)


def mvf_old(
    game: Recording,
    *,
    ending: str = "0.8",
    mouse: tuple[State, ...] | None = None,
    after: bytes = b"",
    time: int = 70_010,
) -> bytes:
    """Minesweeper Clone before 0.97. `after` comes after the states."""
    mouse = states(game) if mouse is None else mouse
    data = mbf(game) + bytes((game.question_marks, 0))
    for ms, x, y, text in mouse:
        buttons = sum({"l": 1, "m": 2, "r": 4}[button] for button in text)
        data += struct.pack(">BBBHHB", ms // 1000, ms % 1000 // 10, buttons, x, y, 9)
    data += after + struct.pack(">HB", time // 1000, time % 1000 // 10)
    player = game.player.encode().ljust(100)
    ends = {"0.8": player + b"\0" + b"c" * 20 + b"\0", "0.76": player + b"1234567890", "0.75": b"1234567890"}
    return data + ends[ending]


EVF_CODES = {**RMV_CODES, "pf": 8, "cc": 9, "l": 10, "r": 11, "m": 12}


def bitmap(game: Recording) -> bytes:
    """A bit a cell, the highest first."""
    bits = "".join("01"[(r, c) in game.mines] for r in range(game.rows) for c in range(game.columns))
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
    times = "1600000000000000", "1600000012340000"
    texts = ("Metasweeper 3.1", game.player, "race", "unique", *times, "XY", "id")
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
    has_translation: bool = False,
    player: bytes | None = None,
    encoding: str = "gbk",
    metrics: tuple[bytes, ...] = (),
    extra: bytes = b"",
    time: int = 12340,
) -> bytes:
    """Metasweeper, version 4. `extra` comes after the events."""
    texts = [b"Arbiter" if has_translation else b"Metasweeper 3.2"]
    if has_translation:
        texts += [b"Metasweeper 3.2", encoding.encode()]
    texts += [game.player.encode() if player is None else player, b"race", b"unique"]
    return (
        evf_beginning(game, 4, 0x88 if has_translation else 0x80, cell_size)
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


def evfs(*units: bytes, checksum: int = 4) -> bytes:
    """A container of EVF files."""
    cells = (
        f"game{number}.evf\0".encode() + struct.pack(">I", len(unit)) + unit + b"c" * checksum
        for number, unit in enumerate(units)
    )
    return struct.pack(">BH", 0, checksum) + b"".join(cells)


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
