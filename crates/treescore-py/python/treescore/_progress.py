"""The line that `progress=True` shows: on standard error, or as one updated display of a notebook."""

import sys
import threading
import time
from typing import Any

from treescore._types import Progress

_DELAY = 0.5
"""Seconds without a line: short runs show none."""


class _Run(threading.local):
    """The run of this thread."""

    begun: float | None = None
    display: Any = None
    shown: str = ""
    last: Progress | None = None


_run = _Run()


def line(progress: Progress) -> None:
    """Show how far the run of this thread has come."""
    now = time.monotonic()
    if _run.begun is None:
        _run.begun = now
    _run.last = progress
    if now - _run.begun < _DELAY:
        return
    text = describe(progress, now - _run.begun)
    if _is_notebook():
        _show(text)
    elif sys.stderr is not None and sys.stderr.isatty():
        _write("\r" + text.ljust(len(_run.shown)))
    _run.shown = text


def done() -> None:
    """End the line of this thread: a terminal loses it, a log and a notebook keep the last state."""
    if _run.shown and _run.begun is not None and _run.last is not None:
        text = describe(_run.last, time.monotonic() - _run.begun)
        if _run.display is not None:
            _show(text)
        elif sys.stderr is not None and sys.stderr.isatty():
            _write("\r" + " " * len(_run.shown) + "\r")
        else:
            _write(text + "\n")
    _run.begun, _run.display, _run.shown, _run.last = None, None, "", None


def describe(progress: Progress, seconds: float) -> str:
    """Describe a state in a line.

    >>> describe(Progress(pairs=12345, refused=2, bytes=50, total_bytes=200), 3.21)
    'treescore: 12,345 pairs, 2 refused, 25 %, 3 s'
    """
    parts = [f"{progress.pairs:,} pairs"]
    if progress.refused:
        parts.append(f"{progress.refused:,} refused")
    if progress.total_bytes:
        parts.append(f"{min(100, 100 * progress.bytes // progress.total_bytes)} %")
    parts.append(f"{int(seconds)} s")
    return "treescore: " + ", ".join(parts)


def _write(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _is_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel")


def _show(text: str) -> None:
    import IPython.display

    show: Any = IPython.display.display
    content = {"text/plain": text}
    if _run.display is None:
        _run.display = show(content, raw=True, display_id=True)
    else:
        _run.display.update(content, raw=True)
