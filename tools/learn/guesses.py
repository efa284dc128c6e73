"""Learn the weights of engine/strategy/scoring/guess_net_weights.hpp from rollouts.

    pip install -e '.[learn]'
    build/bench/sapper_rollouts ROWS COLUMNS MINES RULE FIRST_CELL SEED FROM GAMES ROLLOUTS > FILE
    python tools/learn/guesses.py FILE...
    python tools/learn/guesses.py --go-on --rate 5e-4 NEWER_FILE...

Fits a small network to the differences in wins between guesses in the same position, on seven eighths of the
games. After every round it judges the network by the last eighth, in two figures. The first is how many more
games a guess wins if the network chooses it instead of the score. The second is how much of the differences
the network knows: the standard deviation of their projection on its output. The second can be measured more
precisely, and it grows with the first. With --go-on it starts from the existing weights, which were learnt
from other games. docs/research/best.md has the results.
"""

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

TARGET = Path(__file__).parents[2] / "engine" / "strategy" / "scoring" / "guess_net_weights.hpp"

# As in engine/strategy/scoring/guess_net.hpp.
SIDE, KINDS, FIGURES = 7, 22, 10
SUMS, HIDDEN = 64, 32
SCORE = 0  # the first of the figures
OUT_SCALE = 0.02  # the size of differences between guesses: so the weights before it are near one
RESTORED_SCALE = 64  # of the whole numbers that vectors were rounded to: likewise

# As written by benchmarks/strength/rollouts.cpp.
POSITION = np.dtype([("game", "<u4"), ("guesses", "<u4")])
GUESS = np.dtype([("around", "u1", (SIDE, SIDE)), ("figures", "<f4", (FIGURES,)), ("wins", "<f4")])

Floats = NDArray[np.float32]


class Guesses:
    """Guesses that were played on from, those in the same position side by side.

    Attributes:
        count: How many there are in each position; their rows begin at `start`.
        held_out: Whether each position is for judging, not for learning.
        position: The position of each guess.
        around: Kinds of cells, (guesses, SIDE, SIDE).
        figures: (guesses, FIGURES).
        score: One of the figures.
        wins: What the rollouts won, each.
    """

    def __init__(self, games: list[int], count: list[int], rows: NDArray[np.void]) -> None:
        """Takes the game and the count of each position, and all its guesses."""
        self.count = np.array(count, np.int64)
        self.start = np.cumsum(self.count) - self.count
        self.position = np.repeat(np.arange(len(count)), self.count)
        self.held_out = np.array(games) // 7 % 8 == 0
        self.around: NDArray[np.uint8] = np.ascontiguousarray(rows["around"])
        self.figures: Floats = np.ascontiguousarray(rows["figures"])
        self.score: Floats = np.ascontiguousarray(self.figures[:, SCORE])
        self.wins: Floats = np.ascontiguousarray(rows["wins"])


def read(paths: list[Path]) -> Guesses:
    """All positions of these files, but for those cut off at their ends."""
    games, count, guesses = [], [], []
    for path in paths:
        data = path.read_bytes()
        at = 0
        while at + POSITION.itemsize <= len(data):
            game, size = np.frombuffer(data, POSITION, 1, at)[0].tolist()
            at += POSITION.itemsize
            if at + size * GUESS.itemsize > len(data):
                break
            guesses.append(np.frombuffer(data, GUESS, size, at))
            games.append(game)
            count.append(size)
            at += size * GUESS.itemsize
    return Guesses(games, count, np.concatenate(guesses))


