"""The same numbers by every way: files, lists, batches, the command line. Compared as integers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from support import Cli, integers

MEASURES = list(ts.measures())
RECIPES = [name for name in ts.recipes() if not name.endswith(".prm")]


def lines(name: str) -> list[str]:
    return Path(name).read_text().splitlines()


def check_report(score: Any, scored: Any) -> None:
    """A score against `scores[0]` of the JSON report: counts, coverage, every figure of every average."""
    assert dict(score.corpus.counts) == whole(scored["scored"]["counts"])
    assert dict(score.all_pairs.counts) == whole(scored["all_pairs"]["counts"])
    assert score.coverage.read == scored["coverage"]["read"]
    assert score.coverage.refused == scored["coverage"]["refused"]
    assert dict(score.corpus) == scored["scored"]["corpus"]
    assert dict(score.all_pairs) == scored["all_pairs"]["corpus"]
    for figure, value in scored["scored"]["sentence_mean"].items():
        assert score.sentence_mean[figure] == value, figure
    for figure, value in scored["all_pairs"]["sentence_mean"].items():
        assert score.all_pairs_sentence_mean[figure] == value, figure
    assert [(reason.why, reason.pairs) for reason in score.coverage.reasons] == [
        (reason["why"], reason["pairs"]) for reason in scored["coverage"]["reasons"]
    ]


def whole(counts: dict[str, Any]) -> dict[str, int]:
    """The report writes integers above 2^53 as text."""
    return {name: int(value) for name, value in counts.items()}


def of_cli(cli: Cli, *arguments: str) -> Any:
    return cli(*arguments)["measures"][0]["scores"][0]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("system", ["heron.trees", "plover.trees", "wren.trees"])
def test_measures(cli: Cli, measure: str, system: str) -> None:
    check_report(ts.score("gold.trees", system, measure=measure), of_cli(cli, "gold.trees", system, "-m", measure))


@pytest.mark.parametrize("recipe", RECIPES)
def test_recipes(cli: Cli, recipe: str) -> None:
    if recipe in ("aligned", "speech", "switchboard"):
        gold, system, pairing, option = "harbour.gold", "harbour.e2e", "text", "--align"
    else:
        gold, system, pairing, option = "gold.trees", "wren.trees", "trees", "--pair-by=tree"
    if recipe in ("speech", "switchboard"):
        gold, system, pairing, option = "talk.gold", "talk.asr", "sides", "--side"
    score = ts.score(gold, system, recipe=recipe, pairing=pairing)  # type: ignore[arg-type]
    check_report(score, of_cli(cli, gold, system, "-r", recipe, option))


PAIRINGS = [
    ("trees", "gold.trees", "wren.trees", ()),
    ("lines", "gold.trees", "heron.trees", ("--pair-by", "line")),
    ("ids", "gulls.trees", "gulls.tsv", ("--pair-by", "id")),
    ("text", "harbour.gold", "harbour.e2e", ("--align",)),
    ("sides", "talk.gold", "talk.asr", ("--side",)),
    ("utterances", "boat.gold", "boat.asr", ("--utterances",)),
]


@pytest.mark.parametrize(("pairing", "gold", "system", "options"), PAIRINGS, ids=[row[0] for row in PAIRINGS])
def test_pairings(cli: Cli, pairing: Any, gold: str, system: str, options: tuple[str, ...]) -> None:
    check_report(ts.score(gold, system, pairing=pairing), of_cli(cli, gold, system, *options))


def test_options(cli: Cli) -> None:
    Path("latin.trees").write_bytes(Path("gold.trees").read_text().replace("the", "thé").encode("windows-1252"))
    rows: list[tuple[str, str, dict[str, Any], tuple[str, ...]]] = [
        ("gulls.trees", "gulls.nbest", {"nbest": "best"}, ("--nbest", "best")),
        ("gulls.trees", "gulls.nbest", {"settings": {"root": "dummy"}}, ("--set", "root=dummy")),
        ("gulls.trees", "gulls.psd", {"skip": ["CODE"]}, ("--skip", "CODE")),
        ("gaviota.lemmas", "gaviota.lemmas", {"input": "lemma-leaves"}, ("--input", "lemma-leaves")),
        ("latin.trees", "latin.trees", {"encoding": "windows-1252"}, ("--encoding", "windows-1252")),
    ]
    for gold, system, arguments, options in rows:
        check_report(ts.score(gold, system, **arguments), of_cli(cli, gold, system, *options))


def test_times(cli: Cli) -> None:
    score = ts.score(
        "speech.gold.trees",
        "speech.asr.trees",
        measure="struct-iou",
        gold_times="speech.gold.ctm",
        system_times="speech.asr.ctm",
    )
    options = ("--gold-times", "speech.gold.ctm", "--system-times", "speech.asr.ctm")
    check_report(score, of_cli(cli, "speech.gold.trees", "speech.asr.trees", "-m", "struct-iou", *options))


@pytest.mark.parametrize("figure", ["f1", "recall"])
def test_intervals(cli: Cli, figure: str) -> None:
    score = ts.score("gold.trees", "wren.trees")
    for over, all_pairs in (("scored", False), ("all", True)):
        found = score.interval(figure, all_pairs=all_pairs)
        rows = of_cli(cli, "gold.trees", "wren.trees")["intervals"]
        [row] = [row for row in rows if (row["figure"], row["over"], row["average"]) == (figure, over, "corpus")]
        assert (found.value, found.low, found.high) == (row["value"], row["interval"]["low"], row["interval"]["high"])
        assert (found.level, found.resamples, found.seed) == (0.95, 1000, 12345)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.usefixtures("examples")
def test_ways_into_one_measure(measure: str) -> None:
    gold, system = lines("gold.trees"), lines("wren.trees")
    files = ts.score("gold.trees", "wren.trees", measure=measure)
    expected = integers(files)
    assert expected["refused"] >= 1, "the comparison must cover refused pairs"
    assert integers(ts.score(gold, system, measure=measure)) == expected
    assert integers(ts.score(iter(gold), iter(system), measure=measure)) == expected
    assert integers(ts.score(ts.read("gold.trees"), ts.read("wren.trees"), measure=measure)) == expected

    metric = ts.Metric(measure)
    parts = []
    for at in range(0, len(gold), 5):
        parts.append(metric.forward(gold[at : at + 5], system[at : at + 5]))
    assert integers(metric.compute()) == expected
    assert integers(sum(parts)) == expected
    assert len(metric) == 24

    trees, numbers = ts.read("gold.trees"), list(range(24))
    random.Random(3).shuffle(numbers)
    shuffled = ts.Metric(measure)
    for at in range(0, 24, 7):
        some = numbers[at : at + 7]
        shuffled.update(trees[some], [system[i] for i in some])
    assert integers(shuffled.compute()) == expected
    assert shuffled.compute() == files


@pytest.mark.usefixtures("examples")
def test_text_forms_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    score = ts.score("gold.trees", "heron.trees")
    ts.main(["gold.trees", "heron.trees"])
    assert str(score) == capsys.readouterr().out.rstrip("\n")
    for form in ("csv", "markdown", "latex"):
        ts.main(["gold.trees", "heron.trees", "-f", form])
        assert getattr(score, f"to_{form}")().rstrip("\n") == capsys.readouterr().out.rstrip("\n")


@pytest.mark.usefixtures("examples")
def test_report_is_its_scores() -> None:
    report = ts.report("gold.trees", {"heron": "heron.trees", "wren": "wren.trees"}, measures=["parseval", "word"])
    assert report.systems == ("heron", "wren") and report.measures == ("parseval", "word")
    for system in report.systems:
        for measure in report.measures:
            alone = ts.score("gold.trees", f"{system}.trees", measure=measure)
            assert integers(report[system, measure]) == integers(alone)
    assert [(score.system, score.measure) for score in report] == [
        (system, measure) for system in report.systems for measure in report.measures
    ]
    assert report["wren"] == report["wren", "parseval"] == report[2]


def test_comparison(cli: Cli) -> None:
    found = ts.compare("gold.trees", ["heron.trees", "plover.trees", "wren.trees"], figures=["f1"])
    report = cli("gold.trees", "heron.trees", "plover.trees", "wren.trees")
    comparisons = [
        row for row in report["measures"][0]["comparisons"] if row["figure"] == "f1" and row["average"] == "corpus"
    ]
    assert len(found) == len(comparisons) == 2
    for difference, row in zip(found, comparisons, strict=True):
        assert difference.delta == row["difference"]
        assert difference.p == row["test"]["p"]
        assert difference.p_adjusted == row["test"]["p_adjusted"]
        assert (difference.low, difference.high) == (row["interval"]["low"], row["interval"]["high"])
        wins = row["better"]
        assert (difference.reference_better, difference.system_better, difference.equal) == (
            wins["against"],
            wins["system"],
            wins["equal"],
        )
