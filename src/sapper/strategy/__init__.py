"""Strategies: by name, built from parts, or written in Python."""

from sapper.strategy.beliefs import Beliefs, Statement
from sapper.strategy.choice import Choice
from sapper.strategy.names import INFERENCE_LEVELS, POLICIES, STRATEGIES
from sapper.strategy.parts import InferenceRule, Policy, WholeStrategy
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
