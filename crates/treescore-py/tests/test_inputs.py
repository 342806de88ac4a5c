"""Everything that may be a side, and everything that may be in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from support import integers, poison

GOLD = "(TOP (S (NP (D the) (N boat)) (VP (V left))))"
SYSTEM = "(TOP (S (D the) (VP (N boat) (V left))))"


class Stanza:
    """A tree as Stanza builds it."""

    def __init__(self, label: str, children: tuple[Stanza, ...] = ()) -> None:
        self.label, self.children = label, children


def stanza(tree: ts.Tree) -> Stanza:
    nltk = pytest.importorskip("nltk")

    def convert(node: Any) -> Stanza:
        if not isinstance(node, nltk.Tree):
            return Stanza(node)
        return Stanza(node.label(), tuple(convert(child) for child in node))

    return convert(tree.to_nltk())


def arrow(kind: str) -> Callable[[list[Any]], Any]:
    def make(trees: list[Any]) -> Any:
        pa = pytest.importorskip("pyarrow")
        column = pa.array(trees, pa.string())
        if kind == "chunked":
            return pa.chunked_array([column.slice(0, 20), column.slice(20)])
        if kind == "sliced":
            return pa.array(["(X (Y z))", *trees, None], pa.string()).slice(1, len(trees))
        if kind == "dictionary":
            return column.dictionary_encode()
        if kind == "table":
            return pa.table({"tree": column})
        return column.cast(getattr(pa, kind)())

    return make


def library(name: str, make: Callable[[Any, list[Any]], Any]) -> Callable[[list[Any]], Any]:
    return lambda trees: make(pytest.importorskip(name), trees)


class Stream:
    """A column of a library that nobody knows, with an Arrow stream."""

    def __init__(self, trees: list[Any]) -> None:
        pa = pytest.importorskip("pyarrow")
        self._column = pa.chunked_array([pa.array(trees, pa.string())])

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        return self._column.__arrow_c_stream__(requested_schema)


class Array:
    """The same with an Arrow array."""

    def __init__(self, trees: list[Any]) -> None:
        pa = pytest.importorskip("pyarrow")
        self._column = pa.array(trees, pa.string())

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        return self._column.__arrow_c_array__(requested_schema)


def generator(trees: list[Any]) -> Iterator[Any]:
    yield from trees


KINDS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "generator": generator,
    "Trees": ts.Trees,
    "bytes": lambda trees: [None if tree is None else tree.encode() for tree in trees],
    "pyarrow string": arrow("string"),
    "pyarrow large_string": arrow("large_string"),
    "pyarrow string_view": arrow("string_view"),
    "pyarrow dictionary": arrow("dictionary"),
    "pyarrow chunked": arrow("chunked"),
    "pyarrow sliced": arrow("sliced"),
    "pyarrow table of one column": arrow("table"),
    "pandas object": library("pandas", lambda pd, trees: pd.Series(trees, dtype=object)),
    "pandas NaN": library("pandas", lambda pd, trees: pd.Series([float("nan") if t is None else t for t in trees])),
    "pandas string": library("pandas", lambda pd, trees: pd.Series(trees, dtype="string")),
    "pandas index": library("pandas", lambda pd, trees: pd.Index(trees)),
    "polars": library("polars", lambda pl, trees: pl.Series("tree", trees)),
    "polars frame": library("polars", lambda pl, trees: pl.DataFrame({"tree": trees})),
    "numpy": library("numpy", lambda np, trees: np.array(trees, dtype=object)),
    "an Arrow stream": Stream,
    "an Arrow array": Array,
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_with_every_trouble(kind: str, pairs: tuple[list[str], list[str]]) -> None:
    gold: list[Any] = list(pairs[0])
    system: list[Any] = list(pairs[1])
    poison(gold, system)
    expected = ts.score(gold, system)
    assert expected.coverage.refused == 6
    found = ts.score(KINDS[kind](gold), KINDS[kind](system))
    assert integers(found) == integers(expected)
    assert [(row.pair, row.kind) for row in found.refused] == [(row.pair, row.kind) for row in expected.refused]
    # The other side may be of another kind.
    assert integers(ts.score(gold, KINDS[kind](system))) == integers(expected)


def test_objects(pairs: tuple[list[str], list[str]]) -> None:
    nltk = pytest.importorskip("nltk")
    gold, system = pairs
    expected = integers(ts.score(gold, system))
    trees = [[ts.Tree(tree) for tree in side] for side in pairs]
    assert integers(ts.score(*trees)) == expected
    assert integers(ts.score(*([nltk.Tree.fromstring(tree) for tree in side] for side in pairs))) == expected
    assert integers(ts.score(*([stanza(tree) for tree in side] for side in trees))) == expected
    mixed = [tree if at % 2 else trees[1][at] for at, tree in enumerate(system)]
    assert integers(ts.score(gold, mixed)) == expected


def test_one_tree() -> None:
    # By hand: gold has S, NP and VP over `left`; the system S and VP over `boat left`. S matches.
    ways: list[tuple[ts.Side, ts.Side]] = [
        (GOLD, SYSTEM),
        (ts.Tree(GOLD), ts.Tree(SYSTEM)),
        ([GOLD], [SYSTEM]),
        (ts.Trees(GOLD), SYSTEM),
    ]
    for gold, system in ways:
        score = ts.score(gold, system)
        assert (score.counts["matched"], score.counts["gold"], score.counts["system"]) == (1, 3, 2)
        assert score.f1 == 0.4
    assert ts.score(GOLD, GOLD).f1 == 1.0


@pytest.mark.usefixtures("examples")
def test_paths() -> None:
    expected = integers(ts.score("gold.trees", "heron.trees"))
    assert integers(ts.score(Path("gold.trees"), Path("heron.trees"))) == expected
    import gzip

    Path("heron.gz").write_bytes(gzip.compress(Path("heron.trees").read_bytes()))
    assert integers(ts.score("gold.trees", "heron.gz")) == expected
    Path("list").write_text("heron.trees\n")
    assert integers(ts.score("gold.trees", "@list")) == expected
    Path("(odd)").write_bytes(Path("heron.trees").read_bytes())
    assert integers(ts.score("gold.trees", Path("(odd)"))) == expected
    with pytest.raises(FileNotFoundError):
        ts.score("gold.trees", "nowhere.trees")


def test_lone_surrogates() -> None:
    with pytest.raises(UnicodeEncodeError):
        ts.score([GOLD], ["(S (N \ud800))"])


@pytest.mark.parametrize("side", [3, 4.5, object(), [3], [4.5]], ids=repr)
def test_wrong_types(side: Any) -> None:
    with pytest.raises(TypeError):
        ts.score([GOLD], side)


def test_columns_that_are_not_trees() -> None:
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match=r"2\.5"):
        ts.score([GOLD], pa.array([2.5]))
    with pytest.raises(TypeError, match="choose one"):
        ts.score([GOLD], pa.table({"a": [GOLD], "b": [GOLD]}))
    with pytest.raises(TypeError, match="list"):
        ts.score([GOLD], pa.array([[GOLD]]))


def test_ids(pairs: tuple[list[str], list[str]]) -> None:
    gold, system = (side[:4] for side in pairs)
    for ids in (["a", "b", "c", "d"], [7, -5, 2**62, 0]):
        score = ts.score(gold, system, ids=ids)
        assert [row.pair for row in score.pairs] == ids
    with pytest.raises(ValueError):
        ts.score(gold, system, ids=["a", "a", "b", "c"])
    with pytest.raises(ValueError):
        ts.score(gold, system, ids=["a"])


def test_views_keep_names(pairs: tuple[list[str], list[str]]) -> None:
    trees = ts.Trees(pairs[0])
    assert list(trees[[5, 2]].ids) == [6, 3]
    assert list(trees[2:5].ids) == [3, 4, 5]
    assert str(trees[[5, 2]][0]) == str(trees[5]) == str(ts.Tree(pairs[0][5]))
    with pytest.raises(IndexError):
        trees[len(trees)]
    named = ts.Trees(pairs[0][:3], ids=["x", "y", "z"])
    assert list(named[[2, 0]].ids) == ["z", "x"]


def test_nltk_words_that_are_brackets() -> None:
    nltk = pytest.importorskip("nltk")
    theirs = nltk.Tree("S", [nltk.Tree("-LRB-", ["("]), nltk.Tree("N", ["a"]), nltk.Tree("-RRB-", [")"])])
    tree = ts.Tree(theirs)
    assert tree.tags == ("-LRB-", "N", "-RRB-")
    assert ts.Tree(str(tree)).words == ts.Tree(str(ts.Tree(str(tree)))).words
    assert ts.score([theirs], [theirs]).exact == 1.0
