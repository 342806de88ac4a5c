"""The extension module. Public names are declared in `__init__.pyi`; the rest serves `arrow`, `spark` and `__main__`."""

from collections.abc import Sequence
from typing import Any

from treescore import (
    Alignment as Alignment,
    Comparison as Comparison,
    Diff as Diff,
    Figures as Figures,
    Interval,
    Metric as Metric,
    PairTable as PairTable,
    PhraseMetric as PhraseMetric,
    PhraseScore as PhraseScore,
    ReplyScore as ReplyScore,
    Report as Report,
    Score as Score,
    Setup as Setup,
    Tree as Tree,
    Trees as Trees,
    __version__ as __version__,
    align as align,
    align_words as align_words,
    chunks as chunks,
    compare as compare,
    diff as diff,
    measures as measures,
    read as read,
    recipes as recipes,
    repair as repair,
    report as report,
    score as score,
    score_replies as score_replies,
)

def command(args: list[str], program: str) -> int:
    """The command line on the real streams, with its own signal handling."""

def main(args: list[str]) -> int:
    """The command line inside Python: `sys.stdout` and `sys.stderr`, signals left alone."""

def ask_check(gold: Any, systems: Any, options: dict[str, Any]) -> tuple[str, str]: ...
def ask_explain(
    gold: Any,
    system: Any,
    ends: tuple[tuple[Any, dict[str, Any] | None], tuple[Any, dict[str, Any] | None]],
    how: tuple[list[str], int, int | None],
    options: dict[str, Any],
) -> tuple[str, str]: ...
def ask_rerun(
    signature: str, gold: Any, system: Any, options: dict[str, Any]
) -> tuple[tuple[str, str], Score, bool, list[tuple[str, str, str]]]: ...
def ask_verify(
    results: tuple[str | None, Any], gold: Any, systems: Any, options: dict[str, Any]
) -> tuple[str, str]: ...
def ask_baselines(
    gold: Any, second: Any, measures: list[Any], seed: int | None, options: dict[str, Any]
) -> tuple[str, str]: ...
def ask_selftest(gold: Any, system: Any, measures: list[Any], options: dict[str, Any]) -> tuple[str, str]: ...
def counts_columns(setup: Setup, text_ids: bool) -> list[tuple[str, str]]:
    """Columns of `treescore.counts/1` and their types: int64, int32, string, float64 or decimal."""

def totals_columns(setup: Setup) -> list[tuple[str, str]]:
    """Columns of `treescore.totals/1` and their types: int64 or decimal."""

def score_of_totals(setup: Setup, row: dict[str, int | None], name: str | None) -> Score: ...
def score_of_counts(
    setup: Setup,
    pairs: Sequence[int] | Sequence[str],
    words: list[int | None],
    refused: list[str | None],
    why: list[str | None],
    counts: list[list[int]],
    name: str | None,
) -> Score: ...
def interval_of_buckets(
    setup: Setup,
    figure: str,
    buckets: list[int],
    numerators: list[int],
    denominators: list[int],
    units: int,
    level: float,
    resamples: int,
    seed: int | None,
) -> Interval: ...
def compare_scores(
    first: Score,
    second: Score,
    names: tuple[str, str],
    figures: list[str] | None,
    level: float,
    resamples: int,
    shuffles: int,
    seed: int | None,
) -> Comparison:
    """Compares two scores of the same pairs."""

def joined_parts(
    first: Score, second: Score, figures: list[str]
) -> tuple[list[int], list[tuple[list[int], list[int], list[int], list[int]]], list[tuple[int, int, int]]]:
    """For two scores of the same pairs: buckets; per figure numerators and denominators of both; per figure the wins."""

def compare_of_buckets(
    setup: Setup,
    names: tuple[str, str],
    figures: list[str],
    buckets: list[int],
    first: list[tuple[list[int], list[int]]],
    second: list[tuple[list[int], list[int]]],
    wins: list[tuple[int, int, int]],
    units: int,
    level: float,
    resamples: int,
    shuffles: int,
    seed: int | None,
) -> Comparison: ...
