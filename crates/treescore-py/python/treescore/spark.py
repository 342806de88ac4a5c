"""Scores on a cluster. Needs pyspark 4 with pyarrow: `pip install 'treescore[spark]'`.

Workers turn pairs into rows of integers, the engine adds the rows up, and the driver reads the figures off the sums. So
the digits are those of `treescore.score` on one machine, whatever the partitions and the order of the rows.
"""

# pyright: reportMissingImports=false
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession, functions as F
from pyspark.sql.types import (
    BinaryType,
    ByteType,
    CharType,
    DataType,
    DecimalType,
    DoubleType,
    IntegerType,
    LongType,
    ShortType,
    StringType,
    StructField,
    StructType,
    VarcharType,
)

from treescore import Comparison, Error, Interval, Score, Setup, SetupMismatch, __version__, arrow
from treescore._core import (
    compare_of_buckets,
    compare_scores,
    counts_columns,
    interval_of_buckets,
    joined_parts,
    score_of_counts,
    score_of_totals,
    totals_columns,
)

__all__ = ["compare", "counts", "interval", "score", "score_by", "total"]

MOST_UNITS = 131_072
"""Up to this many pairs, the rows come to the driver and pairs are resampled; above, the engine sums them by bucket."""

_TYPES: dict[str, DataType] = {
    "int64": LongType(),
    "int32": IntegerType(),
    "string": StringType(),
    "float64": DoubleType(),
    "decimal": DecimalType(38, 0),
}
_KINDS = ("n1_", "d1_", "n2_", "d2_", "first_", "second_", "equal_")
"""Of each figure: numerators and denominators of both systems, and which is better how often."""

_GOLD, _SYSTEM, _ID = "__gold", "__system", "__id"

_Batches = Iterator[pa.RecordBatch]


def score(
    pairs: DataFrame,
    /,
    *,
    measure: str | Setup = "parseval",
    gold: str = "gold",
    system: str = "system",
    name: str | None = None,
) -> Score:
    """Score a table of pairs; equal to the last digit to `treescore.score` on the same pairs. Keeps no pairs."""
    setup = _setup(measure)
    totals = _totals(pairs, setup, gold, system, ())
    row = totals.agg(*_sums(setup)).first()
    return score_of_totals(setup, _integers(row), name)


def score_by(
    pairs: DataFrame,
    by: Sequence[str],
    /,
    *,
    measure: str | Setup = "parseval",
    gold: str = "gold",
    system: str = "system",
) -> dict[tuple[Any, ...], Score]:
    """Score each group of a table of pairs, for example `["parser", "domain"]`. Keys ascend, nulls first."""
    if isinstance(by, str):
        raise TypeError(f'`by` is a list of columns: ["{by}"]')
    setup = _setup(measure)
    totals = _totals(pairs, setup, gold, system, by)
    keys = [_column(name) for name in by]
    found: dict[tuple[Any, ...], Score] = {}
    for row in totals.groupBy(*keys).agg(*_sums(setup)).orderBy(*keys).collect():
        key = tuple(row[: len(by)])
        name = ", ".join("null" if part is None else str(part) for part in key)
        found[key] = score_of_totals(setup, _integers(row, len(by)), name)
    return found


def counts(
    pairs: DataFrame,
    /,
    *,
    measure: str | Setup = "parseval",
    gold: str = "gold",
    system: str = "system",
    id: str | None = None,
    keep: Sequence[str] = (),
) -> DataFrame:
    """Give one row of counts for each pair. Write it as a table, and every later question is a sum over it.

    Name the pairs by `id`, a column of integers or text: intervals and comparisons need names, because the rows of a
    cluster have no order. Without it, pairs are called by partition and row, and can only be added up.
    """
    if isinstance(keep, str):
        raise TypeError(f'`keep` is a list of columns: ["{keep}"]')
    setup = _setup(measure)
    _check_workers(pairs.sparkSession)
    chosen = _trees(pairs, gold, system)
    has_text_ids = True
    if id is not None:
        kind = _type(pairs, id)
        has_text_ids = isinstance(kind, (StringType, CharType, VarcharType))
        if not has_text_ids and not isinstance(kind, (ByteType, ShortType, IntegerType, LongType)):
            raise TypeError(f"column `{id}` has the type {kind.simpleString()}; ids are integers or text")
        chosen.append(_column(id).cast("string" if has_text_ids else "long").alias(_ID))
    fields = [StructField(name, _type(pairs, name)) for name in keep]
    own = counts_columns(setup, has_text_ids)
    _check_names(keep, [name for name, _ in own])
    schema = StructType(fields + [StructField(name, _TYPES[kind]) for name, kind in own])
    selected = pairs.select(*chosen, *(_column(name) for name in keep))
    return selected.mapInArrow(_counter(setup, id is not None, list(keep)), schema)


