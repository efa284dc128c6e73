"""Strategies: by name, built from parts, or written in Python."""

from sapper.strategy.choice import Beliefs, Choice, Statement
from sapper.strategy.names import INFERENCE_LEVELS, POLICIES, STRATEGIES
from sapper.strategy.python_parts import InferenceRule, Policy, WholeStrategy
from sapper.strategy.strategy import Strategy

__all__ = [
    "INFERENCE_LEVELS",
    "POLICIES",
    "STRATEGIES",
    "Beliefs",
    "Choice",
    "InferenceRule",
    "Policy",
    "Statement",
    "Strategy",
    "WholeStrategy",
]
