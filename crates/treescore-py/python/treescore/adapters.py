"""The conventions of other evaluation libraries, none of which is imported.

>>> from treescore.adapters import EvaluateMetric
>>> metric = EvaluateMetric("parseval")
>>> metric.compute(predictions=["(S (D a) (VP (N b) (V c)))"], references=["(S (NP (D a) (N b)) (V c))"])["f1"]
0.5
"""

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from treescore import Metric, ReplyScore, Score, Setup, Side, TreeLike, score_replies
from treescore._core import score_of_totals, totals_columns

__all__ = ["EvaluateMetric", "LmEval", "Reducer", "TorchMetric", "all_gather", "torch_metric"]

_LOWER_IS_BETTER = ("crossing", "error_rate", "substituted", "deleted", "inserted", "distance")


class EvaluateMetric:
    """Looks like a metric of Hugging Face `evaluate`, also to `evaluate.combine`."""

    name: str

    def __init__(self, measure: str | Setup = "parseval", /, *, name: str | None = None) -> None:
        self._metric = Metric(measure, keep_pairs=False)
        self.name = name if name is not None else self._metric.setup.measure

    def add(
        self,
        *,
        prediction: TreeLike | None = None,
        reference: TreeLike | None = None,
        predictions: TreeLike | None = None,
        references: TreeLike | None = None,
    ) -> None:
        """Add one pair. `evaluate.combine` passes it under the plural names."""
        gold = reference if reference is not None else references
        system = prediction if prediction is not None else predictions
        self._metric.update([gold], [system])

    def add_batch(
        self,
        *,
        predictions: Iterable[TreeLike | None] | None = None,
        references: Iterable[TreeLike | None] | None = None,
    ) -> None:
        """Add pairs."""
        if predictions is None or references is None:
            raise TypeError("add_batch() needs both predictions= and references=")
        self._metric.update(references, predictions)

    def compute(
        self,
        *,
        predictions: Iterable[TreeLike | None] | None = None,
        references: Iterable[TreeLike | None] | None = None,
        **_: Any,
    ) -> dict[str, float]:
        """Score the pairs that were added, and those given here; then forget them. Undefined figures are left out."""
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        found = self._metric.compute().flat()
        self._metric.reset()
        return found

    def _feature_names(self) -> list[str]:
        return ["predictions", "references"]


class TorchMetric:
    """Looks like a metric of torchmetrics: `update(preds, target)`, `compute`, `reset` and so on.

    Note the order: the system's trees come first, as torchmetrics has it. `MetricCollection` and
    `LightningModule.log` ask for `isinstance`: use `torch_metric` there. `figure` is a figure of the measure, or
    `"all_pairs.f1"`.
    """

    higher_is_better: bool
    full_state_update: bool = False

    def __init__(self, measure: str | Setup = "parseval", /, *, figure: str | None = None) -> None:
        self._metric = Metric(measure, keep_pairs=False)
        self._figure = figure
        self.higher_is_better = _is_higher_better(self._metric.setup, figure)

    def update(self, preds: Side, target: Side, /) -> None:
        """Add a batch."""
        self._metric.update(target, preds)

    def compute(self) -> float:
        """Give the figure of all batches; 0.0 if it is undefined."""
        return _value(self.score, self._figure)

    def reset(self) -> None:
        """Forget all batches."""
        self._metric.reset()

    def forward(self, preds: Side, target: Side, /) -> float:
        """Add a batch, and give the figure of that batch alone."""
        return _value(self._metric.forward(target, preds), self._figure)

    def __call__(self, preds: Side, target: Side, /) -> float:
        """Add a batch, and give the figure of that batch alone."""
        return self.forward(preds, target)

    def merge_state(self, incoming_state: "TorchMetric | Mapping[str, Any]", /) -> None:
        """Add what another metric has counted, or its `metric_state`."""
        if isinstance(incoming_state, TorchMetric):
            self._metric.merge(incoming_state._metric)
        else:
            self._metric.merge(_join_limbs(self._metric.setup, incoming_state))

    def clone(self) -> "TorchMetric":
        """Give a copy that counts for itself."""
        twin = TorchMetric(self._metric.setup, figure=self._figure)
        twin._metric.merge(self._metric)
        return twin

    @property
    def metric_state(self) -> dict[str, list[int]]:
        """The counts; each as two numbers that fit int64, the low 32 bits and the rest. They add up."""
        return _split_limbs(self.score)

    @property
    def score(self) -> Score:
        """The score of all batches, with every figure."""
        return self._metric.compute()


def torch_metric(measure: str | Setup = "parseval", /, *, figure: str | None = None) -> Any:
    """Give a true `torchmetrics.Metric`, whose states are int64 tensors reduced by sum. Imports torchmetrics.

    Its property `score` has every figure.
    """
    torch: Any = importlib.import_module("torch")
    torchmetrics: Any = importlib.import_module("torchmetrics")
    setup = measure if isinstance(measure, Setup) else Setup(measure)
    names = [name for name, _ in totals_columns(setup)]
    is_higher = _is_higher_better(setup, figure)

    class TreeMetric(torchmetrics.Metric):  # type: ignore[misc]
        """A measure of treescore."""

        higher_is_better = is_higher
        is_differentiable = False
        full_state_update = False

        def __init__(self) -> None:
            super().__init__()
            for name in names:
                self.add_state(name, default=torch.zeros(2, dtype=torch.int64), dist_reduce_fx="sum")

        def update(self, preds: Side, target: Side) -> None:
            """Add a batch."""
            batch = Metric(setup, keep_pairs=False)
            batch.update(target, preds)
            for name, limbs in _split_limbs(batch.compute()).items():
                state = getattr(self, name)
                setattr(self, name, state + torch.tensor(limbs, dtype=torch.int64, device=state.device))

        def compute(self) -> Any:
            """Give the figure of all batches; 0.0 if it is undefined."""
            return torch.tensor(_value(self.score, figure))

        @property
        def score(self) -> Score:
            """The score of all batches, with every figure."""
            return _join_limbs(setup, {name: getattr(self, name).tolist() for name in names})

    return TreeMetric()