class Network(torch.nn.Module):  # type: ignore[misc]  # of no type: torch need not be there
    """What engine/strategy/scoring/guess_net.cpp computes, for guesses turned in one way."""

    def __init__(self, figures: torch.Tensor) -> None:
        """Takes the figures of many guesses, from which it learns their scale."""
        super().__init__()
        self.vectors = torch.nn.EmbeddingBag(SIDE * SIDE * KINDS, SUMS, mode="sum")
        torch.nn.init.normal_(self.vectors.weight, std=0.03)
        self.sum_bias = torch.nn.Parameter(torch.zeros(SUMS))
        self.hidden = torch.nn.Linear(SUMS + figures.shape[1], HIDDEN)
        self.out = torch.nn.Linear(HIDDEN, 1, bias=False)
        self.out.weight.data *= 0.1
        self.score_weight = torch.nn.Parameter(torch.tensor(0.35))
        self.register_buffer("offsets", torch.arange(SIDE * SIDE) * KINDS)
        self.register_buffer("least", figures.quantile(0.001, dim=0))
        self.register_buffer("most", figures.quantile(0.999, dim=0))
        self.register_buffer("mean", figures.mean(0))
        self.register_buffer("deviation", figures.std(0))

    def restore(self, weights: dict[str, torch.Tensor]) -> None:
        """Takes over weights as `header` wrote them."""
        figures = weights["kFromFigures"].reshape(FIGURES, HIDDEN)
        sums = weights["kFromSums"].reshape(SUMS, HIDDEN)
        with torch.no_grad():
            self.least[:], self.most[:] = weights["kLeast"], weights["kMost"]
            self.vectors.weight[:] = weights["kVectors"].reshape(-1, SUMS) / RESTORED_SCALE
            self.sum_bias[:] = weights["kSumBias"] / RESTORED_SCALE
            self.hidden.weight[:, :SUMS] = sums.T * RESTORED_SCALE
            self.hidden.weight[:, SUMS:] = (figures * self.deviation[:, None]).T
            self.hidden.bias[:] = weights["kHiddenBias"] + self.mean @ figures
            self.out.weight[0] = weights["kFromHidden"] / OUT_SCALE
            self.score_weight.fill_(weights["kScoreWeight"].item())

    def forward(self, around: torch.Tensor, figures: torch.Tensor, score: torch.Tensor) -> torch.Tensor:
        """The expected wins per game of each guess, up to a constant."""
        sums = torch.relu(self.vectors(around.flatten(1).long() + self.offsets) + self.sum_bias)
        scale = (torch.clamp(figures, self.least, self.most) - self.mean) / self.deviation
        hidden = torch.relu(self.hidden(torch.cat([sums, scale], 1)))
        return OUT_SCALE * self.out(hidden)[:, 0] + self.score_weight * score


def turn(around: torch.Tensor, symmetry: int) -> torch.Tensor:
    """The board turned or mirrored, in one of eight ways."""
    if symmetry & 1:
        around = around.flip(1)
    if symmetry & 2:
        around = around.flip(2)
    return around.transpose(1, 2) if symmetry & 4 else around


@dataclass
class Batch:
    """Rows of guesses, the positions they belong to, and how many each position has."""

    rows: torch.Tensor
    group: torch.Tensor
    count: torch.Tensor

    def centre(self, values: torch.Tensor) -> torch.Tensor:
        """The values minus their mean over the guesses of the same position."""
        sums = torch.zeros(len(self.count)).index_add(0, self.group, values)
        return values - (sums / self.count)[self.group]


def batch_of(data: Guesses, positions: NDArray[np.int64]) -> Batch:
    """All guesses of some positions."""
    count = data.count[positions]
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    rows = np.repeat(data.start[positions], count) + within
    group = np.repeat(np.arange(len(positions)), count)
    return Batch(torch.from_numpy(rows), torch.from_numpy(group), torch.from_numpy(count))


def best_of_each(data: Guesses, values: Floats) -> NDArray[np.int64]:
    """For each position, the first guess of the highest value."""
    highest = np.maximum.reduceat(values, data.start)[data.position]
    index = np.where(values >= highest, np.arange(len(values)), len(values))
    return np.minimum.reduceat(index, data.start)