def total(counts: DataFrame, /, *, measure: str | Setup = "parseval", name: str | None = None) -> Score:
    """Add up a table of counts to a score. Keeps no pairs. The same pair twice raises `SetupMismatch`."""
    setup = _setup(measure)
    rows = _rows(counts, setup)
    _check_repeats(rows)
    row = rows.mapInArrow(_adder(setup), _totals_schema(setup)).agg(*_sums(setup)).first()
    return score_of_totals(setup, _integers(row), name)


def interval(
    counts: DataFrame,
    /,
    *,
    measure: str | Setup = "parseval",
    figure: str | None = None,
    all_pairs: bool = False,
    level: float = 0.95,
    resamples: int = 1000,
    seed: int | None = None,
) -> Interval:
    """Give the bootstrap interval of a figure, from a table of counts; the digits are those of `Score.interval`."""
    setup = _setup(measure)
    rows = _rows(counts, setup)
    units = _check_named(rows)
    if units <= MOST_UNITS:
        whole = arrow.total(rows.toArrow(), setup)
        return whole.interval(figure, all_pairs=all_pairs, level=level, resamples=resamples, seed=seed)
    _check_repeats(rows)
    asked = figure if figure is not None else setup.figures[0]
    schema = StructType([StructField("bucket", IntegerType()), *_decimals("numerator", "denominator")])
    parts = rows.mapInArrow(_splitter(setup, asked, all_pairs), schema)
    sums = (
        parts.groupBy("bucket").agg(*(_sum(name) for name in ("numerator", "denominator"))).orderBy("bucket").collect()
    )
    buckets, numerators, denominators = ([int(row[at]) for row in sums] for at in range(3))
    return interval_of_buckets(setup, asked, buckets, numerators, denominators, units, level, resamples, seed)


def compare(
    counts: DataFrame,
    other: DataFrame,
    /,
    *,
    measure: str | Setup = "parseval",
    figures: Sequence[str] | None = None,
    names: tuple[str, str] = ("first", "second"),
    level: float = 0.95,
    resamples: int = 1000,
    shuffles: int = 10_000,
    seed: int | None = None,
) -> Comparison:
    """Compare two systems by their tables of counts of the same pairs: difference, interval and p of each figure."""
    setup = _setup(measure)
    first, second = _rows(counts, setup), _rows(other, setup)
    units, others = _check_named(first), _check_named(second)
    if units != others:
        raise SetupMismatch(f"the tables have {units} and {others} pairs; a comparison needs the same pairs")
    if units <= MOST_UNITS:
        scores = [
            arrow.total(rows.toArrow(), setup, name=name) for rows, name in zip((first, second), names, strict=True)
        ]
        chosen = list(figures) if figures is not None else None
        return compare_scores(scores[0], scores[1], names, chosen, level, resamples, shuffles, seed)
    return _compare_folded(setup, first, second, names, figures, units, level, resamples, shuffles, seed)


def _compare_folded(
    setup: Setup,
    first: DataFrame,
    second: DataFrame,
    names: tuple[str, str],
    figures: Sequence[str] | None,
    units: int,
    level: float,
    resamples: int,
    shuffles: int,
    seed: int | None,
) -> Comparison:
    for rows in (first, second):
        _check_repeats(rows)
    asked = list(figures) if figures is not None else list(setup.figures)
    twins = second.select("pair", *(F.col(name).alias(f"other_{name}") for name in second.columns if name != "pair"))
    joined = first.join(twins, "pair")
    if joined.count() != units:
        raise SetupMismatch("the tables have different pairs; a comparison needs the same pairs")
    parts = [f"{kind}{at}" for at in range(len(asked)) for kind in _KINDS]
    schema = StructType([StructField("bucket", IntegerType()), *_decimals(*parts)])
    by_bucket = joined.mapInArrow(_joiner(setup, asked), schema).groupBy("bucket")
    sums = by_bucket.agg(*(_sum(name) for name in parts)).orderBy("bucket").collect()
    columns = {name: [int(row[name]) for row in sums] for name in ["bucket", *parts]}
    places = range(len(asked))
    return compare_of_buckets(
        setup,
        names,
        asked,
        columns["bucket"],
        [(columns[f"n1_{at}"], columns[f"d1_{at}"]) for at in places],
        [(columns[f"n2_{at}"], columns[f"d2_{at}"]) for at in places],
        [(sum(columns[f"first_{at}"]), sum(columns[f"second_{at}"]), sum(columns[f"equal_{at}"])) for at in places],
        units,
        level,
        resamples,
        shuffles,
        seed,
    )


