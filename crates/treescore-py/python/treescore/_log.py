"""What treescore logs: warnings of calls that have something to warn of."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LOGGER = logging.getLogger("treescore")
_is_quiet = ContextVar("treescore_is_quiet", default=False)


def warn(message: str) -> None:
    """Log a warning."""
    if not _is_quiet.get():
        _LOGGER.warning("%s", message)


@contextmanager
def quiet() -> Iterator[None]:
    """Log nothing inside: what is noticed about a part of a table says little about the whole."""
    token = _is_quiet.set(True)
    try:
        yield
    finally:
        _is_quiet.reset(token)
