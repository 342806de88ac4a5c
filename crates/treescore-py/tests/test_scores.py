"""What a score, a report, a diff and an alignment give, beside their figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import treescore as ts
from support import Cli

GOLD = "(S (NP (D a) (N b)) (V c))"
SYSTEM = "(S (D a) (VP (N b) (V c)))"


def test_the_report_is_that_of_the_command_line(cli: Cli) -> None:
    for system in ("heron.trees", "wren.trees"):
        score = ts.score("gold.trees", system)
        found, written = score.to_dict(), cli("gold.trees", system)
        # Formats of files are the command line's, and findings name its options.
        for key in written.keys() - {"inputs", "findings", "systems"}:
            assert found[key] == written[key], key
        assert {finding["id"] for finding in found["findings"]} == {finding["id"] for finding in written["findings"]}
        assert json.loads(score.to_json(indent=2)) == score.to_dict()
    report = ts.report("gold.trees", ["heron.trees", "wren.trees"], measures=["parseval", "word"])
    found, written = report.to_dict(), cli("gold.trees", "heron.trees", "wren.trees", "-m", "parseval,word")
    assert found["measures"] == written["measures"]


def test_undefined() -> None:
    score = ts.score([GOLD], [None])
    assert score.f1 is None and score["f1"] is None
    assert score.value("f1") == 0.0 and score.value() == 0.0 and score.value("f1", 0.25) == 0.25
    assert score.all_pairs.f1 == 0.0
    assert "f1" not in score.flat() and score.flat("x/")["x/all_pairs.f1"] == 0.0
    assert all(isinstance(value, float) for value in score.flat().values())


def test_equality_and_hashes() -> None:
    score = ts.score([GOLD], [SYSTEM])
    assert score == ts.score([GOLD], [SYSTEM]) and hash(score) == hash(ts.score([GOLD], [SYSTEM]))
    assert score != ts.score([GOLD], [GOLD])
    assert score != ts.score([GOLD], [SYSTEM], recipe="raw")
    setup = ts.Setup("parseval", settings={"match": "spans"})
    assert setup == ts.Setup.from_signature(setup.signature) and hash(setup) == hash(
        ts.Setup.from_signature(setup.signature)
    )
    assert setup != ts.Setup() and ts.Setup().replace(settings={"match": "spans"}) == setup


def test_groups() -> None:
    score = ts.score([GOLD, GOLD, GOLD], [GOLD, SYSTEM, None])
    groups = {group.name: group for group in score.by(["x", "y", "x"])}
    # By hand: x has one exact pair and one refused one, y one of two brackets.
    assert groups["x"].figures.f1 == 1.0 and groups["y"].figures.f1 == 0.5
    with pytest.raises(ValueError):
        score.by(["x"])
    by_length = score.by("length", bins=[2])
    assert [group.name for group in by_length] == ["1–2", "3+"] and by_length[1].figures.f1 == 0.75


def test_labels() -> None:
    score = ts.score([GOLD, GOLD], [SYSTEM, "(S (PP (D a) (N b)) (V c))"], by="label")
    groups = {group.name: group for group in score.by("label")}
    # By hand: both S are found; NP is missing once and called PP once.
    assert groups["S"].figures.f1 == 1.0
    assert groups["NP"].figures.counts["gold"] == 2 and groups["NP"].figures.counts["matched"] == 0
    assert ("PP", 1) in groups["NP"].relabelled


def test_pairs() -> None:
    pairs = ts.score([GOLD] * 4, [GOLD, SYSTEM, None, GOLD], ids=["a", "b", "c", "d"]).pairs
    assert len(pairs) == 4 and [row.pair for row in pairs] == ["a", "b", "c", "d"]
    assert pairs[-1].pair == "d" and [row.pair for row in pairs[1:3]] == ["b", "c"]
    assert pairs[1].figures.f1 == 0.5 and pairs[1].words == 3 and pairs[2].refused == "no tree"
    assert [row.pair for row in pairs.worst(2)] == ["c", "b"]
    assert pairs.column("refused") == [None, None, "no tree", None]
    with pytest.raises(IndexError):
        pairs[4]
    with pytest.raises((KeyError, LookupError)):
        pairs.column("nothing")


def test_diff() -> None:
    diff = ts.diff(GOLD, SYSTEM)
    assert [(match.gold.label, match.gold.start, match.gold.end) for match in diff.missing if match.gold] == [
        ("NP", 0, 2)
    ]
    assert [(match.system.label, match.system.text) for match in diff.crossing if match.system] == [("VP", "b c")]
    assert [match.gold.label for match in diff.matched if match.gold] == ["S"]
    assert diff.gold == ts.Tree(GOLD) and diff.system == ts.Tree(SYSTEM) and diff.score.f1 == 0.5
    assert len(diff) == 3 and diff[0] in list(diff)


def test_diff_finds_its_trees_again(examples: Path) -> None:
    files = ts.score("gold.trees", "heron.trees")
    lists = ts.score((examples / "gold.trees").read_text().splitlines(), ts.read("heron.trees"))
    for pair in (1, 3, 24):
        assert list(files.diff(pair)) == list(lists.diff(pair))
    named = ts.score([GOLD], [SYSTEM], ids=["x"])
    assert len(named.diff("x")) == 3


@pytest.mark.usefixtures("examples")
def test_discontinuous_brackets() -> None:
    score = ts.score("moewe.disc", "moewe.trees")
    assert score.discontinuous_f1 == 0.0, "the system has none"
    positions = [match.gold.positions for match in score.diff(1) if match.gold and match.gold.positions]
    assert positions and all(list(place) == sorted(place) for place in positions)
    assert all(place[-1] - place[0] >= len(place) for place in positions), "there is a gap"


@pytest.mark.usefixtures("examples")
def test_trees_without_tags() -> None:
    tree = ts.read("gulls.untagged")[0]
    assert None in tree.tags and len(tree.tags) == len(tree.words)


def test_errors_of_trees() -> None:
    trees = ts.Trees([GOLD, "(S (N", GOLD])
    assert len(trees) == 3 and len(trees.errors) == 1 and trees.errors[0].tree == 2
    with pytest.raises(ts.ReadError):
        trees[1]
    assert str(trees[2]) == str(ts.Tree(GOLD))


def test_metric() -> None:
    metric = ts.Metric("parseval", name="heron")
    assert metric.compute().f1 is None and len(metric) == 0
    assert metric([GOLD], [SYSTEM]).f1 == 0.5
    metric += ts.score([GOLD], [GOLD])
    assert len(metric) == 2 and metric.compute().f1 == 0.75 and metric.compute().system == "heron"
    empty = metric.clone()
    assert len(empty) == 0 and empty.setup == metric.setup
    metric.reset()
    assert len(metric) == 0
    with pytest.raises(ts.SetupMismatch):
        metric.merge(ts.score([GOLD], [GOLD], recipe="raw"))


def test_align_words() -> None:
    cells = ts.align_words(["a", "b", "c"], ["a", "x", "c", "d"])
    assert [(cell.kind, cell.gold, cell.system) for cell in cells] == [
        ("same", ("a",), ("a",)),
        ("diff", ("b",), ("x",)),
        ("same", ("c",), ("c",)),
        ("system", (), ("d",)),
    ]
