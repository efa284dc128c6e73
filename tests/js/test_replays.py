"""The package reads replays as Python does."""

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
from support.fuzzing import CORPUS, mutants
from support.recordings import evf4, evfs
from support.replays import GAME
from support.wasm import PACKAGE, node

from sapper import FormatError, Replay
from sapper.formats import FORMATS, read_all
from sapper.formats.registry import Hints
from sapper.replays.replay import presses_of

SCRIPT = Path(__file__).parent / "replays.mjs"
NAMES = ("avf", "rmv", "mvf", "evf", "evfs", "rawvf")


def in_node(files: list[tuple[bytes, int]]) -> list[dict[str, Any]]:
    lines = [json.dumps([base64.b64encode(data).decode(), number]) for data, number in files]
    command = [node(), str(SCRIPT), str(PACKAGE)]
    process = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in process.stdout.strip("\n").split("\n")]


def form_of(replay: Replay, format: str) -> dict[str, Any]:
    index = replay.board.topology.index
    rules = replay.rules
    return {
        "format": format,
        "topology": replay.board.topology.name,
        "shape": list(replay.board.topology.shape),
        "mined": replay.minefield.mined.view(np.uint8).ravel().tolist(),
        "rules": {
            "first_click": "any",
            "win": rules.win,
            "on_mine": rules.on_mine,
            "question_marks": rules.question_marks,
            "guessing": rules.guessing,
        },
        "cellSize": replay.cell_size,
        "about": dict(replay.about),
        "events": [
            {
                "seconds": event.seconds,
                "kind": event.kind,
                "cell": None if event.cell is None else index(event.cell),
                "x": event.pixel[0],
                "y": event.pixel[1],
            }
            for event in replay.events
            if event.pixel is not None
        ],
        "actions": [
            {
                "seconds": action.seconds,
                "kind": action.kind,
                "cell": index(action.cell),
                "pressed": None if press is None else index(press),
                "x": event.pixel[0] if event.pixel else None,
                "y": event.pixel[1] if event.pixel else None,
            }
            for action, (press, event) in zip(replay.actions, presses_of(replay.events), strict=True)
        ],
    }


def test_files_of_every_format_are_read_alike() -> None:
    files = [(name, data) for name in NAMES for data in (*CORPUS[name], *mutants(name, 100, 1))]
    read_count = 0
    for (name, data), answer in zip(files, in_node([(data, 0) for _, data in files]), strict=True):
        try:
            replay = FORMATS[name].read(data, Hints())
        except FormatError:
            assert answer.get("format") != name
            continue
        if answer.get("format") == name:
            assert isinstance(replay, Replay)
            expected = form_of(replay, name)
            if any(0x80 <= byte < 0xA0 for byte in data):
                assert answer.pop("about").keys() == expected.pop("about").keys()
            assert answer == expected, data
            read_count += 1
        else:
            assert not FORMATS[name].recognises(data) or "different meanings" in answer["message"]
    assert read_count > len(files) / 5


def test_a_replay_of_several_is_read_by_its_number(tmp_path: Path) -> None:
    data = evfs(evf4(GAME), evf4(GAME, player=b"Second"))
    (tmp_path / "games.evfs").write_bytes(data)
    first, second = read_all(tmp_path / "games.evfs")
    assert in_node([(data, 1), (data, 2)]) == [form_of(first, "evfs"), form_of(second, "evfs")]
    none, several = in_node([(data, 3), (data, 0)])
    assert none is None
    assert several["message"].startswith("evfs: this file holds 2 replays")
