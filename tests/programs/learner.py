"""A machine-learning engineer: many games at once with masks, and a table of positions to train on."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import sapper

games = sapper.GameBatch(16, "beginner", seed=2, reward="outcome")
generator = np.random.default_rng(1)
total = np.zeros(16)
for _ in range(30):
    weights = games.legal / games.legal.sum(axis=1, keepdims=True)
    actions = np.array([generator.choice(len(row), p=row) for row in weights])
    observations, rewards, terminations, truncations = games.step(actions)
    assert observations.shape == (16, 9, 9)
    assert rewards.shape == terminations.shape == truncations.shape
    total += rewards

with TemporaryDirectory() as name:
    dataset = sapper.write_dataset(Path(name) / "positions", "beginner", games=10, seed=1, threads=1)
    print(f"{total.mean():.2f} on average; {dataset.positions} rows for training")
