"""Every exception: when, what it says, what it carries; and that nothing is half done."""

from __future__ import annotations

import copy
import logging
import pickle
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import treescore as ts

GOOD = "(S (NP (D a) (N b)) (V c))"


def uneven() -> object:
    return ts.score([GOOD, GOOD], [GOOD])


CASES: list[tuple[str, type[Exception], Callable[[], object], dict[str, Any], str]] = [
    ("read", ts.ReadError, lambda: ts.Tree("(S (N cat)"), {"line": 1, "column": 1}, "never closed"),
    ("read, extra", ts.ReadError, lambda: ts.Tree("(S (N cat)))"), {"line": 1}, ""),
    ("setting", ts.SettingError, lambda: ts.Setup("parsefal"), {"value": "parsefal"}, "parsefal"),
    ("recipe", ts.SettingError, lambda: ts.Setup(recipe="colins"), {"value": "colins"}, "collins"),
    ("key", ts.SettingError, lambda: ts.Setup(settings={"no-such": 1}), {"key": "no-such"}, "no-such"),
    (
        "value",
        ts.SettingError,
        lambda: ts.Setup(settings={"match": "perhaps"}),
        {"key": "match", "value": "perhaps"},
        "spans",
    ),
    ("signature", ts.SignatureError, lambda: ts.Setup.from_signature("treescore:0.1.0|m:parseval|r:00000000"), {}, ""),
    ("uneven", ts.UnevenError, uneven, {"gold": 2, "system": 1}, ""),
    (
        "refused",
        ts.RefusedError,
        lambda: ts.score([GOOD], [None], strict=True),
        {"pair": 1, "kind": "no tree"},
        "pair 1",
    ),
    ("mismatch", ts.SetupMismatch, lambda: ts.score(GOOD, GOOD) + ts.score(GOOD, GOOD, recipe="raw"), {}, ""),
]


@pytest.mark.parametrize(("kind", "call", "fields", "says"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_exceptions(kind: type[Exception], call: Callable[[], object], fields: dict[str, Any], says: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert isinstance(error, ts.Error) and isinstance(error, ValueError)
    assert says in str(error) and str(error)
    assert "--" not in str(error), "messages name Python's words, not options of the command line"
    for name, value in fields.items():
        assert getattr(error, name) == value, name
    assert type(error).__module__ == "treescore"
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is kind and str(twin) == str(error)
        assert {name: getattr(twin, name) for name in fields} == fields


def test_every_class_is_tested() -> None:
    classes = {value for value in vars(ts).values() if isinstance(value, type) and issubclass(value, ts.Error)}
    assert {row[1] for row in CASES} == classes - {ts.Error}


def test_overlapping_pairs_do_not_add_up() -> None:
    trees = ts.Trees([GOOD, GOOD, GOOD])
    first, second = ts.score(trees[:2], [GOOD] * 2), ts.score(trees[1:], [GOOD] * 2)
    with pytest.raises(ts.SetupMismatch):
        first + second
    metric = ts.Metric()
    metric.merge(first)
    with pytest.raises(ts.SetupMismatch):
        metric.merge(second)
    assert len(metric) == 2, "a merge that fails changes nothing"


def test_lists_are_numbered_behind_each_other() -> None:
    total = ts.score([GOOD], [GOOD]) + ts.score([GOOD], [None])
    assert [row.pair for row in total.pairs] == [1, 2]
    assert [row.pair for row in total.refused] == [2]


def test_only_zero_is_added() -> None:
    score = ts.score(GOOD, GOOD)
    assert sum([score]) == score
    with pytest.raises(TypeError):
        1 + score


class Stop(Exception):
    pass


def raising(after: int) -> Iterator[str]:
    for _ in range(after):
        yield GOOD
    raise Stop


@pytest.mark.parametrize("after", [0, 3, 20_000])
def test_a_generator_that_raises(after: int) -> None:
    metric = ts.Metric()
    with pytest.raises(Stop):
        metric.update([GOOD] * (after + 1), raising(after))
    assert len(metric) == 0, "a batch that fails is not counted"
    metric.update([GOOD], [GOOD])
    assert metric.compute().f1 == 1.0


def test_a_progress_that_raises() -> None:
    def stop(progress: ts.Progress) -> None:
        raise Stop

    def endless() -> Iterator[str]:
        while True:
            yield GOOD

    with pytest.raises(Stop):
        ts.score(endless(), endless(), progress=stop, keep_pairs=False)
    assert ts.score(GOOD, GOOD).f1 == 1.0


def test_progress_is_called() -> None:
    seen: list[ts.Progress] = []

    def slowly() -> Iterator[str]:
        for _ in range(60):
            time.sleep(0.01)
            yield from [GOOD] * 2000

    ts.score(slowly(), [GOOD] * 120_000, progress=seen.append, keep_pairs=False)
    assert seen and isinstance(seen[0], ts.Progress)
    assert len(seen) <= 30, "at most ten times a second"
    assert [state.pairs for state in seen] == sorted(state.pairs for state in seen)
    assert 0 < seen[-1].pairs <= 120_000


def test_what_was_not_kept() -> None:
    score = ts.score([GOOD], [GOOD], keep_pairs=False)
    with pytest.raises(LookupError, match="keep_pairs"):
        _ = score.pairs
    with pytest.raises(LookupError, match="by="):
        score.by("label")
    with pytest.raises(LookupError):
        ts.score(iter([GOOD]), iter([GOOD])).diff(1)
    with pytest.raises(LookupError):
        ts.score([GOOD], [GOOD]).diff(2)


def test_ignored_lines_of_parameters_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "mine.prm"
    file.write_text("DELETE_LABEL TOP\nDELETE_LABLE -NONE-\nEQ_LABEL ADVP\n")
    for recipe in (file, str(file), f"spmrl:{file}"):
        caplog.clear()
        assert "TOP" in ts.Setup(recipe=recipe).signature
        (record,) = caplog.records
        told = record.getMessage()
        assert f"{file}:2: `DELETE_LABLE -NONE-` is not a keyword" in told
        assert f"{file}:3: EQ_LABEL needs two values" in told


def test_one_warning_per_call(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level(logging.DEBUG, logger="treescore"):
        ts.score([GOOD] * 3, [GOOD, None, "(S (N x"], name="wren")
    assert [(record.name, record.levelname) for record in caplog.records] == [("treescore", "WARNING")]
    assert "2 of 3 pairs refused" in caplog.text and "no tree 1" in caplog.text
    caplog.clear()
    with caplog.at_level(logging.DEBUG, logger="treescore"):
        ts.score([GOOD], [GOOD])
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


def test_findings() -> None:
    gold = ["(TOP (S (NP (D a) (N b)) (V c)))"] * 3
    system = ["(ROOT (S (NP (D a) (N b)) (V c)))"] * 3
    [finding] = [found for found in ts.score(gold, system).findings if found.id == "root-differs"]
    assert finding.severity == "warning"
    assert "ROOT" in finding.message
    assert finding.help and not any("--" in text for text in finding.help)
    assert (finding.occurrences, finding.of) == (3, 3)


def test_unknown_arguments() -> None:
    call: Any = ts.score
    with pytest.raises(TypeError):
        call(GOOD, GOOD, colour="red")
    with pytest.raises(TypeError):
        call(gold=GOOD, system=GOOD)
    with pytest.raises(TypeError):
        call(GOOD, GOOD, "parseval")
    with pytest.raises((ts.Error, TypeError)):
        ts.score(GOOD, GOOD, measure="parseval", gold_times=[[(0.0, 1.0)]])
