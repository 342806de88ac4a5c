"""The line of `progress=True`."""

from __future__ import annotations

import io
import sys

import pytest
from treescore import Progress, _progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, seconds: list[float]) -> str:
    clock = iter([*seconds, seconds[-1]])
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("treescore._progress.time.monotonic", lambda: next(clock))
    for at, _ in enumerate(seconds):
        _progress.line(Progress(pairs=1000 * (at + 1), refused=at, bytes=10 * at, total_bytes=40))
    _progress.done()
    return stream.getvalue()


def test_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run(monkeypatch, Terminal(), [0.0, 0.4, 0.6, 1.2])
    assert shown.split("\r") == [
        "",
        "treescore: 3,000 pairs, 2 refused, 50 %, 0 s",
        "treescore: 4,000 pairs, 3 refused, 75 %, 1 s",
        " " * 44,
        "",
    ]


def test_log(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, io.StringIO(), [0.0, 0.6, 1.2]) == "treescore: 3,000 pairs, 2 refused, 50 %, 1 s\n"


def test_short_runs_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, Terminal(), [0.0, 0.2, 0.4]) == ""
    assert run(monkeypatch, io.StringIO(), [5.0, 5.2]) == "", "the next run begins anew"


def test_no_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    _progress.line(Progress(1, 0, 1, None))
    _progress.done()
