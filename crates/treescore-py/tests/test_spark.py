"""Spark, in one local session: the digits of one machine, whatever the partitions."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from support import integers, leave_out, poison

pytestmark = pytest.mark.spark

PARTITIONS = [1, 2, 7]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        leave_out("pyspark is not installed")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        leave_out("there is no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "3",
        "spark.default.parallelism": "2",
        "spark.log.level": "OFF",
    }
    builder = SparkSession.builder.master("local[2]").appName("treescore")
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def tss(spark: Any) -> Any:
    from treescore import spark as module

    return module


@pytest.fixture(scope="module")
def rows(pairs: tuple[list[str], list[str]]) -> list[tuple[Any, ...]]:
    gold: list[Any] = list(pairs[0])
    system: list[Any] = list(pairs[1])
    poison(gold, system)
    system[19] = "(TOP (S " + "(N w) " * 150_000 + "))"  # a line of 1 MB
    domains = [("sea", "land", None)[at % 3] for at in range(len(gold))]
    return [(10 * at, f"pair {at}", gold[at], system[at], domains[at]) for at in range(len(gold))]


SCHEMA = "id long, name string, gold string, system string, domain string"


@pytest.fixture(scope="module")
def frame(spark: Any, rows: list[tuple[Any, ...]]) -> Any:
    shuffled = list(rows)
    random.Random(4).shuffle(shuffled)
    return spark.createDataFrame(shuffled, SCHEMA).cache()


def on_one_machine(rows: list[tuple[Any, ...]], measure: str = "parseval", id: int = 0) -> ts.Score:
    return ts.score([row[2] for row in rows], [row[3] for row in rows], measure=measure, ids=[row[id] for row in rows])


@pytest.mark.parametrize("partitions", PARTITIONS)
@pytest.mark.parametrize("measure", ["parseval", "struct-iou"])
def test_score(tss: Any, frame: Any, rows: Any, partitions: int, measure: str) -> None:
    if measure == "struct-iou":
        frame = frame.where("length(system) < 100000 or system is null")
        rows = [row for row in rows if row[3] is None or len(row[3]) < 100_000]
    found = tss.score(frame.repartition(partitions), measure=measure, name="heron")
    whole = on_one_machine(rows, measure)
    assert whole.coverage.refused >= 5
    assert integers(found) == integers(whole)
    assert dict(found) == dict(whole) and dict(found.all_pairs) == dict(whole.all_pairs)
    assert [(reason.why, reason.pairs) for reason in found.coverage.reasons] == [
        (reason.why, reason.pairs) for reason in whole.coverage.reasons
    ]
    assert found.system == "heron"


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_counts_are_written_read_and_summed(
    tss: Any, spark: Any, frame: Any, rows: Any, partitions: int, tmp_path: Path
) -> None:
    path = str(tmp_path / "counts.parquet")
    tss.counts(frame.repartition(partitions), id="id", keep=["domain"]).write.parquet(path)
    counts = spark.read.parquet(path)
    whole = on_one_machine(rows)
    found = tss.total(counts)
    assert integers(found) == integers(whole)
    assert tss.interval(counts, resamples=200) == whole.interval(resamples=200)
    assert tss.interval(counts, all_pairs=True, resamples=200) == whole.interval(all_pairs=True, resamples=200)
    pa = pytest.importorskip("pyarrow")
    back = counts.orderBy("pair").toArrow().drop_columns(["domain"])
    assert back.to_pydict() == pa.table(whole.pairs).sort_by("pair").to_pydict()
    missing = tss.counts(frame.join(counts, frame.id == counts.pair, "left_anti"), id="id")
    assert missing.count() == 0, "nothing is left to do"


def test_named_by_text(tss: Any, frame: Any, rows: Any) -> None:
    counts = tss.counts(frame.repartition(3), id="name")
    assert tss.interval(counts, resamples=200) == on_one_machine(rows, id=1).interval(resamples=200)


def test_score_by(tss: Any, frame: Any, rows: Any) -> None:
    found = tss.score_by(frame.repartition(5), ["domain"])
    assert list(found) == [(None,), ("land",), ("sea",)]
    for (domain,), score in found.items():
        assert integers(score) == integers(on_one_machine([row for row in rows if row[4] == domain]))
    assert integers(sum(found.values())) == integers(on_one_machine(rows))
    with pytest.raises(TypeError):
        tss.score_by(frame, "domain")


def without_gold(signature: str) -> str:
    """A table of counts does not know the gold trees, nor their checksum."""
    return re.sub(r"\|gold:[0-9a-f]+", "", signature)


def others(rows: Any) -> list[tuple[Any, ...]]:
    """Another system: gold itself on every third pair."""
    return [(*row[:3], row[2] if at % 3 == 0 else row[3], row[4]) for at, row in enumerate(rows)]


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_compare(tss: Any, spark: Any, frame: Any, rows: Any, partitions: int) -> None:
    second = others(rows)
    counts = tss.counts(frame.repartition(partitions), id="id")
    other = tss.counts(spark.createDataFrame(second, SCHEMA).repartition(partitions + 1), id="id")
    figures = ["f1", "precision", "exact"]
    found = tss.compare(counts, other, figures=figures, names=("a", "b"), shuffles=500, resamples=200)
    gold, ids = [row[2] for row in rows], [row[0] for row in rows]
    systems = {"a": [row[3] for row in rows], "b": [row[3] for row in second]}
    report = ts.report(gold, systems, ids=ids)
    whole = report.compare(figures=figures, shuffles=500, resamples=200)
    assert list(found) == list(whole)
    assert found.signature == without_gold(whole.signature)


def test_folding(tss: Any, spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above 131,072 pairs, the engine sums by bucket; the digits are those of one machine, which folds, too."""
    number = 140_000
    trees = ["(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))", "(S (D a) (N b) (V c))"]
    gold = [trees[0]] * number
    systems = [[trees[at * k % 3] if at % 11 else None for at in range(number)] for k in (1, 2)]
    choices = ", ".join(f"'{tree}'" for tree in trees)
    frame = spark.range(number).selectExpr(
        "id",
        f"'{trees[0]}' as gold",
        *(f"if(id % 11 = 0, null, element_at(array({choices}), int(id * {k} % 3) + 1)) as s{k}" for k in (1, 2)),
    )
    first, second = (tss.counts(frame.repartition(3), system=f"s{k}", id="id").cache() for k in (1, 2))
    report = ts.report(gold, {"first": systems[0], "second": systems[1]}, ids=range(number))
    assert tss.interval(first, resamples=100) == report["first"].interval(resamples=100)
    found = tss.compare(first, second, figures=["f1", "precision"], shuffles=100, resamples=100)
    whole = report.compare(figures=["f1", "precision"], shuffles=100, resamples=100)
    assert list(found) == list(whole)
    assert "fold:65536" in whole.signature and "fold:65536" in found.signature


