"""Questions about scores: the same answers as the command line, from everything that a side may be."""

from __future__ import annotations

import contextlib
import io
import json
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import treescore as ts

pytestmark = pytest.mark.usefixtures("examples")

GOLD = "(S (NP (D a) (N b)) (V c))"
SYSTEM = "(S (D a) (VP (N b) (V c)))"


def printed(*arguments: str) -> str:
    """What the command line prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        assert ts.main(arguments) in (0, 1, 2)
    return out.getvalue().rstrip("\n")


def lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines()


def signature() -> str:
    return ts.score("gold.trees", "heron.trees").signature


ANSWERS: list[tuple[Callable[[], Any], list[str]]] = [
    (lambda: ts.check("gold.trees", "heron.trees"), ["check", "gold.trees", "heron.trees"]),
    (lambda: ts.check("gold.trees"), ["check", "gold.trees"]),
    (
        lambda: ts.check("gold.trees", "heron.trees", "plover.trees", recipe="spmrl"),
        ["check", "gold.trees", "heron.trees", "plover.trees", "-r", "spmrl"],
    ),
    (
        lambda: ts.explain("five.gold", "five.system", from_="pyevalb", to="collins"),
        ["explain", "five.gold", "five.system", "--from", "pyevalb", "--to", "collins"],
    ),
    (
        lambda: ts.explain(
            "five.gold", "five.system", from_="collins", to="collins", to_settings={"pairs": "all"}, examples=0
        ),
        "explain five.gold five.system --from collins --to collins --to-set pairs=all --examples 0".split(),
    ),
    (
        lambda: ts.explain("gold.trees", "heron.trees", from_="raw", to="collins.prm", order=["punctuation"]),
        ["explain", "gold.trees", "heron.trees", "--from", "raw", "--to", "collins.prm", "--order", "punctuation"],
    ),
    (lambda: ts.rerun(signature(), "gold.trees", "heron.trees"), ["rerun", "SIGNATURE", "gold.trees", "heron.trees"]),
    (
        lambda: ts.selftest("gold.trees", "heron.trees", measures=["parseval", "leaf-ancestor"]),
        ["selftest", "gold.trees", "heron.trees", "-m", "parseval,leaf-ancestor"],
    ),
    (lambda: ts.selftest("gold.trees"), ["selftest", "gold.trees"]),
]


@pytest.mark.parametrize(("ask", "arguments"), ANSWERS)
def test_prints_what_the_command_line_prints(ask: Callable[[], Any], arguments: list[str]) -> None:
    arguments = [signature() if argument == "SIGNATURE" else argument for argument in arguments]
    answer = ask()
    written = json.loads(printed(*arguments, "-f", "json"))
    if not any("help" in finding for finding in written.get("findings", [])):
        assert without_advice(str(answer)) == without_advice(printed(*arguments))
    if arguments[0] == "rerun":
        assert answer.to_dict()["measures"] == written["measures"]
    else:
        assert without_help(json.loads(answer.to_json(indent=2))) == without_help(written)


def without_advice(text: str) -> str:
    """An explanation without the words on how to ask for another order: each face has its own."""
    begin, _, end = text.partition("rules are switched")
    return begin + end.partition("\nshare:")[2]


def without_help(found: dict[str, Any]) -> dict[str, Any]:
    """A check without what helps, which is worded for the command line or for Python."""
    for finding in found.get("findings", []):
        finding.pop("help", None)
    return found


@pytest.mark.parametrize(("ask", "_"), ANSWERS)
def test_answers_are_values(ask: Callable[[], Any], _: list[str]) -> None:
    answer = ask()
    twin = pickle.loads(pickle.dumps(answer))
    assert twin == answer and hash(twin) == hash(answer) and str(twin) == str(answer)
    assert type(answer).__module__ == "treescore" and repr(answer).startswith(f"<{type(answer).__name__} ")
    assert "<pre>" in answer._repr_html_()


def test_check() -> None:
    found = ts.check("gold.trees", "wren.trees")
    assert found.severity == "warning" and not found.is_clean
    assert found.systems == (ts.CheckedSystem("wren.trees", 24, 22, 3),) or found.systems[0].refused == 3
    assert list(found) == list(found.findings) and len(found) == len(found.findings)
    assert all(not help.startswith("--") and " --" not in help for finding in found for help in finding.help)
    twice = ts.check("gold.trees", {"a": "heron.trees", "b": lines("wren.trees")})
    assert [system.refused for system in twice.systems] == [0, 3]


def test_check_takes_every_kind_of_side() -> None:
    gold, system = lines("gold.trees"), lines("wren.trees")
    sides: list[tuple[ts.Side, ts.Side]] = [
        (gold, system),
        (iter(gold), iter(system)),
        (ts.read("gold.trees"), ts.Trees(system)),
    ]
    for sides_given in sides:
        assert [one.refused for one in ts.check(*sides_given).systems] == [3]
    assert ts.check(GOLD, GOLD).is_clean


def test_what_cannot_be_scored_is_a_finding() -> None:
    found = ts.check([GOLD] * 3, [GOLD] * 2)
    assert found.severity == "refusal" and len(found) == 1
    Path("empty.trees").write_text("")
    assert ts.check("gold.trees", "empty.trees").severity == "refusal"
    with pytest.raises(FileNotFoundError):
        ts.check("gold.trees", "nowhere.trees")


def test_a_remedy_has_a_worth() -> None:
    found = ts.check([GOLD.replace("NP", "NP-SBJ")] * 30, [GOLD] * 30, recipe="raw")
    worths = [finding.worth for finding in found if finding.worth is not None]
    assert all(worth.figure == "f1" and worth.then >= worth.now for worth in worths)


def test_explain() -> None:
    found = ts.explain("five.gold", "five.system", from_="pyevalb", to="collins")
    assert math.fsum(rule.points for rule in found) == found.difference
    assert math.fsum(rule.share for rule in found.rules) == found.difference
    assert found.to.value is not None and found.from_.value is not None
    assert found.to.value == ts.score("five.gold", "five.system", recipe="collins").f1
    assert (found.measure, found.figure, found.to.name, found.to.refused) == ("parseval", "f1", "collins", 1)
    shown = [example for rule in found for example in rule.examples]
    assert shown and all(example.gold is not None for example in shown)


def test_explain_takes_every_kind_of_side_and_end() -> None:
    files = ts.explain("five.gold", "five.system", from_="raw", to="collins")
    gold, system = lines("five.gold"), lines("five.system")
    for ends in (("raw", "collins"), (ts.Setup(recipe="raw"), ts.Setup(recipe="collins").signature)):
        found = ts.explain(iter(gold), ts.Trees(system), from_=ends[0], to=ends[1])
        assert [rule[:8] for rule in found] == [rule[:8] for rule in files]
    signed = ts.explain("five.gold", "five.system", from_="raw", to=ts.Setup("leaf-ancestor").signature)
    assert signed.measure == "leaf-ancestor"


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ({"to": "colins"}, ts.SettingError, "no recipe is called"),
        ({"to": "collins", "order": ["nonsense"]}, ts.SettingError, "there is no rule"),
        ({"to": "collins", "to_settings": {"pairs": "some"}}, ts.SettingError, "pairs is scored"),
        ({"to": "collins", "to_settings": {"no-such": 1}}, ts.SettingError, "no-such"),
        ({"to": "raw", "to_settings": {"pairs": "within"}}, ts.Error, "cutoff"),
        ({"to": ts.Setup("leaf-ancestor")}, ts.Error, "different measures"),
        ({"to": "treescore:nonsense"}, ts.SignatureError, "signature"),
    ],
)
def test_explain_refuses(given: dict[str, Any], kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        ts.explain(GOLD, SYSTEM, from_=ts.Setup("parseval", recipe="raw"), measure="parseval", **given)


def test_rerun() -> None:
    published = ts.score("gold.trees", "heron.trees")
    again = ts.rerun(published.signature, "gold.trees", lines("heron.trees"))
    assert again.same and again.differences == () and again.score == published
    other = ts.rerun(published.signature, lines("gold.trees")[:20], lines("heron.trees")[:20])
    assert not other.same
    assert {change.what for change in other.differences} == {"number of pairs", "gold trees"}
    with pytest.raises(ts.SignatureError):
        ts.rerun("nonsense", GOLD, SYSTEM)
    timed = ts.score("speech.gold.trees", "speech.asr.trees", measure="struct-iou", **times())
    with pytest.raises(ts.SettingError, match="word times"):
        ts.rerun(timed.signature, "speech.gold.trees", "speech.asr.trees")
    assert ts.rerun(timed.signature, "speech.gold.trees", "speech.asr.trees", **times()).same


def times() -> dict[str, Any]:
    return {"gold_times": "speech.gold.ctm", "system_times": "speech.asr.ctm"}


def test_verify() -> None:
    Path("results.json").write_text(printed("gold.trees", "heron.trees", "-f", "json"))
    score = ts.score("gold.trees", "heron.trees")
    for published in ("results.json", Path("results.json"), score, score.to_dict()):
        found = ts.verify(published, "gold.trees", lines("heron.trees"))
        assert found.same and found.compared > 10 and found.differences == found.reasons == ()
        assert found.made_by == ts.__version__ and found.left_out == ()
    assert str(ts.verify("results.json", "gold.trees", "wren.trees")) == printed(
        "verify", "results.json", "gold.trees", "wren.trees"
    )
    other = ts.verify("results.json", "gold.trees", "plover.trees")
    assert not other.same and all(change.then != change.now for change in other.differences)
    report = ts.report("gold.trees", ["heron.trees", "plover.trees"], measures=["parseval", "dependency"])
    assert ts.verify(report, "gold.trees", "heron.trees", "plover.trees").same
    with pytest.raises(ts.Error, match="give these, in this order"):
        ts.verify(report, "gold.trees", "heron.trees")
    with pytest.raises(ts.Error, match="is no report"):
        ts.verify({}, "gold.trees", "heron.trees")
    with pytest.raises(FileNotFoundError):
        ts.verify("nowhere.json", "gold.trees", "heron.trees")


def test_baselines() -> None:
    report = json.loads(printed("gold.trees", "heron.trees", "-r", "unlabeled", "--baselines", "-f", "json"))
    found = ts.baselines("gold.trees", recipe="unlabeled")
    assert found.to_dict()["baselines"] == report["baselines"]
    assert str(found) in printed("gold.trees", "heron.trees", "-r", "unlabeled", "--baselines")
    assert ts.baselines(iter(lines("gold.trees")), recipe="unlabeled")[:] == found[:]
    rows = {row.baseline: row for row in found}
    assert rows["gold"].corpus["f1"] == 1.0 and rows["random-binary"].spread is not None
    second = ts.baselines("gold.trees", "heron.trees")[-1]
    assert (second.baseline, second.name) == ("second-annotator", "heron.trees")
    assert second.corpus["f1"] == ts.score("gold.trees", "heron.trees").f1


def test_baselines_of_a_report() -> None:
    report = ts.report("gold.trees", ["heron.trees", "plover.trees"], recipe="unlabeled", baselines=True)
    assert str(report) == printed("gold.trees", "heron.trees", "plover.trees", "-r", "unlabeled", "--baselines")
    assert report.baselines is not None and report.baselines[:] == ts.baselines("gold.trees", recipe="unlabeled")[:]
    assert ts.report("gold.trees", ["heron.trees"]).baselines is None
    with pytest.raises(LookupError, match="iterator"):
        ts.report(iter(lines("gold.trees")), {"heron": lines("heron.trees")}, baselines=True)


def test_selftest() -> None:
    found = ts.selftest(lines("gold.trees"), iter(lines("heron.trees")))
    assert found.holds and {law.outcome for law in found.laws} <= {"holds", "not-checked"}
    assert len(found) == len(ts.selftest("gold.trees", "heron.trees"))
    with pytest.raises(ts.Error):
        ts.selftest([None])
