"""Other libraries' conventions: the real `evaluate`, and stand-ins for torch and torchmetrics."""

from __future__ import annotations

import pickle
import sys
import types
from typing import Any

import pytest
import treescore as ts
from support import integers, make_pairs
from treescore.adapters import EvaluateMetric, TorchMetric, all_gather, torch_metric


@pytest.fixture
def sides() -> tuple[list[str], list[Any]]:
    gold, system = make_pairs(40)
    parses: list[Any] = list(system)
    parses[:4] = [
        str(ts.Tree.from_spans(tree.words, [(0, len(tree), "TOP")], tags=tree.tags)) for tree in map(ts.Tree, gold[:4])
    ]
    parses[5] = None
    return gold, parses


def test_evaluate_by_every_way(sides: tuple[list[str], list[Any]]) -> None:
    gold, parses = sides
    expected = ts.score(gold, parses).flat()
    metric = EvaluateMetric("parseval")
    assert metric.compute(predictions=parses, references=gold) == expected
    metric.add_batch(predictions=parses[:10], references=gold[:10])
    for parse, tree in zip(parses[10:], gold[10:], strict=True):
        metric.add(prediction=parse, reference=tree)
    assert metric.compute() == expected
    assert metric.compute(predictions=parses[:1], references=gold[:1]) == ts.score(gold[:1], parses[:1]).flat()
    with pytest.raises(TypeError):
        metric.add_batch(predictions=parses)


def test_evaluate_combine(sides: tuple[list[str], list[Any]]) -> None:
    evaluate = pytest.importorskip("evaluate")
    gold, parses = sides
    both = evaluate.combine([EvaluateMetric("parseval"), EvaluateMetric("word")])
    found = both.compute(predictions=parses, references=gold)
    bracket, word = ts.score(gold, parses), ts.score(gold, parses, measure="word")
    assert found["f1"] == bracket.f1 and found["accuracy"] == word.accuracy
    both.add_batch(predictions=parses[:20], references=gold[:20])
    for parse, tree in zip(parses[20:], gold[20:], strict=True):
        both.add(parse, tree)
    assert both.compute() == found
    twins = evaluate.combine([EvaluateMetric(), EvaluateMetric(recipe_setup(), name="raw")], force_prefix=True)
    named = twins.compute(predictions=parses, references=gold)
    assert named["parseval_f1"] == bracket.f1
    assert named["raw_f1"] == ts.score(gold, parses, recipe="raw").f1


def recipe_setup() -> ts.Setup:
    return ts.Setup("parseval", recipe="raw")


def test_torch_style(sides: tuple[list[str], list[Any]]) -> None:
    gold, parses = sides
    metric = TorchMetric("parseval")
    first = metric(parses[:10], gold[:10])
    assert first == ts.score(gold[:10], parses[:10]).value("f1")
    metric.update(parses[10:], gold[10:])
    whole = ts.score(gold, parses)
    assert metric.compute() == whole.f1 and integers(metric.score) == integers(whole)
    assert whole.recall != whole.precision, "the order of arguments must show"
    recall = TorchMetric("parseval", figure="recall")
    recall.update(parses, gold)
    assert recall.compute() == whole.recall
    overall = TorchMetric("parseval", figure="all_pairs.f1")
    overall.update(parses, gold)
    assert overall.compute() == whole.all_pairs.f1
    copy = metric.clone()
    metric.reset()
    assert metric.compute() == 0.0 and copy.compute() == whole.f1
    assert TorchMetric("word", figure="error_rate").higher_is_better is False
    with pytest.raises(LookupError, match="no figure"):
        TorchMetric("word", figure="f1")


@pytest.mark.parametrize("measure", ["parseval", "struct-iou"])
def test_states_add_up_over_ranks(sides: tuple[list[str], list[Any]], measure: str) -> None:
    gold, parses = sides
    ranks = []
    for rank in range(4):
        metric = TorchMetric(measure)
        metric.update(parses[rank::4], gold[rank::4])
        ranks.append(metric)
    states = [metric.metric_state for metric in ranks]
    assert all(-(2**63) <= limb < 2**63 for state in states for limbs in state.values() for limb in limbs)
    summed = {
        name: [sum(parts) for parts in zip(*(state[name] for state in states), strict=True)] for name in states[0]
    }
    total = TorchMetric(measure)
    total.merge_state(summed)
    merged = TorchMetric(measure)
    for metric in ranks:
        merged.merge_state(metric)
    whole = integers(ts.score(gold, parses, measure=measure))
    assert integers(total.score) == integers(merged.score) == whole


class Tensor:
    """The part of `torch.Tensor` that the adapter uses, with the range of int64."""

    device = "cpu"

    def __init__(self, values: Any) -> None:
        self.values = values

    def __add__(self, other: Tensor) -> Tensor:
        found = [a + b for a, b in zip(self.values, other.values, strict=True)]
        assert all(-(2**63) <= value < 2**63 for value in found), "int64 overflows"
        return Tensor(found)

    def tolist(self) -> Any:
        return self.values

    def item(self) -> Any:
        return self.values


class StandIn:
    """The protocol of `torchmetrics.Metric`: states with a default and a reduction."""

    def __init__(self) -> None:
        self.reductions: dict[str, str] = {}

    def add_state(self, name: str, default: Tensor, dist_reduce_fx: str) -> None:
        assert name.isidentifier() and not hasattr(self, name)
        self.reductions[name] = dist_reduce_fx
        setattr(self, name, default)


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> None:
    torch: Any = types.ModuleType("torch")
    torch.int64 = "int64"
    torch.zeros = lambda size, dtype: Tensor([0] * size)
    torch.tensor = lambda values, **_: Tensor(values)
    torchmetrics: Any = types.ModuleType("torchmetrics")
    torchmetrics.Metric = StandIn
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torchmetrics", torchmetrics)


@pytest.mark.usefixtures("torch")
def test_true_torch_metric(sides: tuple[list[str], list[Any]]) -> None:
    gold, parses = sides
    ranks: list[Any] = [torch_metric("parseval") for _ in range(4)]
    for rank, metric in enumerate(ranks):
        metric.update(parses[rank::4], gold[rank::4])
    assert all(isinstance(metric, StandIn) for metric in ranks)
    whole = torch_metric("parseval")
    for name, reduction in whole.reductions.items():
        assert reduction == "sum"
        for metric in ranks:
            setattr(whole, name, getattr(whole, name) + getattr(metric, name))
    expected = ts.score(gold, parses)
    assert integers(whole.score) == integers(expected)
    assert whole.compute().item() == expected.f1
    assert whole.higher_is_better


def test_all_gather(sides: tuple[list[str], list[Any]]) -> None:
    gold, parses = sides
    trees = ts.Trees(gold)
    metrics = []
    for rank in range(3):
        metric = ts.Metric("parseval")
        some = list(range(rank, 40, 3))
        metric.update(trees[some], [parses[at] for at in some])
        metrics.append(metric)

    def gather(parts: list[Any], local: ts.Metric) -> None:
        assert local is metrics[1]
        if parts:
            assert len(parts) == 3
        parts[:] = [pickle.loads(pickle.dumps(metric)) for metric in metrics]

    whole = ts.score(trees, parses)
    assert all_gather(metrics[1], gather) == whole
    assert all_gather(metrics[1], gather, size=3) == whole
    assert len(metrics[1]) == 13, "the local metric stays as it is"