# ---------------------------------------------------------------------------------------------------------- on workers


def _totaller(setup: Setup, by: list[str]) -> Callable[[_Batches], _Batches]:
    def run(batches: _Batches) -> _Batches:
        return arrow.totals_of(batches, setup, gold=_GOLD, system=_SYSTEM, by=by)

    return run


def _counter(setup: Setup, is_named: bool, keep: list[str]) -> Callable[[_Batches], _Batches]:
    def run(batches: _Batches) -> _Batches:
        named = batches if is_named else _name_rows(batches)
        return arrow.counts_of(named, setup, gold=_GOLD, system=_SYSTEM, id=_ID, keep=keep)

    return run


def _name_rows(batches: _Batches) -> _Batches:
    """Call pairs by partition and row."""
    from pyspark import TaskContext

    context = TaskContext.get()
    partition = context.partitionId() if context is not None else 0
    before = 0
    for batch in batches:
        names = [f"#{partition}.{row}" for row in range(before, before + batch.num_rows)]
        before += batch.num_rows
        yield pa.RecordBatch.from_arrays(
            [*batch.columns, pa.array(names, pa.string())], names=[*batch.schema.names, _ID]
        )


def _adder(setup: Setup) -> Callable[[_Batches], _Batches]:
    def run(batches: _Batches) -> _Batches:
        for batch in batches:
            if batch.num_rows:
                yield arrow.totals_of_counts(batch, setup)

    return run


def _splitter(setup: Setup, figure: str, all_pairs: bool) -> Callable[[_Batches], _Batches]:
    def run(batches: _Batches) -> _Batches:
        for batch in batches:
            if batch.num_rows:
                hooks: Any = arrow.total([batch], setup)
                buckets, numerators, denominators, _ = hooks._parts(figure, all_pairs)
                names = ["bucket", "numerator", "denominator"]
                yield _integer_batch(names, [buckets, numerators, denominators])

    return run


def _joiner(setup: Setup, figures: list[str]) -> Callable[[_Batches], _Batches]:
    def run(batches: _Batches) -> _Batches:
        for batch in batches:
            if batch.num_rows:
                yield _joined(batch, setup, figures)

    return run


def _joined(batch: pa.RecordBatch, setup: Setup, figures: list[str]) -> pa.RecordBatch:
    """Give numerators and denominators of both systems; the wins of the whole batch are in its first row."""

    def of(prefix: str) -> Score:
        def column(name: str) -> list[Any]:
            found: list[Any] = batch.column(prefix + name).to_pylist()
            return found

        tallies = [[int(value) for value in column(f"tally_{count}")] for count in setup.counts]
        pairs = batch.column("pair").to_pylist()
        return score_of_counts(setup, pairs, column("words"), column("refused"), column("why"), tallies, None)

    buckets, parts, wins = joined_parts(of(""), of("other_"), figures)
    names, columns = ["bucket"], [buckets]
    rest = [0] * (len(buckets) - 1)
    for at, (figure, won) in enumerate(zip(parts, wins, strict=True)):
        names += [f"{kind}{at}" for kind in _KINDS]
        columns += [*figure, *([number, *rest] for number in won)]
    return _integer_batch(names, columns)


