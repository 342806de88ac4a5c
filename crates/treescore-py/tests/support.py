"""What the tests share: where the examples are, generated pairs, the integers of a score."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
BLESS = os.environ.get("TREESCORE_BLESS") == "1"
REQUIRES_ALL = os.environ.get("TREESCORE_TEST_ALL") == "1"

Cli = Callable[..., Any]


def leave_out(what: str) -> None:
    """Skips a test by name; where everything must be tested, fails."""
    if REQUIRES_ALL:
        pytest.fail(f"TREESCORE_TEST_ALL=1, but {what}")
    pytest.skip(what)


LABELS = ("S", "NP", "VP", "PP", "ADJP")


def make_tree(draw: random.Random, words: list[str]) -> str:
    """A random tree over words, with tags."""
    if len(words) == 1:
        return f"({draw.choice(('N', 'V', 'D'))} {words[0]})"
    cut = draw.randint(1, len(words) - 1)
    return f"({draw.choice(LABELS)} {make_tree(draw, words[:cut])} {make_tree(draw, words[cut:])})"


def make_pairs(number: int, seed: int = 1) -> tuple[list[str], list[str]]:
    """Random gold and system trees over the same words."""
    draw = random.Random(seed)
    sentences = [[f"w{draw.randint(0, 50)}" for _ in range(draw.randint(2, 12))] for _ in range(number)]
    gold, system = ([f"(TOP {make_tree(draw, words)})" for words in sentences] for _ in range(2))
    return gold, system


def poison(gold: list[str | None], system: list[str | None]) -> None:
    """Breaks some pairs, each in its own way."""
    system[3] = None
    system[5] = ""
    system[7] = "(TOP (S (N w1)"
    system[11] = "(TOP (N elsewhere))"
    gold[13] = None
    gold[17] = "not a tree"


def integers(score: Any) -> dict[str, Any]:
    """Every integer of a score: two scores with equal integers have equal figures."""
    return {
        "scored": dict(score.corpus.counts),
        "all": dict(score.all_pairs.counts),
        "read": score.coverage.read,
        "refused": score.coverage.refused,
        "means": [score.sentence_mean[figure] for figure in score.sentence_mean],
        "all_means": [score.all_pairs_sentence_mean[figure] for figure in score.all_pairs_sentence_mean],
    }
