"""Laws, for trees and splits that Hypothesis makes."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
import treescore as ts
from hypothesis import given, settings, strategies as st
from support import integers

settings.register_profile("treescore", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("treescore")

LABEL = st.sampled_from(["S", "NP", "VP", "PP", "X-1", "NP-SBJ", "ADVP=2"])
WORD = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FFF, exclude_characters="()", exclude_categories=("Z", "C")),
    min_size=1,
    max_size=6,
)
TAG = st.sampled_from(["N", "V", "D", "DT", "."])


@st.composite
def spans_over(draw: st.DrawFn, start: int, end: int) -> list[tuple[int, int, str]]:
    """Nested brackets over a stretch of words, outermost first."""
    found = [(start, end, draw(LABEL))]
    while draw(st.integers(0, 3)) == 3:
        found.append((start, end, draw(LABEL)))
    if end - start > 1:
        cut = draw(st.integers(start + 1, end - 1))
        for left, right in ((start, cut), (cut, end)):
            if right - left > 1 and draw(st.booleans()):
                found += draw(spans_over(left, right))
    return found


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[str], list[str], list[tuple[int, int, str]]]:
    words = draw(st.lists(WORD, min_size=1, max_size=9))
    tags = draw(st.lists(TAG, min_size=len(words), max_size=len(words)))
    return words, tags, draw(spans_over(0, len(words)))


@given(trees())
def test_a_tree_is_its_words_tags_and_spans(parts: Any) -> None:
    words, tags, spans = parts
    tree = ts.Tree.from_spans(words, spans, tags=tags)
    assert tree.words == tuple(words) and tree.tags == tuple(tags) and len(tree) == len(words)
    assert [tuple(span) for span in tree.spans()] == spans
    assert ts.Tree(str(tree)) == tree and hash(ts.Tree(str(tree))) == hash(tree)
    assert pickle.loads(pickle.dumps(tree)) == tree == copy.deepcopy(tree)
    assert ts.Tree.from_spans(tree.words, tree.spans(), tags=tree.tags) == tree


@given(trees())
def test_nltk_and_back(parts: Any) -> None:
    nltk = pytest.importorskip("nltk")
    words, tags, spans = parts
    tree = ts.Tree.from_spans(words, spans, tags=tags)
    theirs = tree.to_nltk()
    assert isinstance(theirs, nltk.Tree)
    assert theirs.leaves() == words and [tag for _, tag in theirs.pos()] == tags
    assert ts.Tree(theirs) == tree


@given(st.lists(trees(), min_size=1, max_size=8))
def test_trees_keep_their_numbers(all_parts: Any) -> None:
    texts = [str(ts.Tree.from_spans(words, spans, tags=tags)) for words, tags, spans in all_parts]
    whole = ts.Trees(texts)
    assert [str(tree) for tree in whole] == texts and list(whole.ids) == list(range(1, len(texts) + 1))
    order = list(range(len(texts)))
    random.Random(1).shuffle(order)
    view = whole[order]
    assert [str(tree) for tree in view] == [texts[at] for at in order]
    assert list(view.ids) == [at + 1 for at in order]
    back = pickle.loads(pickle.dumps(view))
    assert list(back.ids) == list(view.ids) and [str(tree) for tree in back] == [str(tree) for tree in view]


SYSTEMS = st.sampled_from(["same", "shifted", "none", "broken"])


def disturb(how: str, tree: ts.Tree) -> str | None:
    if how == "same":
        return str(tree)
    if how == "none":
        return None
    if how == "broken":
        return str(tree)[:-1]
    return str(ts.Tree.from_spans(tree.words, [(0, len(tree), "S")], tags=tree.tags))


@given(st.lists(st.tuples(trees(), SYSTEMS), min_size=1, max_size=12), st.randoms(use_true_random=False), st.data())
def test_parts_add_up(rows: Any, chance: random.Random, data: st.DataObject) -> None:
    measure = data.draw(st.sampled_from(["parseval", "word", "struct-iou", "leaf-ancestor"]))
    gold = ts.Trees([str(ts.Tree.from_spans(words, spans, tags=tags)) for (words, tags, spans), _ in rows])
    system = [disturb(how, tree) for (_, how), tree in zip(rows, gold, strict=True)]
    whole = ts.score(gold, system, measure=measure)
    order = list(range(len(gold)))
    chance.shuffle(order)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(gold)), max_size=4)))
    metric = ts.Metric(measure)
    scores = []
    for begin, end in zip([0, *cuts], [*cuts, len(gold)], strict=True):
        some = order[begin:end]
        part = ts.score(gold[some], [system[at] for at in some], measure=measure)
        scores.append(part)
        metric.merge(pickle.loads(pickle.dumps(part)))
    added = sum(scores[1:], scores[0])
    assert sum(scores) == added == whole == metric.compute()
    assert integers(added) == integers(whole)
    assert whole.interval(resamples=50) == added.interval(resamples=50)
    assert sorted(int(row.pair) for row in added.pairs) == [row.pair for row in whole.pairs]


@given(st.lists(st.tuples(trees(), SYSTEMS), min_size=1, max_size=6))
def test_everything_pickles(rows: Any) -> None:
    gold = [ts.Tree.from_spans(words, spans, tags=tags) for (words, tags, spans), _ in rows]
    system = [disturb(how, tree) for (_, how), tree in zip(rows, gold, strict=True)]
    score = ts.score(gold, system, by="label")
    for value in (score, score.setup, ts.score(gold, system, keep_pairs=False)):
        for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
            assert twin == value and hash(twin) == hash(value)
    twin = pickle.loads(pickle.dumps(score))
    assert str(twin) == str(score) and twin.to_json() == score.to_json()
    assert twin.findings == score.findings
    assert [tuple(row) for row in twin.pairs] == [tuple(row) for row in score.pairs]
    assert [group.name for group in twin.by("label")] == [group.name for group in score.by("label")]
    metric = ts.Metric("parseval")
    metric.update(gold, system)
    assert pickle.loads(pickle.dumps(metric)).compute() == metric.compute()


@given(trees(), trees())
def test_bounds_and_identity(first: Any, second: Any) -> None:
    gold = ts.Tree.from_spans(first[0], first[2], tags=first[1])
    same = ts.score([gold], [gold], recipe="raw")
    assert same.f1 == 1.0 and same.exact == 1.0
    other = ts.score([gold], [ts.Tree.from_spans(second[0], second[2], tags=second[1])], recipe="raw")
    for value in other.all_pairs.values():
        assert value is None or value >= 0.0
    assert 0.0 <= other.all_pairs.value("f1") <= 1.0


@given(trees())
def test_diff_marks_every_bracket_once(parts: Any) -> None:
    words, tags, spans = parts
    gold = ts.Tree.from_spans(words, spans, tags=tags)
    system = ts.Tree.from_spans(words, [(0, len(words), "S")], tags=tags)
    diff = ts.diff(gold, system, recipe="raw")
    counts = diff.score.counts
    assert len(diff.matched) == counts["matched"]
    assert len(diff.matched) + len(diff.relabelled) + len(diff.missing) == counts["gold"]
    assert len(diff.matched) + len(diff.relabelled) + len(diff.crossing) + len(diff.extra) == counts["system"]
    lists = diff.matched + diff.relabelled + diff.missing + diff.extra + diff.crossing
    assert sorted(map(repr, lists)) == sorted(map(repr, diff))
