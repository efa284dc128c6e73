"""Compare the engine in WebAssembly with this one: its size, how soon it is ready, and how fast it plays.

    make wasm && python benchmarks/speed/wasm.py [GAMES]

Both play the same games of `best` twice, in turns, and the least processor time (user and system) of three
turns counts. "At first" is the first time, which includes some tenths of a second in which Node.js compiles
the engine again for speed. "Then" is the second time. The time to be ready is that of a new process of
Node.js, after Node.js itself has started.
"""

import json
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "build" / "js"
TURNS = 3

READY = """
const start = performance.now();
const { load } = await import(process.argv[1] + "/index.js");
const session = (await load()).session();
const loaded = performance.now() - start;
session.ask({ command: "position", marks: [[1, -1, -1], [-1, -1, -1]], mines: 2 });
session.ask({ command: "analyse" });
console.log(JSON.stringify([loaded, performance.now() - start]));
"""
SIZES = """
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
const sizes = {};
for (const name of readdirSync(process.argv[1])) {
  if (!/\\.(js|wasm)$/.test(name)) continue;
  const bytes = readFileSync(process.argv[1] + "/" + name);
  const kind = name.endsWith(".js") ? "JavaScript" : name;
  const [raw, brotli] = sizes[kind] ?? [0, 0];
  sizes[kind] = [raw + bytes.length, brotli + brotliCompressSync(bytes).length];
}
console.log(JSON.stringify(sizes));
"""
PLAY = """
const { load } = await import(process.argv[1] + "/index.js");
const session = (await load()).session();
const play = (games) => session.ask({ command: "play", level: process.argv[2], games, seed: 1 });
play(50);
const timed = () => {
  const before = process.cpuUsage();
  play(Number(process.argv[3]));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
console.log(JSON.stringify([timed(), timed()]));
"""
NATIVE = """
import sys, time
from sapper import _engine
def play(games):
    line = b'{"command": "play", "level": "%b", "games": %d, "seed": 1}' % (sys.argv[1].encode(), games)
    _engine.ProtocolSession("").answer(_engine.ProtocolLine(line))
play(50)
before = time.process_time()
play(int(sys.argv[2]))
print(time.process_time() - before)
"""


def node(code: str, *arguments: str) -> object:
    command = ["node", "--input-type=module", "--eval", code, "--", str(PACKAGE), *arguments]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def native(level: str, games: str) -> float:
    command = [sys.executable, "-c", NATIVE, level, games]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    games = sys.argv[1] if len(sys.argv) > 1 else "5000"
    for name, (raw, brotli) in node(SIZES).items():  # type: ignore[attr-defined]  # an object
        print(f"{name:14} {raw:9,} bytes, {brotli:9,} with Brotli")
    load_seconds, answer_seconds = min(tuple(node(READY)) for _ in range(5))  # type: ignore[arg-type, var-annotated]  # two numbers
    print(f"ready after {load_seconds:.0f} ms, first answer after {answer_seconds:.0f} ms")
    for level in ("beginner", "intermediate", "expert"):
        times = [(native(level, games), *node(PLAY, level, games)) for _ in range(TURNS)]  # type: ignore[misc]  # two numbers
        here, first, then = (min(each) for each in zip(*times, strict=True))
        each = 1000 / int(games)
        print(
            f"{level:14} {here * each:.3f} ms a game here; there {first * each:.3f} at first,"
            f" {first / here:.2f} times, then {then * each:.3f}, {then / here:.2f} times"
        )


if __name__ == "__main__":
    main()
