"""Columns of other libraries, as lists. Only libraries that are loaded already are used: a column brings its own."""

import sys
from typing import Any


def column(values: Any) -> list[Any] | None:
    """Give the values of a column of pyarrow, polars, pandas or numpy, or of any Arrow array or stream, as a list.

    Nulls are `None`, and so is NaN, which pandas writes for a missing value. `None` if `values` is not a column.
    """
    if isinstance(values, (str, bytes, list, tuple)) or type(values).__module__.partition(".")[0] == "treescore":
        return None
    for library, read in _READERS.items():
        module = sys.modules.get(library)
        if module is not None:
            found = read(module, values)
            if found is not None:
                return found
    if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
        return _from_capsule(values)
    return None


def _from_pyarrow(pa: Any, values: Any) -> list[Any] | None:
    if isinstance(values, (pa.Table, pa.RecordBatch)):
        return _from_pyarrow(pa, values.column(_only([str(name) for name in values.schema.names])))
    if not isinstance(values, (pa.Array, pa.ChunkedArray)):
        return None
    kind = values.type.value_type if pa.types.is_dictionary(values.type) else values.type
    if pa.types.is_nested(kind):
        raise TypeError(f"a column of trees holds text, not {values.type}")
    chunks = values.chunks if isinstance(values, pa.ChunkedArray) else [values]
    found = [value for chunk in chunks for value in chunk.to_pylist()]
    return _without_nan(found) if pa.types.is_floating(kind) else found


def _from_polars(pl: Any, values: Any) -> list[Any] | None:
    if isinstance(values, pl.DataFrame):
        return _from_polars(pl, values.to_series(values.columns.index(_only(values.columns))))
    if not isinstance(values, pl.Series):
        return None
    found: list[Any] = values.to_list()
    return found if values.dtype in (pl.String, pl.Categorical, pl.Enum) else _without_nan(found)


def _from_pandas(pd: Any, values: Any) -> list[Any] | None:
    if isinstance(values, pd.DataFrame):
        return _from_pandas(pd, values[_only([str(name) for name in values.columns])])
    if not isinstance(values, (pd.Series, pd.Index)):
        return None
    return _without_nan([None if value is pd.NA else value for value in values.tolist()])


def _from_numpy(np: Any, values: Any) -> list[Any] | None:
    if not isinstance(values, np.ndarray):
        return None
    if values.ndim != 1:
        raise TypeError(f"a column of trees has one axis, this array has {values.ndim}")
    return _without_nan(values.tolist())


def _from_capsule(values: Any) -> list[Any]:
    """Read an array or stream of a library that is not known by name, with one that is."""
    pa, pl = sys.modules.get("pyarrow"), sys.modules.get("polars")
    if pa is not None and hasattr(values, "__arrow_c_stream__"):
        try:
            found = _from_pyarrow(pa, pa.chunked_array(values))
        except pa.ArrowTypeError:
            found = _from_pyarrow(pa, pa.table(values))
    elif pa is not None:
        found = _from_pyarrow(pa, pa.array(values))
    elif pl is not None:
        read = pl.Series(values)
        found = _from_polars(pl, read.struct.unnest() if read.dtype == pl.Struct else read)
    else:
        found = None
    if found is None:
        raise TypeError(f"reading {type(values).__name__} needs pyarrow or polars: import one of them, or pass a list")
    return found


def _only(names: list[str]) -> str:
    if len(names) != 1:
        raise TypeError(f"a side is one column, this table has {len(names)}: {', '.join(names)}; choose one")
    return names[0]


def _without_nan(values: list[Any]) -> list[Any]:
    for at, value in enumerate(values):
        if isinstance(value, float):
            if value == value:
                raise TypeError(f"value {at} of the column is the number {value}, not a tree")
            values[at] = None
    return values


_READERS = {"pyarrow": _from_pyarrow, "polars": _from_polars, "pandas": _from_pandas, "numpy": _from_numpy}
