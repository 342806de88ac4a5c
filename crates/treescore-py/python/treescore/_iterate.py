"""Iterators over what is indexed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def by_position(sequence: Any) -> Iterator[Any]:
    """Goes through a sequence, one item after the other."""
    return (sequence[at] for at in range(len(sequence)))
