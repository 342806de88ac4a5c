"""What the tests share: the examples of the repository, generated pairs, the command line."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
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


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the examples, as working directory: tests may write there."""
    copy = tmp_path / "examples"
    shutil.copytree(EXAMPLES, copy)
    monkeypatch.chdir(copy)
    return copy


@pytest.fixture
def cli(examples: Path) -> Cli:
    """The command line's JSON report; `TREESCORE` names the program."""
    program = os.environ.get("TREESCORE")
    if program is None:
        leave_out("the environment variable TREESCORE does not name the program treescore")
    assert program is not None

    def run(*arguments: str) -> Any:
        done = subprocess.run([program, *arguments, "-f", "json"], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return run


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


@pytest.fixture(scope="session")
def pairs() -> tuple[list[str], list[str]]:
    gold, system = make_pairs(300)
    return gold, system


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
