"""Arrays of probabilities, through the buffer protocol: numpy, or anything whose `memoryview` has a shape."""

from __future__ import annotations

from typing import Any


def chart(given: Any, words: int, categories: int) -> tuple[bytes, str] | None:
    """The bytes and the format (`d` or `f`) of a chart of `words` words; `None` if it is not an array."""
    if not hasattr(given, "shape"):
        return None
    try:
        view = memoryview(given)
    except TypeError:
        raise TypeError("this array has no buffer: pass it as numpy's, for example p.float().cpu().numpy()") from None
    if view.format not in ("d", "f") or not view.c_contiguous:
        raise TypeError('probabilities are float64 or float32, C-contiguous: np.ascontiguousarray(p, dtype="f8")')
    expected = (words + 1, words + 1, categories)
    if view.shape != expected:
        raise ValueError(f"the chart of {words} words has the shape {expected}, not {view.shape}")
    return view.cast("B").tobytes() if view.nbytes else b"", view.format
