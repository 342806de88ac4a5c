"""Tables as text, and figures in their units."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from treescore import _frames

TREES = ["(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))"]


@pytest.fixture(scope="module")
def pairs() -> Any:
    return ts.score([TREES[0]] * 3, [TREES[0], TREES[1], None]).pairs


def test_units_are_those_of_the_measures() -> None:
    for measure in ts.measures():
        figures = ts.score(TREES[0], TREES[1], measure=measure).to_dict()["measures"][0]["figures"]
        for figure in figures:
            digits = {"percent": None, "per-pair": 2, "fraction": 4}[figure["unit"]]
            assert _frames._PLAIN.get(figure["key"]) == digits, (measure, figure)


def test_csv(pairs: Any, tmp_path: Path) -> None:
    text = pairs.to_csv(tmp_path / "pairs.csv")
    assert (tmp_path / "pairs.csv").read_text() == text == pairs.to_csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["refused"] for row in rows] == ["", "", "no tree"]
    assert [int(row["tally_matched"]) for row in rows] == [2, 1, 0]
    assert [row["f1"] for row in rows][2] == "" and float(rows[1]["f1"]) == 0.5
    assert tuple(rows[0]) == pairs.columns


def test_jsonl(pairs: Any, tmp_path: Path) -> None:
    text = pairs.to_jsonl(str(tmp_path / "pairs.jsonl"))
    assert (tmp_path / "pairs.jsonl").read_text() == text
    rows = [json.loads(line) for line in text.splitlines()]
    assert [row["pair"] for row in rows] == [1, 2, 3]
    assert rows[2]["f1"] is None and rows[1]["f1"] == 0.5
    assert [row["tally_gold"] for row in rows] == [2, 2, 2]


def test_comparison() -> None:
    gold = [TREES[0]] * 20
    comparison = ts.compare(gold, {"a_b": gold, "c&d": [TREES[1]] * 20}, figures=["f1", "crossing"], shuffles=100)
    lines = comparison.to_markdown().splitlines()
    assert len(lines) == 4 and lines[2].startswith("| f1 | a_b | c&d | 100.00 | 50.00 | −50.00 |")
    assert "| 0.00 | 1.00 | +1.00 |" in lines[3], "crossing brackets are an amount per pair"
    latex = comparison.to_latex()
    assert r"a\_b & c\&d & 100.00 & 50.00 & $-$50.00" in latex
    assert latex.count("&") == latex.count(r"\&") + 8 * 3
    assert latex.startswith(r"\begin{tabular}{lllrrrrrr}") and latex.endswith("\\end{tabular}\n")