def gain(data: Guesses, network: Network) -> str:
    """What the network's choice is worth in positions it has not learnt from, in wins a guess."""
    values = np.zeros(len(data.wins), np.float32)
    positions = np.flatnonzero(data.held_out)
    with torch.no_grad():
        for chunk in np.array_split(positions, len(positions) // 8192 + 1):
            rows = batch_of(data, chunk).rows
            around, figures, score = (
                torch.from_numpy(x)[rows] for x in (data.around, data.figures, data.score)
            )
            values[rows] = sum(network(turn(around, i), figures, score) for i in range(8)).numpy() / 8
    batch = batch_of(data, positions)
    scores, true = (batch.centre(torch.from_numpy(x)[batch.rows]) for x in (values, data.wins))
    skill = (scores * true).mean() / scores.square().mean().sqrt()
    choices, before = best_of_each(data, values)[positions], best_of_each(data, data.score)[positions]
    more = data.wins[choices] - data.wins[before]
    error = 1.96 * more.std() / len(more) ** 0.5
    others = np.mean(choices != before)
    return f"{more.mean():+.3%} +- {error:.3%}, another guess in {others:.0%} of positions; knows {skill:.5f}"


def network_for(data: Guesses) -> Network:
    """An untrained network."""
    return Network(torch.from_numpy(data.figures[:: max(1, len(data.figures) // 200000)]))


def fit(network: Network, data: Guesses, rounds: int, decay: float, rate: float) -> None:
    """Fits the network to all positions that are not held out."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    positions = np.flatnonzero(~data.held_out)
    size = 2048
    steps = rounds * (len(positions) // size + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    shuffle = np.random.default_rng(1)
    around, figures, score, wins = (
        torch.from_numpy(x) for x in (data.around, data.figures, data.score, data.wins)
    )
    for number in range(rounds):
        order = shuffle.permutation(positions)
        for at in range(0, len(order), size):
            batch = batch_of(data, order[at : at + size])
            rows = batch.rows
            values = network(turn(around[rows], int(shuffle.integers(8))), figures[rows], score[rows])
            loss = ((batch.centre(values) - batch.centre(wins[rows])) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        print(f"round {number + 1}: {gain(data, network)}", flush=True)


def round_vectors(network: Network) -> torch.Tensor:
    """Brings the vectors to whole multiples of the returned steps, one for each sum; at most 127 of them."""
    weight = network.vectors.weight.data
    step = weight.abs().amax(0) / 127
    network.vectors.weight.data = torch.round(weight / step) * step
    network.sum_bias.data = torch.round(network.sum_bias.data / step) * step
    return step


def numbers(values: torch.Tensor) -> str:
    """Formats floats for C++."""
    return ", ".join(f"{value:.7g}F" for value in values.tolist())


def whole(values: torch.Tensor) -> str:
    """Formats integers for C++."""
    return ", ".join(str(round(value)) for value in values.tolist())


def array(kind: str, name: str, size: int, body: str) -> str:
    """A constant array."""
    return f"inline constexpr std::array<{kind}, {size}> {name}{{{body}}};\n"


def table(kind: str, name: str, rows: list[str], columns: int) -> str:
    """A constant array of arrays."""
    body = ",\n".join(f"{{{row}}}" for row in rows)
    return array(f"std::array<{kind}, {columns}>", name, len(rows), "{\n" + body + "}")


def header(network: Network, step: torch.Tensor) -> str:
    """The weights as source, for vectors in whole multiples of steps; all scales are taken into them."""
    weight = network.hidden.weight.detach()
    sums, figures = weight[:, :SUMS].T * step[:, None], weight[:, SUMS:].T / network.deviation[:, None]
    bias = network.hidden.bias.detach() - network.mean @ figures
    vectors = network.vectors.weight.detach() / step
    out = network.out.weight.detach()[0] * OUT_SCALE
    return (
        "// The weights of strategy/scoring/guess_net.cpp, written by tools/learn/guesses.py.\n"
        "#pragma once\n\n#include <array>\n#include <cstdint>\n\n"
        "// clang-format off\nnamespace sapper::guess_net_weights {\n\n"
        f"inline constexpr float kScoreWeight = {network.score_weight.item():.7g}F;\n"
        + array("float", "kLeast", FIGURES, numbers(network.least))
        + array("float", "kMost", FIGURES, numbers(network.most))
        + array("float", "kHiddenBias", HIDDEN, numbers(bias))
        + array("float", "kFromHidden", HIDDEN, numbers(out))
        + table("float", "kFromFigures", [numbers(row) for row in figures], HIDDEN)
        + table("float", "kFromSums", [numbers(row) for row in sums], HIDDEN)
        + array("std::int16_t", "kSumBias", SUMS, whole(network.sum_bias.detach() / step))
        + table("std::int8_t", "kVectors", [whole(row) for row in vectors], SUMS)
        + "\n}  // namespace sapper::guess_net_weights\n"
    )


def weights(source: str) -> dict[str, torch.Tensor]:
    """What `header` wrote, by the names of the constants."""
    constants = re.findall(r"constexpr [^;]*?(k\w+)([^;]*);", source)
    number = r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?"
    return {name: torch.tensor([float(x) for x in re.findall(number, body)]) for name, body in constants}


def main() -> None:
    """Learns, and writes the header."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--decay", type=float, default=0.03, help="of the weights")
    parser.add_argument("--rate", type=float, default=4e-3, help="of learning, at its highest")
    parser.add_argument("--go-on", action="store_true", help="start from the weights in the target")
    parser.add_argument("--target", type=Path, default=TARGET)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    data = read(arguments.files)
    print(f"{len(data.count):,} positions, {len(data.wins):,} guesses")
    network = network_for(data)
    if arguments.go_on:
        network.restore(weights(arguments.target.read_text()))
        print(f"so far: {gain(data, network)}", flush=True)
    fit(network, data, arguments.rounds, arguments.decay, arguments.rate)
    step = round_vectors(network)
    print(f"rounded: {gain(data, network)}")
    arguments.target.write_text(header(network, step))


if __name__ == "__main__":
    main()
