"""Feed mutated files to every reader, until one raises a forbidden error or takes too much time or memory.

    python tools/fuzz_readers.py INPUTS [SEED] [FORMAT ...]

The inputs are divided among the formats; one in ten goes through the detection of the format. For every
hundred inputs one more file is stretched, to see whether the reader's work grows faster than the file.
Corpus, mutations and stretched files are those of the tests (tests/support/fuzzing.py, growth.py). The limits
of time and memory need Linux.
"""

import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.fuzzing import READERS, mutants, target
from support.growth import grows_too_fast, random_stretches, worst_cases

SECONDS = 2  # of processor time for one input; it takes a fraction of a millisecond
MEMORY = 2**30  # bytes of address space on top of those at the start
STATUS = Path("/proc/self/statm")


def limit_memory() -> None:
    """Turns a large allocation into a MemoryError."""
    if STATUS.exists():
        import resource

        now = int(STATUS.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, resource.RLIM_INFINITY))


def too_long(_signal: int, _frame: object) -> None:
    """Ends an input that takes too long."""
    raise TimeoutError(f"more than {SECONDS} s of processor time")


def run(name: str, count: int, seed: int) -> int:
    """Feeds a reader. Returns how many inputs it accepted; ends the program at the first that breaks it."""
    accepted = 0
    for number, data in enumerate(mutants(name, count, seed)):
        if STATUS.exists():
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            accepted += target(data, "auto" if number % 10 == 9 else name)
        except BaseException:
            print(f"{name}, seed {seed}, input {number}: {data!r}", file=sys.stderr)
            raise
    if STATUS.exists():
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return accepted


def stretch(name: str, count: int, seed: int) -> None:
    """Ends the program at the first file whose reading takes too long for its length."""
    for case, make in (*worst_cases(name), *random_stretches(name, count, seed)):
        if grows_too_fast(make, name):
            sys.exit(f"{name}, seed {seed}: work grows faster than the file when there is more of {case}")


def main() -> None:
    """Fuzzes."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    names = sys.argv[3:] or READERS
    limit_memory()
    if STATUS.exists():
        signal.signal(signal.SIGVTALRM, too_long)
    for name in names:
        start = time.process_time()
        inputs = -(-count // len(names))
        accepted = run(name, inputs, seed)
        stretch(name, inputs // 100, seed)
        seconds = time.process_time() - start
        print(f"{name:14} {inputs} inputs, {accepted} accepted, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
