from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import random_model

from sapper import _engine

WORDS = st.integers(0, 2**32 - 1)
LONG_WORDS = st.integers(0, 2**64 - 1)


# Those above 2^31 reject up to half of the words.
BOUNDS = st.integers(1, 100) | st.integers(1, 2**32 - 1) | st.integers(2**31, 2**31 + 2**30)


# The known answers that the authors of Philox publish with it (Random123, kat_vectors).
@pytest.mark.parametrize(
    ("counter", "key", "block"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_philox_gives_the_published_answers(counter: str, key: str, block: str) -> None:
    def numbers(text: str) -> list[int]:
        return [int(word, 16) for word in text.split()]

    assert _engine.philox(numbers(counter), numbers(key)) == numbers(block)
    assert random_model.philox(numbers(counter), numbers(key)) == numbers(block)


@given(st.lists(WORDS, min_size=4, max_size=4), st.lists(WORDS, min_size=2, max_size=2))
def test_philox_agrees_with_its_definition(counter: list[int], key: list[int]) -> None:
    assert _engine.philox(counter, key) == random_model.philox(counter, key)


@given(LONG_WORDS, LONG_WORDS, st.sampled_from(_engine.Stream))
def test_a_stream_is_the_blocks_of_its_counter(seed: int, game: int, stream: _engine.Stream) -> None:
    random = _engine.Random(seed, game, stream)
    expected = list(islice(random_model.words(seed, game, stream.value), 13))
    assert [random.next() for _ in range(13)] == expected


@given(LONG_WORDS, st.lists(BOUNDS, min_size=1, max_size=30))
def test_bounded_numbers_agree_with_their_definition(seed: int, bounds: list[int]) -> None:
    random = _engine.Random(seed, 0, _engine.Stream.strategy)
    source = random_model.words(seed, 0, _engine.Stream.strategy.value)
    assert [random.below(bound) for bound in bounds] == [
        random_model.below(source, bound) for bound in bounds
    ]