def test_empty_partitions_and_an_empty_frame(tss: Any, frame: Any, rows: Any) -> None:
    few = frame.where("id < 30").repartition(7)
    assert integers(tss.score(few)) == integers(on_one_machine(rows[:3]))
    empty = frame.where("id < 0")
    score = tss.score(empty)
    assert score.coverage.read == 0 and score.f1 is None
    counts = tss.counts(empty, id="id")
    assert counts.count() == 0 and tss.total(counts).coverage.read == 0
    assert tss.interval(counts).low is None
    assert tss.score_by(empty, ["domain"]) == {}


def test_names_are_needed_and_unique(tss: Any, frame: Any, rows: Any) -> None:
    unnamed = tss.counts(frame.repartition(3))
    assert integers(tss.total(unnamed)) == integers(on_one_machine(rows))
    with pytest.raises(LookupError, match="id="):
        tss.interval(unnamed)
    with pytest.raises(LookupError, match="id="):
        tss.compare(unnamed, unnamed)
    twice = tss.counts(frame.union(frame.where("id = 20")), id="id")
    for call in (tss.total, tss.interval):
        with pytest.raises(ts.SetupMismatch):
            call(twice)
    some = tss.counts(frame.where("id > 20"), id="id")
    with pytest.raises(ts.SetupMismatch, match="same pairs"):
        tss.compare(tss.counts(frame, id="id"), some)


def test_wrong_columns(tss: Any, frame: Any) -> None:
    wrong: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: tss.score(frame, gold="golf"), ts.Error, "id, name, gold, system, domain"),
        (lambda: tss.score(frame, gold="id"), TypeError, "bigint"),
        (lambda: tss.counts(frame.selectExpr("*", "id + 0.5 as half"), id="half"), TypeError, "half"),
        (lambda: tss.counts(frame.withColumnRenamed("domain", "f1"), keep=["f1"]), ts.Error, "f1"),
        (lambda: tss.total(frame), ts.Error, "pair"),
    ]
    for call, kind, says in wrong:
        with pytest.raises(kind, match=says):
            call()


@pytest.mark.parametrize("python", ["/nonexistent/python", shutil.which("false") or "/bin/false"])
def test_another_python_on_the_workers(
    tss: Any, spark: Any, frame: Any, monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    monkeypatch.setattr(tss, "_checked", type(tss._checked)())
    monkeypatch.setattr(spark.sparkContext, "pythonExec", python)
    with pytest.raises(ts.Error, match="PYSPARK_PYTHON") as caught:
        tss.score(frame)
    assert "the workers cannot run treescore" in str(caught.value)
    assert f"Python {sys.version_info[0]}.{sys.version_info[1]}" in str(caught.value)
