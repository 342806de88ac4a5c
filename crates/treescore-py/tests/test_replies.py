"""Replies of language models: the same numbers as `treescore --input replies`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from support import Cli, integers
from treescore.adapters import LmEval

GOLD = "(S (NP (DT The) (NN shop)) (VP (VBD closed)))"


def replies(name: str, field: str) -> list[Any]:
    return [json.loads(line)[field] for line in Path(name).read_text().splitlines()]


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("options", [{}, {"repair": "brackets"}, {"repair": "none"}, {"punct": "own"}])
def test_same_numbers_as_the_command_line(cli: Cli, options: dict[str, ts.SettingValue]) -> None:
    given = [part for key, value in options.items() for part in ("--set", f"{key}={value}")]
    report = cli("honey.gold", "honey.jsonl", "--input", "replies", *given)
    for told in (replies("honey.jsonl", "reply"), "honey.jsonl", Path("honey.jsonl")):
        found = ts.score_replies("honey.gold", told, settings=options)
        cell, rates = report["measures"][0]["scores"][0], report["systems"][0]["replies"]
        assert dict(found.on_all.all_pairs) == cell["all_pairs"]["corpus"]
        assert dict(found.on_valid.corpus) == cell["replies"]["on_valid"]["corpus"]
        assert dict(found.on_balanced) == cell["replies"]["on_balanced"]["corpus"]
        assert found.to_dict()["measures"][0]["scores"][0]["signature"] == cell["signature"]
        shares = [rates[name]["rate"] for name in ("valid", "balanced", "faithful", "tree")]
        assert list(found.rates) == [rates["replies"], *shares]
        assert dict(found.steps) == {step["name"]: step["replies"] for step in rates["steps"] if step["replies"]}


@pytest.mark.usefixtures("examples")
def test_samples(cli: Cli) -> None:
    report = cli("honey.gold", "honey.samples", "--input", "replies")
    samples = report["measures"][0]["scores"][0]["replies"]["samples"]
    found = ts.score_replies("honey.gold", replies("honey.samples", "replies"))
    assert found.samples is not None
    for name, figures in found.samples.items():
        assert dict(figures) == samples[name]["corpus"], name
    assert ts.score_replies("honey.gold", replies("honey.jsonl", "reply")).samples is None


@pytest.mark.usefixtures("examples")
def test_lists_files_and_threads_agree() -> None:
    told = replies("honey.jsonl", "reply")
    whole = ts.score_replies("honey.gold", told)
    for gold in (ts.read("honey.gold"), Path("honey.gold").read_text().splitlines()):
        assert integers(ts.score_replies(gold, iter(told), threads=3).on_all) == integers(whole.on_all)
    assert [fix.tree is None for fix in whole.repairs] == [False, False, False, True]
    for reply, tree, fix in zip(told, ts.read("honey.gold"), whole.repairs, strict=True):
        assert ts.repair(reply, tree) == fix
    assert whole.to_dict()["systems"][0]["replies"]["replies"] == 4
    assert [row.pair for row in whole.on_valid.pairs] == [1]


def test_repair() -> None:
    fixed = ts.repair("Sure! ```(S (NP (DT The) (NN shop)) (VP (VBD closed))```", ["The", "shop", "closed"])
    assert str(fixed.tree) == GOLD and not fixed.valid and not fixed.balanced and fixed.faithful
    assert fixed.steps == ("strip-prose", "strip-fence", "close-brackets")
    plain = ts.repair(GOLD, ts.Tree(GOLD))
    assert plain.valid and plain.steps == () and ts.Tree(GOLD) == plain.tree
    assert ts.repair("I cannot.", GOLD) == (None, False, False, False, (), ())
    assert ts.repair("(S (VB Go))", "(S (NP (-NONE- *)) (VP (VB Go)))").faithful, "traces are not asked about"


def test_trees_of_nltk_have_words() -> None:
    nltk = pytest.importorskip("nltk")
    assert ts.repair(GOLD, nltk.Tree.fromstring(GOLD)).faithful


def test_trouble() -> None:
    with pytest.raises(TypeError, match="a reply is a string"):
        ts.score_replies([GOLD], [3])  # type: ignore[arg-type]
    with pytest.raises(ts.UnevenError):
        ts.score_replies([GOLD, GOLD], [GOLD])
    with pytest.raises(ts.SettingError, match="repair"):
        ts.score_replies([GOLD], [GOLD], settings={"repair": "some"})
    assert ts.score_replies([GOLD], [None]).on_all.all_pairs.f1 == 0.0


def test_a_recipe_decides_about_punctuation() -> None:
    def punctuation(**given: Any) -> str:
        return ts.score_replies([GOLD], [GOLD], **given).on_all.setup.settings["punct"]

    assert punctuation() == "gold"
    assert punctuation(recipe="collins") == punctuation(measure=ts.Setup("parseval")) == "own"


@pytest.mark.usefixtures("examples")
def test_harness() -> None:
    gold, told = Path("honey.gold").read_text().splitlines(), replies("honey.jsonl", "reply")
    task = LmEval("parseval", gold="parse", prefix="tree_")
    logged = [task.process_results({"parse": tree}, [reply]) for tree, reply in zip(gold, told, strict=True)]
    assert set(logged[0]) == {"tree_f1", "tree_f1_valid", "tree_valid", "tree_faithful"}
    items = [each["tree_f1"] for each in logged]
    _, f1, f1_valid, valid, faithful = task.functions("f1", "f1_valid", "valid", "faithful")
    found = ts.score_replies(gold, told)
    assert f1(items) == found.on_all.all_pairs.f1
    assert (f1_valid(items), valid(items), faithful(items)) == (1.0, 0.25, 0.75)
    assert LmEval(repair=False).f1(items) == pytest.approx(0.3478, abs=1e-4)
    with pytest.raises(LookupError, match="f1_valid"):
        task.functions("f2")


def aggregate(metrics: dict[str, Any], results: list[dict[str, Any]]) -> dict[str, float]:
    """What lm_eval does at the end (`evaluator_utils`): metrics that the task does not declare get the mean."""

    def mean(items: list[Any]) -> Any:
        return sum(items) / len(items)

    return {name: metrics.get(name, mean)([each[name] for each in results]) for name in results[0]}


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("prefix", ["", "tree_"])
@pytest.mark.parametrize("names", [["f1"], ["f1", "valid", "faithful"], list(LmEval.AGGREGATIONS)])
def test_harness_aggregates_what_a_task_declares(names: list[str], prefix: str) -> None:
    gold, told = Path("honey.gold").read_text().splitlines(), replies("honey.jsonl", "reply")
    process_results, *functions = LmEval(prefix=prefix).functions(*names)
    declared = {prefix + name: function for name, function in zip(names, functions, strict=True)}
    results = [process_results({"tree": tree}, [reply]) for tree, reply in zip(gold, told, strict=True)]
    found = aggregate(declared, results)
    assert set(found) == set(declared)
    assert found[f"{prefix}f1"] == ts.score_replies(gold, told).on_all.all_pairs.f1
    with pytest.raises(TypeError):
        aggregate({}, results)
