"""Tables of treescore as tables of other libraries."""

from typing import Any


def to_arrow(table: Any) -> Any:
    """Give a `pyarrow.Table`."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("to_arrow() needs pyarrow: pip install 'treescore[arrow]'") from error
    return pa.table(table)


def to_polars(table: Any) -> Any:
    """Give a `polars.DataFrame`; pyarrow is not needed."""
    try:
        import polars as pl
    except ImportError as error:
        raise ImportError("to_polars() needs polars: pip install 'treescore[polars]'") from error
    return pl.DataFrame(table)


def to_pandas(table: Any) -> Any:
    """Give a `pandas.DataFrame`. Integers that may be missing have the type `Int32` or `Int64`, not float."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("to_pandas() needs pandas: pip install 'treescore[pandas]'") from error
    try:
        import pyarrow as pa
    except ImportError:
        return _by_column(pd, table)
    arrow = pa.table(table)
    nullable = {pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}
    frame = arrow.to_pandas()
    for field in arrow.schema:
        if field.nullable and field.type in nullable:
            frame[field.name] = arrow.column(field.name).to_pandas(types_mapper=nullable.get)
    return frame


def _by_column(pd: Any, table: Any) -> Any:
    if hasattr(table, "columns"):
        return pd.DataFrame({name: table.column(name) for name in table.columns})
    rows = list(table)
    if all(hasattr(row, "_fields") for row in rows):
        return pd.DataFrame(rows, columns=rows[0]._fields if rows else None)
    raise ImportError("to_pandas() of this table needs pyarrow: pip install 'treescore[pandas]'")
