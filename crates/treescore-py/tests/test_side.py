"""Columns as lists: the part of the input that is written in Python."""

from __future__ import annotations

import subprocess
import sys

import pytest
from treescore._side import column


@pytest.mark.parametrize("value", ["(S a)", b"(S a)", ["(S a)"], ("(S a)",), iter([]), object(), None, 3])
def test_what_is_not_a_column(value: object) -> None:
    assert column(value) is None


def test_integers_pass() -> None:
    pa = pytest.importorskip("pyarrow")
    assert column(pa.array([1, None, 3])) == [1, None, 3]


def test_missing_values_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    assert column(pd.Series(["a", None, float("nan"), pd.NA], dtype=object)) == ["a", None, None, None]
    with pytest.raises(TypeError, match=r"value 1 of the column is the number 2\.0"):
        column(pd.Series(["a", 2.0], dtype=object))


def test_numpy_axes() -> None:
    np = pytest.importorskip("numpy")
    assert column(np.array(["a", "b"])) == ["a", "b"]
    with pytest.raises(TypeError, match="one axis"):
        column(np.array([["a"]]))


def test_nothing_is_imported() -> None:
    program = (
        "import sys, treescore\n"
        "treescore.score(['(S (N a))'], ['(S (N a))'])\n"
        "loaded = {'numpy', 'pandas', 'polars', 'pyarrow', 'nltk', 'IPython', 'torch'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_stream_without_a_reader() -> None:
    program = (
        "from treescore._side import column\n"
        "class Stream:\n"
        "    def __arrow_c_stream__(self, requested_schema=None): raise AssertionError\n"
        "try: column(Stream())\n"
        "except TypeError as error: assert 'pyarrow or polars' in str(error)\n"
        "else: raise AssertionError"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
