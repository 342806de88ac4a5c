"""Record batch in, record batch out, for any engine: Spark, Ray Data, DuckDB, Dask, or none. Needs pyarrow.

Pairs come as rows with two columns of trees. `counts` gives one row of integers for each pair, `totals_of` one row for
many; rows of either kind add up to a score with `total`, in any order and grouping, to the last digit.

>>> import pyarrow as pa, treescore as ts
>>> from treescore import arrow
>>> setup = ts.Setup("parseval")
>>> batch = pa.record_batch({"gold": ["(S (N a) (V b))", "(S (N a))"], "system": ["(S (N a) (V b))", None]})
>>> rows = arrow.counts(batch, setup)
>>> rows.column("refused").to_pylist(), rows.column("tally_matched").to_pylist()
([None, 'no tree'], [1, 0])
>>> arrow.total([rows], setup).coverage.scored
1
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from treescore import Error, Metric, Score, Setup, SetupMismatch, __version__ as _version, score as _score
from treescore._core import counts_columns, score_of_counts, score_of_totals, totals_columns
from treescore._log import quiet

__all__ = ["counts", "counts_of", "schema", "total", "totals_of", "totals_of_counts", "totals_schema"]

_TYPES = {
    "int64": pa.int64(),
    "int32": pa.int32(),
    "string": pa.string(),
    "float64": pa.float64(),
    "decimal": pa.decimal128(38, 0),
}
_NEWEST = {"counts": 1, "totals": 1}
_NOT_NULL = ("pair", "bucket")


def schema(setup: Setup, /, *, keep: pa.Schema | None = None, id: pa.DataType | None = None) -> pa.Schema:
    """Give the schema of `counts`: `treescore.counts/1`, with the columns of `keep` in front.

    `id` is the type of the column that names the pairs: text, or int64 if there is none.
    """
    kept = list(keep) if keep is not None else []
    fields = [
        pa.field(name, _TYPES[kind], nullable=not (name in _NOT_NULL or name.startswith("tally_")))
        for name, kind in counts_columns(setup, _is_text(id))
    ]
    _check_names([field.name for field in kept], [field.name for field in fields])
    return pa.schema([*kept, *fields], _metadata(setup, "counts"))


def totals_schema(setup: Setup, /, *, by: pa.Schema | None = None) -> pa.Schema:
    """Give the schema of `totals_of`: `treescore.totals/1`, with the columns of `by` in front."""
    keys = list(by) if by is not None else []
    fields = [pa.field(name, _TYPES[kind]) for name, kind in totals_columns(setup)]
    _check_names([field.name for field in keys], [field.name for field in fields])
    return pa.schema([*keys, *fields], _metadata(setup, "totals"))


def counts(
    batch: pa.RecordBatch | pa.Table,
    setup: Setup,
    /,
    *,
    gold: str = "gold",
    system: str = "system",
    id: str | None = None,
    keep: Sequence[str] = (),
) -> pa.RecordBatch:
    """Score a batch: one row of counts for each pair, in the order of the batch.

    A bad row is a refused pair, never an exception. Without `id`, pairs are numbered from 1.
    """
    return _counts(batch, setup, gold, system, id, keep, 0)


def counts_of(
    batches: Iterable[pa.RecordBatch],
    setup: Setup,
    /,
    *,
    gold: str = "gold",
    system: str = "system",
    id: str | None = None,
    keep: Sequence[str] = (),
) -> Iterator[pa.RecordBatch]:
    """Score a stream: `counts` of each batch. The function to hand to `mapInArrow` or `map_batches`."""
    before = 0
    for batch in batches:
        yield _counts(batch, setup, gold, system, id, keep, before)
        before += int(batch.num_rows)


def totals_of(
    batches: Iterable[pa.RecordBatch],
    setup: Setup,
    /,
    *,
    gold: str = "gold",
    system: str = "system",
    by: Sequence[str] = (),
) -> Iterator[pa.RecordBatch]:
    """Score a stream: one row for all of it, or one for each key, as one batch of `treescore.totals/1`. Rows add up.

    An empty stream gives no batch.
    """
    metrics: dict[tuple[Any, ...], Metric] = {}
    keys: pa.Schema | None = None
    for batch in batches:
        keys = pa.schema([_field(batch, name) for name in by])
        golds, systems = _trees(batch, gold), _trees(batch, system)
        for key, rows in _groups(batch, by).items():
            metric = metrics.get(key)
            if metric is None:
                metric = metrics[key] = Metric(setup, keep_pairs=False)
            with quiet():
                if rows is None:
                    metric.update(golds, systems)
                else:
                    metric.update([golds[row] for row in rows], [systems[row] for row in rows])
    if metrics and keys is not None:
        rows_of_totals = [_totals(metric.compute()) for metric in metrics.values()]
        yield _totals_batch(setup, keys, list(metrics), rows_of_totals)


def total(batches: Iterable[pa.RecordBatch] | pa.Table, setup: Setup, /, *, name: str | None = None) -> Score:
    """Add up rows of `counts` or of `totals` to a score.

    Rows of `counts` keep their pairs; the same pair twice raises `SetupMismatch`, and so do rows of another setup.
    """
    sums: dict[str, int] = {}
    parts: list[pa.RecordBatch] = []
    for batch in _batches(batches):
        _check_metadata(batch.schema, setup)
        if _is_counts(batch.schema):
            parts.append(batch)
        else:
            for column, value in _sum_totals(batch, setup).items():
                sums[column] = sums.get(column, 0) + value
    if parts and sums:
        raise Error("rows of counts and rows of totals cannot be added up together")
    # A table without rows still says by its columns whether pairs are kept.
    columns: Any = getattr(batches, "schema", None)
    if parts or (columns is not None and _is_counts(columns)):
        return _score_of_counts(parts, setup, name)
    return score_of_totals(setup, dict(sums), name)


def totals_of_counts(batch: pa.RecordBatch, setup: Setup, /) -> pa.RecordBatch:
    """Add up a batch of rows of `counts` to one row of `treescore.totals/1`. Repeated names are not looked for."""
    numbered = batch.set_column(batch.schema.get_field_index("pair"), "pair", pa.array(range(1, batch.num_rows + 1)))
    return _totals_batch(setup, pa.schema([]), [()], [_totals(_score_of_counts([numbered], setup, None))])


def _counts(
    batch: pa.RecordBatch | pa.Table,
    setup: Setup,
    gold: str,
    system: str,
    id: str | None,
    keep: Sequence[str],
    before: int,
) -> pa.RecordBatch:
    """Score a batch whose pairs have names, or numbers that follow `before`."""
    kept = pa.schema([_field(batch, name) for name in keep])
    out = schema(setup, keep=kept, id=_field(batch, id).type if id is not None else None)
    if batch.num_rows == 0:
        for name in (gold, system):
            _trees(batch, name)
        return pa.RecordBatch.from_pylist([], schema=out)
    names = _names(batch, id) if id is not None else range(before + 1, before + 1 + batch.num_rows)
    rows = _rows(_trees(batch, gold), _trees(batch, system), setup, names, id is not None)
    columns = [_flat(batch.column(name)) for name in keep]
    columns += [_flat(rows.column(field.name)).cast(field.type) for field in list(out)[len(kept) :]]
    return pa.RecordBatch.from_arrays(columns, schema=out)


def _rows(golds: list[Any], systems: list[Any], setup: Setup, names: Sequence[Any], is_named: bool) -> pa.Table:
    """Score pairs and give their rows. Repeated names are accepted here, and refused when rows are added up."""
    has_own_names = is_named and len(set(names)) == len(names)
    with quiet():
        rows = pa.table(_score(golds, systems, measure=setup, ids=names if has_own_names else None).pairs)
    if has_own_names:
        return rows
    pairs = pa.array(list(names), pa.string() if isinstance(names[0], str) else pa.int64())
    buckets = pa.array([bucket(key_of(name) if is_named else name - 1) for name in names], pa.int32())
    rows = rows.set_column(rows.schema.get_field_index("pair"), "pair", pairs)
    return rows.set_column(rows.schema.get_field_index("bucket"), "bucket", buckets)


def key_of(name: int | str) -> int:
    """Give the key of a named pair: an integer as 64 bits without sign, a text by FNV-1a.

    >>> key_of(7), key_of(-1) == 2**64 - 1, hex(key_of("a"))
    (7, True, '0xaf63dc4c8601ec8c')
    """
    if isinstance(name, int):
        return name & 0xFFFF_FFFF_FFFF_FFFF
    key = 0xCBF2_9CE4_8422_2325
    for byte in name.encode():
        key = (key ^ byte) * 0x0000_0100_0000_01B3 & 0xFFFF_FFFF_FFFF_FFFF
    return key


def bucket(key: int) -> int:
    """Give the bucket of a key, 0 to 65,535.

    >>> bucket(0), bucket(1)
    (0, 40503)
    """
    return (key * 0x9E37_79B9_7F4A_7C15 & 0xFFFF_FFFF_FFFF_FFFF) >> 48


def _groups(batch: Any, by: Sequence[str]) -> dict[tuple[Any, ...], list[int] | None]:
    """Give the rows of each key; `None` for all rows."""
    if not by:
        return {(): None} if batch.num_rows else {}
    groups: dict[tuple[Any, ...], list[int] | None] = {}
    for row, key in enumerate(zip(*(batch.column(name).to_pylist() for name in by), strict=True)):
        rows = groups.setdefault(key, [])
        assert rows is not None
        rows.append(row)
    return groups


def _totals(score: Score) -> dict[str, int]:
    hooks: Any = score
    row: dict[str, int] = hooks._totals()
    return row


def _totals_batch(setup: Setup, by: Any, keys: list[tuple[Any, ...]], rows: list[dict[str, int]]) -> Any:
    out = totals_schema(setup, by=by)
    columns = [pa.array([key[at] for key in keys], field.type) for at, field in enumerate(by)]
    columns += [pa.array([row[field.name] for row in rows], field.type) for field in list(out)[len(by) :]]
    return pa.RecordBatch.from_arrays(columns, schema=out)


def _sum_totals(batch: Any, setup: Setup) -> dict[str, int]:
    names = [name for name, _ in totals_columns(setup)]
    if "read" not in batch.schema.names:
        raise Error(f"neither counts nor totals of treescore; the columns are {', '.join(batch.schema.names)}")
    present = [name for name in names if name in batch.schema.names]
    return {name: sum(int(value) for value in batch.column(name).to_pylist() if value is not None) for name in present}


def _batches(rows: Any) -> Iterable[Any]:
    if isinstance(rows, pa.RecordBatch):
        return [rows]
    found: Iterable[Any] = rows.to_batches() if isinstance(rows, pa.Table) else rows
    return found


def _is_counts(found: Any) -> bool:
    return "pair" in found.names and "tally_pairs" in found.names


def _score_of_counts(batches: list[Any], setup: Setup, name: str | None) -> Score:
    """Give the score of rows of counts, with its pairs."""

    def column(name: str) -> list[Any]:
        return [value for batch in batches for value in batch.column(name).to_pylist()]

    for batch in batches:
        for needed in ["words", "refused", "why", *(f"tally_{count}" for count in setup.counts)]:
            _field(batch, needed)
    return score_of_counts(
        setup,
        column("pair"),
        column("words"),
        column("refused"),
        column("why"),
        [[int(value) for value in column(f"tally_{count}")] for count in setup.counts],
        name,
    )


def _trees(batch: Any, name: str) -> list[Any]:
    """Give a column of trees."""
    kind = _field(batch, name).type
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not (_is_text(value) or pa.types.is_null(value) or pa.types.is_binary(value) or pa.types.is_large_binary(value)):
        raise TypeError(f"column `{name}` has the type {kind}; trees are text")
    found: list[Any] = batch.column(name).to_pylist()
    return found


def _names(batch: Any, id: str) -> list[Any]:
    """Give the names of pairs."""
    kind = _field(batch, id).type
    if not (_is_text(kind) or pa.types.is_integer(kind)):
        raise TypeError(f"column `{id}` has the type {kind}; ids are integers or text")
    names: list[Any] = batch.column(id).to_pylist()
    if None in names:
        raise Error(f"column `{id}` has no value in row {names.index(None)} of a batch; every pair needs a name")
    return names


def _field(batch: Any, name: str) -> Any:
    if name not in batch.schema.names:
        raise Error(f"there is no column `{name}`; the columns are {', '.join(batch.schema.names)}")
    return batch.schema.field(name)


def _flat(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _is_text(kind: Any) -> bool:
    if kind is None:
        return False
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _check_names(kept: list[str], columns: list[str]) -> None:
    taken = [name for name in kept if name in columns]
    if taken:
        raise Error(f"treescore has a column `{taken[0]}` of its own; rename the column before keeping it")


def _metadata(setup: Setup, kind: str) -> dict[str, str]:
    return {
        "treescore.schema": f"{kind}/{_NEWEST[kind]}",
        "treescore.version": _version,
        "treescore.measure": setup.measure,
        "treescore.signature": setup.signature,
    }


def _check_metadata(found: Any, setup: Setup) -> None:
    """Refuse rows of another setup, and rows that a later treescore wrote. Rows without metadata (Spark) are taken."""
    metadata = {key.decode(): value.decode() for key, value in (found.metadata or {}).items()}
    kind, _, number = metadata.get("treescore.schema", "").partition("/")
    if number and int(number) > _NEWEST.get(kind, 0):
        raise Error(
            f"these rows are {kind}/{number}; treescore {_version} reads {kind}/{_NEWEST.get(kind, 0)} and earlier"
        )
    signature = metadata.get("treescore.signature")
    if signature is not None and signature != setup.signature:
        raise SetupMismatch(f"these rows were made with {signature}, not with {setup.signature}")
