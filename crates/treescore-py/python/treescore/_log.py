"""What treescore logs: one warning per call that has something to warn of."""

import logging

_LOGGER = logging.getLogger("treescore")


def warn(message: str) -> None:
    """Log a warning."""
    _LOGGER.warning("%s", message)