class LmEval:
    """For lm-evaluation-harness: `process_results`, and the aggregations that go with it.

    `gold` is the field of a document that holds its tree; `prefix` stands before the names of the metrics. With
    `repair=False` only replies that are one plain tree over gold's words are scored; all others count as zero.
    """

    AGGREGATIONS = ("f1", "f1_valid", "valid", "faithful")

    def __init__(
        self, measure: str | Setup = "parseval", /, *, gold: str = "tree", prefix: str = "", repair: bool = True
    ) -> None:
        self._measure = measure
        self._gold = gold
        self._prefix = prefix
        self._repair = "all" if repair else "none"

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Give gold tree and reply under the name of every aggregation: figures of a corpus are made at the end.

        All four must then be metrics of the task. `functions` gives one for those that are.
        """
        return self._items(doc, results, self.AGGREGATIONS)

    def functions(self, *names: str) -> tuple[Callable[..., Any], ...]:
        """Give `process_results`, then the named aggregations, as plain functions for the `utils.py` of a task.

        This `process_results` has the named metrics only: the harness takes means of what a task does not declare.
        """
        for name in names:
            if name not in self.AGGREGATIONS:
                raise LookupError(f"there is no aggregation `{name}`; there are {', '.join(self.AGGREGATIONS)}")

        def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, tuple[str, str]]:
            return self._items(doc, results, names)

        return (process_results, *(getattr(self, name) for name in names))

    def _items(
        self, doc: Mapping[str, Any], results: Sequence[str], names: Sequence[str]
    ) -> dict[str, tuple[str, str]]:
        item = (str(doc[self._gold]), results[0])
        return {f"{self._prefix}{name}": item for name in names}

    def f1(self, items: Sequence[tuple[str, str]]) -> float:
        """Give the measure's first figure over all replies; those without a tree count as zero."""
        return self._score(items).on_all.all_pairs.value()

    def f1_valid(self, items: Sequence[tuple[str, str]]) -> float:
        """Give the measure's first figure over the replies that needed no repair."""
        return self._score(items).on_valid.value()

    def valid(self, items: Sequence[tuple[str, str]]) -> float:
        """Give the share of replies that are one plain tree."""
        return self._score(items).rates.valid or 0.0

    def faithful(self, items: Sequence[tuple[str, str]]) -> float:
        """Give the share of replies with the words of gold."""
        return self._score(items).rates.faithful or 0.0

    def _score(self, items: Sequence[tuple[str, str]]) -> ReplyScore:
        gold, replies = [gold for gold, _ in items], [reply for _, reply in items]
        return score_replies(gold, replies, measure=self._measure, settings={"repair": self._repair})


class Reducer(Protocol):
    """A function that fills a list with the objects of all processes: `torch.distributed.all_gather_object`."""

    def __call__(self, parts: list[Any], local: Any, /) -> None:
        """Fill `parts`; this process adds `local`."""


def all_gather(metric: Metric, gather: Reducer, /, *, size: int | None = None) -> Score:
    """Score over all processes: `all_gather(metric, torch.distributed.all_gather_object)`.

    `size` is the number of processes; without it, that of the library that `gather` belongs to.
    """
    parts: list[Any] = [None] * (size if size is not None else _world_size(gather))
    gather(parts, metric)
    whole = metric.clone()
    for part in parts:
        whole.merge(part)
    return whole.compute()


def _world_size(gather: Reducer) -> int:
    module = sys.modules.get(getattr(gather, "__module__", None) or "")
    count: Callable[[], int] | None = getattr(module, "get_world_size", None)
    return count() if count is not None else 0


def _value(score: Score, figure: str | None) -> float:
    if figure is not None and figure.startswith("all_pairs."):
        return score.all_pairs.value(figure.removeprefix("all_pairs."))
    return score.value(figure)


def _is_higher_better(setup: Setup, figure: str | None) -> bool:
    name = setup.figures[0] if figure is None else figure.removeprefix("all_pairs.")
    if name not in setup.figures:
        raise LookupError(f"{setup.measure} has no figure `{name}`; it has {', '.join(setup.figures)}")
    return name not in _LOWER_IS_BETTER


def _split_limbs(score: Score) -> dict[str, list[int]]:
    hooks: Any = score
    row: dict[str, int] = hooks._totals()
    return {name: [value & 0xFFFF_FFFF, value >> 32] for name, value in row.items()}


def _join_limbs(setup: Setup, state: Mapping[str, Any]) -> Score:
    row: dict[str, int | None] = {name: int(low) + (int(high) << 32) for name, (low, high) in state.items()}
    return score_of_totals(setup, row, None)
