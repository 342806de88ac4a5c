"""Phrase models: arrays and candidates, and what they cost in bits."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest
import treescore as ts

TREE = "(S (NP (NN Rain)) (VP (VBD fell)))"


@pytest.fixture
def sentence() -> ts.Sentence:
    [found] = ts.chunks(TREE)
    return found


def test_chunks(sentence: ts.Sentence) -> None:
    assert sentence.words == ("Rain", "fell") and sentence.tags == ("NN", "VBD")
    assert sentence.chunks == (ts.Chunk("NP", 0, 1), ts.Chunk("VP", 1, 2))


def test_bits_by_hand(sentence: ts.Sentence) -> None:
    metric = ts.PhraseMetric(default=0.001)
    metric.update(sentence, [("NP", 0, 1, 0.8), ("VP", 1, 2, 0.7)])
    score = metric.compute()
    # Three spans, each of which may have any category; two candidates are true, the others are not.
    candidates = 3 * len(metric.categories)
    assert score.candidates == candidates and score.true_chunks == 2 and score.sentences == 1
    bits = -math.log2(0.8) - math.log2(0.7) - (candidates - 2) * math.log2(0.999)
    assert score.bits == pytest.approx(bits, abs=1e-9)
    assert score.bits_per_candidate == pytest.approx(bits / candidates, abs=1e-12)


@pytest.mark.parametrize("kind", ["f8", "f4"])
def test_arrays_are_candidates(sentence: ts.Sentence, kind: str) -> None:
    np = pytest.importorskip("numpy")
    sparse, dense = ts.PhraseMetric(default=0.125), ts.PhraseMetric()
    places = {name: at for at, name in enumerate(dense.categories)}
    chart = np.full((3, 3, len(places)), 0.125, dtype=kind)
    chart[0, 1, places["NP"]] = 0.75
    chart[1, 2, places["VP"]] = 0.5
    chart[2, 1] = float("nan")  # end before start: not looked at
    dense.update(sentence, chart)
    sparse.update(sentence, [("NP", 0, 1, 0.75), ("VP", 1, 2, 0.5)])
    assert dense.compute().bits == pytest.approx(sparse.compute().bits, abs=1e-9)


def test_arrays_that_do_not_fit(sentence: ts.Sentence) -> None:
    np = pytest.importorskip("numpy")
    metric = ts.PhraseMetric()
    size = len(metric.categories)
    wrong: list[tuple[Any, type[Exception], str]] = [
        (np.zeros((3, 3, size), dtype="i8"), TypeError, "ascontiguousarray"),
        (np.zeros((3, 3, size), order="F"), TypeError, "ascontiguousarray"),
        (np.zeros((2, 3, size)), ValueError, "shape"),
        (np.full((3, 3, size), 1.5), ValueError, "1.5"),
    ]
    for array, kind, says in wrong:
        with pytest.raises(kind, match=says):
            metric.update(sentence, array)
    assert len(metric) == 0, "what fails is not counted"


def test_the_impossible(sentence: ts.Sentence) -> None:
    metric = ts.PhraseMetric()
    metric.update(sentence, [("NP", 0, 1, 1.0)])
    score = metric.compute()
    assert score.bits == math.inf
    [offender] = score.offenders
    assert offender[1:4] == ("VP", 1, 2)
    floored = ts.PhraseMetric(floor=1e-6)
    floored.update(sentence, [("NP", 0, 1, 1.0)])
    assert math.isfinite(floored.compute().bits)


def test_parts(sentence: ts.Sentence) -> None:
    whole, parts = ts.PhraseMetric(default=0.01), [ts.PhraseMetric(default=0.01) for _ in range(2)]
    for at in range(4):
        whole.update(sentence, [("NP", 0, 1, 0.1 + at / 5)])
        parts[at % 2].update(sentence, [("NP", 0, 1, 0.1 + at / 5)])
    total = pickle.loads(pickle.dumps(parts[0]))
    total.merge(parts[1])
    assert len(total) == len(whole) == 4
    assert total.compute().bits == pytest.approx(whole.compute().bits, abs=1e-9)
    total.reset()
    assert len(total) == 0
