"""Random numbers and minefields again, in plain Python, from their definitions alone."""

from collections.abc import Collection, Iterator, Sequence

WORD = 2**32


def philox(counter: Sequence[int], key: Sequence[int]) -> list[int]:
    """One block of Philox4x32-10."""
    a, b, c, d = counter
    k0, k1 = key
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * a, WORD)
        high1, low1 = divmod(0xCD9E8D57 * c, WORD)
        a, b, c, d = high1 ^ b ^ k0, low1, high0 ^ d ^ k1, low0
        k0, k1 = (k0 + 0x9E3779B9) % WORD, (k1 + 0xBB67AE85) % WORD
    return [a, b, c, d]


def words(seed: int, game: int, stream: int) -> Iterator[int]:
    """The words of (seed, game, stream)."""
    block = 0
    while True:
        yield from philox([block, stream, game % WORD, game // WORD], [seed % WORD, seed // WORD])
        block += 1


def below(source: Iterator[int], bound: int) -> int:
    """0 to bound - 1; a word whose product leaves a remainder under 2^32 mod bound is drawn again."""
    while True:
        result, remainder = divmod(next(source) * bound, WORD)
        if remainder >= WORD % bound:
            return result


def permutation(size: int, seed: int, game: int) -> list[int]:
    """The cells in the order in which a minefield takes them."""
    source = words(seed, game, stream=0)
    cells = list(range(size))
    for i in range(size):
        j = i + below(source, size - i)
        cells[i], cells[j] = cells[j], cells[i]
    return cells


def minefield(
    neighbours: Sequence[Collection[int]], mines: int, rule: str, click: int, seed: int, game: int
) -> set[int]:
    """The mined cells: the first of the permutation once those that the first click protects came last."""
    later = {"any": 0, "safe": 1, "opening": 2}[rule]
    urgency = dict.fromkeys(range(len(neighbours)), 0)
    if later == 2:
        urgency.update(dict.fromkeys(neighbours[click], 1))
    if later >= 1:
        urgency[click] = 2
    order = sorted(permutation(len(neighbours), seed, game), key=urgency.__getitem__)  # sorting is stable
    return set(order[:mines])
