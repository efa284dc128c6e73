"""Every reader survives any bytes. `python tools/soak --only readers` does the same for longer."""

import tracemalloc

import pytest
from support.fuzzing import CORPUS, READERS, mutants, target
from support.growth import grows_too_fast, random_stretches, worst_cases

from sapper import BudgetError
from sapper.formats import FORMATS, identify
from sapper.formats.registry import Hints

SEED = 7
MEMORY = 4 * 2**20  # bytes; the largest board that few bytes can ask for takes half a megabyte


def test_the_corpus_has_every_format_and_is_well_formed() -> None:
    assert set(READERS) == set(FORMATS)
    for name, files in CORPUS.items():
        for data in files:
            assert target(data, name)


@pytest.mark.parametrize(
    "name",
    [name for name in READERS if name not in ("plain", "zig", "zeros", "counted", "drawing", "tatham-clear")],
)
def test_the_corpus_is_detected_by_content(name: str) -> None:
    for data in CORPUS[name]:
        assert identify(data, Hints()).format.name == name


@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", READERS)
def test_mutated_files_are_read_or_refused(name: str, count: int) -> None:
    accepted_count = sum(target(data, name) for data in mutants(name, count, SEED))
    assert 0 < accepted_count < count  # neither all broken nor all harmless


@pytest.mark.parametrize("name", [name for name in READERS if name not in ("mbf", "tatham-clear", "address")])
def test_readers_heed_a_time_limit(name: str) -> None:
    for data in CORPUS[name]:
        assert target(data, name, time_limit=60)
        with pytest.raises(BudgetError, match="reading did not finish within 0 seconds"):
            target(data, name, time_limit=0)


@pytest.mark.parametrize("name", READERS)
def test_detecting_the_format_of_mutated_files_never_fails(name: str) -> None:
    for data in mutants(name, 250, SEED + 1):
        target(data)


@pytest.mark.parametrize("name", READERS)
def test_mutated_files_take_little_memory(name: str) -> None:
    inputs = list(mutants(name, 150, SEED + 2))
    tracemalloc.start()
    try:
        for data in inputs:
            target(data, name)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.long
@pytest.mark.timing
@pytest.mark.parametrize("name", READERS)
def test_eight_times_as_much_takes_about_eight_times_as_long(name: str) -> None:
    for case, make in (*worst_cases(name), *random_stretches(name, 20, SEED)):
        assert not grows_too_fast(make, name), case
