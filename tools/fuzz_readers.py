"""Feed mutated files to every reader, until one raises what it must not, takes too long or too much memory.

    python tools/fuzz_readers.py INPUTS [SEED] [FORMAT ...]

The inputs are shared out among the formats; one in ten goes through the detection of the format.
The corpus and the mutations are those of the tests (tests/support/fuzzing.py).
"""

import faulthandler
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.fuzzing import READERS, mutants, target

BATCH = 1000
SECONDS = 60  # for a batch, which takes a fraction of one
MEMORY = 2**30  # bytes of address space on top of those at the start


def limit_memory() -> None:
    """Turns a large allocation into a MemoryError, on systems that can."""
    try:
        import resource
    except ImportError:
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        limit = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))


def run(name: str, count: int, seed: int) -> int:
    """Feeds a reader. Returns how many inputs it accepted; ends the program at the first that breaks it."""
    accepted = 0
    for number, data in enumerate(mutants(name, count, seed)):
        if number % BATCH == 0:
            faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            accepted += target(data, "auto" if number % 10 == 9 else name)
        except BaseException:
            print(f"{name}, seed {seed}, input {number}: {data!r}", file=sys.stderr)
            raise
    faulthandler.cancel_dump_traceback_later()
    return accepted


def main() -> None:
    """Fuzzes."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    names = sys.argv[3:] or READERS
    limit_memory()
    for name in names:
        start = time.perf_counter()
        inputs = -(-count // len(names))
        accepted = run(name, inputs, seed)
        seconds = time.perf_counter() - start
        print(f"{name:14} {inputs} inputs, {accepted} accepted, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
