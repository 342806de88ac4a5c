"""The stub and the registry of measures say the same; names that are promised are there."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import pytest
import treescore as ts
from treescore import _types

STUB = ast.parse(Path(ts.__file__).with_name("__init__.pyi").read_text())


def stub_class(name: str) -> ast.ClassDef:
    return next(node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name == name)


def properties(name: str) -> set[str]:
    return {
        node.name
        for node in stub_class(name).body
        if isinstance(node, ast.FunctionDef)
        and any(getattr(mark, "id", "") == "property" for mark in node.decorator_list)
    }


def test_figures_of_the_stub_are_those_of_the_registry() -> None:
    registry = {figure for measure in ts.measures() for figure in ts.Setup(measure).figures}
    assert properties("Figures") - {"counts"} == registry


def test_no_figure_hides_a_method() -> None:
    taken = set(dir(Mapping)) | {"counts", "value"}
    for measure in ts.measures():
        assert not taken & set(ts.Setup(measure).figures), measure


def test_every_figure_is_an_attribute() -> None:
    for measure in ts.measures():
        score = ts.score("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))", measure=measure)
        assert tuple(score) == score.setup.figures
        for figure in score.setup.figures:
            assert getattr(score, figure) == score[figure]
        with pytest.raises(AttributeError):
            _ = score.no_such_figure  # type: ignore[attr-defined]
        with pytest.raises(KeyError):
            _ = score["no_such_figure"]


def test_classes_are_what_the_stub_says() -> None:
    assert issubclass(ts.Figures, Mapping) and issubclass(ts.Score, ts.Figures)
    for name in ("Trees", "Diff", "Alignment"):
        assert issubclass(getattr(ts, name), Sequence), name
    for name in ("PairTable", "Report", "Comparison"):
        assert not issubclass(getattr(ts, name), Sequence), "polars would take it for a list of rows"


def test_names() -> None:
    assert len(set(ts.__all__)) == len(ts.__all__)
    assert ts.__version__ == version("treescore")
    namespace: dict[str, object] = {}
    exec("from treescore import *", namespace)
    assert set(ts.__all__) <= set(namespace)


@pytest.mark.parametrize("record", _types.RECORDS, ids=lambda record: record.__name__)
def test_records_are_public_and_pickle(record: type) -> None:
    assert getattr(ts, record.__name__) is record
    assert record.__module__ == "treescore" and record.__doc__
    value = record(*range(len(record._fields)))
    assert pickle.loads(pickle.dumps(value)) == value
