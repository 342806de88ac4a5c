"""Tables out of scores, and the functions for engines."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
import treescore as ts
from support import integers, poison

pa = pytest.importorskip("pyarrow")

from treescore import arrow  # noqa: E402

PARSEVAL = """\
pair: int64 not null
bucket: int32 not null
words: int32
refused: string
why: string
f1: double
recall: double
precision: double
exact: double
crossing: double
tags: double
no_crossing: double
two_or_fewer_crossing: double
discontinuous_f1: double
tally_pairs: int64 not null
tally_matched: int64 not null
tally_gold: int64 not null
tally_system: int64 not null
tally_crossing: int64 not null
tally_words: int64 not null
tally_system_words: int64 not null
tally_tags: int64 not null
tally_exact: int64 not null
tally_no_crossing: int64 not null
tally_two_or_fewer_crossing: int64 not null
tally_discontinuous: int64 not null
tally_gapped_matched: int64 not null
tally_gapped_gold: int64 not null
tally_gapped_system: int64 not null
tally_untagged: int64 not null"""


@pytest.fixture(scope="module")
def table(pairs: tuple[list[str], list[str]]) -> Any:
    gold: list[Any] = list(pairs[0])
    system: list[Any] = list(pairs[1])
    poison(gold, system)
    ids = [f"pair {at}" for at in range(len(gold))]
    domains = [("sea", "land", None)[at % 3] for at in range(len(gold))]
    return pa.table({"id": ids, "gold": gold, "system": system, "domain": domains, "number": list(range(len(gold)))})


@pytest.fixture(scope="module")
def whole(table: Any) -> ts.Score:
    return ts.score(table["gold"], table["system"], ids=table["id"])


def test_schema_of_parseval() -> None:
    setup = ts.Setup("parseval")
    found = arrow.schema(setup)
    assert found.remove_metadata().to_string() == PARSEVAL
    assert {key.decode(): value.decode() for key, value in found.metadata.items()} == {
        "treescore.schema": "counts/1",
        "treescore.version": ts.__version__,
        "treescore.measure": "parseval",
        "treescore.signature": setup.signature,
    }


@pytest.mark.parametrize("measure", list(ts.measures()))
def test_schema_is_that_of_the_rows(measure: str) -> None:
    setup = ts.Setup(measure)
    tree = "(S (NP (D a) (N b)) (V c))"
    rows = pa.table(ts.score([tree], [tree], measure=setup).pairs)
    assert rows.schema.equals(arrow.schema(setup), check_metadata=True)
    assert rows.schema.names[5:] == [*setup.figures, *(f"tally_{count}" for count in setup.counts)]
    assert pa.table(ts.score([], [], measure=setup).pairs).num_rows == 0
    named = pa.table(ts.score([tree], [tree], measure=setup, ids=["a"]).pairs)
    assert named.schema.equals(arrow.schema(setup, id=pa.string()))


def test_fixed_point_counts_are_decimals() -> None:
    setup = ts.Setup("struct-iou")
    tree = "(S (NP (D a) (N b)) (V c))"
    rows = pa.table(ts.score([tree], [tree], measure=setup).pairs)
    # By hand: five nodes, each on itself, IoU 1.
    assert rows["tally_overlap"].to_pylist() == [Decimal(5 * 2**60)]
    assert arrow.total(rows, setup).struct_iou == 1.0


def test_rows(table: Any, whole: ts.Score) -> None:
    rows = pa.table(whole.pairs)
    assert rows["pair"].to_pylist() == table["id"].to_pylist()
    assert rows["refused"].to_pylist()[3] == "no tree" and rows["f1"].to_pylist()[3] is None
    assert rows["tally_matched"].to_pylist() == whole.pairs.column("tally_matched")
    assert sum(rows["tally_gold"].to_pylist()) == whole.all_pairs.counts["gold"]
    assert rows["bucket"].to_pylist() == [arrow.bucket(arrow.key_of(name)) for name in table["id"].to_pylist()]


def test_buckets_of_numbers() -> None:
    tree = "(S (N a) (V b))"
    assert whole_buckets(ts.score([tree] * 3, [tree] * 3)) == [arrow.bucket(key) for key in (0, 1, 2)]
    assert whole_buckets(ts.score([tree] * 3, [tree] * 3, ids=[1, 2, -1])) == [
        arrow.bucket(k) for k in (1, 2, 2**64 - 1)
    ]


def whole_buckets(score: ts.Score) -> list[int]:
    found: list[int] = pa.table(score.pairs)["bucket"].to_pylist()
    return found


def test_other_libraries_read_the_rows(whole: ts.Score) -> None:
    matched = whole.pairs.column("tally_matched")
    pl = pytest.importorskip("polars")
    assert pl.DataFrame(whole.pairs)["tally_matched"].to_list() == matched
    assert whole.pairs.to_polars()["tally_matched"].to_list() == matched
    pytest.importorskip("pandas")
    frame = whole.pairs.to_pandas()
    assert frame["tally_matched"].tolist() == matched
    assert frame["words"].dtype == "Int32" and frame["words"].isna().sum() == 2, (
        "gold that cannot be read has no length"
    )
    assert whole.pairs.to_arrow().equals(pa.table(whole.pairs))


def test_duckdb_reads_the_rows(whole: ts.Score) -> None:
    duckdb = pytest.importorskip("duckdb")
    rows = pa.table(whole.pairs)
    assert duckdb.sql("select sum(tally_matched) from rows").fetchall() == [(sum(rows["tally_matched"].to_pylist()),)]
    pairs = whole.pairs
    assert duckdb.sql("select count(*) from pairs").fetchall() == [(len(pairs),)]


def test_polars_alone_reads_the_rows() -> None:
    pytest.importorskip("polars")
    program = (
        "import sys\n"
        "sys.modules['pyarrow'] = None\n"
        "import polars as pl, treescore as ts\n"
        "tree = '(S (N a) (V b))'\n"
        "score = ts.score(pl.Series([tree, None]), pl.Series([tree, tree]))\n"
        "assert pl.DataFrame(score.pairs)['refused'].to_list() == [None, 'no tree']\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_pandas_without_pyarrow() -> None:
    pytest.importorskip("pandas")
    program = (
        "import sys\n"
        "sys.modules['pyarrow'] = None\n"
        "import treescore as ts\n"
        "tree = '(S (N a) (V b))'\n"
        "assert ts.score([tree], [tree]).pairs.to_pandas()['tally_matched'].tolist() == [1]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_report_and_comparison_are_tables() -> None:
    gold = ["(S (NP (D a) (N b)) (V c))"] * 4
    report = ts.report(gold, {"x": gold, "y": ["(S (D a) (VP (N b) (V c)))"] * 4}, measures=["parseval", "word"])
    rows = pa.table(report)
    assert {"system", "parseval.f1", "word.accuracy"} <= set(rows.schema.names)
    comparison = pa.table(report.compare(figures=["f1"]))
    assert set(ts.Difference._fields) <= set(comparison.schema.names) and comparison.num_rows == 1
    trees = pa.table(ts.Trees(gold))
    assert trees.num_rows == 4 and "id" in trees.schema.names


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("measure", ["parseval", "struct-iou", "word"])
def test_any_cut_gives_the_whole(table: Any, size: int, measure: str) -> None:
    setup = ts.Setup(measure)
    whole = ts.score(table["gold"], table["system"], measure=setup, ids=table["id"])
    batches = table.to_batches(max_chunksize=size)
    counts = list(arrow.counts_of(batches, setup, id="id", keep=["domain", "number"]))
    assert [batch.num_rows for batch in counts] == [batch.num_rows for batch in batches]
    assert counts[0].schema.names[:3] == ["domain", "number", "pair"]
    rows = pa.Table.from_batches(counts)
    assert rows.drop_columns(["domain", "number"]).equals(pa.table(whole.pairs))
    assert rows["domain"].to_pylist() == table["domain"].to_pylist()
    added = arrow.total(counts, setup)
    assert added == whole and integers(added) == integers(whole)
    assert added.interval(resamples=100) == whole.interval(resamples=100)

    totals = list(arrow.totals_of(batches, setup))
    assert len(totals) == 1 and totals[0].num_rows == 1
    assert integers(arrow.total(totals, setup)) == integers(whole)
    [by_domain] = arrow.totals_of(batches, setup, by=["domain"])
    assert by_domain.column("domain").to_pylist() == ["sea", "land", None][: by_domain.num_rows]
    assert integers(arrow.total([by_domain], setup)) == integers(whole)
    many = [total for batch in batches for total in arrow.totals_of([batch], setup)]
    assert integers(arrow.total(reversed(many), setup)) == integers(whole)


def test_numbers_go_on_from_batch_to_batch(table: Any) -> None:
    setup = ts.Setup()
    batches = table.to_batches(max_chunksize=7)
    rows = pa.Table.from_batches(arrow.counts_of(batches, setup))
    assert rows.equals(pa.table(ts.score(table["gold"], table["system"]).pairs))


def test_through_a_file(table: Any, whole: ts.Score, tmp_path: Any) -> None:
    import pyarrow.parquet as pq

    setup = ts.Setup()
    pq.write_table(pa.Table.from_batches([arrow.counts(table, setup, id="id")]), tmp_path / "counts.parquet")
    back = pq.read_table(tmp_path / "counts.parquet")
    assert arrow.total(back, setup) == whole
    with pytest.raises(ts.SetupMismatch, match="labels:keep"):
        arrow.total(back, ts.Setup(recipe="raw"))
    newer = back.replace_schema_metadata({**back.schema.metadata, b"treescore.schema": b"counts/2"})
    with pytest.raises(ts.Error, match=r"counts/2.*counts/1"):
        arrow.total(newer, setup)


def test_empty_streams() -> None:
    setup = ts.Setup()
    empty = pa.table({"gold": pa.array([], pa.string()), "system": pa.array([], pa.string())})
    assert list(arrow.counts_of([], setup)) == [] and list(arrow.totals_of([], setup)) == []
    assert list(arrow.totals_of(empty.to_batches(), setup)) == []
    assert arrow.counts(empty, setup).num_rows == 0
    assert arrow.counts(empty, setup).schema.equals(arrow.schema(setup))
    assert len(arrow.total(arrow.counts(empty, setup), setup).pairs) == 0
    score = arrow.total([], setup)
    assert score.coverage.read == 0 and score.f1 is None


def test_wrong_columns(table: Any) -> None:
    setup = ts.Setup()
    wrong: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: arrow.counts(table, setup, gold="golf"), ts.Error, "id, gold, system"),
        (lambda: arrow.counts(table, setup, gold="number"), TypeError, "int64"),
        (lambda: arrow.counts(table, setup, id="domain"), ts.Error, "no value in row 2"),
        (lambda: arrow.counts(table, setup, keep=["nothing"]), ts.Error, "nothing"),
        (
            lambda: arrow.counts(table.rename_columns(["id", "gold", "system", "f1", "n"]), setup, keep=["f1"]),
            ts.Error,
            "f1",
        ),
        (lambda: arrow.total(table, setup), ts.Error, "neither counts nor totals"),
    ]
    for call, kind, says in wrong:
        with pytest.raises(kind, match=says):
            call()


def test_repeated_names(table: Any) -> None:
    setup = ts.Setup()
    twice = pa.table({"gold": ["(S (N a))"] * 3, "system": ["(S (N a))"] * 3, "id": ["x", "y", "x"]})
    rows = arrow.counts(twice, setup, id="id")
    apart = pa.Table.from_batches(arrow.counts_of(twice.to_batches(max_chunksize=1), setup, id="id"))
    assert pa.Table.from_batches([rows]).equals(apart)
    with pytest.raises(ts.SetupMismatch):
        arrow.total(rows, setup)