def _integer_batch(names: list[str], columns: list[list[int]]) -> pa.RecordBatch:
    """Give a batch of a bucket and decimals."""
    wide = pa.decimal128(38, 0)
    arrays = [
        pa.array(column, pa.int32() if name == "bucket" else wide) for name, column in zip(names, columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, names=names)


# ------------------------------------------------------------------------------------------------------- on the driver


def _setup(measure: str | Setup) -> Setup:
    return measure if isinstance(measure, Setup) else Setup(measure)


def _totals(pairs: DataFrame, setup: Setup, gold: str, system: str, by: Sequence[str]) -> DataFrame:
    """Give one row of sums for each partition, or for each partition and key."""
    _check_workers(pairs.sparkSession)
    keys = [StructField(name, _type(pairs, name)) for name in by]
    _check_names(by, [name for name, _ in totals_columns(setup)])
    selected = pairs.select(*_trees(pairs, gold, system), *(_column(name) for name in by))
    return selected.mapInArrow(_totaller(setup, list(by)), StructType(keys + list(_totals_schema(setup).fields)))


def _totals_schema(setup: Setup) -> StructType:
    return StructType([StructField(name, _TYPES[kind]) for name, kind in totals_columns(setup)])


def _trees(pairs: DataFrame, gold: str, system: str) -> list[Column]:
    for name in (gold, system):
        kind = _type(pairs, name)
        if not isinstance(kind, (StringType, CharType, VarcharType, BinaryType)):
            raise TypeError(f"column `{name}` has the type {kind.simpleString()}; trees are text")
    return [_column(gold).alias(_GOLD), _column(system).alias(_SYSTEM)]


def _rows(counts: DataFrame, setup: Setup) -> DataFrame:
    """Give the columns of counts that sums need."""
    _check_workers(counts.sparkSession)
    needed = ["pair", "words", "refused", "why", *(f"tally_{count}" for count in setup.counts)]
    for name in needed:
        _type(counts, name)
    return counts.select(*needed)


def _type(frame: DataFrame, name: str) -> DataType:
    if name not in frame.columns:
        raise Error(f"there is no column `{name}`; the columns are {', '.join(frame.columns)}")
    return frame.schema[name].dataType


def _column(name: str) -> Column:
    return F.col("`" + name.replace("`", "``") + "`")


def _sum(name: str) -> Column:
    # The widest type there is: an overflow of int64 is an error in Spark, and eight perfect sentences make one.
    return F.sum(F.col(name).cast(DecimalType(38, 0))).alias(name)


def _sums(setup: Setup) -> list[Column]:
    return [_sum(name) for name, _ in totals_columns(setup)]


def _decimals(*names: str) -> list[StructField]:
    return [StructField(name, DecimalType(38, 0)) for name in names]


def _integers(row: Any, after: int = 0) -> dict[str, int | None]:
    """Give a row of sums; those over no rows are null."""
    values = list(row.asDict().items())[after:] if row is not None else []
    return {name: None if value is None else int(value) for name, value in values}


def _check_names(kept: Sequence[str], own: list[str]) -> None:
    for name in kept:
        if name in own:
            raise Error(f"treescore has a column `{name}` of its own; rename the column before keeping it")


def _check_named(rows: DataFrame) -> int:
    """Give the number of pairs; refuse pairs without names, whose draws would depend on partitions."""
    pair = F.col("pair").cast("string")
    found = rows.agg(F.count(F.lit(1)), F.max(F.when(pair.rlike(r"^#\d+\.\d+$"), pair))).first()
    assert found is not None
    if found[1] is not None:
        raise LookupError("these pairs have no names: make the counts with id=…, a column that names each pair")
    return int(found[0])


def _check_repeats(rows: DataFrame) -> None:
    repeated = rows.groupBy("pair").count().where("count > 1").orderBy("pair").first()
    if repeated is not None:
        raise SetupMismatch(
            f"pair {repeated[0]!r} is there {repeated[1]} times; if the table holds several systems, choose one"
        )


# -------------------------------------------------------------------------------------------------------- which Python

_checked: "weakref.WeakSet[SparkSession]" = weakref.WeakSet()


def _check_workers(session: SparkSession) -> None:
    """Look once for each session whether the workers can run treescore, and say what is wrong if they cannot."""
    if session in _checked:
        return
    ours = ".".join(map(str, sys.version_info[:2]))
    need = (
        f"workers need the driver's Python {ours} with treescore {__version__} and pyarrow; "
        "set PYSPARK_PYTHON before the session starts"
    )
    try:
        found = session.range(1, numPartitions=1).mapInArrow(_probe(), "python string, treescore string").first()
    except Exception as error:
        raise Error(f"the workers cannot run treescore: {_reason(str(error))}; {need}") from error
    assert found is not None
    if found["treescore"] != __version__:
        has = f"treescore {found['treescore']}" if found["treescore"] else "no treescore"
        raise Error(f"the workers run Python {found['python']} with {has}; {need}")
    _checked.add(session)


def _probe() -> Callable[[_Batches], _Batches]:
    # A function inside a function travels by value: the workers may not have this module.
    def look(batches: _Batches) -> _Batches:
        import importlib
        import platform

        import pyarrow as pa

        for _ in batches:
            pass
        try:
            version = importlib.import_module("treescore").__version__
        except ImportError:
            version = None
        yield pa.RecordBatch.from_pydict(
            {"python": [platform.python_version()], "treescore": pa.array([version], pa.string())}
        )

    return look


def _reason(trace: str) -> str:
    """Find the line of a trace that says what is wrong."""
    signs = ("No module named", "must be installed", "PYTHON_VERSION_MISMATCH", "Cannot run program", "Error: ")
    lines = [line.strip() for line in trace.splitlines() if line.strip()]
    for sign in signs:
        for line in lines:
            if sign in line:
                return line
    return lines[0] if lines else "no reason is given"
