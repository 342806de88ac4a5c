"""What notebooks show: one element, escaped, without requests."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
import treescore as ts

EVIL = "<script>alert(1)</script>&\"'"
GOLD = [f"(TOP (S (NP (D the) (N {EVIL})) (VP (V left))))"] * 12
SYSTEM = [f"(TOP (<b>S (D the) (VP (N {EVIL}) (V left))))"] * 11 + [None]


class Balance(HTMLParser):
    """Collects tags, and fails on one that is not closed."""

    void = frozenset({"br", "hr", "img", "line", "circle", "path", "rect"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.open and self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)


def views() -> dict[str, Any]:
    score = ts.score(GOLD, SYSTEM, name=EVIL)
    report = ts.report(GOLD, {EVIL: SYSTEM, "gold": GOLD})
    metric = ts.PhraseMetric(default=0.01)
    for sentence in ts.chunks("(S (NP (NN Rain)) (VP (VBD fell)))"):
        metric.update(sentence, [("NP", 0, 1, 0.8)])
    return {
        "score": score,
        "pairs": score.pairs,
        "report": report,
        "comparison": report.compare(),
        "alignment": ts.align(GOLD[:2], [GOLD[0], GOLD[1].replace("left", "leaves")]),
        "phrases": metric.compute(),
        "replies": ts.score_replies(GOLD, [EVIL, *GOLD[1:]]),
    }


@pytest.mark.parametrize("name", ["score", "pairs", "report", "comparison", "alignment", "phrases", "replies"])
def test_html(name: str) -> None:
    html = views()[name]._repr_html_()
    parser = Balance()
    parser.feed(html)
    parser.close()
    assert not parser.open, "a tag is not closed"
    assert html.startswith('<div class="treescore"')
    assert "script" not in parser.seen and "b" not in parser.seen, "text of the input is not escaped"
    assert "http" not in html and "url(" not in html


def test_long_tables_are_cut() -> None:
    gold, names = ["(S (N a) (V b))"], {f"system{at}": ["(S (N a) (V b))"] for at in range(40)}
    html = ts.report(gold, names)._repr_html_()
    assert html.count("<tr") <= 34 and "10 more" in html


def test_repr_is_one_line() -> None:
    for value in views().values():
        assert "\n" not in repr(value)
