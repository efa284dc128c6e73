"""The formats of replays, which the engine reads. `engine/formats` has their layouts."""

from __future__ import annotations

from sapper.formats.recording import replay_format

RAWVF = replay_format("rawvf", "RawVF, a replay as text", ".rawvf", is_text=True)
AVF = replay_format("avf", "AVF, a replay of Minesweeper Arbiter", ".avf")
RMV = replay_format("rmv", "RMV, a replay of Viennasweeper", ".rmv")
MVF = replay_format("mvf", "MVF, a replay of Minesweeper Clone", ".mvf")
EVF = replay_format("evf", "EVF, a replay of Metasweeper", ".evf")
EVFS = replay_format("evfs", "EVFS, the replays of a session of Metasweeper", ".evfs")
