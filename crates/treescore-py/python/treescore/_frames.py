"""Tables of treescore as tables of other libraries."""

import csv
import io
import json
import os
import re
import stat
import tempfile
from typing import Any

_PLAIN = {
    "crossing": 2,
    "distance": 2,
    "edits": 2,
    "overlap": 2,
    "struct_iou": 4,
    "strict": 4,
    "unlabeled": 4,
    "leaf_ancestor": 4,
    "ted": 4,
}
"""Digits of the figures that are not in per cent."""


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


def to_csv(table: Any, path: Any = None) -> str:
    """Write a table of pairs as CSV, to a file if there is a path."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    columns = [table.column(name) for name in table.columns]
    writer.writerows([["" if value is None else value for value in row] for row in zip(*columns, strict=True)])
    return write_text(text.getvalue(), path)


def to_jsonl(table: Any, path: Any = None) -> str:
    """Write a table of pairs as one JSON object per line, to a file if there is a path."""
    names = list(table.columns)
    rows = zip(*(table.column(name) for name in names), strict=True)
    lines = [json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) + "\n" for row in rows]
    return write_text("".join(lines), path)


def comparison_to_markdown(comparison: Any) -> str:
    """Write the differences as a table in Markdown."""
    rows = _differences(comparison)
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * 3 + "--:|" * (len(rows[0]) - 3), *lines[1:]]) + "\n"


def comparison_to_latex(comparison: Any) -> str:
    """Write the differences as a `tabular` of LaTeX, with the rules of booktabs."""
    rows = [[_latex(cell) for cell in row] for row in _differences(comparison)]
    lines = [" & ".join(row) + r" \\" for row in rows]
    columns = "lll" + "r" * (len(rows[0]) - 3)
    body = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule"]
    return "\n".join([*body, r"\end{tabular}"]) + "\n"


def write_figure(figure: str, value: float, sign: str = "") -> str:
    """Write a figure as tables do: per cent with two digits, amounts per pair with two, fractions with four.

    >>> write_figure("f1", 0.5), write_figure("crossing", 0.25), write_figure("struct_iou", -0.5, "+")
    ('50.00', '0.25', '−0.5000')
    """
    digits = _PLAIN.get(figure)
    text = format(100 * value, f"{sign}.2f") if digits is None else format(value, f"{sign}.{digits}f")
    return text.replace("-", "−")


def _differences(comparison: Any) -> list[list[str]]:
    """Give the cells of the table, each figure in its unit."""

    def cell(figure: str, value: float | None, sign: str = "") -> str:
        return "–" if value is None else write_figure(figure, value, sign)

    head = ["figure", "reference", "system", "reference value", "system value", "Δ", "low", "high", "p"]
    rows = [
        [
            row.figure,
            row.reference,
            row.system,
            cell(row.figure, row.reference_value),
            cell(row.figure, row.system_value),
            *(cell(row.figure, value, "+") for value in (row.delta, row.low, row.high)),
            "–" if row.p is None else "<0.0001" if row.p < 0.0001 else f"{row.p:.4f}",
        ]
        for row in comparison
    ]
    return [head, *rows]


def _latex(text: str) -> str:
    text = re.sub(r"[&%$#_{}]", r"\\\g<0>", text.replace("\\", "\x00")).replace("\x00", r"\textbackslash{}")
    return text.replace("−", "$-$").replace("Δ", r"$\Delta$").replace("–", "--").replace("<", "$<$")


def write_text(text: str, path: Any) -> str:
    """Write a text to a file, whole or not at all, if there is a path."""
    if path is None:
        return text
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "w", encoding="utf-8", newline="") as file:  # a pipe or device has no other name
            file.write(text)
        return text
    handle, name = tempfile.mkstemp(prefix=".treescore-", dir=os.path.dirname(target))
    try:
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(name, _mode_of(target))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
    return text


def _mode_of(path: str) -> int:
    """Give the permissions of a file, or of one that is new."""
    if os.path.exists(path):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
