"""A researcher: two strategies on the same games, the chance to win of a position, and an exact value."""

import math
from fractions import Fraction

import sapper

comparison = sapper.compare("fast", "exact+first", "beginner", games=200, seed=7, threads=1)
difference: float = comparison.difference
low, high = comparison.interval
assert low <= difference <= high

perfect = sapper.optimum((3, 3, 2), "any")
exact: Fraction = perfect.fraction
run = sapper.simulate((3, 3, 2), "best", rules="any", games=400, seed=1, threads=1)
error = math.sqrt(float(exact) * (1 - float(exact)) / run.games)
assert run.win_rate <= float(exact) + 5 * error

chance = sapper.evaluate("2...\n....\n....", 4, strategy="fast", games=200, seed=1)
assert 0 <= chance.win_probability <= 1
print(f"{difference:+.1%} ({low:+.1%} to {high:+.1%}); best possible {exact}; {chance}")
