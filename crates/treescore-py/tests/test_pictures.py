"""Trees, diffs and reports show themselves."""

from __future__ import annotations

import xml.etree.ElementTree as xml
from pathlib import Path

import pytest
import treescore as ts

GOLD = "(S (NP (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT a) (NN mat)))))"
SYSTEM = "(S (NP (DT the) (NN cat)) (VP (VBD sat) (NP (IN on) (NP (DT a) (NN mat)))))"
HOSTILE = "(S (N <script>alert</script>) (N &amp;) (V \"'\x1b[2J))"


def test_a_tree_draws_itself() -> None:
    tree = ts.Tree(GOLD)
    picture = tree.draw()
    lines = picture.splitlines()
    assert lines[-1].split() == ["the", "cat", "sat", "on", "a", "mat"]
    assert "DT" in picture and "DT" not in tree.draw(tags=False)
    assert tree.draw(ascii=True).isascii()
    assert tree.draw(width=20).splitlines()[0].startswith("S ")  # an outline
    drawing = xml.fromstring(tree.to_svg())
    assert drawing.tag.endswith("svg")
    assert tree._repr_svg_() == tree.to_svg()


def test_a_diff_is_the_mirrored_picture() -> None:
    diff = ts.diff(GOLD, SYSTEM)
    text = str(diff)
    assert "≠PP" in text and "≠NP" in text and text == diff.text().rstrip()
    assert diff.text(ascii=True).isascii() and "~PP" in diff.text(ascii=True)
    assert "\x1b[" in diff.text(color=True)
    xml.fromstring(diff.to_svg())
    assert "default-src 'none'" in diff.to_html()
    assert (diff._repr_html_() or "").startswith('<div class="treescore">')


def test_measures_without_pictures_list_their_items() -> None:
    diff = ts.diff(GOLD, SYSTEM, measure="leaf-ancestor")
    assert diff._repr_html_() is None
    assert str(diff)
    with pytest.raises(LookupError, match="has no pictures"):
        diff.to_svg()


def test_words_are_text_in_every_picture() -> None:
    tree, diff = ts.Tree(HOSTILE), ts.diff(HOSTILE, HOSTILE)
    for picture in (tree.to_svg(), diff.to_svg(), diff.to_html(), diff._repr_html_() or ""):
        assert "<script" not in picture and "\x1b" not in picture
    assert "\x1b" not in tree.draw() + diff.text()


def test_a_report_is_one_page(tmp_path: Path) -> None:
    report = ts.report([GOLD] * 3, {"a": [GOLD] * 3, "b": [SYSTEM] * 3})
    page = report.to_html()
    assert page.startswith("<!doctype html>") and "Content-Security-Policy" in page
    path = tmp_path / "report.html"
    assert report.to_html(path) == page == path.read_text(encoding="utf-8")
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]
    one = ts.score([GOLD], [SYSTEM]).to_html(sentences=0)
    assert '"stored":0' in one and len(one) < len(page) + 20_000


def test_a_page_needs_trees_that_can_be_read_again() -> None:
    score = ts.score(iter([GOLD]), iter([SYSTEM]))
    with pytest.raises(LookupError, match="iterator"):
        score.to_html()


def test_a_page_is_not_written_by_half(tmp_path: Path) -> None:
    score = ts.score([GOLD], [SYSTEM])
    with pytest.raises(OSError):
        score.to_html(tmp_path / "missing" / "report.html")
    assert not list(tmp_path.iterdir())
